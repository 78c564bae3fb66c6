import type { Entry } from "../../codec/index.ts";
import { compareResourceVersion } from "../../meta/index.ts";

/** The objects of a list that is still arriving. Nothing of it counts before it is complete. */
export class Snapshot<T> {
  readonly #entries = new Map<string, Entry<T>>();
  /** How often a key came twice. */
  twins = 0;

  get size(): number {
    return this.#entries.size;
  }

  /** An item of a list: of two with one key the newer stays. */
  listed(entry: Entry<T>): void {
    const before = this.#entries.size;
    const twin = this.#entries.get(entry.key);
    if (twin !== undefined && compareResourceVersion(twin.resourceVersion, entry.resourceVersion) === 1) {
      this.twins++;
      return;
    }
    this.#entries.set(entry.key, entry);
    if (this.#entries.size === before) this.twins++;
  }

  /** A change before the list was complete. */
  changed(type: "ADDED" | "MODIFIED" | "DELETED", entry: Entry<T>): void {
    if (type === "DELETED") this.#entries.delete(entry.key);
    else this.#entries.set(entry.key, entry);
  }

  clear(): void {
    this.#entries.clear();
    this.twins = 0;
  }

  entries(): Entry<T>[] {
    return [...this.#entries.values()];
  }
}
