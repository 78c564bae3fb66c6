import { InvalidArgumentError } from "../errors/index.ts";
import type { GroupVersionResource } from "../meta/index.ts";

const taken = new Set<string>();

/**
 * A name under which a process publishes what it measures about its informers. Each name is there once, until it is
 * released.
 */
export class InformerName {
  readonly name: string;
  readonly #resources = new Set<string>();

  /** Takes a name. Throws an InvalidArgumentError when it is empty or taken. */
  constructor(name: string) {
    if (name === "") throw new InvalidArgumentError("an informer's name must not be empty");
    if (taken.has(name)) throw new InvalidArgumentError(`the informer name ${JSON.stringify(name)} is taken`);
    taken.add(name);
    this.name = name;
  }

  /**
   * Reserves a resource under this name; `false` when it is reserved: then nothing is published, so that two caches do
   * not mix.
   */
  reserve({ group, version, resource }: GroupVersionResource): boolean {
    const key = `${group}/${version}/${resource}`;
    if (this.#resources.has(key) || !taken.has(this.name)) return false;
    this.#resources.add(key);
    return true;
  }

  /** Gives the name back, with everything reserved under it. */
  release(): void {
    taken.delete(this.name);
    this.#resources.clear();
  }
}
