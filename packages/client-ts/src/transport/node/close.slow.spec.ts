import { type AddressInfo, createServer, type LookupFunction, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, describe, expect, it } from "vitest";
import type { TransportError } from "../../errors/index.ts";
import { type Clock, systemClock } from "../../util/index.ts";
import type { Dial } from "../dial.ts";
import { newPool, type PoolOptions } from "../pool.ts";
import { type ProxyOptions, startProxy } from "../test-support/proxies.ts";
import { json, loopbackCertificate, serve, testCa } from "../test-support/servers.ts";
import { eventually } from "../../util/test-support/eventually.ts";
import type { TransportRequest } from "../transport.ts";
import { newDial } from "./dial.ts";

/** Where a connection stops, if it stops. */
type Place = { readonly port: number; readonly open: () => number };

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

async function listen(server: Server): Promise<Place> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket.on("error", () => {}));
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, open: () => sockets.size };
}

/** Accepts and never says a word: TLS does not begin, nor does an answer. */
const silent = (): Promise<Place> => listen(createServer((socket) => socket.resume()));
/** TLS and `h2` are agreed on, and HTTP/2 never begins. */
const withoutSettings = (): Promise<Place> =>
  listen(
    createTlsServer(
      { key: loopbackCertificate.key, cert: loopbackCertificate.cert, ALPNProtocols: ["h2", "http/1.1"] },
      (s) => s.resume(),
    ),
  );
/** Answers paths that begin with /answer, and nothing else. */
async function half(protocol: "h2" | "https" | "http"): Promise<Place> {
  const server = await serve((request, response) => request.path.startsWith("/answer") && json(response, {}), {
    protocol,
  });
  cleanups.push(() => server.close());
  return { port: server.port, open: () => server.open };
}
const nowhere = async (): Promise<Place> => ({ port: 1, open: () => 0 });

async function through(
  kind: ProxyOptions["kind"],
  to: () => Promise<Place>,
): Promise<{ place: Place; options: PoolOptions }> {
  const proxy = await startProxy({ kind });
  cleanups.push(() => proxy.close());
  const place = await to();
  return { place: { port: place.port, open: () => place.open() + proxy.open }, options: { proxyUrl: proxy.url } };
}

const lookup = (() => {}) as unknown as LookupFunction;
const neverConnects: Dial = () => new Promise(() => {});
const certificate = { current: () => new Promise<never>(() => {}), onChange: () => () => {} };
const direct = async (to: () => Promise<Place>, options: (clock: Clock) => PoolOptions = () => ({})) => ({
  place: await to(),
  options,
});

type Setup = () => Promise<{ place: Place; options: PoolOptions | ((clock: Clock) => PoolOptions) }>;
const setups: readonly [string, "https" | "http", Setup][] = [
  ["the name is never found, TLS", "https", () => direct(nowhere, (clock) => ({ dial: newDial({ lookup, clock }) }))],
  ["the name is never found, plain", "http", () => direct(nowhere, (clock) => ({ dial: newDial({ lookup, clock }) }))],
  ["the dial never connects, nor stops", "https", () => direct(nowhere, () => ({ dial: neverConnects }))],
  ["the client certificate never comes", "https", () => direct(nowhere, () => ({ certificate }))],
  ["TLS never begins", "https", () => direct(silent)],
  ["HTTP/2 never begins", "https", () => direct(withoutSettings)],
  ["the answer never comes, HTTP/2", "https", () => direct(() => half("h2"))],
  ["the answer never comes, HTTP/1.1 with TLS", "https", () => direct(() => half("https"))],
  ["the answer never comes, plain", "http", () => direct(() => half("http"))],
  [
    "the http proxy never answers",
    "https",
    async () => {
      const place = await silent();
      return { place, options: { proxyUrl: `http://127.0.0.1:${place.port}` } };
    },
  ],
  [
    "the https proxy never begins TLS",
    "https",
    async () => {
      const place = await silent();
      return { place, options: { proxyUrl: `https://127.0.0.1:${place.port}` } };
    },
  ],
  [
    "the socks5 proxy never answers, plain",
    "http",
    async () => {
      const place = await silent();
      return { place, options: { proxyUrl: `socks5://127.0.0.1:${place.port}` } };
    },
  ],
  ["TLS never begins behind an http proxy", "https", () => through("http", silent)],
  ["HTTP/2 never begins behind an https proxy", "https", () => through("https", withoutSettings)],
  ["the answer never comes behind a socks5 proxy", "https", () => through("socks5", () => half("h2"))],
  ["the answer never comes behind an https proxy, plain", "http", () => through("https", () => half("http"))],
];

/** A real clock that knows which of its timers are still to fire. */
function countingClock(): { clock: Clock; pending: () => number } {
  const pending = new Set<object>();
  const clock: Clock = {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic(),
    setTimer(delayMs, run, options) {
      const mark = {};
      pending.add(mark);
      const fire = (): void => {
        pending.delete(mark);
        run();
      };
      const timer = systemClock.setTimer(delayMs, fire, options);
      return {
        cancel() {
          pending.delete(mark);
          timer.cancel();
        },
      };
    },
  };
  return { clock, pending: () => pending.size };
}

function ask(path: string, purpose: TransportRequest["purpose"]): TransportRequest {
  return { method: "GET", path, headers: {}, purpose };
}

/**
 * Rejects when the promise takes longer than a close ever may. Far below the ten seconds of a handshake's own limit.
 */
function within<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} hangs`)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Every turn where the set-up itself stops; more coarsely late in the set-ups that take many handshakes. */
function stepAfter(turns: number, name: string): number {
  if (name.includes("proxy")) return turns < 12 ? 1 : 24;
  return name.includes("answer") && turns >= 30 ? 12 : 1;
}

describe("close() while connections are being made", () => {
  it.each(setups)(
    "ends at once, with everything that waits, after any number of turns (%s)",
    async (name, scheme, setup) => {
      const { place, options } = await setup();
      const host = typeof options === "function" && place.port === 1 ? "api.test" : "127.0.0.1";
      for (let turns = 0; turns <= 200; turns += stepAfter(turns, name)) {
        const { clock, pending } = countingClock();
        const pool = newPool(`${scheme}://${host}:${place.port}`, {
          tls: { ca: testCa.cert },
          env: {},
          clock,
          ...(typeof options === "function" ? options(clock) : options),
        });
        const waiting: Promise<unknown>[] = [
          pool.send(ask("/call", "call")),
          pool.send(ask("/list", "list")),
          pool.send(ask("/answer", "watch")).then(({ body }) => body.on("error", () => {})),
          pool.connect(),
        ];
        const outcomes = Promise.allSettled(waiting);
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
        await within(pool.close(), 1_000, `close() after ${turns} turns`);
        for (const [i, outcome] of (await within(outcomes, 1_000, `a request closed after ${turns} turns`)).entries()) {
          if (outcome.status === "rejected") {
            expect(outcome.reason, `after ${turns} turns`).toMatchObject({ code: "closed" });
            if (!name.includes("answer never"))
              expect((outcome.reason as TransportError).sent, "nothing was sent").toBe(false);
          } else expect(i, "only the last two can have succeeded").toBeGreaterThan(1);
        }
        expect(pending(), `timers left after ${turns} turns`).toBe(0);
        expect(pool.stats()).toMatchObject({ sessions: 0, sockets: 0, streams: 0 });
      }
      await eventually(() => place.open() === 0, "every socket is closed");
    },
    60_000,
  );
});
