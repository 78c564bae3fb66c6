import { inspect } from "node:util";
import type { Secret } from "../errors/index.ts";
import type { RestConfig } from "../transport/index.ts";
import type { Clock } from "../util/index.ts";
import { encodeKubeconfig } from "./decode.ts";
import { isEmptyConfig } from "./errors.ts";
import { refuseUntrusted } from "./distrust.ts";
import type { Host } from "./host.ts";
import { inClusterConfig, inClusterNamespace, isInClusterPossible } from "./in-cluster.ts";
import type { LoadingRules } from "./chain.ts";
import { type Effective, effective, type KubeconfigOverrides } from "./overrides.ts";
import { resolveLocalPaths } from "./paths.ts";
import { type KubeconfigDraft, modifyKubeconfig } from "./save.ts";
import { isTls } from "./server-url.ts";
import { canIdentifyUser, toRestConfig } from "./to-rest-config.ts";
import { flattenKubeconfig, minifyKubeconfig, redactKubeconfig, shortenKubeconfig } from "./transform.ts";
import type { KubeconfigData, KubeconfigFile } from "./types.ts";
import { confirmUsable, validateKubeconfig } from "./validate.ts";
import { writeYaml } from "./yaml.ts";

/** What a {@link Kubeconfig} is made with. */
export interface KubeconfigOptions {
  readonly host: Host;
  /** The files it came from. */
  readonly rules: LoadingRules;
  readonly overrides?: KubeconfigOverrides;
  /** Asks somebody for a name and a password, when the server is reached by TLS and the user has no credential of any kind. Asked once. */
  readonly prompt?: PromptForPassword | undefined;
  readonly clock?: Clock;
  /** `false`: it is from somebody else; see `LoadOptions`. */
  readonly trusted?: boolean | undefined;
}

/** Asks somebody at a terminal who they are. */
export type PromptForPassword = () => Promise<{ readonly username: string; readonly password: Secret }>;

/** A namespace, and whether somebody asked for it beside the kubeconfig. */
export interface ChosenNamespace {
  readonly name: string;
  readonly overridden: boolean;
}

/** Marks a Kubeconfig across copies of this package in one process, where `instanceof` would disagree. */
const brand = Symbol.for("client-ts.kubeconfig");

/** Whether a value is a {@link Kubeconfig}, of any copy of this package. */
export function isKubeconfig(value: unknown): value is Kubeconfig {
  return typeof value === "object" && value !== null && brand in value;
}

/**
 * A loaded kubeconfig, never changed in place: what derives gives a new one, and `modify` writes to the files. Printing one shows no credential;
 * only `toJSON` and `toYAML` give them, as `kubectl config view --raw` does.
 */
export class Kubeconfig {
  readonly #data: KubeconfigData;
  readonly #options: KubeconfigOptions;
  #prompted: Promise<{ readonly username: string; readonly password: Secret }> | undefined;

  static {
    Object.defineProperty(Kubeconfig.prototype, brand, { value: true });
    Object.defineProperty(Kubeconfig.prototype, inspect.custom, {
      value(this: Kubeconfig) {
        return { Kubeconfig: encodeKubeconfig(shortenKubeconfig(redactKubeconfig(this.data))) };
      },
    });
  }

  constructor(data: KubeconfigData, options: KubeconfigOptions) {
    this.#data = data;
    this.#options = options;
  }

  /** Entries by name, each with the file it came from; paths as the files have them. */
  get data(): KubeconfigData {
    return this.#data;
  }

  /** The name of the context that would be used; empty when there is none. */
  get currentContext(): string {
    return this.#options.overrides?.context || this.#data.currentContext;
  }

