import { getEventListeners } from "node:events";
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeClock } from "../../util/index.ts";
import { defaultLimits } from "../limits.ts";
import { eventually, json, serve, type TestServer, testCa } from "../test-support/servers.ts";
import { newDial } from "./dial.ts";
import { H2Connection, type H2ConnectionOptions } from "./h2-connection.ts";
import { connectTls, loadTls } from "./tls.ts";

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
    await eventually(() => peer.sawEnd, "the session says goodbye");
    expect([socket.destroyed, connection.finished]).toEqual([false, false]);
    const closed = connection.closed();
    connection.destroy();
    expect(socket.destroyed).toBe(true);
    await closed;
  });

  it.each(ends)("is closed after two seconds (%s)", async (_why, end) => {
    await end();
    await eventually(() => peer.sawEnd, "the session says goodbye");
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

  it("keeps what is under way while the server answers pings, however quiet it is", async (test) => {
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
    // What the server says to the client's goodbye does not arrive.
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
