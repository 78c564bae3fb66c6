import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../util/index.ts";
import { encodeKubeconfig } from "./decode.ts";
import { KubeconfigError } from "./kubeconfig-error.ts";
import type { Host } from "./host.ts";
import { type LoadingRules, readChain, readKubeconfigFile } from "./chain.ts";
import { withFileLocks } from "./lock.ts";
import { baseOf, relativizePaths, resolveLocalPaths } from "./paths.ts";
import {
  type KubeconfigEntry,
  emptyKubeconfig,
  type KubeconfigCluster,
  type KubeconfigContext,
  type KubeconfigData,
  type KubeconfigPreferences,
  type KubeconfigUser,
} from "./types.ts";
import { writeYaml } from "./yaml.ts";

/** A kubeconfig to be changed in place. */
export interface KubeconfigDraft {
  readonly clusters: Map<string, KubeconfigCluster>;
  readonly users: Map<string, KubeconfigUser>;
  readonly contexts: Map<string, KubeconfigContext>;
  currentContext: string;
  preferences: KubeconfigPreferences;
}

/** Options of {@link modifyKubeconfig}. */
export interface ModifyOptions {
  readonly host: Host;
  readonly clock?: Clock | undefined;
  /** Write paths relative to their file where they lie beside or below it. Default `false`. */
  readonly relativizePaths?: boolean | undefined;
  /** How long to wait for another writer. Default 10 s. */
  readonly lockTimeoutMs?: number | undefined;
}

/**
 * Reads the files again under their locks, lets `change` work on the result, and writes each changed entry to the file
 * it came from; new entries go to the first file that exists. The current context goes there too, and clearing it
 * clears it where it was set. Files are replaced whole, with mode 0600; a file in which nothing changed is not touched.
 * Paths are as the files have them.
 */
export async function modifyKubeconfig(
  rules: LoadingRules,
  change: (draft: KubeconfigDraft) => void,
  options: ModifyOptions,
): Promise<KubeconfigData> {
  const { host } = options;
  const files = rules.files.filter((file) => file !== "");
  if (files.length === 0)
    throw new KubeconfigError("invalid", "this kubeconfig was not read from a file and cannot be written back");
  const lockOptions = {
    host,
    clock: options.clock,
    timeoutMs: options.lockTimeoutMs,
  };
  return withFileLocks(files, lockOptions, async () => {
    const before = (await readChain({ ...rules, explicit: false }, host)).data;
    const draft = draftOf(before);
    change(draft);
    const newFile = await fileForNewEntries(files, rules.explicit, host);
    const writes = new Writes(host);
    await diff(before.clusters, draft.clusters, newFile, async (file, name, value) => {
      (await writes.of(file)).clusters.set(name, value && relative(value, file, options));
    });
    await diff(before.users, draft.users, newFile, async (file, name, value) => {
      (await writes.of(file)).users.set(name, value && relative(value, file, options));
    });
    await diff(before.contexts, draft.contexts, newFile, async (file, name, value) => {
      (await writes.of(file)).contexts.set(name, value);
    });
    if (draft.currentContext !== before.currentContext) {
      (
        await writes.of(draft.currentContext === "" ? await fileOfCurrentContext(files, host) : newFile)
      ).currentContext = draft.currentContext;
    }
    if (!isDeepStrictEqual(draft.preferences, before.preferences))
      (await writes.of(newFile)).preferences = draft.preferences;
    await writes.flush();
    return (await readChain({ ...rules, explicit: false }, host)).data;
  });
}

function draftOf(data: KubeconfigData): KubeconfigDraft {
  const copy = <T>(entries: ReadonlyMap<string, KubeconfigEntry<T>>): Map<string, T> =>
    new Map([...entries].map(([name, { value }]) => [name, structuredClone(value)]));
  return {
    clusters: copy(data.clusters),
    users: copy(data.users),
    contexts: copy(data.contexts),
    currentContext: data.currentContext,
    preferences: structuredClone(data.preferences),
  };
}