  /** The names of all contexts. */
  get contextNames(): readonly string[] {
    return [...this.#data.contexts.keys()];
  }

  /** The files it came from, strongest first, those that do not exist included. */
  get files(): readonly string[] {
    return this.#options.rules.files;
  }

  /** What `kubectl config view --raw -o json` prints: credentials in clear. */
  toJSON(): KubeconfigFile {
    return encodeKubeconfig(this.#data);
  }

  /** As {@link toJSON}, in YAML. */
  async toYAML(): Promise<string> {
    return writeYaml(this.toJSON());
  }

  /** The same with further overrides; those given here win. */
  with(overrides: KubeconfigOverrides): Kubeconfig {
    return new Kubeconfig(this.#data, { ...this.#options, overrides: { ...this.#options.overrides, ...overrides } });
  }

  /** Only what the context in use needs. */
  minify(): Kubeconfig {
    return this.#derive(minifyKubeconfig(this.#data, this.currentContext));
  }

  /** One that needs no other file: certificates and keys are read and taken in. */
  async flatten(): Promise<Kubeconfig> {
    return this.#derive(await flattenKubeconfig(this.#data, (path) => this.#options.host.readFile(path), this.#options.host));
  }

  /** For a reader's eyes: data replaced by a word. */
  shorten(): Kubeconfig {
    return this.#derive(shortenKubeconfig(this.#data));
  }

  /** Without credentials. */
  redact(): Kubeconfig {
    return this.#derive(redactKubeconfig(this.#data));
  }

  /** Throws one error with everything that is wrong in any entry. */
  async validate(): Promise<void> {
    await validateKubeconfig(this.#resolved(), this.#options.host);
  }

  /**
   * What a client needs to reach the context's cluster as its user. Throws one error with everything that is wrong with them. With nothing
   * configured it is the configuration of the Pod we run in, if we do.
   */
  async restConfig(): Promise<RestConfig> {
    if (this.#options.trusted ?? true) return this.#restConfig();
    refuseUntrusted(this.#choose(), this.files, this.#options.host.platform);
    const config = await this.#restConfig();
    Object.defineProperty(config, "execPolicy", { value: { policy: "DenyAll" }, enumerable: true });
    return config;
  }

  async #restConfig(): Promise<RestConfig> {
    const { host, overrides = {} } = this.#options;
    const chosen = this.#choose();
    const inCluster = async (): Promise<RestConfig | undefined> => {
      if (!(await isInClusterPossible(host))) return undefined;
      return { ...(await inClusterConfig({ host, overrides })), namespace: (await this.namespace()).name };
    };
    try {
      await confirmUsable(this.#resolved(), chosen, host);
    } catch (error) {
      const config = isEmptyConfig(error) ? await inCluster() : undefined;
      if (config !== undefined) return config;
      throw error;
    }
    if (this.#isDefaultOnly(chosen)) {
      const config = await inCluster();
      if (config !== undefined) return config;
    }
    const user = chosen.userName;
    const config = await toRestConfig(chosen, {
      host,
      timeout: overrides.timeout,
      namespace: (await this.namespace()).name,
      authProviderPersister:
        this.files.length === 0
          ? undefined
          : async (config) => {
              await this.modify((draft) => {
                const provider = draft.users.get(user)?.["auth-provider"];
                if (provider !== undefined) provider.config = { ...config };
              });
            },
    });
    return this.#options.prompt === undefined || !isTls(config.host) || canIdentifyUser(config)
      ? config
      : { ...config, ...(await this.#answered()) };
  }

  /** The namespace to work in: an override, else the context's, else the Pod's own, else `default`. */
  async namespace(): Promise<ChosenNamespace> {
    const { host } = this.#options;
    const chosen = this.#choose();
    const { namespace } = chosen.context;
    if (namespace !== undefined && namespace !== "") return { name: namespace, overridden: chosen.namespaceOverridden };
    if (await isInClusterPossible(host)) return { name: await inClusterNamespace(host), overridden: false };
    return { name: "default", overridden: false };
  }

  /**
   * Changes the files: they are read again under their locks, `change` works on the result, and each changed entry goes back to the file it
   * came from. Gives the kubeconfig as it then is.
   */
  async modify(
    change: (draft: KubeconfigDraft) => void,
    options: { relativizePaths?: boolean; lockTimeoutMs?: number } = {},
  ): Promise<Kubeconfig> {
    const { host, rules, clock } = this.#options;
    return this.#derive(await modifyKubeconfig(rules, change, { host, ...(clock === undefined ? {} : { clock }), ...options }));
  }

  /** What the prompt was answered with; a failure is asked again. */
  #answered(): Promise<{ readonly username: string; readonly password: Secret }> {
    this.#prompted ??= this.#options.prompt!().catch((error: unknown) => {
      this.#prompted = undefined;
      throw error;
    });
    return this.#prompted;
  }

  #derive(data: KubeconfigData): Kubeconfig {
    return new Kubeconfig(data, this.#options);
  }

  #resolved(): KubeconfigData {
    return resolveLocalPaths(this.#data, this.#options.host);
  }

  #choose(): Effective {
    return effective(this.#resolved(), { ...this.#options.overrides, clusterDefaults: this.#defaults() });
  }

  /** `KUBERNETES_MASTER` is the server of a configuration that names none. */
  #defaults(): NonNullable<KubeconfigOverrides["clusterDefaults"]> {
    const { host, overrides = {} } = this.#options;
    return overrides.clusterDefaults ?? (host.env.KUBERNETES_MASTER ? { server: host.env.KUBERNETES_MASTER } : {});
  }

  /** Whether nothing but the defaults say where to go. */
  #isDefaultOnly({ cluster, user, contextName }: Effective): boolean {
    const { clusterInfo, userInfo } = this.#options.overrides ?? {};
    return (
      contextName === "" &&
      cluster.server === this.#defaults().server &&
      Object.keys(user).length === 0 &&
      clusterInfo === undefined &&
      userInfo === undefined
    );
  }
}
