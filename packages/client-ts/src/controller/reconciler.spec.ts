import { describe, expect, it } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import { isFrozen } from "../codec/index.ts";
import { newStatus, StatusError } from "../errors/index.ts";
import { withResolvers } from "../util/index.ts";
import { type ReconcileResult, RetryAfterError, TerminalError } from "./outcome.ts";
import { configMap, startWorld, Website, website } from "./test-support/world.ts";
import { watch } from "./watch-source.ts";

describe("a reconciler", () => {
  it("gets every object once at the start, then each that changes, and none that is gone", async () => {
    await using world = await startWorld(website("a"), website("b"));
    const { client, clock } = world;
    const manager = world.manager();
    const seen: string[] = [];
    manager.controller(Website, {
      reconcile: (site, ctx) => {
        expect([isFrozen("dev"), Object.isFrozen(site), Object.isFrozen(site.spec)]).toEqual([true, true, true]);
        seen.push(`${ctx.key.name} ${ctx.trigger} ${site.spec.replicas ?? 0}`);
      },
    });
    const running = manager.run();
    await world.settled();
    expect(seen.splice(0).sort()).toEqual(["a create of Website 0", "b create of Website 0"]);
    const sites = client.resource(Website, { namespace: "shop" });
    await sites.mergePatch("a", { spec: { replicas: 2 } });
    await world.settled();
    expect(seen.splice(0)).toEqual(["a update of Website 2"]);
    await sites.delete("b");
    await world.settled();
    await clock.advance(600_000);
    await world.settled();
    expect(seen).toEqual([]);
    await manager.close();
    await running;
  });

  it("calls deleted with the last known state, and again when that fails", async () => {
    await using world = await startWorld(website("a", { replicas: 7 }));
    const manager = world.manager();
    const calls: unknown[] = [];
    manager.controller(Website, {
      reconcile() {},
      deleted(key, last) {
        calls.push([key, last?.spec.replicas]);
        if (calls.length === 1) throw new Error("once");
      },
    });
    void manager.run();
    await world.settled();
    await world.client.resource(Website, { namespace: "shop" }).delete("a");
    await world.settled();
    await world.clock.advance(10);
    await world.settled();
    const call = [{ namespace: "shop", name: "a" }, 7];
    expect(calls).toEqual([call, call]);
  });

  it("calls deleted once for each object that is gone, also when another one has its name by then", async () => {
    await using world = await startWorld(website("a", { replicas: 1 }));
    const manager = world.manager();
    const calls: string[] = [];
    const hold = withResolvers<void>();
    const handle = manager.controller(Website, {
      concurrency: 1,
      async reconcile({ spec: { replicas } }) {
        calls.push(`reconcile ${replicas}`);
        if (replicas === 9) await hold.promise;
      },
      deleted: (_key, last) => void calls.push(`deleted ${last?.spec.replicas}`),
    });
    void manager.run();
    await world.settled();
    const sites = world.client.resource(Website, { namespace: "shop" });
    // The only worker is busy while an object is deleted and created again.
    await sites.create(website("busy", { replicas: 9 }));
    await world.until(() => handle.running.length === 1);
    await sites.delete("a");
    await sites.create(website("a", { replicas: 2 }));
    await world.until(() => manager.cache.get(Website, "shop/a")?.spec.replicas === 2);
    hold.resolve();
    await world.settled();
    expect(calls.splice(0)).toEqual(["reconcile 1", "reconcile 9", "deleted 1", "reconcile 2"]);
    await sites.mergePatch("a", { spec: { replicas: 3 } });
    await world.settled();
    expect(calls).toEqual(["reconcile 3"]);
  });

  it("counts no failure of an object that is gone for one of the same name", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const attempts: number[] = [];
    manager.controller(Website, {
      reconcile: (_site, { attempt }) => {
        attempts.push(attempt);
        throw new Error("no");
      },
    });
    void manager.run();
    await world.settled();
    for (let retry = 0; retry < 3; retry++) {
      await world.clock.advanceToNext();
      await world.settled();
    }
    expect(attempts.splice(0)).toEqual([0, 1, 2, 3]);
    const sites = world.client.resource(Website, { namespace: "shop" });
    await sites.delete("a");
    await world.settled();
    await sites.create(website("a"));
    await world.settled();
    expect(attempts[0]).toBe(0);
  });

  it("of keys gets the keys that other sources bring at the start, also of objects that do not exist", async () => {
    await using world = await startWorld(website("a"), configMap("m"));
    const manager = world.manager();
    const keys: string[] = [];
    manager.controller(Website, {
      watches: [watch(ConfigMap, { map: ({ metadata: { name } }) => [{ namespace: "shop", name: `of-${name}` }] })],
      reconcileKey: ({ name }) => void keys.push(name),
    });
    void manager.run();
    await world.settled();
    expect(keys.sort()).toEqual(["a", "of-m"]);
  });

  it("runs for four keys at a time by default", async () => {
    await using world = await startWorld(...["a", "b", "c", "d", "e", "f"].map((name) => website(name)));
    const manager = world.manager();
    const hold = withResolvers<void>();
    const handle = manager.controller(Website, { reconcile: () => hold.promise });
    void manager.run();
    await world.until(() => handle.running.length + handle.waiting === 6);
    for (let turn = 0; turn < 20; turn++) await world.clock.advance(0);
    expect([handle.running.length, handle.waiting]).toEqual([4, 2]);
    hold.resolve();
    await world.settled();
  });

  it("runs for a change before what was there at the start, and later with the priority asked for", async () => {
    await using world = await startWorld(...["a", "b", "c", "d"].map((name) => website(name)));
    const manager = world.manager();
    const order: string[] = [];
    let hold = withResolvers<void>();
    const later: Record<string, () => ReconcileResult> = {
      a: () => ({ requeueAfterMs: 1_000, priority: 7 }),
      // That of the run itself: as low as that of everything that is there at the start.
      b: () => ({ requeueAfterMs: 1_000 }),
      c: () => ({ requeueAfterMs: 1_000, priority: 0 }),
      d: () => {
        if (order.filter((name) => name === "d").length < 3) throw new Error("not yet");
        return {};
      },
    };
    const handle = manager.controller(Website, {
      concurrency: 1,
      async reconcile(_site, { key: { name } }) {
        order.push(name);
        if (order.length === 1 || name === "busy") await hold.promise;
        return later[name]?.();
      },
    });
    void manager.run();
    await world.until(() => order.length === 1);
    const sites = world.client.resource(Website, { namespace: "shop" });
    await sites.mergePatch("d", { spec: { replicas: 1 } });
    await world.until(() => manager.cache.get(Website, "shop/d")?.spec.replicas === 1);
    for (let turn = 0; turn < 20; turn++) await world.clock.advance(0);
    hold.resolve();
    await world.settled();
    expect(order.splice(0)).toEqual(["a", "d", "b", "c"]);
    // While the only worker is busy, the time of all four comes; the retry has the priority of the change.
    hold = withResolvers<void>();
    await sites.create(website("busy"));
    await world.until(() => handle.running.length === 1);
    await world.clock.advance(1_000);
    hold.resolve();
    await world.settled();
    expect(order).toEqual(["busy", "a", "d", "c", "b"]);
  });

  it("has a log that names the controller, the object and the run, and an id that no other run has", async () => {
    await using world = await startWorld(website("a"), website("b"));
    const manager = world.manager();
    const ids: string[] = [];
    manager.controller(Website, {
      concurrency: 1,
      reconcile: (_site, { log, reconcileId }) => {
        ids.push(reconcileId);
        log.warn("looked", { more: 1 });
      },
    });
    void manager.run();
    await world.settled();
    const fields = { level: "warn", message: "looked", controller: "website", namespace: "shop", more: 1 };
    expect(world.lines.filter(({ message }) => message === "looked")).toEqual([
      { ...fields, name: "a", reconcileID: ids[0] },
      { ...fields, name: "b", reconcileID: ids[1] },
    ]);
    expect(new Set(ids).size).toBe(2);
  });

  it("can work on keys alone, also of objects that do not exist", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const keys: string[] = [];
    const handle = manager.controller(Website, { reconcileKey: ({ name }) => void keys.push(name) });
    void manager.run();
    await world.settled();
    handle.enqueue({ namespace: "shop", name: "never" });
    await world.settled();
    await world.client.resource(Website, { namespace: "shop" }).delete("a");
    await world.settled();
    expect(keys).toEqual(["a", "never", "a"]);
  });

  it("runs one key with one worker at a time, and again when it changed meanwhile", async () => {
    await using world = await startWorld(website("a"), website("b"));
    const manager = world.manager();
    let active = 0;
    let most = 0;
    const runs: string[] = [];
    const first = withResolvers<void>();
    const handle = manager.controller(Website, {
      concurrency: 8,
      async reconcile(_site, { key }) {
        if (key.name === "b") return;
        most = Math.max(most, ++active);
        runs.push(key.name);
        if (runs.length === 1) await first.promise;
        active--;
      },
    });
    void manager.run();
    await world.until(() => runs.length > 0);
    const sites = world.client.resource(Website, { namespace: "shop" });
    await sites.mergePatch("b", { spec: { replicas: 1 } });
    for (let replicas = 1; replicas < 5; replicas++) await sites.mergePatch("a", { spec: { replicas } });
    await world.until(() => manager.cache.get(Website, "shop/a")?.spec.replicas === 4);
    for (let turn = 0; turn < 20; turn++) await world.clock.advance(0);
    expect([runs.length, handle.running]).toEqual([1, ["shop/a"]]);
    first.resolve();
    await world.settled();
    expect([runs.length, most]).toEqual([2, 1]);
  });

  it("that fails or returns an invalid result is tried again with growing delays, and counted (F-F2)", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager({ metrics: { port: 0 } });
    const outcomes: (() => unknown)[] = [
      () => {
        throw new Error("thrown");
      },
      () => Promise.reject(new Error("rejected")),
      () => {
        throw "text";
      },
      () => ({ requeueAfterMs: Number.NaN }),
      () => ({ requeueAfterMs: "5s" }),
      () => [],
      () => 5,
      () => undefined,
    ];
    const attempts: number[] = [];
    const times: number[] = [];
    manager.controller(Website, {
      reconcile: (_site, ctx) => {
        attempts.push(ctx.attempt);
        times.push(world.clock.monotonic());
        return outcomes[attempts.length - 1]?.() as never;
      },
    });
    void manager.run();
    await world.settled();
    for (let step = 0; step < 20; step++) {
      await world.clock.advanceToNext();
      await world.settled();
    }
    expect(attempts).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const delays = times.slice(1).map((time, index) => time - (times[index] as number));
    // 5 ms · 2ⁿ and half of the jitter of one tenth.
    expect(delays.map((delay) => Math.round(delay * 100) / 100)).toEqual(
      [5, 10, 20, 40, 80, 160, 320].map((delay) => delay * 1.05),
    );
    const text = await (await fetch(`http://127.0.0.1:${manager.ports.metrics}/metrics`)).text();
    expect(text).toContain('controller_runtime_reconcile_total{controller="website",result="error"} 7');
    expect(text).toContain('controller_runtime_reconcile_total{controller="website",result="success"} 1');
    expect(text).toContain('controller_runtime_reconcile_panics_total{controller="website"} 1');
    expect(world.lines.filter(({ message }) => message === "a reconcile failed, trying again")).toHaveLength(7);
  });

  it("that fails again after a success begins with the shortest delay, and waits five minutes at most", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const attempts: number[] = [];
    const times: number[] = [];
    manager.controller(Website, {
      reconcile: (_site, ctx) => {
        attempts.push(ctx.attempt);
        times.push(world.clock.monotonic());
        if (attempts.length !== 20) throw new Error("not yet");
      },
    });
    void manager.run();
    const run = async (): Promise<void> => {
      await world.settled();
      for (const before = times.length; times.length === before; await world.settled())
        await world.clock.advanceToNext();
    };
    while (times.length < 20) await run();
    expect(attempts.slice(-2)).toEqual([18, 19]);
    expect(Math.round((times[19] as number) - (times[18] as number))).toBe(315_000);
    await world.client.resource(Website, { namespace: "shop" }).mergePatch("a", { spec: { replicas: 1 } });
    await world.settled();
    await run();
    expect(attempts.slice(20)).toEqual([0, 1]);
    expect((times[21] as number) - (times[20] as number)).toBeCloseTo(5.25, 5);
  });

  it("that fails waits as its options say", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const times: number[] = [];
    manager.controller(Website, {
      retryBaseMs: 1_000,
      retryMaxMs: 3_000,
      reconcile: () => {
        times.push(world.clock.monotonic());
        throw new Error("no");
      },
    });
    void manager.run();
    await world.settled();
    for (; times.length < 5; await world.settled()) await world.clock.advanceToNext();
    const delays = times.slice(1).map((time, index) => Math.round(time - (times[index] as number)));
    // With half of the jitter of one tenth.
    expect(delays).toEqual([1_050, 2_100, 3_150, 3_150]);
  });

  it("logs the first two conflicts in a row for debugging only, because they are usual", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    let runs = 0;
    manager.controller(Website, {
      reconcile: () => {
        if (++runs <= 4) throw new StatusError(newStatus("Conflict"));
      },
    });
    void manager.run();
    await world.settled();
    for (; runs < 5; await world.settled()) await world.clock.advanceToNext();
    const lines = world.lines.filter(({ message }) => message === "a reconcile failed, trying again");
    expect(lines.map(({ level }) => level)).toEqual(["debug", "debug", "error", "error"]);
  });

  it("that throws a TerminalError waits for the next change; one with a RetryAfterError for its time", async () => {
    await using world = await startWorld(website("a"), website("b"));
    const manager = world.manager();
    const runs: string[] = [];
    manager.controller(Website, {
      reconcile(site, { key, clock }) {
        runs.push(`${key.name} at ${clock.monotonic()}`);
        if (site.spec.replicas !== undefined) return;
        if (key.name === "a") throw new TerminalError("the spec has no replicas");
        throw new RetryAfterError("not now", 7_000);
      },
    });
    void manager.run();
    await world.settled();
    await world.clock.advance(20_000);
    await world.settled();
    expect(runs.splice(0).sort()).toEqual(["a at 0", "b at 0", "b at 14000", "b at 7000"]);
    const sites = world.client.resource(Website, { namespace: "shop" });
    for (const name of ["a", "b"]) await sites.mergePatch(name, { spec: { replicas: 1 } });
    await world.settled();
    expect(runs.splice(0).sort()).toEqual(["a at 20000", "b at 20000"]);
    await world.clock.advance(20_000);
    await world.settled();
    expect(runs).toEqual([]);
  });

  it("waits as long as the server asks for with Retry-After", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const times: number[] = [];
    world.server.faults.add(
      { match: { resource: "configmaps", verb: "create" }, times: 11 },
      { type: "status", code: 403, reason: "Forbidden", retryAfterSeconds: 30 },
    );
    manager.controller(Website, {
      async reconcile(_site, ctx) {
        times.push(ctx.clock.monotonic());
        await ctx.client.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { name: "a" } });
      },
    });
    void manager.run();
    await world.settled();
    await world.clock.advance(29_000);
    await world.settled();
    expect(times).toEqual([0]);
    await world.clock.advance(1_000);
    await world.settled();
    expect(times).toEqual([0, 30_000]);
  });

  it("runs at the latest after requeueAfterMs, and an earlier change replaces that time", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const times: number[] = [];
    manager.controller(Website, {
      reconcile: (_site, { clock }) => {
        times.push(clock.monotonic());
        return { requeueAfterMs: 60_000 };
      },
    });
    void manager.run();
    await world.settled();
    await world.clock.advance(50_000);
    await world.client.resource(Website, { namespace: "shop" }).mergePatch("a", { spec: { replicas: 1 } });
    await world.settled();
    await world.clock.advance(59_999);
    await world.settled();
    expect(times).toEqual([0, 50_000]);
    await world.clock.advance(1);
    await world.settled();
    expect(times).toEqual([0, 50_000, 110_000]);
  });

  it("that hangs gets a signal, keeps its key locked and is named, while others go on (F-F3)", async () => {
    await using world = await startWorld(website("hangs"), website("works"));
    const manager = world.manager({ gracePeriodMs: 0 });
    const reasons: unknown[] = [];
    const release = withResolvers<void>();
    const runs: string[] = [];
    const handle = manager.controller(Website, {
      concurrency: 2,
      timeoutMs: 5_000,
      async reconcile(_site, { key, signal }) {
        runs.push(key.name);
        if (key.name === "works" || runs.filter((name) => name === "hangs").length > 1) return;
        signal.addEventListener("abort", () => reasons.push(signal.reason));
        await release.promise;
      },
    });
    void manager.run().catch(() => {});
    await world.until(() => runs.length >= 2);
    await world.clock.advance(5_000);
    expect(reasons).toMatchObject([{ name: "TimeoutError" }]);
    expect(handle.stuck).toEqual(["shop/hangs"]);
    const sites = world.client.resource(Website, { namespace: "shop" });
    for (const name of ["hangs", "works"]) await sites.mergePatch(name, { spec: { replicas: 1 } });
    while (runs.length < 3) await world.clock.advance(1);
    for (let turn = 0; turn < 30; turn++) await world.clock.advance(1);
    expect(runs.sort()).toEqual(["hangs", "works", "works"]);
    expect(world.lines.find(({ message }) => message.includes("time limit"))).toMatchObject({ key: "shop/hangs" });
    release.resolve();
    await world.settled();
    expect([handle.stuck, runs.length]).toEqual([[], 4]);
    // The limits of the runs that have ended are over with them.
    await world.clock.advance(10_000);
    expect(world.lines.filter(({ message }) => message.includes("time limit"))).toHaveLength(1);
  });

  it("that its time limit has ended is tried again, and measured as any other failure", async () => {
    await using world = await startWorld(website("a"), website("b"), website("c"));
    const manager = world.manager({ metrics: { port: 0 } });
    const runs: string[] = [];
    manager.controller(Website, {
      timeoutMs: 1_000,
      async reconcile(_site, { key, signal }) {
        runs.push(key.name);
        if (key.name === "b") throw new TerminalError("never");
        if (key.name === "c") return { requeueAfterMs: 60_000 };
        if (runs.filter((name) => name === "a").length === 1)
          await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        return undefined;
      },
    });
    void manager.run();
    await world.until(() => runs.length === 3);
    await world.clock.advance(1_000);
    await world.clock.advance(10);
    await world.settled();
    expect(runs.sort()).toEqual(["a", "a", "b", "c"]);
    const text = await (await fetch(`http://127.0.0.1:${manager.ports.metrics}/metrics`)).text();
    for (const line of [
      'reconcile_total{controller="website",result="success"} 1',
      'reconcile_total{controller="website",result="error"} 2',
      'reconcile_total{controller="website",result="requeue_after"} 1',
      'reconcile_errors_total{controller="website"} 2',
      'terminal_reconcile_errors_total{controller="website"} 1',
      'reconcile_timeouts_total{controller="website"} 1',
      'reconcile_panics_total{controller="website"} 0',
      'max_concurrent_reconciles{controller="website"} 4',
      'active_workers{controller="website"} 0',
      // One of the four runs took a second.
      'reconcile_time_seconds_sum{controller="website"} 1',
      'reconcile_time_seconds_count{controller="website"} 4',
    ])
      expect(text).toContain(`\ncontroller_runtime_${line}\n`);
  });

  it("sees its calls end when its time is over", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const errors: unknown[] = [];
    world.server.faults.add({ match: { resource: "configmaps", verb: "get" } }, { type: "delay", ms: 5_000 });
    manager.controller(Website, {
      timeoutMs: 1_000,
      async reconcile(_site, { client }) {
        if (errors.length > 0) return;
        await client
          .resource(ConfigMap, { namespace: "shop" })
          .get("a")
          .catch((error: unknown) => errors.push(error));
      },
    });
    void manager.run();
    await world.until(() => manager.controllers[0]?.running.length !== 0);
    await world.clock.advance(1_000);
    await world.until(() => errors.length > 0);
    expect(errors[0]).toMatchObject({ kind: "Aborted" });
  });

  it("may be run for many keys at a time without a warning about listeners", async ({ onTestFinished }) => {
    const warnings: unknown[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning.name);
    process.on("warning", onWarning);
    onTestFinished(() => void process.off("warning", onWarning));
    await using world = await startWorld(...Array.from({ length: 30 }, (_, index) => website(`site-${index}`)));
    const manager = world.manager();
    manager.controller(Website, {
      concurrency: 30,
      async reconcile(site, { client, signal }) {
        const maps = client.resource(ConfigMap, { namespace: "shop" });
        await Promise.all(Array.from({ length: 12 }, () => maps.list({ signal, labelSelector: site.metadata.name })));
      },
    });
    void manager.run();
    await world.settled();
    expect(warnings).toEqual([]);
  });

  it("refuses options that cannot work before anything is sent", async () => {
    await using world = await startWorld();
    const manager = world.manager();
    const add = (options: object) => () => manager.controller(Website, { reconcile() {}, ...options });
    expect(add({ concurrency: 0 })).toThrow("concurrency must be");
    expect(add({ timeoutMs: Number.NaN })).toThrow("timeoutMs must be");
    expect(add({ reconcileKey() {} })).toThrow("exactly one of them");
    expect(add({ reconcile: undefined })).toThrow("exactly one of them");
    expect(add({ finalize() {}, finalizer: "websites" })).toThrow("domain/name");
    expect(() => manager.controller(ConfigMap, { reconcile() {}, finalize() {} })).toThrow("must name its `finalizer`");
    add({})();
    expect(add({})).toThrow("there is a controller named");
  });
});
