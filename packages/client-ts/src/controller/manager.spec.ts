import { entriesOf } from "../cache/index.ts";
import { getEventListeners } from "node:events";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { Lease } from "../api/coordination/v1.ts";
import { ConfigMap, Event } from "../api/core/v1.ts";
import { connect } from "../client/index.ts";
import { isClientError } from "../errors/index.ts";
import { isLeadershipLost } from "../leaderelection/index.ts";
import { newPrometheusMeter } from "../prometheus/index.ts";
import { defined, FakeClock, noopMeter, withResolvers } from "../util/index.ts";
import { newManager } from "./manager.ts";
import type { ManagerOptions } from "./manager-options.ts";
import { startWorld, Website, website, type World } from "./test-support/world.ts";

describe("a manager", () => {
  it("starts servers, then caches, then what all replicas run, then what is elected, and stops in order", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager({ health: { port: 0 } });
    const log: string[] = [];
    const runnable =
      (name: string) =>
      async ({ signal }: { readonly signal: AbortSignal }) => {
        log.push(`${name} starts`);
        expect(manager.ports.health).toBeGreaterThan(0);
        expect(manager.cache.list(Website)).toHaveLength(1);
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        await null;
        log.push(`${name} ends`);
      };
    manager.add(runnable("elected"));
    manager.add({ run: runnable("everywhere") }, { elected: false });
    manager.controller(Website, { reconcile: () => void log.push("reconcile") });
    const running = manager.run();
    await world.settled();
    await manager.close();
    await running;
    expect(log.splice(0)).toEqual([
      "everywhere starts",
      "elected starts",
      "reconcile",
      "everywhere ends",
      "elected ends",
    ]);
    expect(() => manager.run()).toThrow("the manager has been started");
    expect(() => manager.add(runnable("late"))).toThrow("the manager was closed");
  });

  it("writes the events of its last runs before it ends, and leaves nothing on its signal", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager({ metrics: { port: 0 } });
    world.server.faults.add({ match: { resource: "events", verb: "create" } }, { type: "delay", ms: 100 });
    const ran = withResolvers<void>();
    manager.controller(Website, {
      async reconcile(site, { events, shutdown }) {
        ran.resolve();
        await new Promise((resolve) => shutdown.addEventListener("abort", resolve));
        void events.event(site as Website, "Normal", "Stopped", "the last word");
      },
    });
    const { signal } = new AbortController();
    const running = manager.run({ signal });
    await ran.promise;
    const metrics = `http://127.0.0.1:${manager.ports.metrics}/metrics`;
    expect(await (await fetch(metrics)).text()).toContain('controller_runtime_active_workers{controller="website"} 1');
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await manager.close();
    await running;
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    const { items } = await world.client.resource(Event, { namespace: "shop" }).list();
    expect(items.map(({ reason }) => reason)).toEqual(["Stopped"]);
  });

  it("stops on SIGTERM when asked to, ends runs by their signal on the second, and leaves no listener", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const seen: string[] = [];
    manager.controller(Website, {
      async reconcile(_site, { shutdown, signal }) {
        seen.push("runs");
        shutdown.addEventListener("abort", () => seen.push("shutdown"));
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    const counts = (): number[] => ["SIGINT", "SIGTERM"].map((name) => process.listenerCount(name));
    const before = counts();
    const running = manager.run({ handleSignals: true });
    await world.until(() => seen.length > 0);
    expect(counts()).toEqual(before.map((count) => count + 1));
    process.emit("SIGTERM", "SIGTERM");
    await world.until(() => seen.length > 1);
    expect(manager.controllers[0]?.running).toEqual(["shop/a"]);
    process.emit("SIGTERM", "SIGTERM");
    await running;
    expect([seen, counts()]).toEqual([["runs", "shutdown"], before]);
  });

  it("shows the informers of its caches, how long keys wait, and how many wait for their time", async () => {
    await using world = await startWorld(website("a"), website("b"));
    const manager = world.manager();
    const hold = withResolvers<void>();
    const handle = manager.controller(Website, {
      concurrency: 1,
      async reconcile() {
        await hold.promise;
        throw new Error("not yet");
      },
    });
    expect(() => manager.cache.informer(Website)).toThrow("is not cached");
    const running = manager.run();
    await world.until(() => handle.running.length > 0);
    await world.clock.advance(700);
    expect([handle.waiting, handle.oldestWaitingMs, handle.delayed]).toEqual([1, 700, 0]);
    const informer = manager.cache.informer(Website);
    expect([informer.state, entriesOf(informer).size]).toEqual(["watching", 2]);
    expect(() => manager.cache.informer(ConfigMap)).toThrow("ConfigMap");
    hold.resolve();
    await world.until(() => handle.delayed === 2);
    expect([handle.waiting, handle.oldestWaitingMs]).toEqual([0, 0]);
    await manager.close();
    await running;
  });

  it("lets what is under way finish within the grace period, and takes no further key", async () => {
    await using world = await startWorld(website("a"), website("b"));
    const manager = world.manager();
    const log: string[] = [];
    const hold = withResolvers<void>();
    manager.controller(Website, {
      concurrency: 1,
      async reconcile(_site, { shutdown, signal }) {
        log.push("begins");
        await hold.promise;
        log.push(`ends ${shutdown.aborted} ${signal.aborted}`);
      },
    });
    const running = manager.run();
    await world.until(() => log.length > 0);
    const closing = manager.close();
    await world.clock.advance(20_000);
    hold.resolve();
    await Promise.all([closing, running]);
    expect(log).toEqual(["begins", "ends true false"]);
  });

  it("ends what is under way after the grace period by its signal", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    let ended: unknown;
    manager.controller(Website, {
      async reconcile(_site, { signal }) {
        ended = "running";
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
      deleted() {},
    });
    const running = manager.run();
    await world.until(() => ended === "running");
    const closing = manager.close();
    await world.clock.advance(29_999);
    expect(manager.controllers[0]?.running).toEqual(["shop/a"]);
    await world.clock.advance(1);
    await Promise.all([closing, running]);
    expect(manager.controllers[0]?.running).toEqual([]);
  });

  it("names what does not end even then, and settles all the same", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager({ gracePeriodMs: 5_000 });
    manager.controller(Website, { reconcile: () => new Promise<void>(() => {}) });
    const running = manager.run();
    running.catch(() => {});
    await world.until(() => manager.controllers[0]?.running.length === 1);
    const closing = manager.close();
    await world.clock.advance(6_000);
    await closing;
    await expect(running).rejects.toThrow("the reconciles of website shop/a did not end within 5000 ms after the stop");
  });

  it("stops everything and rejects when a part fails, and when a cache does not fill", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    manager.controller(Website, { reconcile() {} });
    manager.add(async () => {
      throw new Error("a runnable failed");
    });
    await expect(manager.run()).rejects.toThrow("a runnable failed");
    world.server.faults.add({ match: { resource: "websites" } }, { type: "status", code: 403, reason: "Forbidden" });
    const second = world.manager();
    second.controller(Website, { cacheSyncTimeoutMs: 7_000, reconcile() {} });
    const third = world.manager();
    third.controller(Website, { reconcile() {} });
    for (const [one, limitMs] of [
      [second, 7_000],
      [third, 120_000],
    ] as const) {
      world.lines.length = 0;
      let settled = false;
      const running = one.run().finally(() => (settled = true));
      running.catch(() => {});
      await world.until(() => world.lines.some(({ message }) => message.includes("failed, trying again")));
      await world.clock.advance(limitMs - 1);
      expect(settled).toBe(false);
      await world.clock.advance(1);
      await expect(running).rejects.toThrow(
        new RegExp(
          `controller website: the cache of Website of example.com/v1 was not ready within ${limitMs} ms ` +
            "\\(0 objects seen\\): .*Forbidden",
        ),
      );
    }
  });

  it("leaves the signals of the process alone unless it is asked to handle them", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    manager.controller(Website, { reconcile() {} });
    const counts = (): number[] => ["SIGINT", "SIGTERM"].map((name) => process.listenerCount(name));
    const before = counts();
    void manager.run();
    await world.settled();
    expect(counts()).toEqual(before);
  });

  it("has the name that it was given, else that of its Lease or of its shards, also in its events", async () => {
    await using world = await startWorld(website("a"));
    const leaderElection = { name: "lease", namespace: "shop" };
    const sharding = { name: "fleet", shards: 2, namespace: "shop" };
    const names = [{ name: "own", leaderElection, sharding }, { leaderElection, sharding }, { sharding }, {}].map(
      (options) => world.manager(options).name,
    );
    expect(names).toEqual(["own", "lease", "fleet", "manager"]);
    const manager = world.manager({ name: "websites.example.com" });
    manager.controller(Website, {
      reconcile: (site, { events }) => void events.event(site as Website, "Normal", "Seen", "was seen"),
    });
    expect(manager.isLeader).toBe(false);
    const running = manager.run();
    // Without an election every replica does all of the work.
    expect(manager.isLeader).toBe(true);
    await manager.idle();
    await manager.close();
    await running;
    const { items } = await world.client.resource(Event, { namespace: "shop" }).list();
    expect(items).toMatchObject([{ reason: "Seen", reportingComponent: "websites.example.com" }]);
  });

  it("is waited for until it is idle, for as long as the caller says", async () => {
    await using world = await startWorld(website("a"));
    const clock = new FakeClock();
    const client = await connect({ kubeconfigText: world.server.kubeconfig, logger: false, clock });
    const manager = newManager(client);
    const hold = withResolvers<void>();
    const handle = manager.controller(Website, { reconcile: () => hold.promise });
    const running = manager.run();
    await world.until(() => handle.running.length === 1);
    const late = expect(manager.idle({ timeoutMs: 500 })).rejects.toThrow(
      "the manager was not idle within 500 ms: the controller website runs shop/a, and 0 wait",
    );
    await clock.advance(500);
    await late;
    const stop = new AbortController();
    const ended = expect(manager.idle({ signal: stop.signal })).rejects.toThrow("aborted");
    stop.abort();
    await ended;
    hold.resolve();
    await manager.idle({ timeoutMs: 0 });
    const closed = manager.close();
    await expect(manager.idle()).rejects.toThrow("the manager was closed");
    await Promise.all([closed, running]);
    await client.close();
  });

  it("can be stopped before and while it starts", async () => {
    await using world = await startWorld(website("a"));
    const before = world.manager();
    before.controller(Website, { reconcile() {} });
    await before.run({ signal: AbortSignal.abort() });
    world.server.faults.add({ match: { resource: "websites" } }, { type: "delay", ms: 5_000 });
    const during = world.manager({ health: { port: 0 }, leaderElection: { name: "x", namespace: "shop" } });
    during.controller(Website, { reconcile() {} });
    const stop = new AbortController();
    const running = during.run({ signal: stop.signal });
    await world.until(() => during.ports.health !== undefined);
    stop.abort();
    await running;
    expect(during.ports).toEqual({});
  });
});

