import { ConfigError } from "../errors/index.ts";
import type { ExecPolicy } from "../transport/index.ts";

/** What is wrong with a policy, whatever the plugin. */
export function policyProblems(policy: ExecPolicy | undefined): string[] {
  if (policy === undefined) return [];
  const { policy: name, allowlist } = policy;
  switch (name) {
    case "AllowAll":
    case "DenyAll":
      return allowlist === undefined ? [] : [`the exec policy ${name} excludes an allowlist`];
    case "Allowlist":
      if (allowlist === undefined || allowlist.length === 0)
        return ["the exec policy Allowlist needs an allowlist with at least one entry"];
      return allowlist.some((entry) => !entry?.name) ? ["an entry of the exec policy's allowlist has no name"] : [];
    default:
      return [`the exec policy ${JSON.stringify(name satisfies never)} is not known: it is AllowAll, DenyAll or Allowlist`];
  }
}

/** Options of {@link requireAllowed}. */
export interface PolicyCheck {
  readonly command: string;
  /** The plugin's full path; `undefined` when it does not exist. */
  readonly path: string | undefined;
  /** The full path of a command, or `undefined`. */
  readonly find: (command: string) => Promise<string | undefined>;
}

/**
 * Throws a ConfigError unless the policy lets the plugin run. With an allowlist the plugin must exist, and one of the entries must be found at
 * the same full path; an entry that does not exist allows nothing.
 */
export async function requireAllowed(policy: ExecPolicy | undefined, { command, path, find }: PolicyCheck): Promise<void> {
  const problems = policyProblems(policy);
  if (problems.length > 0) throw new ConfigError(problems);
  if (policy === undefined || policy.policy === "AllowAll") return;
  const refused = new ConfigError(`the exec plugin ${JSON.stringify(command)} may not run: the exec policy is ${policy.policy}`);
  if (policy.policy === "DenyAll" || path === undefined) throw refused;
  for (const { name } of policy.allowlist ?? []) if ((await find(name)) === path) return;
  throw refused;
}
