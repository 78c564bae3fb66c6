import { afterEach, describe, expect, it, vi } from "vitest";
import { newScanState } from "./scanner.ts";
import { newWasmScanner } from "./wasm-scanner.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the scanner in WebAssembly", () => {
  it("has memory for pieces of any size, small and large", () => {
    for (const size of [64, 1_024, 65_536, 1 << 20]) {
      const scanner = newWasmScanner(size)!;
      expect([scanner.name, scanner.found.length]).toEqual(["wasm", size]);
      // As many brackets as there can be, and another one.
      const bytes = Buffer.from(`x${"[]".repeat(size / 2)}x`);
      const state = newScanState();
      expect(scanner.scan(bytes, 1, bytes.length - 1, 5, state)).toBe(size);
      expect([scanner.found[0], scanner.found[1], scanner.found[size - 1]]).toEqual([0, 1, size - 1]);
      expect(state).toMatchObject({ inString: 0, escaped: 0, depth: 0 });
      expect(scanner.scan(bytes, 1, 2, 5, newScanState())).toBe(1);
    }
  });

  it("goes on where the piece before has ended", () => {
    const scanner = newWasmScanner(1_024)!;
    const state = newScanState();
    const pieces: [text: string, found: number[], inString: number, escaped: number, depth: number][] = [
      ['{"a', [0], 1, 0, 1],
      ["{\\", [], 1, 1, 1],
      ['"}', [], 1, 0, 1],
      ['":[', [2], 0, 0, 2],
      ["]}", [0, 1], 0, 0, 0],
    ];
    for (const [text, found, inString, escaped, depth] of pieces) {
      const count = scanner.scan(Buffer.from(text), 0, text.length, 5, state);
      expect([...scanner.found.subarray(0, count)], text).toEqual(found);
      expect(state, text).toMatchObject({ inString, escaped, depth });
    }
    expect(state.deepest).toBeGreaterThanOrEqual(2);
  });

  it("is sure of JSON up to the size of its pieces", () => {
    const scanner = newWasmScanner(1_024)!;
    const text = (length: number): Buffer => Buffer.from(`<{"a":"${"x".repeat(length - 8)}"}>`);
    const isSure = (length: number): boolean => scanner.isSurelyJson(text(length), 1, length + 1);
    expect([isSure(8), isSure(100), isSure(1_023), isSure(1_024), isSure(1_025)]).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(scanner.isSurelyJson(text(100), 0, 101)).toBe(false);
    expect(scanner.isSurelyJson(text(100), 1, 100)).toBe(false);
  });

  it("is absent where the runtime has no WebAssembly, or refuses the module", () => {
    vi.stubGlobal("WebAssembly", undefined);
    expect(newWasmScanner(1_024)).toBeUndefined();
    vi.stubGlobal("WebAssembly", {
      Module: class {
        constructor() {
          throw new Error("no SIMD");
        }
      },
    });
    expect(newWasmScanner(1_024)).toBeUndefined();
  });
});
