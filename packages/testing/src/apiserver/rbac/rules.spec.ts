import { describe, expect, it } from "vitest";
import { type Attributes, describeRules, missingRules, type PolicyRule, ruleAllows } from "./rules.ts";

const asked = (verb: string, resource: string, more: Partial<Attributes> = {}): Attributes => ({
  verb,
  group: "",
  resource,
  subresource: "",
  name: "",
  ...more,
});
const pods: PolicyRule = { apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] };

describe("a rule", () => {
  it.each<[string, PolicyRule, Attributes, boolean]>([
    ["its verb and resource", pods, asked("get", "pods"), true],
    ["another verb", pods, asked("delete", "pods"), false],
    ["another group", pods, asked("get", "pods", { group: "apps" }), false],
    ["a subresource that it does not name", pods, asked("get", "pods", { subresource: "log" }), false],
    ["a subresource by name", { ...pods, resources: ["pods/log"] }, asked("get", "pods", { subresource: "log" }), true],
    ["a subresource of all", { ...pods, resources: ["*/log"] }, asked("get", "pods", { subresource: "log" }), true],
    ["no object by a rule for subresources", { ...pods, resources: ["*/log"] }, asked("get", "pods"), false],
    ["everything by a star", { ...pods, resources: ["*"] }, asked("get", "x", { subresource: "y" }), true],
    ["a name that it lists", { ...pods, resourceNames: ["a"] }, asked("get", "pods", { name: "a" }), true],
    ["no name where it lists some", { ...pods, resourceNames: ["a"] }, asked("list", "pods"), false],
    ["a path", { nonResourceURLs: ["/healthz"], verbs: ["get"] }, asked("get", "", { path: "/healthz" }), true],
    ["paths below", { nonResourceURLs: ["/api/*"], verbs: ["get"] }, asked("get", "", { path: "/api/v1" }), true],
    ["no other path", { nonResourceURLs: ["/api/*"], verbs: ["get"] }, asked("get", "", { path: "/apis" }), false],
    ["no path by resources", { ...pods, resources: ["*"] }, asked("get", "", { path: "/api" }), false],
  ])("covers %s", (_, rule, question, allowed) => {
    expect(ruleAllows(rule, question)).toBe(allowed);
  });
});

describe("rules that are missing", () => {
  it("are found one by one and listed by resource, with their verbs together", () => {
    const wanted: PolicyRule[] = [
      { apiGroups: ["", "apps"], resources: ["pods"], verbs: ["get", "delete"] },
      { nonResourceURLs: ["/metrics"], verbs: ["get"] },
      { apiGroups: [""], resources: ["secrets"], resourceNames: ["a"], verbs: ["get"] },
    ];
    expect(describeRules(missingRules([pods], wanted))).toBe(
      [
        '{APIGroups:[""], Resources:["pods"], Verbs:["delete"]}',
        '{APIGroups:[""], Resources:["secrets"], ResourceNames:["a"], Verbs:["get"]}',
        '{APIGroups:["apps"], Resources:["pods"], Verbs:["get" "delete"]}',
        '{NonResourceURLs:["/metrics"], Verbs:["get"]}',
      ].join("\n"),
    );
  });

  it("are none when a wider rule is held", () => {
    const held: PolicyRule[] = [
      { apiGroups: ["*"], resources: ["*/scale", "pods"], verbs: ["*"] },
      { nonResourceURLs: ["/api/*"], verbs: ["get"] },
    ];
    const wanted: PolicyRule[] = [
      { apiGroups: ["apps"], resources: ["deployments/scale"], resourceNames: ["a"], verbs: ["update"] },
      { apiGroups: [""], resources: ["pods"], verbs: ["*"] },
      { nonResourceURLs: ["/api/v1", "/api/*"], verbs: ["get"] },
    ];
    expect(missingRules(held, wanted)).toEqual([]);
    expect(missingRules([{ ...pods, resourceNames: ["a"] }], [pods])).toHaveLength(2);
  });
});
