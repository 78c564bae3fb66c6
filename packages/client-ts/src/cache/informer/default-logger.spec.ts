import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { FakeClock, newLogger, silentLogger } from "../../util/index.ts";
import { FakeControllerSource } from "../test-support/fake-controller-source.ts";
import { settled, ThingKind } from "../test-support/informing.ts";
import { status } from "../test-support/reflecting.ts";
import type { Thing } from "../test-support/scripted-source.ts";
import type { SharedIndexInformerOptions } from "./options.ts";
import { newSharedIndexInformer } from "./shared-index-informer.ts";

/** A server that refuses everything. */
class Refusing extends FakeControllerSource {
  override async list(): Promise<never> {
    this.lists++;
    throw status("Forbidden", 403);
  }
}

/** A server that can be out of reach. */
class Breaking extends FakeControllerSource {
  broken = false;

  override async list(...call: Parameters<FakeControllerSource["list"]>): ReturnType<FakeControllerSource["list"]> {
    if (this.broken) throw status("ServiceUnavailable", 503);
    return await super.list(...call);
  }

  override async watch(...call: Parameters<FakeControllerSource["watch"]>): ReturnType<FakeControllerSource["watch"]> {
    if (this.broken) throw status("ServiceUnavailable", 503);
    return await super.watch(...call);
  }
}

describe("an informer without a logger", () => {
  let standardError: MockInstance<typeof console.error>;

  beforeEach(() => {
    standardError = vi.spyOn(console, "error").mockImplementation(() => {});
  });

  afterEach(() => {
    standardError.mockRestore();
  });

  const lines = (): string[] => standardError.mock.calls.map(([line]) => String(line));

  function refused(options: SharedIndexInformerOptions<Thing> = {}) {
    const clock = new FakeClock();
    const source = new Refusing();
    const informer = newSharedIndexInformer<Thing>(source, ThingKind, {
      clock,
      random: () => 0.5,
      backoff: { next: () => 5_000 },
      ...options,
    });
    void informer.run();
    return { clock, source, informer };
  }

  it("writes one line for the first failure, and then at most one a minute", async () => {
    const { clock, source, informer } = refused({ namespace: "shop" });
    await settled();
    expect(lines()).toEqual([
      'client-ts: error: list of things.example.com in shop failed, trying again error="[Forbidden] Forbidden"',
    ]);
    await clock.advance(59_000);
    expect(source.lists).toBeGreaterThan(5);
    const failures = (): string[] => lines().filter((line) => line.includes("failed"));
    expect(failures()).toHaveLength(1);
    await clock.advance(2_000);
    expect(failures()).toHaveLength(2);
    expect(failures()[1]).toMatch(/ notShown=\d+$/);
    await clock.advance(600_000);
    expect(failures()).toHaveLength(12);
    await informer.close();
  });

  it("writes one line each time that its cache has been stale for five seconds, in addition to failures", async () => {
    const clock = new FakeClock();
    const source = new Breaking();
    const options = { clock, random: () => 0.5, backoff: { next: () => 1_000 } };
    const informer = newSharedIndexInformer<Thing>(source, ThingKind, options);
    const stale = (): string[] => lines().filter((line) => line.includes("the cache is stale"));
    void informer.run();
    await clock.advance(1_000);
    for (const times of [1, 2]) {
      source.broken = true;
      source.resetWatch();
      await clock.advance(14_000);
      expect([informer.isStale, lines().length > 0, stale().length]).toEqual([true, true, times - 1]);
      await clock.advance(2_000);
      expect(stale()).toHaveLength(times);
      await clock.advance(25_000);
      expect(stale()).toHaveLength(times);
      source.broken = false;
      await clock.advance(2_000);
      expect(informer.isStale).toBe(false);
    }
    expect(stale()[0]).toMatch(
      /^client-ts: warn: the cache is stale.* reflector=things\.example\.com lastContactAgeMs=15/,
    );
    await informer.close();
  });

  it("counts each informer for itself", async () => {
    const informers = [refused().informer, refused().informer];
    await settled();
    expect(lines()).toHaveLength(2);
    await Promise.all(informers.map((informer) => informer.close()));
  });

  it("writes nothing when it is silent, or when a callback receives the failures", async () => {
    for (const options of [{ logger: false as const }, { logger: silentLogger }, { onWatchError: () => {} }]) {
      const { clock, source, informer } = refused(options);
      await clock.advance(9_000);
      expect(source.lists).toBeGreaterThan(1);
      await informer.close();
    }
    expect(lines()).toEqual([]);
  });

  it("writes nothing while all goes well", async () => {
    const clock = new FakeClock();
    const source = new FakeControllerSource();
    const informer = newSharedIndexInformer<Thing>(source, ThingKind, { clock });
    void informer.run();
    await clock.advance(5_000);
    source.resetWatch();
    await clock.advance(60_000);
    expect(source.lists).toBe(2);
    expect(lines()).toEqual([]);
    await informer.close();
  });

  it("leaves every line to a logger that was given", async () => {
    const written: string[] = [];
    const { clock, source, informer } = refused({
      logger: newLogger({ level: "error", write: (line) => void written.push(line) }),
    });
    await clock.advance(59_000);
    expect(written).toHaveLength(source.lists);
    expect(lines()).toEqual([]);
    await informer.close();
  });
});
