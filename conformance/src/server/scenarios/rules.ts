import type { Scenario, Stage } from "../stage.ts";
import { defined, definition, definitions, object, type Shape } from "./custom.ts";

/** One rule about the spec of a kind with a number, a text, a list, a map and items with keys. */
function kindWith(name: string, rules: readonly object[]): Shape {
  return {
    name,
    schema: {
      properties: {
        size: { type: "integer" },
        least: { type: "integer" },
        share: { type: "number" },
        text: { type: "string", maxLength: 100 },
        when: { type: "string", format: "date-time" },
        limit: { "x-kubernetes-int-or-string": true },
        words: { type: "array", maxItems: 10, items: { type: "string", maxLength: 20 } },
        labels: { type: "object", maxProperties: 10, additionalProperties: { type: "string", maxLength: 20 } },
        namespace: { type: "string", maxLength: 20 },
        "with-dash": { type: "string", maxLength: 20 },
        ports: {
          type: "array",
          maxItems: 10,
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["name"],
          items: {
            type: "object",
            required: ["name"],
            properties: { name: { type: "string", maxLength: 20 }, port: { type: "integer" } },
          },
        },
      },
      "x-kubernetes-validations": rules,
    },
  };
}

const kindOf = (name: string): string => name[0]!.toUpperCase() + name.slice(1);

/** Creates an object of each spec; the answers say which of them a rule refuses. */
async function tried(s: Stage, name: string, rules: readonly object[], specs: readonly object[]): Promise<void> {
  const path = await defined(s, kindWith(name, rules));
  for (const [index, spec] of specs.entries()) {
    await s.post(path, object(s, kindOf(name), spec, { metadata: { name: `a${index}` } }), { pick: shortened });
  }
}

/** An object's spec, or the whole refusal. */
const shortened = (body: { kind: string; spec?: unknown }): unknown => (body.kind === "Status" ? body : body.spec);

interface Expectation {
  readonly title: string;
  readonly name: string;
  readonly rule: string | object;
  readonly specs: readonly object[];
}

const expectations: readonly Expectation[] = [
  {
    title: "compares fields, and says the rule when it has no message",
    name: "ruleone",
    rule: "self.least <= self.size",
    specs: [
      { size: 2, least: 1 },
      { size: 1, least: 2 },
    ],
  },
  {
    title: "says the rule's own message",
    name: "ruletwo",
    rule: { rule: "self.size < 10", message: "size must be below ten" },
    specs: [{ size: 9 }, { size: 10 }],
  },
  {
    title: "makes the message with an expression",
    name: "rulethree",
    rule: { rule: "self.size < 10", messageExpression: "'text is ' + self.text" },
    specs: [{ size: 11, text: "a" }, { size: 11 }],
  },
  {
    title: "reports a field that is not there",
    name: "rulefour",
    rule: "self.least < 10",
    specs: [{ size: 1 }],
  },
  {
    title: "asks whether a field is there, and takes a default for it",
    name: "rulefive",
    rule: "has(self.size) || self.?text.orValue('none') != 'none'",
    specs: [{ size: 1 }, { text: "some" }, { least: 1 }],
  },
  {
    title: "looks through lists and maps",
    name: "rulesix",
    rule:
      "!has(self.words) || self.words.all(w, w.startsWith('a')) && self.words.exists(w, w.size() > 2) && " +
      "self.labels.all(k, self.labels[k] != '')",
    specs: [
      { words: ["abc", "a"], labels: { a: "b" } },
      { words: ["b"], labels: {} },
      { words: ["abc"], labels: { a: "" } },
    ],
  },
  {
    title: "matches texts by Go's patterns",
    name: "ruleseven",
    rule: "self.text.matches('^[a-c]+$')",
    specs: [{ text: "abc" }, { text: "abd" }],
  },
  {
    title: "has functions for texts and lists",
    name: "ruleeight",
    rule:
      "self.words.isSorted() && self.text.lowerAscii() == 'abc' && self.text.replace('A', 'x') == 'xbC' && " +
      "self.words.indexOf('b') == 1 && self.text.find('[a-z]') == 'b' && self.text.charAt(0) == 'A'",
    specs: [
      { text: "AbC", words: ["a", "b"] },
      { text: "AbC", words: ["c", "b"] },
    ],
  },
  {
    title: "has quantities, URLs and addresses",
    name: "rulenine",
    rule:
      "quantity(self.text).isLessThan(quantity('1Gi')) && isURL('https://example.com/a') && " +
      "url('https://example.com:80/a').getPort() == '80' && cidr('10.0.0.0/8').containsIP('10.1.2.3')",
    specs: [{ text: "500Mi" }, { text: "2Gi" }],
  },
  {
    title: "reports an error of a function",
    name: "ruleten",
    rule: "quantity(self.text).isInteger()",
    specs: [{ text: "many" }],
  },
  {
    title: "compares times, and floating point numbers with integers",
    name: "ruleeleven",
    rule: "self.when > timestamp('2020-01-01T00:00:00Z') && self.share < 1.5",
    specs: [
      { when: "2021-01-01T00:00:00Z", share: 1 },
      { when: "2019-01-01T00:00:00Z", share: 1 },
    ],
  },
  {
    title: "takes a value that is a number or a text by its type",
    name: "ruletwelve",
    rule: "type(self.limit) == string ? self.limit.endsWith('%') : self.limit > 0",
    specs: [{ limit: 1 }, { limit: "10%" }, { limit: 0 }, { limit: "10" }],
  },
  {
    title: "reaches fields whose names need an escape",
    name: "rulethirteen",
    rule: "self.__namespace__ != self.with__dash__dash",
    specs: [
      { namespace: "a", "with-dash": "b" },
      { namespace: "a", "with-dash": "a" },
    ],
  },
  {
    title: "names another field and another reason",
    name: "rulefourteen",
    rule: { rule: "self.size != 3", fieldPath: ".size", reason: "FieldValueForbidden", message: "three is taken" },
    specs: [{ size: 3 }],
  },
  {
    title: "divides by zero with an error",
    name: "rulefifteen",
    rule: "10 / self.size > 1",
    specs: [{ size: 5 }, { size: 0 }],
  },
];

