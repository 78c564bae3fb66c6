import type { Pod } from "client-ts/api/core/v1";
import { describe, expect, it } from "vitest";
import { defined } from "client-ts/internal";
import type { Cached } from "./controller-frame.ts";
import { countPods, deletionOrder, isActive, untilAvailableMs } from "./pod-state.ts";

const now = Date.UTC(2026, 0, 1, 0, 1, 0);
const time = (beforeMs: number): string => `${new Date(now - beforeMs).toISOString().slice(0, 19)}Z`;

interface Facts {
  readonly node?: string;
  readonly phase?: string;
  readonly readySinceMs?: number;
  readonly deleting?: boolean;
  readonly ageMs?: number;
}
const pod = (
  name: string,
  { node = "n", phase = "Running", readySinceMs, deleting, ageMs = 0 }: Facts = {},
): Cached<Pod> =>
  ({
    metadata: {
      name,
      creationTimestamp: time(ageMs),
      ...defined({ deletionTimestamp: deleting ? time(0) : undefined }),
    },
    spec: { containers: [], ...defined({ nodeName: node || undefined }) },
    status: {
      phase,
      conditions:
        readySinceMs === undefined ? [] : [{ type: "Ready", status: "True", lastTransitionTime: time(readySinceMs) }],
    },
  }) as unknown as Cached<Pod>;

describe("the state of Pods", () => {
  it("is active until they end or are deleted", () => {
    const states = [
      pod("a"),
      pod("b", { phase: "Pending" }),
      pod("c", { phase: "Succeeded" }),
      pod("d", { phase: "Failed" }),
    ];
    expect(states.map(isActive)).toEqual([true, true, false, false]);
    expect(isActive(pod("e", { deleting: true }))).toBe(false);
  });

  it("is available when they were ready for long enough, to the millisecond", () => {
    expect(untilAvailableMs(pod("a"), 0, now)).toBeUndefined();
    expect(untilAvailableMs(pod("a", { readySinceMs: 0 }), 0, now)).toBe(0);
    expect(untilAvailableMs(pod("a", { readySinceMs: 4_000 }), 10, now)).toBe(6_000);
    expect(untilAvailableMs(pod("a", { readySinceMs: 9_000 }), 10, now + 999)).toBe(1);
    expect(untilAvailableMs(pod("a", { readySinceMs: 9_000 }), 10, now + 1_000)).toBe(0);
    expect(untilAvailableMs(pod("a", { readySinceMs: 20_000 }), 10, now)).toBe(0);
  });

  it("is counted: active, ready, available, on their way out, and when the next one is available", () => {
    const pods = [
      pod("young", { readySinceMs: 1_000 }),
      pod("middle", { readySinceMs: 6_000 }),
      pod("old", { readySinceMs: 60_000 }),
      pod("starting"),
      pod("going", { readySinceMs: 60_000, deleting: true }),
      pod("done", { phase: "Succeeded" }),
      pod("done-and-going", { phase: "Failed", deleting: true }),
    ];
    expect(countPods(pods, 10, now)).toEqual({ active: 4, ready: 3, available: 1, terminating: 1, nextMs: 4_000 });
    expect(countPods(pods, 0, now)).toEqual({ active: 4, ready: 3, available: 3, terminating: 1, nextMs: undefined });
  });

  it("decides which Pod is deleted first: without a node, not running, not ready, the youngest of equal ones", () => {
    const pods = [
      pod("ready-old", { readySinceMs: 0, ageMs: 9_000 }),
      pod("ready-young", { readySinceMs: 0, ageMs: 1_000 }),
      pod("not-ready", { ageMs: 9_000 }),
      pod("pending", { phase: "Pending", ageMs: 9_000 }),
      pod("no-node-b", { node: "", phase: "Pending", ageMs: 9_000 }),
      pod("no-node-a", { node: "", phase: "Pending", ageMs: 9_000 }),
    ];
    for (const given of [pods, [...pods].reverse()])
      expect([...given].sort(deletionOrder).map(({ metadata }) => metadata.name)).toEqual([
        "no-node-a",
        "no-node-b",
        "pending",
        "not-ready",
        "ready-young",
        "ready-old",
      ]);
  });
});
