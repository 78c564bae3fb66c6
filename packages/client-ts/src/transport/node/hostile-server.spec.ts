import { getEventListeners } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { TransportError } from "../../errors/index.ts";
import type { Pool } from "../pool.ts";
import {
  frameTypes,
  header,
  type RawBehaviour,
  type RawConnection,
  type RawServer,
  startRawServer,
  status,
} from "../test-support/raw-h2.ts";
import { loopbackCertificate } from "../test-support/servers.ts";
import { eventually } from "../../util/test-support/eventually.ts";
import { ask, poolsPerTest, text } from "../test-support/pools.ts";
import type { TransportRequest } from "../transport.ts";

const { cleanups, start, open } = poolsPerTest();

async function raw(behaviour: RawBehaviour): Promise<RawServer> {
  const server = await startRawServer(behaviour);
  cleanups.push(() => server.close());
  return server;
}

/** A server that does with each accepted connection what the test says, and counts them. */
async function bare(
  onSocket: (socket: Socket) => void,
  tls: boolean,
): Promise<{ url: string; readonly connections: number }> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const { key, cert } = loopbackCertificate;
  const server = tls
    ? createTlsServer({ key, cert, ALPNProtocols: ["h2", "http/1.1"] }, onSocket)
    : createServer(onSocket);
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket.on("error", () => {}));
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        for (const socket of sockets) socket.destroy();
      }),
  );
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return connections;
    },
  };
}

async function failureOf(pool: Pool, request: TransportRequest = ask()): Promise<TransportError> {
  return text(pool, request).then(
    (body) => expect.unreachable(`it was answered: ${body.slice(0, 40)}`),
    (error: unknown) => error as TransportError,
  );
}

const goaway = (connection: RawConnection): void => connection.frame(frameTypes.goaway, 0, 0, Buffer.alloc(8));

describe("a server that takes no requests on the connections it accepts", () => {
  const servers: [string, RawBehaviour, RegExp][] = [
    [
      "grants no streams",
      { onConnection: (c) => c.grant(0) },
      /grants no streams \(SETTINGS_MAX_CONCURRENT_STREAMS is 0\)/,
    ],
    [
      "grants a hundred streams and then none",
      {
        onConnection: (c) => {
          c.grant(100);
          c.grant(0);
        },
        onRequest: (c, stream) => c.frame(frameTypes.rst, 0, stream, Buffer.from([0, 0, 0, 7])),
      },
      /grants no streams|refused the request/,
    ],
    [
      "says GOAWAY right after its settings",
      {
        onConnection: (c) => {
          c.grant(100);
          goaway(c);
        },
      },
      /GOAWAY|refused/,
    ],
    [
      "says GOAWAY to every request",
      {
        onConnection: (c) => c.grant(100),
        onRequest: (c) => goaway(c),
      },
      /refused|GOAWAY/,
    ],
  ];

  it.each(servers)(
    "costs a request four connections, then an error says what it did (it %s)",
    async (_name, behaviour, what) => {
      const server = await raw(behaviour);
      const pool = open(server);
      const error = await failureOf(pool, ask("/x", { method: "POST", body: "{}" }));
      expect(error).toMatchObject({ kind: "Transport", code: "unusable", sent: false, method: "POST", path: "/x" });
      expect(error.message).toMatch(what);
      expect(server.connections).toBeLessThanOrEqual(4);
      const before = server.connections;
      expect(await failureOf(pool)).toMatchObject({ code: "unusable" });
      expect(server.connections - before).toBeLessThanOrEqual(1);
      await eventually(() => server.open === 0, "none of them stays open");
    },
  );

  it("costs a request six connections at most when it refuses every stream and closes the connection", async () => {
    const server = await raw({
      onConnection: (c) => c.grant(100),
      onRequest: (c, stream) => {
        c.frame(frameTypes.rst, 0, stream, Buffer.from([0, 0, 0, 7]));
        setImmediate(() => c.socket.end());
      },
    });
    expect((await failureOf(open(server))).kind).toBe("Transport");
    expect(server.connections).toBeLessThanOrEqual(6);
  });

  it("is given growing pauses between the connections", async () => {
    const times: number[] = [];
    const server = await raw({
      onConnection: (c) => {
        times.push(performance.now());
        c.grant(0);
      },
    });
    await failureOf(open(server));
    // Timers are never early: the pauses are 100, 200 and 400 ms.
    expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThan(650);
  });

  it("costs fifty requests at once no more connections than one", async () => {
    const server = await raw({ onConnection: (c) => c.grant(0) });
    const pool = open(server);
    const errors = await Promise.all(
      Array.from({ length: 50 }, () => failureOf(pool, ask("/w", { purpose: "watch" }))),
    );
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(["unusable"]));
    expect(server.connections).toBeLessThanOrEqual(4);
  });

  it("is asked again as soon as it recovers", async () => {
    let well = false;
    const server = await raw({
      onConnection: (c) => c.grant(well ? 100 : 0),
      onRequest: (c, stream) => c.answer(stream),
    });
    const pool = open(server);
    await failureOf(pool);
    well = true;
    expect(await text(pool)).toBe("{}");
    well = false;
    const before = server.connections;
    for (let i = 0; i < 5; i++) expect(await text(pool)).toBe("{}");
    expect(server.connections).toBe(before);
  });

  it("ends a wait before the next connection at once when the caller gives up", async () => {
    const server = await raw({ onConnection: (c) => c.grant(0) });
    const pool = open(server);
    await failureOf(pool);
    const giveUp = new AbortController();
    const waiting = pool.send(ask("/", { signal: giveUp.signal }));
    giveUp.abort();
    await expect(waiting).rejects.toMatchObject({ kind: "Aborted" });
  });
});

