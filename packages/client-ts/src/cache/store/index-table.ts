/**
 * The indexes of a store: from a value to the keys of the objects that have it. An object's change is taken in two
 * steps, so that store and indexes never disagree: `prepare` asks every index for the new values and may throw,
 * `commit` only moves keys and cannot fail.
 *
 * A value without keys is removed. A change that leaves an index's values as they were costs one comparison.
 * What a lookup found is kept until one of these objects changes, so that looking again costs a copy of the list.
 */

import { InvalidArgumentError } from "../../errors/index.ts";
import { synchronous } from "../../util/index.ts";

/** Gives an object's values for one index. */
export interface Extractor<V> {
  readonly values: (object: V) => readonly string[];
  /**
   * Whether the values of the same object can be asked for again at no cost and are the same; then they are not kept.
   */
  readonly free?: boolean | undefined;
}

/** How many values one object may have in one index. More is a mistake in the index function. */
export const maxIndexValues = 1000;

/** For how many values of one index the objects that a lookup found are kept. */
const maxFound = 4096;

/** No value, one, or several: one is by far the most common and needs no list. */
type Held = string | readonly string[] | undefined;

interface NamedIndex<V> {
  readonly name: string;
  readonly extractor: Extractor<V>;
  readonly buckets: Map<string, string | Set<string>>;
  /** Values by key, for extractors that are not free. */
  readonly held: Map<string, Held>;
  /** Objects by value, for values that were looked up and whose objects have not changed since. */
  readonly found: Map<string, readonly V[]>;
}

/** Indexes by name. `V` is what the store holds. */
export class IndexTable<V> {
  readonly #indexes: NamedIndex<V>[] = [];
  readonly #prepared: Held[] = [];

  /** Names, in the order in which they were added. */
  get names(): string[] {
    return this.#indexes.map((index) => index.name);
  }

