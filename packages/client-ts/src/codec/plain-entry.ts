import type { KubeObject, ObjectMeta } from "../meta/index.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { brandEntry, type Entry } from "./entry.ts";
import { type FreezePolicy, isFrozen } from "./entry-context.ts";
import { fieldOf } from "./field-path.ts";

/** Options of {@link plainEntry}. */
export interface PlainEntryOptions {
  /** Default `"dev"`: the object is frozen unless `NODE_ENV` is `production`. */
  readonly freeze?: FreezePolicy;
  /** What `freeze: "dev"` goes by. Default: whether `NODE_ENV` is `production`. */
  readonly production?: boolean;
}

/** The entry of an object that is there already, from a list function of the user's own for example. The object is kept as it is, and frozen. */
export function plainEntry<T extends KubeObject>(object: T, { freeze, production }: PlainEntryOptions = {}): Entry<T> {
  return new PlainEntry(isFrozen(freeze, production) ? deepFreeze(object) : object);
}

class PlainEntry<T extends KubeObject> implements Entry<T> {
  readonly object: T;
  readonly key: string;

  static {
    brandEntry(PlainEntry.prototype);
  }

  constructor(object: T) {
    this.object = object;
    this.key = this.namespace === "" || this.name === "" ? this.name : `${this.namespace}/${this.name}`;
  }

  get meta(): ObjectMeta {
    return this.object.metadata ?? {};
  }

  get name(): string {
    return this.meta.name ?? "";
  }

  get namespace(): string {
    return this.meta.namespace ?? "";
  }

  get uid(): string {
    return this.meta.uid ?? "";
  }

  get resourceVersion(): string {
    return this.meta.resourceVersion ?? "";
  }

  get apiVersion(): string {
    return this.object.apiVersion ?? "";
  }

  get kind(): string {
    return this.object.kind ?? "";
  }

  field(path: readonly string[]): unknown {
    return fieldOf(this.object, path);
  }
}
