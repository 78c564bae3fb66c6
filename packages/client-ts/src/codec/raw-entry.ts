import { isUtf8 } from "node:buffer";
import { inspect } from "node:util";
import { UndecodableObjectError } from "../errors/index.ts";
import type { ObjectMeta } from "../meta/index.ts";
import { defined, isRecord } from "../util/index.ts";
import type { DecodedBytes } from "./byte-format.ts";
import { checkDepth, deepFreeze, deepFreezeBeside, maxDepth } from "./deep-freeze.ts";
import { brandEntry, type Entry, objectIfDecodable } from "./entry.ts";
import type { EntryContext } from "./entry-context.ts";
import { fieldOf } from "./field-path.ts";
import type { LabelKey, LabelValues } from "./label-text.ts";
import type { Memoised, ObjectMemo } from "./object-memo.ts";
import type { Slab, SlabArena, SlabResident } from "./slab.ts";
import { asciiText, utf8Text, withoutText } from "./text.ts";

/**
 * What the first look found in an object's bytes. Positions are counted from the object's first byte. Code that
 * makes entries fills one object again for each entry.
 */
export class RawFacts {
  key = "";
  namespace = "";
  resourceVersion = "";
  apiVersion = "";
  kind = "";
  /** The uid, or where it lies: `start * 256 + length`. */
  uid: string | number = "";
  length = 0;
  /** Where the metadata is; -1 when it can be had only by decoding all. */
  meta = -1;
  /** Where the labels are; 0 when there are none, -1 when only decoding tells. */
  labels = -1;
  ascii = false;
  /** Whether the object is surely not nested deeper than 1,000 levels. */
  shallow = false;
  /** Why the object cannot be decoded, when that is known already. */
  problem: string | undefined = undefined;
}

/** Bits for the length in a packed range: metadata begins early and can be long, labels are short and can come late. */
const rangeBits = { meta: 20, labels: 16 } as const;

/** Where a part of an object lies, from its first byte on, in one small number; -1 when it is too long or too far. */
export function packRange(part: keyof typeof rangeBits, start: number, length: number): number {
  const bits = rangeBits[part];
  return start < 1 << (31 - bits) && length < 1 << bits ? (start << bits) | length : -1;
}

/**
 * What is known of an entry: `unreadable` when nothing but its metadata can be read from its bytes, `failed` when its
 * object turned out to be undecodable, `reported` when a store was notified of that, `recent` when it was read since
 * the memo looked last. The upper bits count the stores that hold it.
 */
const flags = { ascii: 1, shallow: 2, unreadable: 4, failed: 8, reported: 16, recent: 32 } as const;
const oneHolder = 64;

/** Why the objects of some entries cannot be decoded: few are, so that no entry has a field for it. */
const failures = new WeakMap<object, UndecodableObjectError>();

/** What an object says it is. */
interface OwnType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Why objects cannot be decoded. */
export const problems: { readonly notJson: string; readonly notUtf8: string; readonly tooDeep: string } = {
  notJson: "it is not valid JSON",
  notUtf8: "it is not valid UTF-8",
  tooDeep: `it is nested deeper than ${maxDepth} levels`,
};

/**
 * An object as the bytes that the server sent. The decoded object is held
 *
 * - by the entry itself while no store holds the entry,
 * - by the store's memo while a store does, as long as the memo is not full,
 * - weakly in every other case: the same object comes back while another caller still holds it, and is decoded again
 *   otherwise.
 *
 * An object that cannot be decoded has its identity and as much of its metadata as can be read. Reading the object
 * throws the same UndecodableObjectError each time, and the store that holds the entry is notified once.
 */
export class RawEntry<T> implements Entry<T>, SlabResident, Memoised {
  readonly key: string;
  readonly namespace: string;
  readonly resourceVersion: string;
  /** Its place in the memo; written by the memo alone. */
  memoAt = -1;
  readonly #context: EntryContext;
  /** When it is not what the source says of all its objects. */
  readonly #type: OwnType | undefined;
  readonly #uid: string | number;
  readonly #length: number;
  readonly #metaRange: number;
  readonly #labels: number;
  /** {@link flags}, and how many stores hold it, in one number: there are many entries. */
  #flags: number;
  #slab: Slab;
  #start: number;
  #object: T | undefined;
  #meta: ObjectMeta | undefined;
  #weak: WeakRef<object> | undefined;
  #memo: ObjectMemo | undefined;

