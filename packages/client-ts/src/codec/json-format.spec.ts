import { describe, expect, it } from "vitest";
import { jsonFormat } from "./json-format.ts";

describe("the JSON format", () => {
  it("reads a field of the metadata from the metadata alone", () => {
    const metadata = '{"name":"a","labels":{"app":"web","odd\\u0061":"x"}}';
    const bytes = Buffer.from(`{"spec":tru,"metadata":${metadata}}`);
    const start = bytes.indexOf(metadata);
    const field = (path: readonly string[]): unknown =>
      jsonFormat("auto").metaField(bytes, start, start + metadata.length, true, path);
    expect(field(["labels"])).toEqual({ app: "web", odda: "x" });
    expect(field(["labels", "app"])).toBe("web");
    expect(field(["annotations"])).toBeUndefined();
  });

  it("reads a field as JSON.parse reads the whole, whatever it holds", () => {
    const values = [
      "text",
      "",
      "é",
      'with "quotes"',
      "\\",
      "a\nb",
      1,
      -1.5e10,
      true,
      false,
      null,
      [1, { a: "b" }],
      { a: [] },
    ];
    const format = jsonFormat("js");
    expect([format.name, format.problem]).toEqual(["json", "it is not valid JSON"]);
    for (const value of values) {
      const bytes = Buffer.from(`  ${JSON.stringify({ a: 1, b: { é: value } })}  `);
      const [start, end] = [2, bytes.length - 2];
      for (const read of [format.field, format.metaField]) {
        expect(read(bytes, start, end, false, ["b", "é"])).toEqual(value);
        expect(read(bytes, start, end, false, ["b", "e"])).toBeUndefined();
      }
      for (const read of [format.decode, format.decodeMeta])
        expect(read(bytes, start, end, false)).toEqual({ a: 1, b: { é: value } });
    }
    const ascii = Buffer.from('{"a":{"\\u0062":"x"},"c":["y"]}');
    expect(format.field(ascii, 0, ascii.length, true, ["a", "b"])).toBe("x");
    expect(format.field(ascii, 0, ascii.length, true, ["c", "0"])).toBe("y");
    expect(() => format.field(Buffer.from('{"a":tru}'), 0, 9, true, ["a"])).toThrow(SyntaxError);
  });

  it("reads more different fields than it keeps the bytes of names for", () => {
    const bytes = Buffer.from('{"field-0":1,"field-1024":2,"field-1025":3}');
    const format = jsonFormat("auto");
    const found = Array.from({ length: 1_100 }, (_, n) =>
      format.field(bytes, 0, bytes.length, true, [`field-${n}`]),
    ).flatMap((value, n) => (value === undefined ? [] : [[n, value]]));
    expect(found).toEqual([
      [0, 1],
      [1_024, 2],
      [1_025, 3],
    ]);
    expect(format.field(bytes, 0, bytes.length, true, ["field-0"])).toBe(1);
  });
});
