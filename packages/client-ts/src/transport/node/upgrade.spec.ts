/** Requests that switch protocols, on a server that answers as each test says. */
import { createHash } from "node:crypto";
import { getEventListeners, once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { FakeClock } from "../../util/index.ts";
import { newPool, type Pool } from "../pool.ts";
import type { TransportRequest, TransportResponse } from "../transport.ts";
import type { WebSocketConnection } from "../upgraded.ts";

interface Peer {
  readonly pool: Pool;
  readonly clock: FakeClock;
  /** The connection that was accepted last. */
  socket(): Socket;
  /** Connections that are open. */
  open(): number;
}

/** A server that gives the head of each request to the test. */
async function serve(onRequest: (head: string, socket: Socket) => void): Promise<Peer> {
  const sockets = new Set<Socket>();
  let last: Socket | undefined;
  const server: Server = createServer((socket) => {
    last = socket;
    sockets.add(socket.on("error", () => {}));
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", (head: Buffer) => onRequest(head.toString("latin1"), socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const clock = new FakeClock();
  const pool = newPool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { clock, env: {} });
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  onTestFinished(() => pool.close());
  return { pool, clock, socket: () => last as Socket, open: () => sockets.size };
}

const request = (headers: Record<string, string>, more: Partial<TransportRequest> = {}): TransportRequest => ({
  method: "GET",
  path: "/exec",
  purpose: "upgrade",
  headers: { connection: "Upgrade", ...headers },
  ...more,
});
const spdy = (more: Partial<TransportRequest> = {}): TransportRequest => request({ upgrade: "SPDY/3.1" }, more);
const webSocket = (): TransportRequest => request({ upgrade: "websocket", "sec-websocket-protocol": "one, two" });
const switched = (protocol: string): string =>
  `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;

/** Accepts a WebSocket with a sub-protocol. */
function accept(head: string, socket: Socket, protocol: string | undefined): void {
  const key = /sec-websocket-key: (.*)\r/i.exec(head)?.[1];
  const proof = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  const chosen = protocol === undefined ? "" : `Sec-WebSocket-Protocol: ${protocol}\r\n`;
  socket.write(switched("websocket").replace("\r\n\r\n", `\r\nSec-WebSocket-Accept: ${proof}\r\n${chosen}\r\n`));
}

const frame = (opcode: number, payload: Buffer | string): Buffer => {
  const bytes = Buffer.from(payload as string);
  return Buffer.concat([Buffer.from([0x80 | opcode, bytes.length]), bytes]);
};

describe("a connection that switches to SPDY", () => {
  it("is the caller's, with the bytes that came behind the answer", async () => {
    const { pool, clock } = await serve((_head, socket) => socket.write(`${switched("spdy/3.1")}first bytes`));
    const { signal } = new AbortController();
    const { status, upgraded } = await pool.send(spdy({ signal }));
    const socket = upgraded?.type === "socket" ? upgraded.socket : undefined;
    expect(status).toBe(101);
    const [bytes] = (await once(socket as Socket, "data")) as [Buffer];
    expect(bytes.toString()).toBe("first bytes");
    expect([getEventListeners(signal, "abort").length, clock.pending]).toEqual([0, 0]);
    socket?.destroy();
  });

  it("is refused when the server switches to something else, and closed", async () => {
    const { pool, open } = await serve((_head, socket) => socket.write(switched("h2c")));
    await expect(pool.send(spdy())).rejects.toMatchObject({
      code: "upgrade",
      message: expect.stringContaining('switched to the protocol "h2c" instead of spdy/3.1'),
    });
    await expect.poll(open).toBe(0);
  });

  it("is given thirty seconds for its answer, or what the request says, and then closed", async () => {
    const { pool, clock, open } = await serve(() => {});
    for (const [more, ms] of [
      [{}, 30_000],
      [{ headersTimeoutMs: 500 }, 500],
    ] as const) {
      const sending = pool.send(spdy(more)).catch((error: unknown) => error);
      await expect.poll(() => clock.nextInMs).toBe(ms);
      await clock.advance(ms);
      expect(await sending).toMatchObject({ code: "timeout", message: `GET /exec: no answer within ${ms} ms` });
      await expect.poll(open).toBe(0);
    }
  });

  it("ends with its signal while the answer is awaited, and when the server hangs up", async () => {
    let asked = 0;
    const { pool, clock, open, socket } = await serve(() => asked++);
    const abort = new AbortController();
    const aborted = pool.send(spdy({ signal: abort.signal })).catch((error: unknown) => error);
    await expect.poll(() => asked).toBe(1);
    abort.abort();
    expect(await aborted).toMatchObject({ kind: "Aborted" });
    await expect.poll(open).toBe(0);
    const cut = pool.send(spdy()).catch((error: unknown) => error);
    await expect.poll(() => asked).toBe(2);
    socket().destroy();
    expect(await cut).toMatchObject({ kind: "Transport", code: "reset" });
    expect(clock.pending).toBe(0);
  });

  it("is closed after an answer that does not switch protocols, when the answer was read", async () => {
    const answer = "HTTP/1.1 403 Forbidden\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nno";
    const { pool, open } = await serve((_head, socket) => socket.write(answer));
    const response: TransportResponse = await pool.send(spdy());
    expect([response.status, response.upgraded, await text(response.body)]).toEqual([403, undefined, "no"]);
    await expect.poll(open).toBe(0);
  });
});

describe("a connection that switches to WebSocket", () => {
  /** A WebSocket that is open, and what its listener receives. */
  async function opened(onRequest = accept) {
    const peer = await serve((head, socket) => onRequest(head, socket, "two"));
    const { upgraded } = await peer.pool.send(webSocket());
    const connection = (upgraded?.type === "webSocket" ? upgraded.webSocket : undefined) as WebSocketConnection;
    const ended: { error: unknown }[] = [];
    const messages: string[] = [];
    const listen = (): void =>
      connection.listen({
        onMessage: (data, isText) => void messages.push(`${isText ? "text" : "bytes"} ${data}`),
        onClose: (error) => void ended.push({ error }),
      });
    return { ...peer, connection, ended, messages, listen };
  }

  it("has the sub-protocol that the server chose among those that were offered", async () => {
    const { connection } = await opened();
    expect(connection.protocol).toBe("two");
    for (const protocol of ["three", undefined]) {
      const { pool, open } = await serve((head, socket) => accept(head, socket, protocol));
      await expect(pool.send(webSocket())).rejects.toMatchObject({ code: "upgrade" });
      await expect.poll(open).toBe(0);
    }
  });

  it("keeps what comes until there is a listener, its end included", async () => {
    const { socket, ended, messages, listen, open } = await opened();
    socket().write(Buffer.concat([frame(2, "one"), frame(1, "two")]));
    listen();
    await expect.poll(() => messages).toEqual(["bytes one", "text two"]);
    socket().write(frame(8, Buffer.from([3, 232])));
    await expect.poll(() => ended).toEqual([{ error: undefined }]);
    const late = await opened();
    late.connection.destroy(new Error("of the caller"));
    await expect.poll(late.open).toBe(0);
    late.listen();
    expect(late.ended).toEqual([{ error: expect.objectContaining({ message: "of the caller" }) }]);
    expect(open()).toBe(0);
  });

  it.each([
    ["a close frame without a code", Buffer.alloc(0), undefined],
    ["a close frame", Buffer.from([3, 232]), undefined],
    ["an error of the server", Buffer.concat([Buffer.from([3, 243]), Buffer.from("no")]), "with code 1011: no"],
  ])("ends at %s as the server means it", async (_what, payload, expected) => {
    const { socket, ended, listen } = await opened();
    listen();
    socket().write(frame(8, payload));
    await expect.poll(() => ended.length).toBe(1);
    if (expected === undefined) expect(ended[0]?.error).toBeUndefined();
    else expect(ended[0]?.error).toMatchObject({ code: "reset", message: expect.stringContaining(expected) });
  });

  it("sees the close frame of the server also when it was not being read", async () => {
    const { connection, ended, listen, socket } = await opened();
    listen();
    connection.pause();
    connection.close();
    const [closeFrame] = (await once(socket(), "data")) as [Buffer];
    expect(closeFrame[0]).toBe(0x88);
    socket().write(frame(8, Buffer.from([3, 232])));
    await expect.poll(() => ended, { timeout: 1_500 }).toEqual([{ error: undefined }]);
  });

  it("is not waited for beyond two seconds when the server does not answer a close frame", async () => {
    const { connection, ended, listen, socket, open } = await opened();
    listen();
    socket().resume();
    // The WebSocket library measures this time by itself.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    connection.close();
    vi.advanceTimersByTime(2_000);
    vi.useRealTimers();
    await expect.poll(() => ended.length).toBe(1);
    await expect.poll(open).toBe(0);
  });

  it("that we do not read is not taken for dead, and one that we read is", async () => {
    const { connection, ended, listen, clock, socket } = await opened();
    listen();
    socket().resume();
    connection.pause();
    const pass = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second++) {
        await clock.advance(1_000);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await pass(60);
    expect(ended).toEqual([]);
    connection.resume();
    await pass(20);
    expect(ended).toEqual([{ error: expect.objectContaining({ code: "timeout" }) }]);
    expect(clock.pending).toBe(0);
  });

  it("lets a writer wait while a megabyte waits in the socket, and says that it is closed afterwards", async () => {
    const { connection, socket, listen } = await opened();
    listen();
    const piece = Buffer.alloc(512 * 1024);
    let ready = 0;
    let sent = 0;
    // The server does not read: what leaves is what fits into the buffers of the system.
    socket().pause();
    for (; sent < 64 && ready === sent; sent++) connection.send(piece, () => ready++);
    expect(ready).toBeLessThan(sent);
    socket().resume();
    await expect.poll(() => ready).toBe(sent);
    connection.destroy();
    const error = await new Promise((resolve) => connection.send(piece, resolve));
    expect(error).toMatchObject({ code: "closed" });
  });
});