describe("a server that changes its mind about streams", () => {
  it("serves one request on each connection, and old connections are closed", async () => {
    const server = await raw({
      onConnection: (c) => c.grant(100),
      onRequest: (c, stream) => {
        c.answer(stream);
        c.grant(0);
      },
    });
    const pool = open(server);
    for (let i = 0; i < 20; i++) expect(await text(pool)).toBe("{}");
    expect(server.connections).toBeLessThanOrEqual(20);
    await eventually(() => server.open <= 1, "old connections are closed");
  });

  it("keeps what is under way when it grants no further streams", async () => {
    let first: (() => void) | undefined;
    const server = await raw({
      onConnection: (c) => c.grant(100),
      onRequest: (c, stream) => {
        if (first !== undefined) return c.answer(stream, "second");
        first = () => c.answer(stream, "first");
        c.grant(0);
      },
    });
    const pool = open(server);
    const slow = text(pool, ask("/slow"));
    await eventually(() => pool.stats().sessions === 1 && first !== undefined, "the first is under way");
    await eventually(() => pool.stats().streams === 1, "and held");
    expect(await text(pool)).toBe("second");
    first?.();
    expect(await slow).toBe("first");
  });

  it("loses no request when the server lowers its limit while requests are under way", async () => {
    const server = await raw({
      onConnection: (c) => c.grant(c.number === 1 ? 100 : 50),
      onRequest: (c, stream) => {
        if (c.number > 1) return c.answer(stream);
        if (stream === 1) c.grant(1);
        else c.frame(frameTypes.rst, 0, stream, Buffer.from([0, 0, 0, 7]));
      },
    });
    const pool = open(server);
    const held = pool.send(ask("/held"));
    held.catch(() => {});
    await eventually(() => server.requests === 1, "the first request is under way");
    expect(await Promise.all(Array.from({ length: 20 }, () => text(pool)))).toEqual(
      Array.from({ length: 20 }, () => "{}"),
    );
    await eventually(() => pool.stats().streams === 1, "only the first is under way");
  });

  it("gets one connection for each request at once when it grants one stream only, and no more", async () => {
    const held: (() => void)[] = [];
    const server = await raw({
      onConnection: (c) => c.grant(1),
      onRequest: (c, stream) => void held.push(() => c.answer(stream)),
    });
    const pool = open(server);
    const calls = Array.from({ length: 30 }, () => text(pool));
    await eventually(() => held.length === 30, "every call arrives");
    expect(server.connections).toBe(30);
    for (const answer of held) answer();
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["{}"]));
  });

  it("is sent a refused request six times with growing pauses on the same connection, and no more (F-C5)", async () => {
    const times: number[] = [];
    const server = await raw({
      onConnection: (c) => c.grant(100),
      onRequest: (c, stream) => {
        times.push(performance.now());
        c.frame(frameTypes.rst, 0, stream, Buffer.from([0, 0, 0, 7]));
      },
    });
    const { signal } = new AbortController();
    const failure = await failureOf(open(server), ask("/", { signal }));
    expect(failure).toMatchObject({ code: "refused-stream", sent: false });
    expect([server.requests, server.connections]).toEqual([6, 1]);
    // The pauses and the requests that were refused leave nothing on the signal.
    await eventually(() => getEventListeners(signal, "abort").length === 0, "no listener is left");
    // Timers are never early: the pauses are 0, 50, 100, 200 and 400 ms.
    expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThan(700);
  });
});

