import { getEventListeners } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { inspect } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { newCertificateAuthority } from "../../certs/index.ts";
import { FakeClock } from "../../util/index.ts";
import { newDial } from "./dial.ts";
import { newProxyDial } from "./proxy-dial.ts";
import { newPool, type Pool, type PoolOptions } from "../pool.ts";
import type { TlsConfig } from "../rest-config.ts";
import type { TransportRequest } from "../transport.ts";
import { type ProxyOptions, type RecordingProxy, startProxy } from "../test-support/proxies.ts";
import { type Handler, json, type ServeOptions, serve, type TestServer, testCa } from "../test-support/servers.ts";
import { eventually } from "../../util/test-support/eventually.ts";

const get: TransportRequest = { method: "GET", path: "/", headers: {}, purpose: "call" };
const kinds = ["http", "https", "socks5"] as const;
const login = { username: "us@er", password: "k4n:ary/x" };

async function start(handler: Handler, options: ServeOptions = {}): Promise<TestServer> {
  const server = await serve(handler, options);
  onTestFinished(() => server.close());
  return server;
}
async function proxied(options: ProxyOptions): Promise<RecordingProxy> {
  const proxy = await startProxy(options);
  onTestFinished(() => proxy.close());
  return proxy;
}
function pool(url: string, options: PoolOptions): Pool {
  const made = newPool(url, { tls: { ca: testCa.cert }, ...options });
  onTestFinished(() => made.close());
  return made;
}
async function text(body: AsyncIterable<unknown>): Promise<string> {
  let all = "";
  for await (const chunk of body) all += String(chunk);
  return all;
}

