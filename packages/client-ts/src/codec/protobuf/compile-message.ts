/**
 * Turns the plans of messages into functions, one for each message, made when they are first needed: what the
 * interpreter in `decode-message.ts` does, in half of the time. The source of a function is made of field numbers and
 * of names from the tables of this package, written as JSON strings, and of nothing that comes from a server. Messages
 * of a special form, and bytes that are not as Go writes them, are left to the interpreter. Where the runtime makes no
 * code from text (`--disallow-code-generation-from-strings`), the interpreter reads everything.
 */

import type { FieldPlan, MessagePlan } from "./message-plan.ts";
import { textOf, WireError, WireReader } from "./wire-reader.ts";

/** Reads a message that lies in `bytes` from `start` to `end`. */
export type ReadMessage = (bytes: Buffer, start: number, end: number, depth: number) => unknown;

/** Reads a message field by field, by its plan. */
export type Interpret = (plan: MessagePlan, bytes: Buffer, start: number, end: number, depth: number) => unknown;

/** A function that may be replaced by a better one. */
interface Slot {
  read: ReadMessage;
}

/** Makes the functions. */
export class MessageCompiler {
  readonly #interpret: Interpret;
  readonly #slots = new Map<MessagePlan, Slot>();
  #isAllowed = true;

  constructor(interpret: Interpret) {
    this.#interpret = interpret;
  }

  /** What reads messages of a plan best. */
  slotOf(plan: MessagePlan): Slot {
    let slot = this.#slots.get(plan);
    if (slot === undefined) {
      const made: Slot = {
        read: (bytes, start, end, depth) => {
          made.read = this.#make(plan);
          return made.read(bytes, start, end, depth);
        },
      };
      slot = made;
      this.#slots.set(plan, slot);
    }
    return slot;
  }

  #make(plan: MessagePlan): ReadMessage {
    const interpreted: ReadMessage = (bytes, start, end, depth) => this.#interpret(plan, bytes, start, end, depth);
    const isPlain = plan.form === "struct" && plan.ordered.every(({ type }) => type !== "double" && type !== "float");
    if (!isPlain || !this.#isAllowed) return interpreted;
    const children = plan.ordered.map((field) => (field.type === "message" ? this.slotOf(field.plan) : undefined));
    const skip = (bytes: Buffer, at: number, tag: number, end: number): number =>
      skipUnknown(plan, bytes, at, tag, end);
    const implied = plan.ordered.map((field) => field.implied);
    try {
      // The text is made of our own tables alone; see the head of this file.
      const make = new Function("child", "implied", "text", "number", "skip", "own", "fail", "other", sourceOf(plan));
      return make(children, implied, textOf, numbers, skip, defineOwn, failures, interpreted) as ReadMessage;
    } catch {
      this.#isAllowed = false;
      return interpreted;
    }
  }
}

const failures = {
  cut(): never {
    throw new WireError("it has a value that is cut off");
  },
  long(): never {
    throw new WireError("it has a value that is longer than what surrounds it");
  },
};

const reader = new WireReader(Buffer.alloc(0));

/** Reads numbers of more than seven bits: gives the position behind one, and keeps its value. */
const numbers = {
  value: 0,
  int32(bytes: Buffer, at: number): number {
    return this.keep(bytes, at, "int32");
  },
  int64(bytes: Buffer, at: number): number {
    return this.keep(bytes, at, "int64");
  },
  uint(bytes: Buffer, at: number): number {
    return this.keep(bytes, at, "uint");
  },
  keep(bytes: Buffer, at: number, how: "int32" | "int64" | "uint"): number {
    reader.bytes = bytes;
    reader.at = at;
    this.value = reader[how]();
    return reader.at;
  },
};

/** Steps over a field that the plan does not have; -1 for one that it has, but with another type. */
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

/** Bytes, position, end and depth are `b`, `p`, `e` and `d`; the value of field 7 is `v7`. */
function sourceOf({ ordered }: MessagePlan): string {
  const variables = ordered.map(({ number }) => `v${number}`);
  const cases = ordered.map((field, index) => `case ${field.tag}:{${takeOf(field, index)}break;}`);
  const always = ordered.filter(({ isAlwaysShown, name }) => isAlwaysShown && name !== "");
  const members = always.map((field) => {
    const v = `v${field.number}`;
    return `${JSON.stringify(field.name)}:${v}===undefined?${zeroOf(field, ordered.indexOf(field))}:${v}`;
  });
  const rest = ordered.map((field, index) => {
    const v = `v${field.number}`;
    if (field.name === "") return `Object.assign(o,${v}===undefined?child[${index}].read(b,e,e,d+1):${v});`;
    return field.isAlwaysShown ? "" : `if(${v}!==undefined)o[${JSON.stringify(field.name)}]=${v};`;
  });
  return `return function(b,p,e,d){
if(d>500)return other(b,p,e,d);
const s=p;${variables.length === 0 ? "" : `let ${variables.join()};`}
while(p<e){let t=b[p++];if(t>127){t=(t&127)|(b[p++]<<7);if(t>16383)return other(b,s,e,d);}
switch(t){${cases.join("\n")}
default:p=skip(b,p,t,e);if(p<0)return other(b,s,e,d);}}
if(p!==e)fail.cut();
const o={${members.join()}};${rest.join("")}
return o;}`;
}

/** Reads the next value of a field into its variable. */
function takeOf(field: FieldPlan, index: number): string {
  const v = `v${field.number}`;
  if (field.many === "list") return `${readOf(field, index, "e")}if(${v}===undefined)${v}=[x];else ${v}.push(x);`;
  if (field.many === "map") {
    // The key comes first, then the value; anything else is left to the interpreter.
    return `${lengthOf("m", "e")}const f=p+m;if(b[p++]!==10)return other(b,s,e,d);
${lengthOf("n", "f")}const k=text(b,p,p+n);p+=n;
if(p>=f||b[p++]!==${field.valueTag})return other(b,s,e,d);
{${readOf(field, index, "f")}if(p!==f)return other(b,s,e,d);
if(${v}===undefined)${v}={};if(k==="__proto__")own(${v},k,x);else ${v}[k]=x;}`;
  }
  const kept = field.dropsZero ? "x||undefined" : field.dropsNull ? "x??undefined" : "x";
  return `${readOf(field, index, "e")}${v}=${kept};`;
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
      const read = `child[${index}].read(b,p,p+n,d+1)`;
      return `${length}const x=${field.implied === undefined ? read : `{...implied[${index}],...${read}}`};p+=n;`;
    }
    default: {
      const how = field.type === "int32" ? "int32" : field.type === "int64" ? "int64" : "uint";
      const number = `let n=b[p++];if(n>127){p=number.${how}(b,p-1);n=number.value;}`;
      return `${number}const x=${field.type === "bool" ? "n!==0" : "n"};`;
    }
  }
}

/** Declares a length and checks that so many bytes are left before `end`. */
function lengthOf(name: string, end: string): string {
  return `let ${name}=b[p++];if(${name}>127){${name}=(${name}&127)|(b[p++]<<7);if(${name}>16383){
${name}=(${name}&16383)|(b[p++]<<14);if(${name}>2097151){${name}=(${name}&2097151)+b[p++]*2097152;}}}
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
