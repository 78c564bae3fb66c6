import type { RestConfig } from "../../transport/index.ts";
import { type KubeconfigFile, type KubeconfigOverrides, loadKubeconfig } from "../index.ts";
import { MemoryHost } from "./memory-host.ts";

/** What a kubeconfig that is given as an object makes of a connection. */
export async function restConfigOf(
  source: Partial<KubeconfigFile>,
  overrides: KubeconfigOverrides = {},
  host: MemoryHost = new MemoryHost(),
): Promise<RestConfig> {
  return (await loadKubeconfig({ object: source, host, ...overrides })).restConfig();
}
