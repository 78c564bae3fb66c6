import { ConfigMap } from "client-ts/api/core/v1";
import { newListWatchForKind, newSharedIndexInformer } from "client-ts/cache";
import { connect, newClient } from "client-ts/client";
import { TransportError } from "client-ts/errors";
import { newSharedInformerFactory } from "client-ts/informers";
import type { Transport } from "client-ts/rest";
import { FakeClock } from "client-ts/util";
import { sleep, seededRandom } from "client-ts/internal";
import { startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { startProgram } from "./program.ts";
import type { CrowdAnswer, CrowdCommand } from "./programs/crowd.ts";

const namespaces = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name: `crowd-${n}` } }));
const news = (namespace: string, text: string) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "news", namespace },
  data: { text },
});

/** The most requests that began within any second. */
function busiestSecond(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  let [from, most] = [0, 0];
  for (let to = 0; to < sorted.length; to++) {
    while ((sorted[to] as number) - (sorted[from] as number) >= 1_000) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

describe("a server that is dead", () => {
  const refusals: readonly [string, () => ReturnType<Transport>][] = [
    [
      "refuses connections",
      () => Promise.reject(new TransportError("connect ECONNREFUSED", { code: "refused", sent: false })),
    ],
    ["cuts every connection", () => Promise.reject(new TransportError("read ECONNRESET", { code: "reset" }))],
    [
      "cannot be found",
      () => Promise.reject(new TransportError("getaddrinfo ENOTFOUND", { code: "dns", sent: false })),
    ],
  ];
  for (const [what, refuse] of refusals) {
    it(`and ${what} gets at most 0.04 requests a second from each informer after two minutes (F-C17)`, async () => {
      const clock = new FakeClock();
      let requests = 0;
      const transport: Transport = () => {
        requests++;
        return refuse();
      };
      const client = newClient({ host: "https://dead.example", transport, clock }, { clock });
      const random = seededRandom(requests + 1);
      const informers = Array.from({ length: 20 }, () =>
        newSharedIndexInformer(newListWatchForKind(client.rest, ConfigMap), ConfigMap, {
          clock,
          random,
          onWatchError: () => {},
        }),
      );
      for (const informer of informers) void informer.run();
      await clock.advance(120_000);
      const before = requests;
      await clock.advance(600_000);
      const perSecond = (requests - before) / 600 / informers.length;
      console.log(`figure: a server that ${what}: ${perSecond.toFixed(4)} requests/s per informer after two minutes`);
      expect(perSecond).toBeGreaterThan(0);
      expect(perSecond).toBeLessThanOrEqual(0.04);
      expect(informers.every((informer) => informer.isStale)).toBe(true);
      await Promise.all(informers.map((informer) => informer.close()));
      expect(clock.pending).toBe(0);
    });
  }
});

describe.concurrent("two hundred informers", { timeout: 120_000 }, () => {
  it("return after a restart on few connections, at most a fifth of them in one second (F-E14)", async ({
    onTestFinished,
  }) => {
    const server = await startApiServer({ objects: namespaces(200), controllers: false });
    onTestFinished(() => server.close());
    let watches: number[] = [];
    const client = await connect({
      kubeconfigText: server.kubeconfig,
      interceptors: [
        (next) => (request) => {
          if (request.purpose === "watch") watches.push(performance.now());
          return next(request);
        },
      ],
    });
    onTestFinished(() => client.close());
    const factories = Array.from({ length: 200 }, (_, n) => {
      const factory = newSharedInformerFactory(client, { namespace: `crowd-${n}`, onWatchError: () => {} });
      factory.core.v1.configMaps.informer();
      return factory;
    });
    onTestFinished(async () => void (await Promise.all(factories.map((factory) => factory.close()))));
    for (const factory of factories) factory.start();
    for (const factory of factories) await factory.waitForCacheSync({ signal: AbortSignal.timeout(30_000) });
    const connections = server.connectionCount;
    watches = [];
    const began = performance.now();
    await server.restart();
    server.apply(...Array.from({ length: 200 }, (_, n) => news(`crowd-${n}`, "after")));
    const isFresh = (n: number): boolean =>
      factories[n]?.core.v1.configMaps.lister().namespace(`crowd-${n}`).list().length === 1;
    for (let n = 0; n < 200; n++) while (!isFresh(n) && performance.now() - began < 60_000) await sleep(50);
    const seconds = (performance.now() - began) / 1000;
    const busiest = busiestSecond(watches);
    console.log(
      `figure: 200 informers after a restart: all fresh after ${seconds.toFixed(1)} s, ${watches.length} watches, busiest second ${busiest}, ${connections} connections`,
    );
    expect(factories.every((_, n) => isFresh(n))).toBe(true);
    expect(watches.length).toBeGreaterThanOrEqual(200);
    expect(busiest).toBeLessThanOrEqual(watches.length / 5);
    expect(connections).toBeLessThanOrEqual(6);
  });

  it("with 1,000 handlers all receive everything, and leave nothing behind (O11)", async ({ onTestFinished }) => {
    const server = await startApiServer({ objects: namespaces(200), controllers: false });
    onTestFinished(() => server.close());
    const program = startProgram<CrowdCommand, CrowdAnswer>("crowd", { nodeFlags: ["--expose-gc"] });
    onTestFinished(program.stop);
    const { kubeconfig } = server;
    const before = await program.ask({ do: "leave" });
    const gathered = await program.ask({ do: "gather", kubeconfig, informers: 200, handlers: 1_000 });
    expect(gathered.handlers).toBe(1_000);
    const began = performance.now();
    server.apply(...Array.from({ length: 200 }, (_, n) => news(`crowd-${n}`, "all listen")));
    while (
      (await program.ask({ do: "count", text: "all listen" })).handlers < 1_000 &&
      performance.now() - began < 20_000
    )
      await sleep(20);
    expect((await program.ask({ do: "count", text: "all listen" })).handlers).toBe(1_000);
    const tookMs = performance.now() - began;
    const after = await program.ask({ do: "leave" });
    console.log(
      `figure: 200 informers, 1,000 handlers: all had received it after ${tookMs.toFixed(0)} ms; heap ${before.heapMiB.toFixed(1)}, ${gathered.heapMiB.toFixed(1)}, ` +
        `and ${after.heapMiB.toFixed(1)} MiB before, with and after them`,
    );
    expect(after.resources).toEqual(before.resources);
    expect(server.connectionCount).toBe(0);
  });

  it("started and stopped 1,000 times leave sockets, timers and heap flat (O11, F-E10, F-E11)", async ({
    onTestFinished,
  }) => {
    const server = await startApiServer({
      objects: Array.from({ length: 20 }, (_, n) => ({
        ...news("default", "x"),
        metadata: { name: `n${n}`, namespace: "default" },
      })),
    });
    onTestFinished(() => server.close());
    const program = startProgram<CrowdCommand, CrowdAnswer>("crowd", { nodeFlags: ["--expose-gc"] });
    onTestFinished(program.stop);
    const { kubeconfig } = server;
    // Warm: code that was compiled and what is kept for good count as before.
    const warm = await program.ask({ do: "cycle", kubeconfig, times: 200 });
    const { halfway, ...after } = await program.ask({ do: "cycle", kubeconfig, times: 1_000 });
    const growth = (of: "heapMiB" | "externalMiB"): string =>
      `${warm[of].toFixed(1)} → ${halfway?.[of].toFixed(1)} → ${after[of].toFixed(1)} MiB`;
    console.log(
      `figure: 1,000 starts and stops: heap ${growth("heapMiB")}, outside ${growth("externalMiB")}, open: ${JSON.stringify(after.resources)}, ${after.watches} watches`,
    );
    expect(after.resources).toEqual(warm.resources);
    // The optimizing compiler still adds some after the warm-up; from halfway on nothing does.
    expect(after.heapMiB - warm.heapMiB).toBeLessThan(3);
    expect(after.heapMiB - (halfway?.heapMiB ?? 0)).toBeLessThan(1);
    expect(after.externalMiB - warm.externalMiB).toBeLessThan(1);
    // Started twice each, and watched once.
    expect(after.watches).toBeLessThanOrEqual(1_200);
    expect(server.connectionCount).toBe(0);
  });
});
