import ts from "typescript-js-api";
import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { definitionsIn } from "./definitions-in.ts";
import { generateTypes } from "./generate-types.ts";
import { definitionOf } from "./test-support/definitions.ts";

const cyclic: Record<string, unknown> = { type: "object" };
cyclic["properties"] = { again: cyclic };
const long = { type: "object", description: "x".repeat(1024 * 1024) };
let deep: object = { type: "string" };
for (let level = 0; level < 120; level++) deep = { type: "object", properties: { a: deep } };

const text = { type: "string" };
const inSpec = (property: object) => definitionOf({ type: "object", properties: { field: property } });
const at = "spec.versions[0].schema.openAPIV3Schema";
const field = `${at}.properties[spec].properties[field]`;

describe("a CustomResourceDefinition that cannot be used", () => {
  it.each([
    ["without a schema", definitionOf({}, { version: { schema: undefined } }), `${at} is missing`],
    ["with a reference", inSpec({ $ref: "#/definitions/x" }), `${field}.$ref is not allowed: references are not`],
    ["without a type", inSpec({ properties: { a: text } }), `${field}.type must be given`],
    ["with an unknown type", inSpec({ type: "date" }), `${field}.type "date" is not one of`],
    ["with a list of types", inSpec({ type: ["string", "null"] }), `${field}.type ["string","null"] is not one of`],
    ["without items", inSpec({ type: "array" }), `${field}.items must be given`],
    ["with a tuple", inSpec({ type: "array", items: [text] }), `${field}.items must be one schema`],
    ["with a type in a condition", inSpec({ ...text, anyOf: [text] }), `${field}.anyOf[0].type is not allowed`],
    [
      "with a field that only a condition describes",
      inSpec({ type: "object", oneOf: [{ properties: { a: {} } }] }),
      `${field}.oneOf[0].properties[a] must also be described outside`,
    ],
    [
      "with properties together with additionalProperties",
      inSpec({ type: "object", properties: { a: text }, additionalProperties: text }),
      `${field}.additionalProperties must not be given together with properties`,
    ],
    ["with closed objects", inSpec({ type: "object", additionalProperties: false }), "must not be false"],
    ["with patterns of names", inSpec({ type: "object", patternProperties: {} }), "patternProperties is not allowed"],
    [
      "with a list map without keys",
      inSpec({ type: "array", items: text, "x-kubernetes-list-type": "map" }),
      `${field}.x-kubernetes-list-map-keys must be given`,
    ],
    [
      "with a description that is not a string",
      inSpec({ ...text, description: {} }),
      `${field}.description must be a string`,
    ],
    [
      "with properties that are not an object",
      inSpec({ type: "object", properties: [] }),
      "properties must be an object",
    ],
    [
      "with a root that is not an object",
      definitionOf({}, { version: { schema: { openAPIV3Schema: text } } }),
      "at the root",
    ],
    ["that contains itself", inSpec(cyclic), "is cyclic: it contains itself"],
    ["that is too large", definitionOf(long), "bytes as JSON, more than the limit of 1048576"],
    ["that nests too deep", definitionOf(deep), "nests deeper than 100 levels"],
    [
      "of an old version",
      { ...inSpec(text), apiVersion: "apiextensions.k8s.io/v1beta1" },
      "must be apiextensions.k8s.io/v1",
    ],
    ["without versions", definitionOf({}, { spec: { versions: [] } }), "spec.versions must have at least one version"],
    ["that is null", null, "the document is not an object"],
  ])("%s gives an error with the file, the definition and the path", (_what, definition, problem) => {
    const run = () => generateTypes([{ definition, from: "web.yaml" }, { definition: inSpec(text) }]);
    expect(run).toThrow(InvalidArgumentError);
    expect(run).toThrow(/^web\.yaml: CustomResourceDefinition (websites\.shop\.example\.com|without a name): /);
    expect(run).toThrow(problem);
  });

  it("is reported with all of its problems, and two definitions of one kind with both names", () => {
    const two = definitionOf({ type: "object", properties: { a: {}, b: { type: "array" } } });
    expect(() => generateTypes([{ definition: two }])).toThrow(/properties\[a\]\.type.*\n.*properties\[b\]\.items/);
    const one = { definition: inSpec(text) };
    expect(() => generateTypes([one, one])).toThrow("shop.example.com/v1 Website is defined twice");
  });

  it("is none when one schema stands at two places, or restricts the names of objects", () => {
    const shared = { type: "object", properties: { a: text } };
    const fine = definitionOf({ type: "object", properties: { one: shared, two: shared } });
    expect(() => generateTypes([{ definition: fine }])).not.toThrow();
    const named = (name: string) => ({
      openAPIV3Schema: {
        type: "object",
        properties: { metadata: { type: "object", properties: { [name]: { type: "string", maxLength: 9 } } } },
      },
    });
    for (const name of ["name", "generateName"])
      expect(() =>
        generateTypes([{ definition: definitionOf({}, { version: { schema: named(name) } }) }]),
      ).not.toThrow();
    expect(() => generateTypes([{ definition: definitionOf({}, { version: { schema: named("labels") } }) }])).toThrow(
      "only name and generateName may have a schema",
    );
  });

  it("is reported with twenty problems at most; the others are counted", () => {
    const problemsOf = (count: number): string[] => {
      const properties = Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, {}]));
      try {
        generateTypes([{ definition: definitionOf({ type: "object", properties }) }]);
      } catch (error) {
        return (error as Error).message.split("\n");
      }
      return [];
    };
    expect(problemsOf(20)).toHaveLength(20);
    expect(problemsOf(23)).toHaveLength(21);
    expect(problemsOf(23).at(-1)).toBe("CustomResourceDefinition websites.shop.example.com: 3 more problems");
  });

  it("as text that refers to itself, grows by aliases or is not YAML is refused and the file is named", async () => {
    await expect(definitionsIn("a: &a\n  b: *a\n", "bad.yaml")).rejects.toThrow(
      "bad.yaml has an alias without an anchor",
    );
    const bomb = [
      "a: &a [x]",
      ...[..."bcdefghij"].map((name, i) => `${name}: &${name} [${"*x,".repeat(9).replaceAll("x", "abcdefghi"[i]!)}]`),
    ];
    await expect(definitionsIn(bomb.join("\n"), "bomb.yaml")).rejects.toThrow(
      "bomb.yaml follows more than 100 aliases",
    );
    await expect(definitionsIn("{{ template }}: [", "helm.yaml")).rejects.toThrow(/^helm\.yaml is not YAML/);
  });
});

