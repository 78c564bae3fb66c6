import { describe, expect, it } from "vitest";
import { FakeClock } from "../util/index.ts";
import {
  type Condition,
  getCondition,
  isCondition,
  isConditionFalse,
  isConditionTrue,
  removeCondition,
  setCondition,
} from "./condition.ts";

const old = "2020-01-01T00:00:00Z";
const ready: Condition = { type: "Ready", status: "True", reason: "Up", message: "", lastTransitionTime: old };

function clockAt(text: string): FakeClock {
  return new FakeClock(Date.parse(text));
}

describe("conditions", () => {
  it("are found and asked by type", () => {
    expect(getCondition([ready], "Ready")).toBe(ready);
    expect(getCondition(undefined, "Ready")).toBeUndefined();
    expect(isConditionTrue([ready], "Ready")).toBe(true);
    expect(isConditionFalse([ready], "Ready")).toBe(false);
    expect(isConditionFalse(null, "Ready")).toBe(false);
    expect(isCondition([{ type: "Ready", status: "Unknown" }], "Ready", "Unknown")).toBe(true);
  });

  it("take no other status than True, False and Unknown by type, whatever type the list has", () => {
    const listed: { type: string; status: string }[] = [{ type: "Ready", status: "Strange" }]; // as a server sends it
    // @ts-expect-error: a status begins with a capital letter
    setCondition(listed, { type: "Ready", status: "true" });
    // @ts-expect-error: the same, for the type of one's own kinds
    const own: Condition = { type: "Ready", status: "yes" };
    expect(setCondition(listed, { type: "Ready", status: "True" })[0]).toMatchObject({ status: "True" });
    expect(getCondition([...listed, own], "Ready")?.status).toBe("Strange");
  });

  it("move their transition time only when the status changes", () => {
    const clock = clockAt("2024-05-01T12:00:00.900Z");
    const same = setCondition([ready], { type: "Ready", status: "True", reason: "StillUp" }, { clock });
    expect(same).toEqual([{ ...ready, reason: "StillUp" }]);
    const changed = setCondition([ready], { type: "Ready", status: "False" }, { clock });
    expect(changed).toEqual([{ ...ready, status: "False", lastTransitionTime: "2024-05-01T12:00:00Z" }]);
    const told = setCondition(
      [ready],
      { type: "Ready", status: "False", lastTransitionTime: "2021-01-01T00:00:00Z" },
      { clock },
    );
    expect(told[0]!.lastTransitionTime).toBe("2021-01-01T00:00:00Z");
    const ignored = setCondition(
      [ready],
      { ...ready, message: "x", lastTransitionTime: "2021-01-01T00:00:00Z" },
      { clock },
    );
    expect(ignored[0]!.lastTransitionTime).toBe(old);
    expect(ready.status).toBe("True");
  });

  it("are changed in each of their fields alone, and keep their place and the fields that are not given", () => {
    const clock = clockAt("2024-05-01T12:00:00Z");
    const synced: Condition = { type: "Synced", status: "False", lastTransitionTime: old };
    const list = [{ ...ready, observedGeneration: 3 }, synced];
    for (const change of [{ reason: "Other" }, { message: "more" }, { observedGeneration: 4 }]) {
      const changed = setCondition(list, { type: "Ready", status: "True", ...change }, { clock });
      expect(changed).toEqual([{ ...list[0], ...change }, synced]);
      expect(changed).not.toBe(list);
    }
    expect(list).toEqual([{ ...ready, observedGeneration: 3 }, synced]);
  });

  it("get the time of the clock where the new condition has an empty one, and none where the old has none", () => {
    const clock = clockAt("2024-05-01T12:00:00Z");
    const empty = { type: "Ready", status: "False", lastTransitionTime: "" } as const;
    expect(setCondition([ready], empty, { clock })[0]?.lastTransitionTime).toBe("2024-05-01T12:00:00Z");
    const timeless: Condition[] = [{ type: "Ready", status: "True" }];
    expect(setCondition(timeless, { type: "Ready", status: "True", reason: "Up" }, { clock })).toStrictEqual([
      { type: "Ready", status: "True", reason: "Up" },
    ]);
  });

  it("are added when new, and the list comes back as it was when nothing changes", () => {
    const clock = clockAt("2024-05-01T12:00:00Z");
    const list = [ready];
    expect(setCondition(list, { type: "Synced", status: "True" }, { clock })).toEqual([
      ready,
      { type: "Synced", status: "True", lastTransitionTime: "2024-05-01T12:00:00Z" },
    ]);
    expect(setCondition(list, { type: "Ready", status: "True" }, { clock })).toBe(list);
    expect(setCondition(undefined, ready, { clock })).toEqual([ready]);
    expect(removeCondition(list, "Synced")).toBe(list);
    expect(removeCondition(list, "Ready")).toEqual([]);
    expect(removeCondition(null, "Ready")).toEqual([]);
  });
});
