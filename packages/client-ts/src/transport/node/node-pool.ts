import type { TcpNetConnectOpts } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { isClientError, orAborted, TransportError, throwIfAborted } from "../../errors/index.ts";
import { allowManyListeners, type Clock, combineSignals, messageOf, sleep, systemClock } from "../../util/index.ts";
import type { Dial, DialTarget } from "../dial.ts";
import { checkHeaders } from "../headers.ts";
import { defaultLimits, type SizeLimits } from "../limits.ts";
import type { Pool, PoolOptions, PoolStats } from "../pool.ts";
import type { RequestPurpose, Transport, TransportRequest, TransportResponse } from "../transport.ts";
import { isLoopback } from "../no-proxy.ts";
import { isStreamed, withStreamedBody } from "../streamed-body.ts";
import { type ProxyServer, proxyFor, targetOf } from "../proxy.ts";
import { dialTcp, newDial } from "./dial.ts";
import { processEnvironment } from "./environment.ts";
import { closeAfter, H1Connections } from "./h1-connections.ts";
import { failure } from "./exchange.ts";
import { H2Connection, isLasting, lastingStreamLimit } from "./h2-connection.ts";
import { newProxyDial } from "./proxy-dial.ts";
import { orDestroy } from "./or-destroy.ts";
import { connectTls, newTlsSocket, secured, type TlsSettings } from "./tls.ts";
import { TlsSource } from "./tls-source.ts";

/** How often a request that the server did not begin with is sent again. */
const mostMoves = 5;
/** The wait before it is sent again for the second time; doubled each time. The first time comes at once. */
const moveDelayMs = 50;
/** How many connections in a row may end without a single answer before requests fail. */
const mostUseless = 4;
/** The wait before the next connection after a useless one; doubled each time up to the longest. */
const uselessDelayMs = 100;
const longestUselessDelayMs = 2_000;

/**
 * For how long HTTP/2 is not tried again with a server that chose HTTP/1.1. It may have been one of several behind an
 * address, or a proxy that was replaced since.
 */
const h1PeriodMs = 300_000;
/** Connections that turned out to be HTTP/1.1 and wait for a request; more are closed. */
const mostSpare = 2;

interface Slot {
  readonly kind: "shared" | "list";
  readonly ready: Promise<H2Connection | undefined>;
  connection: H2Connection | undefined;
  /** Requests that wait for `ready`. */
  waiting: number;
}

/** The pool on Node, with our own HTTP/2 and Node's HTTP/1.1; see `newPool`. */
export class NodePool implements Pool {
  readonly #target: DialTarget;
  readonly #origin: string;
  readonly #authority: string;
  readonly #secure: boolean;
  readonly #options: PoolOptions;
  readonly #clock: Clock;
  readonly #limits: SizeLimits;
  readonly #compress: boolean;
  readonly #dial: Dial;
  /** Neither a proxy nor a dial of the user's stands between us and the server. */
  readonly #dialsDirectly: boolean;
  readonly #closing = new AbortController();
  /** Every socket that is open, to wait for. */
  readonly #sockets = new Set<Duplex>();
  /** Sockets below TLS. They end with it; destroying both at once crashes Node 20. */
  readonly #covered = new WeakSet<Duplex>();
  /** Sockets that belong to a caller who upgraded them. */
  readonly #handedOut = new Set<Duplex>();
  readonly #h1: H1Connections;
  /** Connections on which the server chose HTTP/1.1 when HTTP/2 was offered; the next request takes one. */
  #spare: Duplex[] = [];
  #slots: Slot[] = [];
  #draining = new Set<H2Connection>();
  readonly #tls: TlsSource;
  /** Grows when trust or identity change: what was opened before is not used for new requests. */
  #generation = 0;
  /** HTTP/1.1 alone is used until then, on the monotonic clock. */
  #h1Until: number;
  /** How many streams the server granted the last time. */
  #granted = 100;
  /** Connections in a row that the server ended, or granted no stream on, before it had answered anything. */
  #useless = 0;
  #opened = 0;
  #closed: Promise<void> | undefined;

