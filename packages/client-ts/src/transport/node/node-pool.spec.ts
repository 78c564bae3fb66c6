import { once } from "node:events";
import { createServer, type LookupFunction, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { TransportError } from "../../errors/index.ts";
import { FakeClock } from "../../util/index.ts";
import { json, serve, startRelay, type Handler } from "../test-support/servers.ts";
import { eventually } from "../../util/test-support/eventually.ts";
import { ask, poolsPerTest, text } from "../test-support/pools.ts";
import { newDial } from "./dial.ts";
import { newPool } from "../pool.ts";

const { cleanups, start, open } = poolsPerTest();

const ok: Handler = (_request, response) => json(response, { ok: true });
const holdWatches: Handler = (request, response) => {
  if (!request.path.startsWith("/watch")) return json(response, { ok: true });
  response.writeHead(200, { "content-type": "application/json" });
  response.write("\n");
};

describe("the pool on HTTP/2", () => {
  it("sends 200 requests over one connection", async () => {
    const server = await start(ok);
    const pool = open(server);
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        for (let i = 0; i < 5; i++) await text(pool, ask());
      }),
    );
    expect(server.requests).toHaveLength(200);
    expect(server.connections).toBe(1);
    expect((await pool.send(ask())).protocol).toBe("h2");
  });

  it("opens the next session before the stream limit, serves calls during 250 watches, and closes all", async () => {
    const server = await start(holdWatches, { settings: { maxConcurrentStreams: 100 } });
    const pool = open(server);
    const watches = await Promise.all(
      Array.from({ length: 250 }, (_, i) => pool.send(ask(`/watch/${i}`, { purpose: "watch" }))),
    );
    expect(server.connections).toBe(4);
    expect(await text(pool, ask("/call"))).toBe('{"ok":true}');
    expect(server.connections).toBe(4);
    expect(watches.every(({ status }) => status === 200)).toBe(true);
    await pool.close();
    await eventually(() => server.open === 0, "the server sees every socket closed");
    await expect(pool.send(ask())).rejects.toMatchObject({ code: "closed" });
  });

  it("keeps to a smaller limit that the server announces", async () => {
    const server = await start(holdWatches, { settings: { maxConcurrentStreams: 10 } });
    const pool = open(server);
    await Promise.all(Array.from({ length: 20 }, (_, i) => pool.send(ask(`/watch/${i}`, { purpose: "watch" }))));
    await Promise.all(Array.from({ length: 6 }, () => text(pool, ask())));
    // Eight watches to a session of ten, which leave streams for the calls.
    expect(server.connections).toBe(3);
  });

  it("opens another session instead of queueing calls beyond the limit", async () => {
    const held: (() => void)[] = [];
    const server = await start((_request, response) => void held.push(() => json(response, {})), {
      settings: { maxConcurrentStreams: 10 },
    });
    const pool = open(server);
    const calls = Array.from({ length: 25 }, () => text(pool, ask()));
    await eventually(() => held.length === 25, "every call reaches the server although none was answered");
    expect(server.connections).toBe(3);
    for (const answer of held) answer();
    await Promise.all(calls);
  });

  it("gives lists a session of their own", async () => {
    const server = await start(ok);
    const pool = open(server);
    await text(pool, ask());
    await text(pool, ask("/list", { purpose: "list" }));
    await text(pool, ask("/list", { purpose: "list" }));
    expect(server.connections).toBe(2);
  });

  it("closes a second connection that was idle for a while, and keeps the first", async () => {
    const server = await start(holdWatches, { settings: { maxConcurrentStreams: 10 } });
    const clock = new FakeClock();
    // An answer to a ping may take as long as it likes: only idleness closes.
    const pool = open(server, { clock, idleCloseMs: 30_000, pingTimeoutMs: 3_600_000 });
    const watches = await Promise.all(
      Array.from({ length: 12 }, (_, i) => pool.send(ask(`/watch/${i}`, { purpose: "watch" }))),
    );
    await text(pool, ask("/list", { purpose: "list" }));
    expect(server.open).toBe(3);
    for (const { body } of watches) body.destroy();
    await eventually(() => pool.stats().streams === 0, "no stream is left");
    for (let second = 0; second < 600 && server.open > 1; second++) {
      await clock.advance(1_000);
      // Real bytes take real turns of the loop.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(server.open).toBe(1);
    await eventually(() => (clock.nextInMs ?? 0) < 3_600_000, "the last ping is answered");
    expect(await text(pool, ask())).toBe('{"ok":true}');
    expect(server.connections).toBe(3);
  });

  it("moves new requests to another session after GOAWAY and lets the old ones finish (F-C4)", async () => {
    let finish: (() => void) | undefined;
    const server = await start((request, response) => {
      if (request.path !== "/slow") return json(response, {});
      response.writeHead(200);
      response.write("first,");
      finish = () => response.end("last");
    });
    const pool = open(server);
    const slow = await pool.send(ask("/slow", { purpose: "watch" }));
    for (const session of server.sessions) session.goaway(0);
    await eventually(() => pool.stats().sessions === 1 && pool.stats().streams === 1, "the session drains");
    await text(pool, ask("/new"));
    expect(server.connections).toBe(2);
    finish?.();
    let all = "";
    for await (const chunk of slow.body) all += chunk;
    expect(all).toBe("first,last");
  });

  it("loses no request while a server says GOAWAY all the time", async () => {
    let count = 0;
    const server = await start((_request, response, raw) => {
      count++;
      const { session } = (raw as unknown as { stream: { session?: { goaway(code: number): void } } }).stream;
      // In a turn of its own: Node would not count the requests that came together with this one.
      if (count % 7 === 0) setImmediate(() => session?.goaway(0));
      json(response, { count });
    });
    const pool = open(server);
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let i = 0; i < 20; i++) await text(pool, ask("/x", { method: i % 2 ? "POST" : "GET", body: "{}" }));
      }),
    );
    expect(count).toBe(400);
    expect(server.connections).toBeGreaterThan(3);
  });

  it("repeats a request that the server refused, also a POST; another broken stream is an error (F-C5)", async () => {
    let refused = 0;
    const server = await start((request, response, raw) => {
      const { stream } = raw as unknown as { stream: { close(code: number): void; rstCode: number } };
      if (request.path === "/refuse" && refused++ < 2) return stream.close(7);
      if (request.path === "/break") return stream.close(2);
      json(response, {});
    });
    const pool = open(server);
    expect(await text(pool, ask("/refuse", { method: "POST", body: "{}" }))).toBe("{}");
    expect(server.requests.filter(({ path }) => path === "/refuse")).toHaveLength(3);
    await expect(pool.send(ask("/break", { method: "POST", body: "{}" }))).rejects.toMatchObject({
      code: "reset",
      sent: true,
    });
    await expect(pool.send(ask("/break"))).rejects.toMatchObject({ code: "reset" });
    expect(server.requests.filter(({ path }) => path === "/break")).toHaveLength(2);
  });

  it("finds a dead peer by ping, fails its requests and reconnects; HTTP/1.1 uses a timeout (B445)", async () => {
    const clock = new FakeClock();
    const server = await start(holdWatches);
    const relay = await startRelay(server.port);
    cleanups.push(() => relay.close());
    const pool = open({ url: `https://127.0.0.1:${relay.port}` }, { clock });
    const watch = await pool.send(ask("/watch", { purpose: "watch" }));
    relay.freeze();
    const failed = once(watch.body, "error");
    watch.body.resume();
    await clock.advance(12_400);
    expect(watch.body.destroyed).toBe(false);
    await clock.advance(601);
    await new Promise((resolve) => setImmediate(resolve));
    expect((await failed)[0]).toMatchObject({ code: "reset" });
    expect(await text(pool, ask("/again"))).toBe('{"ok":true}');
    expect(server.connections).toBe(2);

    const h1 = await start(() => {}, { protocol: "http" });
    const plain = open(h1, { tls: {} });
    await expect(plain.send(ask("/", { headersTimeoutMs: 20 }))).rejects.toMatchObject({ code: "timeout" });
    await eventually(() => h1.open === 0, "the dead connection is dropped");
  });

  it("finds a dead peer by ping after GOAWAY, too, and keeps a quiet watch until then", async () => {
    const clock = new FakeClock();
    const server = await start(holdWatches);
    const relay = await startRelay(server.port);
    cleanups.push(() => relay.close());
    const pool = open({ url: `https://127.0.0.1:${relay.port}` }, { clock });
    const watch = await pool.send(ask("/watch", { purpose: "watch" }));
    watch.body.resume();
    for (const session of server.sessions) session.goaway(0);
    await text(pool, ask("/new"));
    await eventually(() => server.connections === 2, "new requests have moved");
    for (let i = 0; i < 30; i++) {
      await clock.advance(1_000);
      // Real bytes take real turns of the loop.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(watch.body.destroyed).toBe(false);
    relay.freeze();
    for (let i = 0; i < 14; i++) {
      await clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => watch.body.destroyed, "the watch ends");
    expect(watch.body.errored).toMatchObject({ code: "reset" });
  });

  it("frees the stream of a request that is aborted at any moment, also before it was sent", async () => {
    const server = await start(holdWatches);
    const pool = open(server);
    await text(pool, ask());
    for (const turns of [0, 0, 0, 1, 1, 2, 3, 5, 8]) {
      const giveUp = new AbortController();
      const purpose = turns % 2 ? "watch" : "call";
      const sending = pool.send(ask("/watch", { purpose, signal: giveUp.signal }));
      sending.then(({ body }) => body.on("error", () => {})).catch(() => {});
      await Promise.resolve();
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      giveUp.abort();
      await sending.catch(() => {});
    }
    await eventually(() => pool.stats().streams === 0, "no stream is held");
    expect(server.connections).toBe(1);
  });

  it("keeps a connection whose peer answers the ping", async () => {
    const clock = new FakeClock();
    const server = await start(holdWatches);
    const pool = open(server, { clock });
    const watch = await pool.send(ask("/watch", { purpose: "watch" }));
    watch.body.resume();
    for (let i = 0; i < 30; i++) {
      await clock.advance(1_000);
      // Real bytes take real turns of the loop.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(watch.body.destroyed).toBe(false);
    expect(pool.stats().sessions).toBe(1);
  });
});

