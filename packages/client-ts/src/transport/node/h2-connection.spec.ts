import { getEventListeners } from "node:events";
import type { ServerHttp2Stream } from "node:http2";
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TransportError } from "../../errors/index.ts";
import { FakeClock, seededRandom } from "../../util/index.ts";
import { defaultLimits } from "../limits.ts";
import type { Pool } from "../pool.ts";
import { ask, poolsPerTest, text } from "../test-support/pools.ts";
import {
  frameTypes,
  header,
  type RawBehaviour,
  type RawServer,
  startRawServer,
  status,
  uint32,
} from "../test-support/raw-h2.ts";
import { json, serve, type TestServer, testCa } from "../test-support/servers.ts";
import { eventually } from "../../util/test-support/eventually.ts";
import type { TransportRequest } from "../transport.ts";
import { newDial } from "./dial.ts";
import { H2Connection, type H2ConnectionOptions } from "./h2-connection.ts";
import { loadTls } from "../test-support/load-tls.ts";
import { connectTls } from "./tls.ts";

/** What every connection of these tests has. */
const common = {
  limits: defaultLimits,
  idleTimeoutMs: 60_000,
  compress: false,
  idleCloseMs: 100,
  mayRetire: () => false,
  settingsTimeoutMs: 10_000,
  pingAfterMs: 8_000,
  pingTimeoutMs: 4_000,
  onAnswer: () => {},
  onGone: () => {},
} as const;

/** A connection to a server of these tests, over TLS. */
async function openTo(port: number, clock: FakeClock, options: Partial<H2ConnectionOptions> = {}) {
  const target = { host: "127.0.0.1", port };
  const settings = await loadTls({ ca: testCa.cert });
  const socket = await connectTls(await newDial({ clock })(target), { target, settings, alpn: ["h2"], clock });
  const authority = `127.0.0.1:${port}`;
  const origin = `https://${authority}`;
  const connection = await H2Connection.open({ ...common, socket, clock, origin, authority, ...options });
  return { socket, connection };
}

describe("a connection that ends while HTTP/2 is set up", () => {
  it("fails at once, not after the time that set-up may take", async () => {
    const clock = new FakeClock();
    const listener = createServer((accepted) => accepted.destroy());
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { port } = listener.address() as AddressInfo;
    const socket = connectTcp(port, "127.0.0.1");
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("close", resolve));
    const authority = `127.0.0.1:${port}`;
    const opening = H2Connection.open({
      ...common,
      socket,
      clock,
      origin: `http://${authority}`,
      authority,
    });
    await expect(opening).rejects.toMatchObject({ code: "reset", sent: false });
    expect(clock.pending).toBe(0);
    await new Promise((resolve) => listener.close(resolve));
  });
});

describe("setting up HTTP/2", () => {
  it("ends with its signal, with the socket, and leaves no timer", async () => {
    const clock = new FakeClock();
    const accepted: Socket[] = [];
    const listener = createServer((socket) => void accepted.push(socket.on("error", () => {})));
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { port } = listener.address() as AddressInfo;
    const socket = connectTcp(port, "127.0.0.1");
    socket.on("error", () => {});
    const authority = `127.0.0.1:${port}`;
    const giveUp = new AbortController();
    const opening = H2Connection.open({
      ...common,
      socket,
      clock,
      origin: `http://${authority}`,
      authority,
      idleCloseMs: 100,
      mayRetire: () => false,
      signal: giveUp.signal,
    });
    opening.catch(() => {});
    await eventually(() => accepted.length === 1 && getEventListeners(giveUp.signal, "abort").length === 1, "it waits");
    giveUp.abort(new Error("enough"));
    await expect(opening).rejects.toMatchObject({ kind: "Aborted", cause: { message: "enough" } });
    await eventually(() => socket.destroyed, "the socket is closed");
    expect([clock.pending, getEventListeners(giveUp.signal, "abort").length]).toEqual([0, 0]);
    for (const one of accepted) one.destroy();
    await new Promise((resolve) => listener.close(resolve));
  });

  it("leaves nothing on its signal when it is done", async () => {
    const clock = new FakeClock();
    const server = await serve((_request, response) => json(response, {}));
    const target = { host: "127.0.0.1", port: server.port };
    const settings = await loadTls({ ca: testCa.cert });
    const socket = await connectTls(await newDial({ clock })(target), { target, settings, alpn: ["h2"], clock });
    const { signal } = new AbortController();
    const connection = await H2Connection.open({
      ...common,
      socket,
      clock,
      signal,
      origin: `https://127.0.0.1:${server.port}`,
      authority: `127.0.0.1:${server.port}`,
      idleCloseMs: 100,
      mayRetire: () => false,
    });
    // What is left is the clock of the pings.
    expect([getEventListeners(signal, "abort").length, clock.pending]).toEqual([0, 1]);
    connection.destroy();
    await connection.closed();
    expect(clock.pending).toBe(0);
    await server.close();
  });
});

