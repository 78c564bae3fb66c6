import { inspect } from "node:util";
import type { SecretValue } from "../errors/index.ts";
import { hideCredentials, type RestConfig } from "../transport/index.ts";
import { type Clock, defined } from "../util/index.ts";
import { encodeKubeconfig } from "./decode.ts";
import { isEmptyConfig } from "./kubeconfig-error.ts";
import { foldersOf, guardedHost, takeInFiles, untrustedFileHost } from "./distrust.ts";
import type { Host } from "./host.ts";
import { inClusterNamespace, isInClusterPossible, serviceAccountConfig } from "./in-cluster.ts";
import type { LoadingRules } from "./chain.ts";
import { type Effective, effective, type KubeconfigOverrides } from "./overrides.ts";
import { resolveLocalPaths } from "./paths.ts";
import { type KubeconfigDraft, modifyKubeconfig } from "./save.ts";
import { needsPassword, toRestConfig } from "./to-rest-config.ts";
import { flattenKubeconfig, minifyKubeconfig, redactKubeconfig, shortenKubeconfig } from "./transform.ts";
import type { KubeconfigData, KubeconfigFile } from "./types.ts";
import { confirmUsable, validateKubeconfig } from "./validate.ts";
import { writeYaml } from "./yaml.ts";

/** What a {@link Kubeconfig} is made with. */
export interface KubeconfigOptions {
  readonly host: Host;
  /** The files it came from. */
  readonly rules: LoadingRules;
  /** The files among them that do not exist. Default: none. */
  readonly missing?: readonly string[] | undefined;
  readonly overrides?: KubeconfigOverrides | undefined;
  /** What the user said when asked for a name and a password, and for which server. It is sent to no other. */
  readonly answer?: PasswordAnswer | undefined;
  readonly clock?: Clock | undefined;
  /** `false`: it is not trusted; see `LoadOptions`. Default `true`. */
  readonly trusted?: boolean | undefined;
}

/** Asks the user at a terminal for a name and a password. */
export type PromptForPassword = () => Promise<{ readonly username: string; readonly password: SecretValue }>;

/** A name and a password that a user gave for one server. */
export interface PasswordAnswer {
  readonly host: string;
  readonly username: string;
  readonly password: SecretValue;
}

/** A namespace, and whether an option or a flag gave it rather than the kubeconfig. */
export interface ChosenNamespace {
  readonly name: string;
  readonly overridden: boolean;
}

/**
 * A loaded kubeconfig, never changed in place: what derives gives a new one, and `modify` writes to the files. Printing
 * one, as JSON too, shows no credential; `exportRaw`, `entries` and `toYAML({ raw: true })` give them.
 */
export class Kubeconfig {
  readonly #data: KubeconfigData;
  readonly #options: KubeconfigOptions;

  static {
    Object.defineProperty(Kubeconfig.prototype, inspect.custom, {
      value(this: Kubeconfig) {
        return { Kubeconfig: this.toJSON() };
      },
    });
  }

  constructor(data: KubeconfigData, options: KubeconfigOptions) {
    this.#data = data;
    this.#options = options;
  }

  /** Entries by name, each with the file it came from; paths as the files have them, credentials in clear. */
  entries(): KubeconfigData {
    return this.#data;
  }

  /** The name of the context that would be used; empty when there is none. */
  get currentContext(): string {
    return this.#options.overrides?.context || this.#data.currentContext;
  }

  /** Whether it may name files, plugins and providers; `false` when it is not trusted. */
  get isTrusted(): boolean {
    return this.#options.trusted ?? true;
  }

