import type { Node, NodeSelectorRequirement, PodSpec, Taint, Toleration } from "client-ts/api/core/v1";
import { describe, expect, it } from "vitest";
import type { Cached } from "./controller-frame.ts";
import { whyNotFit } from "./node-fit.ts";

const node = (spec: Node["spec"] = {}): Cached<Node> =>
  ({ metadata: { name: "n1", labels: { disk: "ssd", cores: "8" } }, spec }) as unknown as Cached<Node>;
const pod = (spec: Partial<PodSpec>): PodSpec => ({ containers: [], ...spec });
const taint: Taint = { key: "gpu", value: "yes", effect: "NoSchedule" };

describe("whether a Pod fits a node", () => {
  it.each<[string, Toleration[], boolean]>([
    ["nothing", [], false],
    ["the same key, value and effect", [{ key: "gpu", value: "yes", effect: "NoSchedule" }], true],
    ["another value", [{ key: "gpu", value: "no", effect: "NoSchedule" }], false],
    ["no value", [{ key: "gpu", effect: "NoSchedule" }], false],
    ["another key", [{ key: "cpu", value: "yes" }], false],
    ["another effect", [{ key: "gpu", value: "yes", effect: "NoExecute" }], false],
    ["every effect of the key", [{ key: "gpu", operator: "Exists" }], true],
    ["everything", [{ operator: "Exists" }], true],
    ["a value without a key", [{ operator: "Equal", value: "yes" }], false],
  ])("depends on its tolerations of a taint: %s", (_what, tolerations, fits) => {
    const expected = fits ? undefined : "node(s) had untolerated taint(s)";
    expect(whyNotFit(pod({ tolerations }), node({ taints: [taint] }))).toBe(expected);
  });

  it("needs a toleration of every taint, but of none that is a preference", () => {
    const soft: Taint = { ...taint, effect: "PreferNoSchedule" };
    expect(whyNotFit(pod({}), node({ taints: [soft] }))).toBeUndefined();
    const taints = [taint, { key: "zone", effect: "NoExecute" as const }];
    expect(whyNotFit(pod({ tolerations: [{ key: "gpu", operator: "Exists" }] }), node({ taints }))).toContain("taint");
  });

  it("depends on whether the node takes Pods, unless that is tolerated", () => {
    const cordoned = node({ unschedulable: true });
    expect(whyNotFit(pod({}), cordoned)).toBe("node(s) were unschedulable");
    const tolerations = [{ key: "node.kubernetes.io/unschedulable", operator: "Exists" as const }];
    expect(whyNotFit(pod({ tolerations }), cordoned)).toBeUndefined();
  });

  it("depends on every label of its selector and on the name that it asks for", () => {
    const other = "node(s) didn't match Pod's node affinity/selector";
    expect(whyNotFit(pod({ nodeSelector: { disk: "ssd" } }), node())).toBeUndefined();
    expect(whyNotFit(pod({ nodeSelector: { disk: "ssd", zone: "a" } }), node())).toBe(other);
    expect(whyNotFit(pod({ nodeName: "n1" }), node())).toBeUndefined();
    expect(whyNotFit(pod({ nodeName: "n2" }), node())).toBe("node(s) didn't match the requested node name");
  });

  const affinity = (
    ...terms: { matchExpressions?: NodeSelectorRequirement[]; matchFields?: NodeSelectorRequirement[] }[]
  ) =>
    pod({
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } },
    });

  it.each<[NodeSelectorRequirement, boolean]>([
    [{ key: "disk", operator: "In", values: ["hdd", "ssd"] }, true],
    [{ key: "disk", operator: "In", values: ["hdd"] }, false],
    [{ key: "zone", operator: "In", values: ["a"] }, false],
    [{ key: "disk", operator: "NotIn", values: ["ssd"] }, false],
    [{ key: "zone", operator: "NotIn", values: ["a"] }, true],
    [{ key: "disk", operator: "Exists" }, true],
    [{ key: "zone", operator: "Exists" }, false],
    [{ key: "disk", operator: "DoesNotExist" }, false],
    [{ key: "zone", operator: "DoesNotExist" }, true],
    [{ key: "cores", operator: "Gt", values: ["7"] }, true],
    [{ key: "cores", operator: "Gt", values: ["8"] }, false],
    [{ key: "cores", operator: "Lt", values: ["9"] }, true],
    [{ key: "cores", operator: "Lt", values: ["8"] }, false],
    [{ key: "zone", operator: "Lt", values: ["8"] }, false],
  ])("depends on its affinity: %j is met: %s", (requirement, met) => {
    expect(whyNotFit(affinity({ matchExpressions: [requirement] }), node()) === undefined).toBe(met);
  });

  it("needs one term of its affinity, of which every part is met, by labels and by name", () => {
    const ssd: NodeSelectorRequirement = { key: "disk", operator: "In", values: ["ssd"] };
    const missing: NodeSelectorRequirement = { key: "zone", operator: "Exists" };
    const named = (name: string): NodeSelectorRequirement => ({ key: "metadata.name", operator: "In", values: [name] });
    expect(whyNotFit(affinity({ matchExpressions: [ssd, missing] }), node())).toBeDefined();
    expect(whyNotFit(affinity({ matchExpressions: [missing] }, { matchExpressions: [ssd] }), node())).toBeUndefined();
    expect(whyNotFit(affinity({ matchFields: [named("n1")] }), node())).toBeUndefined();
    expect(whyNotFit(affinity({ matchExpressions: [ssd], matchFields: [named("n2")] }), node())).toBeDefined();
    expect(whyNotFit(affinity({}), node())).toBeDefined();
  });
});
