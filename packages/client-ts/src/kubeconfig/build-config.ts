import type { RestConfig } from "../transport/index.ts";
import { decodeKubeconfig, parseKubeconfig } from "./decode.ts";
import { KubeconfigError } from "./errors.ts";
import type { Host } from "./host.ts";
import { inClusterConfig } from "./in-cluster.ts";
import { isKubeconfig, Kubeconfig } from "./kubeconfig.ts";
import { type LoadOptions, loadKubeconfig } from "./load.ts";
import { nodeHost } from "./node/host.ts";
import type { KubeconfigFile } from "./types.ts";

/** Options of {@link buildConfigFromFlags}. */
export interface BuildConfigOptions {
  readonly host?: Host;
}

/**
 * The configuration a program's flags ask for: the given kubeconfig with the given server in place of its own. With neither, the Pod we run in,
 * and when we run in none, what {@link loadKubeconfig} finds.
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
  const kubeconfig = await loadKubeconfig({ host, path, ...(masterUrl === "" ? {} : { clusterInfo: { server: masterUrl } }) });
  return kubeconfig.restConfig();
}

/**
 * A kubeconfig from wherever it is: a path, YAML or JSON text, or what a parser made of it. Text is told from a path by a line break, a brace at
 * its start, or a field's name at its start. Without a source, {@link loadKubeconfig} decides.
 */
export async function readKubeconfig(
  source: string | Partial<KubeconfigFile> | Kubeconfig | undefined,
  options: LoadOptions = {},
): Promise<Kubeconfig> {
  const { path: _path, env: _env, onWarning: _onWarning, host = nodeHost, clock: _clock, prompt, trusted, ...overrides } = options;
  if (source === undefined) return loadKubeconfig(options);
  if (isKubeconfig(source)) return source.with(overrides);
  if (typeof source === "string" && !isText(source)) return loadKubeconfig({ ...options, path: source });
  const data = typeof source === "string" ? await parseKubeconfig(source) : decodeKubeconfig(source);
  return new Kubeconfig(data, { host, rules: { files: [], explicit: true, warnIfAllMissing: false }, overrides, prompt, trusted });
}

function isText(source: string): boolean {
  return (
    /[\r\n]/.test(source) ||
    /^\s*(?:\{|["']?(?:apiVersion|kind|clusters|users|contexts|current-context|preferences|extensions)["']?\s*:)/.test(source)
  );
}
