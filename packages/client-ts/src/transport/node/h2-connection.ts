import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http2";
import type { Duplex } from "node:stream";
import { abortedError, TransportError, throwIfAborted } from "../../errors/index.ts";
import type { Timer } from "../../util/index.ts";
import { isBeforeSending, streamErrorCode, transportErrorCode } from "../error-code.ts";
import type { RequestPurpose, TransportRequest, TransportResponse } from "../transport.ts";
import { acceptResponse, type ExchangeContext, failure, limitInterim, wireHeaders } from "./exchange.ts";
import { PingMonitor } from "./ping-monitor.ts";

/** Options of {@link H2Connection}. */
export interface H2ConnectionOptions extends ExchangeContext {
  /** Connected, TLS done, `h2` agreed on. */
  readonly socket: Duplex & { readonly bytesRead?: number };
  /** `https://host:port`. */
  readonly origin: string;
  /** The `:authority` of requests. */
  readonly authority: string;
  readonly compress: boolean;
  /** Limit until the server's settings are there. */
  readonly settingsTimeoutMs: number;
  readonly pingAfterMs: number;
  readonly pingTimeoutMs: number;
  /** How long a connection without requests is kept when {@link mayRetire} allows to close it. */
  readonly idleCloseMs: number;
  /** Asked when this connection has been idle for long: is there another one? */
  readonly mayRetire: () => boolean;
  /** Called once, when the first answer is there. */
  readonly onAnswer: () => void;
  /**
   * Called once, when the connection is gone or takes no more requests for good; with whether the server ended it
   * before any answer.
   */
  readonly onGone: (useless: boolean) => void;
  /** Ends the start of HTTP/2. */
  readonly signal?: AbortSignal | undefined;
}

/** Window of one stream, and of the connection: large, so that a list is not throttled to one window per round trip. */
const streamWindow = 16 * 1024 * 1024;
const connectionWindow = 32 * 1024 * 1024;
/**
 * How long the peer of a session that takes no more requests has to close the connection when its last stream has
 * ended.
 */
const lingerMs = 2_000;
const cancelCode = 8;
const refusedCode = 7;
/** What nghttp2 calls a stream whose HEADERS did not go out yet; 0 when it does not know the stream at all. */
const idleState = 1;
/** What is assumed until the server says otherwise; kube-apiserver grants 100. */
const usualStreams = 100;

/**
 * One HTTP/2 session. It counts its streams, because Node puts a request beyond the server's limit into a queue and
 * says nothing: the pool asks {@link canTake} first. After a GOAWAY it takes no new requests and lets the present ones
 * finish.
 */
export class H2Connection {
  readonly #options: H2ConnectionOptions;
  readonly #session: ClientHttp2Session;
  readonly #monitor: PingMonitor;
  #limit = usualStreams;
  #streams = 0;
  #lasting = 0;
  #draining = false;
  readonly #watches = new Set<ClientHttp2Stream>();
  /** Watches that were ended so that they begin again on another connection. */
  readonly #moved = new WeakSet<ClientHttp2Stream>();
  /** Requests without an answer, and how each is given back when the server does not let it begin. */
  readonly #unanswered = new Map<ClientHttp2Stream, () => void>();
  #answered = false;
  /** What the server did when it ended the connection, or took no requests on it, before any answer. */
  #useless: string | undefined;
  #gone = false;
  #finished = false;
  #idleSinceMs: number;
  #deathCause: TransportError | undefined;
  #retiring: Timer | undefined;
  #lingering: Timer | undefined;

