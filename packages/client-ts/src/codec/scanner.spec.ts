import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsScanner, newScanState, pieceBytes, type Scanner, scannerFor } from "./scanner.ts";
import { scannerWasm } from "./scanner-wasm.ts";
import { objectArbitrary, styleFrom, writeJson } from "./test-support/bodies.ts";
import { newWasmScanner } from "./wasm-scanner.ts";

interface Seen {
  readonly deepest: number;
  readonly seen: unknown;
}

/** All brackets that a scanner finds in a text that comes in pieces. */
function bracketsIn(scanner: Scanner, bytes: Buffer, level: number, sizes: readonly number[]): Seen {
  const state = newScanState();
  const found: number[] = [];
  for (let at = 0, k = 0; at < bytes.length; k++) {
    const end = Math.min(bytes.length, at + Math.min(pieceBytes, sizes[k % sizes.length]!));
    const count = scanner.scan(bytes, at, end, level, state);
    for (let i = 0; i < count; i++) found.push(at + scanner.found[i]!);
    at = end;
  }
  const { deepest, ...rest } = state;
  return { deepest, seen: { found, rest } };
}

const nasty = fc.array(
  fc.constantFrom(
    '"',
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "a",
    "\n",
    "é",
    "\u2028",
    '\\"',
    "\\\\",
    " ".repeat(61),
    '"abc"',
  ),
  {
    maxLength: 300,
    size: "max",
  },
);

describe("the scanner", () => {
  it("is a valid WebAssembly module inside the package", () => {
    const bytes = Buffer.from(scannerWasm, "base64");
    expect(bytes.subarray(0, 4).toString("latin1")).toBe("\0asm");
    const api = (globalThis as unknown as { WebAssembly: { validate(bytes: Uint8Array): boolean } }).WebAssembly;
    expect(api.validate(bytes)).toBe(true);
    expect(newWasmScanner(pieceBytes)?.name).toBe("wasm");
  });

  it("finds the same brackets in WebAssembly and in JavaScript, in any text and any pieces (F-A30)", () => {
    const wasm = newWasmScanner(pieceBytes)!;
    const js = createJsScanner();
    fc.assert(
      fc.property(
        nasty,
        fc.integer({ min: 0, max: 4 }),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 }),
        (parts, level, sizes) => {
          const bytes = Buffer.from(parts.join(""));
          const whole = bracketsIn(js, bytes, level, [pieceBytes]);
          const wide = [bracketsIn(wasm, bytes, level, [pieceBytes]), bracketsIn(wasm, bytes, level, sizes)];
          for (const { deepest, seen } of wide) {
            expect(seen).toEqual(whole.seen);
            // Counted by blocks of 64 bytes.
            expect(deepest).toBeGreaterThanOrEqual(whole.deepest);
            expect(deepest).toBeLessThanOrEqual(whole.deepest + 64);
          }
          expect(bracketsIn(js, bytes, level, sizes)).toEqual(whole);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("says whether a line ended inside of a bracket, also when brackets that deep are not reported", () => {
    const broken = (scanner: Scanner, text: string): number => {
      const state = newScanState();
      scanner.scan(Buffer.from(text), 0, Buffer.byteLength(text), 1, state);
      return state.broken;
    };
    const long = "x".repeat(100);
    for (const scanner of [newWasmScanner(pieceBytes)!, createJsScanner()])
      for (const around of ["", long]) {
        const whole = `{"a":{"b":["${around}"]}}`;
        expect(broken(scanner, `${whole}\n${whole}\n\n`)).toBe(0);
        for (const at of [1, 6, 11, 12, whole.length - 1])
          expect(broken(scanner, `${whole}\n${whole.slice(0, at)}\n${whole.slice(at)}`), `${at}`).toBe(1);
        expect(broken(scanner, `${whole}\n{"\\\n`)).toBe(1);
      }
  });

  it("is sure only of what JSON.parse takes, and sure of what is JSON, whatever was done to the text (F-A28)", () => {
    const wasm = newWasmScanner(pieceBytes)!;
    const sure = (text: string): boolean => wasm.isSurelyJson(Buffer.from(text), 0, Buffer.byteLength(text));
    const valid = (text: string): boolean => {
      try {
        const value: unknown = JSON.parse(text);
        return typeof value === "object" && value !== null && !Array.isArray(value);
      } catch {
        return false;
      }
    };
    const damage = fc.record({
      at: fc.nat(),
      remove: fc.integer({ min: 0, max: 2 }),
      insert: fc.constantFrom(
        "",
        '"',
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        " ",
        "0",
        "1",
        "-",
        ".",
        "e5",
        "true",
        "null",
        "x",
        "\n",
        "\u0001",
        "\\u00",
        '"a"',
        '"a":',
      ),
    });
    fc.assert(
      fc.property(objectArbitrary(fc), fc.integer(), fc.array(damage, { maxLength: 2 }), (node, seed, damages) => {
        let text = writeJson(node, styleFrom(seed));
        for (const { at, remove, insert } of damages) {
          const from = at % (text.length + 1);
          text = text.slice(0, from) + insert + text.slice(from + remove);
        }
        // Half of a surrogate pair cannot be written as UTF-8; both sides look at what can.
        text = Buffer.from(text).toString();
        expect(sure(text), text).toBe(valid(text));
      }),
      { numRuns: 6000 },
    );
    for (const text of ["{}", ' {"a" : [ ] } ', '{"a":-0.5e+10,"b":[true,false,null,0]}', `{"a":"${"x".repeat(500)}"}`])
      expect(sure(text), text).toBe(true);
    for (const text of [
      "",
      "[]",
      "1",
      "{",
      "}",
      '{"a":01}',
      '{"a":1.}',
      '{"a":+1}',
      '{"a":.5}',
      '{"a":1e}',
      '{"a":nul}',
      '{"a":truex}',
      '{"a":"\\x"}',
      '{"a":"\\u12g4"}',
      '{"a":1}}',
      '{"a":1}{}',
      '{"a":1]',
      '{"a":[1}',
      '{"a"}',
      '{"a":}',
      "{,}",
      '{"a":1,}',
      '{"a":[1,]}',
      '{"a":[1:2]}',
      '{"a":1 2}',
      '{"a":"b"1}',
      '{"a":1"b"}',
      '{"a":"b',
      '\\{"a":1}',
      '{"a":"\t"}'.replace("\\t", "\t"),
    ]) {
      expect(sure(text), text).toBe(false);
    }
    const deep = `{"a":${"[".repeat(2000)}${"]".repeat(2000)}}`;
    expect([valid(deep), sure(deep)]).toEqual([true, false]);
    const large = `{"a":"${"x".repeat(pieceBytes)}"}`;
    expect(sure(large)).toBe(false);
    expect(createJsScanner().isSurelyJson(Buffer.from("{}"), 0, 2)).toBe(false);
  });

  it("falls back to JavaScript where there is no WebAssembly", () => {
    const world = globalThis as { WebAssembly?: unknown };
    const kept = world.WebAssembly;
    try {
      world.WebAssembly = undefined;
      expect(newWasmScanner(pieceBytes)).toBeUndefined();
      world.WebAssembly = {
        Module: class {
          constructor() {
            throw new Error("code generation is not allowed");
          }
        },
      };
      expect(newWasmScanner(pieceBytes)).toBeUndefined();
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
