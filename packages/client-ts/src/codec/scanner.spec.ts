import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsScanner, newScanState, pieceBytes, type Scanner, scannerFor } from "./scanner.ts";
import { scannerWasm } from "./scanner-wasm.ts";
import { createWasmScanner } from "./wasm-scanner.ts";

/** All brackets that a scanner finds in a text that comes in pieces. */
function bracketsIn(scanner: Scanner, bytes: Buffer, level: number, sizes: readonly number[]): unknown {
  const state = newScanState();
  const found: number[] = [];
  for (let at = 0, k = 0; at < bytes.length; k++) {
    const end = Math.min(bytes.length, at + Math.min(pieceBytes, sizes[k % sizes.length]!));
    const count = scanner.scan(bytes, at, end, level, state);
    for (let i = 0; i < count; i++) found.push(at + scanner.found[i]!);
    at = end;
  }
  return { found, state };
}

const nasty = fc.array(
  fc.constantFrom('"', "\\", "{", "}", "[", "]", ",", ":", "a", "\n", "é", "\u2028", '\\"', "\\\\", " ".repeat(61), '"abc"'),
  {
    maxLength: 300,
  },
);

describe("the scanner", () => {
  it("is a valid WebAssembly module inside the package", () => {
    const bytes = Buffer.from(scannerWasm, "base64");
    expect(bytes.subarray(0, 4).toString("latin1")).toBe("\0asm");
    const api = (globalThis as unknown as { WebAssembly: { validate(bytes: Uint8Array): boolean } }).WebAssembly;
    expect(api.validate(bytes)).toBe(true);
    expect(createWasmScanner(pieceBytes)?.name).toBe("wasm");
  });

  it("finds the same brackets in WebAssembly and in JavaScript, in any text and any pieces (F-A30)", () => {
    const wasm = createWasmScanner(pieceBytes)!;
    const js = createJsScanner();
    fc.assert(
      fc.property(
        nasty,
        fc.integer({ min: 0, max: 4 }),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 }),
        (parts, level, sizes) => {
          const bytes = Buffer.from(parts.join(""));
          const whole = bracketsIn(js, bytes, level, [pieceBytes]);
          expect(bracketsIn(wasm, bytes, level, [pieceBytes])).toEqual(whole);
          expect(bracketsIn(wasm, bytes, level, sizes)).toEqual(whole);
          expect(bracketsIn(js, bytes, level, sizes)).toEqual(whole);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("falls back to JavaScript where there is no WebAssembly", () => {
    const world = globalThis as { WebAssembly?: unknown };
    const kept = world.WebAssembly;
    try {
      world.WebAssembly = undefined;
      expect(createWasmScanner(pieceBytes)).toBeUndefined();
      world.WebAssembly = {
        Module: class {
          constructor() {
            throw new Error("code generation is not allowed");
          }
        },
      };
      expect(createWasmScanner(pieceBytes)).toBeUndefined();
    } finally {
      world.WebAssembly = kept;
    }
  });

  it("can be forced", () => {
    expect(scannerFor("js").name).toBe("js");
    expect(scannerFor("wasm").name).toBe("wasm");
    expect(scannerFor().name).toBe("wasm");
  });
});
