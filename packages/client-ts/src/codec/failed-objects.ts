import { LruMap } from "../util/index.ts";

/** How many objects are remembered. */
const most = 1_000;

/**
 * Objects that arrived in a form that cannot be decoded, by key and version. The first time, the list or watch fails,
 * because the bytes may have been damaged on their way and another request gives the right ones. When the same version
 * arrives like that again, it is kept as an object that cannot be decoded, so that the others can be used.
 */
export class FailedObjects {
  readonly #versions = new LruMap<string>(most);

  /** Notes a failure; says whether the same version has failed before. */
  add(key: string, resourceVersion: string): boolean {
    if (this.#versions.get(key) === resourceVersion) return true;
    this.#versions.set(key, resourceVersion);
    return false;
  }
}