  /** A table with the same indexes and no objects. */
  emptyCopy(): IndexTable<V> {
    const copy = new IndexTable<V>();
    for (const { name, extractor } of this.#indexes) copy.#indexes.push(newIndex(name, extractor));
    return copy;
  }

  /** Adds indexes and fills them. Refuses names that are taken; when one cannot be filled, none is added. */
  add(extractors: ReadonlyMap<string, Extractor<V>>, objects: Iterable<readonly [string, V]>): void {
    this.build(extractors, objects)();
  }

  /**
   * As {@link add} in two steps: fills the indexes, which may throw, and returns the step that adds them, which cannot.
   */
  build(extractors: ReadonlyMap<string, Extractor<V>>, objects: Iterable<readonly [string, V]>): () => void {
    const added: NamedIndex<V>[] = [];
    for (const [name, extractor] of extractors) {
      if (this.#indexes.some((index) => index.name === name))
        throw new InvalidArgumentError(`an index named ${JSON.stringify(name)} exists already`);
      added.push(newIndex(name, extractor));
    }
    for (const [key, object] of objects) {
      for (const index of added) change(index, key, undefined, valuesOf(index, key, object));
    }
    return () => void this.#indexes.push(...added);
  }

  /** Asks every index for the values of what `key` will be. Throws, and changes nothing, when one fails. */
  prepare(key: string, object: V): void {
    const indexes = this.#indexes;
    for (let i = 0; i < indexes.length; i++) this.#prepared[i] = valuesOf(indexes[i]!, key, object);
  }

  /** Moves the key to what was prepared, from where the object before it was. */
  commit(key: string, before: V | undefined): void {
    const indexes = this.#indexes;
    for (let i = 0; i < indexes.length; i++)
      change(indexes[i]!, key, heldBefore(indexes[i]!, key, before), this.#prepared[i]);
  }

  /** Takes the key out of all indexes. */
  remove(key: string, before: V): void {
    for (const index of this.#indexes) change(index, key, heldBefore(index, key, before), undefined);
  }

  /** Keys with this value. */
  keys(name: string, value: string): Iterable<string> {
    const bucket = this.#named(name).buckets.get(value);
    if (bucket === undefined) return [];
    return typeof bucket === "string" ? [bucket] : bucket;
  }

  /** The objects with this value, which `objectOf` gives for their keys. The list is the caller's. */
  objects(name: string, value: string, objectOf: (key: string) => V): V[] {
    const { buckets, found } = this.#named(name);
    const known = found.get(value);
    if (known !== undefined) return known.slice();
    const bucket = buckets.get(value);
    if (bucket === undefined) return [];
    if (typeof bucket === "string") return [objectOf(bucket)];
    const objects = Array.from(bucket, objectOf);
    if (found.size >= maxFound) found.clear();
    found.set(value, objects);
    return objects.slice();
  }

  /** Every value of an index. */
  values(name: string): string[] {
    return [...this.#named(name).buckets.keys()];
  }

  /** The values that an object has or would have. */
  valuesFor(name: string, object: V): readonly string[] {
    const held = valuesOf(this.#named(name), "", object);
    if (held === undefined) return [];
    return typeof held === "string" ? [held] : held;
  }

  #named(name: string): NamedIndex<V> {
    const index = this.#indexes.find((each) => each.name === name);
    if (index === undefined) throw new InvalidArgumentError(`there is no index named ${JSON.stringify(name)}`);
    return index;
  }
}

function newIndex<V>(name: string, extractor: Extractor<V>): NamedIndex<V> {
  return { name, extractor, buckets: new Map(), held: new Map(), found: new Map() };
}

function valuesOf<V>({ name, extractor }: NamedIndex<V>, key: string, object: V): Held {
  let values: readonly string[];
  try {
    values = extractor.values(object);
    if (!Array.isArray(values)) synchronous(values, "the result of an index function");
  } catch (error) {
    throw new InvalidArgumentError(`index ${JSON.stringify(name)} failed on ${JSON.stringify(key)}`, { cause: error });
  }
  if (!Array.isArray(values)) throw refused(name, key, "something that is not a list");
  if (values.length === 0) return undefined;
  if (values.length > maxIndexValues) throw refused(name, key, `${values.length} values`);
  // By number: an iterator for each object is garbage while a cache fills.
  for (let i = 0; i < values.length; i++)
    if (typeof values[i] !== "string") throw refused(name, key, "a value that is not a string");
  // A copy: the function may keep its list and change it.
  return values.length === 1 ? values[0] : [...new Set(values)];
}

function refused(index: string, key: string, what: string): InvalidArgumentError {
  return new InvalidArgumentError(`index ${JSON.stringify(index)} gave ${what} for ${JSON.stringify(key)}`);
}

function heldBefore<V>(index: NamedIndex<V>, key: string, before: V | undefined): Held {
  if (before === undefined) return undefined;
  return index.extractor.free === true ? valuesOf(index, key, before) : index.held.get(key);
}

function change<V>(index: NamedIndex<V>, key: string, from: Held, to: Held): void {
  if (index.found.size > 0) {
    forget(index.found, from);
    forget(index.found, to);
  }
  if (isSame(from, to)) return;
  const { buckets } = index;
  if (typeof from === "string") removeKey(buckets, from, key);
  else if (from !== undefined) for (const value of from) removeKey(buckets, value, key);
  if (typeof to === "string") addKey(buckets, to, key);
  else if (to !== undefined) for (const value of to) addKey(buckets, value, key);
  if (index.extractor.free === true) return;
  if (to === undefined) index.held.delete(key);
  else index.held.set(key, to);
}

function forget(found: Map<string, unknown>, values: Held): void {
  if (typeof values === "string") found.delete(values);
  else if (values !== undefined) for (const value of values) found.delete(value);
}

function isSame(left: Held, right: Held): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left.length !== right.length) return false;
  return left.every((value, i) => value === right[i]);
}

/** A bucket with one key is the key itself: an index by a unique value then costs no set per object. */
function addKey(buckets: Map<string, string | Set<string>>, value: string, key: string): void {
  const bucket = buckets.get(value);
  if (bucket === undefined) buckets.set(value, key);
  else if (typeof bucket !== "string") bucket.add(key);
  else if (bucket !== key) buckets.set(value, new Set([bucket, key]));
}

function removeKey(buckets: Map<string, string | Set<string>>, value: string, key: string): void {
  const bucket = buckets.get(value);
  if (bucket === key) buckets.delete(value);
  else if (bucket instanceof Set && bucket.delete(key) && bucket.size === 0) buckets.delete(value);
}
