/** So many objects are remembered. */
const most = 1_000;

/**
 * Objects that arrived in a form that cannot be decoded, by key and version. The first time, the list or watch fails,
 * because the fault may lie between the server and us and asking again gives the right bytes. When the same version
 * arrives like that again, it is taken in as an object that cannot be decoded, so that it does not keep the others out.
 */
export class FailedObjects {
  readonly #versions = new Map<string, string>();

  /** Notes a failure; says whether the same version has failed before. */
  add(key: string, resourceVersion: string): boolean {
    if (this.#versions.get(key) === resourceVersion) return true;
    if (this.#versions.size >= most) this.#versions.delete(this.#versions.keys().next().value!);
    this.#versions.set(key, resourceVersion);
    return false;
  }
}
