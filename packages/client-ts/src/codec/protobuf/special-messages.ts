/**
 * The messages whose JSON is not the object of their fields, both ways. What Go's MarshalJSON of each type does is
 * repeated here: zero times are null, a quantity is its text, a union is the member that is chosen.
 */

import { formatDurationNs, parseDurationNs } from "../../meta/index.ts";
import type { FieldDecoder, MessagePlan, Special } from "./message-plan.ts";
import { WireError, type WireReader } from "./wire-reader.ts";
import { asciiText, utf8Text } from "../text.ts";

/** How to read and write a message of this full name; `undefined` when its JSON is the object of its fields. */
export function specialFor(name: string): Special | undefined {
  return specials.get(name.slice(name.lastIndexOf(".") + 1));
}

/** Go's zero time, in seconds of Unix. */
const zeroSeconds = -62_135_596_800;

const time: Special = {
  decode({ reader }, end) {
    const seconds = readTime(reader, end);
    return seconds === undefined ? null : `${timeText(seconds)}Z`;
  },
  encode({ writer }, value) {
    if (value === null || value === undefined) return;
    const ms = msOf(value);
    writer.integer(2, 0);
    writer.integer(1, Math.floor(ms / 1000));
  },
};

const microTime: Special = {
  decode({ reader }, end) {
    const seconds = readTime(reader, end);
    if (seconds === undefined) return null;
    const micros = Math.trunc(nanos / 1000);
    return `${timeText(seconds)}.${String(micros).padStart(6, "0")}Z`;
  },
  encode({ writer }, value) {
    if (value === null || value === undefined) return;
    const [, fraction = ""] = /\.(\d+)/.exec(String(value)) ?? [];
    writer.integer(2, Number(fraction.padEnd(6, "0").slice(0, 6)) * 1000);
    writer.integer(1, Math.floor(msOf(value) / 1000));
  },
};

const duration: Special = {
  decode: ({ reader }, end) => formatDurationNs(BigInt.asIntN(64, readInteger(reader, end))),
  encode({ writer }, value) {
    writer.integer(1, value === null || value === undefined ? 0 : parseDurationNs(String(value)));
  },
};

const quantity: Special = {
  decode({ reader }, end) {
    let text = "0";
    while (reader.at < end) {
      const tag = reader.tag();
      if (tag === 10) text = reader.text(reader.stop(end));
      else reader.skip(tag, end);
    }
    return text;
  },
  encode({ writer }, value) {
    writer.text(1, value === null || value === undefined ? "0" : String(value));
  },
};

const intOrString: Special = {
  decode({ reader }, end) {
    let [isText, number, text] = [false, 0, ""];
    while (reader.at < end) {
      const tag = reader.tag();
      if (tag === 8) isText = reader.uint() !== 0;
      else if (tag === 16) number = reader.int32();
      else if (tag === 26) text = reader.text(reader.stop(end));
      else reader.skip(tag, end);
    }
    return isText ? text : number;
  },
  encode({ writer }, value) {
    const isText = typeof value === "string";
    writer.text(3, isText ? value : "");
    writer.integer(2, typeof value === "number" ? value : 0);
    writer.integer(1, isText ? 1 : 0);
  },
};

/** JSON inside of protobuf: the extensions of objects, the fields that a manager owns, defaults of schemas. */
const rawJson: Special = {
  decode({ reader }, end) {
    let value: unknown = null;
    while (reader.at < end) {
      const tag = reader.tag();
      if (tag !== 10) {
        reader.skip(tag, end);
        continue;
      }
      const stop = reader.stop(end);
      value = parseJson(reader, stop);
      reader.at = stop;
    }
    return value;
  },
  encode({ writer }, value) {
    if (value !== undefined && value !== null) writer.text(1, JSON.stringify(value));
  },
};

const schemaOrArray: Special = union("jSONSchemas", ({ jSONSchemas, schema }) => jSONSchemas ?? schema ?? null);
const schemaOrTexts: Special = union("property", ({ property, schema }) => property ?? schema ?? null);
const schemaOrBool: Special = {
  decode(decoder, end, plan, depth) {
    const { schema, allows } = decoder.members(plan, end, depth);
    return schema ?? allows ?? false;
  },
  encode(encoder, value, plan) {
    const isSchema = typeof value === "object" && value !== null;
    encoder.members(plan, isSchema ? { allows: true, schema: value } : { allows: value === true });
  },
};

