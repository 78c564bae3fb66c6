import { afterEach, describe, expect, it } from "vitest";
import { encodeEntry, EntryContext, SlabArena } from "../../codec/index.ts";
import type { KubeObject } from "../../meta/index.ts";
import { FakeClock } from "../../util/index.ts";
import { LazyStore } from "./lazy-store.ts";
import { CacheMutatedError, newCacheMutationDetector } from "./mutation-detector.ts";

function changed(object: unknown): void {
  (object as { metadata: { labels?: unknown } }).metadata.labels = { changed: "yes" };
}

function pod(name: string): KubeObject {
  return { metadata: { name, resourceVersion: "1" } };
}

afterEach(() => {
  delete process.env["KUBE_CACHE_MUTATION_DETECTOR"];
});

describe("the mutation detector", () => {
  it("reports an object of the cache that a caller changed, once, with its key (B174, F-E4, O12)", async () => {
    const clock = new FakeClock();
    const errors: CacheMutatedError[] = [];
    const mutationDetector = newCacheMutationDetector("pods", {
      enabled: true,
      clock,
      onMutation: (error) => void errors.push(error),
    })!;
    const store = new LazyStore<KubeObject>({ mutationDetector, freeze: "never" });
    store.add(encodeEntry(pod("raw"), new EntryContext({ freeze: "never" }), new SlabArena()));
    store.add(pod("plain"));
    const running = mutationDetector.start();
    void store.list();
    await clock.advance(5000);
    expect(errors).toEqual([]);
    changed(store.getByKey("raw"));
    await clock.advance(1000);
    expect(errors.map(({ key }) => key)).toEqual(["raw"]);
    changed(store.getByKey("plain"));
    await clock.advance(5000);
    expect(errors.map(({ key }) => key)).toEqual(["raw", "plain"]);
    expect(errors[0]?.message).toContain('"pods"');
    running.close();
    expect(clock.pending).toBe(0);
  });

  it("watches an object for two minutes", async () => {
    const clock = new FakeClock();
    const errors: CacheMutatedError[] = [];
    const detector = newCacheMutationDetector("pods", {
      enabled: true,
      clock,
      onMutation: (error) => void errors.push(error),
    })!;
    const young = pod("young");
    detector.add("young", young);
    await clock.advance(120_000);
    detector.compare();
    changed(young);
    detector.compare();
    expect(errors.splice(0).map(({ key }) => key)).toEqual(["young"]);
    const object = pod("a");
    detector.add("a", object);
    await clock.advance(120_001);
    detector.compare();
    changed(object);
    detector.compare();
    expect(errors).toEqual([]);
  });

  it("compares again after a change was reported by throwing", async () => {
    const clock = new FakeClock();
    const detector = newCacheMutationDetector("pods", { enabled: true, clock })!;
    const running = detector.start();
    for (const name of ["a", "b"]) {
      const object = pod(name);
      detector.add(name, object);
      changed(object);
      await expect(clock.advance(1_000)).rejects.toThrow(`the object "${name}" of the cache "pods"`);
    }
    running.close();
    expect(clock.pending).toBe(0);
  });

  it("is there when the option or KUBE_CACHE_MUTATION_DETECTOR asks for it, and throws by default (B174)", () => {
    expect(newCacheMutationDetector("pods")).toBeUndefined();
    process.env["KUBE_CACHE_MUTATION_DETECTOR"] = "true";
    const detector = newCacheMutationDetector("pods")!;
    expect(newCacheMutationDetector("pods", { enabled: false })).toBeUndefined();
    const object = pod("a");
    detector.add("a", object);
    changed(object);
    expect(() => detector.compare()).toThrow(CacheMutatedError);
  });

  it("compares with the object as it was first read, though it is read again after the change", () => {
    const errors: CacheMutatedError[] = [];
    const detector = newCacheMutationDetector("pods", {
      enabled: true,
      onMutation: (error) => void errors.push(error),
    })!;
    const object = pod("a");
    detector.add("a", object);
    changed(object);
    detector.add("a", object);
    detector.compare();
    expect(errors.map(({ key }) => key)).toEqual(["a"]);
  });
});
