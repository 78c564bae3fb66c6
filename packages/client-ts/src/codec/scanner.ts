/**
 * Finds the brackets of a piece of JSON: where objects and arrays begin and end. Two implementations give the same
 * answers, one in WebAssembly with SIMD (about 5 GB/s) and one in JavaScript (about 0.7 GB/s). Finding brackets does
 * not check that the text is JSON.
 */

import { InvalidArgumentError } from "../errors/index.ts";
import { newWasmScanner } from "./wasm-scanner.ts";

/** What a scanner must remember between two pieces of one text. */
export interface ScanState {
  /** 1 inside of a string. */
  inString: number;
  /** 1 when the next byte is escaped. */
  escaped: number;
  /** How many brackets are open. */
  depth: number;
  /** Never were more open at a time; a scanner that counts several bytes at once may say too many. */
  deepest: number;
  /** 1 when a line ended inside of a bracket. */
  broken: number;
}

/** Finds brackets. */
export interface Scanner {
  readonly name: "wasm" | "js";
  /**
   * The positions that the last `scan` found. The next scan overwrites them: copy them before calling other code.
   */
  readonly found: Int32Array;
  /**
   * Looks at `bytes` from `start` to `end`, at most {@link pieceBytes}, and writes the positions, counted from `start`,
   * of all brackets at most `level` deep into `found` (the outermost has depth 0). Says how many.
   */
  scan(bytes: Uint8Array, start: number, end: number, level: number, state: ScanState): number;
  /**
   * Whether the bytes are surely one JSON object. False means that a parser must decide: always in JavaScript, where
   * `JSON.parse` is the fastest check there is, and for objects larger than {@link pieceBytes}.
   */
  isSurelyJson(bytes: Uint8Array, start: number, end: number): boolean;
}

/** The longest piece that a scanner takes at once. */
export const pieceBytes: number = 64 << 10;

/** Which scanner to use. `"auto"` takes WebAssembly where there is one. */
export type ScannerChoice = "auto" | "wasm" | "js";

let wasm: Scanner | undefined | null = null;
let js: Scanner | undefined;

/**
 * The scanner of a choice, made on first use. `"wasm"` throws where WebAssembly with SIMD is missing; `"auto"` then
 * takes JavaScript.
 */
export function scannerFor(choice: ScannerChoice = "auto"): Scanner {
  if (choice !== "js") {
    if (wasm === null) wasm = newWasmScanner(pieceBytes);
    if (wasm !== undefined) return wasm;
    if (choice === "wasm")
      throw new InvalidArgumentError('the scanner "wasm" needs WebAssembly with SIMD: use "auto" or "js"');
  }
  js ??= createJsScanner();
  return js;
}

/** A state for the beginning of a text. */
export function newScanState(): ScanState {
  return { inString: 0, escaped: 0, depth: 0, deepest: 0, broken: 0 };
}

/** The scanner in JavaScript. */
export function createJsScanner(): Scanner {
  const found = new Int32Array(pieceBytes);
  return {
    name: "js",
    found,
    scan: (bytes, start, end, level, state) => scanInJs(bytes, start, end, level, state, found),
    isSurelyJson: () => false,
  };
}

function scanInJs(
  bytes: Uint8Array,
  start: number,
  end: number,
  level: number,
  state: ScanState,
  found: Int32Array,
): number {
  let count = 0;
  let { depth, deepest, inString, escaped } = state;
  let i = start;
  while (i < end) {
    if (inString === 1) {
      // Most bytes are inside of strings: the short loop is what makes this fast.
      if (escaped === 1) {
        escaped = 0;
        if (bytes[i++] === 10 && depth > 0) state.broken = 1;
      }
      while (i < end) {
        const byte = bytes[i++]!;
        if (byte === 34) {
          inString = 0;
          break;
        }
        if (byte === 92) {
          if (i === end) escaped = 1;
          else if (bytes[i++] === 10 && depth > 0) state.broken = 1;
        } else if (byte === 10 && depth > 0) state.broken = 1;
      }
      continue;
    }
    const byte = bytes[i]!;
    if (byte === 10 && depth > 0) state.broken = 1;
    // A backslash outside of a string is not JSON; what matters is that both scanners agree on what they make of it.
    if (escaped === 1) {
      escaped = 0;
      if (byte === 34) {
        i++;
        continue;
      }
    } else if (byte === 92) {
      escaped = 1;
      i++;
      continue;
    }
    if (byte === 34) inString = 1;
    else if (byte === 123 || byte === 91) {
      if (depth <= level) found[count++] = i - start;
      if (++depth > deepest) deepest = depth;
    } else if (byte === 125 || byte === 93) {
      depth--;
      if (depth <= level) found[count++] = i - start;
    }
    i++;
  }
  state.depth = depth;
  state.deepest = deepest;
  state.inString = inString;
  state.escaped = escaped;
  return count;
}
