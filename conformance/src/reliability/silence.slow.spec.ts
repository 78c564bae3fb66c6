import { ConfigMap } from "client-ts/api/core/v1";
import { newListWatchForKind, newSharedIndexInformer, type SharedIndexInformer } from "client-ts/cache";
import { type Client, connect } from "client-ts/client";
import { sleep } from "client-ts/internal";
import { type ApiServer, type FaultProxy, startApiServer, startFaultProxy } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { makeNetworkNamespace } from "./network-namespace.ts";
import { startProgram } from "./program.ts";
import type { Command, Told } from "./programs/informer.ts";

/**
 * Connections that stop without an error, and processes that stand still, in real time with the real defaults. The
 * specs run side by side: together they take as long as the longest of them.
 */

interface Watching {
  readonly client: Client;
  readonly informer: SharedIndexInformer<ConfigMap>;
  readonly stale: boolean[];
  readonly failures: unknown[];
  stop(): Promise<void>;
}

async function watchNews(kubeconfig: string, { http2 = true }: { http2?: boolean } = {}): Promise<Watching> {
  const client = await connect({ kubeconfigText: kubeconfig, http2 });
  const [stale, failures]: [boolean[], unknown[]] = [[], []];
  const informer = newSharedIndexInformer(
    newListWatchForKind(client.rest, ConfigMap, { namespace: "default" }),
    ConfigMap,
    {
      namespace: "default",
      onStale: (now) => void stale.push(now),
      onWatchError: ({ error }) => void failures.push(error),
    },
  );
  const running = informer.run();
  await informer.waitForSync({ signal: AbortSignal.timeout(20_000) }).catch((error) => {
    throw new Error(`no sync: ${String(failures.at(-1))}`, { cause: error });
  });
  const stop = async (): Promise<void> => {
    await informer.close();
    await running;
    await client.close();
  };
  return { client, informer, stale, failures, stop };
}

function news(text: string) {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "news", namespace: "default" }, data: { text } };
}

function textIn({ informer }: Watching): string | undefined {
  return informer.store.getByKey("default/news")?.data?.["text"];
}

/**
 * Waits until something is so, and says how long that took. Time in which this process did not run, because the machine
 * was busy with others, is not counted: a timer of 20 ms that comes later than 40 ms shows it.
 */
async function secondsUntil(isSo: () => boolean | Promise<boolean>): Promise<number> {
  const began = performance.now();
  let missed = 0;
  while (!(await isSo())) {
    if (performance.now() - began > 60_000) throw new Error("it did not happen within a minute");
    const asleep = performance.now();
    await sleep(20);
    missed += Math.max(0, performance.now() - asleep - 40);
  }
  return (performance.now() - began - missed) / 1000;
}

/** A server, and a proxy in front of it. */
async function startProxied(): Promise<{
  server: ApiServer;
  proxy: FaultProxy;
  kubeconfig: string;
  close(): Promise<void>;
}> {
  const allowedHosts: string[] = [];
  const server = await startApiServer({ objects: [news("old")], allowedHosts });
  const { host, port } = new URL(server.url);
  const proxy = await startFaultProxy(Number(port));
  // Looked at with each request; only now do we know the port.
  allowedHosts.push(`127.0.0.1:${proxy.port}`);
  const close = async (): Promise<void> => {
    await proxy.close();
    await server.close();
  };
  return { server, proxy, kubeconfig: server.kubeconfig.replaceAll(host, `127.0.0.1:${proxy.port}`), close };
}