const specials: ReadonlyMap<string, Special> = new Map([
  ["Time", time],
  ["MicroTime", microTime],
  ["Timestamp", time],
  ["Duration", duration],
  ["Quantity", quantity],
  ["IntOrString", intOrString],
  ["RawExtension", rawJson],
  ["FieldsV1", rawJson],
  ["JSON", rawJson],
  ["JSONSchemaPropsOrArray", schemaOrArray],
  ["JSONSchemaPropsOrStringArray", schemaOrTexts],
  ["JSONSchemaPropsOrBool", schemaOrBool],
]);

/** A schema, or the list whose name is given. */
function union(list: string, choose: (members: Record<string, unknown>) => unknown): Special {
  return {
    decode: (decoder: FieldDecoder, end: number, plan: MessagePlan, depth: number) =>
      choose(decoder.members(plan, end, depth)),
    encode(encoder, value, plan) {
      if (value === null || value === undefined) return;
      encoder.members(plan, Array.isArray(value) ? { [list]: value } : { schema: value });
    },
  };
}

/** The nanoseconds of the time that was read last. */
let nanos = 0;

/** Seconds of Unix; `undefined` for the zero time, which has no fields. */
function readTime(reader: WireReader, end: number): number | undefined {
  nanos = 0;
  if (reader.at === end) return undefined;
  let seconds = 0;
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === 8) seconds = reader.int64();
    else if (tag === 16) nanos = reader.int32();
    else reader.skip(tag, end);
  }
  return seconds === zeroSeconds && nanos === 0 ? undefined : seconds;
}

function readInteger(reader: WireReader, end: number): bigint {
  let value = 0n;
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag !== 8) reader.skip(tag, end);
    else {
      value = 0n;
      for (let shift = 0n; ; shift += 7n) {
        const byte = reader.bytes[reader.at++] ?? 0;
        value |= BigInt(byte & 127) << shift;
        if (byte < 128) break;
        if (shift > 63n) throw new WireError("it has a number of more than 64 bits");
      }
    }
  }
  return value;
}

const secondsOfDay = 86_400;
let [knownDay, knownDate] = [Number.NaN, ""];
const clockText = Buffer.alloc(8);

/** `2006-01-02T15:04:05`. The times of one object are often of the same day. */
function timeText(seconds: number): string {
  const day = Math.floor(seconds / secondsOfDay);
  if (day !== knownDay) {
    knownDate = dateText(new Date(day * secondsOfDay * 1000));
    knownDay = day;
  }
  const rest = seconds - day * secondsOfDay;
  twoDigits(0, Math.floor(rest / 3600));
  twoDigits(3, Math.floor(rest / 60) % 60);
  twoDigits(6, rest % 60);
  return `${knownDate}T${asciiText(clockText, 0, 8)}`;
}

function twoDigits(at: number, value: number): void {
  clockText[at] = 48 + Math.floor(value / 10);
  clockText[at + 1] = 48 + (value % 10);
  if (at > 0) clockText[at - 1] = 58;
}

/** `2006-01-02`, with as many digits for the year as it needs, as Go writes it. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) throw new WireError("it has a time that is out of range");
  const year = date.getUTCFullYear();
  const monthAndDay = date.toISOString().slice(-20, -14);
  return `${year < 0 ? "-" : ""}${String(Math.abs(year)).padStart(4, "0")}${monthAndDay}`;
}

function msOf(value: unknown): number {
  const ms = Date.parse(String(value));
  if (Number.isNaN(ms)) throw new WireError("it has a time that cannot be read");
  return ms;
}

function parseJson(reader: WireReader, stop: number): unknown {
  if (reader.at === stop) return null;
  try {
    return JSON.parse(utf8Text(reader.bytes, reader.at, stop));
  } catch {
    // The parser's message repeats a piece of the text, which may be a Secret's.
    throw new WireError("it contains JSON that is not valid");
  }
}