describe.each(kinds)("a %s proxy", (kind) => {
  it("carries calls, watches and upgrades; the server does not see its login (B439, SEC-9)", async () => {
    const server = await start((request, response) => {
      if (!request.path.startsWith("/watch")) return json(response, { ok: true });
      response.writeHead(200, { "content-type": "application/json" });
      response.write("first ");
      setImmediate(() => response.end("second"));
    });
    const proxy = await proxied({ kind, login });
    const through = pool(server.url, { proxyUrl: proxy.url });
    const answer = await through.send(get);
    expect([answer.status, answer.protocol, await text(answer.body)]).toEqual([200, "h2", '{"ok":true}']);
    const watch = await through.send({ ...get, path: "/watch", purpose: "watch" });
    expect(await text(watch.body)).toBe("first second");
    const socket = await through.connect();
    socket.write("GET /exec HTTP/1.1\r\nHost: api\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n");
    expect(
      await new Promise((resolve) =>
        socket.once("data", (chunk: Buffer) => resolve(chunk.toString().split("\r\n")[0])),
      ),
    ).toBe("HTTP/1.1 200 OK");
    expect(proxy.targets).toEqual([`127.0.0.1:${server.port}`, `127.0.0.1:${server.port}`]);
    expect(server.connections).toBe(2);
    expect(proxy.bytes.up).toBeGreaterThan(500);
    expect(proxy.bytes.down).toBeGreaterThan(500);
    expect(server.requests).toHaveLength(3);
    expect(JSON.stringify(server.requests)).not.toMatch(/proxy|k4n/i);
  });

  it("carries plain HTTP too, and adds nothing about itself (SEC-9)", async () => {
    const server = await start((_, response) => json(response, {}), { protocol: "http" });
    const proxy = await proxied({ kind, login });
    const through = pool(server.url, { proxyUrl: proxy.url });
    expect((await through.send(get)).status).toBe(200);
    expect(JSON.stringify(server.requests)).not.toMatch(/proxy|k4n/i);
    expect(proxy.targets).toHaveLength(1);
  });

  it("that wants another login is an error of its own and is not bypassed (F-C24)", async () => {
    const server = await start((_, response) => json(response, {}));
    const proxy = await proxied({ kind, login });
    for (const userinfo of ["", "us%40er:k4nary-wrong@"]) {
      const through = pool(server.url, { proxyUrl: `${kind}://${userinfo}127.0.0.1:${proxy.port}` });
      const error = await through.send(get).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: "Transport", code: "proxy", sent: false });
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("k4nary");
      await expect(through.connect()).rejects.toMatchObject({ code: "proxy" });
    }
    expect(server.connections).toBe(0);
  });

  it("that cannot connect, or is missing, is an error of its own and is not bypassed (F-C24)", async () => {
    const server = await start((_, response) => json(response, {}));
    const refusing = await proxied({ kind, status: kind === "socks5" ? 5 : 502 });
    const through = pool(server.url, { proxyUrl: refusing.url });
    await expect(through.send(get)).rejects.toMatchObject({
      code: "proxy",
      sent: false,
      message: expect.stringContaining("does not connect"),
    });
    const gone = await startProxy({ kind });
    await gone.close();
    await expect(pool(server.url, { proxyUrl: gone.url }).send(get)).rejects.toMatchObject({
      code: "proxy",
      message: expect.stringContaining("cannot be reached"),
    });
    expect(server.connections).toBe(0);
  });

  it("that breaks off during a watch ends it, and the next request goes through it again (F-C24)", async () => {
    const server = await start((request, response) => {
      if (request.path !== "/watch") return json(response, {});
      response.writeHead(200);
      response.write("first");
    });
    const proxy = await proxied({ kind });
    const through = pool(server.url, { proxyUrl: proxy.url });
    const watch = await through.send({ ...get, path: "/watch", purpose: "watch" });
    await new Promise((resolve) => watch.body.once("data", resolve));
    const broken = text(watch.body);
    proxy.cut();
    await expect(broken).rejects.toMatchObject({ kind: "Transport", code: "reset" });
    expect((await through.send(get)).status).toBe(200);
    expect(proxy.targets).toHaveLength(2);
    expect(server.connections).toBe(2);
  });

  it("finds names itself, and the server's certificate is still checked against them (SEC-9)", async () => {
    const server = await start((_, response) => json(response, {}));
    const proxy = await proxied({ kind, resolve: () => ({ host: "127.0.0.1", port: server.port }) });
    expect((await pool("https://api.test:6443", { proxyUrl: proxy.url }).send(get)).status).toBe(200);
    await expect(pool("https://other.test:6443", { proxyUrl: proxy.url }).send(get)).rejects.toMatchObject({
      code: "tls",
    });
    expect(proxy.targets).toEqual(["api.test:6443", "other.test:6443"]);
    await expect(pool("https://[fd00::9]:6443", { proxyUrl: proxy.url }).send(get)).rejects.toMatchObject({
      code: "tls",
    });
    expect(proxy.targets[2]).toBe(kind === "socks5" ? "fd000000000000000000000000000009:6443" : "fd00::9:6443");
  });

  it("changes no trust: authority, name and tls-server-name are checked behind it (SEC-7, SEC-8)", async () => {
    const server = await start((_, response) => json(response, {}));
    const proxy = await proxied({ kind });
    const otherCa = newCertificateAuthority({ commonName: "other" }).cert;
    const status = (tls: TlsConfig): Promise<unknown> =>
      pool(server.url, { proxyUrl: proxy.url, tls })
        .send(get)
        .then(
          (answer) => answer.status,
          (error) => (error.cause?.code === "tls" ? "proxy" : error.code),
        );
    expect(await status({ ca: testCa.cert, serverName: "api.test" })).toBe(200);
    expect(await status({ ca: testCa.cert, serverName: "other.test" })).toBe("tls");
    // An https proxy has its certificate from the same authority, and is not trusted either.
    expect(await status({ ca: otherCa })).toBe(kind === "https" ? "proxy" : "tls");
    expect(await status({})).toBe(kind === "https" ? "proxy" : "tls");
    expect(await status({ insecure: true })).toBe(200);
  });

  it("keeps a quiet watch alive by pings that are answered through it", async () => {
    const server = await start((request, response) => {
      if (request.path !== "/watch") return json(response, {});
      response.writeHead(200);
      response.write("first");
    });
    const proxy = await proxied({ kind });
    const clock = new FakeClock();
    const through = pool(server.url, { proxyUrl: proxy.url, clock });
    const watch = await through.send({ ...get, path: "/watch", purpose: "watch" });
    let ended = false;
    watch.body.on("data", () => {});
    watch.body.on("error", () => {
      ended = true;
    });
    let pings = 0;
    for (let second = 0; second < 40; second++) {
      const before = { ...proxy.bytes };
      await clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (proxy.bytes.up === before.up) continue;
      pings++;
      await eventually(() => proxy.bytes.down > before.down, "the ping is answered");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(pings).toBeGreaterThanOrEqual(3);
    expect(ended).toBe(false);
    expect(through.stats()).toMatchObject({ sessions: 1, streams: 1, opened: 1 });
  });

  it("is found in the environment (F-C25)", async () => {
    const server = await start((_, response) => json(response, {}));
    const proxy = await proxied({ kind, login, resolve: () => ({ host: "127.0.0.1", port: server.port }) });
    const env = { HTTPS_PROXY: proxy.url, NO_PROXY: "direct.test" };
    expect((await pool("https://api.test:6443", { env }).send(get)).status).toBe(200);
    expect(proxy.targets).toEqual(["api.test:6443"]);
    expect((await pool(server.url, { env }).send(get)).status).toBe(200);
    expect(proxy.targets).toHaveLength(1);
  });
});

