/**
 * Writes the function that reads a message. Its source is made of field numbers and of names from the tables of this
 * package, written as JSON strings, and of nothing that comes from a server. What the profile does not know, and bytes
 * that are not as Go writes them, are left to the interpreter.
 */

import type { EarlierVersion } from "./earlier-version.ts";
import type { FieldPlan, MessagePlan } from "./message-plan.ts";
import { textOf, WireError, WireReader, wireTypes } from "./wire-reader.ts";

/** Reads a message that lies in `bytes` from `start` to `end`. */
export type ReadMessage = (bytes: Buffer, start: number, end: number, depth: number) => unknown;

/** Something that reads messages. */
export interface MessageReader {
  /** Replaced by a faster one at times. */
  readonly read: ReadMessage;
}

/** What is known of the messages of a plan. */
export interface MessageProfile {
  /** The names of fields that were seen in objects. */
  readonly fields: ReadonlySet<string>;
  /** The names of the optional fields of objects that come often. */
  readonly shapes: readonly (readonly string[])[];
}

/** What a function is made with. */
export interface FunctionOptions {
  readonly profile: MessageProfile;
  readonly readerOf: (plan: MessagePlan) => MessageReader;
  /** Reads what the function does not know. */
  readonly interpret: ReadMessage;
  /** Where an object looks for messages that have not changed. */
  readonly earlier: EarlierVersion;
  /** Called with each object whose fields the function did not know, and returns it. */
  readonly observe: (object: unknown) => unknown;
}

/** Makes the function. Throws an EvalError where the runtime makes no code from text. */
export function functionOf(plan: MessagePlan, options: FunctionOptions): ReadMessage {
  const { profile, readerOf, interpret, earlier, observe } = options;
  const environment = {
    child: plan.ordered.map((field) => (field.type === "message" ? readerOf(field.plan) : undefined)),
    implied: plan.ordered.map((field) => field.implied),
    earlier,
    text: textOf,
    number: numbers,
    count: countValues,
    skip: (bytes: Buffer, at: number, tag: number, end: number) => skipUnknown(plan, bytes, at, tag, end),
    own: defineOwn,
    fail: failures,
    other: (bytes: Buffer, start: number, end: number, depth: number) => observe(interpret(bytes, start, end, depth)),
    observe,
  };
  // What the function does not know may be on the wire as zero, or empty, and then it is not in JSON.
  const isDropped = (field: FieldPlan): boolean =>
    field.dropsZero ||
    (field.dropsNull && field.plan.special !== undefined && readerOf(field.plan).read(nothing, 0, 0, 0) === null);
  // The text is made of our own tables alone; see the head of this file.
  const make = new Function(...Object.keys(environment), sourceOf(plan, profile, isDropped));
  return make(...Object.values(environment)) as ReadMessage;
}

const failures = {
  cut(): never {
    throw new WireError("it has a value that is cut off");
  },
  long(): never {
    throw new WireError("it has a value that is longer than what surrounds it");
  },
};

const nothing = Buffer.alloc(0);
const reader = new WireReader(nothing);

/** Reads numbers of more than seven bits: gives the position behind one, and keeps its value. */
const numbers = {
  value: 0,
  int32(bytes: Buffer, at: number): number {
    reader.bytes = bytes;
    reader.at = at;
    this.value = reader.int32();
    return reader.at;
  },
  int64(bytes: Buffer, at: number): number {
    reader.bytes = bytes;
    reader.at = at;
    this.value = reader.int64();
    return reader.at;
  },
  uint(bytes: Buffer, at: number): number {
    reader.bytes = bytes;
    reader.at = at;
    this.value = reader.uint();
    return reader.at;
  },
};

/**
 * How many values with the same tag follow one another; the first begins at `start`, behind its tag. At least one: a
 * value that is too long is found when it is read.
 */
function countValues(bytes: Buffer, start: number, end: number, tag: number): number {
  let at = start;
  for (let count = 1; ; count++) {
    let length = bytes[at++]!;
    if (length > 127) {
      at = numbers.uint(bytes, at - 1);
      length = numbers.value;
    }
    at += length;
    if (!(at < end)) return count;
    if (tag < 128) {
      if (bytes[at++] !== tag) return count;
    } else if (bytes[at++] !== ((tag & 127) | 128) || bytes[at++] !== tag >>> 7) return count;
  }
}

