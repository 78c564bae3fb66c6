import { InvalidArgumentError } from "../errors/index.ts";
import { excerpt } from "./plain-object.ts";

/**
 * Reads a duration as Go writes it (`1h2m3.5s`, `-1.5h`, `300ms`) into nanoseconds. Units are `ns us µs ms s m h`; `0`
 * needs none. Throws an `InvalidArgumentError` for anything else and for more than 2^63 nanoseconds (292 years).
 */
export function parseDurationNs(text: string): bigint {
  const bad = (why: string): InvalidArgumentError => new InvalidArgumentError(`duration ${excerpt(text)}: ${why}`);
  let position = text[0] === "-" || text[0] === "+" ? 1 : 0;
  const negative = text[0] === "-";
  if (position === text.length) throw bad("it is empty");
  if (text.slice(position) === "0") return 0n;
  let total = 0n;
  while (position < text.length) {
    const whole = digitsAt(text, position);
    position += whole.length;
    let fraction = "";
    if (text[position] === ".") {
      fraction = digitsAt(text, position + 1);
      position += 1 + fraction.length;
      if (whole === "" && fraction === "") throw bad("a number has no digits");
    } else if (whole === "") throw bad(`expected a number at character ${position + 1}`);
    const unitEnd = endOfUnit(text, position);
    const unit = unitEnd - position <= 2 ? units.get(text.slice(position, unitEnd)) : undefined;
    if (unit === undefined)
      throw bad(
        unitEnd === position ? "a number has no unit" : `unknown unit ${excerpt(text.slice(position, unitEnd))}`,
      );
    position = unitEnd;
    total += wholeNs(whole, unit, bad) + fractionNs(fraction, unit);
    if (total > limit) throw bad("it is out of range");
  }
  if (!negative && total === limit) throw bad("it is out of range");
  return negative ? -total : total;
}

/** As {@link parseDurationNs}, in milliseconds with what is finer behind the point. */
export function parseDurationMs(text: string): number {
  return Number(parseDurationNs(text)) / 1e6;
}

/** Nanoseconds as Go writes a duration: `1h2m3.5s`, `1.5ms`, `0s`. */
export function formatDurationNs(ns: bigint): string {
  if (ns === 0n) return "0s";
  const sign = ns < 0n ? "-" : "";
  const magnitude = ns < 0n ? -ns : ns;
  if (magnitude < 1_000n) return `${sign}${magnitude}ns`;
  if (magnitude < 1_000_000n) return `${sign}${decimal(magnitude, 3)}µs`;
  if (magnitude < second) return `${sign}${decimal(magnitude, 6)}ms`;
  const minutes = magnitude / minute;
  const seconds = `${decimal(magnitude % minute, 9)}s`;
  if (minutes === 0n) return `${sign}${seconds}`;
  return minutes < 60n ? `${sign}${minutes}m${seconds}` : `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** Milliseconds as Go writes a duration; finer than a nanosecond is cut off. Refuses `NaN` and `Infinity`. */
export function formatDurationMs(ms: number): string {
  if (!Number.isFinite(ms)) throw new InvalidArgumentError(`duration of ${ms} ms: not a finite number`);
  const whole = Math.trunc(ms);
  return formatDurationNs(BigInt(whole) * 1_000_000n + BigInt(Math.trunc((ms - whole) * 1e6)));
}

const second = 1_000_000_000n;
const minute = 60n * second;
const limit = 2n ** 63n;
const units: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n],
  ["\u03bcs", 1_000n],
  ["ms", 1_000_000n],
  ["s", second],
  ["m", minute],
  ["h", 60n * minute],
]);

function digitsAt(text: string, start: number): string {
  let end = start;
  while (end < text.length && text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) end++;
  return text.slice(start, end);
}

function endOfUnit(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== "." && !(text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39))
    end++;
  return end;
}

function wholeNs(digits: string, unit: bigint, bad: (why: string) => InvalidArgumentError): bigint {
  let start = 0;
  while (digits.charCodeAt(start) === 0x30) start++;
  if (digits.length - start > 19) throw bad("it is out of range");
  const ns = BigInt(digits.slice(start)) * unit;
  if (ns > limit) throw bad("it is out of range");
  return ns;
}

/** The part behind the point. Go multiplies in floating point here, and so must we to agree on the last nanosecond. */
function fractionNs(digits: string, unit: bigint): bigint {
  let used = digits.slice(0, 19);
  if (used.length === 19 && BigInt(used) > limit) used = used.slice(0, 18);
  const number = Number(used);
  return number === 0 ? 0n : BigInt(Math.trunc(number * (Number(unit) / 10 ** used.length)));
}

/** `amount / 10^places`, without zeros at the end. */
function decimal(amount: bigint, places: number): string {
  const digits = amount.toString().padStart(places + 1, "0");
  let end = digits.length;
  const point = digits.length - places;
  while (end > point && digits.charCodeAt(end - 1) === 0x30) end--;
  return end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
}
