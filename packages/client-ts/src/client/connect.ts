import type { Kubeconfig, KubeconfigFile, LoadOptions } from "../kubeconfig/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { type Client, type ClientOptions, newClient } from "./client.ts";
import { readKubeconfig } from "./kubeconfig-later.ts";

/** Options of {@link connect}. What concerns requests (`userAgent`, `timeoutMs`, `logger`, …) wins over the configuration. */
export interface ConnectOptions
  extends ClientOptions,
    Pick<LoadOptions, "env" | "host" | "cluster" | "user" | "clusterInfo" | "userInfo" | "onWarning" | "trusted">,
    Partial<
      Pick<
        RestConfig,
        | "userAgent"
        | "timeoutMs"
        | "qps"
        | "burst"
        | "rateLimiter"
        | "impersonate"
        | "interceptors"
        | "logger"
        | "verbosity"
        | "meter"
        | "http2"
        | "limits"
        | "execPolicy"
        | "disableCompression"
      >
    > {
  /**
   * Where the configuration is: a path, YAML or JSON text, what a parser made of it, a loaded kubeconfig, or a finished RestConfig. Absent: where
   * kubectl looks, and the cluster we run in.
   */
  readonly kubeconfig?: string | Partial<KubeconfigFile> | Kubeconfig | RestConfig;
  /** The context to use instead of the current one. Not with a RestConfig. */
  readonly context?: string;
  /** Gets what servers say beside their answers. Default: the logger. */
  readonly onServerWarning?: RestConfig["onWarning"];
}

/**
 * Connects as kubectl would: with the kubeconfig that it finds, else as the Pod we run in. Nothing is dialled before the first call.
 *
 * ```ts
 * const client = await connect();
 * const web = await client.resource(Pod, { namespace: client.namespace }).get("web");
 * await client.close();
 * ```
 */
export async function connect(options: ConnectOptions = {}): Promise<Client> {
  const { kubeconfig, context, namespace, env, host, cluster, user, clusterInfo, userInfo, onWarning, trusted, ...rest } = options;
  const { fieldManager, dryRun, clock, random, onServerWarning, ...requests } = rest;
  const base = isRestConfig(kubeconfig)
    ? kubeconfig
    : await (
        await readKubeconfig(
          kubeconfig,
          defined({ context, namespace, env, host, cluster, user, clusterInfo, userInfo, onWarning, trusted }),
        )
      ).restConfig();
  const config: RestConfig = { ...base, ...defined(requests), ...defined({ onWarning: onServerWarning, clock }) };
  return newClient(config, defined({ fieldManager, dryRun, clock, random, namespace: namespace ?? base.namespace }));
}

function isRestConfig(source: ConnectOptions["kubeconfig"]): source is RestConfig {
  return typeof source === "object" && "host" in source && typeof source.host === "string";
}

/** Without what is `undefined`. */
function defined<T extends object>(value: { [K in keyof T]: T[K] | undefined }): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
