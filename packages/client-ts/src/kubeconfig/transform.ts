import { withoutUserinfo } from "../transport/index.ts";
import { defined } from "../util/index.ts";
import { describeMissing } from "./describe-missing.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";
import { codeOf } from "./host.ts";
import { mapEntries } from "./merge.ts";
import { baseOf, type PathRules, pathsOf } from "./paths.ts";
import type { KubeconfigCluster, KubeconfigData, KubeconfigUser, NamedExtension } from "./types.ts";

/** What stands in for a credential. */
const redactedText = "REDACTED";
/** The same as data: kubectl's own word, which happens to be base64. */
const redactedData = "DATA+OMITTED";

/** Only what a context needs: it, its cluster and its user. Default: the current context. */
export function minifyKubeconfig(data: KubeconfigData, context: string = data.currentContext): KubeconfigData {
  if (context === "") throw new KubeconfigError("invalid", "a kubeconfig without a current context cannot be minified");
  const found = data.contexts.get(context);
  if (found === undefined)
    throw new KubeconfigError("context-not-found", describeMissing("context", context, data.contexts));
  return {
    ...data,
    currentContext: context,
    contexts: new Map([[context, found]]),
    clusters: only(
      data.clusters,
      found.value.cluster,
      `cluster "${found.value.cluster}" of context "${context}" does not exist`,
    ),
    users: only(data.users, found.value.user, `user "${found.value.user}" of context "${context}" does not exist`),
  };
}

/** One that needs no other file: certificates and keys as data. Token files stay files, because they change. */
export function flattenKubeconfig(
  data: KubeconfigData,
  readFile: (path: string) => Uint8Array,
  rules: PathRules,
): KubeconfigData {
  const take = <T extends KubeconfigCluster | KubeconfigUser>(
    value: T,
    file: keyof T,
    content: keyof T,
    origin: string,
  ): T => {
    const path = value[file] as string | undefined;
    if (path === undefined) return value;
    if (value[content] !== undefined)
      throw new KubeconfigError("invalid", `${String(file)} and ${String(content)} cannot both be set`);
    const paths = pathsOf(rules.platform);
    const { [file]: _, ...rest } = value;
    const absolute = paths.isAbsolute(path) ? path : paths.join(baseOf(origin, rules), path);
    let bytes: Uint8Array;
    try {
      bytes = readFile(absolute);
    } catch (error) {
      throw new KubeconfigError("unreadable", `the ${String(file)} "${absolute}" cannot be read (${codeOf(error)})`);
    }
    return {
      ...rest,
      ...defined({ [content]: bytes.length > 0 ? Buffer.from(bytes).toString("base64") : undefined }),
    } as unknown as T;
  };
  const users = new Map(data.users);
  for (const [name, { value, origin }] of data.users) {
    const withCertificate = take(value, "client-certificate", "client-certificate-data", origin);
    users.set(name, { origin, value: take(withCertificate, "client-key", "client-key-data", origin) });
  }
  const clusters = new Map(data.clusters);
  for (const [name, { value, origin }] of data.clusters) {
    clusters.set(name, {
      origin,
      value: take(value, "certificate-authority", "certificate-authority-data", origin),
    });
  }
  return { ...data, clusters, users };
}

/** For display: certificates, keys and tokens are replaced by a word. */
export function shortenKubeconfig(data: KubeconfigData): KubeconfigData {
  return {
    ...data,
    clusters: mapEntries(data.clusters, (cluster) => replace(cluster, ["certificate-authority-data"], redactedData)),
    users: mapEntries(data.users, (user) =>
      replace(replace(user, ["client-certificate-data", "client-key-data"], redactedData), ["token"], redactedText),
    ),
  };
}

/**
 * Without credentials: keys, tokens, passwords, what an exec plugin or an auth provider is given, a login in a URL, and
 * what tools keep in extensions, because their content is unknown.
 */
export function redactKubeconfig(data: KubeconfigData): KubeconfigData {
  return {
    ...data,
    preferences: withoutExtensions(data.preferences),
    extensions: new Map([...data.extensions.keys()].map((name) => [name, redactedText])),
    contexts: mapEntries(data.contexts, withoutExtensions),
    clusters: mapEntries(data.clusters, (cluster) => {
      const { server, "proxy-url": proxy } = cluster;
      const safe = { ...withoutExtensions(cluster), server: withoutUserinfo(server) };
      return proxy === undefined ? safe : { ...safe, "proxy-url": withoutUserinfo(proxy) };
    }),
    users: mapEntries(data.users, (user) => {
      const safe = replace(
        replace(withoutExtensions(user), ["token", "password"], redactedText),
        ["client-key-data"],
        redactedData,
      );
      const { exec, "auth-provider": provider } = safe;
      if (exec !== undefined) {
        safe.exec = {
          ...exec,
          args: exec.args === null || exec.args.length === 0 ? exec.args : [redactedText],
          env: exec.env?.map(({ name }) => ({ name, value: redactedText })) ?? null,
        };
      }
      if (provider !== undefined)
        safe["auth-provider"] = {
          ...provider,
          config: provider.config === null ? null : { [redactedText]: redactedText },
        };
      return safe;
    }),
  };
}

/** With the names of extensions, without what they hold. */
function withoutExtensions<T extends { extensions?: NamedExtension[] }>(value: T): T {
  if (value.extensions === undefined) return value;
  return { ...value, extensions: value.extensions.map(({ name }) => ({ name, extension: redactedText })) };
}

function replace<T extends object>(value: T, fields: readonly (keyof T)[], text: string): T {
  const changed = { ...value };
  for (const field of fields) if (changed[field] !== undefined) changed[field] = text as T[keyof T];
  return changed;
}

function only<T>(entries: ReadonlyMap<string, T>, name: string, missing: string): Map<string, T> {
  if (name === "") return new Map();
  const entry = entries.get(name);
  if (entry === undefined) throw new KubeconfigError("invalid", missing);
  return new Map([[name, entry]]);
}
