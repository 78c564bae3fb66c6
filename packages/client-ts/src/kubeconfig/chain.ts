import { parseKubeconfig } from "./decode.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";
import { codeOf, type Host, homeOf } from "./host.ts";
import { mergeKubeconfigs } from "./merge.ts";
import { pathsOf } from "./paths.ts";
import type { KubeconfigData } from "./types.ts";
import { maxKubeconfigBytes } from "./yaml.ts";

/** Which files make up a kubeconfig. */
export interface LoadingRules {
  /** The files, first one strongest. */
  readonly files: readonly string[];
  /** Whether one file was named and must exist, and nothing else counts. */
  readonly explicit: boolean;
  /** Whether the user named the files, so that a warning is due when none of them exists. */
  readonly warnIfAllMissing: boolean;
}

/**
 * Which files count: the named one, else those of `KUBECONFIG` without repetitions, else the one in the home folder.
 */
export function loadingRules(host: Pick<Host, "env" | "platform">, path?: string): LoadingRules {
  if (path !== undefined && path !== "") return { files: [path], explicit: true, warnIfAllMissing: false };
  const paths = pathsOf(host.platform);
  const list = host.env.KUBECONFIG;
  if (list) return { files: [...new Set(list.split(paths.delimiter))], explicit: false, warnIfAllMissing: true };
  const home = homeOf(host);
  return {
    files: home === undefined ? [] : [paths.join(home, ".kube", "config")],
    explicit: false,
    warnIfAllMissing: false,
  };
}

/** Reads and merges the files of a chain, with paths as the files have them. */
export async function readChain(
  rules: LoadingRules,
  host: Pick<Host, "readFile">,
): Promise<{ data: KubeconfigData; missing: readonly string[] }> {
  const found: KubeconfigData[] = [];
  const missing: string[] = [];
  const errors: KubeconfigError[] = [];
  for (const file of rules.files) {
    if (file === "") continue;
    try {
      const data = await readKubeconfigFile(file, host);
      if (data !== undefined) found.push(data);
      else if (rules.explicit) errors.push(new KubeconfigError("unreadable", `kubeconfig "${file}" does not exist`));
      else missing.push(file);
    } catch (error) {
      if (!(error instanceof KubeconfigError)) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) {
    throw new KubeconfigError(
      errors.flatMap((error) => error.reasons),
      errors.flatMap((error) => error.problems),
    );
  }
  return { data: mergeKubeconfigs(found), missing };
}

/** Reads one file; `undefined` when it does not exist. */
export async function readKubeconfigFile(
  file: string,
  host: Pick<Host, "readFile">,
): Promise<KubeconfigData | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await host.readFile(file, { maxBytes: maxKubeconfigBytes });
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return undefined;
    const why =
      code === "EISDIR"
        ? "is a folder"
        : code === "EFBIG"
          ? `is larger than ${maxKubeconfigBytes} bytes`
          : `cannot be read (${code})`;
    throw new KubeconfigError("unreadable", `kubeconfig "${file}" ${why}`);
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new KubeconfigError("syntax", `kubeconfig "${file}" is not UTF-8 text`);
  }
  return parseKubeconfig(text, { origin: file });
}
