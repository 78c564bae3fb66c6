import type { Kubeconfig, LoadOptions } from "../kubeconfig/index.ts";
import type { RestConfig } from "../transport/index.ts";

/** The room behind these functions, loaded on the first call: a program that has its configuration from elsewhere never pays for it. */
function room(): Promise<typeof import("../kubeconfig/index.ts")> {
  return import("../kubeconfig/index.ts");
}

/** As `loadKubeconfig` of `client-ts/kubeconfig`: the kubeconfig that kubectl would read. */
export async function loadKubeconfig(options: LoadOptions = {}): Promise<Kubeconfig> {
  return (await room()).loadKubeconfig(options);
}

/** As `readKubeconfig` of `client-ts/kubeconfig`: from a path, text, parsed data, or where kubectl looks. */
export async function readKubeconfig(...call: Parameters<typeof import("../kubeconfig/index.ts").readKubeconfig>): Promise<Kubeconfig> {
  return (await room()).readKubeconfig(...call);
}

/** As `buildConfigFromFlags` of `client-ts/kubeconfig`: the configuration for a server's URL and a kubeconfig's path, either of which may be empty. */
export async function buildConfigFromFlags(
  ...call: Parameters<typeof import("../kubeconfig/index.ts").buildConfigFromFlags>
): Promise<RestConfig> {
  return (await room()).buildConfigFromFlags(...call);
}

/** As `inClusterConfig` of `client-ts/kubeconfig`: the configuration of the Pod that we run in. */
export async function inClusterConfig(...call: Parameters<typeof import("../kubeconfig/index.ts").inClusterConfig>): Promise<RestConfig> {
  return (await room()).inClusterConfig(...call);
}
