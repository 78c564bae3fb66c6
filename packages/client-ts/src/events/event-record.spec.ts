import { describe, expect, it } from "vitest";
import { coreEventOf, type EventRecord, newEventOf } from "./event-record.ts";

describe("an event", () => {
  it("leaves out a related object that is null", () => {
    const record: EventRecord = {
      name: "web.1",
      regarding: { kind: "Pod", name: "web", namespace: "shop" },
      related: null as never,
      annotations: undefined,
      type: "Normal",
      reason: "Started",
      action: undefined,
      message: "the Pod was started",
      source: { component: "kubelet" },
      reportingInstance: "kubelet-1",
      timeMs: 0,
    };
    expect(coreEventOf(record)).not.toHaveProperty("related");
    expect(newEventOf(record)).not.toHaveProperty("related");
  });
});