describe.concurrent("an informer whose connection goes silent", { timeout: 90_000 }, () => {
  it("notices over HTTP/2, says that it is stale, and has caught up within 15 s (F-A3, F-A4)", async ({
    onTestFinished,
  }) => {
    const { server, proxy, kubeconfig, close } = await startProxied();
    onTestFinished(close);
    const watching = await watchNews(kubeconfig);
    onTestFinished(watching.stop);
    server.apply(news("before the silence"));
    await secondsUntil(() => textIn(watching) === "before the silence");
    // Open on our side, dead behind: what acknowledges is the proxy's kernel.
    proxy.blackHole();
    server.apply(news("in the silence"));
    const seconds = await secondsUntil(() => textIn(watching) === "in the silence");
    console.log(`figure: black hole over HTTP/2: caught up after ${seconds.toFixed(1)} s`);
    expect(seconds).toBeGreaterThan(8);
    expect(seconds).toBeLessThan(15);
    expect(watching.stale).toEqual([true, false]);
    expect(watching.informer.isStale).toBe(false);
    expect(watching.failures).toHaveLength(1);
  });

  it("has caught up within 20 s over HTTP/1.1 when the other end of the cable is gone (F-A3)", async ({
    skip,
    onTestFinished,
  }) => {
    const network = makeNetworkNamespace();
    if ("whyNot" in network) {
      console.log(`skipped: black hole over HTTP/1.1: no network namespace can be made here (${network.whyNot})`);
      return skip(network.whyNot);
    }
    onTestFinished(network.remove);
    const program = startProgram<string, string>("server", { args: [network.address], namespace: network.name });
    onTestFinished(program.stop);
    // Its certificate is for the loopback only.
    const kubeconfig = (await program.next()).replace("cluster:\n", "cluster:\n      tls-server-name: localhost\n");
    const watching = await watchNews(kubeconfig, { http2: false });
    onTestFinished(watching.stop);
    program.say("before the silence");
    await secondsUntil(() => textIn(watching) === "before the silence");
    network.unplug();
    program.say("in the silence");
    const noticed = await secondsUntil(() => watching.failures.length > 0);
    expect(watching.informer.isStale).toBe(true);
    network.plug();
    const seconds = noticed + (await secondsUntil(() => textIn(watching) === "in the silence"));
    console.log(
      `figure: black hole over HTTP/1.1: noticed after ${noticed.toFixed(1)} s, caught up after ${seconds.toFixed(1)} s`,
    );
    expect(seconds).toBeLessThan(20);
    expect(watching.stale).toEqual([true, false]);
  });
});

describe.concurrent("an informer in a process that stands still", { timeout: 90_000 }, () => {
  const inItsOwnProcess = async (kubeconfig: string, onTestFinished: (run: () => Promise<void>) => void) => {
    const program = startProgram<Command, Told>("informer");
    onTestFinished(program.stop);
    await program.ask({ do: "start", kubeconfig });
    await secondsUntil(async () => (await program.ask({ do: "tell" })).synced);
    return program;
  };

  for (const everyMs of [500, 60_000]) {
    const received = everyMs < 1_000 ? "much" : "nothing";
    it(`and receives ${received} keeps its connection and watch when its loop is blocked for 20 s`, async ({
      onTestFinished,
    }) => {
      const server = await startApiServer({ objects: [news("old")] });
      onTestFinished(() => server.close());
      const program = await inItsOwnProcess(server.kubeconfig, onTestFinished);
      let number = 0;
      const talking = setInterval(() => server.apply(news(`number ${++number}`)), everyMs);
      onTestFinished(() => clearInterval(talking));
      const before = await program.ask({ do: "tell" });
      await program.ask({ do: "block", ms: 20_000 });
      clearInterval(talking);
      server.apply(news("after"));
      const seconds = await secondsUntil(async () => (await program.ask({ do: "tell" })).news === "after");
      // Long enough for a ping that was under way to be checked.
      await sleep(6_000);
      const { opened, watches, others, failures } = await program.ask({ do: "tell" });
      console.log(
        `figure: loop blocked for 20 s, receiving ${received}: caught up ${seconds.toFixed(2)} s later, ${opened - before.opened} new connections`,
      );
      const { opened: openedBefore, watches: watchesBefore, others: othersBefore } = before;
      expect({ opened, watches, others, failures }).toEqual({
        opened: openedBefore,
        watches: watchesBefore,
        others: othersBefore,
        failures: [],
      });
      expect(seconds).toBeLessThan(2);
    });
  }

  it("and was stopped while its connection died resumes within 10 s, with one new watch and no list (F-E16)", async ({
    onTestFinished,
  }) => {
    const { server, proxy, kubeconfig, close } = await startProxied();
    onTestFinished(close);
    const program = await inItsOwnProcess(kubeconfig, onTestFinished);
    const before = await program.ask({ do: "tell" });
    process.kill(program.pid, "SIGSTOP");
    proxy.blackHole();
    server.apply(news("in the silence"));
    await sleep(15_000);
    process.kill(program.pid, "SIGCONT");
    const seconds = await secondsUntil(async () => (await program.ask({ do: "tell" })).news === "in the silence");
    const { watches, others, failures, stale } = await program.ask({ do: "tell" });
    console.log(`figure: stopped for 15 s on a dead connection: caught up ${seconds.toFixed(1)} s after waking`);
    expect(seconds).toBeLessThan(10);
    expect({
      watches: watches - before.watches,
      others: others - before.others,
      failures: failures.length,
      stale,
    }).toEqual({
      watches: 1,
      others: 0,
      failures: 1,
      stale: 1,
    });
  });
});
