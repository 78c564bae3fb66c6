import type { DecodedBytes } from "../byte-format.ts";
import { fieldOf } from "../field-path.ts";
import { EarlierVersion } from "./earlier-version.ts";
import type { FieldDecoder, FieldPlan, MessagePlan } from "./message-plan.ts";
import { MessageCompiler } from "./message-compiler.ts";
import { DecodeSampling } from "./decode-sampling.ts";
import { WireError, WireReader, wireTypes } from "./wire-reader.ts";

type JsonObject = Record<string, unknown>;

/** Numbers from here on share a bit. */
const otherNumbers = 31;

function seenBit(number: number): number {
  return 1 << (number < otherNumbers ? number : otherNumbers);
}

/** Messages may not be nested deeper. A schema inside of a schema takes two levels of JSON, which has 1,000. */
const maxDepth = 500;

/**
 * Reads messages into the objects that JSON gives for them: what Go's `encoding/json` would write after reading the
 * same bytes, parsed. Fields that are not in the tables are skipped. A message that comes twice where one is expected,
 * which no server sends, replaces the first. Throws a {@link WireError}.
 */
export class MessageDecoder implements FieldDecoder {
  readonly reader: WireReader = new WireReader(Buffer.alloc(0));
  readonly #earlier = new EarlierVersion();
  readonly #compiler = new MessageCompiler(
    (plan, bytes, start, end, depth) => this.interpret(plan, bytes, start, end, depth),
    this.#earlier,
  );
  readonly #samplings = new Map<MessagePlan, DecodeSampling>();

  /**
   * One whole message, by a function that is made for its plan once there are many. Messages in it that are the same in
   * an earlier version of an object are taken from there.
   */
  decode(plan: MessagePlan, bytes: Buffer, start: number, end: number, earlier?: DecodedBytes): unknown {
    const { read } = this.#compiler.readerOf(plan);
    if (earlier === undefined) return read(bytes, start, end, 0);
    try {
      this.#earlier.use(earlier);
      return read(bytes, start, end, 0);
    } finally {
      this.#earlier.forget();
    }
  }

  /** Chooses the objects of a plan that are decoded on arrival; one for all lists and watches. */
  samplingOf(plan: MessagePlan): DecodeSampling {
    let sampling = this.#samplings.get(plan);
    if (sampling === undefined) {
      sampling = new DecodeSampling();
      this.#samplings.set(plan, sampling);
    }
    return sampling;
  }

  /** Makes the functions of a plan now, for all of its fields. */
  compile(plan: MessagePlan): void {
    this.#compiler.compile(plan);
  }

  /** As {@link decode}, always field by field. */
  interpret(plan: MessagePlan, bytes: Buffer, start: number, end: number, depth = 0): unknown {
    this.#begin(bytes, start);
    return this.#message(plan, end, depth, {});
  }

  /**
   * One field without the others: what {@link decode} gives for it, `undefined` when that is not there. A step into a
   * list is an element's number.
   */
  field(plan: MessagePlan, bytes: Buffer, start: number, end: number, path: readonly string[]): unknown {
    this.#begin(bytes, start);
    let current = plan;
    let stop = end;
    for (let step = 0; ; step++) {
      const field = current.byName.get(path[step]!);
      const inside = step < path.length - 1 && isStruct(field) ? this.#find(field, stop) : undefined;
      if (inside === undefined) return fieldOf(this.#only(current, field, stop), path.slice(step));
      current = field!.plan;
      this.reader.at = inside.start;
      stop = inside.end;
    }
  }

  /** For messages with a JSON form of their own: the fields that are on the wire, up to `end`. */
  members(plan: MessagePlan, end: number, depth: number): JsonObject {
    const into: JsonObject = {};
    this.#fields(plan, end, depth, into);
    return into;
  }

  #begin(bytes: Buffer, start: number): void {
    this.reader.bytes = bytes;
    this.reader.at = start;
  }

  #message(plan: MessagePlan, end: number, depth: number, into: JsonObject): unknown {
    if (depth > maxDepth) throw new WireError(`it is nested deeper than ${maxDepth} messages`);
    if (plan.special !== undefined) {
      const value = plan.special.decode(this, end, plan, depth);
      this.reader.endAt(end);
      return value;
    }
    const seen = this.#fields(plan, end, depth, into);
    if (plan.form === "list") return into[plan.ordered[0]!.name] ?? [];
    const { alwaysShown } = plan;
    for (let i = 0; i < alwaysShown.length; i++) {
      const field = alwaysShown[i]!;
      if ((seen & seenBit(field.number)) === 0 || field.number >= otherNumbers) this.#show(field, depth, into);
    }
    return into;
  }

  /** Reads the fields up to `end`, and says which were there: a bit for each number below 31. */
  #fields(plan: MessagePlan, end: number, depth: number, into: JsonObject): number {
    const { reader } = this;
    const { fields } = plan;
    let seen = 0;
    while (reader.at < end) {
      const tag = reader.tag();
      const number = tag >>> 3;
      const field = fields[number];
      if (field === undefined) reader.skip(tag, end);
      else if (field.tag !== tag) this.#packed(field, tag, end, into);
      else if (field.many !== "one") this.#collect(field, end, depth, into);
      else this.#take(field, end, depth, into, (seen & seenBit(number)) !== 0);
      seen |= seenBit(number);
    }
    reader.endAt(end);
    return seen;
  }

  /** What JSON shows of a field that is not on the wire. */
  #show(field: FieldPlan, depth: number, into: JsonObject): void {
    // The fields of an embedded struct stand among the others.
    if (field.name === "") this.#message(field.plan, this.reader.at, depth + 1, into);
    else if (into[field.name] === undefined) into[field.name] = this.#zero(field, depth);
  }

  #zero(field: FieldPlan, depth: number): unknown {
    if (field.many !== "one" || field.pointer) return null;
    switch (field.type) {
      case "message":
        // A list that was never there is not an empty one.
        return field.plan.form === "list" ? null : this.#message(field.plan, this.reader.at, depth + 1, {});
      case "string":
        return "";
      case "bytes":
        return null;
      case "bool":
        return false;
      default:
        return 0;
    }
  }

  /** Reads the value of a field. `again` says that it may have come before. */
  #take(field: FieldPlan, end: number, depth: number, into: JsonObject, again: boolean): void {
    const { name } = field;
    if (name === "") {
      this.#message(field.plan, this.reader.stop(end), depth + 1, into);
      return;
    }
    const value = this.#value(field, end, depth);
    const isDropped = field.dropsZero
      ? value === "" || value === 0 || value === false
      : field.dropsNull && value === null;
    if (!isDropped) into[name] = value;
    else if (again) delete into[name];
  }

  /** Reads the next value of a list or a map, and those that follow at once. */
  #collect(field: FieldPlan, end: number, depth: number, into: JsonObject): void {
    const { name, tag } = field;
    const { reader } = this;
    const isList = field.many === "list";
    let held = into[name] as unknown;
    if (held === undefined) {
      held = isList ? [] : {};
      into[name] = held;
    }
    for (;;) {
      if (isList) (held as unknown[]).push(this.#value(field, end, depth));
      else this.#entry(field, end, depth, held as JsonObject);
      // A tag of one byte is seen without reading it.
      if (tag > 127 || reader.at >= end || reader.bytes[reader.at] !== tag) return;
      reader.at++;
    }
  }

  #entry(field: FieldPlan, end: number, depth: number, map: JsonObject): void {
    const { reader } = this;
    const stop = reader.stop(end);
    let key = "";
    let value: unknown;
    while (reader.at < stop) {
      const tag = reader.tag();
      if (tag === 10) key = reader.text(reader.stop(stop));
      else if (tag === field.valueTag) value = this.#value(field, stop, depth);
      else reader.skip(tag, stop);
    }
    reader.endAt(stop);
    if (value === undefined) value = this.#emptyValue(field, depth);
    // Assigning to `__proto__` would change the object instead of adding a key.
    if (key !== "__proto__") map[key] = value;
    else Object.defineProperty(map, key, { value, enumerable: true, writable: true, configurable: true });
  }

  /** The value of a map's entry that has only a key. */
  #emptyValue(field: FieldPlan, depth: number): unknown {
    switch (field.type) {
      case "message":
        return this.#message(field.plan, this.reader.at, depth + 1, {});
      case "string":
      case "bytes":
        return "";
      case "bool":
        return false;
      default:
        return 0;
    }
  }

  #value(field: FieldPlan, end: number, depth: number): unknown {
    const { reader } = this;
    switch (field.type) {
      case "string":
        return reader.text(reader.stop(end));
      case "message": {
        const { plan, implied } = field;
        return this.#message(plan, reader.stop(end), depth + 1, implied === undefined ? {} : { ...implied });
      }
      case "bool":
        return reader.uint() !== 0;
      case "int32":
        return reader.int32();
      case "int64":
        return reader.int64();
      case "uint32":
      case "uint64":
        return reader.uint();
      case "bytes": {
        const stop = reader.stop(end);
        const text = reader.bytes.toString("base64", reader.at, stop);
        reader.at = stop;
        return text;
      }
      case "double":
        return this.#fixed(8, end).readDoubleLE(0);
      case "float":
        return this.#fixed(4, end).readFloatLE(0);
    }
  }

  #fixed(length: number, end: number): Buffer {
    const { reader } = this;
    const { bytes, at } = reader;
    reader.at += length;
    if (reader.at > end) throw new WireError("it has a value that is cut off");
    return bytes.subarray(at, at + length);
  }

  /** Numbers of a list may come as one value; everything else that has another type than it should is an error. */
  #packed(field: FieldPlan, tag: number, end: number, into: JsonObject): void {
    const isPacked = (tag & 7) === wireTypes.delimited && field.many === "list" && field.type !== "message";
    if (!isPacked) throw new WireError("it has a field of another wire type than it should have");
    const { reader } = this;
    const stop = reader.stop(end);
    const list = (into[field.name] as unknown[] | undefined) ?? [];
    into[field.name] = list;
    while (reader.at < stop) list.push(this.#value(field, stop, 0));
    reader.endAt(stop);
  }

  /** Where the last value of a message field is, of all fields up to `end`. */
  #find(wanted: FieldPlan, end: number): { readonly start: number; readonly end: number } | undefined {
    const { reader } = this;
    const begin = reader.at;
    let found: { start: number; end: number } | undefined;
    while (reader.at < end) {
      const tag = reader.tag();
      if (tag !== wanted.tag) reader.skip(tag, end);
      else {
        const stop = reader.stop(end);
        found = { start: reader.at, end: stop };
        reader.at = stop;
      }
    }
    reader.endAt(end);
    reader.at = begin;
    return found;
  }

  /** The message with one of its fields; with all of them when the field may be part of another. */
  #only(plan: MessagePlan, wanted: FieldPlan | undefined, end: number): unknown {
    const into: JsonObject = {};
    if (wanted === undefined) return plan.byName.has("") ? this.#message(plan, end, 0, into) : into;
    const { reader } = this;
    while (reader.at < end) {
      const tag = reader.tag();
      if (tag === wanted.tag && wanted.many !== "one") this.#collect(wanted, end, 0, into);
      else if (tag === wanted.tag) this.#take(wanted, end, 0, into, true);
      else if (tag >>> 3 === wanted.number) this.#packed(wanted, tag, end, into);
      else reader.skip(tag, end);
    }
    reader.endAt(end);
    if (wanted.isAlwaysShown) this.#show(wanted, 0, into);
    return into;
  }
}

function isStruct(field: FieldPlan | undefined): field is FieldPlan {
  return field !== undefined && field.many === "one" && field.type === "message" && field.plan.form === "struct";
}
