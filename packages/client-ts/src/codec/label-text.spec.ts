import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelKeys, labelsInJson, labelsInProtobuf } from "./label-text.ts";

const names = ["app", "app.kubernetes.io/name", "a", "version"];
const keys = labelKeys(names);
/** Keys that are asked for, parts of them, and texts that look like them; values that look like keys. */
const texts = fc.oneof(
  fc.constantFrom(...names, "ap", "pp", "", "x", ":", '"app":', "{", "}", ",", "é", "\\"),
  fc.string(),
);
const labels = fc.dictionary(texts, texts, { maxKeys: 5 });
const asked = (all: { readonly [key: string]: string }): { [key: string]: string } =>
  Object.fromEntries(names.filter((name) => Object.hasOwn(all, name)).map((name) => [name, all[name]!]));
const bytesOf = (text: string): string => Buffer.from(text).toString("latin1");
const textOf = (bytes: string): string => Buffer.from(bytes, "latin1").toString();

describe("labels in JSON", () => {
  it("are what a parser finds, in any style, or are left to the parser", () => {
    fc.assert(
      fc.property(labels, fc.constantFrom(0, 1, "\t"), (all, style) => {
        const json = JSON.stringify(all, undefined, style);
        const found = labelsInJson(bytesOf(json), keys);
        if (json.includes("\\")) expect(found).toBeUndefined();
        else
          expect(Object.fromEntries(Object.entries(found!).map(([key, value]) => [key, textOf(value)]))).toEqual(
            asked(all),
          );
      }),
    );
  });

  it.each([
    ["no labels", "", {}],
    ["an empty object", "{}", {}],
    ["a value that is a key", '{"x":"app","y":"z"}', {}],
    ["a key that comes twice: the last counts", '{"app":"one","app":"two"}', { app: "two" }],
    ["space around everything", '{ "app" \n:\t"web" , "a":"b" }', { app: "web", a: "b" }],
    ["an empty value", '{"app":""}', { app: "" }],
    ["null", "null", undefined],
    ["a number", '{"app":1}', undefined],
    ["a number before a text", '{"app":1,"x":"y"}', undefined],
    ["an escaped key", '{"\\u0061pp":"web"}', undefined],
    ["a value without an end", '{"app":"web', undefined],
  ])("are right for %s", (_what, text, expected) => {
    expect(labelsInJson(text, keys)).toEqual(expected);
  });
});

describe("labels in protobuf", () => {
  const varint = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, value >>> 7]);
  const field = (tag: number, content: readonly number[]): number[] => [tag, ...varint(content.length), ...content];
  const entry = (key: string, value: string): number[] =>
    field(0x5a, [...field(0x0a, [...Buffer.from(key)]), ...field(0x12, [...Buffer.from(value)])]);
  const text = (...parts: readonly (readonly number[])[]): string => Buffer.from(parts.flat()).toString("latin1");

  it("are what was written, of any length", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(texts, fc.string({ maxLength: 400, size: "max" })), texts, { maxKeys: 5 }),
        (all) => {
          const wire = text(...Object.entries(all).map(([key, value]) => entry(key, value)));
          const found = labelsInProtobuf(wire, keys);
          expect(Object.fromEntries(Object.entries(found!).map(([key, value]) => [key, textOf(value)]))).toEqual(
            asked(all),
          );
        },
      ),
    );
    const long = "v".repeat(300);
    expect(labelsInProtobuf(text(entry("app", long)), keys)).toEqual({ app: long });
    expect(labelsInProtobuf(text(entry("app", "one"), entry("app", "two")), keys)).toEqual({ app: "two" });
    expect(labelsInProtobuf("", keys)).toEqual({});
  });

  it("are left to the decoder when they are written in another way, or damaged", () => {
    const key = field(0x0a, [...Buffer.from("app")]);
    const value = field(0x12, [...Buffer.from("web")]);
    const whole = field(0x5a, [...key, ...value]);
    for (const odd of [
      field(0x5a, [...value, ...key]),
      field(0x5a, key),
      field(0x5a, [...key, ...value, 0x18, 1]),
      [0x5b, ...whole.slice(1)],
      whole.slice(0, -1),
      [0x5a, 0xff, 0xff, 0x03, ...whole],
    ])
      expect(labelsInProtobuf(text(odd), keys), odd.join()).toBeUndefined();
  });
});
