import { describe, expect, it } from "vitest";
import type { Brackets } from "./brackets.ts";
import { scannerFor } from "./scanner.ts";
import { isSpace, Splitter, type UnitHandler } from "./splitter.ts";

interface Unit {
  readonly text: string;
  readonly ascii: boolean;
  readonly brackets: number;
  readonly shallow: boolean;
}

/** Objects at one depth of brackets are units; everything else is kept as text. */
class Recorder implements UnitHandler {
  readonly unitDepth: number;
  readonly detail = 2;
  readonly units: Unit[] = [];
  outside = "";

  constructor(unitDepth: number) {
    this.unitDepth = unitDepth;
  }

  between(bytes: Buffer, start: number, end: number): void {
    this.outside += bytes.toString("utf8", start, end);
  }

  opens(byte: number, depth: number): boolean {
    return byte === 123 && depth === this.unitDepth;
  }

  closes(): void {}

  unit(bytes: Buffer, start: number, end: number, brackets: Brackets, ascii: boolean): void {
    this.units.push({
      text: bytes.toString("utf8", start, end),
      ascii,
      brackets: brackets.count,
      shallow: brackets.shallow,
    });
  }
}

function split(
  pieces: readonly string[],
  { unitDepth = 0, maxUnitBytes = 1_000, scanner = scannerFor("js") } = {},
): { splitter: Splitter; recorder: Recorder } {
  const recorder = new Recorder(unitDepth);
  const splitter = new Splitter(scanner, recorder, { maxUnitBytes, what: "a unit" });
  for (const piece of pieces) splitter.push(Buffer.from(piece));
  return { splitter, recorder };
}

