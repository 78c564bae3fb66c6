import { InvalidArgumentError } from "../errors/index.ts";
import { excerpt } from "./plain-object.ts";

/** How a quantity writes itself: `12Mi`, `12M` or `12e6`. */
export type QuantityFormat = "BinarySI" | "DecimalSI" | "DecimalExponent";

/**
 * An amount of something, as resource requests and limits have it: an exact multiple of one billionth. Immutable. What
 * is finer than a billionth is rounded away from zero, and a binary quantity larger than 2^63-1 is taken for 2^63-1, as
 * the API server does.
 *
 * ```ts
 * parseQuantity("1.5Gi").add(parseQuantity("512Mi")).toString(); // "2Gi"
 * ```
 */
export class Quantity {
  /** The amount in billionths. */
  readonly nanos: bigint;
  readonly format: QuantityFormat;
  /** The text it was read from, where that counts as canonical. */
  readonly #text: string | undefined;

  constructor(nanos: bigint, format: QuantityFormat, text?: string) {
    if (nanos >= nanosLimit || nanos <= -nanosLimit) {
      throw new InvalidArgumentError(
        `quantity out of range: more than ${maxIntegerDigits} digits before the decimal point`,
      );
    }
    this.nanos = nanos;
    this.format = format;
    this.#text = text;
  }

  /** -1, 0 or 1 as this is less than, equal to or more than `other`, whatever their formats. */
  compare(other: Quantity): -1 | 0 | 1 {
    return this.nanos < other.nanos ? -1 : this.nanos > other.nanos ? 1 : 0;
  }

  /** Whether both are the same amount, whatever their formats. */
  equals(other: Quantity): boolean {
    return this.nanos === other.nanos;
  }

  /** The sum, in this quantity's format; in the other's when this is zero. */
  add(other: Quantity): Quantity {
    return new Quantity(this.nanos + other.nanos, this.nanos === 0n ? other.format : this.format);
  }

  /** The difference, in this quantity's format; in the other's when this is zero. */
  sub(other: Quantity): Quantity {
    return new Quantity(this.nanos - other.nanos, this.nanos === 0n ? other.format : this.format);
  }

  /** The amount with its sign turned. */
  neg(): Quantity {
    return new Quantity(-this.nanos, this.format);
  }

  isZero(): boolean {
    return this.nanos === 0n;
  }

  /** -1, 0 or 1. */
  sign(): -1 | 0 | 1 {
    return this.nanos < 0n ? -1 : this.nanos > 0n ? 1 : 0;
  }

  /** Whole units, rounded away from zero. */
  value(): bigint {
    return roundUp(this.nanos, oneUnit);
  }

  /** Thousandths, rounded away from zero: `250m` of a CPU is 250. */
  milliValue(): bigint {
    return roundUp(this.nanos, 1_000_000n);
  }

  /** The nearest floating point number; large amounts lose digits. */
  toNumber(): number {
    return Number(this.nanos / oneUnit) + Number(this.nanos % oneUnit) / 1e9;
  }

  /**
   * The quantity as the API server writes it: no fraction, the largest suffix that needs none. A text that was read and
   * is already fit to be sent comes back as it was.
   */
  toString(): string {
    return this.#text ?? formatNanos(this.nanos, this.format);
  }

  toJSON(): string {
    return this.toString();
  }
}

/**
 * Reads a quantity: a decimal number with one of the suffixes `n u m k M G T P E`, `Ki Mi Gi Ti Pi Ei`, or an exponent.
 * Exact. Throws an `InvalidArgumentError` for anything else, and for more than 1,000 digits before the decimal point.
 */
export function parseQuantity(text: string): Quantity {
  const bad = (why: string): InvalidArgumentError => new InvalidArgumentError(`quantity ${excerpt(text)}: ${why}`);
  if (text === "") throw bad("it is empty");
  let position = text[0] === "-" || text[0] === "+" ? 1 : 0;
  const negative = text[0] === "-";
  while (text[position] === "0") position++;
  const whole = digitsAt(text, position);
  const leadingZero = position > 0 && text[position - 1] === "0";
  position += whole.length;
  let fraction = "";
  if (text[position] === ".") {
    fraction = digitsAt(text, position + 1);
    position += 1 + fraction.length;
  }
  if (text.length - position > 32) throw bad("its suffix is unknown");
  const suffix = readSuffix(text.slice(position));
  if (suffix === undefined) throw bad("its suffix is unknown");
  const { base, exponent, format } = suffix;
  // A number beyond every limit is never made: first its digits are counted.
  if (whole.length + (base === 10 ? exponent : exponent / 3) > maxIntegerDigits || whole.length > maxIntegerDigits) {
    throw bad(`it is out of range: more than ${maxIntegerDigits} digits before the decimal point`);
  }
  const nanos = scaledNanos(whole, fraction, base, exponent);
  const anyDigit = whole !== "" || fraction !== "" || leadingZero;
  const plain = isPlain(whole, fraction, base, exponent);
  if (!anyDigit && !plain) throw bad("it has no digits");
  const capped = base === 2 && !plain && nanos > maxBinaryNanos ? maxBinaryNanos : nanos;
  const signed = negative ? -capped : capped;
  if (plain)
    return new Quantity(signed, format, isCanonical(whole || "0", fraction, base, exponent) ? text : undefined);
  return new Quantity(signed, base === 2 && capped > 0n && capped < oneUnit ? "DecimalSI" : format);
}