  constructor(url: URL, options: PoolOptions) {
    // Every connection that is being made listens.
    allowManyListeners(this.#closing.signal);
    this.#secure = url.protocol === "https:";
    this.#origin = url.origin;
    this.#authority = url.host;
    this.#target = targetOf(url);
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#compress = options.disableCompression !== true && !isThisMachine(this.#target.host);
    const { tls = {}, certificate, logger, meter, tlsReloadMs = 300_000 } = options;
    this.#tls = new TlsSource({
      tls,
      reloadMs: tlsReloadMs,
      onChange: () => this.#renew(),
      clock: this.#clock,
      certificate,
      logger,
      meter,
    });
    const proxy = this.#proxyFor(url);
    this.#dialsDirectly = options.dial === undefined && proxy === undefined;
    this.#dial = this.#dialThrough(proxy);
    // HTTP/2 was not tried on Bun: there HTTP/1.1 is the default.
    const mayUseH2 = this.#secure && (options.http2 ?? !("bun" in process.versions));
    this.#h1Until = mayUseH2 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    this.#h1 = new H1Connections({
      ...this.#context(),
      connect: () => this.#spareOrNew(),
      authority: this.#authority,
      compress: this.#compress,
    });
  }

  readonly send: Transport = (request) => {
    const { body } = request;
    return isStreamed(body) ? withStreamedBody(body, () => this.#send(request)) : this.#send(request);
  };

  async #send(request: TransportRequest): Promise<TransportResponse> {
    checkHeaders(request.headers);
    allowManyListeners(request.signal);
    if (request.purpose === "upgrade") return this.#sendUpgrade(request);
    const tried = { useless: 0 };
    for (let moves = 0; ; moves++) {
      throwIfAborted(request.signal);
      if (this.#closed !== undefined) throw closedError(this.#authority);
      try {
        if (moves > 1) await this.#pause(moveDelayMs * 2 ** (moves - 2), request.signal);
        return await this.#sendOnce(request, tried);
      } catch (error) {
        if (this.#closed !== undefined && !request.signal?.aborted) throw closedError(this.#authority, error);
        if (!didNotBegin(error) || isStreamed(request.body)) throw error;
        if (this.#useless >= mostUseless) throw this.#uselessError(request, error);
        if (moves >= mostMoves) throw error;
      }
    }
  }

  async connect({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<Duplex> {
    if (this.#closed !== undefined) throw closedError(this.#authority);
    let socket: Duplex;
    try {
      socket = await this.#connect(["http/1.1"], signal);
    } catch (error) {
      if (this.#closed !== undefined && !signal?.aborted) throw closedError(this.#authority, error);
      throw error;
    }
    this.#handedOut.add(socket);
    socket.once("close", () => this.#handedOut.delete(socket));
    return socket;
  }

  /** The request on a connection of its own, which is the caller's when the server switches protocols. */
  async #sendUpgrade(request: TransportRequest): Promise<TransportResponse> {
    const socket = await this.connect({ signal: request.signal });
    const { sendUpgrade } = await import("./upgrade.ts");
    return sendUpgrade(request, { ...this.#context(), socket, authority: this.#authority });
  }

  stats(): PoolStats {
    let streams = 0;
    let sessions = 0;
    for (const connection of [...this.#slots.map((slot) => slot.connection), ...this.#draining]) {
      if (connection === undefined) continue;
      sessions++;
      streams += connection.load.streams;
    }
    return { sessions, sockets: this.#h1.open, streams, opened: this.#opened };
  }

  close(): Promise<void> {
    this.#closed ??= this.#shutDown();
    return this.#closed;
  }

  async #shutDown(): Promise<void> {
    this.#tls.close();
    this.#closing.abort(closedError(this.#authority));
    for (const slot of this.#slots) slot.connection?.destroy();
    for (const connection of this.#draining) connection.destroy();
    this.#h1.destroy();
    // Whatever else is open, sockets that were handed out among them. TLS destroys the socket below it.
    for (const socket of this.#sockets) if (!this.#covered.has(socket)) socket.destroy();
    // What was being opened sees the signal and ends by itself.
    await Promise.all(this.#slots.map((slot) => slot.ready.catch(() => undefined)));
    await Promise.all(
      [...this.#sockets].map((socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()))),
    );
  }

  async #sendOnce(request: TransportRequest, tried: { useless: number }): Promise<TransportResponse> {
    const { purpose, signal } = request;
    const kind = purpose === "list" ? "list" : "shared";
    while (this.#clock.monotonic() >= this.#h1Until) {
      throwIfAborted(signal);
      const open = this.#slots.find((slot) => slot.kind === kind && slot.connection?.canTake(purpose));
      // Checked and taken in one turn: no other request comes in between.
      if (open?.connection !== undefined) return open.connection.send(request);
      const capacity = capacityFor(purpose, this.#granted);
      const coming =
        this.#slots.find((slot) => slot.kind === kind && slot.connection === undefined && slot.waiting < capacity) ??
        this.#openSlot(kind);
      coming.waiting++;
      try {
        const connection = await orAborted(coming.ready, signal);
        if (connection?.canTake(purpose)) return connection.send(request);
        // One that is full took other requests; one that is useless took none.
        if (connection?.useless !== undefined) {
          tried.useless++;
          const cause = new TransportError(`${this.#authority}: ${connection.useless}`, {
            code: "goaway",
            sent: false,
          });
          if (Math.max(tried.useless, this.#useless) >= mostUseless) throw this.#uselessError(request, cause);
        }
      } finally {
        coming.waiting--;
      }
    }
    return this.#h1.send(request);
  }

  /** The server accepts connections but no requests: the caller gets this error and decides when to try again. */
  #uselessError(request: TransportRequest, cause: unknown): TransportError {
    const what = `${this.#authority} answered no request on ${this.#useless} connections in a row; the last one: ${messageOf(cause)}`;
    return failure(request, "unusable", what, { sent: false, cause });
  }

  #openSlot(kind: Slot["kind"]): Slot {
    const opening = this.#openSession(kind, () => slot);
    const slot: Slot = { kind, ready: opening, connection: undefined, waiting: 0 };
    this.#slots.push(slot);
    opening.then(
      (connection) => {
        slot.connection = connection;
        if (connection === undefined || !connection.usable) this.#forget(slot);
      },
      () => this.#forget(slot),
    );
    return slot;
  }

  async #openSession(kind: Slot["kind"], slotOf: () => Slot): Promise<H2Connection | undefined> {
    if (this.#useless > 0)
      await this.#pause(Math.min(uselessDelayMs * 2 ** (this.#useless - 1), longestUselessDelayMs), undefined);
    const socket = await this.#connect(["h2", "http/1.1"], undefined);
    const generation = this.#generation;
    if ((socket as { alpnProtocol?: unknown }).alpnProtocol !== "h2") {
      this.#h1Until = this.#clock.monotonic() + h1PeriodMs;
      this.#spare = this.#spare.filter(({ destroyed }) => !destroyed);
      if (this.#spare.length < mostSpare) this.#spare.push(socket);
      else socket.destroy();
      return undefined;
    }
    const { tlsTimeoutMs = 10_000, pingAfterMs = 8_000, pingTimeoutMs = 4_000, idleCloseMs = 90_000 } = this.#options;
    const connection: H2Connection = await H2Connection.open({
      ...this.#context(),
      socket,
      signal: this.#closing.signal,
      origin: this.#origin,
      authority: this.#authority,
      compress: this.#compress,
      settingsTimeoutMs: tlsTimeoutMs,
      pingAfterMs,
      pingTimeoutMs,
      idleCloseMs,
      mayRetire: () =>
        kind === "list" ||
        this.#slots.some((slot) => slot !== slotOf() && slot.kind === kind && slot.connection?.usable),
      onAnswer: () => {
        this.#useless = 0;
      },
      onGone: (useless) => {
        if (useless) this.#useless++;
        this.#forget(slotOf());
      },
    });
    if (this.#closed !== undefined) {
      connection.destroy();
      throw closedError(this.#authority);
    }
    if (generation !== this.#generation) connection.retire(0);
    if (connection.limit > 0) this.#granted = connection.limit;
    return connection;
  }

  /** A session that takes no new requests is not chosen any more; until its socket is gone, the pool may close it. */
  #forget(slot: Slot): void {
    this.#slots = this.#slots.filter((one) => one !== slot);
    const { connection } = slot;
    if (connection === undefined || connection.finished || this.#draining.has(connection)) return;
    this.#draining.add(connection);
    void connection.closed().then(() => this.#draining.delete(connection));
  }

  async #spareOrNew(): Promise<Duplex> {
    for (let socket = this.#spare.pop(); socket !== undefined; socket = this.#spare.pop())
      if (!socket.destroyed) return socket;
    return this.#connect(["http/1.1"], undefined);
  }

  /** One connection: dialled, and with TLS where the origin says https. */
  async #connect(alpn: readonly string[], signal: AbortSignal | undefined): Promise<Duplex> {
    const { signal: ending, release } = combineSignals(signal, this.#closing.signal);
    try {
      return await this.#connectUntil(alpn, ending);
    } finally {
      release();
    }
  }

  async #connectUntil(alpn: readonly string[], ending: AbortSignal): Promise<Duplex> {
    for (let looked = false; ; ) {
      const settings = this.#secure ? await orAborted(this.#tls.settings(ending), ending) : undefined;
      const generation = this.#generation;
      try {
        const socket = await this.#open(alpn, settings, ending);
        if (generation === this.#generation) return socket;
        socket.destroy();
      } catch (error) {
        // The server may have moved to an authority that our file names by now.
        const isTrustProblem = isClientError(error, "Transport") && error.code === "tls";
        if (looked || !isTrustProblem || !(await orAborted(this.#tls.recheckTrust(), ending))) throw error;
        looked = true;
      }
    }
  }

  async #open(alpn: readonly string[], settings: TlsSettings | undefined, signal: AbortSignal): Promise<Duplex> {
    const [target, clock] = [this.#target, this.#clock];
    const tlsOptions = settings && { target, settings, alpn, signal, clock, timeoutMs: this.#options.tlsTimeoutMs };
    // HTTP/2 reads without garbage, which Node offers only for a TLS socket that it connects itself.
    if (tlsOptions !== undefined && this.#dialsDirectly && alpn.includes("h2")) {
      const open = (tcp: TcpNetConnectOpts): TLSSocket => newTlsSocket(tcp, tlsOptions);
      const connecting = dialTcp(target, { signal, clock }, open, (socket) => {
        this.#opened++;
        this.#track(socket);
        return secured(socket, tlsOptions);
      });
      return orDestroy(connecting, signal);
    }
    const socket = await orDestroy(this.#dial(target, { signal }), signal);
    this.#opened++;
    this.#track(socket);
    if (tlsOptions === undefined) return socket;
    this.#covered.add(socket);
    const tls = await orDestroy(connectTls(socket, tlsOptions), signal);
    this.#track(tls);
    return tls;
  }

  #proxyFor(url: URL): ProxyServer | undefined {
    const { dial, proxyUrl, env = dial === undefined ? processEnvironment() : {} } = this.#options;
    return proxyFor(url, { env, proxyUrl });
  }

  #dialThrough(proxy: ProxyServer | undefined): Dial {
    const direct = this.#options.dial ?? newDial({ clock: this.#clock });
    if (proxy === undefined) return direct;
    return newProxyDial(proxy, { dial: direct, tls: () => this.#tls.proxySettings(), clock: this.#clock });
  }

  /** Trust or identity changed: new requests get new connections, and what is open has a limited time to finish. */
  #renew(): void {
    if (this.#closed !== undefined) return;
    const { drainMs = 20_000 } = this.#options;
    this.#generation++;
    for (const slot of [...this.#slots]) slot.connection?.retire(drainMs);
    this.#h1.retire(drainMs);
    for (const socket of this.#spare.splice(0)) socket.destroy();
    for (const socket of this.#handedOut) closeAfter(socket, drainMs, this.#clock);
  }

  /** Waits; rejects when the signal fires or the pool is closed. */
  async #pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
    const { signal: ending, release } = combineSignals(signal, this.#closing.signal);
    try {
      await sleep(delayMs, { clock: this.#clock, signal: ending });
    } catch (error) {
      throwIfAborted(ending);
      throw error;
    } finally {
      release();
    }
  }

  #track(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    // An error of a socket that is idle at the moment must not end the process.
    socket.on("error", () => {});
  }

  #context(): { clock: Clock; limits: SizeLimits; idleTimeoutMs: number } {
    return { clock: this.#clock, limits: this.#limits, idleTimeoutMs: this.#options.idleTimeoutMs ?? 60_000 };
  }
}

/** Whether a host is this machine: there compression costs time and saves nothing. */
function isThisMachine(host: string): boolean {
  return isLoopback(host) || host.endsWith(".localhost");
}

/** How many requests of a purpose may wait for one connection. */
function capacityFor(purpose: RequestPurpose, granted: number): number {
  return Math.min(isLasting(purpose) ? lastingStreamLimit(granted) : granted, 100);
}

/** The server is known not to have begun: sending again is safe for any method. */
function didNotBegin(error: unknown): boolean {
  if (!isClientError(error, "Transport") || error.sent) return false;
  return error.code === "refused-stream" || error.code === "goaway";
}

function closedError(authority: string, cause?: unknown): TransportError {
  return new TransportError(`the connections to ${authority} are closed`, {
    code: "closed",
    // A request that ended while its connection was being made was not sent.
    sent: isClientError(cause, "Transport") && cause.sent,
    cause,
  });
}