/** Each entry that is new, changed, or (without a value) gone, and the file it belongs to. */
async function diff<T>(
  before: ReadonlyMap<string, KubeconfigEntry<T>>,
  after: ReadonlyMap<string, T>,
  newFile: string,
  tell: (file: string, name: string, value: T | undefined) => Promise<void>,
): Promise<void> {
  for (const [name, value] of after) {
    const old = before.get(name);
    if (old === undefined || !isDeepStrictEqual(old.value, value)) await tell(old?.origin || newFile, name, value);
  }
  for (const [name, { origin }] of before) if (!after.has(name)) await tell(origin || newFile, name, undefined);
}

function relative<T extends KubeconfigCluster | KubeconfigUser>(
  value: T,
  file: string,
  { host, relativizePaths: wanted = false }: ModifyOptions,
): T {
  if (!wanted) return value;
  const base = baseOf(file, host);
  const asData = (entry: T): KubeconfigData =>
    "server" in entry
      ? { ...emptyKubeconfig(), clusters: new Map([["", { value: entry as KubeconfigCluster, origin: file }]]) }
      : { ...emptyKubeconfig(), users: new Map([["", { value: entry as KubeconfigUser, origin: file }]]) };
  const resolved = resolveLocalPaths(asData(value), host);
  return relativizePaths((resolved.clusters.get("") ?? resolved.users.get(""))!.value as T, base, host);
}

/** The named file, else the first that exists, else the last: where kubectl puts what is new. */
async function fileForNewEntries(files: readonly string[], explicit: boolean, host: Host): Promise<string> {
  if (!explicit)
    for (const file of files) if ((await host.stat(file).catch(() => undefined)) !== undefined) return file;
  return explicit ? files[0]! : files[files.length - 1]!;
}

async function fileOfCurrentContext(files: readonly string[], host: Host): Promise<string> {
  for (const file of files) if (((await readKubeconfigFile(file, host))?.currentContext ?? "") !== "") return file;
  return files[0]!;
}

/** What is to change in one file. An entry without a value is to go. */
interface FileWrite {
  readonly start: KubeconfigData;
  readonly clusters: Map<string, KubeconfigCluster | undefined>;
  readonly users: Map<string, KubeconfigUser | undefined>;
  readonly contexts: Map<string, KubeconfigContext | undefined>;
  currentContext?: string | undefined;
  preferences?: KubeconfigPreferences | undefined;
}

/** Gathers changes by file, so that each file is written once. */
class Writes {
  readonly #host: Host;
  readonly #files = new Map<string, FileWrite>();

  constructor(host: Host) {
    this.#host = host;
  }

  async of(file: string): Promise<FileWrite> {
    let write = this.#files.get(file);
    if (write === undefined) {
      const start = (await readKubeconfigFile(file, this.#host)) ?? emptyKubeconfig();
      write = { start, clusters: new Map(), users: new Map(), contexts: new Map() };
      this.#files.set(file, write);
    }
    return write;
  }

  async flush(): Promise<void> {
    for (const [file, { start, clusters, users, contexts, currentContext, preferences }] of this.#files) {
      const data: KubeconfigData = {
        ...start,
        clusters: apply(start.clusters, clusters, file),
        users: apply(start.users, users, file),
        contexts: apply(start.contexts, contexts, file),
        currentContext: currentContext ?? start.currentContext,
        preferences: preferences ?? start.preferences,
      };
      const { clusters: clusterList, users: userList, contexts: contextList, ...rest } = encodeKubeconfig(data);
      const text = await writeYaml({
        ...rest,
        clusters: clusterList ?? [],
        users: userList ?? [],
        contexts: contextList ?? [],
      });
      await this.#host.replaceFile(file, text, 0o600);
    }
  }
}

function apply<T>(
  start: ReadonlyMap<string, KubeconfigEntry<T>>,
  changes: ReadonlyMap<string, T | undefined>,
  origin: string,
): Map<string, KubeconfigEntry<T>> {
  const result = new Map(start);
  for (const [name, value] of changes) {
    if (value === undefined) result.delete(name);
    else result.set(name, { value, origin });
  }
  return result;
}