const oneUnit = 1_000_000_000n;
const maxIntegerDigits = 1_000;
const nanosLimit = 10n ** BigInt(maxIntegerDigits + 9);
const maxBinaryNanos = (2n ** 63n - 1n) * oneUnit;
const decimalSuffixes = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const binarySuffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

interface Suffix {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const suffixes: ReadonlyMap<string, Suffix> = new Map<string, Suffix>([
  ...decimalSuffixes.map((suffix, i): [string, Suffix] => [
    suffix,
    { base: 10, exponent: 3 * (i - 3), format: "DecimalSI" },
  ]),
  ...binarySuffixes
    .slice(1)
    .map((suffix, i): [string, Suffix] => [suffix, { base: 2, exponent: 10 * (i + 1), format: "BinarySI" }]),
]);

function readSuffix(text: string): Suffix | undefined {
  const known = suffixes.get(text);
  if (known !== undefined) return known;
  if (!/^[eE][+-]?[0-9]+$/.test(text)) return undefined;
  const exponent = Number(text.slice(1));
  return { base: 10, exponent: Math.max(-1e9, Math.min(1e9, exponent)), format: "DecimalExponent" };
}

function digitsAt(text: string, start: number): string {
  let end = start;
  while (end < text.length && text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) end++;
  return text.slice(start, end);
}

/** The digits times base^exponent, in billionths, rounded up. */
function scaledNanos(whole: string, fraction: string, base: 2 | 10, exponent: number): bigint {
  if (base === 2) {
    // Enough digits of the fraction that whatever follows can only round up the last billionth.
    const kept = fraction.slice(0, 60);
    const more = hasNonZero(fraction, 60);
    const scaled = BigInt(`${whole}${kept}` || "0") * 2n ** BigInt(exponent) * oneUnit;
    const rounded = roundUp(scaled, 10n ** BigInt(kept.length));
    return more && rounded * 10n ** BigInt(kept.length) === scaled ? rounded + 1n : rounded;
  }
  const point = whole.length + exponent + 9; // how many digits are whole billionths
  const digits = whole + (point > whole.length ? fraction.slice(0, point - whole.length) : "");
  const kept = point <= 0 ? "" : digits.slice(0, point);
  const nanos = kept === "" ? 0n : BigInt(kept) * 10n ** BigInt(point - kept.length);
  const restInWhole = hasNonZero(whole, Math.max(0, point));
  const restInFraction = hasNonZero(fraction, Math.max(0, point - whole.length));
  return restInWhole || restInFraction ? nanos + 1n : nanos;
}

function hasNonZero(digits: string, from: number): boolean {
  for (let i = from; i < digits.length; i++) if (digits.charCodeAt(i) !== 0x30) return true;
  return false;
}

/** Whether the number fits the small exact form, whose text may be kept as it was written. */
function isPlain(whole: string, fraction: string, base: 2 | 10, exponent: number): boolean {
  const wholeDigits = Math.max(1, whole.length);
  if (base === 10) return wholeDigits + fraction.length <= 18 && exponent - fraction.length >= -9;
  return fraction === "" && 15 - wholeDigits - Math.trunc((exponent * 3) / 10) - 1 >= 0;
}

/** Whether the text needs no rewriting: the same texts that the API server leaves as they are. */
function isCanonical(whole: string, fraction: string, base: 2 | 10, exponent: number): boolean {
  const digits = whole + fraction;
  if (base === 2) return (BigInt(digits) & 7n) !== 0n;
  return (exponent - fraction.length) % 3 === 0 && !digits.endsWith("000") && digits[0] !== "0";
}

function roundUp(amount: bigint, unit: bigint): bigint {
  const quotient = amount / unit;
  if (quotient * unit === amount) return quotient;
  return amount < 0n ? quotient - 1n : quotient + 1n;
}

function formatNanos(nanos: bigint, format: QuantityFormat): string {
  if (nanos === 0n) return "0";
  const magnitude = nanos < 0n ? -nanos : nanos;
  if (format === "BinarySI" && magnitude >= 1024n * oneUnit && magnitude % oneUnit === 0n) {
    let amount = nanos / oneUnit;
    let step = 0;
    while (step < binarySuffixes.length - 1 && amount % 1024n === 0n) {
      amount /= 1024n;
      step++;
    }
    return `${amount}${binarySuffixes[step]}`;
  }
  // Counting zeros in the text is linear; dividing by 1000 over and over would not be.
  const digits = nanos.toString();
  let zeros = 0;
  while (digits.charCodeAt(digits.length - 1 - zeros) === 0x30) zeros++;
  const steps = Math.floor(zeros / 3);
  const exponential = format === "DecimalExponent";
  const step = exponential ? steps : Math.min(steps, decimalSuffixes.length - 1);
  const amount = digits.slice(0, digits.length - 3 * step);
  const exponent = 3 * (step - 3);
  return exponential ? `${amount}${exponent === 0 ? "" : `e${exponent}`}` : `${amount}${decimalSuffixes[step]}`;
}