  static {
    brandEntry(RawEntry.prototype);
    // A list that decodes when it is read prints as the objects in it.
    Object.defineProperty(RawEntry.prototype, inspect.custom, { value: objectToPrint });
  }

  /** The object's bytes lie in `slab` from `start` on. */
  constructor(context: EntryContext, slab: Slab, start: number, facts: RawFacts) {
    this.#context = context;
    this.key = facts.key;
    this.namespace = facts.namespace;
    this.resourceVersion = facts.resourceVersion;
    const { apiVersion, kind } = facts;
    const isUsual = isSaid(kind, context.kind) && isSaid(apiVersion, context.apiVersion);
    this.#type = isUsual ? undefined : { apiVersion, kind };
    this.#uid = facts.uid;
    this.#slab = slab;
    this.#start = start;
    this.#length = facts.length;
    this.#metaRange = facts.meta;
    this.#labels = facts.labels;
    this.#flags = (facts.ascii ? flags.ascii : 0) | (facts.shallow ? flags.shallow : 0);
    if (facts.problem !== undefined) this.#arrivedUnreadable(facts.problem);
  }

  get name(): string {
    return this.namespace === "" ? this.key : this.key.slice(this.namespace.length + 1);
  }

  get uid(): string {
    const uid = this.#uid;
    if (typeof uid === "string") return uid;
    const start = this.#start + Math.floor(uid / 256);
    return (this.#ascii ? asciiText : utf8Text)(this.#slab.bytes, start, start + (uid % 256));
  }

  /** Whether another entry has the same uid; cheaper than comparing the two texts. */
  hasUidOf(other: Entry<unknown>): boolean {
    const mine = this.#uid;
    if (typeof mine === "string" || !(other instanceof RawEntry) || typeof other.#uid === "string")
      return this.uid === other.uid;
    const length = mine % 256;
    if (other.#uid % 256 !== length) return false;
    const [a, b] = [this.#slab.bytes, other.#slab.bytes];
    const start = this.#start + Math.floor(mine / 256);
    const otherStart = other.#start + Math.floor(other.#uid / 256);
    for (let i = 0; i < length; i++) if (a[start + i] !== b[otherStart + i]) return false;
    return true;
  }

  /** Whether the object turned out to be undecodable, on arrival or when it was read. */
  get hasFailed(): boolean {
    return (this.#flags & flags.failed) !== 0;
  }

  /** Whether another entry has the same bytes. */
  hasBytesOf(other: Entry<unknown>): boolean {
    if (!(other instanceof RawEntry)) return false;
    const mine = this.#slab.bytes.subarray(this.#start, this.#start + this.#length);
    return mine.equals(other.#slab.bytes.subarray(other.#start, other.#start + other.#length));
  }

  get apiVersion(): string {
    return this.#type?.apiVersion || this.#context.apiVersion;
  }

  get kind(): string {
    return this.#type?.kind || this.#context.kind;
  }

  get meta(): ObjectMeta {
    const known = this.#object ?? this.#weak?.deref();
    if (known !== undefined) return metaOf(known);
    if (this.#meta !== undefined) return this.#meta;
    const meta = this.#decodeMeta();
    this.#meta = meta;
    // A full memo drops this entry at once, which clears `#meta`.
    this.#memo?.admit(this);
    return meta;
  }

  get object(): T {
    const object = this.#object;
    if (object === undefined) return this.#decode();
    this.recent = true;
    return object;
  }

  /**
   * The object as {@link object} gives it. When it is not decoded yet, parts that are the same in an earlier version
   * are the same JavaScript objects as there, if the format allows it.
   */
  objectAfter(earlier: RawEntry<T>): T {
    if (this.#object !== undefined) return this.object;
    const object = earlier.#object ?? earlier.#weak?.deref();
    if (object === undefined || earlier.#context.format.name !== this.#context.format.name) return this.#decode();
    const start = earlier.#start;
    return this.#decode({ bytes: earlier.#slab.bytes, start, end: start + earlier.#length, object });
  }

  field(path: readonly string[]): unknown {
    const known = this.#object ?? this.#weak?.deref();
    if (known !== undefined || path.length === 0) return fieldOf(known ?? this.object, path);
    const value = this.#readField(path);
    if (value !== undefined || path.length !== 1) return value;
    if (path[0] === "kind") return this.kind || undefined;
    return path[0] === "apiVersion" ? this.apiVersion || undefined : undefined;
  }

  /** The values of these labels, as far as it has them; `undefined` when only `field` can tell. */
  labelValues(keys: readonly LabelKey[]): LabelValues | undefined {
    const labels = this.#labels;
    if (labels < 0 || this.#unreadable) return undefined;
    const start = this.#start + (labels >>> rangeBits.labels);
    const end = start + (labels & ((1 << rangeBits.labels) - 1));
    return this.#context.format.labels(asciiText(this.#slab.bytes, start, end), keys);
  }

  /** The decoded object if it is kept. */
  get decoded(): T | undefined {
    const object = this.#object;
    if (object !== undefined) this.recent = true;
    return object;
  }

  /** The decoded object if it is not kept any more, but still in memory; costs more than {@link decoded}. */
  get remaining(): T | undefined {
    return this.#weak?.deref() as T | undefined;
  }

  /** Read since the memo looked last. */
  get recent(): boolean {
    return (this.#flags & flags.recent) !== 0;
  }

  set recent(read: boolean) {
    this.#flags = read ? this.#flags | flags.recent : this.#flags & ~flags.recent;
  }

  /** Whether this memo keeps the decoded form. */
  isKeptBy(memo: ObjectMemo): boolean {
    return this.memoAt >= 0 && this.#memo === memo;
  }

  /** How many bytes the object takes. */
  get weight(): number {
    return this.#length;
  }

  get slab(): Slab {
    return this.#slab;
  }

  get held(): boolean {
    return this.#flags >= oneHolder;
  }

  /** A copy of the object's bytes. */
  bytes(): Buffer {
    return Buffer.from(this.#slab.bytes.subarray(this.#start, this.#start + this.#length));
  }

  /**
   * A store takes the entry: its bytes count as live, and its decoded object belongs to the store's memo. Says whether
   * no store held it before.
   */
  retain(memo: ObjectMemo): boolean {
    this.#flags += oneHolder;
    if (this.#flags >= 2 * oneHolder) return false;
    this.#slab.live += this.#length;
    this.#slab.residents.push(this);
    this.#memo = memo;
    if (this.#object !== undefined || this.#meta !== undefined) memo.admit(this);
    this.#report();
    return true;
  }

  /** A store releases the entry; callers can go on reading. Returns whether no store holds it any more. */
  release(): boolean {
    if (this.#flags < oneHolder) return false;
    this.#flags -= oneHolder;
    if (this.#flags >= oneHolder) return false;
    this.#slab.live -= this.#length;
    this.#memo?.remove(this);
    this.#memo = undefined;
    this.evict();
    return true;
  }

  moveTo(arena: SlabArena): void {
    const slab = arena.reserve(this.#length);
    this.#slab.bytes.copy(slab.bytes, slab.used, this.#start, this.#start + this.#length);
    if (this.held) {
      this.#slab.live -= this.#length;
      slab.live += this.#length;
      slab.residents.push(this);
    }
    this.#slab = slab;
    this.#start = slab.used;
    slab.used += this.#length;
  }

  evict(): void {
    this.#meta = undefined;
    if (this.#object === undefined) return;
    this.#weak = new WeakRef(this.#object as object);
    this.#object = undefined;
  }

  get #ascii(): boolean {
    return (this.#flags & flags.ascii) !== 0;
  }

  get #shallow(): boolean {
    return (this.#flags & flags.shallow) !== 0;
  }

  get #unreadable(): boolean {
    return (this.#flags & flags.unreadable) !== 0;
  }

  #decode(earlier?: DecodedBytes): T {
    if (this.hasFailed) throw failures.get(this);
    let object = this.#weak?.deref() as T | undefined;
    if (object === undefined) {
      const { format, freeze, kind, apiVersion } = this.#context;
      const { bytes } = this.#slab;
      const start = this.#start;
      const end = start + this.#length;
      let decoded: unknown;
      try {
        decoded = format.decode(bytes, start, end, this.#ascii, earlier);
      } catch (error) {
        throw this.#unparsable(error);
      }
      const typed = decoded as { kind?: string; apiVersion?: string };
      if (typed.kind === undefined && kind !== "") typed.kind = kind;
      if (typed.apiVersion === undefined && apiVersion !== "") typed.apiVersion = apiVersion;
      try {
        if (freeze && earlier !== undefined) deepFreezeBeside(decoded as object, earlier.object);
        else if (freeze) deepFreeze(decoded);
        else if (!this.#shallow) checkDepth(decoded);
      } catch (error) {
        throw this.#fail(problems.tooDeep, error);
      }
      object = decoded as T;
    }
    this.#weak = undefined;
    this.#meta = undefined;
    this.#object = object;
    this.#memo?.admit(this);
    return object;
  }

  #decodeMeta(): ObjectMeta {
    const { format, freeze } = this.#context;
    const start = this.#start + (this.#metaRange >>> rangeBits.meta);
    const end = start + (this.#metaRange & ((1 << rangeBits.meta) - 1));
    try {
      if (this.#metaRange < 0) return metaOf(this.object);
      if (this.#unreadable && !isUtf8(this.#slab.bytes.subarray(start, end))) return this.#identity();
      let meta: ObjectMeta;
      try {
        meta = format.decodeMeta(this.#slab.bytes, start, end, this.#ascii) as ObjectMeta;
      } catch (error) {
        throw this.#unparsable(error);
      }
      try {
        return freeze ? deepFreeze(meta) : meta;
      } catch (error) {
        throw this.#fail(problems.tooDeep, error);
      }
    } catch (error) {
      if (error !== failures.get(this)) throw error;
      return this.#identity();
    }
  }

  /** What is left of the metadata of an object whose metadata cannot be decoded. */
  #identity(): ObjectMeta {
    const { name, namespace, uid, resourceVersion } = this;
    return Object.freeze(defined({ name, namespace: namespace || undefined, uid: uid || undefined, resourceVersion }));
  }

  #readField(path: readonly string[]): unknown {
    if (this.#unreadable) {
      if (path[0] === "metadata") return fieldOf({ metadata: this.meta }, path);
      throw failures.get(this);
    }
    const { format } = this.#context;
    const { bytes } = this.#slab;
    const start = this.#start;
    try {
      if (path[0] !== "metadata" || path.length === 1 || this.#metaRange < 0)
        return format.field(bytes, start, start + this.#length, this.#ascii, path);
      const from = start + (this.#metaRange >>> rangeBits.meta);
      const to = from + (this.#metaRange & ((1 << rangeBits.meta) - 1));
      return format.metaField(bytes, from, to, this.#ascii, path.slice(1));
    } catch (error) {
      throw this.#unparsable(error);
    }
  }

  /** The format could not read the bytes. */
  #unparsable(error: unknown): UndecodableObjectError {
    return this.#fail(this.#context.format.problem, withoutText(error));
  }

  #arrivedUnreadable(problem: string): void {
    this.#flags |= flags.unreadable;
    const failure = this.#failed(problem);
    if (!this.#context.failed.add(this.key, this.resourceVersion)) this.#context.refused ??= failure;
  }

  #failed(reason: string, cause?: unknown): UndecodableObjectError {
    const { key, uid, resourceVersion } = this;
    const failure = new UndecodableObjectError({ key, uid, resourceVersion, reason, cause });
    failures.set(this, failure);
    this.#flags |= flags.failed;
    return failure;
  }

  #fail(reason: string, cause: unknown): UndecodableObjectError {
    const failure = failures.get(this) ?? this.#failed(reason, cause);
    this.#report();
    return failure;
  }

  #report(): void {
    if ((this.#flags & (flags.failed | flags.reported)) !== flags.failed || this.#memo === undefined) return;
    this.#flags |= flags.reported;
    this.#memo.report(failures.get(this)!);
  }
}

/** The object of an entry, which shares what has not changed with the object of an earlier version. */
export function objectAfter<T>(entry: Entry<T>, earlier: Entry<T>): T {
  return entry instanceof RawEntry && earlier instanceof RawEntry ? entry.objectAfter(earlier) : entry.object;
}

function objectToPrint(this: RawEntry<unknown>): unknown {
  return objectIfDecodable(this);
}

/** Whether an object says nothing, or what is said of all objects anyway. */
function isSaid(own: string, usual: string): boolean {
  return own === "" || own === usual;
}

const noMeta: ObjectMeta = Object.freeze({});

function metaOf(object: unknown): ObjectMeta {
  const { metadata } = object as { metadata?: unknown };
  return isRecord(metadata) ? metadata : noMeta;
}