describe("leader election of a manager", () => {
  const leaderElection = { name: "websites", namespace: "shop" };
  const replica = (world: World, name: string, log: string[], options: ManagerOptions = {}) => {
    const manager = world.manager({ leaderElection: { ...leaderElection, identity: name }, ...options });
    manager.controller(Website, {
      reconcile: (site) => void log.push(`${name} ${site.metadata.name}`),
    });
    return { manager, running: manager.run() };
  };

  it("runs elected work on one replica; the standby has warm caches, no backlog, and takes over", async () => {
    await using world = await startWorld(website("a"));
    const log: string[] = [];
    const first = replica(world, "first", log);
    await world.until(() => log.length > 0);
    const second = replica(world, "second", log);
    const ready = withResolvers<void>();
    second.manager.add(async () => ready.resolve(), { elected: false });
    await ready.promise;
    const sites = world.client.resource(Website, { namespace: "shop" });
    for (let replicas = 0; replicas < 5; replicas++) await sites.mergePatch("a", { spec: { replicas } });
    await world.until(() => second.manager.cache.get(Website, "shop/a")?.spec.replicas === 4);
    expect([first.manager.isLeader, second.manager.isLeader]).toEqual([true, false]);
    expect(log.every((line) => line === "first a")).toBe(true);
    expect(second.manager.controllers[0]?.waiting).toBe(0);
    log.length = 0;
    await first.manager.close();
    await first.running;
    await world.until(() => log.length > 0);
    expect(log).toEqual(["second a"]);
    const lease = await world.client.resource(Lease, { namespace: "shop" }).get("websites");
    expect(lease.spec?.holderIdentity).toBe("second");
  });

  it("fills the caches of a cold standby when it takes over", async () => {
    await using world = await startWorld(website("a"));
    const log: string[] = [];
    const first = replica(world, "first", log);
    await world.until(() => log.length > 0);
    const second = replica(world, "second", log, { standby: "cold" });
    await world.until(() => second.manager.isLeader || world.server.connectionCount > 0);
    expect(() => second.manager.cache.get(Website, "shop/a")).toThrow("not cached");
    log.length = 0;
    await first.manager.close();
    await world.until(() => log.length > 0);
    expect(log).toEqual(["second a"]);
  });

  it("ends elected work at once when the lease is lost, refuses its writes, and rejects", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager({ leaderElection });
    const events: unknown[] = [];
    const lost = withResolvers<void>();
    manager.add(({ signal }) => new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve())));
    manager.controller(Website, {
      async reconcile(_site, { signal, client }) {
        events.push("running");
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        events.push(isLeadershipLost(signal.reason));
        const write = client.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { name: "late" } });
        await write.catch((error: unknown) => events.push(isClientError(error)));
        lost.resolve();
      },
    });
    const running = manager.run();
    running.catch(() => {});
    await world.until(() => events.length === 1);
    // Another candidate takes the lease.
    const leases = world.client.resource(Lease, { namespace: "shop" });
    await leases.mergePatch("websites", { spec: { holderIdentity: "thief", leaseTransitions: 7 } });
    await lost.promise;
    await expect(running).rejects.toSatisfy(isLeadershipLost);
    expect(events).toEqual(["running", true, true]);
    await expect(world.client.resource(ConfigMap, { namespace: "shop" }).get("late")).rejects.toThrow("NotFound");
  });

  it("runs controllers that are not elected on every replica, and lets them write there", async () => {
    await using world = await startWorld(website("a"));
    const log: string[] = [];
    for (const name of ["first", "second"]) {
      const manager = world.manager({ leaderElection: { ...leaderElection, identity: name } });
      manager.controller(Website, {
        elected: false,
        async reconcile(_site, { client }) {
          await client.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { name } });
          log.push(name);
        },
      });
      void manager.run();
    }
    await world.until(() => log.length >= 2);
    expect(log.sort()).toEqual(["first", "second"]);
  });

  it("lets a controller of another cluster read and write there, not in the cluster of the lease", async () => {
    await using world = await startWorld();
    await using other = await startWorld(website("remote"));
    const manager = world.manager({ leaderElection });
    manager.controller(Website, {
      client: other.client,
      async reconcile(site, { client, cache }) {
        const { name } = cache.get(Website, `shop/${site.metadata.name}`)?.metadata ?? { name: "not-cached" };
        await client.resource(ConfigMap, { namespace: "shop" }).create({ metadata: { name } });
      },
    });
    void manager.run();
    const maps = async ({ client }: World): Promise<string[]> =>
      (await client.resource(ConfigMap, { namespace: "shop" }).list()).items.map(({ metadata }) => metadata.name);
    await world.until(async () => (await maps(other)).length > 0);
    expect([await maps(other), await maps(world)]).toEqual([["remote"], []]);
  });
});