describe("a server that closes connections", () => {
  it.each([
    ["at once", false, "https"],
    ["at once, plain", false, "http"],
    ["after TLS", true, "https"],
  ] as const)("costs one connection for each request (%s)", async (_when, tls, scheme) => {
    const server = await bare((socket) => socket.destroy(), tls);
    const pool = open({ url: server.url.replace(/^https?/, scheme) });
    for (let i = 1; i <= 3; i++) {
      expect(await failureOf(pool)).toMatchObject({ kind: "Transport", code: "reset" });
      expect(server.connections).toBe(i);
    }
  });

  it("costs one connection for each request when it speaks HTTP/1.1 and keeps none", async () => {
    const server = await start((_request, response) => response.writeHead(200, { connection: "close" }).end("{}"), {
      protocol: "https",
    });
    const pool = open(server);
    for (let i = 0; i < 10; i++) expect(await text(pool)).toBe("{}");
    expect(server.connections).toBe(10);
    await eventually(() => server.open === 0, "none stays open");
  });
});

describe("a server that never comes to the answer", () => {
  it("is left after twenty interim answers, HTTP/2", async () => {
    let sent = 0;
    const server = await raw({
      onConnection: (c) => c.grant(100),
      onRequest: (c, stream) => {
        for (; sent < 1_000; sent++) c.frame(frameTypes.headers, 4, stream, status(103));
      },
    });
    expect(await failureOf(open(server))).toMatchObject({
      code: "limit",
      message: expect.stringContaining("interim answers") as string,
    });
    expect(server.connections).toBe(1);
  });

  it("is left after twenty interim answers, HTTP/1.1", async () => {
    const server = await bare((socket) => {
      socket.once("data", () => {
        for (let i = 0; i < 1_000; i++) socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n");
      });
    }, false);
    expect(await failureOf(open(server))).toMatchObject({
      code: "limit",
      message: expect.stringContaining("interim answers") as string,
    });
    expect(server.connections).toBe(1);
  });

  it.each([5, 20])("may send %s interim answers first", async (count) => {
    const server = await raw({
      onConnection: (c) => c.grant(100),
      onRequest: (c, stream) => {
        for (let i = 0; i < count; i++) c.frame(frameTypes.headers, 4, stream, status(103));
        c.answer(stream);
      },
    });
    expect(await text(open(server))).toBe("{}");
    const plain = await bare((socket) => {
      socket.once("data", () => {
        socket.write("HTTP/1.1 100 Continue\r\n\r\n".repeat(count));
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
      });
    }, false);
    expect(await text(open(plain))).toBe("{}");
  });

  it("is left when its headers never end (CONTINUATION)", async () => {
    const server = await raw({
      onConnection: (c) => c.grant(100),
      onRequest: (c, stream) => {
        c.frame(frameTypes.headers, 0, stream, status(200));
        for (let i = 0; i < 20_000 && !c.socket.destroyed; i++)
          c.frame(frameTypes.continuation, 0, stream, header("x-a", "b".repeat(100)));
      },
    });
    expect((await failureOf(open(server))).kind).toBe("Transport");
    expect(server.connections).toBe(1);
  });

  it.each(["h2", "https"] as const)("is left when it sends two thousand headers (%s)", async (protocol) => {
    const headers = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`x-${i}`, "value"]));
    const server = await start((_request, response) => response.writeHead(200, headers).end("{}"), { protocol });
    expect(await failureOf(open(server))).toMatchObject({ kind: "Transport", code: "limit" });
    expect(server.connections).toBe(1);
  });

  it("sends nothing that counts as a body with empty frames: the limit of silence ends it", async () => {
    let writing: NodeJS.Timeout | undefined;
    const server = await raw({
      onConnection: (c) => c.grant(100),
      onRequest: (c, stream) => {
        c.frame(frameTypes.headers, 4, stream, status(200));
        writing = setInterval(() => c.frame(frameTypes.data, 0, stream), 1);
      },
    });
    cleanups.push(async () => clearInterval(writing));
    expect(await failureOf(open(server), ask("/", { idleTimeoutMs: 100 }))).toMatchObject({ code: "timeout" });
  });
});

