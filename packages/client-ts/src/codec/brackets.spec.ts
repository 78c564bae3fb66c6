import { describe, expect, it } from "vitest";
import { Brackets, findBrackets } from "./brackets.ts";
import { scannerFor } from "./scanner.ts";

const scanners = [scannerFor("wasm"), scannerFor("js")];

/** What is found in a text that stands between other bytes: where each bracket opens, closes, and what follows it. */
function found(text: string, level = 2, brackets = new Brackets()): unknown {
  const bytes = Buffer.from(`]]${text}{{`);
  const results = scanners.map((scanner) => {
    if (!findBrackets(scanner, bytes, 2, bytes.length - 2, level, brackets)) return false;
    const { count, open, close, next } = brackets;
    return Array.from({ length: count }, (_, n) => [open[n], close[n], next[n]]);
  });
  expect(results[1]).toEqual(results[0]);
  return results[0];
}

describe("the brackets of a document", () => {
  it("are numbered in the order in which they begin, down to a level", () => {
    const text = '{"a":[1,{"b":{}}],"c":{}}';
    const [whole, list, inner, deepest, last] = [
      [0, 24],
      [5, 16],
      [8, 15],
      [13, 14],
      [22, 23],
    ];
    expect(found(text, 3)).toEqual([
      [...whole!, 5],
      [...list!, 4],
      [...inner!, 4],
      [...deepest!, 4],
      [...last!, 5],
    ]);
    expect(found(text, 1)).toEqual([
      [...whole!, 3],
      [...list!, 2],
      [...last!, 3],
    ]);
    expect(found(text, 0)).toEqual([[...whole!, 1]]);
    expect(found(" [ ] ")).toEqual([[1, 3, 1]]);
    expect(found('{"}":"]{"}')).toEqual([[0, 9, 1]]);
  });

  it("are none when it is not exactly one object or array", () => {
    for (const text of ["", "  ", "1", "{}{}", "{} []", "}{", "{}}", "{", '{"a":[}', '{"a":"}'])
      expect(found(text), text).toBe(false);
  });

  it("are found in any number, and in documents that are longer than a scanner takes at once", () => {
    const brackets = new Brackets();
    const many = `[${Array.from({ length: 300 }, () => "{}").join()}]`;
    const expected = [[0, 900, 301], ...Array.from({ length: 300 }, (_, n) => [1 + 3 * n, 2 + 3 * n, n + 2])];
    expect(found(many, 2, brackets)).toEqual(expected);
    // The same memory serves for the next document.
    expect(found("{}", 2, brackets)).toEqual([[0, 1, 1]]);
    const pad = "x".repeat(70_000);
    expect(found(`{"a":"${pad}","b":[{}],"c":"${pad}","d":{}}`)).toEqual([
      [0, 140_030, 4],
      [70_012, 70_015, 3],
      [70_013, 70_014, 3],
      [140_028, 140_029, 4],
    ]);
  });

  it("say whether the document is surely shallow, also below the level that is looked at", () => {
    const shallow = (levels: number): boolean => {
      const brackets = new Brackets();
      const text = Buffer.from("[".repeat(levels) + "]".repeat(levels));
      expect(findBrackets(scannerFor("js"), text, 0, text.length, 1, brackets)).toBe(true);
      expect(brackets.count).toBe(2);
      return brackets.shallow;
    };
    expect([shallow(2), shallow(1_000), shallow(1_001)]).toEqual([true, true, false]);
  });

  it("are found to any depth", () => {
    for (const levels of [15, 16, 17, 32, 33, 100]) {
      const expected = Array.from({ length: levels }, (_, n) => [n, 2 * levels - 1 - n, levels]);
      expect(found("[".repeat(levels) + "]".repeat(levels), levels)).toEqual(expected);
    }
  });

  it("are found from the beginning after a document that broke off", () => {
    const brackets = new Brackets();
    for (const scanner of scanners) {
      for (const broken of ["[", '["', '["\\', "[".repeat(1_001), "[[[["]) {
        const bytes = Buffer.from(broken);
        expect(findBrackets(scanner, bytes, 0, bytes.length, 2, brackets)).toBe(false);
        const next = Buffer.from('[""]');
        expect(findBrackets(scanner, next, 0, next.length, 2, brackets), broken).toBe(true);
        expect([brackets.count, brackets.close[0], brackets.shallow]).toEqual([1, 3, true]);
      }
    }
  });
});