describe("the health server of a manager", () => {
  it("answers /healthz and /readyz, per check, verbose and with exclusions, without the reasons", async () => {
    await using world = await startWorld(website("a"));
    const hold = world.server.faults.add({ match: { resource: "websites" } }, { type: "hold" });
    const manager = world.manager({ health: { port: 0 } });
    manager.controller(Website, { reconcile() {} });
    let broken = true;
    manager.addCheck("healthz", "database", async () => {
      if (broken) throw new Error("password wrong");
    });
    expect(() => manager.addCheck("healthz", "a/b", () => {})).toThrow("a segment of the path /healthz/NAME");
    expect(() => manager.addCheck("readyz", "caches", () => {})).toThrow("already");
    void manager.run();
    await world.until(() => manager.ports.health !== undefined);
    const get = async (path: string): Promise<string> => {
      const response = await fetch(`http://127.0.0.1:${manager.ports.health}${path}`);
      return `${response.status} ${await response.text()}`;
    };
    expect(await get("/readyz")).toContain("500 [-]caches failed: reason withheld");
    expect(await get("/healthz")).not.toContain("password");
    expect(await get("/healthz/database")).toBe("500 healthz check failed: reason withheld\n");
    expect(await get("/healthz?exclude=database")).toBe("200 ok");
    broken = false;
    expect(await get("/healthz?verbose")).toBe("200 [+]database ok\nhealthz check passed\n");
    hold.remove();
    await world.settled();
    expect([await get("/readyz"), await get("/readyz/caches"), await get("/readyz/none"), await get("/x")]).toEqual([
      "200 ok",
      "200 ok",
      "404 not found\n",
      "404 not found\n",
    ]);
    expect(world.lines.some(({ message, check }) => message === "a health check failed" && check === "database")).toBe(
      true,
    );
  });

  it("listens on loopback unless a host is given, and refuses other hosts, origins and methods (SEC-20)", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager({ health: { port: 0 }, metrics: { port: 0 } });
    void manager.run();
    await world.until(() => manager.ports.metrics !== undefined);
    const status = (port: number | undefined, options: object): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        request({ host: "127.0.0.1", port, path: "/healthz", ...options }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on("error", reject)
          .end();
      });
    const { health, metrics } = manager.ports;
    expect(await status(health, {})).toBe(200);
    expect(await status(health, { headers: { host: "localhost:1" } })).toBe(200);
    expect(await status(health, { headers: { host: "evil.example" } })).toBe(421);
    expect(await status(health, { headers: { origin: "http://evil.example" } })).toBe(403);
    expect(await status(health, { method: "POST" })).toBe(405);
    expect(await status(metrics, { path: "/metrics", headers: { host: "evil.example" } })).toBe(421);
    expect(await status(metrics, { path: "/metrics", headers: { "x-long": "x".repeat(9_000) } })).toBe(431);
  });
});

