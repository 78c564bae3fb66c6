import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { labelSelectorFromSelector, selectorFromLabelSelector } from "./label-selector.ts";
import { parseSelector } from "./parse-selector.ts";
import {
  everything,
  type Labels,
  newRequirement,
  nothing,
  selectorFromMap,
  selectorFromRequirements,
} from "./selector.ts";

describe("parseSelector", () => {
  it("understands every operator", () => {
    const cases: [string, Labels, boolean][] = [
      ["", {}, true],
      ["  ", {}, true],
      ["a", { a: "1" }, true],
      ["a", {}, false],
      ["!a", {}, true],
      ["! a", { a: "" }, false],
      ["a=1", { a: "1" }, true],
      ["a==1", { a: "2" }, false],
      ["a = 1 , b = 2", { a: "1", b: "2" }, true],
      ["a!=1", {}, true],
      ["a!=1", { a: "1" }, false],
      ["a=", { a: "" }, true],
      ["a in (1,2)", { a: "2" }, true],
      ["a in (1,2)", {}, false],
      ["a notin (1,2)", { a: "2" }, false],
      ["a notin (1,2)", {}, true],
      ["a in ()", { a: "" }, true],
      ["a in (,1)", { a: "" }, true],
      ["a in (1,)", { a: "" }, true],
      ["a in (1,,2)", { a: "" }, true],
      ["a>5", { a: "6" }, true],
      ["a>5", { a: "5" }, false],
      ["a<5", { a: "-6" }, true],
      ["a<5", { a: "x" }, false],
      ["a<5", {}, false],
      ["in in (in,notin)", { in: "notin" }, true],
      ["example.com/app=web,!old,tier in (front, back)", { "example.com/app": "web", tier: "back" }, true],
    ];
    for (const [text, labels, expected] of cases) expect(parseSelector(text).matches(labels), text).toBe(expected);
  });

  it("refuses what the API server refuses", () => {
    const bad = [
      ",",
      "a,",
      ",a",
      "a,,b",
      "a=b=c",
      "!a=b",
      "a in",
      "a in x",
      "a in (",
      "a in (x",
      "a in (x y)",
      "a=(",
      "a b",
      "!",
      "!!a",
      "a>x",
      "a>",
    ];
    for (const text of [
      ...bad,
      "a>9223372036854775808",
      "-a=1",
      "a=-1",
      "a=é",
      "a/b/c=1",
      "a in (-)",
      "=a",
      "()",
      "a in (x)b",
      "a\u0000",
    ]) {
      expect(() => parseSelector(text), text).toThrow(InvalidArgumentError);
    }
  });

  it("writes a selector back as canonical text", () => {
    expect(parseSelector(" b in ( z , a,a ) , a == 1, !c,d , e!=f, g>1").toString()).toBe(
      "a==1,b in (a,z),!c,d,e!=f,g>1",
    );
    expect(String(parseSelector("x notin (b,a)"))).toBe("x notin (a,b)");
    expect(parseSelector("a=1,b in (x)").requiresExactMatch("b")).toBe("x");
    expect(parseSelector("a!=1").requiresExactMatch("a")).toBeUndefined();
    const exact = parseSelector("a==1,b in (x,y),c notin (x),d>5,e");
    expect(["a", "b", "c", "d", "e", "f"].map((key) => exact.requiresExactMatch(key))).toEqual([
      "1",
      ...Array.from({ length: 5 }, () => undefined),
    ]);
  });

  it("gives an answer or a typed error for any text up to 1 MiB, in linear time (F-J8, SEC-15)", () => {
    for (const unit of [
      "a,",
      "a=b,",
      "!",
      "(",
      "a in (",
      "a in (b,",
      ",",
      "=",
      "a",
      " ",
      "é",
      "\ud800",
      "a in (b),",
      "x>",
      "é=ü,",
      "a\u0000",
    ]) {
      const time = (length: number): number => {
        const text = unit.repeat(Math.ceil(length / unit.length));
        const start = process.cpuUsage();
        try {
          parseSelector(text);
        } catch (error) {
          expect(error, unit).toBeInstanceOf(InvalidArgumentError);
          expect((error as Error).message.length).toBeLessThan(1_000);
        }
        const used = process.cpuUsage(start);
        return (used.user + used.system) / 1_000;
      };
      time(1 << 16);
      const half = time(1 << 19);
      expect(time(1 << 20), unit).toBeLessThan(8 * half + 200);
    }
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."ab=!<>(), in") })), (text) => {
        try {
          parseSelector(text);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidArgumentError);
        }
      }),
      { seed: 8, numRuns: 2_000 },
    );
  });
});