describe("a server that floods", () => {
  it.each([
    ["pings", (c: RawConnection) => c.frame(frameTypes.ping, 0, 0, Buffer.alloc(8))],
    ["settings", (c: RawConnection) => c.grant(100)],
    ["window updates", (c: RawConnection) => c.frame(frameTypes.window, 0, 0, Buffer.from([0, 0, 0, 1]))],
  ])("with %s is answered on one connection, or left with an error; nothing is repeated", async (_what, flood) => {
    const server = await raw({
      onConnection: (c) => c.grant(100),
      onRequest: (c, stream) => {
        for (let i = 0; i < 20_000; i++) flood(c);
        c.answer(stream);
      },
    });
    const outcome = await text(open(server), ask("/", { method: "POST", body: "{}" })).catch(
      (error: TransportError) => error,
    );
    if (typeof outcome !== "string") expect(outcome).toMatchObject({ kind: "Transport" });
    expect([server.requests, server.connections]).toEqual([1, 1]);
  });

  it("with pushed requests that were not allowed is left with an error", async () => {
    const server = await raw({
      onConnection: (c) => c.grant(100),
      onRequest: (c, stream) =>
        c.frame(frameTypes.push, 4, stream, Buffer.concat([Buffer.from([0, 0, 0, 2]), status(200)])),
    });
    expect(await failureOf(open(server))).toMatchObject({ kind: "Transport" });
    expect([server.requests, server.connections]).toEqual([1, 1]);
  });
});

describe.each(["h2", "https"] as const)("an answer over %s", (protocol) => {
  it("that grows a thousandfold when unpacked ends at the limit of one object (SEC-16)", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const server = await start(
      (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
      { protocol },
    );
    expect(await failureOf(open(server))).toMatchObject({
      code: "limit",
      message: expect.stringContaining("16777216 bytes") as string,
    });
  });

  it("with trailers is complete, and with endless ones is an error or complete, on one connection", async () => {
    const server = await start(
      (request, response) => {
        const count = request.path === "/many" ? 2_000 : 1;
        response.writeHead(200, { trailer: "x-0" });
        response.write("{}");
        for (let i = 0; i < count; i++) response.addTrailers({ [`x-${i}`]: "value" });
        response.end();
      },
      { protocol },
    );
    const pool = open(server);
    expect(await text(pool, ask("/one"))).toBe("{}");
    const outcome = await text(pool, ask("/many")).catch((error: TransportError) => error);
    if (typeof outcome !== "string") expect(outcome).toMatchObject({ kind: "Transport" });
    expect(server.connections).toBe(1);
  });
});

describe("a length that is not true", () => {
  it("is an error over HTTP/2 when the body is longer or shorter (F-C9)", async () => {
    for (const body of ["12345678", "12"]) {
      const server = await raw({
        onConnection: (c) => c.grant(100),
        onRequest: (c, stream) => {
          c.frame(frameTypes.headers, 4, stream, Buffer.concat([status(200), header("content-length", "4")]));
          c.frame(frameTypes.data, 1, stream, Buffer.from(body));
        },
      });
      expect(await failureOf(open(server))).toMatchObject({ kind: "Transport", code: "reset" });
      expect([server.requests, server.connections]).toEqual([1, 1]);
    }
  });

  it("over HTTP/1.1 gives the bytes after the answer to no request", async () => {
    const answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
    const leftOver = "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nleft over";
    let late: (() => void) | undefined;
    const server = await bare((socket) => {
      socket.on("data", (request) => {
        if (request.includes("GET /at-once")) return socket.write(answer + leftOver);
        late = () => void socket.write(leftOver);
        return socket.write(answer);
      });
    }, false);
    const pool = open(server);
    for (const path of ["/late", "/at-once", "/late", "/late"]) {
      expect(await text(pool, ask(path))).toBe("{}");
      if (path === "/late") late?.();
      await eventually(() => pool.stats().sockets === 0, "the connection is closed");
    }
    expect(server.connections).toBe(4);
  });
});
