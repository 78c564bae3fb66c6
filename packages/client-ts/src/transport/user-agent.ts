import { type Interceptor, withHeader } from "./transport.ts";

/** Adds a User-Agent header, unless the request has one. */
export function userAgent(agent: string): Interceptor {
  return (next) => (request) => next(withHeader(request, "user-agent", agent));
}

/** Facts of which a user agent is made. */
export interface UserAgentFacts {
  /** The program; of a path only the last part counts. */
  readonly command: string;
  readonly version: string;
  readonly os: string;
  readonly arch: string;
}

/** `program/version (os/arch) client-ts`; what is not known is called `unknown`. */
export function buildUserAgent({ command, version, os, arch }: UserAgentFacts): string {
  const program = clean(command.slice(Math.max(command.lastIndexOf("/"), command.lastIndexOf("\\")) + 1));
  // Versions may carry build facts behind a dash; they say nothing to a server's log.
  return `${program}/${clean(version.split("-", 1)[0] ?? "")} (${clean(os)}/${clean(arch)}) client-ts`;
}

/** Only what a product token may hold. */
function clean(text: string): string {
  return text.replace(/[^A-Za-z0-9._+-]/g, "") || "unknown";
}
