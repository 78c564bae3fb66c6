/** Something that tools keep in a kubeconfig for themselves. */
export interface NamedExtension {
  name: string;
  extension: unknown;
}

/** Where a cluster is and how to trust it, with the file's own field names. */
export interface KubeconfigCluster {
  server: string;
  "tls-server-name"?: string;
  "insecure-skip-tls-verify"?: boolean;
  /** Path of a PEM file; relative to the kubeconfig it stands in. */
  "certificate-authority"?: string;
  /** PEM in base64. */
  "certificate-authority-data"?: string;
  "proxy-url"?: string;
  "disable-compression"?: boolean;
  extensions?: NamedExtension[];
}

/** An OIDC or other provider, as the file names it. */
export interface KubeconfigAuthProvider {
  name: string;
  config: { [key: string]: string } | null;
}

/** A command that prints a credential, as the file names it. */
export interface KubeconfigExec {
  command: string;
  args: string[] | null;
  env: { name: string; value: string }[] | null;
  apiVersion?: string;
  installHint?: string;
  provideClusterInfo: boolean;
  interactiveMode?: string;
}

/** Who we are, with the file's own field names. */
export interface KubeconfigUser {
  "client-certificate"?: string;
  "client-certificate-data"?: string;
  "client-key"?: string;
  "client-key-data"?: string;
  token?: string;
  tokenFile?: string;
  as?: string;
  "as-uid"?: string;
  "as-groups"?: string[];
  "as-user-extra"?: { [key: string]: string[] | null };
  username?: string;
  password?: string;
  "auth-provider"?: KubeconfigAuthProvider;
  exec?: KubeconfigExec;
  extensions?: NamedExtension[];
}

/** A cluster, a user and a namespace, together. */
export interface KubeconfigContext {
  cluster: string;
  user: string;
  namespace?: string;
  extensions?: NamedExtension[];
}

/** Settings of the whole file; no longer used by kubectl. */
export interface KubeconfigPreferences {
  colors?: boolean;
  extensions?: NamedExtension[];
}

/** A kubeconfig as its file has it, complete: what `kubectl config view --raw -o json` prints. */
export interface KubeconfigFile {
  kind: "Config";
  apiVersion: "v1";
  preferences?: KubeconfigPreferences;
  clusters: { name: string; cluster: KubeconfigCluster }[] | null;
  users: { name: string; user: KubeconfigUser }[] | null;
  contexts: { name: string; context: KubeconfigContext }[] | null;
  "current-context": string;
  extensions?: NamedExtension[];
}

/** One named entry, and the file it came from; empty when it came from none. */
export interface KubeconfigEntry<T> {
  readonly value: T;
  readonly origin: string;
}

/**
 * A kubeconfig in memory: entries by name. Maps, because users choose the names, and `__proto__` is one of them. Not
 * to be changed in place; every function here gives a new one.
 */
export interface KubeconfigData {
  readonly clusters: ReadonlyMap<string, KubeconfigEntry<KubeconfigCluster>>;
  readonly users: ReadonlyMap<string, KubeconfigEntry<KubeconfigUser>>;
  readonly contexts: ReadonlyMap<string, KubeconfigEntry<KubeconfigContext>>;
  readonly currentContext: string;
  readonly preferences: KubeconfigPreferences;
  readonly extensions: ReadonlyMap<string, unknown>;
}

/** A kubeconfig with nothing in it. */
export function emptyKubeconfig(): KubeconfigData {
  return {
    clusters: new Map(),
    users: new Map(),
    contexts: new Map(),
    currentContext: "",
    preferences: {},
    extensions: new Map(),
  };
}

/** Whether there is nothing in it. */
export function isEmptyData(data: KubeconfigData): boolean {
  return (
    data.clusters.size === 0 &&
    data.users.size === 0 &&
    data.contexts.size === 0 &&
    data.currentContext === "" &&
    data.extensions.size === 0 &&
    data.preferences.colors !== true &&
    (data.preferences.extensions ?? []).length === 0
  );
}
