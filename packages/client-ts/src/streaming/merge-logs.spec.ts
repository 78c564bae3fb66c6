import { getEventListeners } from "node:events";
import { type ApiServer, type ContainerLog, newContainerLog, startApiServer } from "client-ts-testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { type Client, connect } from "../client/index.ts";
import type { LogOptions } from "./logs.ts";
import { type LogLine, type LogReader, mergeLogs, type MergeLogsOptions } from "./merge-logs.ts";

const one = (name: string) => ({ name, image: "none" });

describe("merged logs", () => {
  let server: ApiServer;
  let client: Client;
  let logs: Map<string, ContainerLog>;
  /** Logs that are being read. */
  let open: Set<string>;
  const pods = () => client.resource(Pod, { namespace: "default" });

  beforeAll(async () => {
    logs = new Map(["web/app", "web/setup", "web/debug", "api/app"].map((name) => [name, newContainerLog()]));
    open = new Set();
    server = await startApiServer({ containers: ({ pod, container }) => ({ log: logs.get(`${pod}/${container}`) }) });
    client = await connect({
      kubeconfigText: server.kubeconfig,
      interceptors: [
        (next) => async (request) => {
          const response = await next(request);
          const name = /pods\/(\w+)\/log\?container=(\w+)/.exec(request.path);
          if (name !== null) {
            open.add(`${name[1]}/${name[2]}`);
            response.body.once("close", () => open.delete(`${name[1]}/${name[2]}`));
          }
          return response;
        },
      ],
    });
    const metadata = (name: string) => ({ name, namespace: "default", labels: { app: name } });
    server.apply(
      {
        apiVersion: "v1",
        kind: "Pod",
        metadata: metadata("web"),
        spec: {
          nodeName: "node-1",
          containers: [one("app")],
          initContainers: [one("setup")],
          ephemeralContainers: [one("debug")],
        },
      } as Pod,
      {
        apiVersion: "v1",
        kind: "Pod",
        metadata: metadata("api"),
        spec: { nodeName: "node-1", containers: [one("app")] },
      } as Pod,
    );
    for (const [name, log] of logs) log.append(`from ${name}`);
  });
  afterEach(() => server.faults.clear());
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  const read = async (options: MergeLogsOptions): Promise<string[]> => {
    const lines: string[] = [];
    for await (const { pod, container, text } of mergeLogs(pods(), options)) lines.push(`${pod}/${container}: ${text}`);
    return lines.sort();
  };

  it("are those of all containers, init and debug containers included, or of the ones that are named", async () => {
    expect(await read({ labelSelector: "app=web" })).toEqual([
      "web/app: from web/app",
      "web/debug: from web/debug",
      "web/setup: from web/setup",
    ]);
    expect(await read({ pods: ["api"] })).toEqual(["api/app: from api/app"]);
    await expect(read({ pods: ["api", "none"] })).rejects.toThrow('[NotFound] pods "none"');
    expect(await read({ containers: ["app"] })).toEqual(["api/app: from api/app", "web/app: from web/app"]);
    expect(await read({ containers: ["app"], tailLines: 0 })).toEqual([]);
  });

  it("are as many as may be read at once, and no more", async () => {
    expect(await read({ maxStreams: 4 })).toHaveLength(4);
    await expect(read({ maxStreams: 3 })).rejects.toMatchObject({ kind: "InvalidArgument" });
    await expect(read({ labelSelector: "app=web", pods: ["web"] })).rejects.toThrow(/not both/);
  });

  it("are closed when the reader leaves, also those that wait for a line", async () => {
    for await (const line of mergeLogs(pods(), { follow: true, containers: ["app"] })) {
      expect(line.text).toContain("from");
      await expect.poll(() => open.size).toBe(2);
      break;
    }
    expect([...open]).toEqual([]);
  });

  it("are closed when the reader leaves while it waits for a line", async () => {
    const lines = mergeLogs(pods(), { follow: true, containers: ["app"] });
    await lines.next();
    await lines.next();
    const waiting = lines.next();
    expect(await lines.return(undefined)).toEqual({ done: true, value: undefined });
    expect([await waiting, ...open]).toEqual([{ done: true, value: undefined }]);
  });

  it("wait until each log is closed, and leave out the error with which one closes", async () => {
    const closed: string[] = [];
    const closing: (() => void)[] = [];
    const reader: LogReader = {
      list: (options) => pods().list(options),
      logs: (name) => ({
        bytes: () => expect.unreachable("lines are read"),
        async *[Symbol.asyncIterator]() {
          try {
            for (;;) yield `from ${name}`;
          } finally {
            await new Promise<void>((resolve) => closing.push(resolve));
            closed.push(name);
            if (name === "api") expect.fail("the log does not close");
          }
        },
      }),
    };
    const lines = mergeLogs(reader, { containers: ["app"] });
    await lines.next();
    const leaving = lines.return(undefined).then(() => [...closed].sort());
    await expect.poll(() => closing.length).toBe(2);
    for (const close of closing) close();
    expect(await leaving).toEqual(["api", "web"]);
  });

  /** Reads logs that are not from a server. */
  const readerOf = (read: (options: LogOptions, name: string) => AsyncIterator<string>): LogReader => ({
    list: (options) => pods().list(options),
    logs: (name, options = {}) => ({
      bytes: () => expect.unreachable("lines are read"),
      [Symbol.asyncIterator]: () => read(options, name),
    }),
  });

  it("are left although one ignores its signal and waits without end", async () => {
    const reader = readerOf(async function* () {
      yield "first";
      await new Promise(() => {});
    });
    for await (const { text } of mergeLogs(reader, { pods: ["api"] })) {
      expect(text).toBe("first");
      break;
    }
  });

  it("are closed by the `return` of iterators that wait and ignore the signal", async () => {
    let returned = false;
    const results = [Promise.resolve({ done: false, value: "first" }), new Promise<never>(() => {})];
    const reader = readerOf(() => ({
      next: () => results.shift() ?? expect.unreachable("there is no third line"),
      return: async () => {
        returned = true;
        return { done: true, value: undefined };
      },
    }));
    const lines = mergeLogs(reader, { pods: ["api"] });
    await lines.next();
    await lines.return(undefined);
    expect(returned).toBe(true);
  });

  it("are waited for while they end with their signal", async () => {
    let ended = false;
    const reader = readerOf(async function* ({ signal }) {
      yield "first";
      await new Promise((resolve) => signal?.addEventListener("abort", resolve));
      await new Promise((resolve) => setTimeout(resolve, 50));
      ended = true;
    });
    const lines = mergeLogs(reader, { pods: ["api"] });
    await lines.next();
    await lines.return(undefined);
    expect(ended).toBe(true);
  });

  it("are read one line ahead, and leave nothing on the signal", async () => {
    let read = 0;
    const reader = readerOf(async function* () {
      while (read < 1_000) yield `${++read}`;
    });
    const { signal } = new AbortController();
    const lines = mergeLogs(reader, { pods: ["api"], signal });
    for (const text of ["1", "2", "3"]) {
      expect((await lines.next()).value).toMatchObject({ text });
      await new Promise((resolve) => setImmediate(resolve));
      expect(read).toBeLessThanOrEqual(Number(text) + 2);
    }
    await lines.return(undefined);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("end with their signal while their Pods are listed", async () => {
    const abort = new AbortController();
    const reader: LogReader = {
      ...readerOf(() => expect.unreachable("no log is read")),
      list: ({ signal } = {}) =>
        new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    };
    const first = mergeLogs(reader, { signal: abort.signal }).next();
    abort.abort(new Error("of the caller"));
    await expect(first).rejects.toThrow("of the caller");
  });

  it("end with the error of one of them, and the others are closed", async () => {
    server.faults.add(
      { match: { path: "/api/v1/namespaces/default/pods/api/log" } },
      { type: "status", code: 403, reason: "Forbidden" },
    );
    const reading = read({ follow: true, containers: ["app"] });
    await expect(reading).rejects.toMatchObject({ kind: "Status", code: 403 });
    await expect.poll(() => [...open]).toEqual([]);
  });

  it("end with their signal", async () => {
    const abort = new AbortController();
    const lines: LogLine[] = [];
    const reading = (async () => {
      for await (const line of mergeLogs(pods(), { follow: true, pods: ["api"], signal: abort.signal }))
        lines.push(line);
    })();
    await expect.poll(() => lines.length).toBe(1);
    abort.abort();
    await expect(reading).rejects.toMatchObject({ kind: "Aborted" });
    await expect.poll(() => open.size).toBe(0);
  });
});
