import type { Core } from "../core.ts";
import type { ApiObject } from "../objects.ts";
import type { Collection, StoreEvent } from "../storage.ts";

/** Serves the kinds that CustomResourceDefinitions define, as they come and go. */
export class CustomResources {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Follows a commit. */
  onCommit(_collection: Collection, _event: StoreEvent): void {}

  /** Serves what a definition defines. */
  define(_definition: ApiObject): void {
    void this.#core;
  }
}
