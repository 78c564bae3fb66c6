import type { Kubeconfig, LoadOptions } from "../kubeconfig/index.ts";
import type { RestConfig } from "../transport/index.ts";

/**
 * The module behind these functions, loaded on the first call: a program that has its configuration from elsewhere
 * never loads it.
 */
function kubeconfigModule(): Promise<typeof import("../kubeconfig/index.ts")> {
  return import("../kubeconfig/index.ts");
}

/**
 * As `loadKubeconfig` of `client-ts/kubeconfig`: a file, text, an object, or the kubeconfig that kubectl would read.
 */
export async function loadKubeconfig(options: LoadOptions = {}): Promise<Kubeconfig> {
  return (await kubeconfigModule()).loadKubeconfig(options);
}

/**
 * As `buildConfigFromFlags` of `client-ts/kubeconfig`: the configuration for a server's URL and a kubeconfig's path,
 * either of which may be empty.
 */
export async function buildConfigFromFlags(
  ...call: Parameters<typeof import("../kubeconfig/index.ts").buildConfigFromFlags>
): Promise<RestConfig> {
  return (await kubeconfigModule()).buildConfigFromFlags(...call);
}

/** As `inClusterConfig` of `client-ts/kubeconfig`: the configuration of the Pod that we run in. */
export async function inClusterConfig(
  ...call: Parameters<typeof import("../kubeconfig/index.ts").inClusterConfig>
): Promise<RestConfig> {
  return (await kubeconfigModule()).inClusterConfig(...call);
}
