import { describe, expect, it } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import type { SharedIndexInformer } from "../cache/index.ts";
import type { KubeObject } from "../meta/index.ts";
import { type BusyFacts, describeBusy } from "./describe-busy.ts";
import { Website } from "./test-support/world.ts";

const cache = (facts: { synced?: boolean; error?: unknown; isAt?: boolean } = {}): BusyFacts["caches"][number] => ({
  resource: ConfigMap,
  isAt: () => facts.isAt ?? true,
  informer: {
    hasSynced: () => facts.synced ?? true,
    lastFailure: facts.error === undefined ? undefined : { error: facts.error },
  } as unknown as SharedIndexInformer<KubeObject>,
});
const controller = (running: string[], waiting: number) => ({ name: Website.plural, running, waiting, isIdle: false });
const hint = "Look for a reconcile that wakes itself, or that does not settle";

describe("why a manager is not idle", () => {
  it("is a cache that is not filled, before anything else, with the reason and safe to print", () => {
    const caches = [cache({ synced: false, error: new Error("Forbidden\u001b[2J") }), cache({ synced: false })];
    const text = describeBusy({ caches, reconcilers: [controller(["shop/a"], 1)] });
    expect(text).toBe("the cache of ConfigMap is not filled: Forbidden\\x1b[2J; the cache of ConfigMap is not filled");
  });

  it("is a controller with its keys, three of them by name, or a cache that is behind", () => {
    const idle = { ...controller([], 0), name: "idle", isIdle: true };
    const busy = (running: string[], waiting: number) =>
      describeBusy({ caches: [cache()], reconcilers: [idle, controller(running, waiting)] });
    expect(busy(["a", "b", "c"], 0)).toBe(`the controller websites runs a, b, c, and 0 wait. ${hint}`);
    expect(busy(["a", "b", "c", "d"], 2)).toBe(`the controller websites runs a, b, c, …, and 2 wait. ${hint}`);
    expect(busy([], 7)).toBe(`the controller websites runs no key, and 7 wait. ${hint}`);
    const behind = describeBusy({ caches: [cache(), cache({ isAt: false })], reconcilers: [idle], upTo: () => "9" });
    expect(behind).toBe(`the cache of ConfigMap does not show the last write. ${hint}`);
    expect(describeBusy({ caches: [cache()], reconcilers: [idle] })).toBe(`keys keep being added. ${hint}`);
  });
});
