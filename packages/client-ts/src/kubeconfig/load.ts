import { InvalidArgumentError } from "../errors/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { type Clock, isRecord } from "../util/index.ts";
import { loadingRules, readChain } from "./chain.ts";
import { decodeKubeconfig, parseKubeconfig } from "./decode.ts";
import { untrustedFileHost } from "./distrust.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";
import { codeOf, homeOf, type Host, hostWith } from "./host.ts";
import { Kubeconfig, type KubeconfigOptions, type PromptForPassword } from "./kubeconfig.ts";
import { nodeHost } from "./node/host.ts";
import type { KubeconfigOverrides } from "./overrides.ts";
import { pathsOf } from "./paths.ts";
import { needsPassword } from "./to-rest-config.ts";
import type { KubeconfigData, KubeconfigFile } from "./types.ts";
import { maxKubeconfigBytes } from "./yaml.ts";

/**
 * Options of {@link loadKubeconfig}. The overrides among them win over what the kubeconfig says. At most one of `path`,
 * `text` and `object`.
 */
export interface LoadOptions extends KubeconfigOverrides {
  /** One file, which must exist; the environment is not looked at and nothing is merged. */
  readonly path?: string | undefined;
  /** The kubeconfig itself, as YAML or JSON. What it leaves open is not taken from the machine. */
  readonly text?: string | undefined;
  /**
   * The kubeconfig itself, as a parser made it from YAML or JSON. What it leaves open is not taken from the machine.
   */
  readonly object?: Partial<KubeconfigFile> | undefined;
  /**
   * The environment variables that the kubeconfig, the home folder and the address of a Pod's server are looked up in.
   * Proxies and exec plugins use `env` of the RestConfig. Default: the process's own.
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Called when `KUBECONFIG` names files and none of them exists. Default: nothing. */
  readonly onMissingFiles?: ((message: string) => void) | undefined;
  /**
   * Asks for a name and a password when the server of the context is reached by TLS and its user has no credential of
   * any kind. Called once, while loading; the answer is sent to that server only. Default: the user is not asked.
   */
  readonly prompt?: PromptForPassword | undefined;
  /** The machine. Default: this one, through Node. */
  readonly host?: Host | undefined;
  /** For the wait for another process that writes the same file. Default: the system's. */
  readonly clock?: Clock | undefined;
  /**
   * `false` for a kubeconfig from an untrusted source, which `path`, `text` or `object` must then give. The only
   * credential that is ever sent is one written in it or in files inside its own folder, which are read once: its exec
   * plugin never runs, its auth provider is not used, no prompt is shown, and what it leaves open is not taken from the
   * machine. What you say in the overrides counts as your own. Default `true`.
   */
  readonly trusted?: boolean | undefined;
}

/**
 * Reads a kubeconfig: from the named file, from the given text or object, else where kubectl looks, in the files of
 * `KUBECONFIG` or in `~/.kube/config`. Missing files are left out; broken ones make one error that names each. Nothing
 * is run. Without any file the result is empty, and its `restConfig()` looks for the cluster we run in.
 *
 * ```ts
 * const kubeconfig = await loadKubeconfig({ context: "staging" });
 * const config = kubeconfig.restConfig();
 * ```
 */
export async function loadKubeconfig(options: LoadOptions = {}): Promise<Kubeconfig> {
  const {
    path,
    text,
    object,
    env,
    onMissingFiles,
    host: machine = nodeHost,
    clock,
    prompt,
    trusted: asked,
    ...overrides
  } = options;
  requireSource(options);
  const host = env === undefined ? machine : hostWith(machine, { env });
  const trusted = isTrusted(asked);
  const made = { host, overrides, trusted, clock };
  if (text !== undefined || object !== undefined) {
    const data = text === undefined ? decodeKubeconfig(object) : await parseKubeconfig(text);
    return ask(prompt, data, { ...made, rules: { files: [], explicit: true, warnIfAllMissing: false } });
  }
  const rules = loadingRules(host, path);
  if (!rules.explicit && !host.env.KUBECONFIG) await migrateOldFile(host);
  const { data, missing } = await readChain(rules, trusted ? host : untrustedFileHost(host));
  if (
    rules.warnIfAllMissing &&
    missing.length > 0 &&
    missing.length === rules.files.filter((file) => file !== "").length
  ) {
    onMissingFiles?.(`no kubeconfig was found at ${missing.join(", ")}`);
  }
  return ask(prompt, data, { ...made, rules, missing });
}

/** The kubeconfig, with a name and a password from the user when the context in use needs them. */
async function ask(
  prompt: PromptForPassword | undefined,
  data: KubeconfigData,
  options: KubeconfigOptions,
): Promise<Kubeconfig> {
  const kubeconfig = new Kubeconfig(data, options);
  if (prompt === undefined || !kubeconfig.isTrusted) return kubeconfig;
  let config: RestConfig;
  try {
    config = kubeconfig.restConfig();
  } catch {
    return kubeconfig; // which throws the same when its configuration is asked for
  }
  if (!needsPassword(config)) return kubeconfig;
  const { username, password } = await prompt();
  return new Kubeconfig(data, { ...options, answer: { host: config.host, username, password } });
}

/** Whether the option is set. Anything but `true` and nothing means no, because a mistake must not grant access. */
function isTrusted(trusted: boolean | undefined): boolean {
  return trusted === undefined || trusted === true;
}

/** Throws unless the options name at most one source, of the right type, and exactly one when it is not trusted. */
function requireSource({ path, text, object, trusted }: LoadOptions): void {
  const given = Object.entries({ path, text, object }).filter(([, value]) => value !== undefined);
  if (given.length > 1)
    throw new InvalidArgumentError(`give a kubeconfig once, not as ${given.map(([name]) => name).join(" and ")}`);
  if (given.length === 0 && !isTrusted(trusted))
    throw new InvalidArgumentError("a kubeconfig that is not trusted must be given as path, text or object");
  if (path !== undefined && (typeof path !== "string" || path === ""))
    throw new InvalidArgumentError("the path of a kubeconfig must be a text that is not empty");
  if (text !== undefined && typeof text !== "string")
    throw new InvalidArgumentError("the text of a kubeconfig must be a string");
  if (object !== undefined && !isRecord(object))
    throw new InvalidArgumentError(
      "a kubeconfig as an object must be one: give a file as path, and YAML or JSON as text",
    );
}

/**
 * kubectl's files once were `~/.kube/.kubeconfig`; such a file is copied to the new name when there is none, never
 * executable.
 */
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
    if (facts.isDirectory)
      throw new KubeconfigError("unreadable", `cannot copy "${source}" to "${destination}": it is a folder`);
    const bytes = await host.readFile(source, { maxBytes: maxKubeconfigBytes });
    await host.replaceFile(destination, Buffer.from(bytes).toString("utf8"), facts.mode & 0o666);
  } catch (error) {
    if (error instanceof KubeconfigError) throw error;
    if (!["EACCES", "EPERM"].includes(codeOf(error)))
      throw new KubeconfigError("unreadable", `cannot copy "${source}" (${codeOf(error)})`);
  }
}
