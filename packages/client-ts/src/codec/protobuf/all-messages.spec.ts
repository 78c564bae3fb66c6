import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { loadProtobufTables, type ProtobufTables } from "../../api/tables/index.ts";
import { MessageDecoder } from "./message-decoder.ts";
import { MessageEncoder } from "./message-encoder.ts";
import type { FieldPlan, MessagePlan } from "./message-plan.ts";
import { MessagePlans } from "./message-plans.ts";

let tables: ProtobufTables;
let plans: MessagePlans;
const [encoder, decoder, interpreter] = [new MessageEncoder(), new MessageDecoder(), new MessageDecoder()];

beforeAll(async () => {
  tables = await loadProtobufTables();
  plans = new MessagePlans(tables);
});

const packages = ["k8s.io.api.core.v1.", "k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1."];

/** The plans of the messages of common kinds that have no form of their own. */
function structs(): MessagePlan[] {
  return [...tables.names()]
    .filter((name) => packages.some((prefix) => name.startsWith(prefix)))
    .map((name) => plans.of(name))
    .filter(({ form }) => form === "struct");
}

/** A value of a field's type that is not zero; messages inside are as far filled as `depth` says. */
function valueFor(field: FieldPlan, depth: number): unknown {
  switch (field.type) {
    case "string":
      return `value of ${field.name}`;
    case "bytes":
      return "AAEC";
    case "bool":
      return true;
    case "double":
    case "float":
      return 2.5;
    case "message":
      return field.plan.special === undefined ? sample(field.plan, depth - 1) : specialValue(field.plan.name);
    default:
      return 300;
  }
}

function specialValue(name: string): unknown {
  const values: Record<string, unknown> = {
    Time: "2026-01-02T03:04:05Z",
    MicroTime: "2026-01-02T03:04:05.000006Z",
    Timestamp: "2026-01-02T03:04:05Z",
    Duration: "1.5s",
    Quantity: "500m",
    IntOrString: "http",
    JSONSchemaPropsOrArray: [{ type: "string" }],
    JSONSchemaPropsOrStringArray: ["a"],
    JSONSchemaPropsOrBool: true,
  };
  return values[name.slice(name.lastIndexOf(".") + 1)] ?? { a: [1] };
}

/** An object with every field of a message. */
function sample(plan: MessagePlan, depth: number): unknown {
  const members: Record<string, unknown> = {};
  if (depth < 0) return plan.form === "list" ? [] : members;
  for (const field of plan.ordered) {
    const value = valueFor(field, depth);
    if (field.name === "") Object.assign(members, value);
    else if (field.many === "list") members[field.name] = [value, value, value];
    else if (field.many === "map") members[field.name] = { b: value, a: value };
    else members[field.name] = value;
  }
  return plan.form === "list" ? Object.values(members)[0] : members;
}

/** What JSON shows of a message that has none of its fields, in a part of it that is expected. */
function matches(found: unknown, expected: unknown): boolean {
  if (typeof expected !== "object" || expected === null) return Object.is(found, expected);
  if (typeof found !== "object" || found === null) return false;
  if (Array.isArray(expected) && (!Array.isArray(found) || found.length !== expected.length)) return false;
  return Object.entries(expected).every(([key, value]) => matches((found as Record<string, unknown>)[key], value));
}

describe("every message of the common kinds in protobuf", () => {
  it("is read with all of its fields, by its function as field by field", () => {
    const wrong: string[] = [];
    expect(structs().length).toBeGreaterThan(150);
    for (const plan of structs()) {
      decoder.compile(plan);
      const value = sample(plan, 0) as Record<string, unknown>;
      const bytes = encoder.encode(plan, value);
      const interpreted = interpreter.interpret(plan, bytes, 0, bytes.length);
      const compiled = decoder.decode(plan, bytes, 0, bytes.length);
      if (!isDeepStrictEqual(compiled, interpreted)) wrong.push(`${plan.name}: its function reads something else`);
      if (!matches(interpreted, value)) wrong.push(`${plan.name}: not all of its fields are read`);
      const again = encoder.encode(plan, interpreted as Record<string, unknown>);
      if (!again.equals(bytes)) wrong.push(`${plan.name}: it is not written as it was`);
    }
    expect(wrong).toEqual([]);
  });

  it("is the same without any of its fields, and with zeros for them", () => {
    const wrong: string[] = [];
    for (const plan of structs()) {
      decoder.compile(plan);
      for (const bytes of [Buffer.alloc(0), encoder.encode(plan, {})]) {
        const interpreted = interpreter.interpret(plan, bytes, 0, bytes.length) as Record<string, unknown>;
        const compiled = decoder.decode(plan, bytes, 0, bytes.length);
        if (!isDeepStrictEqual(compiled, interpreted)) wrong.push(`${plan.name}: its function shows something else`);
        if (plan.byName.has("")) continue;
        // What JSON leaves out is left out; what it always shows is there.
        for (const { name, isAlwaysShown, many, pointer, type } of plan.ordered) {
          const shown = Object.hasOwn(interpreted, name);
          if (isAlwaysShown && !shown) wrong.push(`${plan.name}: ${name} is missing`);
          if (!isAlwaysShown && shown && (pointer || many !== "one" || type !== "message"))
            wrong.push(`${plan.name}: ${name} is shown`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it("has lists of any length, of short and long elements, together and apart", () => {
    const plan = plans.of("k8s.io.api.core.v1.PodSpec");
    decoder.compile(plan);
    const container = (length: number): object => ({ name: "c", image: "i".repeat(length), resources: {} });
    for (const lengths of [[0], [1, 2], [200], [200, 1, 300], [1, 200, 1, 20_000, 1]])
      for (const names of [["containers"], ["initContainers"], ["containers", "initContainers"]]) {
        const spec = Object.fromEntries(names.map((name) => [name, lengths.map(container)]));
        const bytes = encoder.encode(plan, {
          ...spec,
          nodeName: "n",
          securityContext: { supplementalGroups: [1, 32, 1] },
        });
        // The second time the lists go on, behind other fields.
        for (const all of [bytes, Buffer.concat([bytes, bytes])]) {
          const found = decoder.decode(plan, all, 0, all.length) as Record<string, unknown[]>;
          expect(isDeepStrictEqual(found, interpreter.interpret(plan, all, 0, all.length))).toBe(true);
          for (const name of names)
            expect([...found[name]!.keys()].length).toBe(lengths.length * (all === bytes ? 1 : 2));
        }
      }
  });
});
