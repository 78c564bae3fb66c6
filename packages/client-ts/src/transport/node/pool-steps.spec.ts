import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { PassThrough, Readable, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { TransportError } from "../../errors/index.ts";
import { FakeClock, nextTurn } from "../../util/index.ts";
import type { CertificateSource } from "../certificate-source.ts";
import { newPool } from "../pool.ts";
import { ask, poolsPerTest, text } from "../test-support/pools.ts";
import { json } from "../test-support/servers.ts";
import { eventually } from "../../util/test-support/eventually.ts";
import { newDial } from "./dial.ts";
import { closeAfter, sendBody } from "./h1-connections.ts";
import { isLasting, lastingStreamLimit } from "./h2-connection.ts";

const { start, open } = poolsPerTest();
const protocols = ["h2", "https"] as const;

/** The handle of a socket, which says whether the event loop waits for it. */
const handleOf = (socket: Socket): { hasRef(): boolean } =>
  (socket as unknown as { readonly _handle: { hasRef(): boolean } })._handle;

/** A source of certificates that has none, and the function that says that it has changed. */
function changingCertificate(): { readonly certificate: CertificateSource; change(): void } {
  let change = (): void => {};
  const certificate: CertificateSource = {
    current: async () => undefined,
    onChange: (listener) => {
      change = listener;
      return () => {};
    },
  };
  return { certificate, change: () => change() };
}

describe.each(protocols)("a request over %s", (protocol) => {
  it("leaves nothing on its signal and sets no timer that outlives it", async () => {
    const clock = new FakeClock();
    const server = await start((_request, response) => json(response, {}), { protocol });
    const pool = open(server, { clock, pingAfterMs: 1e9 });
    await text(pool, ask("/first"));
    const before = clock.pending;
    const { signal } = new AbortController();
    expect(await text(pool, ask("/", { signal, headersTimeoutMs: 5_000 }))).toBe("{}");
    await eventually(() => getEventListeners(signal, "abort").length === 0, "no listener is left");
    expect(clock.pending).toBe(before);
  });

  it("that was aborted before it is sent is not sent, and its error says so", async () => {
    const server = await start((_request, response) => json(response, {}), { protocol });
    const pool = open(server);
    const aborted = pool.send(ask("/never", { signal: AbortSignal.abort(new Error("too late")) }));
    await expect(aborted).rejects.toMatchObject({ kind: "Aborted" });
    await text(pool, ask("/next"));
    expect(server.requests.map(({ path }) => path)).toEqual(["/next"]);
  });

  it("is sent over a new connection when the one before could not be made", async () => {
    const server = await start((_request, response) => json(response, {}), { protocol });
    const dial = newDial();
    let dials = 0;
    const pool = open(server, {
      dial: (target, options) => {
        if (++dials === 1) return Promise.reject(new TransportError("no route", { code: "refused", sent: false }));
        return dial(target, options);
      },
    });
    await expect(pool.send(ask())).rejects.toMatchObject({ code: "refused", sent: false });
    expect(await text(pool)).toBe("{}");
    expect([dials, pool.stats().opened]).toEqual([2, 1]);
  });

  it("whose answer falls silent fails after a minute, and one that is a watch does not", async () => {
    const clock = new FakeClock();
    const server = await start((_request, response) => void response.writeHead(200).write("first"), { protocol });
    const pool = open(server, { clock, pingAfterMs: 1e9 });
    const bodies = [await pool.send(ask()), await pool.send(ask("/watch", { purpose: "watch" }))].map(
      ({ body }) => body,
    );
    const [came, codes]: [number[], unknown[]] = [
      [0, 0],
      [undefined, undefined],
    ];
    for (const [at, body] of bodies.entries()) {
      body.on("error", (error) => (codes[at] = (error as TransportError).code));
      body.on("data", (chunk: Buffer) => (came[at] = (came[at] ?? 0) + chunk.length));
    }
    await eventually(() => came.every((bytes) => bytes === 5), "the beginning has come");
    await clock.advance(59_999);
    expect(codes).toEqual([undefined, undefined]);
    await clock.advance(1);
    await eventually(() => codes[0] !== undefined, "the call has failed");
    expect(codes).toEqual(["timeout", undefined]);
  });

  it("that is under way when the certificate changes has twenty seconds, and is counted until then", async () => {
    const clock = new FakeClock();
    const { certificate, change } = changingCertificate();
    const server = await start((_request, response) => void response.writeHead(200).write("first"), { protocol });
    const pool = open(server, { clock, certificate, pingAfterMs: 1e9 });
    const { body } = await pool.send(ask("/watch", { purpose: "watch" }));
    let closed = false;
    body.on("error", () => {}).on("close", () => (closed = true));
    body.resume();
    change();
    change();
    const { sessions, sockets, streams } = pool.stats();
    expect([sessions + sockets, streams]).toEqual([1, protocol === "h2" ? 1 : 0]);
    await clock.advance(19_999);
    expect(closed).toBe(false);
    await clock.advance(1);
    await eventually(() => closed && server.open === 0, "the old connection is closed");
    await eventually(() => pool.stats().sessions + pool.stats().sockets === 0, "it is not counted any more");
    await eventually(() => clock.pending === 0, "no timer is left");
  });

  it("that was sent when the pool is closed fails as one that the server may have done", async () => {
    const server = await start(() => {}, { protocol });
    const pool = open(server);
    const held = pool.send(ask("/held", { method: "POST", body: "{}" })).catch((error: unknown) => error);
    await eventually(() => server.requests.length === 1, "the write is under way");
    await pool.close();
    expect(await held).toMatchObject({ code: "closed", sent: true });
  });

  it("that is under way on a connection that takes no more requests ends with the pool", async () => {
    const { certificate, change } = changingCertificate();
    const server = await start((_request, response) => void response.writeHead(200).write("first"), { protocol });
    const pool = open(server, { certificate });
    const { body } = await pool.send(ask("/watch", { purpose: "watch" }));
    const failed = new Promise<unknown>((resolve) => body.on("error", resolve).resume());
    change();
    await pool.close();
    await failed;
    await eventually(() => server.open === 0, "the old connection is closed");
    await expect(pool.send(ask())).rejects.toMatchObject({ code: "closed", sent: false });
  });
});

describe("a pool", () => {
  it("that was closed before its first request makes no connection, and its requests fail", async () => {
    const pool = newPool("https://127.0.0.1:1", { env: {} });
    await pool.close();
    await expect(pool.send(ask())).rejects.toMatchObject({ code: "closed", sent: false });
    await expect(pool.connect()).rejects.toMatchObject({ code: "closed" });
    expect(pool.stats()).toEqual({ sessions: 0, sockets: 0, streams: 0, opened: 0 });
  });

  it("lets a program end by itself between its requests, and not during one", async () => {
    let finish = (): void => {};
    const server = await start((request, response) => {
      if (request.path !== "/held") return json(response, {});
      finish = () => json(response, {});
    });
    const tcp = newDial();
    const sockets: Socket[] = [];
    const pool = open(server, {
      dial: async (target, options) => {
        const socket = (await tcp(target, options)) as Socket;
        sockets.push(socket);
        return socket;
      },
    });
    const keepsAlive = (): boolean[] => sockets.map((socket) => handleOf(socket).hasRef());
    await text(pool, ask("/first"));
    await eventually(() => pool.stats().streams === 0, "no request is under way");
    expect(keepsAlive()).toEqual([false]);
    const held = text(pool, ask("/held"));
    await eventually(() => server.requests.length === 2, "a request is under way");
    expect(keepsAlive()).toEqual([true]);
    finish();
    await held;
    await eventually(() => pool.stats().streams === 0, "no request is under way");
    expect(keepsAlive()).toEqual([false]);
  });

  it("keeps 25 connections of HTTP/1.1 for later requests, and closes the others", async () => {
    const held: (() => void)[] = [];
    const server = await start((_request, response) => void held.push(() => json(response, {})), { protocol: "http" });
    const pool = open(server);
    const calls = Array.from({ length: 27 }, () => text(pool, ask()));
    await eventually(() => held.length === 27, "every request is under way");
    for (const answer of held) answer();
    await Promise.all(calls);
    await eventually(() => server.open <= 25, "what is too much is closed");
    expect([server.open, pool.stats().sockets]).toEqual([25, 25]);
  });

  it("causes no warning of Node, however many requests share a signal and connections are made at once", async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on("warning", onWarning);
    const server = await start((_request, response) => json(response, {}), { protocol: "http" });
    const pool = open(server);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 12 }, () => text(pool, ask("/", { signal }))));
    await Promise.all(Array.from({ length: 12 }, () => pool.connect()));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
  });

  it("stops to make a connection of one's own when its signal fires, and says why", async () => {
    const given: (AbortSignal | undefined)[] = [];
    const pool = open(
      { url: "http://api.test" },
      {
        dial: (_target, options) => {
          given.push(options?.signal);
          return new Promise(() => {});
        },
      },
    );
    const giveUp = new AbortController();
    const connecting = pool.connect({ signal: giveUp.signal }).catch((error: unknown) => error);
    await eventually(() => given.length === 1, "it is dialled");
    giveUp.abort(new Error("enough"));
    expect(given[0]?.aborted).toBe(true);
    expect(await connecting).toMatchObject({ kind: "Aborted", cause: { message: "enough" } });
  });
});

