/** Every call that takes a signal takes one of another implementation too, over real connections. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { waitFor } from "client-ts";
import { ConfigMap, Pod } from "client-ts/api/core/v1";
import { newListWatchForKind, newReflector, newStore, waitForCacheSync, watchUntilWithSync } from "client-ts/cache";
import { newManager } from "client-ts/controller";
import { isAborted } from "client-ts/errors";
import { newSharedInformerFactory } from "client-ts/informers";
import { newLeaderElector } from "client-ts/leaderelection";
import { metaNamespaceKeyFunc } from "client-ts/meta";
import { commands } from "client-ts-testing/internal";
import { downloadBinaries } from "client-ts-testing/workspace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForeignAbortController } from "./foreign-abort-controller.ts";
import { type StreamServer, streamServers } from "./streams/stream-servers.ts";

/** Does something with a server for as long as the signal has not fired; `ready` says that it is under way. */
type Work = (server: StreamServer, signal: AbortSignal, ready: () => void) => Promise<unknown>;

const mapsOf = ({ client, namespace }: StreamServer) => client.resource(ConfigMap, { namespace });
const podsOf = ({ client, namespace }: StreamServer) => client.resource(Pod, { namespace });

/** Calls that end by themselves. */
const calls: readonly (readonly [
  name: string,
  call: (server: StreamServer, signal: AbortSignal) => Promise<unknown>,
])[] = [
  ["get", (server, signal) => podsOf(server).get("web", { signal })],
  ["list", (server, signal) => podsOf(server).list({ signal })],
  ["a list in pages", (server, signal) => podsOf(server).list({ signal, limit: 1 })],
  ["apply", (server, signal) => mapsOf(server).apply({ metadata: { name: "a" } }, { fieldManager: "a", signal })],
  ["waitFor", (server, signal) => waitFor(podsOf(server), "web", () => true, { signal })],
  ["exec", async (server, signal) => (await podsOf(server).exec("web", ["true"], { signal })).exit],
  [
    "exec over SPDY",
    async (server, signal) => (await podsOf(server).exec("web", ["true"], { signal, protocols: ["SPDY/3.1"] })).exit,
  ],
  [
    "a log",
    (server, signal) => {
      server.writeLog("a line", new Date().toISOString());
      return text(podsOf(server).logs("web", { signal }));
    },
  ],
  ["resources of discovery", ({ client }, signal) => client.discovery.serverGroups({ signal })],
];

/** What goes on until the signal fires. */
const lasting: readonly (readonly [name: string, work: Work])[] = [
  [
    "a watch",
    async (server, signal, ready) => {
      for await (const _ of podsOf(server).watch({ signal })) ready();
    },
  ],
  [
    "a followed log",
    async (server, signal, ready) => {
      server.writeLog("a line", new Date().toISOString());
      for await (const _ of podsOf(server).logs("web", { signal, follow: true })) ready();
    },
  ],
  [
    "exec",
    async (server, signal, ready) => {
      const process = await podsOf(server).exec("web", ["cat"], { signal, stdin: true });
      process.stdout.once("data", ready);
      process.stdin.write("a");
      await process.exit;
    },
  ],
  [
    "a reflector",
    async ({ client, namespace }, signal, ready) => {
      const store = newStore<Pod>(metaNamespaceKeyFunc);
      const reflector = newReflector(newListWatchForKind(client.rest, Pod, { namespace }), Pod, store);
      const running = reflector.run({ signal });
      await expect.poll(() => store.list().length).toBe(1);
      ready();
      await running;
    },
  ],
  [
    "an informer factory and waitForCacheSync",
    async ({ client, namespace }, signal, ready) => {
      await using factory = newSharedInformerFactory(client, { namespace });
      const informer = factory.core.v1.pods.informer();
      informer.addEventHandler({ onAdd: () => {} });
      factory.start({ signal });
      await factory.waitForCacheSync({ signal });
      await waitForCacheSync([informer], { signal });
      ready();
      await expect.poll(() => informer.isStopped).toBe(true);
    },
  ],
  [
    "watchUntilWithSync",
    async ({ client, namespace }, signal, ready) => {
      const seen = (): boolean => {
        ready();
        return false;
      };
      await watchUntilWithSync(newListWatchForKind(client.rest, Pod, { namespace }), Pod, seen, { signal });
    },
  ],
  [
    "a manager",
    async ({ client, namespace }, signal, ready) => {
      const manager = newManager(client, { name: "foreign", namespaces: [namespace], health: { port: 0 } });
      manager.controller(Pod, {
        async reconcile(_pod, { client: own, signal: run }) {
          await own.resource(Pod, { namespace }).get("web", { signal: run });
          ready();
        },
      });
      await manager.run({ signal });
    },
  ],
  [
    "a leader elector",
    async ({ client, namespace }, signal, ready) => {
      const elector = newLeaderElector(client, {
        name: "foreign",
        namespace,
        identity: "a",
        onStartedLeading: async (leading) => {
          ready();
          await new Promise((resolve) => leading.addEventListener("abort", resolve));
        },
      });
      await elector.run({ signal });
    },
  ],
  [
    "forwarded ports",
    async ({ client, namespace }, signal, ready) => {
      const forwarding = await client.resource(Pod, { namespace }).portForward("web", ["0:80"], { signal });
      ready();
      await forwarding.closed;
    },
  ],
];