describe("the metrics server of a manager", () => {
  it("shows the names that dashboards know from the start, and no label of an object (F-F14)", async () => {
    const objects = Array.from({ length: 40 }, (_, index) => website(`site-${index}`));
    await using world = await startWorld(...objects);
    const manager = world.manager({ metrics: { port: 0 } });
    manager.controller(Website, {
      reconcile(site) {
        if (site.metadata.name === "site-3") throw new Error(`broken ${site.metadata.uid}`);
      },
    });
    void manager.run();
    await world.until(() => manager.ports.metrics !== undefined);
    await world.settled();
    const response = await fetch(`http://127.0.0.1:${manager.ports.metrics}/metrics`);
    const text = await response.text();
    expect(response.headers.get("content-type")).toContain("version=0.0.4");
    for (const name of [
      "controller_runtime_reconcile_total",
      "controller_runtime_reconcile_errors_total",
      "controller_runtime_terminal_reconcile_errors_total",
      "controller_runtime_reconcile_panics_total",
      "controller_runtime_reconcile_timeouts_total",
      "controller_runtime_reconcile_time_seconds_bucket",
      "controller_runtime_max_concurrent_reconciles",
      "controller_runtime_active_workers",
      "workqueue_depth",
      "workqueue_adds_total",
      "workqueue_queue_duration_seconds_bucket",
      "workqueue_work_duration_seconds_bucket",
      "workqueue_retries_total",
    ])
      expect(text).toMatch(new RegExp(`^${name}\\{.*(controller|name)="website"`, "m"));
    expect(text).not.toContain("site-");
    expect(text).toContain('controller_runtime_terminal_reconcile_errors_total{controller="website"} 0');
  });

  it("shows a given meter with what the program itself measures, and refuses one that cannot be shown", async () => {
    await using world = await startWorld(website("a"));
    const meter = newPrometheusMeter();
    meter.counter("shop_orders_total").add(7);
    const manager = world.manager({ metrics: { port: 0 }, meter });
    manager.controller(Website, { reconcile() {} });
    void manager.run();
    await world.until(() => manager.ports.metrics !== undefined);
    await world.settled();
    const text = await (await fetch(`http://127.0.0.1:${manager.ports.metrics}/metrics`)).text();
    expect(text).toContain("shop_orders_total 7");
    expect(text).toContain('controller_runtime_reconcile_total{controller="website"');
    expect(() => world.manager({ metrics: { port: 0 }, meter: noopMeter })).toThrow("newPrometheusMeter()");
    expect(world.manager({ meter: noopMeter }).ports).toEqual({});
  });

  it("authenticates scrapers by TokenReview and authorizes them by SubjectAccessReview on request", async () => {
    await using world = await startWorld();
    const token = /token: (\S+)/.exec(world.server.kubeconfig)?.[1] ?? "";
    const manager = world.manager({ metrics: { port: 0, authenticate: true } });
    void manager.run();
    await world.until(() => manager.ports.metrics !== undefined);
    const get = async (authorization?: string): Promise<number> =>
      (
        await fetch(`http://127.0.0.1:${manager.ports.metrics}/metrics`, {
          ...defined({ headers: authorization === undefined ? undefined : { authorization } }),
        })
      ).status;
    expect(await get()).toBe(401);
    expect(await get("Bearer wrong")).toBe(401);
    expect(await get("Basic x")).toBe(401);
    expect(await get(`Bearer ${token}`)).toBe(200);
    expect(JSON.stringify(world.lines)).not.toContain(token);
  });
});