  /** The names of all contexts. */
  get contextNames(): readonly string[] {
    return [...this.#data.contexts.keys()];
  }

  /** The files it came from, strongest first, those that do not exist included. */
  get files(): readonly string[] {
    return this.#options.rules.files;
  }

  /**
   * What is safe to log, as `kubectl config view -o json` prints it: REDACTED and DATA+OMITTED instead of credentials.
   */
  toJSON(): KubeconfigFile {
    return encodeKubeconfig(shortenKubeconfig(redactKubeconfig(this.#data)));
  }

  /** What `kubectl config view --raw -o json` prints: credentials in clear. */
  exportRaw(): KubeconfigFile {
    return encodeKubeconfig(this.#data);
  }

  /** As {@link toJSON}, in YAML; with `raw` as {@link exportRaw}, credentials in clear. */
  async toYAML({ raw = false }: { readonly raw?: boolean | undefined } = {}): Promise<string> {
    return writeYaml(raw ? this.exportRaw() : this.toJSON());
  }

  /** This kubeconfig with further overrides; those given here win. */
  with(overrides: KubeconfigOverrides): Kubeconfig {
    const all = { ...this.#options.overrides, ...defined(overrides) };
    return new Kubeconfig(this.#data, { ...this.#options, overrides: all });
  }

  /**
   * The same kubeconfig, not trusted, as with `trusted: false` of `loadKubeconfig`. There is no way back.
   */
  distrust(): Kubeconfig {
    return new Kubeconfig(this.#data, { ...this.#options, trusted: false });
  }

  /** Only what the context in use needs. */
  minify(): Kubeconfig {
    return this.#derive(minifyKubeconfig(this.#data, this.currentContext));
  }

  /** One that needs no other file: it holds the content of certificates and keys instead of their paths. */
  async flatten(): Promise<Kubeconfig> {
    const host = this.#fileHost();
    return this.#derive(flattenKubeconfig(this.#data, (path) => host.readFileSync(path), host));
  }

  /** For display: tokens and the data of certificates and keys are replaced by a word. */
  shorten(): Kubeconfig {
    return this.#derive(shortenKubeconfig(this.#data));
  }

  /** Without credentials. */
  redact(): Kubeconfig {
    return this.#derive(redactKubeconfig(this.#data));
  }

  /** Throws one error with everything that is wrong in any entry. */
  async validate(): Promise<void> {
    validateKubeconfig(this.#resolved(), this.#fileHost(), this.#options.missing);
  }

  /**
   * What a client needs to reach the context's cluster as its user. Throws one error with everything that is wrong with
   * them. With nothing configured in the files it is the configuration of the Pod we run in, if we do; a kubeconfig
   * given as text or object, or one that is not trusted, is never replaced by that.
   *
   * It waits for nothing, so that a constructor can call it: the files that the context names are read at once. Tokens
   * and certificates in files are read again while a client uses them.
   */
  restConfig(): RestConfig {
    if (this.isTrusted) return this.#restConfig(this.#choose());
    const chosen = takeInFiles(this.#choose(), this.#options.overrides ?? {}, this.#fileHost());
    return hideCredentials({ ...this.#restConfig(chosen), execPolicy: { policy: "DenyAll" } });
  }

  #restConfig(chosen: Effective): RestConfig {
    const { host, overrides = {}, answer } = this.#options;
    const inCluster = (): RestConfig | undefined => {
      if (!this.#mayUseEnvironment() || !isInClusterPossible(host)) return undefined;
      return { ...serviceAccountConfig({ host, overrides }), namespace: this.namespace().name };
    };
    try {
      confirmUsable(this.#resolved(), chosen, host, this.#options.missing);
    } catch (error) {
      const config = isEmptyConfig(error) ? inCluster() : undefined;
      if (config !== undefined) return config;
      throw error;
    }
    if (this.#isDefaultOnly(chosen)) {
      const config = inCluster();
      if (config !== undefined) return config;
    }
    const user = chosen.userName;
    const config = toRestConfig(chosen, {
      host,
      timeout: overrides.timeout,
      namespace: this.namespace().name,
      authProviderPersister:
        this.files.length === 0 || !this.isTrusted
          ? undefined
          : async (config) => {
              await this.modify((draft) => {
                const provider = draft.users.get(user)?.["auth-provider"];
                if (provider !== undefined) provider.config = { ...config };
              });
            },
    });
    if (answer === undefined || answer.host !== config.host || !this.isTrusted || !needsPassword(config)) return config;
    return { ...config, username: answer.username, password: answer.password };
  }

  /** The namespace to work in: an override, else the context's, else (for files only) the Pod's own, else `default`. */
  namespace(): ChosenNamespace {
    const { host } = this.#options;
    const chosen = this.#choose();
    const { namespace } = chosen.context;
    if (namespace !== undefined && namespace !== "") return { name: namespace, overridden: chosen.namespaceOverridden };
    if (this.#mayUseEnvironment() && isInClusterPossible(host))
      return { name: inClusterNamespace(host), overridden: false };
    return { name: "default", overridden: false };
  }

  /**
   * Changes the files: they are read again under their locks, `change` works on the result, and each changed entry goes
   * back to the file it came from. Gives the kubeconfig as it then is.
   */
  async modify(
    change: (draft: KubeconfigDraft) => void,
    options: { relativizePaths?: boolean | undefined; lockTimeoutMs?: number | undefined } = {},
  ): Promise<Kubeconfig> {
    const { rules, clock } = this.#options;
    const host = this.isTrusted ? this.#options.host : untrustedFileHost(this.#options.host);
    return this.#derive(await modifyKubeconfig(rules, change, { host, clock, ...options }));
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
    const server = this.#mayUseEnvironment() ? host.env.KUBERNETES_MASTER : undefined;
    return overrides.clusterDefaults ?? defined({ server: server || undefined });
  }

  /**
   * Whether what the kubeconfig leaves open may come from the machine: the server of the environment, the Pod's service
   * account and namespace. Not when the caller gave the document itself, as with client-go's NewClientConfigFromBytes.
   */
  #mayUseEnvironment(): boolean {
    const { files, explicit } = this.#options.rules;
    return this.isTrusted && (files.length > 0 || !explicit);
  }

  /** The machine as the files named in this kubeconfig are read from it. */
  #fileHost(): Host {
    const { host } = this.#options;
    return this.isTrusted ? host : guardedHost(host, foldersOf(this.files, host));
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
