import { ConfigError, InvalidArgumentError } from "../errors/index.ts";
import type { Kubeconfig, KubeconfigFile, LoadOptions } from "../kubeconfig/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { defined, isRecord } from "../util/index.ts";
import { type Client, type ClientOptions, newClient } from "./client.ts";
import { loadKubeconfig } from "./lazy-kubeconfig.ts";

/**
 * Options of {@link connect}. What concerns requests (`userAgent`, `timeoutMs`, `logger`, …) wins over the
 * configuration.
 */
export interface ConnectOptions
  extends ClientOptions,
    Pick<LoadOptions, "env" | "host" | "cluster" | "user" | "clusterInfo" | "userInfo" | "onMissingFiles">,
    Partial<
      Pick<
        RestConfig,
        | "userAgent"
        | "timeoutMs"
        | "qps"
        | "burst"
        | "rateLimiter"
        | "impersonate"
        | "onWarning"
        | "interceptors"
        | "logger"
        | "verbosity"
        | "meter"
        | "http2"
        | "limits"
        | "execPolicy"
        | "authProviders"
        | "disableCompression"
      >
    > {
  /** The path of a kubeconfig file. */
  readonly kubeconfigPath?: string | undefined;
  /** A kubeconfig as YAML or JSON text. What it does not say is not taken from the machine. */
  readonly kubeconfigText?: string | undefined;
  /**
   * A loaded kubeconfig, a finished RestConfig, or what a parser made of a kubeconfig. At most one of the three; with
   * none of them we look where kubectl looks, and then for the cluster that we run in.
   */
  readonly kubeconfig?: Partial<KubeconfigFile> | Kubeconfig | RestConfig | undefined;
  /**
   * The context to use instead of the current one. With a RestConfig, this and the other options that choose from a
   * kubeconfig (`cluster`, `user`, `clusterInfo`, `userInfo`) are refused.
   */
  readonly context?: string | undefined;
  /**
   * The format in which objects of built-in kinds are asked for. Default `application/json`.
   * `application/vnd.kubernetes.protobuf`: protobuf where the server has it, which makes caches smaller; fields that
   * are newer than this package are then missing from objects. What we send is always JSON, and so are custom
   * resources.
   */
  readonly contentType?: "application/json" | "application/vnd.kubernetes.protobuf" | undefined;
  /**
   * `false` when the kubeconfig comes from another person or system. One of the three options must then give it, and
   * the only credential that is ever sent is one written in it, or in files inside the folder of `kubeconfigPath`. No
   * exec plugin runs, whatever `execPolicy` says, and no auth provider is asked. A Kubeconfig that was loaded as not
   * trusted stays so. Default `true`.
   */
  readonly trusted?: boolean | undefined;
}

/**
 * Connects as kubectl would: with the kubeconfig that it finds, else as the Pod that we run in. Nothing is sent before
 * the first call.
 *
 * ```ts
 * const client = await connect();
 * const web = await client.resource(Pod, { namespace: client.namespace }).get("web");
 * await client.close();
 * ```
 */
