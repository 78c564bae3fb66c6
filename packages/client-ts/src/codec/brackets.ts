import { maxDepth } from "./deep-freeze.ts";
import { newScanState, pieceBytes, type Scanner, type ScanState } from "./scanner.ts";

/**
 * The objects and arrays of one document down to some depth, in the order in which they begin. With it a reader jumps
 * over a value without looking at its bytes. Number 0 is the document itself; what is inside of number `n` follows it,
 * up to `next[n]`.
 */
export class Brackets {
  /** Where each begins, counted from the beginning of the document. */
  open: Int32Array = new Int32Array(64);
  /** The position of each one's closing bracket. */
  close: Int32Array = new Int32Array(64);
  /** The number of the first that begins after this one has ended. */
  next: Int32Array = new Int32Array(64);
  count = 0;
  /** Whether the document is surely not nested too deep to be read, below the depth that is looked at included. */
  shallow = false;
  /** For {@link findBrackets}. */
  readonly state: ScanState = newScanState();
  /** The numbers of those that have not ended; an array that is emptied would give its memory back each time. */
  #unended = new Int32Array(16);
  #depth = 0;

  /** Forgets everything. */
  reset(): void {
    this.count = 0;
    this.#depth = 0;
  }

  /** One begins. */
  begin(at: number): void {
    const n = this.count++;
    if (n === this.open.length) this.#grow();
    this.open[n] = at;
    if (this.#depth === this.#unended.length) this.#unended = doubled(this.#unended);
    this.#unended[this.#depth++] = n;
  }

  /** The innermost ends. */
  end(at: number): void {
    const n = this.#unended[--this.#depth]!;
    this.close[n] = at;
    this.next[n] = this.count;
  }

  #grow(): void {
    for (const name of ["open", "close", "next"] as const) this[name] = doubled(this[name]);
  }
}

function doubled(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/**
 * Fills `brackets` for one document that lies in `bytes` from `start` to `end`, down to `level`. False when it is not
 * exactly one object or array.
 */
export function findBrackets(
  scanner: Scanner,
  bytes: Uint8Array,
  start: number,
  end: number,
  level: number,
  brackets: Brackets,
): boolean {
  brackets.reset();
  const { state } = brackets;
  state.inString = state.escaped = state.depth = state.deepest = state.broken = 0;
  let depth = 0;
  for (let from = start; from < end; from += pieceBytes) {
    const count = scanner.scan(bytes, from, Math.min(end, from + pieceBytes), level, state);
    const found = scanner.found;
    for (let k = 0; k < count; k++) {
      const at = from + found[k]!;
      const byte = bytes[at];
      if (byte === 123 || byte === 91) {
        if (depth++ === 0 && brackets.count > 0) return false;
        brackets.begin(at - start);
      } else {
        if (--depth < 0) return false;
        brackets.end(at - start);
      }
      // Brackets below `level` are not reported, so this depth never passes `level + 1`.
    }
  }
  brackets.shallow = state.deepest <= maxDepth;
  return depth === 0 && state.depth === 0 && brackets.count > 0;
}
