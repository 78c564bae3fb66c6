import type { Entry } from "../../codec/index.ts";
import { compareResourceVersion } from "../../meta/index.ts";

/** The objects of a list that is being read. None of them is used before the list is complete. */
export class Snapshot<T> {
  readonly #entries = new Map<string, Entry<T>>();
  /** How often a key came again. */
  duplicates = 0;

  get size(): number {
    return this.#entries.size;
  }

  /** An item of a list: of two items with the same key the newer one is kept. */
  listed(entry: Entry<T>): void {
    const before = this.#entries.size;
    const earlier = this.#entries.get(entry.key);
    if (earlier !== undefined && compareResourceVersion(earlier.resourceVersion, entry.resourceVersion) === 1) {
      this.duplicates++;
      return;
    }
    this.#entries.set(entry.key, entry);
    if (this.#entries.size === before) this.duplicates++;
  }

  /** A change before the list was complete. */
  changed(type: "ADDED" | "MODIFIED" | "DELETED", entry: Entry<T>): void {
    if (type === "DELETED") this.#entries.delete(entry.key);
    else this.#entries.set(entry.key, entry);
  }

  clear(): void {
    this.#entries.clear();
    this.duplicates = 0;
  }

  entries(): Entry<T>[] {
    return [...this.#entries.values()];
  }
}
