import { describe, expect, it } from "vitest";
import { CidrValue, IpValue, isCidr, isIp } from "./addresses.ts";
import { brokenRules, hasRules, ruleProblems } from "./custom-rules.ts";
import { newCelEnvironment, prepared } from "./engine.ts";
import { identifierOf } from "./schema-types.ts";

const evaluated = (expression: string): unknown => newCelEnvironment().evaluate(prepared(expression), {});

describe("expressions in CEL", () => {
  it("match patterns in linear time, and leave the word in a text alone (SEC-15)", () => {
    expect(evaluated(`'${"a".repeat(5_000)}!'.matches('^(a+)+$')`)).toBe(false);
    expect(evaluated(`"x.matches('a')"`)).toBe("x.matches('a')");
  });

  it("have the functions of lists, texts, sets, URLs and quantities", () => {
    const truths = [
      "[1, 2, 2].isSorted() && !['b', 'a'].isSorted()",
      "[1, 2, 3].sum() == 6 && [3, 1].min() == 1 && [3, 1].max() == 3",
      "['a', 'b', 'a'].lastIndexOf('a') == 2 && ['a'].indexOf('x') == -1",
      "sets.contains([1, 2], [2]) && sets.equivalent([1, 1], [1]) && !sets.intersects([1], [2])",
      "'a.b.c'.replace('.', '-', 1) == 'a-b.c' && 'abc'.reverse() == 'cba' && 'a1b22'.findAll('[0-9]+').size() == 2",
      "url('https://h:1/p?a=b&a=c').getQuery()['a'].size() == 2 && url('/only/path').getHost() == ''",
      "quantity('1Ki') == quantity('1024') && quantity('500m').add(quantity('1')).asApproximateFloat() == 1.5",
      "ip('::1').isLoopback() && ip('10.0.0.1').family() == 4 && cidr('10.0.0.0/8').prefixLength() == 8",
    ];
    expect(truths.filter((truth) => evaluated(truth) !== true)).toEqual([]);
  });

  it("know addresses and ranges of both families", () => {
    expect(["1.2.3.4", "::", "fe80::1"].map(isIp)).toEqual([true, true, true]);
    expect(["1.2.3", "1.2.3.256", "01.2.3.4", "::g", "", "1::2::3"].filter(isIp)).toEqual([]);
    expect(["10.0.0.0/8", "::/0"].map(isCidr)).toEqual([true, true]);
    expect(["10.0.0.0/33", "10.0.0.0", "::/129"].filter(isCidr)).toEqual([]);
    expect(new CidrValue("fd00::/8").contains(new IpValue("fd12::1"))).toBe(true);
    expect(new CidrValue("10.0.0.0/9").contains(new IpValue("10.128.0.1"))).toBe(false);
  });

  it("reach fields by identifiers", () => {
    expect(["a", "in", "a-b", "a.b/c", "a__b", "1a", "a b"].map(identifierOf)).toEqual([
      "a",
      "__in__",
      "a__dash__b",
      "a__dot__b__slash__c",
      "a__underscores__b",
      undefined,
      undefined,
    ]);
  });

  it("compare objects and lists of objects by their content", () => {
    const item = { type: "object", properties: { a: { type: "integer" } } };
    const schema = {
      type: "object",
      properties: { list: { type: "array", items: item }, one: item },
      "x-kubernetes-validations": [
        {
          rule: "self.list.all(x, self.list.exists_one(y, x == y)) && self.list[0] in self.list",
        },
      ],
    };
    expect(ruleProblems(schema, "schema", true)).toEqual([]);
    const broken = (list: readonly unknown[]) => brokenRules({ list, one: list[0] }, undefined, schema).errors.length;
    expect([broken([{ a: 1 }, { a: 2 }]), broken([{ a: 1 }, { a: 1 }])]).toEqual([0, 1]);
  });

  it("that use what is not offered are accepted and not evaluated", () => {
    const schema = {
      type: "object",
      "x-kubernetes-validations": [{ rule: "format.dns1123Label().validate(self.metadata.name).hasValue()" }],
    };
    expect(ruleProblems(schema, "schema", true)).toEqual([]);
    expect(brokenRules({ metadata: { name: "a" } }, undefined, schema).errors).toEqual([]);
  });

  it("see the name of an object and nothing else of its metadata", () => {
    const rule = (text: string): object => ({ type: "object", "x-kubernetes-validations": [{ rule: text }] });
    const object = { kind: "A", metadata: { name: "a", labels: { x: "y" } } };
    expect(brokenRules(object, undefined, { ...rule("self.metadata.name == 'a'") }).errors).toEqual([]);
    expect(ruleProblems({ ...rule("self.metadata.labels.x == 'y'") }, "schema", true)).toHaveLength(1);
    expect([hasRules({ type: "object" }), hasRules({ type: "object", properties: { a: rule("true") } })]).toEqual([
      false,
      true,
    ]);
  });
});