describe("the pool on HTTP/1.1", () => {
  it.each(["https", "http"] as const)("falls back to keep-alive connections (%s)", async (protocol) => {
    const server = await start(ok, { protocol });
    const pool = open(server, protocol === "http" ? { tls: {} } : {});
    for (let i = 0; i < 5; i++) await text(pool, ask());
    expect(server.connections).toBe(1);
    expect((await pool.send(ask())).protocol).toBe("http/1.1");
    await pool.close();
    await eventually(() => server.open === 0, "every socket is closed");
  });

  it("sends a read once more on a fresh socket when a kept one broke, but never repeats a write (F-C6)", async () => {
    let breaks = false;
    const server = await start(
      (_request, response, raw) => {
        if (breaks) {
          breaks = false;
          raw.socket.destroy();
        } else json(response, {});
      },
      { protocol: "http" },
    );
    const pool = open(server, { tls: {} });
    await text(pool, ask());
    breaks = true;
    expect(await text(pool, ask("/get"))).toBe("{}");
    breaks = true;
    await expect(pool.send(ask("/post", { method: "POST", body: "{}" }))).rejects.toMatchObject({
      code: "reset",
      sent: true,
    });
    expect(server.requests.filter(({ path }) => path === "/post")).toHaveLength(1);
    await text(pool, ask());
    breaks = true;
    await expect(pool.send(ask("/delete", { method: "DELETE" }))).rejects.toMatchObject({ code: "reset", sent: true });
    expect(server.requests.filter(({ path }) => path === "/delete")).toHaveLength(1);
    // A fresh connection that breaks is not repeated below the client: whether to ask again is its decision.
    breaks = true;
    await expect(pool.send(ask("/fresh"))).rejects.toMatchObject({ code: "reset" });
  });

  it("drops the connection of a request that timed out, where HTTP/2 keeps it (B428)", async () => {
    const slow: Handler = (request, response) => {
      if (request.path !== "/slow") json(response, {});
    };
    for (const [protocol, connections] of [
      ["https", 2],
      ["h2", 1],
    ] as const) {
      const server = await start(slow, { protocol });
      const pool = open(server);
      await text(pool, ask("/first"));
      await expect(pool.send(ask("/slow", { headersTimeoutMs: 20 }))).rejects.toMatchObject({ code: "timeout" });
      await text(pool, ask("/next"));
      expect(server.connections).toBe(connections);
    }
  });
});

