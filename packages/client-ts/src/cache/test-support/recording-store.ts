import type { Entry } from "../../codec/index.ts";
import { type DeletedFinalStateUnknown, isDeletedFinalStateUnknown } from "../delta.ts";
import type { ReflectorStore } from "../queue.ts";

/** A store that remembers what was done to it. */
export class RecordingStore<T> implements ReflectorStore<Entry<T>> {
  readonly objects: Map<string, Entry<T>> = new Map();
  readonly log: string[] = [];
  readonly versions: string[] = [];
  failNext = false;

  add(entry: Entry<T>): void {
    this.#write("add", entry);
  }

  update(entry: Entry<T>): void {
    this.#write("update", entry);
  }

  delete(entry: Entry<T> | DeletedFinalStateUnknown<Entry<T>>): void {
    this.objects.delete(entry.key);
    this.log.push(`delete ${entry.key}${isDeletedFinalStateUnknown(entry) ? "?" : ""}`);
  }

  replace(entries: readonly Entry<T>[], resourceVersion: string): void {
    this.objects.clear();
    for (const entry of entries) this.objects.set(entry.key, entry);
    this.log.push(`replace@${resourceVersion} ${this.state}`);
  }

  resync(): void {
    if (this.failNext) throw new Error("resync failed");
    this.log.push("resync");
  }

  bookmark(resourceVersion: string): void {
    this.log.push(`bookmark@${resourceVersion}`);
  }

  updateResourceVersion(resourceVersion: string): void {
    this.versions.push(resourceVersion);
  }

  /** Everything in it: `a@1 b@2`. */
  get state(): string {
    return [...this.objects.values()].map(({ key, resourceVersion }) => `${key}@${resourceVersion}`).join(" ");
  }

  #write(what: string, entry: Entry<T>): void {
    if (this.failNext) {
      this.failNext = false;
      throw new Error("the store is full");
    }
    this.objects.set(entry.key, entry);
    this.log.push(`${what} ${entry.key}@${entry.resourceVersion}`);
  }
}
