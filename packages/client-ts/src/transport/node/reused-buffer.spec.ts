import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket, type TcpNetConnectOpts } from "node:net";
import { Duplex, PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createSecureContext, createServer as createTlsServer, type TLSSocket } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import type { DialTarget } from "../dial.ts";
import { loopbackCertificate, testCa } from "../test-support/servers.ts";
import { eventually } from "../../util/test-support/eventually.ts";
import { dialTcp } from "./dial.ts";
import { ReusedBuffer, takeBytes } from "./reused-buffer.ts";
import { loadTls } from "../test-support/load-tls.ts";
import { type ConnectTlsOptions, newTlsSocket, secured } from "./tls.ts";

/** The port of a server that the test ends. */
async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
  });
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  server.listen(0, host);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function connectDirectly(target: DialTarget, tls: ConnectTlsOptions, options: object = {}): Promise<TLSSocket> {
  const open = (tcp: TcpNetConnectOpts): TLSSocket => newTlsSocket(tcp, tls);
  const socket = await dialTcp(target, options, open, (connected) => secured(connected, tls));
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Both ends of a TLS connection; ours reads into one buffer. */
async function connected(
  onPeer: (peer: TLSSocket) => void = () => {},
): Promise<{ socket: TLSSocket; peer: TLSSocket }> {
  const server = createTlsServer({ key: loopbackCertificate.key, cert: loopbackCertificate.cert });
  const peers = once(server, "secureConnection") as Promise<[TLSSocket]>;
  void peers.then(([peer]) => onPeer(peer));
  const target = { host: "127.0.0.1", port: await listen(server) };
  const options: ConnectTlsOptions = { target, settings: await loadTls({ ca: testCa.cert }), alpn: [] };
  const socket = await connectDirectly(target, options);
  return { socket, peer: (await peers)[0] };
}

const digest = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

describe("a socket that reads into one buffer", () => {
  it("lends every byte in order, always in the same memory", async () => {
    const bytes = randomBytes(3_000_000);
    const { socket, peer } = await connected();
    const sum = createHash("sha256");
    const memories = new Set<unknown>();
    takeBytes(socket, (chunk) => {
      sum.update(chunk);
      memories.add(chunk.buffer);
    });
    peer.end(bytes);
    await once(socket, "end");
    expect([sum.digest("hex"), memories.size]).toEqual([digest(bytes), 1]);
  });

  it("gives what came before it was taken first, and loses nothing in between", async () => {
    const first = randomBytes(50_000);
    const second = randomBytes(500_000);
    const { socket, peer } = await connected((one) => one.write(first));
    await eventually(() => socket.readableLength > 10_000, "the first bytes");
    const chunks: Buffer[] = [];
    takeBytes(socket, (chunk) => void chunks.push(Buffer.from(chunk)));
    peer.end(second);
    await once(socket, "end");
    expect(digest(Buffer.concat(chunks))).toBe(digest(Buffer.concat([first, second])));
  });

  it("does not let bytes overtake those that the stream still has", async () => {
    const stream = new Duplex({ read() {} });
    const reused = new ReusedBuffer();
    reused.attach(stream as Socket);
    const arrive = (text: string): boolean => {
      const { buffer, callback } = reused.onread;
      return callback((buffer as Buffer).write(text), buffer as Buffer);
    };
    arrive("first ");
    let text = "";
    takeBytes(stream, (chunk) => {
      text += chunk.toString();
    });
    arrive("second ");
    await nextTurn();
    arrive("third");
    expect(text).toBe("first second third");
  });

  it("is an ordinary stream until then: pieces may be kept, and it does not read ahead without limit", async () => {
    const bytes = randomBytes(3_000_000);
    const { socket, peer } = await connected();
    peer.end(bytes);
    await eventually(() => socket.readableLength >= socket.readableHighWaterMark, "a full stream");
    for (let turn = 0; turn < 100; turn++) await nextTurn();
    expect(socket.readableLength).toBeLessThan(500_000);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    expect(digest(Buffer.concat(chunks))).toBe(digest(bytes));
  });

  it("reads nothing while it is paused, and goes on where it was", async () => {
    const bytes = randomBytes(4_000_000);
    const { socket, peer } = await connected();
    const sum = createHash("sha256");
    let [total, pauses] = [0, 0];
    takeBytes(socket, (chunk) => {
      sum.update(chunk);
      total += chunk.length;
      if (socket.isPaused()) return;
      socket.pause();
      pauses++;
      const before = total;
      // Only what was decrypted with this piece still comes.
      setImmediate(() => {
        expect(total - before).toBeLessThan(200_000);
        socket.resume();
      });
    });
    peer.end(bytes);
    await once(socket, "end");
    expect(sum.digest("hex")).toBe(digest(bytes));
    expect(pauses).toBeGreaterThan(10);
  });

  it("fails with a TLS error when TLS cannot even begin", async () => {
    const target = { host: "127.0.0.1", port: await listen(createServer()) };
    const context = createSecureContext({
      minVersion: "TLSv1.2",
      maxVersion: "TLSv1.2",
      ciphers: "TLS_AES_256_GCM_SHA384",
    });
    const options: ConnectTlsOptions = { target, settings: { context, verify: true }, alpn: ["h2"] };
    await expect(connectDirectly(target, options)).rejects.toMatchObject({ code: "tls", sent: false });
  });

  it("sends at once, and notices a dead peer", async () => {
    const port = await listen(createServer());
    const calls: unknown[] = [];
    const socket = await dialTcp({ host: "127.0.0.1", port }, { keepAliveMs: 7000 }, (tcp) => {
      const made = connect(tcp);
      made.setNoDelay = (...given) => {
        calls.push(["noDelay", ...given]);
        return made;
      };
      made.setKeepAlive = (...given) => {
        calls.push(["keepAlive", ...given]);
        return made;
      };
      return made;
    });
    socket.destroy();
    expect(calls).toEqual([
      ["noDelay", true],
      ["keepAlive", true, 7000],
    ]);
  });

  it("connects to the second address when the first refuses", async () => {
    const server = createTlsServer({ key: loopbackCertificate.key, cert: loopbackCertificate.cert }, (peer) =>
      peer.end("hello"),
    );
    const target = { host: "api.test", port: await listen(server) };
    const options: ConnectTlsOptions = { target, settings: await loadTls({ ca: testCa.cert }), alpn: [] };
    const lookup = ((_name: string, _options: object, done: (error: null, found: object[]) => void) => {
      done(null, [
        { address: "127.0.0.9", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ]);
    }) as never;
    const socket = await connectDirectly(target, options, { lookup });
    let text = "";
    takeBytes(socket, (chunk) => {
      text += chunk.toString();
    });
    await once(socket, "end");
    expect(text).toBe("hello");
  });
});

describe("a socket without such a buffer", () => {
  it("gives its bytes as well", async () => {
    const stream = new PassThrough();
    const chunks: string[] = [];
    takeBytes(stream, (chunk) => void chunks.push(chunk.toString()));
    stream.end("hello");
    await once(stream, "end");
    expect(chunks).toEqual(["hello"]);
  });
});

describe("a TCP socket with one buffer", () => {
  it("lends its bytes too", async () => {
    const port = await listen(createServer((peer) => peer.end("hello")));
    const buffer = new ReusedBuffer();
    const socket = connect({ port, host: "127.0.0.1", onread: buffer.onread });
    buffer.attach(socket);
    const chunks: string[] = [];
    takeBytes(socket, (chunk) => void chunks.push(chunk.toString()));
    await once(socket, "end");
    expect(chunks).toEqual(["hello"]);
  });
});
