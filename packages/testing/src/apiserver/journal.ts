import { hash } from "node:crypto";

/** One line of the journal: what the server committed, in order. */
export interface JournalEntry {
  readonly resourceVersion: string;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** `pods` or `deployments.apps`. */
  readonly resource: string;
  /** `namespace/name`, or `name`. */
  readonly key: string;
  readonly uid: string;
  /** SHA-1 of the object's bytes as a watch sends them, hex. */
  readonly hash: string;
}

/** About 30 MB of entries. */
const defaultJournalLimit = 50_000;

/** The append-only record of the committed writes: what an oracle holds a client's view against. */
export interface Journal extends Iterable<JournalEntry> {
  /** How many entries are held. */
  readonly length: number;
  /** How many entries were dropped because of the limit. */
  readonly dropped: number;
  /** The entry at a position, negative counts from the end. */
  at(index: number): JournalEntry | undefined;
  /** Every entry held, oldest first. */
  entries(): readonly JournalEntry[];
  /** The history of one key of one resource. */
  of(resource: string, key: string): JournalEntry[];
}

/** The journal that the storage writes. */
export class StorageJournal implements Journal {
  readonly #entries: JournalEntry[] = [];
  #dropped = 0;
  readonly #limit: number;

  /** Keeps at least the last `limit` entries; older ones are dropped and counted. */
  constructor(limit: number = defaultJournalLimit) {
    this.#limit = limit;
  }

  get length(): number {
    return this.#entries.length;
  }

  get dropped(): number {
    return this.#dropped;
  }

  at(index: number): JournalEntry | undefined {
    return this.#entries.at(index);
  }

  entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  of(resource: string, key: string): JournalEntry[] {
    return this.#entries.filter((entry) => entry.resource === resource && entry.key === key);
  }

  [Symbol.iterator](): Iterator<JournalEntry> {
    return this.#entries[Symbol.iterator]();
  }

  /** Adds a line; only the storage does. */
  append(entry: Omit<JournalEntry, "hash"> & { readonly bytes: Buffer }): void {
    const { resourceVersion, type, resource, key, uid, bytes } = entry;
    this.#entries.push({ resourceVersion, type, resource, key, uid, hash: hashOf(bytes) });
    if (this.#entries.length > this.#limit * 1.25) {
      const extra = this.#entries.length - this.#limit;
      this.#entries.splice(0, extra);
      this.#dropped += extra;
    }
  }
}

/** The journal's hash of an object's bytes. */
export function hashOf(bytes: Uint8Array | string): string {
  return hash("sha1", bytes);
}
