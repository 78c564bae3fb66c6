import type { RestConfig } from "../transport/index.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";
import type { Host } from "./host.ts";
import { inClusterConfig } from "./in-cluster.ts";
import { loadKubeconfig } from "./load.ts";
import { nodeHost } from "./node/host.ts";

/** Options of {@link buildConfigFromFlags}. */
export interface BuildConfigOptions {
  readonly host?: Host | undefined;
}

/**
 * The configuration for a program's flags: the given kubeconfig with the given server in place of its own. With
 * neither, the configuration of the Pod that the program runs in; outside of a Pod, what {@link loadKubeconfig} finds.
 */
export async function buildConfigFromFlags(
  masterUrl: string,
  path: string,
  { host = nodeHost }: BuildConfigOptions = {},
): Promise<RestConfig> {
  if (masterUrl === "" && path === "") {
    try {
      return await inClusterConfig({ host });
    } catch (error) {
      if (!(error instanceof KubeconfigError)) throw error;
    }
  }
  const kubeconfig = await loadKubeconfig({
    host,
    path: path === "" ? undefined : path,
    clusterInfo: masterUrl === "" ? undefined : { server: masterUrl },
  });
  return kubeconfig.restConfig();
}
