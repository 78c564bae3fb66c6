import { describe, expect, it } from "vitest";
import type { ProtobufField, ProtobufTables, ProtobufType } from "../../api/tables/index.ts";
import { defined } from "../../util/index.ts";
import { part, written } from "../test-support/messages.ts";
import { MessageDecoder } from "./message-decoder.ts";
import { MessageEncoder } from "./message-encoder.ts";
import { MessagePlans } from "./message-plans.ts";

const types: readonly [type: ProtobufType, wireType: number, value: unknown][] = [
  ["string", 2, "text"],
  ["bytes", 2, "AAEC"],
  ["bool", 0, true],
  ["int32", 0, -5],
  ["int64", 0, -(2 ** 40)],
  ["uint32", 0, 4_294_967_295],
  ["uint64", 0, 2 ** 40],
  ["double", 1, 0.1],
  ["float", 5, 1.5],
];

/** Tables of one message that has a field of each type. */
function tablesOf(more: Partial<ProtobufField>, of: readonly (typeof types)[number][] = types): ProtobufTables {
  const fields = of.map(([type], at): [number, ProtobufField] => [
    at + 1,
    { number: at + 1, name: type, type, pointer: false, omitEmpty: true, omitZero: false, ...more },
  ]);
  return {
    message: (name) => (name === "test.All" ? { name, form: "struct", fields: new Map(fields) } : undefined),
    root: () => undefined,
    names: () => ["test.All"],
  };
}

describe("a message with a field of every type", () => {
  const objectOf = (wrap: (value: unknown) => unknown): Record<string, unknown> =>
    Object.fromEntries(types.map(([type, , value]) => [type, wrap(value)]));

  it("is read as it was written, one value, a list and a map of each", () => {
    for (const [many, wrap] of [
      [undefined, (value: unknown) => value],
      ["list", (value: unknown) => [value, value]],
      ["map", (value: unknown) => ({ a: value, b: value })],
    ] as const) {
      const plan = new MessagePlans(tablesOf(defined({ many }))).of("test.All");
      expect(plan.ordered.map(({ tag, number }) => tag - 8 * number)).toEqual(
        types.map(([, wireType]) => (many === "map" ? 2 : wireType)),
      );
      expect(plan.ordered.map(({ valueTag }) => valueTag)).toEqual(types.map(([, wireType]) => 16 + wireType));
      const bytes = new MessageEncoder().encode(plan, objectOf(wrap));
      expect(new MessageDecoder().interpret(plan, bytes, 0, bytes.length)).toStrictEqual(objectOf(wrap));
      for (const [type, , value] of types)
        expect(new MessageDecoder().field(plan, bytes, 0, bytes.length, [type])).toStrictEqual(wrap(value));
    }
  });

  it("has zeros where JSON always shows them, empty values for keys alone, and nothing otherwise", () => {
    const read = (more: Partial<ProtobufField>, bytes: Buffer = Buffer.alloc(0)): unknown => {
      const plan = new MessagePlans(tablesOf(more)).of("test.All");
      return new MessageDecoder().interpret(plan, bytes, 0, bytes.length);
    };
    expect(read({})).toStrictEqual({});
    const zeros = ["", null, false, 0, 0, 0, 0, 0, 0];
    expect(read({ omitEmpty: false })).toStrictEqual(Object.fromEntries(types.map(([type], at) => [type, zeros[at]])));
    for (const more of [{ pointer: true }, { many: "list" }, { many: "map" }] as const)
      expect(read({ omitEmpty: false, ...more })).toStrictEqual(objectOf(() => null));
    const entries = written(...types.map((_, at) => part(at + 1, written(part(1, "k")))));
    const keyed = ["", "", false, 0, 0, 0, 0, 0, 0];
    expect(read({ many: "map" }, entries)).toStrictEqual(
      Object.fromEntries(types.map(([type], at) => [type, { k: keyed[at] }])),
    );
  });

  it("has zeros on the wire that JSON leaves out, or shows behind a pointer", () => {
    const zeros = { string: "", bytes: "", bool: false, int32: 0, int64: 0, uint32: 0, uint64: 0, double: 0, float: 0 };
    for (const [pointer, expected] of [
      [false, {}],
      [true, zeros],
    ] as const) {
      const plan = new MessagePlans(tablesOf({ pointer })).of("test.All");
      const bytes = new MessageEncoder().encode(plan, zeros);
      expect(new MessageDecoder().interpret(plan, bytes, 0, bytes.length)).toStrictEqual(expected);
    }
  });

  it("takes numbers of a list as one value, and refuses one that goes beyond it", () => {
    const plan = new MessagePlans(tablesOf({ many: "list" })).of("test.All");
    const read = (hex: string): unknown => {
      const bytes = Buffer.from(hex, "hex");
      return new MessageDecoder().interpret(plan, bytes, 0, bytes.length);
    };
    expect(read("2203" + "01ac02")).toStrictEqual({ int32: [1, 300] });
    expect(read("1a02" + "0100" + "1801")).toStrictEqual({ bool: [true, false, true] });
    expect(read("4a04" + "0000c03f")).toStrictEqual({ float: [1.5] });
    expect(() => read("2202" + "01ac02")).toThrow("it has a value that is cut off");
    expect(() => read("4a03" + "0000c03f")).toThrow("it has a value that is cut off");
  });

  it("has floating-point numbers that are read by their bytes, whatever the value", () => {
    // A small number, and fields that are not known.
    for (const [type, hex] of [
      ["double", "05e07600e0768000"],
      ["float", "05e07600"],
    ] as const) {
      const plan = new MessagePlans(
        tablesOf(
          {},
          types.filter(([each]) => each === type),
        ),
      ).of("test.All");
      const number = Buffer.from(hex, "hex");
      const value = type === "double" ? number.readDoubleLE() : number.readFloatLE();
      const bytes = new MessageEncoder().encode(plan, { [type]: value });
      const decoder = new MessageDecoder();
      decoder.compile(plan);
      for (let n = 0; n < 20; n++)
        expect(decoder.decode(plan, bytes, 0, bytes.length)).toStrictEqual({ [type]: value });
    }
  });
});
