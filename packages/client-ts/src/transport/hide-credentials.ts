import { inspect } from "node:util";
import type { ExecConfig, RestConfig } from "./rest-config.ts";

const redacted = "[redacted]";

/**
 * A copy of a configuration that prints without what `Secret` does not cover: the login in a proxy's URL, the environment, and what an exec plugin is
 * given. Its fields are the same and can be read; `console.log` and `JSON.stringify` do not show them. Copies made with `{ ...config }` print all again.
 */
export function hideCredentials(config: RestConfig): RestConfig {
  const { proxyUrl, env, exec } = config;
  if (proxyUrl === undefined && env === undefined && exec === undefined) return config;
  const copy: RestConfig = { ...config, ...(exec !== undefined && { exec: hideExec(exec) }) };
  return showAs(copy, () => ({
    ...copy,
    ...(proxyUrl !== undefined && { proxyUrl: withoutUserinfo(proxyUrl) }),
    ...(env !== undefined && { env: redacted }),
  }));
}

/** A URL without user and password. What cannot be read as a URL is not shown at all. */
export function withoutUserinfo(url: string): string {
  if (!url.includes("@")) return url;
  try {
    const parsed = new URL(url);
    // Without "//", what looks like a login is part of something else to a URL, and still a login to who wrote it.
    if (parsed.host === "") return "REDACTED";
    if (parsed.username === "" && parsed.password === "") return url;
    parsed.username = "REDACTED";
    parsed.password = "";
    return parsed.href;
  } catch {
    return "REDACTED";
  }
}

function hideExec(exec: ExecConfig): ExecConfig {
  const { apiVersion, command } = exec;
  return showAs({ ...exec }, () => ({ apiVersion, command, args: redacted, env: redacted, config: redacted }));
}

/** Lets an object print as another; the object itself stays plain data. */
function showAs<T extends object>(object: T, show: () => unknown): T {
  Object.defineProperty(object, inspect.custom, { value: show });
  Object.defineProperty(object, "toJSON", { value: show });
  return object;
}
