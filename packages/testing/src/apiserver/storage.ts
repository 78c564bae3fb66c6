import { StorageJournal } from "./journal.ts";

/**
 * The state of the server: one revision counter over all collections, as etcd has one. A commit is synchronous: it
 * takes the next revision, changes the collection, appends to its history and to the journal, and tells the listeners,
 * before anything else runs. History is a window: what fell out of it (by number, or by `compact`) can no longer be
 * listed exactly or watched from.
 */

/** One version of one object. Never changed: a write makes a new one. */
export interface StoredRecord {
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly revision: number;
  /** The API version that `bytes` are written in. */
  readonly version: string;
  /** The whole object as JSON, `kind` and `apiVersion` first. */
  readonly bytes: Buffer;
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** UIDs of the owners, for the garbage collector. */
  readonly owners: readonly string[] | undefined;
  /** Whether `deletionTimestamp` is set. */
  readonly deleting: boolean;
  /** Of a custom kind, the schema that the object was written by: another one may have other defaults. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
}

/** One commit, as a watch must tell it. */
export interface StoreEvent {
  readonly revision: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The new state; of a delete, the last state under the revision of the delete. */
  readonly record: StoredRecord;
  /** The state before, unless the object is new. */
  readonly previous: StoredRecord | undefined;
  /** Rendered lines by event type and API version: every watcher sends the same bytes. */
  readonly lines: Map<string, Buffer>;
}

/** However few commits it are: large objects that change often must not fill the memory. */
const maxHistoryBytes = 256 << 20;

/** All objects of one resource, over all its API versions. */
export class Collection {
  /** `pods` or `deployments.apps`. */
  readonly name: string;
  readonly records: Map<string, StoredRecord> = new Map();
  /** Commits in the window, oldest first. */
  readonly history: StoreEvent[] = [];
  /** Bytes of the objects in the window. */
  historyBytes = 0;
  /** Commits up to here have left the window. */
  trimmed = 0;
  readonly listeners: Set<(event: StoreEvent) => void> = new Set();
  /** Called when everything was replaced, without an event for each object. */
  readonly resets: Set<() => void> = new Set();
  #sorted: string[] | undefined = [];
  readonly #past = new Map<number, readonly StoredRecord[]>();

  constructor(name: string) {
    this.name = name;
  }

  /** Keys in the order in which lists give them. */
  keys(): readonly string[] {
    this.#sorted ??= [...this.records.keys()].sort(byBytes);
    return this.#sorted;
  }

  /** Called by the storage when a key appeared or went. */
  keysChanged(added: string | undefined): void {
    const sorted = this.#sorted;
    // Names that count upwards are the common case of bulk loading; they keep the order without sorting.
    if (
      added !== undefined &&
      sorted !== undefined &&
      (sorted.length === 0 || byBytes(sorted[sorted.length - 1]!, added) < 0)
    ) {
      sorted.push(added);
    } else {
      this.#sorted = undefined;
    }
  }

  /**
   * The collection as it was at a revision inside the window, in list order. Pages of one list share the work: the past
   * does not change.
   */
  at(revision: number): readonly StoredRecord[] {
    const known = this.#past.get(revision);
    if (known !== undefined) return known;
    const records = this.#rebuild(revision);
    if (this.#past.size >= 4) this.#past.delete(this.#past.keys().next().value!);
    this.#past.set(revision, records);
    return records;
  }

  /** Forgets lists of the past, when everything was replaced. */
  forgetPast(): void {
    this.#past.clear();
  }

  #rebuild(revision: number): StoredRecord[] {
    const undone = new Map<string, StoredRecord | undefined>();
    for (let index = this.history.length - 1; index >= 0; index--) {
      const event = this.history[index]!;
      if (event.revision <= revision) break;
      undone.set(event.record.key, event.previous);
    }
    if (undone.size === 0) return this.keys().map((key) => this.records.get(key)!);
    const result: StoredRecord[] = [];
    for (const [key, record] of this.records) if (!undone.has(key)) result.push(record);
    for (const record of undone.values()) if (record !== undefined) result.push(record);
    return result.sort((a, b) => byBytes(a.key, b.key));
  }

  /** Commits after a revision, oldest first. */
  since(revision: number): StoreEvent[] {
    let low = 0;
    let high = this.history.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.history[middle]!.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return this.history.slice(low);
  }
}

/** How much a {@link Storage} remembers. */
export interface StorageOptions {
  /** Commits kept per resource; the oldest fall out in slices. Default 10,000. */
  readonly historyWindow?: number | undefined;
  /** Journal entries kept. Default 50,000. */
  readonly journalLimit?: number | undefined;
}

/** Takes a commit, with the collection that it changed. */
export type CommitFollower = (collection: Collection, event: StoreEvent) => void;

/** Everything the server stores. */
export class Storage {
  readonly journal: StorageJournal;
  readonly collections: Map<string, Collection> = new Map();
  /** Parts of the server that are called with each commit, before the watchers, in this order. */
  readonly #followers: CommitFollower[] = [];
  #revision = 1;
  #compacted = 0;
  readonly #window: number;