/** Rules in CEL of custom kinds (`x-kubernetes-validations`). */
export const rules: readonly Scenario[] = [
  ...expectations.map(({ title, name, rule, specs }): Scenario => {
    const written = typeof rule === "string" ? { rule } : rule;
    return { title, run: (s) => tried(s, name, [written], specs) };
  }),
  {
    title: "does not check rules of an object that breaks its schema",
    async run(s) {
      await tried(
        s,
        "rulesixteen",
        [{ rule: "self.size < 10" }],
        [{ size: "many" }, { ports: [{ port: 1 }], size: 11 }],
      );
    },
  },
  {
    title: "holds changes to rules about the old state, also in items with keys",
    async run(s) {
      const shape = kindWith("ruleseventeen", [{ rule: "self.size >= oldSelf.size", message: "size never shrinks" }]);
      const ports = (shape.schema as { properties: { ports: { items: object } } }).properties.ports;
      ports.items = {
        ...ports.items,
        "x-kubernetes-validations": [{ rule: "self.port == oldSelf.port", message: "port cannot change" }],
      };
      const path = await defined(s, shape);
      const made = (size: number, port: number): object =>
        object(s, "Ruleseventeen", { size, ports: [{ name: "web", port }] });
      await s.post(path, made(3, 80), { pick: shortened });
      for (const [size, port] of [
        [4, 80],
        [3, 80],
        [5, 81],
      ] as const) {
        await s.patch(`${path}/a`, made(size, port), "merge", { pick: shortened });
      }
    },
  },
  {
    title: "keeps a value that broke a new rule as long as it does not change",
    async run(s) {
      const path = await defined(s, kindWith("ruleeighteen", []));
      await s.post(path, object(s, "Ruleeighteen", { size: 20, text: "a" }), { pick: shortened });
      const rule = [{ rule: "self < 10", message: "below ten" }];
      await s.quietly(() =>
        s.patch(
          `${definitions}/ruleeighteens.${s.run}.example.com`,
          [
            {
              op: "add",
              path: "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/x-kubernetes-validations",
              value: rule,
            },
          ],
          "json",
        ),
      );
      // The rule counts from some later moment on.
      const probe = object(s, "Ruleeighteen", { size: 30 }, { metadata: { name: "probe" } });
      for (let attempt = 0; attempt < 200; attempt++) {
        if ((await s.quietly(() => s.post(`${path}?dryRun=All`, probe))).status === 422) break;
      }
      await s.patch(`${path}/a`, { spec: { text: "b" } }, "merge", { pick: shortened });
      await s.patch(`${path}/a`, { spec: { size: 21 } }, "merge", { pick: shortened });
      await s.patch(`${path}/a`, { spec: { size: 5 } }, "merge", { pick: shortened });
    },
  },
  {
    title: "refuses definitions with rules that cannot be compiled",
    words: false,
    async run(s) {
      const wrong = ["self.nope == 1", "self.size ==", "self.size == 'text'", "self.size", "", "unknown(self.size)"];
      for (const rule of wrong) {
        await s.post(definitions, definition(s, kindWith("rulenineteen", [{ rule }])), {
          pick: ({ reason, code, details }) => ({
            reason,
            code,
            causes: details.causes.map(({ reason, field }: { reason: string; field: string }) => ({ reason, field })),
          }),
        });
      }
    },
  },
  {
    title: "refuses a definition whose rule could cost too much",
    words: false,
    async run(s) {
      const rule = "self.rows.all(x, x.all(y, self.rows.all(z, z.all(w, w == y))))";
      const rows = { type: "array", items: { type: "array", items: { type: "string" } } };
      const shape = {
        name: "ruletwenty",
        schema: { properties: { rows }, "x-kubernetes-validations": [{ rule }] },
      };
      await s.post(definitions, definition(s, shape), {
        pick: ({ reason, code, details }) => ({ reason, code, field: details.causes[0].field }),
      });
    },
  },
];