describe("a splitter", () => {
  it("takes a unit of just the limit and refuses one byte more, in one piece and spread over several", () => {
    const exact = '{"a":"12345"}';
    for (let cut = 0; cut <= exact.length; cut++) {
      const pieces = [exact.slice(0, cut), exact.slice(cut)];
      expect(split(pieces, { maxUnitBytes: exact.length }).recorder.units, `cut at ${cut}`).toHaveLength(1);
      expect(() => split(pieces, { maxUnitBytes: exact.length - 1 }), `cut at ${cut}`).toThrow(
        "larger than the limit of 12 bytes",
      );
    }
    const bytes = [...exact];
    expect(split(bytes, { maxUnitBytes: exact.length }).recorder.units).toHaveLength(1);
    expect(() => split(bytes, { maxUnitBytes: exact.length - 1 })).toThrow("larger than the limit");
  });

  it("knows which units may be nested deeper than 1,000 levels, wherever they are cut (F-B16)", () => {
    const nested = (levels: number): string => `{"a":${"[".repeat(levels - 1)}1${"]".repeat(levels - 1)}}`;
    const shallow = (pieces: readonly string[], name: "js" | "wasm"): boolean[] =>
      split(pieces, { maxUnitBytes: 10_000, scanner: scannerFor(name) }).recorder.units.map((unit) => unit.shallow);
    const deep = nested(1_001);
    // Brackets inside of strings do not count.
    const flat = JSON.stringify({ text: "[".repeat(5_000) });
    for (const name of ["js", "wasm"] as const) {
      expect(shallow([nested(name === "js" ? 1_000 : 936)], name)).toEqual([true]);
      for (const cut of [1, 500, 1_004, 1_005, 1_006, deep.length - 1])
        expect(
          shallow([nested(2) + deep.slice(0, cut), deep.slice(cut), flat], name).slice(1),
          `cut at ${cut}`,
        ).toEqual([false, true]);
      expect(shallow([deep, nested(900), flat], name)).toEqual([false, true, true]);
    }
  });

  it("refuses the beginning of a unit that is too large, without waiting for its end", () => {
    expect(() => split(['{"a":"', "x".repeat(600), "x".repeat(600)])).toThrow("larger than the limit of 1000 bytes");
  });

  it("refuses brackets that do not match, and one that was never opened", () => {
    expect(() => split(['{"a":1]'])).toThrow("a unit: brackets do not match");
    expect(() => split(['{"a":1}}'])).toThrow("a unit: a bracket closes that was never opened");
    expect(() => split(["]"])).toThrow("a unit: a bracket closes that was never opened");
  });

  it("is unfinished inside of a unit, around units and inside of a string, and not between two units", () => {
    const unfinished = (text: string, unitDepth = 0): boolean => split([text], { unitDepth }).splitter.unfinished;
    expect([
      unfinished('{"a":1'),
      unfinished('{"items":[', 2),
      unfinished('{"items":[{}', 2),
      unfinished(' "text'),
    ]).toEqual([true, true, true, true]);
    expect([unfinished(""), unfinished('{"a":1}\n'), unfinished('{"a":1}{}'), unfinished('{"items":[{}]}', 2)]).toEqual(
      [false, false, false, false],
    );
  });

  it("reports for each unit whether it is ASCII, whichever of its pieces is not", () => {
    const texts = ['{"a":"plain"}', '{"a":"grüße"}', '{"b":"plain"}'];
    for (let cut = 0; cut <= 13; cut++) {
      const { recorder } = split([texts[0]!, texts[1]!.slice(0, cut), texts[1]!.slice(cut), texts[2]!]);
      expect(recorder.units.map(({ text, ascii }) => [text, ascii])).toEqual([
        [texts[0], true],
        [texts[1], false],
        [texts[2], true],
      ]);
    }
  });

  it("hands on every byte, in units or between them, with the brackets down to the detail", () => {
    const text = '{"kind":"L","items":[{"a":{"b":{"c":{}}}} , {"d":[]}],"metadata":{"x":[1]}} ';
    for (const size of [1, 3, 7, 100]) {
      const pieces = text.match(new RegExp(`.{1,${size}}`, "g"))!;
      const { recorder } = split(pieces, { unitDepth: 2 });
      expect(recorder.units).toEqual([
        { text: '{"a":{"b":{"c":{}}}}', ascii: true, brackets: 3, shallow: true },
        { text: '{"d":[]}', ascii: true, brackets: 2, shallow: true },
      ]);
      expect(recorder.outside).toBe('{"kind":"L","items":[ , ],"metadata":{"x":[1]}} ');
    }
  });

  it("says at which depth brackets outside of units and the bytes between them are", () => {
    const log: unknown[] = [];
    const splitter = new Splitter(
      scannerFor("js"),
      {
        unitDepth: 2,
        detail: 1,
        between: (bytes, start, end, depth) => void log.push([bytes.toString("utf8", start, end), depth]),
        opens(byte, depth) {
          log.push(["opens", String.fromCharCode(byte), depth]);
          return depth === 2;
        },
        closes: (depth) => void log.push(["closes", depth]),
        unit: (bytes, start, end) => void log.push(["unit", bytes.toString("utf8", start, end)]),
      },
      { maxUnitBytes: 100, what: "a unit" },
    );
    splitter.push(Buffer.from('{"a":[{"b":'));
    expect(splitter.begun.toString()).toBe('{"b":');
    splitter.push(Buffer.from("{}}],"));
    expect(splitter.begun.length).toBe(0);
    splitter.push(Buffer.from('"c":[]} '));
    expect(log).toEqual([
      ["", 0],
      ["opens", "{", 0],
      ['{"a":', 1],
      ["opens", "[", 1],
      ["[", 2],
      ["opens", "{", 2],
      ["unit", '{"b":{}}'],
      ["]", 2],
      ["closes", 1],
      [",", 1],
      ['"c":', 1],
      ["opens", "[", 1],
      ["[]", 2],
      ["closes", 1],
      ["}", 1],
      ["closes", 0],
      [" ", 0],
    ]);
  });

  it("takes a piece with thousands of brackets, and forgets a unit that its handler refuses", () => {
    const unit = `{"a":[${"{},".repeat(2_000)}{}]}`;
    const { recorder } = split([unit + unit], { maxUnitBytes: 10_000 });
    expect(recorder.units.map(({ brackets, text }) => [brackets, text.length])).toEqual([
      [2_003, unit.length],
      [2_003, unit.length],
    ]);
    const refusing = new Recorder(0);
    refusing.unit = () => {
      throw new Error("refused");
    };
    const splitter = new Splitter(scannerFor("js"), refusing, { maxUnitBytes: 100, what: "a unit" });
    splitter.push(Buffer.from('{"a":'));
    expect(splitter.begun.toString()).toBe('{"a":');
    expect(() => splitter.push(Buffer.from("1}"))).toThrow("refused");
    expect([splitter.begun.length, splitter.unfinished]).toEqual([0, false]);
  });

  it("takes four characters for space, and no others", () => {
    const space = Buffer.from("x \n\r\tx");
    expect([isSpace(space, 1, 5), isSpace(space, 0, 5), isSpace(space, 1, 6), isSpace(space, 0, 0)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    const alone = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => isSpace(Buffer.from([byte]), 0, 1));
    expect(alone).toEqual([9, 10, 13, 32]);
  });
});
