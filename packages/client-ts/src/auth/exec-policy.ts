import { isDeepStrictEqual } from "node:util";
import { ConfigError } from "../errors/index.ts";
import type { AllowedPlugin, ExecPolicy } from "../transport/index.ts";

/** What is wrong with a policy, whatever the plugin. */
export function policyProblems(policy: ExecPolicy | undefined): string[] {
  if (policy === undefined) return [];
  const { policy: name, allowlist } = policy;
  switch (name) {
    case "AllowAll":
    case "DenyAll":
      return allowlist === undefined
        ? []
        : [`the exec policy ${name} takes no allowlist: use Allowlist, or leave the list out`];
    case "Allowlist":
      if (!Array.isArray(allowlist) || allowlist.length === 0)
        return ["the exec policy Allowlist needs an allowlist with at least one entry"];
      return allowlist.flatMap(entryProblems);
    default:
      return [
        `the exec policy ${JSON.stringify(name satisfies never)} is not known: it is AllowAll, DenyAll or Allowlist`,
      ];
  }
}

function entryProblems(entry: AllowedPlugin | undefined): string[] {
  if (typeof entry?.name !== "string" || entry.name === "")
    return ["an entry of the exec policy's allowlist has no name"];
  const { name, env = [], args = [] } = entry;
  const isList = (list: unknown): boolean => Array.isArray(list) && list.every((item) => typeof item === "string");
  return [
    ...(isList(env) && !env.includes("")
      ? []
      : [`the env of ${JSON.stringify(name)} in the exec policy's allowlist is not a list of names`]),
    ...(isList(args)
      ? []
      : [`the args of ${JSON.stringify(name)} in the exec policy's allowlist are not a list of strings`]),
  ];
}

/** Options of {@link requireAllowed}. */
export interface PolicyCheck {
  readonly command: string;
  /** The plugin's full path; `undefined` when it does not exist. */
  readonly path: string | undefined;
  readonly args: readonly string[];
  /** The names of the variables that the plugin's configuration sets. */
  readonly variables: readonly string[];
  readonly platform: string;
  /** The full path of a command, or `undefined`. */
  readonly find: (command: string) => Promise<string | undefined>;
}

/**
 * Throws a ConfigError unless the policy lets the plugin run. With an allowlist the plugin must exist, and one of the
 * entries must be found at the same full path and allow its arguments and variables; an entry that does not exist
 * allows nothing.
 */
export async function requireAllowed(policy: ExecPolicy | undefined, check: PolicyCheck): Promise<void> {
  const problems = policyProblems(policy);
  if (problems.length > 0) throw new ConfigError(problems);
  if (policy === undefined || policy.policy === "AllowAll") return;
  const { command, path, args, find } = check;
  const name = JSON.stringify(command);
  const refused = new ConfigError(`the exec plugin ${name} may not run: the exec policy is ${policy.policy}`);
  if (policy.policy === "DenyAll" || path === undefined) throw refused;
  let reason: ConfigError | undefined;
  for (const entry of policy.allowlist ?? []) {
    if ((await find(entry.name)) !== path) continue;
    const variable = check.variables.find((candidate) => !allowsVariable(entry, candidate, check.platform));
    if (variable !== undefined) {
      const shown = JSON.stringify(variable.slice(0, 64));
      reason ??= new ConfigError(
        `the exec plugin ${name} may not run: its variable ${shown} is not among the env of its entry in the exec policy's allowlist`,
      );
    } else if (entry.args !== undefined && !isDeepStrictEqual([...entry.args], [...args])) {
      reason ??= new ConfigError(
        `the exec plugin ${name} may not run: its arguments are not the args of its entry in the exec policy's allowlist`,
      );
    } else return;
  }
  throw reason ?? refused;
}

/** Windows treats `Path` and `PATH` as one variable. */
function allowsVariable({ env = [] }: AllowedPlugin, name: string, platform: string): boolean {
  const same = (text: string): string => (platform === "win32" ? text.toUpperCase() : text);
  return env.some((allowed) => same(allowed) === same(name));
}
