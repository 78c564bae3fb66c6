import type { Clock } from "../util/index.ts";
import { loadingRules, readChain } from "./chain.ts";
import { KubeconfigError } from "./errors.ts";
import { codeOf, homeOf, type Host } from "./host.ts";
import { Kubeconfig, type PromptForPassword } from "./kubeconfig.ts";
import { nodeHost } from "./node/host.ts";
import type { KubeconfigOverrides } from "./overrides.ts";
import { pathsOf } from "./paths.ts";
import { maxKubeconfigBytes } from "./yaml.ts";

/** Options of {@link loadKubeconfig}. The overrides among them win over what the files say. */
export interface LoadOptions extends KubeconfigOverrides {
  /** One file, which must exist; the environment is not looked at and nothing is merged. */
  readonly path?: string;
  /** Environment variables. Default: the process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Called when `KUBECONFIG` names files and none of them exists. Default: nothing. */
  readonly onWarning?: (message: string) => void;
  /** Asks for a name and a password when the user has no credential of any kind. Default: nobody is asked. */
  readonly prompt?: PromptForPassword;
  /** The machine. Default: this one, through Node. */
  readonly host?: Host;
  /** For the wait for another process that writes the same file. Default: the system's. */
  readonly clock?: Clock;
  /**
   * `false` for a kubeconfig from somebody else: its exec plugin never runs, its auth provider is not asked, and it may name no file outside its own
   * folder. Default `true`.
   */
  readonly trusted?: boolean;
}

/**
 * Reads the kubeconfig that kubectl would read: the named file, else the files of `KUBECONFIG`, else `~/.kube/config`. Missing files are left out;
 * broken ones make one error that names each. Nothing is run. Without any file the result is empty, and its `restConfig()` looks for the
 * cluster we run in.
 *
 * ```ts
 * const kubeconfig = await loadKubeconfig({ context: "staging" });
 * const config = await kubeconfig.restConfig();
 * ```
 */
export async function loadKubeconfig(options: LoadOptions = {}): Promise<Kubeconfig> {
  const { path, env, onWarning, host: machine = nodeHost, clock, prompt, trusted, ...overrides } = options;
  const host = env === undefined ? machine : withEnv(machine, env);
  const rules = loadingRules(host, path);
  if (!rules.explicit && !host.env.KUBECONFIG) await migrateOldFile(host);
  const { data, missing } = await readChain(rules, host);
  if (rules.warnIfAllMissing && missing.length > 0 && missing.length === rules.files.filter((file) => file !== "").length) {
    onWarning?.(`no kubeconfig found: ${missing.join(", ")}`);
  }
  return new Kubeconfig(data, { host, rules, overrides, prompt, trusted, ...(clock === undefined ? {} : { clock }) });
}

/** kubectl's files once were `~/.kube/.kubeconfig`; such a file is copied to the new name when there is none, never executable. */
async function migrateOldFile(host: Host): Promise<void> {
  const home = homeOf(host);
  if (home === undefined) return;
  const paths = pathsOf(host.platform);
  const destination = paths.join(home, ".kube", "config");
  const source = paths.join(home, ".kube", ".kubeconfig");
  try {
    if ((await host.stat(destination)) !== undefined) return;
    const facts = await host.stat(source);
    if (facts === undefined) return;
    if (facts.isDirectory) throw new KubeconfigError("unreadable", `cannot copy "${source}" to "${destination}": it is a folder`);
    const bytes = await host.readFile(source, { maxBytes: maxKubeconfigBytes });
    await host.replaceFile(destination, Buffer.from(bytes).toString("utf8"), facts.mode & 0o666);
  } catch (error) {
    if (error instanceof KubeconfigError) throw error;
    if (!["EACCES", "EPERM"].includes(codeOf(error))) throw new KubeconfigError("unreadable", `cannot copy "${source}" (${codeOf(error)})`);
  }
}

/** The same machine with other variables. */
function withEnv(host: Host, env: Host["env"]): Host {
  return Object.create(host, { env: { value: env, enumerable: true } }) as Host;
}