/** Names and texts that would end a comment, a string or a path. */
const hostile = [
  "*/ import('node:fs'); /*",
  '"; process.exit(1); "',
  "`$" + "{process.exit()}`",
  "\\u002a\\u002f evil() /*",
  "a\nb\r\u2028c\u2029d",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "\u202etxt.exe",
  "\u0000\u001b[2J",
  "\ud800",
  "",
];

describe("hostile definitions", () => {
  it("cannot put code into the files: every text stays in a comment or a literal (SEC-22, F-J14)", () => {
    const property = (value: string) => ({
      type: "object",
      description: value,
      properties: { [value]: { type: "string", enum: [value], default: value, description: value } },
    });
    const properties = Object.fromEntries(hostile.map((value) => [value, property(value)]));
    const definition = definitionOf({ type: "object", description: hostile.join(" "), properties });
    const [version] = definition.spec.versions;
    Object.assign(version!, { deprecated: true, deprecationWarning: hostile.join(" ") });
    for (const text of generateTypes([{ definition }]).values()) {
      const file = ts.createSourceFile("v1.ts", text, ts.ScriptTarget.Latest, true);
      const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly unknown[] };
      expect(parseDiagnostics).toEqual([]);
      const declares = [ts.isImportDeclaration, ts.isInterfaceDeclaration, ts.isTypeAliasDeclaration];
      const others = file.statements.filter((statement) => !declares.some((test) => test(statement)));
      expect(others.map((statement) => ts.isVariableStatement(statement))).toEqual([true]);
      const calls: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isCallExpression(node) || ts.isTemplateExpression(node)) calls.push(node.getText());
        ts.forEachChild(node, visit);
      };
      visit(file);
      expect(calls).toEqual([]);
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u2028\u2029\u202e]/);
    }
  });

  it.each(["group", "kind", "plural", "singular", "listKind", "version"])(
    "are refused when the %s could leave the folder or is not a name (SEC-22)",
    (name) => {
      const wrong = hostile.filter((value) => value !== "constructor");
      for (const value of [...wrong, "a/b", "..", "C:\\x", "a b", "con/../x"]) {
        const definition = definitionOf(
          { type: "object" },
          name === "group"
            ? { spec: { group: value } }
            : name === "version"
              ? { version: { name: value } }
              : { names: { [name]: value } },
        );
        expect(() => generateTypes([{ definition }]), JSON.stringify(value)).toThrow(InvalidArgumentError);
      }
    },
  );
});