describe.each(["h2", "https"] as const)("a response over %s", (protocol) => {
  it("is refused when it is a redirect; it is not followed (F-C15, SEC-5)", async () => {
    const other = await start(ok, { protocol });
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await start(
        (_request, response) => response.writeHead(status, { location: `${other.url}/x` }).end(),
        { protocol },
      );
      for (const purpose of ["call", "watch"] as const) {
        await expect(open(server).send(ask("/", { purpose }))).rejects.toThrow(`answered ${status} with a redirect`);
      }
    }
    expect(other.connections).toBe(0);
  });

  it("is an error when its body is cut off or has another length than announced (F-C9)", async () => {
    const server = await start(
      (request, response, raw) => {
        if (request.path === "/length") {
          response.writeHead(200, { "content-length": "100" });
          response.write("short");
        } else {
          response.writeHead(200);
          response.write("half");
        }
        setImmediate(() =>
          protocol === "h2"
            ? (raw as unknown as { stream: { session: { destroy(): void } } }).stream.session.destroy()
            : raw.socket.destroy(),
        );
      },
      { protocol },
    );
    const pool = open(server);
    for (const path of ["/length", "/chunked"])
      await expect(text(pool, ask(path))).rejects.toMatchObject({ kind: "Transport", code: "reset" });
  });

  it("is an error when it is in an encoding that was not asked for (F-C12)", async () => {
    const server = await start((_request, response) => response.writeHead(200, { "content-encoding": "br" }).end("x"), {
      protocol,
    });
    await expect(open(server).send(ask())).rejects.toThrow('unknown content encoding "br"');
  });

  it("is an error when its headers are larger than 16 KiB (F-C14)", async () => {
    const server = await start(
      (_request, response) => response.writeHead(200, { "x-large": "a".repeat(20_000) }).end("x"),
      {
        protocol,
        maxHeaderSize: 64 * 1024,
      },
    );
    await expect(open(server).send(ask())).rejects.toMatchObject({ kind: "Transport", code: "limit" });
  });

  it("has an idle limit for every read, and none for the whole (F-C8)", async () => {
    const server = await start(
      (_request, response) => {
        response.writeHead(200);
        response.write("a");
      },
      { protocol },
    );
    const pool = open(server);
    await expect(text(pool, ask("/", { idleTimeoutMs: 30 }))).rejects.toMatchObject({ code: "timeout" });
    const clock = new FakeClock();
    let write = (_bytes: string): void => {};
    const drip = await start(
      (_request, response) => {
        response.writeHead(200);
        write = (bytes) => void response.write(bytes);
        write("b");
      },
      { protocol },
    );
    const { body } = await open(drip, { clock }).send(ask("/", { idleTimeoutMs: 500 }));
    const reader = body[Symbol.asyncIterator]();
    let received = "";
    for (let i = 0; i < 8; i++) {
      const next = reader.next();
      if (i > 0) {
        await clock.advance(400);
        write("b");
      }
      received += String((await next).value);
    }
    expect(received).toBe("bbbbbbbb");
    const silent = reader.next();
    silent.catch(() => {});
    await clock.advance(500);
    await expect(silent).rejects.toMatchObject({ code: "timeout" });
  });

  it("waits for the end of a refused watch no longer than for any answer (F-C8)", async () => {
    const server = await start(
      (_request, response) => {
        response.writeHead(503, { "content-length": "100" });
        response.write("a");
      },
      { protocol },
    );
    const pool = open(server, { idleTimeoutMs: 30 });
    await expect(text(pool, ask("/", { purpose: "watch" }))).rejects.toMatchObject({ code: "timeout" });
  });

  it("can be aborted before, during the headers and during the body, and frees its socket (F-C26)", async () => {
    const server = await start(
      (request, response) => {
        if (request.path === "/head") return;
        response.writeHead(200);
        response.write("a");
      },
      { protocol },
    );
    const pool = open(server);
    await expect(pool.send(ask("/", { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      kind: "Aborted",
      name: "AbortError",
    });
    expect(server.connections).toBe(0);
    const head = new AbortController();
    const waiting = pool.send(ask("/head", { signal: head.signal }));
    await eventually(() => server.requests.length === 1, "the request arrives");
    head.abort(new Error("enough"));
    await expect(waiting).rejects.toMatchObject({ name: "AbortError", cause: { message: "enough" } });
    const body = new AbortController();
    const response = await pool.send(ask("/body", { signal: body.signal }));
    const failed = once(response.body, "error");
    response.body.resume();
    body.abort();
    expect((await failed)[0]).toMatchObject({ name: "AbortError" });
    await eventually(() => pool.stats().streams === 0 && pool.stats().sockets === 0, "nothing is under way");
  });
});

describe("a connection that cannot be made", () => {
  it("says that the connection was refused, and was not sent", async () => {
    const server = await serve(ok, { protocol: "http" });
    await server.close();
    const error = (await open(server, { tls: {} })
      .send(ask("/p?token=x", { method: "POST", body: "{}" }))
      .catch((e: unknown) => e)) as TransportError;
    expect(error).toMatchObject({ code: "refused", sent: false, method: "POST", path: "/p" });
    expect(error.message).not.toContain("token=x");
  });

  it("looks the name up again for every connection, so that the next one finds a new address (F-C16)", async () => {
    const server = await start(ok, { protocol: "http" });
    const answers: (string | { code: string })[] = [{ code: "ENOTFOUND" }, { code: "EAI_AGAIN" }, "127.0.0.1"];
    const lookup = ((
      _host: string,
      options: { all?: boolean | undefined },
      done: (error: Error | null, address?: unknown, family?: number) => void,
    ) => {
      const answer = answers.shift() ?? "127.0.0.1";
      if (typeof answer !== "string") done(Object.assign(new Error(answer.code), answer));
      else if (options.all) done(null, [{ address: answer, family: 4 }]);
      else done(null, answer, 4);
    }) as unknown as LookupFunction;
    const pool = open({ url: `http://api.test:${server.port}` }, { dial: newDial({ lookup }), tls: {} });
    await expect(pool.send(ask())).rejects.toMatchObject({ code: "dns", sent: false });
    await expect(pool.send(ask())).rejects.toMatchObject({ code: "dns", sent: false });
    expect(await text(pool, ask())).toBe('{"ok":true}');
    expect(answers).toEqual([]);
  });

  it.each([
    ["ECONNREFUSED", "refused"],
    ["EHOSTUNREACH", "unreachable"],
    ["ENETDOWN", "unreachable"],
    ["EMFILE", "other"],
  ])("is a typed error for %s, and the pool works again afterwards", async (errno, code) => {
    const server = await start(ok);
    let broken = true;
    const real = newDial();
    // A lookup that fails is how a system error reaches the dialler here; the mapping is the same one.
    const failing = newDial({
      lookup: ((_h: string, _o: unknown, done: (error: Error) => void) =>
        done(Object.assign(new Error(errno), { code: errno }))) as unknown as LookupFunction,
    });
    const pool = open(server, {
      dial: (target, options) => (broken ? failing({ ...target, host: "api.test" }, options) : real(target, options)),
    });
    await expect(pool.send(ask())).rejects.toMatchObject({ kind: "Transport", code, sent: false });
    broken = false;
    expect(await text(pool, ask())).toBe('{"ok":true}');
  });

  it("gives a TLS handshake that stalls ten seconds, and a connection thirty (F-C19)", async () => {
    const sockets: Socket[] = [];
    const neverAnswers = createServer((socket) => void sockets.push(socket.on("error", () => {})));
    await new Promise<void>((resolve) => neverAnswers.listen(0, "127.0.0.1", resolve));
    cleanups.push(async () => {
      for (const socket of sockets) socket.destroy();
      neverAnswers.close();
    });
    const clock = new FakeClock();
    const { port } = neverAnswers.address() as { port: number };
    const pool = open({ url: `https://127.0.0.1:${port}` }, { clock });
    const waiting = pool.send(ask());
    waiting.catch(() => {});
    await eventually(
      () => sockets.length === 1 && (clock.nextInMs ?? 0) > 9_000 && (clock.nextInMs ?? 0) <= 10_000,
      "the handshake has begun",
    );
    await clock.advance(10_000);
    await expect(waiting).rejects.toMatchObject({ code: "timeout", sent: false });

    const never = newDial({ clock, lookup: (() => {}) as unknown as LookupFunction })({ host: "api.test", port: 1 });
    never.catch(() => {});
    await clock.advance(29_999);
    await clock.advance(1);
    await expect(never).rejects.toMatchObject({ code: "timeout", sent: false });
  });

  it("closes although it could never be made", async () => {
    const pool = newPool("https://api.test", { env: { HTTPS_PROXY: "ftp://proxy" } });
    await expect(pool.send(ask())).rejects.toMatchObject({ kind: "Config" });
    await pool.close();
    await expect(pool.send(ask())).rejects.toMatchObject({ kind: "Config" });
  });

  it("closes although the peer reset a connection while the last request on it was aborted (B460)", async () => {
    // One turn of the loop later, Node 20 has ended the session and reported nothing about the socket below it.
    for (const turns of [0, 1, 1, 1, 2]) {
      const server = await start(holdWatches);
      const pool = open(server);
      const { body } = await pool.send(ask("/watch", { purpose: "watch" }));
      body.on("error", () => {});
      for (const socket of server.sockets) socket.resetAndDestroy();
      body.destroy();
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      await pool.close();
      expect(pool.stats()).toMatchObject({ sessions: 0, streams: 0 });
    }
  });

  it("closes every connection, also those that were handed out or are being opened (B460)", async () => {
    const server = await start(holdWatches);
    const pool = open(server);
    await pool.send(ask("/watch", { purpose: "watch" }));
    const upgraded = await pool.connect();
    const half = pool.send(ask("/list", { purpose: "list" }));
    half.catch(() => {});
    await pool.close();
    await expect(half).rejects.toMatchObject({ code: "closed" });
    expect(upgraded.destroyed).toBe(true);
    await eventually(() => server.open === 0, "every socket is closed");
    await pool.close();
  });
});