  private constructor(session: ClientHttp2Session, options: H2ConnectionOptions) {
    this.#options = options;
    this.#session = session;
    this.#idleSinceMs = options.clock.monotonic();
    session.on("remoteSettings", (settings) => {
      this.#limit = settings.maxConcurrentStreams ?? usualStreams;
      if (this.#streams > this.#limit) this.#giveBackUnsent();
      if (this.#limit === 0) this.#onNoStreams();
    });
    session.on("goaway", (code) => {
      this.#draining = true;
      this.#endedByServer(`the server asked to move to another connection (GOAWAY, code ${code})`);
      this.#linger();
    });
    session.on("error", () => {});
    session.on("close", () => {
      this.#finished = true;
      this.#monitor.stop();
      this.#endedByServer("the server closed the connection");
      // A session closed gracefully leaves its socket to the peer and reads no more from it: a reset would
      // never be noticed.
      setImmediate(() => options.socket.destroy());
    });
    session.unref();
    this.#monitor = new PingMonitor(
      {
        bytesRead: () => options.socket.bytesRead ?? 0,
        ping: (answered) => {
          if (session.destroyed) return;
          // Node sends no ping once a session is to end (after GOAWAY).
          if (session.closed) {
            this.#endWatches();
            return answered();
          }
          session.ping((error) => error === null && answered());
        },
        onDead: () => {
          this.#deathCause = new TransportError(
            `${options.authority} did not answer a ping; the connection was closed`,
            {
              code: "reset",
            },
          );
          session.destroy(this.#deathCause);
        },
        onTick: () => this.#retireWhenIdle(),
      },
      options,
    );
  }

  /** Starts HTTP/2 on a socket and waits until the server has said how many streams it grants. */
  static async open(options: H2ConnectionOptions): Promise<H2Connection> {
    const { connect } = await import("node:http2");
    const { signal } = options;
    throwIfAborted(signal);
    // Loading takes turns of the event loop. Node would wait for the end of a socket that has ended already.
    if (options.socket.destroyed) throw endedBeforeSetup(options.authority);
    const session = connect(options.origin, {
      createConnection: () => options.socket,
      settings: { enablePush: false, initialWindowSize: streamWindow, maxHeaderListSize: 16 * 1024 },
      maxHeaderListPairs: 1024,
      // Counted in megabytes of buffered data; far above what our windows allow, so that Node never refuses a stream by
      // itself.
      maxSessionMemory: 1024,
    });
    const connection = new H2Connection(session, options);
    session.ref();
    await new Promise<void>((resolve, reject) => {
      const give = (outcome: () => void): void => {
        timer.cancel();
        signal?.removeEventListener("abort", onAbort);
        session.off("remoteSettings", onSettings);
        session.off("close", onClose);
        session.off("error", onClose);
        outcome();
      };
      const onSettings = (): void => give(resolve);
      const onClose = (error?: Error): void => give(() => reject(endedBeforeSetup(options.authority, error)));
      const onAbort = (): void =>
        give(() => {
          connection.destroy();
          reject(abortedError(signal as AbortSignal));
        });
      const timer = options.clock.setTimer(options.settingsTimeoutMs, () =>
        give(() => {
          connection.destroy();
          reject(
            new TransportError(`${options.authority} did not set up HTTP/2 within ${options.settingsTimeoutMs} ms`, {
              code: "timeout",
              sent: false,
            }),
          );
        }),
      );
      session.once("remoteSettings", onSettings);
      session.once("close", onClose);
      session.once("error", onClose);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
    if (connection.#streams === 0) session.unref();
    if (!session.destroyed) session.setLocalWindowSize(connectionWindow);
    return connection;
  }

  /** Requests under way, and how many of them last (watches and streams). */
  get load(): { readonly streams: number; readonly lasting: number } {
    return { streams: this.#streams, lasting: this.#lasting };
  }

  /** How many streams the server grants at the moment. */
  get limit(): number {
    return this.#limit;
  }

  /** What the server did, when it ended the connection or granted no stream before it had answered anything. */
  get useless(): string | undefined {
    return this.#useless;
  }

  /** Whether new requests may use this connection at all. */
  get usable(): boolean {
    return !this.#draining && !this.#gone && !this.#session.closed && !this.#session.destroyed;
  }

  /**
   * Whether the session can take one more request of this purpose. Lasting ones leave a fifth of the streams to the
   * others.
   */
  canTake(purpose: RequestPurpose): boolean {
    if (!this.usable || this.#monitor.waiting) return false;
    if (this.#streams >= this.#limit) return false;
    return !isLasting(purpose) || this.#lasting < lastingRoom(this.#limit);
  }

  /** Sends one request on its own stream. */
  send(request: TransportRequest): Promise<TransportResponse> {
    const { signal, headersTimeoutMs } = request;
    let stream: ClientHttp2Stream;
    try {
      stream = this.#session.request(this.#headersOf(request), { endStream: request.body === undefined });
    } catch (error) {
      return Promise.reject(
        failure(request, "goaway", "the connection takes no more requests", { sent: false, cause: error }),
      );
    }
    this.#begin(request.purpose);
    if (request.purpose === "watch") this.#watches.add(stream);
    stream.once("close", () => {
      this.#watches.delete(stream);
      this.#end(request.purpose);
    });
    const cancel = (): void => {
      // A reset would take an unsent request out of Node's queue, and Node would never say that its stream is closed.
      if (wasSent(stream)) stream.close(cancelCode);
      else stream.destroy();
    };
    return new Promise<TransportResponse>((resolve, reject) => {
      const timer =
        headersTimeoutMs === undefined
          ? undefined
          : this.#options.clock.setTimer(headersTimeoutMs, () => {
              fail(failure(request, "timeout", `no answer within ${headersTimeoutMs} ms`));
            });
      const onAbort = (): void => fail(abortedError(signal as AbortSignal));
      const settle = (): void => {
        timer?.cancel();
        this.#unanswered.delete(stream);
        signal?.removeEventListener("abort", onAbort);
        stream.off("headers", onInterim);
        stream.off("response", onResponse);
        stream.off("error", onError);
        stream.off("close", onClose);
      };
      const fail = (error: Error): void => {
        settle();
        stream.on("error", () => {});
        cancel();
        reject(error);
      };
      const onInterim = limitInterim(request, fail);
      const onError = (error: Error): void => fail(this.#explain(request, stream, error, false));
      const onClose = (): void => fail(this.#explain(request, stream, undefined, false));
      const onResponse = (headers: IncomingHttpHeaders & { ":status"?: number }): void => {
        settle();
        this.#onAnswer();
        const { ":status": status = 0, ...rest } = headers;
        try {
          // A session that we end may end its streams without a word, and so does Node when a connection is reset after
          // GOAWAY; what was cut that way is not complete.
          const isComplete = (): boolean =>
            !stream.rstCode &&
            this.#deathCause === undefined &&
            !this.#moved.has(stream) &&
            !this.#options.socket.errored;
          const explain = (error: Error | undefined): Error => this.#explain(request, stream, error, true);
          resolve(
            acceptResponse(
              request,
              { status, headers: rest, source: stream, protocol: "h2", explain, cancel, isComplete },
              this.#options,
            ),
          );
        } catch (error) {
          reject(error);
        }
      };
      if (signal?.aborted) return onAbort();
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#unanswered.set(stream, () =>
        fail(
          failure(request, "refused-stream", "the server took back the stream that it had granted", { sent: false }),
        ),
      );
      stream.on("headers", onInterim);
      stream.once("response", onResponse);
      stream.once("error", onError);
      stream.once("close", onClose);
      sendBody(request.body, stream);
    });
  }

  /**
   * Takes no new requests. Those under way have `drainMs` to finish; then they end with an error, as if the server had
   * asked to move.
   */
  retire(drainMs: number): void {
    if (this.#finished || this.#retiring !== undefined) return;
    this.#draining = true;
    this.#leavePool();
    const { clock, authority, socket } = this.#options;
    this.#retiring = clock.setTimer(
      drainMs,
      () => {
        this.#deathCause ??= new TransportError(`the credentials for ${authority} changed; the connection was closed`, {
          code: "goaway",
        });
        if (!this.#session.destroyed) this.#session.destroy(this.#deathCause);
        socket.destroy();
      },
      { ref: false },
    );
    socket.once("close", () => this.#retiring?.cancel());
    this.#closeWhenDone();
  }

  /** Closes now: open streams end with an error. */
  destroy(): void {
    this.#draining = true;
    this.#monitor.stop();
    this.#deathCause ??= new TransportError(`the connections to ${this.#options.authority} are closed`, {
      code: "closed",
    });
    // A session closed gracefully waits for the peer to close the socket; we do not.
    if (this.#session.destroyed) this.#options.socket.destroy();
    else this.#session.destroy();
  }

  /** Whether the session is over and its streams have ended. */
  get finished(): boolean {
    return this.#finished;
  }

  /** Resolves when the session is over. */
  closed(): Promise<void> {
    return this.#finished ? Promise.resolve() : new Promise((resolve) => this.#session.once("close", () => resolve()));
  }

  #headersOf(request: TransportRequest): OutgoingHttpHeaders {
    const { host: _host, ...headers } = wireHeaders(request, this.#options.compress) as Record<
      string,
      string | string[]
    >;
    const { authority, origin } = this.#options;
    return {
      ":method": request.method,
      ":path": request.path,
      ":scheme": origin.slice(0, origin.indexOf(":")),
      ":authority": authority,
      ...headers,
    };
  }

  #explain(request: TransportRequest, stream: ClientHttp2Stream, error: Error | undefined, answered: boolean): Error {
    const death = this.#deathCause;
    if (death !== undefined) return failure(request, death.code, death.message, { cause: death });
    if (this.#moved.has(stream))
      return failure(request, "goaway", "the server asked to move to another connection, and sent nothing more");
    const rst = stream.rstCode ?? 0;
    if (rst === refusedCode)
      return failure(request, "refused-stream", "the server refused to begin with it", { sent: false, cause: error });
    if (rst !== 0 && rst !== cancelCode) {
      const code = answered ? "reset" : streamErrorCode(rst);
      const what =
        code === "limit"
          ? "the answer's headers are larger than 16 KiB, or the server wants less"
          : "the server broke off";
      return failure(request, code, what, { cause: error });
    }
    const code = error === undefined ? "reset" : transportErrorCode(error);
    // A stream that never got a number was never sent.
    const sent = stream.id !== undefined && !isBeforeSending(code);
    return failure(request, code === "other" ? "reset" : code, "the connection broke before the answer was complete", {
      sent,
      cause: error,
    });
  }

  #begin(purpose: RequestPurpose): void {
    if (this.#streams === 0) this.#session.ref();
    this.#streams++;
    if (isLasting(purpose)) this.#lasting++;
  }

  #end(purpose: RequestPurpose): void {
    this.#streams--;
    if (isLasting(purpose)) this.#lasting--;
    if (this.#streams > 0) return;
    this.#idleSinceMs = this.#options.clock.monotonic();
    if (!this.#session.destroyed) this.#session.unref();
    if (this.#draining) this.#closeWhenDone();
  }

  /**
   * A session after GOAWAY cannot be pinged, and Node does not always notice that the server closed its connection.
   * Watches that receive nothing end, to begin again on another connection at the version that they have reached; other
   * streams would lose something, and are left to TCP's keep-alive.
   */
  #endWatches(): void {
    for (const stream of [...this.#watches]) {
      this.#moved.add(stream);
      // A reset would wait for a write that never ends.
      stream.destroy();
    }
  }

  /**
   * Closes a session that takes no more requests when its last one is over. Not before: it would not be pinged any
   * more.
   */
  #closeWhenDone(): void {
    if (this.#streams > 0) return;
    if (!this.#session.closed && !this.#session.destroyed) this.#session.close();
    this.#linger();
  }

  /** A session that is done waits for the peer to close the socket; a peer that never does is not waited for. */
  #linger(): void {
    const { clock, socket } = this.#options;
    if (this.#streams > 0 || this.#lingering !== undefined || socket.destroyed) return;
    this.#lingering = clock.setTimer(lingerMs, () => socket.destroy(), { ref: false });
    socket.once("close", () => this.#lingering?.cancel());
  }

  /**
   * What was handed to Node before the server lowered its limit would wait in Node's queue, in silence and perhaps for
   * ever.
   */
  #giveBackUnsent(): void {
    for (const [stream, giveBack] of [...this.#unanswered]) if (!wasSent(stream)) giveBack();
  }

  /** Granting no stream at all says the same as GOAWAY. What is under way finishes. */
  #onNoStreams(): void {
    if (this.#draining || this.#session.destroyed) return;
    this.#draining = true;
    this.#endedByServer("the server grants no streams (SETTINGS_MAX_CONCURRENT_STREAMS is 0)");
    this.#closeWhenDone();
  }

  #onAnswer(): void {
    if (this.#answered) return;
    this.#answered = true;
    this.#options.onAnswer();
  }

  /** The server ended it; nothing that we did. */
  #endedByServer(what: string): void {
    if (!this.#gone && !this.#answered && this.#deathCause === undefined) this.#useless = what;
    this.#leavePool();
  }

  #retireWhenIdle(): void {
    const { clock, idleCloseMs, mayRetire } = this.#options;
    if (this.#streams > 0 || clock.monotonic() - this.#idleSinceMs < idleCloseMs || !this.usable || !mayRetire())
      return;
    this.#draining = true;
    this.#leavePool();
    this.#closeWhenDone();
  }

  #leavePool(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#options.onGone(this.#useless !== undefined);
  }
}

/** Whether the head of a stream's request has left: until then the stream is idle (RFC 9113, section 5.1). */
function wasSent(stream: ClientHttp2Stream): boolean {
  return (stream.state.state ?? 0) > idleState;
}

/** Whether a request of this purpose holds its stream for long. */
export function isLasting(purpose: RequestPurpose): boolean {
  return purpose === "watch" || purpose === "stream";
}

/** How many of the streams that a server grants watches and streams may hold: a fifth is left to the others. */
export function lastingRoom(granted: number): number {
  return Math.max(1, Math.floor(granted * 0.8));
}

/** Writes a request's body and ends it; a body that is a stream is read as fast as it goes out. */
export function sendBody(body: TransportRequest["body"], to: Duplex | import("node:http").ClientRequest): void {
  if (body === undefined) return;
  if (typeof body === "string" || body instanceof Uint8Array) {
    to.end(body);
    return;
  }
  body.on("error", (error) => to.destroy(error));
  to.on("close", () => body.destroy());
  body.pipe(to as Duplex);
}

function endedBeforeSetup(authority: string, cause?: Error): TransportError {
  const message = `${authority} closed the connection before HTTP/2 was set up`;
  return new TransportError(message, { code: "reset", sent: false, ...(cause && { cause }) });
}
