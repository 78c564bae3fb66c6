import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { createServer } from "node:tls";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { issueCertificate } from "../../certs/index.ts";
import { newSecretValue, type TransportError } from "../../errors/index.ts";
import { FakeClock } from "../../util/index.ts";
import type { CertificateSource } from "../certificate-source.ts";
import { frameTypes, header, type RawConnection, startRawServer, status } from "../test-support/raw-h2.ts";
import { type Handler, json, loopbackCertificate, startRelay, testCa } from "../test-support/servers.ts";
import { eventually } from "../../util/test-support/eventually.ts";
import { ask, poolsPerTest, text } from "../test-support/pools.ts";
import { newDial } from "./dial.ts";

const { cleanups, start, open } = poolsPerTest();

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

  it("that we end take their place until the server has seen it, and then give it back", async () => {
    const server = await startRawServer({
      onConnection: (c) => c.grant(1),
      onRequest: (c, stream) => {
        if (c.number > 1 || stream > 1) return c.answer(stream);
        first = c;
        c.socket.pause();
      },
    });
    let first: RawConnection | undefined;
    cleanups.push(() => server.close());
    const pool = open(server);
    const giveUp = new AbortController();
    const held = pool.send(ask("/held", { signal: giveUp.signal })).catch(() => "ended");
    await eventually(() => first !== undefined, "the first request is under way");
    giveUp.abort();
    expect(await held).toBe("ended");
    // A server that counts the first would refuse the second on the same connection.
    expect(await text(pool)).toBe("{}");
    expect([server.connections, pool.stats().streams]).toEqual([2, 1]);
    first?.socket.resume();
    await eventually(() => pool.stats().streams === 0, "the place is given back");
  });

  it("are used by at most eight watches of ten, so that two are left for calls", async () => {
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

describe("an answer that breaks off in the turn in which it begins", () => {
  it.each(["by a reset of its stream", "with its connection", "because it is shorter than it says"])(
    "fails after its reader had the chance to listen (%s)",
    async (how) => {
      const server = await startRawServer({
        onConnection: (c) => c.grant(100),
        onRequest: (c, stream) => {
          c.socket.cork();
          if (how === "because it is shorter than it says") {
            c.frame(frameTypes.headers, 5, stream, Buffer.concat([status(200), header("content-length", "4")]));
            c.socket.uncork();
            return;
          }
          c.frame(frameTypes.headers, 4, stream, status(200));
          c.frame(frameTypes.data, 0, stream, Buffer.from("{"));
          // A frame of PUSH_PROMISE ends the connection.
          if (how === "with its connection") c.frame(frameTypes.push, 4, stream, Buffer.alloc(4));
          else c.frame(frameTypes.rst, 0, stream, Buffer.from([0, 0, 0, 2]));
          c.socket.uncork();
        },
      });
      cleanups.push(() => server.close());
      const pool = open(server);
      const { body } = await pool.send(ask("/watch", { purpose: "watch" }));
      // As many steps as a few interceptors take.
      for (let step = 0; step < 20; step++) await Promise.resolve();
      expect(body.destroyed).toBe(false);
      const failed = new Promise<Error>((resolve) => body.once("error", resolve));
      const closed = new Promise<void>((resolve) => body.once("close", resolve));
      body.resume();
      expect(await failed).toMatchObject({ kind: "Transport", code: "reset" });
      await closed;
    },
  );
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
    const held = pool
      .send(ask("/held", { method: "POST", body: "{}" }))
      .catch((error: unknown) => error as TransportError);
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

  it("keeps no connection of HTTP/1.1 for the next request that was in use when it changed", async () => {
    const { certificate, change } = rotation();
    let finish: (() => void) | undefined;
    const server = await start(
      (request, response) => {
        if (request.path !== "/held") return json(response, {});
        finish = () => json(response, {});
      },
      { protocol: "https", keepAliveTimeoutMs: 60_000 },
    );
    const pool = open(server, { certificate });
    const held = text(pool, ask("/held"));
    await eventually(() => finish !== undefined, "a request is under way");
    change();
    finish?.();
    expect(await held).toBe("{}");
    await text(pool, ask("/next"));
    expect(server.connections).toBe(2);
    await eventually(() => server.open === 1, "the first connection is closed");
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
      const real = newDial();
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

describe("an https proxy", () => {
  it("is not shown the client certificate of the cluster, although it asks for one", async () => {
    const client = issueCertificate(testCa, { commonName: "alice", usages: ["client"] });
    const shown: unknown[] = [];
    const { key, cert } = loopbackCertificate;
    const proxy = createServer(
      { key, cert, ca: testCa.cert, requestCert: true, rejectUnauthorized: false },
      (socket) => {
        shown.push(socket.getPeerCertificate().subject?.CN);
        socket
          .on("error", () => {})
          .resume()
          .end("HTTP/1.1 403 No\r\n\r\n");
      },
    );
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    cleanups.push(() => new Promise((resolve) => proxy.close(resolve)));
    const { port } = proxy.address() as AddressInfo;
    const pool = open(
      { url: "https://api.test:6443" },
      {
        proxyUrl: `https://127.0.0.1:${port}`,
        tls: { ca: testCa.cert, cert: client.cert, key: newSecretValue(client.key) },
      },
    );
    await expect(pool.send(ask())).rejects.toMatchObject({ code: "proxy" });
    expect(shown).toEqual([undefined]);
  });
});

describe("a connection that turns out to speak HTTP/1.1", () => {
  it("waits for the next request when the first was aborted, and is closed when the certificate changes", async () => {
    const { certificate, change } = rotation();
    const server = await start((_request, response) => json(response, {}), { protocol: "https" });
    const real = newDial();
    let go: (() => void) | undefined;
    const pool = open(server, {
      certificate,
      async dial(target, options) {
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        return real(target, options);
      },
    });
    const leave = async (): Promise<void> => {
      const giveUp = new AbortController();
      const sending = pool.send(ask("/", { signal: giveUp.signal }));
      await eventually(() => go !== undefined, "it is dialled");
      giveUp.abort();
      await expect(sending).rejects.toMatchObject({ kind: "Aborted" });
      go?.();
      await eventually(() => server.open === 1, "the connection is there all the same");
    };
    await leave();
    await new Promise((resolve) => setTimeout(resolve, 20));
    change();
    await eventually(() => server.open === 0, "it is closed");
  });

  it("has both warnings of an answer that carries two", async () => {
    const server = await start(
      (_request, response) => {
        response.setHeader("warning", ['299 - "one"', '299 - "two"']);
        response.end("{}");
      },
      { protocol: "https" },
    );
    const { headers, body } = await open(server).send(ask());
    body.resume();
    expect(headers["warning"]).toEqual(['299 - "one"', '299 - "two"']);
  });

  it("sends the request on a fresh one when all that were kept were closed", async () => {
    let closesKept = false;
    const server = await start(
      (_request, response, raw) => {
        if (closesKept && (raw.socket as { used?: boolean }).used) return void raw.socket.destroy();
        (raw.socket as { used?: boolean }).used = true;
        setTimeout(() => json(response, {}), 5);
      },
      { protocol: "http" },
    );
    const pool = open(server);
    await Promise.all([text(pool, ask()), text(pool, ask()), text(pool, ask())]);
    expect(server.open).toBe(3);
    closesKept = true;
    expect(await text(pool, ask())).toBe("{}");
  });
});

describe.each(["h2", "https"] as const)("a request over %s", (protocol) => {
  it("is not limited by the time for its headers once they are there", async () => {
    const clock = new FakeClock();
    let finish: (() => void) | undefined;
    const server = await start(
      (_request, response) => {
        response.writeHead(200);
        response.write("first ");
        finish = () => response.end("last");
      },
      { protocol },
    );
    const pool = open(server, { clock, pingAfterMs: 1e9 });
    const response = await pool.send(ask("/", { headersTimeoutMs: 1_000, purpose: "stream" }));
    await clock.advance(5_000);
    finish?.();
    let all = "";
    for await (const chunk of response.body) all += String(chunk);
    expect(all).toBe("first last");
  });

  it("says how long its body is in bytes, sends the encodings it was given, and one authority", async () => {
    const server = await start((_request, response) => json(response, {}), { protocol });
    const pool = open(server);
    await text(
      pool,
      ask("/", { method: "POST", body: "größe", headers: { "accept-encoding": "br", host: "elsewhere" } }),
    );
    const { body, headers } = server.requests[0] as (typeof server.requests)[0];
    expect(body).toBe("größe");
    expect(headers["accept-encoding"]).toBe("br");
    if (protocol === "h2")
      expect([headers["host"], headers[":authority"]]).toEqual([undefined, new URL(server.url).host]);
  });

  it("takes 304 for an answer, HEAD without a body, and an encoding in any letters", async () => {
    const server = await start(
      (request, response) => {
        if (request.path === "/304") return void response.writeHead(304).end();
        if (request.method === "HEAD") return void response.writeHead(200, { "content-length": "100" }).end();
        response.writeHead(200, { "content-encoding": "GZIP" }).end(gzipSync("unpacked"));
      },
      { protocol },
    );
    const pool = open(server);
    expect((await pool.send(ask("/304"))).status).toBe(304);
    expect(await text(pool, ask("/", { method: "HEAD" }))).toBe("");
    expect(await text(pool, ask("/gzip"))).toBe("unpacked");
  });

  it("with a stream as body is not sent again when the server refuses it", async () => {
    if (protocol !== "h2") return;
    const server = await start((_request, _response, raw) =>
      (raw as unknown as { stream: { close(code: number): void } }).stream.close(7),
    );
    await expect(open(server).send(ask("/", { method: "POST", body: Readable.from(["a"]) }))).rejects.toMatchObject({
      code: "refused-stream",
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe("a session", () => {
  it("that is idle is closed ninety seconds after its last request, not after its first", async () => {
    const clock = new FakeClock();
    const server = await start((_request, response) => json(response, {}));
    const pool = open(server, { clock });
    const pass = async (seconds: number): Promise<void> => {
      for (let i = 0; i < seconds; i++) {
        await clock.advance(1_000);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    await text(pool, ask("/list", { purpose: "list" }));
    await pass(80);
    await text(pool, ask("/list", { purpose: "list" }));
    await pass(80);
    expect(pool.stats().sessions).toBe(1);
    await pass(12);
    await eventually(() => pool.stats().sessions === 0, "it is closed");
  });

  it("is opened for each waiting request at once when the server is known to grant one stream", async () => {
    const waiting: RawConnection[] = [];
    const server = await startRawServer({
      onConnection: (c) => (c.number === 1 ? c.grant(1) : void waiting.push(c)),
      onRequest: (c, stream) => c.number > 1 && c.answer(stream),
    });
    cleanups.push(() => server.close());
    const pool = open(server);
    const calls = Array.from({ length: 10 }, () => text(pool, ask()));
    for (const call of calls) call.catch(() => {});
    await eventually(() => waiting.length === 9, "the other nine connect without waiting for each other");
    for (const c of waiting) c.grant(1);
    await eventually(() => server.requests === 10, "every request arrives");
  });

  it("that is being opened has a free place again for each request that stopped waiting for it", async () => {
    const server = await start((_request, response) => json(response, {}));
    const real = newDial();
    let go: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const pool = open(server, { dial: async (target, options) => gate.then(() => real(target, options)) });
    const giveUp = new AbortController();
    const left = Array.from({ length: 120 }, () => pool.send(ask("/", { signal: giveUp.signal })).catch(() => {}));
    await new Promise((resolve) => setTimeout(resolve, 20));
    giveUp.abort();
    await Promise.all(left);
    const kept = Array.from({ length: 90 }, () => text(pool, ask()));
    go?.();
    await Promise.all(kept);
    expect(server.connections).toBe(2);
  });

  it("that breaks a body off says reset, whatever the code", async () => {
    const server = await startRawServer({
      onConnection: (c) => c.grant(100),
      onRequest: (c, stream) => {
        c.frame(frameTypes.headers, 4, stream, status(200));
        c.frame(frameTypes.data, 0, stream, Buffer.from("half"));
        c.frame(frameTypes.rst, 0, stream, Buffer.from([0, 0, 0, stream === 1 ? 11 : 8]));
      },
    });
    cleanups.push(() => server.close());
    const pool = open(server);
    for (let i = 0; i < 2; i++) await expect(text(pool, ask())).rejects.toMatchObject({ code: "reset", sent: true });
  });
});

describe("the windows of HTTP/2", () => {
  it("are large from the first frame on: a list is not throttled to one window per round trip", async () => {
    const settings = new Map<number, number>();
    let granted = 0;
    const server = await startRawServer({
      onConnection: (c) => c.grant(100),
      onRequest: (c, stream) => c.answer(stream),
      onFrame: (_c, { type, flags, stream, payload }) => {
        if (type === frameTypes.window && stream === 0) granted += payload.readUInt32BE(0);
        if (type !== frameTypes.settings || flags !== 0) return;
        for (let at = 0; at < payload.length; at += 6)
          settings.set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
      },
    });
    cleanups.push(() => server.close());
    expect(await text(open(server), ask())).toBe("{}");
    const [push, streamWindow] = [2, 4];
    expect([settings.get(push), settings.get(streamWindow)]).toEqual([0, 16 * 1024 * 1024]);
    expect(granted + 65_535).toBe(32 * 1024 * 1024);
  });
});

describe("a server that chooses HTTP/1.1", () => {
  it("is asked for HTTP/2 again after five minutes, without keeping spare connections", async () => {
    const answer: Handler = (_request, response) => json(response, {});
    const [old, current] = [await start(answer, { protocol: "https" }), await start(answer)];
    const clock = new FakeClock();
    const tcp = newDial();
    let replaced = false;
    const pool = open(old, {
      clock,
      tlsReloadMs: 0,
      dial: (target, options) => tcp({ ...target, port: replaced ? current.port : old.port }, options),
    });
    const protocol = async (): Promise<string> => {
      const { protocol, body } = await pool.send(ask());
      for await (const _ of body);
      return protocol;
    };
    for (let round = 0; round < 5; round++) {
      for (let n = 0; n < 3; n++) expect(await protocol()).toBe("http/1.1");
      expect(old.open).toBeLessThanOrEqual(3);
      await clock.advance(299_999);
      await protocol();
      expect(old.connections).toBe(round + 1);
      await clock.advance(1);
    }
    replaced = true;
    expect(await protocol()).toBe("h2");
    expect(await protocol()).toBe("h2");
    expect(current.connections).toBe(1);
  });
});
