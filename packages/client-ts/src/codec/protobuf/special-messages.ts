/**
 * The messages whose JSON is not the object of their fields, both ways. What Go's MarshalJSON of each type does is
 * repeated here: zero times are null, a quantity is its text, a union is the member that is chosen.
 */

import { formatDurationNs, parseDurationNs } from "../../meta/index.ts";
import type { FieldDecoder, MessagePlan, Special } from "./message-plan.ts";
import { textOf, WireError, type WireReader } from "./wire-reader.ts";
import { checkDepth } from "../deep-freeze.ts";
import { asciiText, utf8Text } from "../text.ts";

/** How to read and write a message of this full name; `undefined` when its JSON is the object of its fields. */
export function specialFor(name: string): Special | undefined {
  return specials.get(name.slice(name.lastIndexOf(".") + 1));
}

/** Go's zero time, in seconds of Unix. */
const zeroSeconds = -62_135_596_800;

const time: Special = {
  read(bytes, start, end) {
    // Seconds of at most 35 bits, and nanoseconds that are zero.
    if (bytes[start] !== 8) return undefined;
    let [at, seconds] = [start + 1, 0];
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]!;
      seconds += (byte & 127) * factor;
      if (byte < 128) break;
      if (at > start + 5) return undefined;
    }
    if (bytes[at] === 16 && bytes[at + 1] === 0) at += 2;
    return at === end ? secondsText(seconds) : undefined;
  },
  decode({ reader }, end) {
    const seconds = readTime(reader, end);
    return seconds === undefined ? null : secondsText(seconds);
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
  read(bytes, start, end) {
    const isText = bytes[start] === 10 && bytes[start + 1]! < 128 && start + 2 + bytes[start + 1]! === end;
    return isText ? textOf(bytes, start + 2, end) : undefined;
  },
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
        if (shift >= 63n) throw new WireError("it has a number of more than 64 bits");
      }
    }
  }
  return value;
}

const secondsOfDay = 86_400;

/** Times that came before, by their last bits: an object has the same time several times. */
const knownTimes = 256;
const knownSeconds = new Float64Array(knownTimes).fill(Number.NaN);
const knownTexts: string[] = new Array<string>(knownTimes).fill("");

/** `2006-01-02T15:04:05Z` */
function secondsText(seconds: number): string {
  const slot = seconds & (knownTimes - 1);
  if (knownSeconds[slot] === seconds) return knownTexts[slot]!;
  const text = `${timeText(seconds)}Z`;
  knownSeconds[slot] = seconds;
  knownTexts[slot] = text;
  return text;
}

const digits = Buffer.from("0000-00-00T00:00:00");

/** `2006-01-02T15:04:05`. The year has as many digits as it needs, and a sign before our era, as Go writes it. */
function timeText(seconds: number): string {
  const day = Math.floor(seconds / secondsOfDay);
  const rest = seconds - day * secondsOfDay;
  const year = writeDate(day);
  twoDigits(11, Math.floor(rest / 3600));
  twoDigits(14, Math.floor(rest / 60) % 60);
  twoDigits(17, rest % 60);
  if (year < 0 || year > 9999)
    return `${year < 0 ? "-" : ""}${String(Math.abs(year)).padStart(4, "0")}${asciiText(digits, 4, 19)}`;
  twoDigits(0, Math.floor(year / 100));
  twoDigits(2, year % 100);
  return asciiText(digits, 0, 19);
}

/** Days from the first of March of the year 0 to the beginning of Unix time, and days of 400 years. */
const [daysToUnix, daysOfEra] = [719_468, 146_097];
/** What `Date` can express, 100,000,000 days before and after. */
const maxDays = 1e8;

/**
 * Writes month and day, and gives the year. A year that begins in March has its leap day at the end, so that months and
 * years are divisions; `Date` takes several times as long.
 */
function writeDate(dayOfUnix: number): number {
  if (!(Math.abs(dayOfUnix) <= maxDays)) throw new WireError("it has a time that is out of range");
  const days = dayOfUnix + daysToUnix;
  const era = Math.floor(days / daysOfEra);
  const day = days - era * daysOfEra;
  const leapDays = Math.floor(day / 1460) - Math.floor(day / 36_524) + Math.floor(day / 146_096);
  const year = Math.floor((day - leapDays) / 365);
  const dayOfYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  twoDigits(8, dayOfYear - Math.floor((153 * month + 2) / 5) + 1);
  twoDigits(5, month < 10 ? month + 3 : month - 9);
  return era * 400 + year + (month < 10 ? 0 : 1);
}

function twoDigits(at: number, value: number): void {
  const tens = Math.floor(value / 10);
  digits[at] = 48 + tens;
  digits[at + 1] = 48 + value - tens * 10;
}

function msOf(value: unknown): number {
  const ms = Date.parse(String(value));
  if (Number.isNaN(ms)) throw new WireError("it has a time that cannot be read");
  return ms;
}

function parseJson(reader: WireReader, stop: number): unknown {
  if (reader.at === stop) return null;
  try {
    const value: unknown = JSON.parse(utf8Text(reader.bytes, reader.at, stop));
    checkDepth(value);
    return value;
  } catch {
    // The parser's message repeats a piece of the text, which may be a Secret's.
    throw new WireError("it contains JSON that is not valid, or nested too deep");
  }
}
