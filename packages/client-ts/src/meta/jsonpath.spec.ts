import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { parseJsonPath } from "./jsonpath.ts";

const shop = {
  kind: "List",
  items: [
    {
      metadata: { name: "a", labels: { "app.kubernetes.io/name": "web" } },
      spec: { cpu: 2, ports: [{ port: 80 }, { port: 443 }] },
      ready: true,
    },
    { metadata: { name: "b", labels: {} }, spec: { cpu: 1, ports: [{ port: 53 }] }, ready: false },
    { metadata: { name: "c" }, spec: { cpu: 4, ports: [] }, ready: true, note: null },
  ],
};

const numbers = [0, 1, 2, 3, 4];

function print(template: string, data: unknown = shop, allowMissingKeys = false): string {
  return parseJsonPath(template, { allowMissingKeys }).print(data);
}

describe("jsonpath", () => {
  it("understands every form of the dialect (B498)", () => {
    const cases: [string, unknown, string][] = [
      ["plain text", null, "plain text"],
      ["kind: {.kind}!", shop, "kind: List!"],
      ["{$.kind} {@.kind}", shop, "List List"],
      ["{.items[0].metadata.name}", shop, "a"],
      ["{.items[-1].metadata.name}", shop, "c"],
      ["{.items[*].metadata.name}", shop, "a b c"],
      ["{.items[0]['metadata'].name}", shop, "a"],
      ["{.items[0].metadata.labels.app\\.kubernetes\\.io/name}", shop, "web"],
      ["{.items[0].metadata.labels['app\\.kubernetes\\.io/name']}", shop, "web"],
      ["{[0:2]}", numbers, "0 1"],
      ["{[:2]}", numbers, "0 1"],
      ["{[3:]}", numbers, "3 4"],
      ["{[-2:]}", numbers, "3 4"],
      ["{[::2]}", numbers, "0 2 4"],
      ["{[1:4:2]}", numbers, "1 3"],
      ["{[1,3,4]}", numbers, "1 3 4"],
      ["{[2:2]}", numbers, ""],
      ["{.items[0]['kind','metadata'].name}", { items: [{ kind: { name: "k" }, metadata: { name: "m" } }] }, "k m"],
      ["{[?(@<3)]}", numbers, "0 1 2"],
      ["{[?(@>=3)]}", numbers, "3 4"],
      ["{[?(@!=3)]}", numbers, "0 1 2 4"],
      ['{.items[?(@.metadata.name=="b")].spec.cpu}', shop, "1"],
      ["{.items[?(@.metadata.name == 'b')].spec.cpu}", shop, "1"],
      ["{.items[?(@.metadata.name > 'a')].metadata.name}", shop, "b c"],
      ["{.items[?(@.ready==true)].metadata.name}", shop, "a c"],
      ["{.items[?(@.spec.cpu<=2)].metadata.name}", shop, "a b"],
      ["{.items[?(@.metadata.labels)].metadata.name}", shop, "a b"],
      ["{..port}", shop, "80 443 53"],
      ["{...port}", shop, "80 443 53"],
      ["{..ports[0].port}", { a: { ports: [{ port: 1 }] }, b: { ports: [{ port: 2 }] } }, "1 2"],
      ["{..}", [1, 2, 3], "[1,2,3]"],
      ['{range .items[*]}{.metadata.name}{"\\t"}{.spec.cpu}{"\\n"}{end}.', shop, "a\t2\nb\t1\nc\t4\n."],
      ["{\"{\"}{'}'}", null, "{}"],
      ["{.items[0].spec}", shop, '{"cpu":2,"ports":[{"port":80},{"port":443}]}'],
      ["{.items[2].note}", shop, "null"],
      ["{.spec.*}", { spec: { a: 1, b: "x" } }, "1 x"],
      ["{true} {5} {-2} {1.5}", null, "true 5 -2 1.5"],
      ["{.a}", { a: [1e21, 1e-5, 1.5, "<&>"] }, '[1e+21,0.00001,1.5,"\\u003c\\u0026\\u003e"]'],
      ["{.a} {.b}", { a: 1e21, b: 1e-5 }, "1e+21 1e-05"],
      ["{.a}", { a: { z: 1, b: [], y: {} } }, '{"b":[],"y":{},"z":1}'],
    ];
    for (const [template, data, expected] of cases) expect(print(template, data), template).toBe(expected);
    const nested = "{range .items[*]}{.metadata.name}{':'}{range .spec.ports[*]}{.port}{','}{end}{\"\\n\"}{end}";
    expect(print(nested, shop, true)).toBe("a:80,443,\nb:53,\nc:\n");
  });

  it("treats missing keys as an error, or as nothing when allowed (B498)", () => {
    expect(() => print("{.missing}")).toThrow(/"missing" is not found/);
    expect(print("before-{.missing}after", shop, true)).toBe("before-after");
    expect(() => print("{.items[?(@.note.x=='y')]}")).toThrow(InvalidArgumentError);
    expect(print("{.items[?(@.metadata.labels.x=='y')].kind}", shop, true)).toBe("");
    expect(print("{range .items[*]}{.metadata.name}{end}", { items: [] }, true)).toBe("");
    expect(print("{range .items[*]}{.a}{':'}{range @.b[*]}{.c}{','}{end}{'+'}{end}-", { items: [] }, true)).toBe("-");
    expect(() => print("{range .items[*]}{.a}{end}", { items: [] })).toThrow(InvalidArgumentError);
  });

  it("prints JSON lists in JSON mode (B498)", () => {
    expect(parseJsonPath("{[0:2]}", { output: "json" }).print([{ b: 1, a: [] }, "x<"])).toBe(
      '[\n    {\n        "a": [],\n        "b": 1\n    },\n    "x\\u003c"\n]\n',
    );
    expect(parseJsonPath("{.a}", { output: "json", allowMissingKeys: true }).print({})).toBe("[]\n");
    expect(print("{@}", null)).toBe("<no value>");
    expect(parseJsonPath("{@}").find(null)).toEqual([[null]]);
    expect(parseJsonPath("x{.a}").find({ a: 1 })).toEqual([["x"], [1]]);
  });

  it("refuses what is not a template or does not fit the value (B498)", () => {
    const templates = [
      "{.hello",
      "{*}",
      "{+12.3.0}",
      "{[1}",
      "{[?(.price]}",
      "{........}",
      "{[a]}",
      "{[1:2:3:4]}",
      "{['a'b]}",
      '{"x}',
      "{[?(@.a)}",
      "{[-]}",
    ];
    for (const template of [...templates, "{'\\q'}", "{\n}", "{[99999999999999999999]}", "{.a~}{"]) {
      expect(() => parseJsonPath(template), template).toThrow(InvalidArgumentError);
    }
    const bad: [string, unknown][] = [
      ["{hello}", {}],
      ["{end}", {}],
      ["{range .a[*]}{end}{end}", { a: [] }],
      ["{.a[0]}", { a: {} }],
      ["{[5]}", numbers],
      ["{[-6]}", numbers],
      ["{[3:1]}", numbers],
      ["{[::0]}", numbers],
      ["{[0:9]}", numbers],
      ["{[?(@<>1)]}", numbers],
      ["{[?(@=='1')]}", numbers],
      ["{[?(@==1.5)]}", numbers],
      ["{[?(@==null)]}", numbers],
      ["{[?(@<true)]}", [true]],
      ["{[?(@=={})]}", [{}]],
      ["{.a[?(@.b)]}", { a: {} }],
      ["{.toString}", {}],
      ["{.__proto__}", {}],
      ["{.constructor.prototype}", {}],
      ["{.length}", []],
    ];
    for (const [template, data] of bad) expect(() => print(template, data), template).toThrow(InvalidArgumentError);
  });

  it("executes nothing and stops at its budget (F-J10)", () => {
    for (const script of [
      "{.a[(@.length-1)]}",
      "{process.exit(1)}",
      "{(1)}",
      "{[?(@.constructor.constructor('throw 1')())]}",
      "{`1`}",
      "{;}",
    ]) {
      expect(() => print(script, { a: [1] }), script).toThrow(InvalidArgumentError);
    }
    const wide = Array.from({ length: 1_000 }, () => Array.from({ length: 2_000 }, () => 1));
    expect(() => print("{..x}", wide, true)).toThrow(/visits more than/);
    expect(() => print("{[*][*]}", wide, true)).toThrow(/visits more than/);
    expect(() => parseJsonPath("{..}", { maxVisits: 10 }).find(numbers.map(() => numbers))).toThrow(
      /visits more than 10 values/,
    );
    const bomb = `${"{range [*]}{range [0,0,0,0]}".repeat(40)}x`;
    expect(() => print(bomb, [[1, 1], 1], true)).toThrow(InvalidArgumentError);
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(parseJsonPath("{..}").find(deep)[0]).toHaveLength(100_000);
    expect(() => print("{@}", deep)).toThrow(InvalidArgumentError);
  });

  it("gives an answer or a typed error for templates up to 1 MiB, in linear time (F-J10, SEC-15)", () => {
    const units = [
      "{",
      "}",
      "{}",
      "{.a}",
      "{..",
      "[",
      "{[",
      "{[?(",
      "{[?(@.a==",
      "'",
      "{'\\",
      "a",
      "{.a",
      ".a",
      "é",
      "{[0,",
      "{['a']",
      "{range @}",
      "\ud800",
      "{.\\",
    ];
    for (const unit of units) {
      for (const wrap of ["", "{", "{[?("]) {
        const time = (length: number): number => {
          const text = wrap + unit.repeat(Math.floor(length / unit.length));
          const start = process.cpuUsage();
          try {
            parseJsonPath(text, { allowMissingKeys: true }).print({ a: [1] });
          } catch (error) {
            expect(error, `${wrap}${unit}`).toBeInstanceOf(InvalidArgumentError);
          }
          const used = process.cpuUsage(start);
          return (used.user + used.system) / 1_000;
        };
        const half = time(1 << 19);
        expect(time(1 << 20), `${wrap}${unit}`).toBeLessThan(8 * half + 200);
      }
    }
    const alphabet = fc.constantFrom(..."{}[]().?@$'\"\\*:,<>=!-+ abend019\n", "range ", "end", "..", "[?(", ")]");
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 30, size: "max" }), (parts) => {
        try {
          parseJsonPath(parts.join("")).print({ a: [1, { b: "x" }] });
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgumentError);
        }
      }),
      { seed: 10, numRuns: 5_000 },
    );
  });
});
