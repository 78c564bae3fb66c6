import { describe, expect, it } from "vitest";
import { newCelEnvironment } from "./engine.ts";
import { jsonValue, literalType, misplacedTypes, withoutObjectLiterals } from "./object-literals.ts";

function evaluated(expression: string): unknown {
  return newCelEnvironment().registerVariable("object", "dyn").parse(withoutObjectLiterals(expression))({
    object: { metadata: { name: "web", labels: { a: "b" } }, spec: { replicas: 2n } },
  });
}

describe("literals of typed objects", () => {
  it.each([
    ["Object{}", {}],
    ["Object{spec: Object.spec{replicas: 3}}", { spec: { replicas: 3 } }],
    ["Object { spec : Object . spec { replicas : object.spec.replicas + 1, }, }", { spec: { replicas: 3 } }],
    [`Object{data: {"a": "Object{b: 1}", 'c': '{'}}`, { data: { a: "Object{b: 1}", c: "{" } }],
    [
      "Object{spec: Object.spec{list: [Object.spec.list{a: 1}, Object.spec.list{a: 2}]}}",
      { spec: { list: [{ a: 1 }, { a: 2 }] } },
    ],
    ["Object{x: [1, 2].map(i, Object.x{n: i})}", { x: [{ n: 1 }, { n: 2 }] }],
    ["Object{x: object.metadata.name == 'web' ? Object.x{yes: true} : Object.x{no: true}}", { x: { yes: true } }],
    ["Object{?a: optional.none(), ?b: optional.of(1), ?c: object.metadata.?labels}", { b: 1, c: { a: "b" } }],
    [
      "Object{__namespace__: 1, a__dash__b: 2, c__dot__d__slash__e: 3, f__underscores__g: 4}",
      { namespace: 1, "a-b": 2, "c.d/e": 3, f__g: 4 },
    ],
    ["Object{ // Object{\n a: 1 }", { a: 1 }],
    [
      `[JSONPatch{op: "add", path: "/a/" + jsonpatch.escapeKey("b/c~d"), value: Object.a{n: null}}]`,
      [{ op: "add", path: "/a/b~1c~0d", value: { n: null } }],
    ],
  ])("%s is read", (expression, json) => {
    expect(jsonValue(evaluated(expression))).toEqual(json);
  });

  it("have their type, which maps do not have", () => {
    expect(literalType(evaluated("Object.spec{}"))).toBe("Object.spec");
    expect(literalType(evaluated("JSONPatch{op: 'test', path: '/a'}"))).toBe("JSONPatch");
    expect(literalType(evaluated("{'a': 1}"))).toBeUndefined();
  });

  it("are refused under a field of another type", () => {
    expect(misplacedTypes(evaluated("Object{spec: Object.spec{a: [Object.spec.a{}]}}"), ["Object"])).toEqual([]);
    expect(misplacedTypes(evaluated("Object{metadata: Object.spec{}}"), ["Object"])).toEqual([
      'unexpected type name "Object.spec", expected "Object.metadata", which matches field name path from root Object type',
    ]);
  });

  it("leave other expressions alone", () => {
    for (const text of ["object.Object{", "myObject{a: 1}", "'Object{'", "a.map(x, {x: 1})", "Objects == JSONPatches"])
      expect(withoutObjectLiterals(text)).toBe(text);
  });
});
