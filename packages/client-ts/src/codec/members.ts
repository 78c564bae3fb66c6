import type { Brackets } from "./brackets.ts";

/**
 * Walks over the members of one JSON object in raw bytes: keys and where their values lie. Objects and arrays among the
 * values are jumped over by means of {@link Brackets}. It never guesses: what it does not understand at once, an
 * escaped key or anything that is not JSON, makes it `unsure`, and the caller asks `JSON.parse` instead.
 */
export class Members {
  /** Set when the walk met something it leaves to a parser. */
  unsure = false;
  keyStart = 0;
  keyEnd = 0;
  /** Where the value's first byte is. */
  valueStart = 0;
  /** One past the value's last byte. */
  valueEnd = 0;
  /** The value's number among the brackets, or -1 when it is a string, a number, a boolean or null. */
  bracket = -1;
  /** Whether the value is a string that has escapes. */
  escaped = false;
  #bytes: Uint8Array = nothing;
  #base = 0;
  #brackets: Brackets | undefined;
  #child = 0;
  #at = 0;
  #first = true;

  /** Begins with the object that has number `bracket`. `base` is where the document begins in `bytes`. */
  begin(bytes: Uint8Array, base: number, brackets: Brackets, bracket: number): void {
    this.#bytes = bytes;
    this.#base = base;
    this.#brackets = brackets;
    this.#child = bracket + 1;
    this.#at = base + brackets.open[bracket]! + 1;
    this.#first = true;
    this.unsure = bytes[this.#at - 1] !== 123;
  }

  /** Goes to the next member; false at the end, or when unsure. */
  next(): boolean {
    if (this.unsure) return false;
    const bytes = this.#bytes;
    let i = skipSpace(bytes, this.#at);
    let byte = bytes[i];
    if (this.#first) {
      this.#first = false;
      if (byte === 125) return false;
    } else {
      if (byte === 125) return false;
      if (byte !== 44) return this.#giveUp();
      i = skipSpace(bytes, i + 1);
      byte = bytes[i];
    }
    if (byte !== 34) return this.#giveUp();
    this.keyStart = ++i;
    for (byte = bytes[i]; byte !== 34; byte = bytes[++i]) {
      if (byte === 92 || byte === undefined || byte < 32) return this.#giveUp();
    }
    this.keyEnd = i;
    i = skipSpace(bytes, i + 1);
    if (bytes[i] !== 58) return this.#giveUp();
    i = skipSpace(bytes, i + 1);
    this.valueStart = i;
    this.bracket = -1;
    this.escaped = false;
    byte = bytes[i];
    if (byte === 34) {
      for (byte = bytes[++i]; byte !== 34; byte = bytes[++i]) {
        if (byte === 92) {
          this.escaped = true;
          i++;
        } else if (byte === undefined || byte < 32) return this.#giveUp();
      }
      i++;
    } else if (byte === 123 || byte === 91) {
      const brackets = this.#brackets!;
      const child = this.#child;
      if (child >= brackets.count || this.#base + brackets.open[child]! !== i) return this.#giveUp();
      this.bracket = child;
      this.#child = brackets.next[child]!;
      i = this.#base + brackets.close[child]! + 1;
      if (bytes[i - 1] !== byte + 2) return this.#giveUp();
    } else {
      while (isScalar(bytes[i])) i++;
      if (i === this.valueStart) return this.#giveUp();
    }
    this.valueEnd = i;
    this.#at = i;
    return true;
  }

  /** Whether the key is this name, given as bytes. */
  keyIs(name: Uint8Array): boolean {
    const start = this.keyStart;
    const length = name.length;
    if (this.keyEnd - start !== length) return false;
    const bytes = this.#bytes;
    for (let i = 0; i < length; i++) if (bytes[start + i] !== name[i]) return false;
    return true;
  }

  #giveUp(): false {
    this.unsure = true;
    return false;
  }
}

const nothing = new Uint8Array(0);

function skipSpace(bytes: Uint8Array, from: number): number {
  let i = from;
  for (let byte = bytes[i]; byte === 32 || byte === 10 || byte === 13 || byte === 9; byte = bytes[++i]);
  return i;
}

/** Digits, signs, point, letters: all that numbers, booleans and null are made of. */
function isScalar(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    (byte >= 48 && byte <= 57) ||
    (byte >= 97 && byte <= 122) ||
    byte === 45 ||
    byte === 46 ||
    byte === 43 ||
    byte === 69
  );
}