describe("an https proxy", () => {
  it("must be trusted, and is not shown the client's certificate", async () => {
    const server = await start((_, response) => json(response, {}));
    const proxy = await proxied({ kind: "https" });
    const unknown = pool(server.url, { tls: {}, proxyUrl: proxy.url });
    await expect(unknown.send(get)).rejects.toMatchObject({ code: "proxy", cause: { code: "tls" } });
    expect(proxy.heads).toEqual([]);
  });
});

describe("what is not a proxy", () => {
  async function babbler(answer: string): Promise<{ readonly port: number; readonly asked: () => number }> {
    const sockets = new Set<Socket>();
    let asked = 0;
    const server: Server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("data", () => {
        asked++;
        if (answer !== "") socket.write(answer);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(
      () =>
        new Promise<void>((resolve) => {
          for (const socket of sockets) socket.destroy();
          server.close(() => resolve());
        }),
    );
    return { port: (server.address() as AddressInfo).port, asked: () => asked };
  }

  it("is recognized by its answer, however long that is (F-C24)", async () => {
    const server = await start((_, response) => json(response, {}));
    for (const answer of ["hello\r\n\r\n", "HTTP/1.1 2000 x\r\n\r\n", "x".repeat(40_000)]) {
      const { port } = await babbler(answer);
      for (const kind of ["http", "socks5"]) {
        const error = await pool(server.url, { proxyUrl: `${kind}://127.0.0.1:${port}` })
          .send(get)
          .catch((thrown: unknown) => thrown);
        expect(error, kind).toMatchObject({ code: "proxy" });
      }
    }
    expect(server.connections).toBe(0);
  });

  it("is given thirty seconds when it says nothing, and a caller may leave earlier (F-C24)", async () => {
    const { port, asked } = await babbler("");
    const clock = new FakeClock();
    const through = pool("https://127.0.0.1:1", { proxyUrl: `http://127.0.0.1:${port}`, clock });
    const silent = through.connect();
    silent.catch(() => {});
    await eventually(() => asked() > 0, "the proxy is asked");
    await clock.advance(30_000);
    await expect(silent).rejects.toMatchObject({ code: "proxy", message: expect.stringContaining("within 30000 ms") });
    const leaving = new AbortController();
    const left = through.connect({ signal: leaving.signal });
    setImmediate(() => leaving.abort());
    await expect(left).rejects.toMatchObject({ kind: "Aborted" });
    expect(clock.pending).toBe(0);
  });
});

describe("a connection through a proxy", () => {
  it("is handed on with the bytes that follow the proxy's answer, and no listener of ours is left on it", async () => {
    const listener = createServer((socket) => {
      socket.on("error", () => {});
      // The target speaks first, and the proxy passes that on in one piece with its own answer.
      socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\n\r\nhello"));
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => new Promise<void>((resolve) => listener.close(() => resolve())));
    const { port } = listener.address() as AddressInfo;
    const clock = new FakeClock();
    const plain = newDial({ clock });
    const dialled: Duplex[] = [];
    const { signal } = new AbortController();
    const dial = newProxyDial(
      { scheme: "http", host: "127.0.0.1", port },
      {
        dial: async (target, options) => {
          const socket = await plain(target, options);
          dialled.push(socket);
          return socket;
        },
        tls: () => expect.unreachable(),
        clock,
      },
    );
    const socket = await dial({ host: "api.test", port: 443 }, { signal });
    expect(dialled).toEqual([socket]);
    const ours = ["readable", "error", "end", "close"].map((event) => socket.listenerCount(event));
    const fresh = await plain({ host: "127.0.0.1", port });
    expect(ours).toEqual(["readable", "error", "end", "close"].map((event) => fresh.listenerCount(event)));
    expect([getEventListeners(signal, "abort").length, clock.pending]).toEqual([0, 0]);
    expect(String(await new Promise((resolve) => socket.once("data", resolve)))).toBe("hello");
    for (const one of [socket, fresh]) one.destroy();
  });
});