describe("a session closed gracefully, whose peer keeps the socket open", () => {
  const clock = new FakeClock();
  let server: TestServer;
  let peer: Peer;
  let socket: Awaited<ReturnType<typeof connectTls>>;
  let connection: H2Connection;
  let idle: boolean;

  beforeEach(async () => {
    idle = false;
    server = await serve((_request, response) => json(response, {}));
    peer = await startPeer(server.port);
    ({ socket, connection } = await openTo(peer.port, clock, { mayRetire: () => idle }));
  });
  afterEach(async () => {
    socket.destroy();
    await peer.close();
    await server.close();
  });

  const ends: [string, () => Promise<void>][] = [
    [
      "after GOAWAY",
      async () => {
        for (const session of server.sessions) session.goaway(0);
      },
    ],
    [
      "because it was idle",
      async () => {
        idle = true;
        await clock.advance(500);
      },
    ],
  ];

  it.each(ends)("is closed at once by destroy (%s)", async (_why, end) => {
    await end();
    await eventually(() => peer.sawEnd, "the session sends GOAWAY");
    expect([socket.destroyed, connection.finished]).toEqual([false, false]);
    const closed = connection.closed();
    connection.destroy();
    expect(socket.destroyed).toBe(true);
    await closed;
  });

  it.each(ends)("is closed after two seconds (%s)", async (_why, end) => {
    await end();
    await eventually(() => peer.sawEnd, "the session sends GOAWAY");
    await clock.advance(1_999);
    expect([socket.destroyed, connection.finished]).toEqual([false, false]);
    await clock.advance(1);
    expect(socket.destroyed).toBe(true);
    await connection.closed();
    expect(clock.nextInMs).toBeUndefined();
  });
});

