import type { DeepReadonly } from "../../meta/index.ts";
import type { DeletedFinalStateUnknown, KeyFunc } from "../delta.ts";
import { ObjectStore, type ObjectTransactionStep } from "./object-store.ts";

/**
 * A store that hands its whole contents to `push` after every change: for consumers that want the state, not the
 * changes.
 */
export function newUndeltaStore<T>(push: (objects: DeepReadonly<T>[]) => void, keyFunc: KeyFunc<T>): UndeltaStore<T> {
  return new UndeltaStore(push, keyFunc);
}

/** See {@link newUndeltaStore}. */
export class UndeltaStore<T> extends ObjectStore<T> {
  readonly #push: (objects: DeepReadonly<T>[]) => void;

  constructor(push: (objects: DeepReadonly<T>[]) => void, keyFunc: KeyFunc<T>) {
    super(keyFunc);
    this.#push = push;
  }

  override add(object: T): void {
    super.add(object);
    this.#push(this.list());
  }

  override update(object: T): void {
    this.add(object);
  }

  override delete(object: T | DeletedFinalStateUnknown<T>): void {
    super.delete(object);
    this.#push(this.list());
  }

  override replace(objects: readonly T[], resourceVersion: string): void {
    super.replace(objects, resourceVersion);
    this.#push(this.list());
  }

  override transaction(...steps: readonly ObjectTransactionStep<T>[]): void {
    try {
      super.transaction(...steps);
    } finally {
      // When a step fails, the others were done.
      this.#push(this.list());
    }
  }
}