  constructor({ historyWindow = 10_000, journalLimit }: StorageOptions = {}) {
    this.#window = historyWindow;
    this.journal = new StorageJournal(journalLimit);
  }

  /** From now on the follower gets each commit, after those that follow already. */
  follow(follower: CommitFollower): void {
    this.#followers.push(follower);
  }

  /** The revision of the newest commit. */
  get revision(): number {
    return this.#revision;
  }

  /** Everything before this revision is forgotten. */
  get compacted(): number {
    return this.#compacted;
  }

  /** The collection of a resource, made when first asked for. */
  collection(name: string): Collection {
    let collection = this.collections.get(name);
    if (collection === undefined) {
      collection = new Collection(name);
      this.collections.set(name, collection);
    }
    return collection;
  }

  /** The oldest revision from which a collection can still be watched or listed exactly. */
  oldest(collection: Collection): number {
    return Math.max(this.#compacted, collection.trimmed);
  }

  /** Stores a new version of an object, made for the revision that it gets. */
  put(collection: Collection, make: (revision: number) => StoredRecord): StoredRecord {
    const record = make(++this.#revision);
    const previous = collection.records.get(record.key);
    collection.records.set(record.key, record);
    if (previous === undefined) collection.keysChanged(record.key);
    this.#commit(collection, previous === undefined ? "ADDED" : "MODIFIED", record, previous);
    return record;
  }

  /** Removes an object; `make` gives its last state, under the revision of the removal. */
  remove(
    collection: Collection,
    key: string,
    make: (revision: number, last: StoredRecord) => StoredRecord,
  ): StoredRecord | undefined {
    const previous = collection.records.get(key);
    if (previous === undefined) return undefined;
    const record = make(++this.#revision, previous);
    collection.records.delete(key);
    collection.keysChanged(undefined);
    this.#commit(collection, "DELETED", record, previous);
    return record;
  }

  /** Forgets history before a revision, by default all of it. */
  compact(revision: number = this.#revision): void {
    this.#compacted = Math.max(this.#compacted, Math.min(revision, this.#revision));
    for (const collection of this.collections.values()) {
      const kept = collection.since(this.#compacted);
      for (const { record } of collection.history.splice(0, collection.history.length - kept.length)) {
        collection.historyBytes -= record.bytes.length;
      }
    }
  }

  /** Replaces everything, when a snapshot is loaded. History begins again at the given revision. */
  replace(loaded: readonly { readonly name: string; readonly record: StoredRecord }[], revision: number): void {
    for (const collection of this.collections.values()) {
      for (const record of [...collection.records.values()]) {
        this.#committed(collection, { revision, type: "DELETED", record, previous: record, lines: new Map() });
      }
      collection.records.clear();
      collection.history.length = 0;
      collection.historyBytes = 0;
      collection.forgetPast();
      collection.keysChanged(undefined);
    }
    this.#revision = Math.max(this.#revision, revision);
    this.#compacted = this.#revision;
    for (const { name, record } of loaded) {
      const collection = this.collection(name);
      collection.records.set(record.key, record);
      collection.keysChanged(undefined);
      this.#committed(collection, { revision, type: "ADDED", record, previous: undefined, lines: new Map() });
    }
    for (const collection of this.collections.values()) for (const reset of [...collection.resets]) reset();
  }

  /** Forgets the oldest commits of a collection. */
  #trim(collection: Collection, count: number): void {
    for (const { record, revision } of collection.history.splice(0, count)) {
      collection.historyBytes -= record.bytes.length;
      collection.trimmed = revision;
    }
  }

  #commit(
    collection: Collection,
    type: StoreEvent["type"],
    record: StoredRecord,
    previous: StoredRecord | undefined,
  ): void {
    const event: StoreEvent = { revision: record.revision, type, record, previous, lines: new Map() };
    collection.history.push(event);
    collection.historyBytes += record.bytes.length;
    if (collection.history.length > this.#window * 1.25)
      this.#trim(collection, collection.history.length - this.#window);
    else if (collection.historyBytes > maxHistoryBytes)
      this.#trim(collection, Math.ceil(collection.history.length / 4));
    this.journal.append({
      resourceVersion: String(record.revision),
      type,
      resource: collection.name,
      key: record.key,
      uid: record.uid,
      bytes: record.bytes,
    });
    this.#committed(collection, event);
    for (const listener of collection.listeners) listener(event);
    // Only live watchers share rendered lines; the window keeps the records alone.
    event.lines.clear();
  }

  #committed(collection: Collection, event: StoreEvent): void {
    for (const follower of this.#followers) follower(collection, event);
  }
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
