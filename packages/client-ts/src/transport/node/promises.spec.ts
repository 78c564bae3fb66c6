import { afterEach, describe, expect, it } from "vitest";
import type { TransportError } from "../../errors/index.ts";
import { FakeClock } from "../../util/index.ts";
import type { CertificateSource } from "../certificate-source.ts";
import { createPool, type Pool, type PoolOptions } from "../pool.ts";
import { type RawConnection, startRawServer } from "../test-support/raw-h2.ts";
import { eventually, type Handler, json, serve, type ServeOptions, startRelay, type TestServer, testCa } from "../test-support/servers.ts";
import type { TransportRequest } from "../transport.ts";
import { createDial } from "./dial.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(handler: Handler, options?: ServeOptions): Promise<TestServer> {
  const server = await serve(handler, options);
  cleanups.push(() => server.close());
  return server;
}

function open(server: { url: string }, options: PoolOptions = {}): Pool {
  const pool = createPool(server.url, { tls: { ca: testCa.cert }, env: {}, ...options });
  cleanups.push(() => pool.close());
  return pool;
}

function ask(path = "/", more: Partial<TransportRequest> = {}): TransportRequest {
  return { method: "GET", path, headers: {}, purpose: "call", ...more };
}

async function text(pool: Pool, request: TransportRequest): Promise<string> {
  const { body } = await pool.send(request);
  let all = "";
  for await (const chunk of body) all += String(chunk);
  return all;
}

/** Watches stay open until `end` is called; everything else is answered at once. */
function watches(): { handler: Handler; end: () => void } {
  const held: (() => void)[] = [];
  return {
    handler(request, response) {
      if (!request.path.startsWith("/watch")) return json(response, {});
      response.writeHead(200);
      response.write("\n");
      held.push(() => response.end());
    },
    end() {
      for (const one of held.splice(0)) one();
    },
  };
}

/** A source without a certificate, whose change the test reports. */
function rotation(): { certificate: CertificateSource; change: () => void } {
  let listener: (() => void) | undefined;
  return {
    certificate: {
      current: async () => undefined,
      onChange(given) {
        listener = given;
        return () => {};
      },
    },
    change: () => listener?.(),
  };
}

describe("streams of a session", () => {
  it("are given back by watches that end, however they end", async () => {
    const { handler, end } = watches();
    const server = await start(handler, { settings: { maxConcurrentStreams: 10 } });
    const pool = open(server);
    for (let round = 0; round < 4; round++) {
      const eight = await Promise.all(Array.from({ length: 8 }, () => pool.send(ask("/watch", { purpose: "watch" }))));
      for (const { body } of eight) body.on("error", () => {}).resume();
      if (round % 2 === 0) end();
      else for (const { body } of eight) body.destroy();
      await eventually(() => pool.stats().streams === 0, "every stream is given back");
    }
    expect(server.connections).toBe(1);
  });

  it("are held by eight watches of ten, so that two calls find room", async () => {
    const { handler } = watches();
    const server = await start(handler, { settings: { maxConcurrentStreams: 10 } });
    const pool = open(server);
    for (let i = 0; i < 8; i++) await pool.send(ask("/watch", { purpose: "watch" }));
    await text(pool, ask());
    expect(server.connections).toBe(1);
    await pool.send(ask("/watch", { purpose: "watch" }));
    expect(server.connections).toBe(2);
  });
});

describe("a connection that owes a ping", () => {
  it("gets no request: the next one goes over another connection", async () => {
    const clock = new FakeClock();
    const { handler } = watches();
    const server = await start(handler);
    const relay = await startRelay(server.port);
    cleanups.push(() => relay.close());
    const pool = open({ url: `https://127.0.0.1:${relay.port}` }, { clock });
    await text(pool, ask("/first"));
    relay.freeze();
    await clock.advance(8_500);
    // The old connection is silent: an answer can only come over another one.
    expect(await text(pool, ask("/second"))).toBe("{}");
    expect(server.connections).toBe(2);
  });
});

describe("a certificate that changes", () => {
  it.each(["h2", "https"] as const)("does not send a write twice that was under way (%s)", async (protocol) => {
    const clock = new FakeClock();
    const { certificate, change } = rotation();
    const server = await start((request, response) => request.path !== "/held" && json(response, {}), { protocol });
    const pool = open(server, { clock, certificate, drainMs: 5_000 });
    const held = pool.send(ask("/held", { method: "POST", body: "{}" })).catch((error: unknown) => error as TransportError);
    await eventually(() => server.requests.length === 1, "the write is under way");
    change();
    expect(await text(pool, ask("/new"))).toBe("{}");
    expect(server.connections).toBe(2);
    await clock.advance(5_000);
    expect(await held).toMatchObject({ kind: "Transport", sent: true });
    await text(pool, ask("/later"));
    expect(server.requests.map(({ path }) => path)).toEqual(["/held", "/new", "/later"]);
  });

  it("lets what is under way finish within its time", async () => {
    const clock = new FakeClock();
    const { certificate, change } = rotation();
    let finish: (() => void) | undefined;
    const server = await start((_request, response) => {
      finish = () => json(response, {});
    });
    const pool = open(server, { clock, certificate, drainMs: 5_000 });
    const held = text(pool, ask("/held", { method: "POST", body: "{}" }));
    await eventually(() => finish !== undefined, "the write is under way");
    change();
    await clock.advance(4_999);
    finish?.();
    expect(await held).toBe("{}");
    await eventually(() => server.open === 0, "the old connection is closed");
  });

  it("while HTTP/2 begins leaves that connection unused", async () => {
    const { certificate, change } = rotation();
    const waiting: RawConnection[] = [];
    const asked: number[] = [];
    const server = await startRawServer({
      onConnection: (c) => (c.number === 1 ? void waiting.push(c) : c.grant(100)),
      onRequest: (c, stream) => {
        asked.push(c.number);
        c.answer(stream);
      },
    });
    cleanups.push(() => server.close());
    const pool = open(server, { certificate });
    const answer = text(pool, ask());
    await eventually(() => waiting.length === 1, "the first connection waits");
    change();
    waiting[0]?.grant(100);
    expect(await answer).toBe("{}");
    expect(asked).toEqual([2]);
    await eventually(() => server.open === 1, "the first connection is closed");
  });

  it("while a connection is dialled leaves that connection unused, HTTP/1.1 too", async () => {
    for (const protocol of ["h2", "https"] as const) {
      const { certificate, change } = rotation();
      const server = await start((_request, response) => json(response, {}), { protocol });
      const real = createDial();
      let dialled = 0;
      const pool = open(server, {
        certificate,
        async dial(target, options) {
          const socket = await real(target, options);
          if (dialled++ === 0) change();
          return socket;
        },
      });
      expect(await text(pool, ask())).toBe("{}");
      expect(dialled).toBe(2);
      await eventually(() => server.open === 1, "the first connection is closed");
    }
  });

  it("closes connections of HTTP/1.1 that wait for a request, and those handed out after their time", async () => {
    const clock = new FakeClock();
    const { certificate, change } = rotation();
    const server = await start((_request, response) => json(response, {}), { protocol: "https" });
    const pool = open(server, { clock, certificate, drainMs: 5_000 });
    await text(pool, ask());
    const upgraded = await pool.connect();
    expect(server.open).toBe(2);
    change();
    await eventually(() => server.open === 1, "the waiting one is closed");
    await clock.advance(4_999);
    expect(upgraded.destroyed).toBe(false);
    await clock.advance(1);
    expect(upgraded.destroyed).toBe(true);
  });
});
