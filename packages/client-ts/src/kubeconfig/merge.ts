import { defined } from "../util/index.ts";
import { type KubeconfigEntry, emptyKubeconfig, type KubeconfigData } from "./types.ts";

/**
 * One kubeconfig from several, as clientcmd merges files: for each name the first file that has it gives the whole
 * entry, and for what stands alone, such as the current context, the first file that says something.
 */
export function mergeKubeconfigs(files: readonly KubeconfigData[]): KubeconfigData {
  return files.reduce(
    (merged, next) => ({
      clusters: firstWins(merged.clusters, next.clusters),
      users: firstWins(merged.users, next.users),
      contexts: firstWins(merged.contexts, next.contexts),
      currentContext: merged.currentContext || next.currentContext,
      preferences: mergePreferences(merged.preferences, next.preferences),
      extensions: firstWins(merged.extensions, next.extensions),
    }),
    emptyKubeconfig(),
  );
}

function firstWins<T>(first: ReadonlyMap<string, T>, second: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...second, ...first]);
}

function mergePreferences(
  first: KubeconfigData["preferences"],
  second: KubeconfigData["preferences"],
): KubeconfigData["preferences"] {
  const extensions = new Map(
    [...(second.extensions ?? []), ...(first.extensions ?? [])].map((extension) => [extension.name, extension]),
  );
  return defined({
    colors: first.colors === true || second.colors === true || undefined,
    extensions: extensions.size > 0 ? [...extensions.values()] : undefined,
  });
}

/** The same entries, each changed. */
export function mapEntries<T>(
  entries: ReadonlyMap<string, KubeconfigEntry<T>>,
  change: (value: T, entry: KubeconfigEntry<T>, name: string) => T,
): Map<string, KubeconfigEntry<T>> {
  return new Map(
    [...entries].map(([name, entry]) => [name, { value: change(entry.value, entry, name), origin: entry.origin }]),
  );
}