describe("selectors", () => {
  const key = fc.constantFrom("a", "b", "c", "example.com/d");
  const value = fc.constantFrom("", "1", "2", "10", "x");
  const labels = fc.dictionary(key, value, { noNullPrototype: true });
  const requirement = fc.oneof(
    fc.tuple(key, fc.constantFrom("=", "==", "!="), fc.tuple(value)),
    fc.tuple(key, fc.constantFrom("in", "notin"), fc.array(value, { minLength: 1, maxLength: 3 })),
    fc.tuple(key, fc.constantFrom("exists", "!"), fc.constant([] as string[])),
    fc.tuple(key, fc.constantFrom(">", "<"), fc.tuple(fc.constantFrom("1", "2", "5"))),
  );

  it("choose as a simple model does, before and after they were text", () => {
    fc.assert(
      fc.property(fc.array(requirement, { maxLength: 5 }), labels, (requirements, set) => {
        const model = requirements.every(([k, operator, values]) => {
          const has = Object.hasOwn(set, k);
          const is = has && (values as string[]).includes(set[k]!);
          if (operator === "=" || operator === "==" || operator === "in") return is;
          if (operator === "!=" || operator === "notin") return !is;
          if (operator === "exists" || operator === "!") return has === (operator === "exists");
          const number = has && /^\d+$/.test(set[k]!) ? Number(set[k]) : Number.NaN;
          return operator === ">" ? number > Number(values[0]) : number < Number(values[0]);
        });
        const selector = selectorFromRequirements(
          requirements.map(([k, operator, values]) => newRequirement(k, operator as "=", values)),
        );
        expect(selector.matches(set)).toBe(model);
        const again = parseSelector(selector.toString());
        expect(again.matches(set)).toBe(model);
        expect(again.toString()).toBe(selector.toString());
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });

  it("of everything and of nothing say so, as text too", () => {
    expect(everything().matches({})).toBe(true);
    expect(everything().isEmpty).toBe(true);
    expect(everything().toString()).toBe("");
    expect(nothing().matches({ nothing: "" })).toBe(false);
    expect(nothing().selectsNothing).toBe(true);
    expect([everything().selectsNothing, nothing().isEmpty]).toEqual([false, false]);
    const some = parseSelector("a=1");
    expect([some.isEmpty, some.selectsNothing]).toEqual([false, false]);
    const text = parseSelector(nothing().toString());
    for (const set of [{}, { nothing: "" }, { a: "b" }]) expect(text.matches(set)).toBe(false);
  });

  it("come from maps and from objects' selectors", () => {
    expect(selectorFromMap({ b: "2", a: "1" }).toString()).toBe("a=1,b=2");
    expect(selectorFromMap({}).isEmpty).toBe(true);
    expect(() => selectorFromMap({ "a b": "1" })).toThrow(InvalidArgumentError);
    expect(selectorFromLabelSelector(undefined).selectsNothing).toBe(true);
    expect(selectorFromLabelSelector({}).isEmpty).toBe(true);
    const source = {
      matchLabels: { app: "web" },
      matchExpressions: [
        { key: "tier", operator: "In", values: ["b", "a"] },
        { key: "old", operator: "DoesNotExist" },
        { key: "x", operator: "NotIn", values: ["y"] },
        { key: "z", operator: "Exists" },
      ],
    };
    expect(selectorFromLabelSelector(source).toString()).toBe("app=web,!old,tier in (a,b),x notin (y),z");
    expect(selectorFromLabelSelector(labelSelectorFromSelector(selectorFromLabelSelector(source))).toString()).toBe(
      selectorFromLabelSelector(source).toString(),
    );
    expect(labelSelectorFromSelector(parseSelector("a!=1,b==2,c"))).toEqual({
      matchLabels: { b: "2" },
      matchExpressions: [
        { key: "a", operator: "NotIn", values: ["1"] },
        { key: "c", operator: "Exists" },
      ],
    });
    // Two values for one label choose nothing; one of them alone would choose more.
    const both = labelSelectorFromSelector(parseSelector("a=1,a=2"));
    expect(both).toEqual({ matchLabels: { a: "1" }, matchExpressions: [{ key: "a", operator: "In", values: ["2"] }] });
    expect([{ a: "1" }, { a: "2" }].map((set) => selectorFromLabelSelector(both).matches(set))).toEqual([false, false]);
    expect(labelSelectorFromSelector(everything())).toEqual({});
    expect(labelSelectorFromSelector(nothing())).toBeUndefined();
    expect(() => labelSelectorFromSelector(parseSelector("a>1"))).toThrow(InvalidArgumentError);
    for (const expression of [
      { key: "a", operator: "In" },
      { key: "a", operator: "Exists", values: ["x"] },
      { key: "a", operator: "Like" },
    ]) {
      expect(() => selectorFromLabelSelector({ matchExpressions: [expression] })).toThrow(InvalidArgumentError);
    }
  });

  it("do not take a prototype's members for labels (SEC-14)", () => {
    expect(parseSelector("toString").matches({})).toBe(false);
    expect(parseSelector("constructor,hasOwnProperty").matches(null)).toBe(false);
    expect(parseSelector("!constructor").matches(undefined)).toBe(true);
    expect(parseSelector("toString=x").matches({ toString: "x" } as unknown as Labels)).toBe(true);
  });
});
