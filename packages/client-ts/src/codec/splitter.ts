import { isAscii } from "node:buffer";
import { ProtocolError, TransportError } from "../errors/index.ts";
import { Brackets } from "./brackets.ts";
import { ByteCollector } from "./byte-collector.ts";
import { maxDepth } from "./deep-freeze.ts";
import { newScanState, type Scanner, type ScanState } from "./scanner.ts";

/**
 * Receives the units of a stream of JSON bytes from a {@link Splitter}: the items of a list, the frames of a watch. The
 * handler decides where units can be, and is called with each unit in one piece, with the brackets inside of it. A unit
 * that lies in one chunk is not copied; one that is spread over several is put together first. Bytes between units go
 * to the handler as well: no byte is skipped silently.
 */
export interface UnitHandler {
  /** The depth of brackets at which units begin. */
  readonly unitDepth: number;
  /** How many levels of brackets inside a unit are wanted. */
  readonly detail: number;
  /**
   * Bytes outside of units, in order, at the given depth of brackets; brackets count as what they enclose. At depth 0
   * only space is JSON.
   */
  between(bytes: Buffer, start: number, end: number, depth: number): void;
  /**
   * A bracket outside of units begins, or a unit could begin: true makes it one. The bytes before it were given to
   * `between`.
   */
  opens(byte: number, depth: number): boolean;
  /** A bracket outside of units ends; afterwards the depth is `depth`. */
  closes(depth: number): void;
  /** A unit is complete: `bytes` from `start` to `end`, valid only during the call. */
  unit(bytes: Buffer, start: number, end: number, brackets: Brackets, ascii: boolean): void;
}

/** Cuts a stream of JSON bytes into units and gives them to a {@link UnitHandler}. */
export class Splitter {
  readonly #scanner: Scanner;
  readonly #handler: UnitHandler;
  readonly #maxUnitBytes: number;
  readonly #what: string;
  readonly #state: ScanState = newScanState();
  readonly #brackets = new Brackets();
  /** The unit that began in an earlier piece, as far as it has come. */
  readonly #begun = new ByteCollector();
  #positions = new Int32Array(256);
  #depth = 0;
  #inUnit = false;
  #ascii = true;

  constructor(scanner: Scanner, handler: UnitHandler, { maxUnitBytes, what }: { maxUnitBytes: number; what: string }) {
    this.#scanner = scanner;
    this.#handler = handler;
    this.#maxUnitBytes = maxUnitBytes;
    this.#what = what;
  }

  /** Whether the bytes so far end in the middle of a unit or of something else that has begun. */
  get unfinished(): boolean {
    return this.#inUnit || this.#depth > 0 || this.#state.inString === 1;
  }

  /** Whether a line ended inside of a bracket in the last piece. */
  get isLineBroken(): boolean {
    return this.#state.broken === 1;
  }

  /** The bytes of the unit that has begun, until the next `push`. */
  get begun(): Buffer {
    return this.#begun.bytes.subarray(0, this.#begun.length);
  }

  /** Takes the next piece, at most `pieceBytes` long. */
  push(piece: Buffer): void {
    this.#state.deepest = 0;
    this.#state.broken = 0;
    const count = this.#scanner.scan(
      piece,
      0,
      piece.length,
      this.#handler.unitDepth + this.#handler.detail,
      this.#state,
    );
    if (this.#positions.length < count) this.#positions = new Int32Array(Math.max(count, this.#positions.length * 2));
    const positions = this.#positions;
    const { found } = this.#scanner;
    for (let k = 0; k < count; k++) positions[k] = found[k]!;
    const ascii = isAscii(piece);
    if (!ascii) this.#ascii = false;
    const { unitDepth } = this.#handler;
    const brackets = this.#brackets;
    const shallow = this.#state.deepest <= maxDepth;
    if (!shallow) brackets.shallow = false;
    // Where the part of this piece begins that was not handed on yet, and where the unit begins: negative when that was
    // in an earlier piece.
    let from = 0;
    let unitStart = 0 - this.#begun.length; // not -0, which is not a small integer: each position would be on the heap
    for (let k = 0; k < count; k++) {
      const at = positions[k]!;
      const byte = piece[at]!;
      if (byte === 123 || byte === 91) {
        if (this.#inUnit) brackets.begin(at - unitStart);
        else {
          this.#handler.between(piece, from, at, this.#depth);
          from = at;
          if (this.#handler.opens(byte, this.#depth)) {
            this.#inUnit = true;
            this.#ascii = ascii;
            unitStart = at;
            brackets.reset();
            brackets.shallow = shallow;
            brackets.begin(0);
          }
        }
        this.#depth++;
        continue;
      }
      if (--this.#depth < 0) throw new ProtocolError(`${this.#what}: a bracket closes that was never opened`);
      if (!this.#inUnit) {
        this.#handler.between(piece, from, at + 1, this.#depth + 1);
        from = at + 1;
        this.#handler.closes(this.#depth);
        continue;
      }
      brackets.end(at - unitStart);
      if (this.#depth > unitDepth) continue;
      if (byte !== 125) throw new ProtocolError(`${this.#what}: brackets do not match`);
      this.#finish(piece, unitStart, at + 1, ascii);
      from = at + 1;
    }
    if (this.#inUnit) this.#keep(piece, Math.max(unitStart, 0), piece.length);
    else this.#handler.between(piece, from, piece.length, this.#depth);
  }

  #finish(piece: Buffer, unitStart: number, end: number, ascii: boolean): void {
    this.#inUnit = false;
    if (this.#begun.length === 0) {
      if (end - unitStart > this.#maxUnitBytes) throw this.#tooLarge();
      this.#handler.unit(piece, unitStart, end, this.#brackets, ascii);
      return;
    }
    this.#keep(piece, 0, end);
    try {
      this.#handler.unit(this.#begun.bytes, 0, this.#begun.length, this.#brackets, this.#ascii);
    } finally {
      this.#begun.clear();
    }
  }

  #keep(piece: Buffer, start: number, end: number): void {
    if (this.#begun.length + end - start > this.#maxUnitBytes) throw this.#tooLarge();
    this.#begun.add(piece, start, end);
  }

  #tooLarge(): TransportError {
    return new TransportError(`${this.#what}: larger than the limit of ${this.#maxUnitBytes} bytes`, { code: "limit" });
  }
}

/** Whether there is nothing but space. */
export function isSpace(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte !== 10 && byte !== 32 && byte !== 13 && byte !== 9) return false;
  }
  return true;
}