/** Steps over a field that the plan does not have; -1 for one that it has. */
function skipUnknown(plan: MessagePlan, bytes: Buffer, at: number, tag: number, end: number): number {
  if (tag < 8 || plan.fields[tag >>> 3] !== undefined) return -1;
  reader.bytes = bytes;
  reader.at = at;
  reader.skip(tag, end);
  return reader.at;
}

/** Assigning to `__proto__` would change the object instead of adding a key. */
function defineOwn(map: object, key: string, value: unknown): void {
  Object.defineProperty(map, key, { value, enumerable: true, writable: true, configurable: true });
}

/** A field that the function knows. */
interface KnownField {
  readonly field: FieldPlan;
  /** Its place among the fields of the message. */
  readonly index: number;
  /** The variable of its value. */
  readonly value: string;
  /** Of an optional field, the variable that has a bit for it, and the bit. */
  readonly mask: string | undefined;
  readonly bit: number;
}

/** Bytes, position, end and depth are `b`, `p`, `e` and `d`; the message began at `s`. */
function sourceOf(plan: MessagePlan, profile: MessageProfile, isDropped: (field: FieldPlan) => boolean): string {
  const known = knownFields(plan, profile);
  const masks = [...new Set(known.flatMap(({ mask }) => mask ?? []))];
  const counters = known.filter(({ field }) => field.many === "list").map(({ value }) => `${value}n=0`);
  const variables = [...masks.map((mask) => `${mask}=0`), ...known.map(({ value }) => value), ...counters];
  const cases = known.map((each) => `case ${each.field.tag}:{${takeOf(each)}break;}`);
  const dropped = plan.ordered.filter((field) => !known.some((each) => each.field === field) && isDropped(field));
  if (dropped.length > 0)
    cases.push(`${dropped.map(({ tag }) => `case ${tag}:`).join("")}if(b[p++]!==0)return other(b,s,e,d);break;`);
  const always = known.filter(({ mask, field }) => mask === undefined && field.name !== "");
  // The members of an embedded struct stand among the others: such an object has no fixed shape.
  const shapes = plan.byName.has("") ? [] : profile.shapes;
  return `return (function read${plan.name.slice(plan.name.lastIndexOf(".") + 1)}(b,p,e,d){
if(d>500)return other(b,p,e,d);
const s=p;${variables.length === 0 ? "" : `let ${variables.join()};`}
while(p<e){let t=b[p++];if(t>127){t=(t&127)|(b[p++]<<7);if(t>16383)return other(b,s,e,d);}
switch(t){${cases.join("\n")}
default:p=skip(b,p,t,e);if(p<0)return other(b,s,e,d);}}
if(p!==e)fail.cut();
${shapes.map((shape) => literalOf(known, masks, shape)).join("\n")}
const o={${always.map(memberOf).join()}};
${known.map(addOf).join("")}
return observe(o);})`;
}

function knownFields({ ordered }: MessagePlan, { fields }: MessageProfile): KnownField[] {
  let optional = 0;
  return ordered.flatMap((field, index): KnownField[] => {
    const { name, number, isAlwaysShown } = field;
    if (name !== "" && !fields.has(name)) return [];
    const value = `v${number}`;
    if (isAlwaysShown || name === "") return [{ field, index, value, mask: undefined, bit: 0 }];
    const at = optional++;
    return [{ field, index, value, mask: `m${Math.floor(at / 31)}`, bit: 1 << (at % 31) }];
  });
}

/** Returns the object when it has these optional fields and no others. */
function literalOf(known: readonly KnownField[], masks: readonly string[], shape: readonly string[]): string {
  const present = known.filter(({ mask, field }) => mask === undefined || shape.includes(field.name));
  const conditions = masks.map((mask) => {
    const bits = present.reduce((sum, each) => (each.mask === mask ? sum | each.bit : sum), 0);
    return `${mask}===${bits}`;
  });
  const literal = `return{${present.map(memberOf).join()}};`;
  return conditions.length === 0 ? literal : `if(${conditions.join("&&")})${literal}`;
}