describe("a session after GOAWAY", () => {
  /** With an answer under way for each purpose. */
  async function startSession(onTestFinished: (run: () => void | Promise<void>) => void) {
    const clock = new FakeClock();
    const server = await serve((_request, response) => void response.write("first"));
    onTestFinished(() => server.close());
    const { socket, connection } = await openTo(server.port, clock);
    onTestFinished(() => void socket.destroy());
    const open = async (purpose: "watch" | "stream") => {
      const { body } = await connection.send({ method: "GET", path: `/${purpose}`, headers: {}, purpose });
      const failed = new Promise<Error>((resolve) => body.once("error", resolve));
      await new Promise((resolve) => body.once("data", resolve));
      return { body, failed };
    };
    const [watch, stream] = [await open("watch"), await open("stream")];
    for (const session of server.sessions) session.goaway(0);
    await eventually(() => !connection.usable, "the client has seen GOAWAY");
    return { clock, server, watch, stream };
  }

  it("keeps requests under way while the server answers pings, even when it sends nothing else", async (test) => {
    const { clock, watch, stream } = await startSession(test.onTestFinished);
    for (let i = 0; i < 60; i++) {
      await clock.advance(1_000);
      // Real bytes take real turns of the loop.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect([watch.body.destroyed, stream.body.destroyed]).toEqual([false, false]);
  });

  it.each(["reset", "end"] as const)("fails what is under way when the connection is cut (%s)", async (how) => {
    const finished: (() => void | Promise<void>)[] = [];
    const { server, watch, stream } = await startSession((run) => void finished.push(run));
    for (const socket of server.sockets) how === "reset" ? socket.resetAndDestroy() : socket.destroy();
    expect(await watch.failed).toMatchObject({ code: "reset" });
    expect(await stream.failed).toMatchObject({ code: "reset" });
    for (const run of finished.reverse()) await run();
  });
});

describe("a request that fails", () => {
  const { cleanups, open } = poolsPerTest();
  async function raw(behaviour: RawBehaviour): Promise<RawServer> {
    const server = await startRawServer(behaviour);
    cleanups.push(() => server.close());
    return server;
  }
  const failureOf = (pool: Pool, request: TransportRequest): Promise<TransportError> =>
    text(pool, request).then(
      (body) => expect.unreachable(`it was answered: ${body}`),
      (error: unknown) => error as TransportError,
    );

  it("says what was wrong with the answer when HTTP/2 does not allow it", async () => {
    const server = await raw({
      onConnection: (c) => c.grant(100),
      onRequest: (c, id) => c.frame(frameTypes.headers, 4, id, Buffer.concat([status(200), header("X-A", "b")])),
    });
    const error = await failureOf(open(server), ask("/x"));
    expect(error).toMatchObject({ code: "reset", sent: true });
    expect(error.message).toBe("GET /x: the server sent headers with a wrong name or value");
  });

  it("says that its own body could not be read, and why", async () => {
    const server = await raw({ onConnection: (c) => c.grant(100) });
    const body = new Readable({ read: () => void setImmediate(() => body.destroy(new Error("disk"))) });
    const error = await failureOf(open(server), ask("/x", { method: "POST", body }));
    expect(error).toMatchObject({ code: "reset", sent: true, cause: { message: "disk" } });
    expect(error.message).toBe("POST /x: the body of the request could not be read");
  });

  it("was sent, whatever code the server gives, when its answer had begun", async () => {
    const server = await raw({
      onConnection: (c) => c.grant(100),
      onRequest: (c, id) => {
        c.frame(frameTypes.headers, 4, id, status(200));
        c.frame(frameTypes.data, 0, id, Buffer.from("half"));
        if (id === 1) c.frame(frameTypes.rst, 0, id, uint32(7));
        else c.frame(frameTypes.goaway, 0, 0, Buffer.alloc(8));
      },
    });
    const pool = open(server);
    for (let n = 0; n < 2; n++)
      expect(await failureOf(pool, ask("/", { method: "POST" }))).toMatchObject({ code: "reset", sent: true });
    expect(server.requests).toBe(2);
  });

  it("was not sent when its connection is closed in the same turn", async () => {
    const clock = new FakeClock();
    const server = await serve((_request, response) => json(response, {}));
    cleanups.push(() => server.close());
    const { connection } = await openTo(server.port, clock);
    const sent = connection.send(ask("/", { method: "POST", body: "{}" }));
    connection.destroy();
    await expect(sent).rejects.toMatchObject({ code: "closed", sent: false });
    await connection.closed();
    expect([server.requests.length, connection.load.streams, clock.pending]).toEqual([0, 0, 0]);
  });

  it("was sent when the network breaks afterwards, also with a code that connecting fails with", async () => {
    const clock = new FakeClock();
    const server = await serve(() => {});
    cleanups.push(() => server.close());
    for (const code of ["EHOSTUNREACH", "ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC"]) {
      const { connection, socket } = await openTo(server.port, clock);
      const before = server.requests.length;
      const sent = connection.send(ask("/", { method: "POST", body: "{}" }));
      sent.catch(() => {});
      await eventually(() => server.requests.length > before, "the server has it");
      socket.destroy(Object.assign(new Error("broken"), { code }));
      await expect(sent).rejects.toMatchObject({ sent: true, cause: { code } });
      await connection.closed();
    }
  });

  it("because of its path or headers leaves the connection to the others", async () => {
    const clock = new FakeClock();
    const server = await serve((_request, response) => json(response, {}));
    cleanups.push(() => server.close());
    const { connection } = await openTo(server.port, clock);
    for (const path of ["/a b", "/a\nb", "/\u010a", "/\u{1f600}"])
      await expect(connection.send(ask(path))).rejects.toMatchObject({ kind: "InvalidArgument" });
    const headers = { "x-a": undefined as unknown as string };
    await expect(connection.send(ask("/", { headers }))).rejects.toThrow(TypeError);
    expect([connection.load.streams, connection.usable]).toEqual([0, true]);
    expect((await connection.send(ask("/\u00e9"))).status).toBe(200);
    connection.destroy();
    await connection.closed();
  });
});

describe("a connection without requests", () => {
  it("does not keep the process alive, one with a request does", async () => {
    const clock = new FakeClock();
    const server = await serve((seen, response) => seen.path === "/" && json(response, {}));
    const { connection, socket } = await openTo(server.port, clock);
    // The handle of TLS does not say it, the one below does.
    const { _handle: handle } = socket as unknown as { _handle: { _parent: { hasRef(): boolean } } };
    const isHeld = (): boolean => handle._parent.hasRef();
    expect(isHeld()).toBe(false);
    const giveUp = new AbortController();
    const waiting = connection.send(ask("/never", { signal: giveUp.signal }));
    waiting.catch(() => {});
    const { body } = await connection.send(ask());
    await body.resume().toArray();
    expect(isHeld()).toBe(true);
    giveUp.abort();
    await expect(waiting).rejects.toMatchObject({ kind: "Aborted" });
    expect(isHeld()).toBe(false);
    connection.destroy();
    await connection.closed();
    await server.close();
  });
});

describe("five thousand requests", () => {
  const { start, open } = poolsPerTest();

  it("of every kind, many given up at any moment, all come to an end and leave no stream", async () => {
    const next = seededRandom(11);
    const random = (below: number): number => Math.floor(next() * below);
    const large = "x".repeat(300_000);
    const server = await start((seen, response, incoming) => {
      const { stream } = incoming as unknown as { stream: ServerHttp2Stream };
      if (seen.path === "/reset") stream.close(random(14));
      else if (seen.path === "/half") response.write(large, () => setImmediate(() => stream.close(2)));
      else if (seen.path === "/large") response.end(large);
      else if (seen.path === "/later") setImmediate(() => json(response, { length: seen.body.length }));
      else json(response, { length: seen.body.length });
    });
    const pool = open(server);
    const counts = { answered: 0, aborted: 0, failed: 0 };
    const once = async (): Promise<void> => {
      const giveUp = new AbortController();
      const when = random(8);
      const abort = (): void => giveUp.abort();
      if (when === 0) setImmediate(abort);
      if (when === 1) queueMicrotask(abort);
      if (when === 2) setImmediate(() => setImmediate(abort));
      const path = ["/", "/later", "/large", "/half", "/reset", "/later"][random(6)] as string;
      const bodies = [undefined, undefined, "{}", "a".repeat(100_000), Buffer.alloc(50_000), Readable.from(["a", "b"])];
      const body = bodies[random(6)];
      const method = body === undefined ? "GET" : "POST";
      try {
        const answer = await pool.send(ask(path, { method, signal: giveUp.signal, body }));
        if (when === 3) abort();
        if (when === 4) answer.body.destroy();
        else for await (const _ of answer.body);
        counts.answered++;
      } catch (error) {
        if ((error as { kind?: string }).kind === "Aborted") counts.aborted++;
        else if ((error as { kind?: string }).kind === "Transport") counts.failed++;
        else throw error;
      }
    };
    const work = async (requests: number): Promise<void> => {
      for (let n = 0; n < requests; n++) await once();
    };
    await Promise.all(Array.from({ length: 60 }, () => work(75)));
    await Promise.all(Array.from({ length: 250 }, () => work(2)));
    expect(counts.answered + counts.aborted + counts.failed).toBe(5_000);
    expect(Math.min(counts.answered, counts.aborted, counts.failed)).toBeGreaterThan(300);
    await eventually(() => pool.stats().streams === 0, "every stream is given back");
  }, 120_000);
});

/** Stands in front of a server and never closes its side of a connection. */
interface Peer {
  readonly port: number;
  /** Whether the client has ended its side. */
  readonly sawEnd: boolean;
  close(): Promise<void>;
}

async function startPeer(to: number): Promise<Peer> {
  const sockets: Socket[] = [];
  let sawEnd = false;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connectTcp({ host: "127.0.0.1", port: to, allowHalfOpen: true });
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on("error", () => {});
    near.on("data", (chunk) => far.write(chunk));
    // What the server answers to the client's GOAWAY does not arrive.
    far.on("data", (chunk) => sawEnd || near.write(chunk));
    near.on("end", () => {
      sawEnd = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get sawEnd() {
      return sawEnd;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
