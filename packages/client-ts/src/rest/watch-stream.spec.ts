import { Readable } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { abortedError, isAborted, isResourceExpired } from "../errors/index.ts";
import type { KubeObject, WatchEvent } from "../meta/index.ts";
import { serve, type TestServer, testCa } from "../transport/test-support/servers.ts";
import { systemClock } from "../util/index.ts";
import { eventually } from "../util/test-support/eventually.ts";
import { newRetryWatcher, restClientFor, WatchStream } from "./index.ts";

const pod = (name: string, version = "1"): KubeObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, resourceVersion: version },
});
const line = (type: string, object: unknown): string => `${JSON.stringify({ type, object })}\n`;

function stream(chunks: readonly (string | Buffer)[], eventBytes = 1_000_000): WatchStream<KubeObject> {
  const body = Readable.from(
    chunks.map((chunk) => Buffer.from(chunk as string)),
    { objectMode: false },
  );
  const open = async () => ({ status: 200, headers: {}, body, protocol: "h2" as const });
  return new WatchStream({ open, facts: () => ({ method: "GET", resource: "pods" }), eventBytes });
}

async function all(
  watch: AsyncIterable<WatchEvent<KubeObject>>,
): Promise<{ events: WatchEvent<KubeObject>[]; error?: unknown }> {
  const events: WatchEvent<KubeObject>[] = [];
  try {
    for await (const event of watch) events.push(event);
  } catch (error) {
    return { events, error };
  }
  return { events };
}