/** The member of a literal. What JSON always shows may not be on the wire. */
function memberOf({ field, index, value, mask }: KnownField): string {
  const name = JSON.stringify(field.name);
  return mask === undefined ? `${name}:${value}===undefined?${zeroOf(field, index)}:${value}` : `${name}:${value}`;
}

/** Adds what may be missing. */
function addOf({ field, index, value, mask }: KnownField): string {
  if (field.name === "") return `Object.assign(o,${value}===undefined?child[${index}].read(b,e,e,d+1):${value});`;
  return mask === undefined ? "" : `if(${value}!==undefined)o[${JSON.stringify(field.name)}]=${value};`;
}

/** Reads the next value of a field into its variable. */
function takeOf({ field, index, value, mask, bit }: KnownField): string {
  const mark = mask === undefined ? "" : `${mask}|=${bit};`;
  if (field.many === "list") {
    const isCounted = field.tag % 8 === wireTypes.delimited && field.tag < 1 << 14;
    const list = isCounted ? `new Array(count(b,p,e,${field.tag}))` : "[]";
    return `if(${value}n===0){${value}=${list};${mark}}${readOf(field, index, "e")}${value}[${value}n++]=x;`;
  }
  if (field.many === "map") {
    // The key comes first, then the value; anything else is left to the interpreter.
    return `${lengthOf("l", "e")}const f=p+l;if(b[p++]!==10)return other(b,s,e,d);
${lengthOf("q", "f")}const k=text(b,p,p+q);p+=q;
if(p>=f||b[p++]!==${field.valueTag})return other(b,s,e,d);
${readOf(field, index, "f")}if(p!==f)return other(b,s,e,d);
if(${value}===undefined){${value}={};${mark}}if(k==="__proto__")own(${value},k,x);else ${value}[k]=x;`;
  }
  const read = readOf(field, index, "e");
  if (!field.dropsZero && !field.dropsNull) return `${read}${value}=x;${mark}`;
  const isKept = field.dropsZero ? "x" : "x!==null";
  const unmark = mask === undefined ? "" : `${mask}&=${~bit};`;
  return `${read}if(${isKept}){${value}=x;${mark}}else{${value}=undefined;${unmark}}`;
}

/** Declares `x`, the next value of a field, which must end before `end`. */
function readOf(field: FieldPlan, index: number, end: string): string {
  const length = lengthOf("n", end);
  switch (field.type) {
    case "string":
      return `${length}const x=text(b,p,p+n);p+=n;`;
    case "bytes":
      return `${length}const x=b.toString("base64",p,p+n);p+=n;`;
    case "message": {
      const child = `child[${index}].read(b,p,p+n,d+1)`;
      const read = field.implied === undefined ? child : `{...implied[${index}],...${child}}`;
      return `${length}const x=${mayStay(field) ? `${unchangedOf(field)}??${read}` : read};p+=n;`;
    }
    default: {
      const how = field.type === "int32" ? "int32" : field.type === "int64" ? "int64" : "uint";
      const number = `let n=b[p++];if(n>127){p=number.${how}(b,p-1);n=number.value;}`;
      return `${number}const x=${field.type === "bool" ? "n!==0" : "n"};`;
    }
  }
}

/** Whether a field of an object often stays the same when the object changes. */
function mayStay({ name, many }: FieldPlan): boolean {
  return many === "one" && (name === "spec" || name === "status" || name === "template");
}

/** The value that the field had before when its bytes are the same. Only the outermost message has a version before. */
function unchangedOf({ name, number }: FieldPlan): string {
  return `(d===0&&earlier.isKnown?earlier.valueOf(${JSON.stringify(name)},${number},b,p,p+n):undefined)`;
}

/** Declares a length and checks that this many bytes are left before `end`. */
function lengthOf(name: string, end: string): string {
  return `let ${name}=b[p++];if(${name}>127){p=number.uint(b,p-1);${name}=number.value;}
if(!(p+${name}<=${end}))fail.long();`;
}

/** What JSON shows of a field that is not on the wire. */
function zeroOf(field: FieldPlan, index: number): string {
  if (field.many !== "one" || field.pointer || field.type === "bytes") return "null";
  switch (field.type) {
    case "message":
      return field.plan.form === "list" ? "null" : `child[${index}].read(b,e,e,d+1)`;
    case "string":
      return '""';
    case "bool":
      return "false";
    default:
      return "0";
  }
}