describe.each(streamServers)("the signal of another implementation, on $name,", ({ start, skip }) => {
  describe.skipIf(skip)("", () => {
    let server: StreamServer;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(async () => {
      await server?.[Symbol.asyncDispose]();
    });

    it.each(calls)("is taken by %s, which leaves nothing on it", async (_name, call) => {
      const controller = new ForeignAbortController();
      await call(server, controller.signal);
      await expect.poll(() => controller.listeners).toBe(0);
    });

    it.each(calls)("that has fired ends %s with an AbortedError", async (_name, call) => {
      const controller = new ForeignAbortController();
      controller.abort(new Error("enough"));
      const error = await call(server, controller.signal).catch((error: unknown) => error);
      expect(isAborted(error)).toBe(true);
    });

    it.each(lasting)("ends %s when it fires", async (_name, work) => {
      const controller = new ForeignAbortController();
      let end: (() => void) | undefined;
      const ready = new Promise<void>((resolve) => {
        end = resolve;
      });
      const ended = work(server, controller.signal, end!).catch((error: unknown) => {
        if (!isAborted(error)) throw error;
      });
      await Promise.race([ready, ended]);
      expect(controller.listeners).toBeGreaterThan(0);
      controller.abort(new Error("enough"));
      await ended;
      expect(controller.listeners).toBe(0);
    });
  });
});

describe("the signal of another implementation", () => {
  it("ends the command `client-ts apiserver`", async () => {
    const folder = mkdtempSync(join(tmpdir(), "client-ts-signal-"));
    const controller = new ForeignAbortController();
    const code = await commands.apiserver(["--kubeconfig-out", join(folder, "kubeconfig")], {
      print: () => controller.abort(new Error("enough")),
      report: (line) => expect.unreachable(line),
      signal: controller.signal,
      stdin: process.stdin,
      stdout: process.stdout,
    });
    rmSync(folder, { recursive: true });
    expect(code).toBe(0);
  });

  it("ends the download of a control plane", async () => {
    const controller = new ForeignAbortController();
    const server = createServer(() => controller.abort(new Error("enough"))).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const indexUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/index.yaml`;
    const env = { CLIENT_TS_CACHE: mkdtempSync(join(tmpdir(), "client-ts-signal-")) };
    const downloading = downloadBinaries({ indexUrl, env, signal: controller.signal });
    await expect(downloading).rejects.toThrow("the download was stopped");
    server.close();
    server.closeAllConnections();
    rmSync(env.CLIENT_TS_CACHE, { recursive: true });
  });
});