describe("a watch", () => {
  describe("with a large chunk, as after a pause of its reader", () => {
    /** A watch whose clock moves by a millisecond with every look at it. */
    function slow(signal?: AbortSignal) {
      let looks = 0;
      const clock = { ...systemClock, monotonic: () => ++looks };
      const lines = Array.from({ length: 20_000 }, (_, n) => line("ADDED", pod(`p${n}`, String(n))));
      const body = Readable.from([Buffer.from(lines.join(""))], { objectMode: false });
      signal?.addEventListener("abort", () => body.destroy(abortedError(signal)));
      const open = async () => ({ status: 200, headers: {}, body, protocol: "h2" as const });
      return new WatchStream({ open, facts: () => ({ method: "GET" }), eventBytes: 1_000_000, clock });
    }
    const countTurns = (isDone: () => boolean): { turns: number } => {
      const counted = { turns: 0 };
      const tick = (): void => {
        counted.turns++;
        if (!isDone()) setImmediate(tick);
      };
      setImmediate(tick);
      return counted;
    };

    it("leaves the event loop to others in between, and gives every event", async () => {
      let count = 0;
      const counted = countTurns(() => count === 20_000);
      for await (const event of slow()) expect(event).toMatchObject({ object: pod(`p${count}`, String(count++)) });
      expect(count).toBe(20_000);
      expect(counted.turns).toBeGreaterThan(10);
    });

    it("ends when it is closed, and fails when its signal fires, without the rest of the chunk", async () => {
      let count = 0;
      const closed = slow();
      for await (const _ of closed) if (++count === 100) closed.close();
      expect(count).toBeLessThan(10_000);
      count = 0;
      const stopper = new AbortController();
      const reads = (async () => {
        for await (const _ of slow(stopper.signal)) if (++count === 100) stopper.abort();
      })();
      await expect(reads).rejects.toSatisfy(isAborted);
      expect(count).toBeLessThan(10_000);
    });
  });

  it("gives additions, changes, deletions and bookmarks, and throws for any other type (B448)", async () => {
    const bookmark = {
      kind: "Pod",
      metadata: { resourceVersion: "9", annotations: { "k8s.io/initial-events-end": "true" } },
    };
    const { events, error } = await all(
      stream([
        line("ADDED", pod("a")),
        line("MODIFIED", pod("a", "2")),
        line("DELETED", pod("a", "3")),
        line("BOOKMARK", { metadata: { resourceVersion: "7", annotations: { "k8s.io/initial-events-end": "false" } } }),
        line("BOOKMARK", { metadata: { resourceVersion: "8" } }),
        line("BOOKMARK", bookmark),
        line("ERROR", { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Expired", code: 410 }),
        line("ADDED", pod("never")),
      ]),
    );
    expect(events).toEqual([
      { type: "ADDED", object: pod("a") },
      { type: "MODIFIED", object: pod("a", "2") },
      { type: "DELETED", object: pod("a", "3") },
      { type: "BOOKMARK", resourceVersion: "7" },
      { type: "BOOKMARK", resourceVersion: "8" },
      { type: "BOOKMARK", resourceVersion: "9", initialEventsEnd: true },
    ]);
    expect(isResourceExpired(error)).toBe(true);
    expect(await all(stream([line("RENAMED", pod("a"))]))).toMatchObject({ events: [], error: { kind: "Protocol" } });
    expect(await all(stream([line("ERROR", { kind: "Pod" })]))).toMatchObject({
      error: { name: "UnexpectedObjectError" },
    });
  });

  it("ends with a protocol error at a line that is not an event, after the events before it (F-A28)", async () => {
    for (const bad of [
      "garbage\n",
      "{\n",
      "[]\n",
      "null\n",
      '"x"\n',
      "{}\n",
      line("ADDED", null),
      line("ADDED", []),
      line("BOOKMARK", {}),
      "canary\n",
    ]) {
      const { events, error } = await all(stream([line("ADDED", pod("a")), bad, line("ADDED", pod("b"))]));
      expect(events).toHaveLength(1);
      expect(error).toMatchObject({ kind: "Protocol" });
      expect(String(error)).not.toContain("canary");
    }
  });

  it("delivers an event before invalid bytes on the same line, and fails without repeating them (F-A28)", async () => {
    const { events, error } = await all(
      stream([`${line("ADDED", pod("a")).trimEnd()}canary\n`, line("ADDED", pod("b"))]),
    );
    expect(events).toHaveLength(1);
    expect(error).toMatchObject({ kind: "Protocol" });
    expect(String(error)).not.toContain("canary");
  });

  it("ends with a typed error at a line beyond the limit, before it is in memory (F-A29, SEC-16)", async () => {
    let given = 0;
    const body = Readable.from(
      (function* () {
        yield Buffer.from(line("ADDED", pod("a")));
        yield Buffer.from('{"type":"ADDED","object":{"data":"');
        for (;;) {
          given++;
          yield Buffer.alloc(1_000, "x");
        }
      })(),
    );
    const watch = new WatchStream({
      open: async () => ({ status: 200, headers: {}, body, protocol: "h2" }),
      facts: () => ({}),
      eventBytes: 10_000,
    });
    const { events, error } = await all(watch);
    expect(events).toHaveLength(1);
    expect(error).toMatchObject({ kind: "Transport", code: "limit" });
    expect(given).toBeLessThan(40);
  });

  it("is the same whether bytes come one by one or at once, with split characters (F-A30)", async () => {
    const text = line("ADDED", pod("grüße-😀")) + line("MODIFIED", pod("日本", "2"));
    const whole = await all(stream([text]));
    const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
    expect(await all(stream(bytes))).toEqual(whole);
    expect(whole.events.map((event) => event.type !== "BOOKMARK" && event.object.metadata?.name)).toEqual([
      "grüße-😀",
      "日本",
    ]);
  });

  it("ends with a protocol error at bytes that are not UTF-8 (F-A31)", async () => {
    const bad = Buffer.from(line("ADDED", pod("a\u0001b")).replace("\\u0001", "?"));
    bad[bad.indexOf("?")] = 0xff;
    const { events, error } = await all(stream([line("ADDED", pod("a")), bad]));
    expect(events).toHaveLength(1);
    expect(error).toMatchObject({ kind: "Protocol", message: expect.stringContaining("not valid UTF-8") });
  });

  it("tolerates CRLF, blank lines, leading spaces and a missing last newline (F-A32)", async () => {
    const one = line("ADDED", pod("a")).trimEnd();
    const { events, error } = await all(stream([`\r\n\n  ${one}\r\n`, " \t\n", one]));
    expect(error).toBeUndefined();
    expect(events).toHaveLength(2);
  });

  it("drops an event that the end of the body cuts off, as an informer does (F-A1)", async () => {
    const whole = line("ADDED", pod("a"));
    for (let cut = 1; cut < whole.length - 1; cut += 5) {
      expect(await all(stream([whole, whole.slice(0, -1 - cut)]))).toEqual({
        events: [{ type: "ADDED", object: pod("a") }],
      });
    }
  });

  it("names the resource in the error of an ERROR event, and in a Status that comes instead of events", async () => {
    const status = {
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      reason: "Expired",
      code: 410,
      message: "too old",
    };
    for (const text of [line("ERROR", status), `${JSON.stringify(status)}\n`]) {
      const body = Readable.from([Buffer.from(text)]);
      const open = async () => ({ status: 200, headers: {}, body, protocol: "h2" as const });
      const facts = () => ({ method: "GET", resource: "pods", namespace: "shop" });
      const { error } = await all(new WatchStream({ open, facts, eventBytes: 10_000 }));
      expect(error).toMatchObject({ name: "StatusError", reason: "Expired" });
      expect(String(error)).toContain('pods in namespace "shop"');
    }
  });
});

describe("a watch over a real connection", () => {
  async function start(handler: Parameters<typeof serve>[0]): Promise<TestServer> {
    const server = await serve(handler);
    onTestFinished(() => server.close());
    return server;
  }
  const clientOf = (server: TestServer) => {
    const client = restClientFor(
      { host: server.url, tls: { ca: testCa.cert } },
      { groupVersion: { group: "", version: "v1" } },
    );
    onTestFinished(() => client.close());
    return client;
  };

  it("ends when its reader leaves while it waits, and closes its stream", async () => {
    let open = 0;
    const server = await start((_request, response) => {
      open++;
      response.on("close", () => open--);
      response.writeHead(200, { "content-type": "application/json" }).write(line("ADDED", pod("a")));
    });
    const client = clientOf(server);
    const request = () => client.get().resource("pods");
    for (const watch of [request().watch(), newRetryWatcher("1", (_, { signal }) => request().watch({ signal }))]) {
      const events = watch[Symbol.asyncIterator]();
      expect(await events.next()).toMatchObject({ value: { type: "ADDED" } });
      expect(open).toBe(1);
      const waiting = events.next();
      expect(await events.return(undefined)).toEqual({ done: true, value: undefined });
      expect(await waiting).toEqual({ done: true, value: undefined });
      await eventually(() => open === 0);
    }
    const unread = newRetryWatcher("1", () => expect.unreachable("it was left before it was read"));
    await unread[Symbol.asyncIterator]().return(undefined);
    await unread.done;
  });

  it("decodes by content type, refuses one it does not know, and asks with watch=true (B433)", async () => {
    const server = await start((request, response) => {
      const type = request.path.includes("odd") ? "application/odd" : "application/json;stream=watch";
      response.writeHead(200, { "content-type": type });
      response.end(line("ADDED", pod("a")));
    });
    const client = clientOf(server);
    expect((await all(client.get().resource("pods").watch())).events).toEqual([{ type: "ADDED", object: pod("a") }]);
    expect(await all(client.get().resource("odd").watch())).toMatchObject({
      error: { name: "UnexpectedContentTypeError" },
    });
    expect(server.requests[0]?.path).toBe("/api/v1/pods?watch=true");
  });

  it("closes its stream when the reader leaves, when it is closed, and when the signal fires (B448)", async () => {
    let closed = 0;
    const server = await start((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(line("ADDED", pod("a")));
      response.on("close", () => closed++);
    });
    const client = clientOf(server);
    for await (const event of client.get().resource("pods").watch()) {
      expect(event.type).toBe("ADDED");
      break;
    }
    await eventually(() => closed === 1, "leaving the loop closes the stream");

    const watch = client.get().resource("pods").watch();
    const events = watch[Symbol.asyncIterator]();
    await events.next();
    const waiting = events.next();
    watch.close();
    expect(await waiting).toEqual({ done: true, value: undefined });
    await eventually(() => closed === 2, "close closes the stream");

    const disposed = client.get().resource("pods").watch();
    await disposed.open();
    disposed[Symbol.dispose]();
    await eventually(() => closed === 3, 'the end of a block with "using" closes the stream');

    const abort = new AbortController();
    const third = client.get().resource("pods").watch({ signal: abort.signal })[Symbol.asyncIterator]();
    await third.next();
    const pending = third.next();
    pending.catch(() => {});
    abort.abort();
    await expect(pending).rejects.toMatchObject({ name: "AbortError" });
    await eventually(() => closed === 4, "the signal closes the stream");
    expect(server.connections).toBe(1);
  });

  it("stops reading the socket when its reader is slow (SEC-17)", async () => {
    let written = 0;
    let stalled = false;
    const one = line("ADDED", { ...pod("a"), data: "x".repeat(1_000_000) });
    const server = await start((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        let writable = true;
        while (writable && written < 200) {
          written++;
          writable = response.write(one);
        }
        stalled = !writable;
      };
      response.on("drain", more);
      more();
    });
    const client = clientOf(server);
    const events = client.get().resource("pods").watch()[Symbol.asyncIterator]();
    await events.next();
    let before = -1;
    while (before !== written) {
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // Only what the flow-control buffers hold was written, not 200 MB.
    expect(stalled).toBe(true);
    expect(written).toBeLessThan(60);
    for (let i = 0; i < 100; i++) await events.next();
    expect(written).toBeGreaterThan(100);
    await events.return?.(undefined);
  });

  it("distinguishes a broken connection from a watch that the server ended", async () => {
    const server = await start((request, response, raw) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(line("ADDED", pod("a")));
      if (request.path.includes("end")) response.end();
      else
        setTimeout(() => (raw as unknown as { stream: { session: { destroy(): void } } }).stream.session.destroy(), 5);
    });
    const client = clientOf(server);
    expect(await all(client.get().resource("end").watch())).toEqual({ events: [{ type: "ADDED", object: pod("a") }] });
    expect(await all(client.get().resource("broken").watch())).toMatchObject({
      events: [{ type: "ADDED" }],
      error: { kind: "Transport", code: "reset" },
    });
  });
});