describe("the body of a request", () => {
  it("that is a stream is destroyed with the request, and a failure of it ends the request", async () => {
    const closing = { body: new PassThrough(), to: new PassThrough() };
    sendBody(closing.body, closing.to);
    closing.to.destroy();
    await eventually(() => closing.body.destroyed, "the body is destroyed");
    const failing = { body: new PassThrough(), to: new PassThrough() };
    const failed = new Promise<unknown>((resolve) => failing.to.on("error", resolve));
    sendBody(failing.body, failing.to);
    failing.body.destroy(new Error("the file is gone"));
    expect(await failed).toMatchObject({ cause: { message: "the file is gone" } });
  });

  it("that is a stream is read as fast as it goes out", async () => {
    const taken: string[] = [];
    let goOn = (): void => {};
    const to = new Writable({
      highWaterMark: 4,
      write(chunk, _encoding, done) {
        taken.push(String(chunk));
        goOn = done;
      },
    });
    const body = new Readable({ read() {} });
    for (const part of ["first", "second", "third", null]) body.push(part);
    sendBody(body, to);
    for (const [count, part] of ["first", "second", "third"].entries()) {
      await eventually(() => taken.at(-1) === part, `${part} goes out`);
      await nextTurn();
      expect([taken.length, to.writableLength]).toEqual([count + 1, part.length]);
      goOn();
    }
    await eventually(() => to.writableFinished, "the end goes out");
  });

  it("is written and ended, and none leaves the request to its caller", async () => {
    for (const body of ["käse", Buffer.from("käse")]) {
      const to = new PassThrough();
      sendBody(body, to);
      const chunks: Buffer[] = [];
      for await (const chunk of to) chunks.push(chunk as Buffer);
      expect(Buffer.concat(chunks).toString()).toBe("käse");
    }
    const to = new PassThrough();
    sendBody(undefined, to);
    expect(to.writableEnded).toBe(false);
  });
});

describe("the streams of a connection", () => {
  it("are left to calls by a fifth, and a watch gets one at least", () => {
    expect([0, 1, 2, 5, 10, 100].map(lastingStreamLimit)).toEqual([1, 1, 1, 4, 8, 80]);
    expect((["call", "list", "watch", "stream", "upgrade"] as const).filter(isLasting)).toEqual(["watch", "stream"]);
  });
});

describe("a socket that is to be closed", () => {
  it("is closed after its time, and leaves no timer when it was closed before", async () => {
    const clock = new FakeClock();
    const [first, second] = [new PassThrough(), new PassThrough()];
    for (const socket of [first, second]) closeAfter(socket, 1_000, clock);
    second.destroy();
    await eventually(() => clock.pending === 1, "the timer of the closed one is gone");
    await clock.advance(999);
    expect(first.destroyed).toBe(false);
    await clock.advance(1);
    expect(first.destroyed).toBe(true);
  });
});