export async function connect(options: ConnectOptions = {}): Promise<Client> {
  const {
    kubeconfig,
    kubeconfigPath,
    kubeconfigText,
    context,
    namespace,
    env,
    host,
    cluster,
    user,
    clusterInfo,
    userInfo,
    ...others
  } = options;
  const { trusted = true, onMissingFiles, fieldManager, dryRun, clock, random, ...requests } = others;
  requireSource(options);
  requireContentType(options);
  // Anything but `true` counts as no, so that a mistake does not make a kubeconfig trusted.
  const distrusted = trusted !== true || (isKubeconfig(kubeconfig) && !kubeconfig.isTrusted);
  if (distrusted && requests.execPolicy !== undefined && requests.execPolicy.policy !== "DenyAll")
    throw new InvalidArgumentError(
      "a kubeconfig that is not trusted runs no exec plugin: leave out execPolicy, or trust the kubeconfig",
    );
  const overrides = defined({ context, namespace, cluster, user, clusterInfo, userInfo });
  let base: RestConfig;
  if (isRestConfig(kubeconfig)) {
    refuseChoice({ context, cluster, user, clusterInfo, userInfo });
    const given = distrusted ? requireInline(kubeconfig) : kubeconfig;
    base = { ...given, ...defined({ namespace }) };
  } else if (isKubeconfig(kubeconfig)) {
    const chosen = kubeconfig.with(overrides);
    base = (distrusted ? chosen.distrust() : chosen).restConfig();
  } else {
    const source = { path: kubeconfigPath, text: kubeconfigText, object: kubeconfig };
    const loaded = await loadKubeconfig({ ...overrides, ...source, env, host, onMissingFiles, trusted: !distrusted });
    base = loaded.restConfig();
  }
  const config: RestConfig = {
    ...base,
    ...defined(requests),
    ...defined({ clock, execPolicy: distrusted ? { policy: "DenyAll" } : undefined }),
  };
  return newClient(config, defined({ fieldManager, dryRun, clock, random, namespace: base.namespace }));
}

/**
 * Throws unless the options give a kubeconfig at most once, each way with its own type, and exactly once when it is not
 * trusted.
 */
function requireSource({ kubeconfig, kubeconfigPath, kubeconfigText, trusted = true }: ConnectOptions): void {
  const given = Object.entries({ kubeconfigPath, kubeconfigText, kubeconfig }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length > 1)
    throw new InvalidArgumentError(`give a kubeconfig once, not as ${given.map(([name]) => name).join(" and ")}`);
  if (given.length === 0 && trusted !== true)
    throw new InvalidArgumentError(
      "a kubeconfig that is not trusted must be given as kubeconfigPath, kubeconfigText or kubeconfig",
    );
  if (kubeconfig !== undefined && !isRecord(kubeconfig))
    throw new InvalidArgumentError(
      "kubeconfig takes a Kubeconfig, a RestConfig or a parsed object: give a file as kubeconfigPath, " +
        "and YAML or JSON as kubeconfigText",
    );
}

/** Throws when an option chooses from a kubeconfig although a RestConfig is given: there the choice is made already. */
function refuseChoice(options: Partial<Record<keyof ConnectOptions, unknown>>): void {
  const [given] = Object.entries(options).find(([, value]) => value !== undefined) ?? [];
  if (given !== undefined)
    throw new InvalidArgumentError(
      `${given} chooses from a kubeconfig and cannot change a RestConfig: use it where the RestConfig is made`,
    );
}

/** Throws when the content type is not one that we read. */
function requireContentType({ contentType }: ConnectOptions): void {
  const types: readonly unknown[] = [undefined, "application/json", "application/vnd.kubernetes.protobuf"];
  if (!types.includes(contentType))
    throw new InvalidArgumentError(
      `contentType must be application/json or application/vnd.kubernetes.protobuf, not ${JSON.stringify(contentType)}`,
    );
}

/**
 * Throws when a configuration that is not trusted gets its credential from anywhere but itself. An exec plugin is
 * refused when it would run.
 */
function requireInline(config: RestConfig): RestConfig {
  const { bearerTokenFile, authProvider, tls: { caFile, certFile, keyFile } = {} } = config;
  const files = Object.entries({ bearerTokenFile, caFile, certFile, keyFile }).filter(([, file]) => file !== undefined);
  const problems = files.map(
    ([field]) => `the ${field} is not read, because the configuration is not trusted: give its content instead`,
  );
  if (config.clientCertificate !== undefined)
    problems.push("the clientCertificate is not used, because the configuration is not trusted");
  if (authProvider !== undefined)
    problems.push("an authProvider is not used, because the configuration is not trusted");
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function isRestConfig(source: ConnectOptions["kubeconfig"]): source is RestConfig {
  return source !== undefined && "host" in source && typeof source.host === "string";
}

/** Also when it was made by another copy of this package. */
function isKubeconfig(source: ConnectOptions["kubeconfig"]): source is Kubeconfig {
  return source !== undefined && "restConfig" in source && typeof source.restConfig === "function";
}
