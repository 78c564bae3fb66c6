/** What servers and networks do to a stream: each fault by a server that is made for it, over a real socket. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { type Client, newClient } from "../client/index.ts";
import { isClientError } from "../errors/index.ts";
import { FakeClock } from "../util/index.ts";
import type { ExecOptions } from "./exec.ts";
import type { RemoteProcess } from "./remote-process.ts";

/** A server that answers upgrades as a test says, and has nothing else. */
async function serve(
  onUpgrade: (socket: Duplex, request: IncomingMessage) => void,
  clock?: FakeClock,
): Promise<Client> {
  const server: Server = createServer((_request, response) => response.writeHead(404).end());
  const sockets = new Set<Duplex>();
  server.on("connection", (socket) => sockets.add(socket));
  server.on("upgrade", (request, socket) => {
    socket.on("error", () => {});
    onUpgrade(socket, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = newClient({ host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, clock });
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  onTestFinished(() => client.close());
  return client;
}

function accept(socket: Duplex, request: IncomingMessage, protocol = "v5.channel.k8s.io"): void {
  const key = createHash("sha1").update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`);
  socket.write(
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
      `Sec-WebSocket-Accept: ${key.digest("base64")}\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`,
  );
}

function frame(opcode: number, payload: Buffer | string, { fin = true, rsv1 = false } = {}): Buffer {
  const bytes = Buffer.from(payload as string);
  const head = Buffer.alloc(bytes.length < 126 ? 2 : bytes.length < 65_536 ? 4 : 10);
  head[0] = (fin ? 0x80 : 0) | (rsv1 ? 0x40 : 0) | opcode;
  head[1] = head.length === 2 ? bytes.length : head.length === 4 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(bytes.length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(bytes.length), 2);
  return Buffer.concat([head, bytes]);
}

const channel = (number: number, payload: string): Buffer =>
  frame(2, Buffer.concat([Buffer.from([number]), Buffer.from(payload)]));
const success = channel(3, JSON.stringify({ status: "Success" }));
const closeFrame = frame(8, Buffer.from([3, 232]));

async function run(client: Client, options: ExecOptions = {}): Promise<RemoteProcess> {
  const pods = client.resource(Pod, { namespace: "shop" });
  return pods.exec("web", ["x"], { protocols: ["v5.channel.k8s.io"], ...options });
}

/** How a process ends when the server sends these bytes. */
async function after(...bytes: readonly Buffer[]): Promise<{ exit: unknown; out: unknown }> {
  const client = await serve((socket, request) => {
    accept(socket, request);
    for (const one of bytes) socket.write(one);
    socket.resume();
    socket.end();
  });
  const process = await run(client);
  const out = text(process.stdout).catch((error: unknown) => error);
  return { exit: await process.exit.catch((error: unknown) => error), out: await out };
}

/** Moves the clock, and lets sockets be read. */
async function pass(clock: FakeClock, ms: number): Promise<void> {
  await clock.advance(ms);
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe("a stream", () => {
  it("that ends without a status is an error, and its output does not look complete (F-H1, B342)", async () => {
    for (const last of [[closeFrame], [], [frame(8, Buffer.from([3, 243]))]]) {
      const { exit, out } = await after(channel(1, "begun"), ...last);
      expect(isClientError(exit, "Transport") && exit.message).toMatch(/before the exit status arrived/);
      expect(isClientError(out, "Transport")).toBe(true);
    }
  });

  it("resolves after output that comes behind the status (F-H2)", async () => {
    const { exit, out } = await after(channel(1, "a"), success, channel(1, "b"), closeFrame);
    expect({ exit, out }).toEqual({ exit: { code: 0 }, out: "ab" });
  });

  it("keeps an exit status that came before the connection broke", async () => {
    expect((await after(channel(1, "a"), success)).exit).toEqual({ code: 0 });
  });

  it("fails when the status makes no sense (F-H3)", async () => {
    expect((await after(channel(3, "{"), closeFrame)).exit).toMatchObject({ kind: "Protocol" });
    const long = Buffer.concat(Array.from({ length: 9 }, () => channel(3, "x".repeat(8_192))));
    expect((await after(long, closeFrame)).exit).toMatchObject({ code: "limit" });
  });

  it("ignores channels that it does not know, and messages without content (F-H5)", async () => {
    const { exit, out } = await after(channel(1, ""), channel(9, "?"), channel(1, "a"), success, closeFrame);
    expect({ exit, out }).toEqual({ exit: { code: 0 }, out: "a" });
  });

  it("ends at a text message and at one without a channel (F-H5, B329, B330)", async () => {
    expect((await after(frame(1, "text"), success, closeFrame)).exit).toMatchObject({ kind: "Protocol" });
    const { exit } = await after(frame(2, ""), success, closeFrame);
    expect(isClientError(exit, "Protocol") && exit.message).toMatch(/without a channel/);
  });

  it("ends at a message that is too long, in too many pieces, or compressed (F-H6, SEC-16)", async () => {
    const long = Buffer.from([0x82, 127, 0, 0, 0, 0, 2, 0, 0, 0]);
    expect((await after(long)).exit).toMatchObject({ code: "limit" });
    const first = frame(2, Buffer.from([1]), { fin: false });
    const pieces = Buffer.concat([first, ...Array.from({ length: 5_000 }, () => frame(0, "x", { fin: false }))]);
    expect((await after(pieces)).exit).toMatchObject({ code: "limit" });
    expect((await after(frame(2, Buffer.from([1, 2]), { rsv1: true }))).exit).toMatchObject({ kind: "Protocol" });
  });

  const status = (code: number): string =>
    JSON.stringify({ kind: "Status", apiVersion: "v1", status: "Failure", code });
  it.each<[string, string, object]>([
    ["200", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", { kind: "Transport", code: "upgrade" }],
    ["400", `HTTP/1.1 400 Bad Request\r\nContent-Length: ${status(400).length}\r\n\r\n${status(400)}`, { code: 400 }],
    ["403", "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", { kind: "Status", code: 403 }],
    ["404", "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", { kind: "Status", code: 404 }],
    ["301", "HTTP/1.1 301 Moved\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n", { kind: "Transport", code: "other" }],
    ["nonsense", "SSH-2.0-x\r\n", { kind: "Transport", code: "upgrade" }],
    ["nothing", "", { kind: "Transport", code: "reset" }],
  ])("that is answered with %s gives a typed error (F-H7, B353)", async (_what, answer, expected) => {
    const client = await serve((socket) => socket.end(answer));
    await expect(run(client)).rejects.toMatchObject(expected);
  });

  it.each(["v4.channel.k8s.io", "other"])(
    "refuses the sub-protocol %s that it did not offer (F-H7, B327, B353)",
    async (name) => {
      const client = await serve((socket, request) => accept(socket, request, name));
      await expect(run(client)).rejects.toMatchObject({ kind: "Transport", code: "upgrade" });
    },
  );

  it.each(["v3.channel.k8s.io", ""])(
    "refuses the protocol %j that it did not offer over SPDY, and ends the connection (F-H7, B353)",
    async (chosen) => {
      let ended = false;
      const client = await serve((socket) => {
        socket.once("end", () => (ended = true)).resume();
        socket.write(
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: SPDY/3.1\r\nConnection: Upgrade\r\n" +
            `X-Stream-Protocol-Version: ${chosen}\r\n\r\n`,
        );
      });
      await expect(run(client, { protocols: ["SPDY/3.1"] })).rejects.toMatchObject({
        kind: "Transport",
        code: "upgrade",
        message: expect.stringContaining(`chose the protocol ${JSON.stringify(chosen)}`),
      });
      await expect.poll(() => ended).toBe(true);
    },
  );

  it("asks as the server has to read it: method, streams, command and protocols (B326, B335)", async () => {
    const asked: string[] = [];
    const client = await serve((socket, { method, url, headers }) => {
      const offer = headers["sec-websocket-protocol"] ?? headers["x-stream-protocol-version"];
      asked.push(`${method} ${url} ${headers.upgrade} ${offer}`);
      socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    });
    const options = { stdin: true, tty: true, container: "app", protocols: undefined };
    await expect(run(client, options)).rejects.toMatchObject({ code: 400 });
    const path = "/api/v1/namespaces/shop/pods/web/exec?command=x&container=app";
    expect(
      asked.map((line) => line.replace(/\?\S*/, (query) => `?${query.slice(1).split("&").sort().join("&")}`)),
    ).toEqual([
      `GET ${path}&stdin=true&stdout=true&tty=true websocket v5.channel.k8s.io`,
      `POST ${path}&stdin=true&stdout=true&tty=true SPDY/3.1 v5.channel.k8s.io, v4.channel.k8s.io`,
      `GET ${path}&stdin=true&stdout=true&tty=true websocket v4.channel.k8s.io`,
    ]);
  });

  it("says so when nothing can be sent any more (B331)", async () => {
    const client = await serve((socket, request) => {
      accept(socket, request);
      socket.end(Buffer.concat([success, closeFrame]));
    });
    const process = await run(client, { stdin: true });
    await process.exit;
    const failed = new Promise((resolve) => process.stdin.write("late", resolve));
    expect(await failed).toBeInstanceOf(Error);
    await process.close();
  });

  it("finds a dead peer within 20 s (F-H10, B328)", async () => {
    const clock = new FakeClock();
    const client = await serve((socket, request) => {
      accept(socket, request);
      socket.resume();
    }, clock);
    const process = await run(client);
    const ended = process.exit.catch((error: unknown) => error);
    let seconds = 0;
    let error: unknown;
    void ended.then((reason) => {
      error = reason;
    });
    for (; seconds < 30 && error === undefined; seconds++) {
      await pass(clock, 1_000);
    }
    expect(error).toMatchObject({ kind: "Transport", code: "timeout" });
    expect(seconds).toBeLessThanOrEqual(20);
  });

  it("stays open without a byte of data as long as its pings are answered, for four hours (F-H10, B328)", async () => {
    const clock = new FakeClock();
    let pings = 0;
    let peer: Duplex | undefined;
    const client = await serve((socket, request) => {
      accept(socket, request);
      peer = socket;
      socket.on("data", (bytes: Buffer) => {
        // A ping without content: two bytes, and four of the mask.
        for (let at = 0; at + 6 <= bytes.length; at += 6) if (bytes[at] === 0x89) pings++;
        socket.write(frame(10, ""));
      });
    }, clock);
    const process = await run(client);
    const seconds = 4 * 3_600;
    for (let now = 0; now < seconds; now += 5) await pass(clock, 5_000);
    expect(pings).toBeGreaterThanOrEqual(seconds / 6);
    peer?.end(Buffer.concat([channel(1, "still here"), success, closeFrame]));
    expect(await text(process.stdout)).toBe("still here");
    expect((await process.exit).code).toBe(0);
  });
});
