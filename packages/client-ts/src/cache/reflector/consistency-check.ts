import { type Entry, objectIfDecodable } from "../../codec/index.ts";
import { ProtocolError } from "../../errors/index.ts";
import { deepEqual, type KubeObject } from "../../meta/index.ts";
import { type Clock, sleep } from "../../util/index.ts";
import type { ListerWatcher } from "../lister-watcher.ts";
import { reflectorDefaults } from "./defaults.ts";
import { listIntoSnapshot } from "./list-into-snapshot.ts";
import { ListSnapshot } from "./list-snapshot.ts";

/** A streaming list and a plain list of the same version differ. */
export class InconsistentListError extends ProtocolError {
  /** Keys of objects that only one of them has, or that differ. */
  readonly keys: readonly string[];

  constructor(version: string, keys: readonly string[]) {
    const examples = keys.slice(0, reflectorDefaults.consistencyExamples).join(", ");
    super(
      `the streaming list at ${version} differs from a plain list of that version in ${keys.length} objects: ${examples}`,
    );
    this.name = "InconsistentListError";
    this.keys = keys;
  }
}

/**
 * Compares a streaming list with a plain list of exactly that version; a failed list is retried. Rejects when they
 * differ.
 */
export async function checkConsistency<T extends KubeObject>(
  source: ListerWatcher<T>,
  streamed: ListSnapshot<T>,
  version: string,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<void> {
  const before = new Map(streamed.entries().map((entry) => [entry.key, entry]));
  const after = new Map((await list(source, version, signal, clock)).entries().map((entry) => [entry.key, entry]));
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const different = keys.filter((key) => !deepEqual(objectOf(before.get(key)), objectOf(after.get(key))));
  if (different.length > 0) throw new InconsistentListError(version, different);
}

/** Two objects that cannot be decoded cannot be compared; they count as equal. */
function objectOf<T>(entry: Entry<T> | undefined): T | undefined {
  return entry === undefined ? undefined : objectIfDecodable(entry);
}

async function list<T extends KubeObject>(
  source: ListerWatcher<T>,
  version: string,
  signal: AbortSignal,
  clock: Clock,
): Promise<ListSnapshot<T>> {
  for (let attempt = 1; ; attempt++) {
    const snapshot = new ListSnapshot<T>();
    try {
      const plan = {
        resourceVersion: version,
        exact: true,
        pageSize: 0,
        expected: undefined,
        signal,
        freeze: "never" as const,
        clock,
        known: () => undefined,
        onPage: () => {},
      };
      await listIntoSnapshot(source, plan, snapshot);
      return snapshot;
    } catch (error) {
      if (signal.aborted || attempt === reflectorDefaults.consistencyTries) throw error;
      await sleep(reflectorDefaults.consistencyRetryMs, { clock, signal });
    }
  }
}
