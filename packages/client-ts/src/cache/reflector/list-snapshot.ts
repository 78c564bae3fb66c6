import type { Entry } from "../../codec/index.ts";
import { compareResourceVersion } from "../../meta/index.ts";
import { LargeMap } from "../../util/index.ts";
import { reflectorDefaults } from "./defaults.ts";

/** The objects of a list that is being read. None of them is used before the list is complete. */
export class ListSnapshot<T> {
  readonly #entries = new LargeMap<Entry<T>>();
  /** The same in the order in which they came, in parts, as long as no key came again: at the end they are joined. */
  #inOrder: Entry<T>[][] | undefined = [[]];
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
    this.#set(entry);
    if (this.#entries.size === before) this.duplicates++;
  }

  /** A change before the list was complete. */
  changed(type: "ADDED" | "MODIFIED" | "DELETED", entry: Entry<T>): void {
    if (type !== "DELETED") this.#set(entry);
    else if (this.#entries.delete(entry.key)) this.#inOrder = undefined;
  }

  clear(): void {
    this.#entries.clear();
    this.#inOrder = [[]];
    this.duplicates = 0;
  }

  /** The objects. They are not to be changed, nor the list. */
  entries(): readonly Entry<T>[] {
    const parts = this.#inOrder;
    if (parts === undefined) return [...this.#entries.values()];
    return parts.length === 1 ? (parts[0] as Entry<T>[]) : ([] as Entry<T>[]).concat(...parts);
  }

  #set(entry: Entry<T>): void {
    const before = this.#entries.size;
    this.#entries.set(entry.key, entry);
    if (this.#entries.size === before) this.#inOrder = undefined;
    else if (this.#inOrder !== undefined) append(this.#inOrder, entry);
  }
}

function append<E>(parts: E[][], element: E): void {
  const last = parts.at(-1) as E[];
  if (last.length < reflectorDefaults.snapshotPart) last.push(element);
  else parts.push([element]);
}
