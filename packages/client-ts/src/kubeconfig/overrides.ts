import { InvalidArgumentError } from "../errors/index.ts";
import { defined } from "../util/index.ts";
import { describeMissing } from "./describe-missing.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";
import type { KubeconfigCluster, KubeconfigContext, KubeconfigData, KubeconfigUser } from "./types.ts";

/** What a program sets in addition to its kubeconfig, as kubectl's flags do. What is set wins over the file. */
export interface KubeconfigOverrides {
  /** The context to use instead of the current one. */
  readonly context?: string | undefined;
  /** The cluster to use instead of the context's, by name. */
  readonly cluster?: string | undefined;
  /** The user to be instead of the context's, by name. */
  readonly user?: string | undefined;
  /** `shop`, or as kubectl takes it `ns/shop`, `namespace/shop`, `namespaces/shop`. */
  readonly namespace?: string | undefined;
  /** Fields of the cluster. A CA or insecure here clears the file's; a server clears its `tls-server-name`. */
  readonly clusterInfo?: Partial<KubeconfigCluster> | undefined;
  /** Fields of the user. A certificate, a key or a token here replaces both the file's path and its data. */
  readonly userInfo?: Partial<KubeconfigUser> | undefined;
  /** What the cluster has where the file says nothing. */
  readonly clusterDefaults?: Partial<KubeconfigCluster> | undefined;
  /** Limit for one call: seconds, or a duration such as `1m30s`. */
  readonly timeout?: string | undefined;
}

/** The result of a kubeconfig and its overrides. */
export interface Effective {
  readonly contextName: string;
  readonly context: KubeconfigContext;
  readonly clusterName: string;
  readonly cluster: KubeconfigCluster;
  readonly userName: string;
  readonly user: KubeconfigUser;
  /** Whether the namespace came from the overrides. */
  readonly namespaceOverridden: boolean;
}

/**
 * Chooses context, cluster and user, and lays the overrides over them. A name in the overrides that does not exist is
 * an error.
 */
export function effective(data: KubeconfigData, overrides: KubeconfigOverrides = {}): Effective {
  const contextName = overrides.context || data.currentContext;
  const found = data.contexts.get(contextName)?.value;
  if (found === undefined && overrides.context) {
    throw new KubeconfigError("context-not-found", describeMissing("context", overrides.context, data.contexts));
  }
  const namespace = overrides.namespace === undefined ? undefined : stripNamespacePrefix(overrides.namespace);
  const context: KubeconfigContext = {
    cluster: "",
    user: "",
    ...found,
    ...defined({
      cluster: overrides.cluster || undefined,
      user: overrides.user || undefined,
      namespace: namespace || undefined,
    }),
  };

  const cluster = data.clusters.get(context.cluster)?.value;
  if (cluster === undefined && overrides.cluster)
    throw new KubeconfigError("invalid", describeMissing("cluster", overrides.cluster, data.clusters));
  const user = data.users.get(context.user)?.value;
  if (user === undefined && overrides.user)
    throw new KubeconfigError("invalid", describeMissing("user", overrides.user, data.users));

  return {
    contextName,
    context,
    clusterName: context.cluster,
    cluster: mergeCluster(overrides.clusterDefaults ?? {}, cluster ?? { server: "" }, overrides.clusterInfo ?? {}),
    userName: context.user,
    user: mergeUser(user ?? {}, overrides.userInfo ?? {}),
    namespaceOverridden: namespace !== undefined && namespace !== "",
  };
}

function mergeCluster(
  defaults: Partial<KubeconfigCluster>,
  file: KubeconfigCluster,
  over: Partial<KubeconfigCluster>,
): KubeconfigCluster {
  const {
    "insecure-skip-tls-verify": insecure,
    "certificate-authority": ca,
    "certificate-authority-data": caData,
    ...rest
  } = {
    server: "",
    ...set(defaults),
    ...set(file),
    ...set(over),
  };
  const { "tls-server-name": serverName, ...withoutServerName } = rest;
  const overTrust = defined({
    "insecure-skip-tls-verify": over["insecure-skip-tls-verify"] || undefined,
    "certificate-authority": over["certificate-authority"] || undefined,
    "certificate-authority-data": over["certificate-authority-data"] || undefined,
  });
  const fileTrust = defined({
    "insecure-skip-tls-verify": insecure,
    "certificate-authority": ca,
    "certificate-authority-data": caData,
  });
  const name = over["tls-server-name"] || over.server ? over["tls-server-name"] : serverName;
  return {
    ...withoutServerName,
    ...(Object.keys(overTrust).length > 0 ? overTrust : fileTrust),
    ...defined({ "tls-server-name": name || undefined }),
  } as KubeconfigCluster;
}

function mergeUser(file: KubeconfigUser, over: Partial<KubeconfigUser>): KubeconfigUser {
  const merged = { ...set(file), ...set(over) } as KubeconfigUser;
  for (const [path, data] of [
    ["client-key", "client-key-data"],
    ["client-certificate", "client-certificate-data"],
    ["tokenFile", "token"],
  ] as const) {
    if (!over[path] && !over[data]) continue;
    delete merged[path];
    delete merged[data];
    Object.assign(merged, defined({ [path]: over[path] || undefined, [data]: over[data] || undefined }));
  }
  if (file["as-user-extra"] !== undefined && over["as-user-extra"] !== undefined) {
    merged["as-user-extra"] = Object.fromEntries([
      ...Object.entries(file["as-user-extra"]),
      ...Object.entries(over["as-user-extra"]),
    ]);
  }
  return merged;
}

/** Only the fields that say something: no empty text, no empty list, no `false`. */
function set<T extends object>(value: T): Partial<T> {
  const says = (field: unknown): boolean =>
    field !== undefined && field !== "" && field !== false && !(Array.isArray(field) && field.length === 0);
  return Object.fromEntries(Object.entries(value).filter(([, field]) => says(field))) as Partial<T>;
}

/** `ns/shop` is `shop`: people paste what kubectl prints. */
export function stripNamespacePrefix(namespace: string): string {
  return /^(?:namespaces|namespace|ns)\/(.+)$/.exec(namespace)?.[1] ?? namespace;
}

const unitsMs = new Map([
  ["ns", 1e-6],
  ["us", 1e-3],
  ["\u00b5s", 1e-3],
  ["\u03bcs", 1e-3],
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

/** Milliseconds of a time limit: `0` for none, seconds as a plain number, or a duration in Go's words, `1m30s`. */
export function parseTimeout(text: string): number {
  if (/^[0-9]{1,10}$/.test(text)) return Number(text) * 1000;
  const sign = /^[-+]/.exec(text)?.[0] ?? "";
  let total = 0;
  let rest = text.slice(sign.length);
  while (rest !== "") {
    const part = /^([0-9]{0,15}(?:\.[0-9]{0,15})?)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)/.exec(rest);
    if (part === null || !/[0-9]/.test(part[1]!)) break;
    total += Number(part[1]) * unitsMs.get(part[2]!)!;
    rest = rest.slice(part[0].length);
  }
  if (rest !== "" || text === sign || sign === "-") {
    throw new InvalidArgumentError(
      `${JSON.stringify(text.slice(0, 64))} is not a time limit: give seconds or a duration such as 1m30s`,
    );
  }
  return total;
}
