import { describe, expect, it } from "vitest";
import { Brackets, findBrackets } from "./brackets.ts";
import { Members } from "./members.ts";
import { scannerFor } from "./scanner.ts";

/** Each member as key, value, the number of its bracket and whether it has escapes; "unsure" at the end when it is. */
function walk(text: string, bracket = 0, members = new Members()): unknown[] {
  const bytes = Buffer.from(`#"${text}`);
  const brackets = new Brackets();
  findBrackets(scannerFor("js"), bytes, 2, bytes.length, 3, brackets);
  const seen: unknown[] = [];
  members.begin(bytes, 2, brackets, bracket);
  while (members.next()) {
    const key = bytes.toString("utf8", members.keyStart, members.keyEnd);
    const value = bytes.toString("utf8", members.valueStart, members.valueEnd);
    seen.push([key, value, members.bracket, members.escaped]);
  }
  if (members.unsure) seen.push("unsure");
  // It stays where it ended.
  expect([members.next(), members.unsure]).toEqual([false, seen.at(-1) === "unsure"]);
  return seen;
}

describe("a walk over the members of an object", () => {
  it("gives keys and values of every type, whatever space is around them", () => {
    expect(walk("{}")).toEqual([]);
    expect(walk("{ \n\r\t}")).toEqual([]);
    const values = ['"b"', "12", "-1.5e+10", "2E3", "true", "false", "null", '"é"', '""'];
    for (const space of ["", " ", "\n", "\r", "\t", " \t\r\n "])
      for (const value of values) {
        const text = `{${space}"a"${space}:${space}${value}${space},${space}"z"${space}:${space}0${space}}`;
        expect(walk(text), text).toEqual([
          ["a", value, -1, false],
          ["z", "0", -1, false],
        ]);
      }
    expect(walk('{"é":1,"":2}')).toEqual([
      ["é", "1", -1, false],
      ["", "2", -1, false],
    ]);
  });

  it("jumps over objects and arrays, and begins inside of one when asked", () => {
    const text = '{"a":{"b":[1,{}],"c":{"d":"}"}},"e":[[],{}],"f":{}}';
    expect(walk(text)).toEqual([
      ["a", '{"b":[1,{}],"c":{"d":"}"}}', 1, false],
      ["e", "[[],{}]", 5, false],
      ["f", "{}", 8, false],
    ]);
    expect(walk(text, 1)).toEqual([
      ["b", "[1,{}]", 2, false],
      ["c", '{"d":"}"}', 4, false],
    ]);
    expect(walk(text, 4)).toEqual([["d", '"}"', -1, false]]);
    expect(walk(text, 5)).toEqual(["unsure"]);
  });

  it("says which texts have escapes, and ends them at the right quote", () => {
    expect(walk('{"a":"\\"","b":"\\\\","c":"x","d":"\\u0041\\n\\\\\\""}')).toEqual([
      ["a", '"\\""', -1, true],
      ["b", '"\\\\"', -1, true],
      ["c", '"x"', -1, false],
      ["d", '"\\u0041\\n\\\\\\""', -1, true],
    ]);
    // A composite value has none of its own.
    expect(walk('{"a":"\\n","b":{"c":"\\n"},"d":1}').map((member) => (member as unknown[])[3])).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("is unsure of everything that may not be JSON, and keeps what came before", () => {
    const first = ["a", "1", -1, false];
    for (const rest of [
      "",
      ",}",
      ' "b":2}',
      ',,"b":2}',
      ',b":2}',
      ',"b"2}',
      ',"b" 2}',
      ',"b"}',
      ',"b":}',
      ',"b":,"c":3}',
      ",\"b\":'c'}",
      ',"b":A}',
      ',"b":/}',
      ',"b"::2}',
      ',"\\u0062":2}',
      ',"b\n":2}',
      ',"b\u001f":2}',
      ',"b":"\n"}',
      ',"b":"\u001f"}',
      ',"b":"c',
      ',"b":"\\',
      ',"b',
      ";",
      "]",
    ])
      expect(walk(`{"a":1${rest}`), rest).toEqual([first, "unsure"]);
    for (const text of ["[]", "[1]", '{,"a":1}', "{a:1}", "{1:1}", '{"a":{]}', '{"a":[}}', '{"a" {}}'])
      expect(walk(text), text).toEqual(["unsure"]);
    // Behind a scalar the walk goes on to the comma, which has to be there.
    expect(walk('{"a":1 2}')).toEqual([["a", "1", -1, false], "unsure"]);
    expect(walk('{"a":"b""c"}')).toEqual([["a", '"b"', -1, false], "unsure"]);
    expect(walk('{"a":1x,"b":2}')).toEqual([
      ["a", "1x", -1, false],
      ["b", "2", -1, false],
    ]);
  });

  it("takes the letters, digits and signs of scalars, and not their neighbours", () => {
    for (const value of ["09", "az", "+-.E"]) expect(walk(`{"a":${value}}`)).toEqual([["a", value, -1, false]]);
    for (const value of ["/", ":", "`", "{", "*", "D", "F", "@", "[", "(", "é"])
      expect(walk(`{"a":0${value}}`).at(-1), value).toBe("unsure");
  });

  it("needs the brackets of its values: one that is not known, or elsewhere, leaves it unsure", () => {
    const bytes = Buffer.from('{"a":{"b":{}}}');
    const brackets = new Brackets();
    const members = new Members();
    // Numbers that were in use for another document do not count.
    findBrackets(scannerFor("js"), bytes, 0, bytes.length, 1, brackets);
    findBrackets(scannerFor("js"), bytes, 0, bytes.length, 0, brackets);
    members.begin(bytes, 0, brackets, 0);
    expect([members.next(), members.unsure]).toEqual([false, true]);
    findBrackets(scannerFor("js"), bytes, 0, bytes.length, 1, brackets);
    brackets.open[1]!++;
    members.begin(bytes, 0, brackets, 0);
    expect([members.next(), members.unsure]).toEqual([false, true]);
  });

  it("begins again with another document", () => {
    const members = new Members();
    expect(walk('{"a":"\\n",}', 0, members).at(-1)).toBe("unsure");
    expect(walk('{"b":{}}', 0, members)).toEqual([["b", "{}", 1, false]]);
    expect(walk('{"c":2}', 0, members)).toEqual([["c", "2", -1, false]]);
  });

  it("compares a key as a whole", () => {
    const bytes = Buffer.from('{"name":1}');
    const [brackets, members] = [new Brackets(), new Members()];
    findBrackets(scannerFor("js"), bytes, 0, bytes.length, 1, brackets);
    members.begin(bytes, 0, brackets, 0);
    members.next();
    const names = ["name", "nama", "mame", "nam", "names", "ame", ""];
    expect(names.map((name) => members.keyIs(Buffer.from(name)))).toEqual([true, ...names.slice(1).map(() => false)]);
  });
});
