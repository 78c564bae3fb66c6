import { UndecodableObjectError } from "../errors/index.ts";
import type { KubeObject, ObjectMeta } from "../meta/index.ts";
import { defined } from "../util/index.ts";
import { checkDepth, deepFreeze } from "./deep-freeze.ts";
import { brandEntry, type Entry } from "./entry.ts";
import { type FreezePolicy, isFrozen } from "./entry-context.ts";
import { fieldOf } from "./field-path.ts";
import { problems } from "./raw-entry.ts";

/** Options of {@link plainEntry}. */
export interface PlainEntryOptions {
  /** Default `"dev"`: the object is frozen unless `NODE_ENV` is `production`. */
  readonly freeze?: FreezePolicy | undefined;
  /** What `freeze: "dev"` depends on. Default: whether `NODE_ENV` is `production`. */
  readonly production?: boolean | undefined;
}

/**
 * The entry of an object that is there already, from a list function of the user's own for example. The object is kept
 * as it is, and frozen. One that is nested deeper than 1,000 levels is treated as one that cannot be decoded.
 */
export function plainEntry<T extends KubeObject>(object: T, { freeze, production }: PlainEntryOptions = {}): Entry<T> {
  const limit = isFrozen(freeze, production) ? deepFreeze : checkDepth;
  return new PlainEntry(
    object,
    failureOf(() => limit(object)),
    failureOf(() => limit(object.metadata)) === undefined,
  );
}

function failureOf(run: () => void): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}

class PlainEntry<T extends KubeObject> implements Entry<T> {
  readonly key: string;
  readonly #object: T;
  readonly #failure: UndecodableObjectError | undefined;
  readonly #hasMeta: boolean;

  static {
    brandEntry(PlainEntry.prototype);
  }

  constructor(object: T, failure: unknown, hasMeta: boolean) {
    this.#object = object;
    this.#hasMeta = hasMeta;
    this.key = this.namespace === "" || this.name === "" ? this.name : `${this.namespace}/${this.name}`;
    if (failure !== undefined) {
      const { key, uid, resourceVersion } = this;
      this.#failure = new UndecodableObjectError({
        key,
        uid,
        resourceVersion,
        reason: problems.tooDeep,
        cause: failure,
      });
    }
  }

  get object(): T {
    if (this.#failure !== undefined) throw this.#failure;
    return this.#object;
  }

  get meta(): ObjectMeta {
    if (this.#hasMeta) return this.#object.metadata ?? {};
    const { name, namespace, uid, resourceVersion } = this;
    return defined({ name, namespace: namespace || undefined, uid: uid || undefined, resourceVersion });
  }

  get name(): string {
    return this.#object.metadata?.name ?? "";
  }

  get namespace(): string {
    return this.#object.metadata?.namespace ?? "";
  }

  get uid(): string {
    return this.#object.metadata?.uid ?? "";
  }

  get resourceVersion(): string {
    return this.#object.metadata?.resourceVersion ?? "";
  }

  get apiVersion(): string {
    return this.#object.apiVersion ?? "";
  }

  get kind(): string {
    return this.#object.kind ?? "";
  }

  field(path: readonly string[]): unknown {
    return fieldOf(path.length === 0 ? this.object : this.#object, path);
  }
}
