import type { Scanner } from "./scanner.ts";
import { scannerWasm } from "./scanner-wasm.ts";

/** What `wasm/scanner.c` exports. */
interface ScannerExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  memory_start(): number;
  scan(text: number, length: number, out: number, level: number, state: number): number;
  check(text: number, length: number): number;
}

/**
 * The part of the WebAssembly API that we use; Node's types for it come with the DOM's, which this package does
 * without.
 */
interface WasmApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

/** The scanner in WebAssembly, or `undefined` where the runtime has none, or none with SIMD. */
export function newWasmScanner(pieceBytes: number): Scanner | undefined {
  const api = (globalThis as { WebAssembly?: WasmApi }).WebAssembly;
  if (api === undefined) return undefined;
  let exports: ScannerExports;
  try {
    exports = new api.Instance(new api.Module(Buffer.from(scannerWasm, "base64")), {}).exports as ScannerExports;
  } catch {
    return undefined;
  }
  const stateAt = (exports.memory_start() + 63) & ~63;
  const textAt = stateAt + 64;
  // `check` writes up to 64 bytes behind the text.
  const foundAt = textAt + pieceBytes + 64;
  const needed = foundAt + pieceBytes * 4 - exports.memory.buffer.byteLength;
  if (needed > 0) exports.memory.grow(Math.ceil(needed / 65_536));
  const text = Buffer.from(exports.memory.buffer, textAt, pieceBytes);
  // Newer Nodes copy a part without an object for it.
  const load = (bytes: Uint8Array, start: number, end: number): void => {
    if (start === 0 && end === bytes.length) text.set(bytes);
    else Buffer.prototype.copy.call(bytes as Buffer, text, 0, start, end);
  };
  const found = new Int32Array(exports.memory.buffer, foundAt, pieceBytes);
  const kept = new Int32Array(exports.memory.buffer, stateAt, 5);
  return {
    name: "wasm",
    found,
    scan(bytes, start, end, level, state) {
      load(bytes, start, end);
      kept[0] = state.inString;
      kept[1] = state.escaped;
      kept[2] = state.depth;
      kept[3] = state.deepest;
      kept[4] = state.broken;
      const count = exports.scan(textAt, end - start, foundAt, level, stateAt);
      state.inString = kept[0];
      state.escaped = kept[1];
      state.depth = kept[2];
      state.deepest = kept[3];
      state.broken = kept[4];
      return count;
    },
    isSurelyJson(bytes, start, end) {
      if (end - start > pieceBytes) return false;
      load(bytes, start, end);
      return exports.check(textAt, end - start) === 1;
    },
  };
}
