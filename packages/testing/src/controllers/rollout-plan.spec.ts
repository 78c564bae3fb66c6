import { describe, expect, it } from "vitest";
import { planRollout, podsOf, rolloutLimits, type Sized } from "./rollout-plan.ts";

const spec = (more: object = {}) => ({
  replicas: 4,
  selector: {},
  template: { spec: { containers: [] } },
  strategy: { type: "RollingUpdate" as const, rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
  ...more,
});
const set = (name: string, replicas: number, available = replicas): Sized => ({ name, replicas, available });

describe("the plan of a rollout", () => {
  it("rounds a surge up and unavailable Pods down, and never allows neither", () => {
    expect(podsOf("25%", 3, "up")).toBe(1);
    expect(podsOf("25%", 3, "down")).toBe(0);
    expect(rolloutLimits(spec({ replicas: 3 }))).toEqual({ surge: 1, unavailable: 0 });
    const none = { type: "RollingUpdate" as const, rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } };
    expect(rolloutLimits(spec({ strategy: none }))).toEqual({ surge: 0, unavailable: 1 });
  });

  it("grows the new ReplicaSet within the surge and shrinks the old one by what may be unavailable", () => {
    expect(planRollout(spec(), set("new", 0), [set("old", 4)])).toEqual([
      { set: "new", replicas: 1 },
      { set: "old", replicas: 3 },
    ]);
    expect(planRollout(spec(), set("new", 2, 0), [set("old", 3)])).toEqual([]);
    expect(planRollout(spec(), set("new", 2, 2), [set("old", 3)])).toEqual([{ set: "old", replicas: 1 }]);
    expect(planRollout(spec(), set("new", 4, 4), [set("old", 0)])).toEqual([]);
  });

  it("takes old Pods that are not available first", () => {
    expect(planRollout(spec(), set("new", 1, 1), [set("broken", 2, 0), set("old", 2, 2)])).toEqual([
      { set: "broken", replicas: 0 },
    ]);
  });

  it("ends every old Pod before a new one begins when the strategy is Recreate", () => {
    const recreate = spec({ strategy: { type: "Recreate" } });
    expect(planRollout(recreate, set("new", 0), [set("old", 4)])).toEqual([{ set: "old", replicas: 0 }]);
    expect(planRollout(recreate, set("new", 0), [set("old", 0, 1)])).toEqual([]);
    expect(planRollout(recreate, set("new", 0), [set("old", 0)])).toEqual([{ set: "new", replicas: 4 }]);
  });

  it("follows a change of the size while it is paused, and nothing else", () => {
    const paused = spec({ paused: true });
    expect(planRollout(paused, undefined, [set("old", 2)])).toEqual([{ set: "old", replicas: 4 }]);
    expect(planRollout(paused, set("new", 1), [set("old", 2)])).toEqual([]);
  });
});
