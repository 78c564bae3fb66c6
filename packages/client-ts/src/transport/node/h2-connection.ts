import type { Duplex } from "node:stream";
import { abortedError, InvalidArgumentError, TransportError, throwIfAborted } from "../../errors/index.ts";
import { defined, type Timer } from "../../util/index.ts";
import { streamErrorCode, transportErrorCode } from "../error-code.ts";
import type { RequestPurpose, TransportRequest, TransportResponse } from "../transport.ts";
import { acceptResponse, type ExchangeContext, failure, limitInterim, spentBody, wireHeaders } from "./exchange.ts";
import { errorCodes } from "./http2/frame-writer.ts";
import { H2Session } from "./http2/h2-session.ts";
import type { H2Stream, StreamFailure } from "./http2/h2-stream.ts";
import { PingMonitor } from "./ping-monitor.ts";

/** Options of {@link H2Connection}. */
export interface H2ConnectionOptions extends ExchangeContext {
  /** Connected, TLS done, `h2` agreed on. */
  readonly socket: Duplex & { readonly bytesRead?: number | undefined };
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
   * Called once, when the connection is gone or will never take a request again; with whether the server ended it
   * before any answer.
   */
  readonly onGone: (useless: boolean) => void;
  /** Ends the start of HTTP/2. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * How long the peer of a session that takes no more requests has to close the connection when its last stream has
 * ended.
 */
const lingerMs = 2_000;
/** What Node does not let into the paths of HTTP/1.1 either: a byte of it could end the path for a proxy. */
const notInPaths = /[^\u0021-\u00ff]/;
/** What is assumed until the server says otherwise; kube-apiserver grants 100. */
const usualStreams = 100;

/**
 * One HTTP/2 connection in a pool. It counts its streams: the pool asks {@link canTake} first. After a GOAWAY it takes
 * no new requests and lets the present ones finish; it is pinged as before, so that they do not wait for a dead server.
 */
export class H2Connection {
  readonly #options: H2ConnectionOptions;
  readonly #scheme: string;
  readonly #session: H2Session;
  readonly #monitor: PingMonitor;
  #limit = usualStreams;
  #streams = 0;
  #lasting = 0;
  #draining = false;
  #answered = false;
  /** What the server did when it ended the connection, or took no requests on it, before any answer. */
  #useless: string | undefined;
  #gone = false;
  #finished = false;
  #idleSinceMs: number;
  #closeError: TransportError | undefined;
  #retiring: Timer | undefined;
  #lingering: Timer | undefined;
  /** Called with the server's first settings, or when it closes before them. */
  #onReady: (error: Error | undefined) => void = () => {};

  private constructor(options: H2ConnectionOptions) {
    this.#options = options;
    this.#scheme = options.origin.slice(0, options.origin.indexOf(":"));
    this.#idleSinceMs = options.clock.monotonic();
    let broken: Error | undefined;
    options.socket.on("error", (error) => {
      broken = error;
    });
    const session = new H2Session(
      options.socket,
      {
        onSettings: () => {
          this.#limit = session.maxStreams ?? usualStreams;
          if (this.#limit === 0) this.#onNoStreams();
          this.#onReady(undefined);
        },
        onGoaway: (code) => {
          this.#draining = true;
          this.#endedByServer(`the server asked to move to another connection (GOAWAY, code ${code})`);
          // After the streams that the server did not begin with have ended.
          queueMicrotask(() => this.#closeWhenDone());
        },
        onClose: () => {
          this.#finished = true;
          this.#monitor.stop();
          this.#endedByServer("the server closed the connection");
          this.#onReady(endedBeforeSetup(options.authority, broken));
        },
      },
      options.clock,
    );
    this.#session = session;
    this.#monitor = new PingMonitor(
      {
        bytesRead: () => session.bytesRead,
        ping: (answered) => session.ping(answered),
        onDead: () => {
          const message = `${options.authority} did not answer a ping; the connection was closed`;
          this.#closeError = new TransportError(message, { code: "reset" });
          session.destroy(this.#closeError);
        },
        onTick: () => this.#retireWhenIdle(),
      },
      options,
    );
  }

  /** Starts HTTP/2 on a socket and waits until the server has said how many streams it grants. */
  static async open(options: H2ConnectionOptions): Promise<H2Connection> {
    const { signal } = options;
    throwIfAborted(signal);
    // A socket that has ended already emits no second end.
    if (options.socket.destroyed) throw endedBeforeSetup(options.authority);
    const connection = new H2Connection(options);
    await new Promise<void>((resolve, reject) => {
      const settle = (error: Error | undefined): void => {
        timer.cancel();
        signal?.removeEventListener("abort", onAbort);
        connection.#onReady = () => {};
        if (error === undefined) {
          resolve();
          return;
        }
        connection.destroy();
        reject(error);
      };
      const onAbort = (): void => settle(abortedError(signal as AbortSignal));
      const timer = options.clock.setTimer(options.settingsTimeoutMs, () =>
        settle(
          new TransportError(`${options.authority} did not set up HTTP/2 within ${options.settingsTimeoutMs} ms`, {
            code: "timeout",
            sent: false,
          }),
        ),
      );
      connection.#onReady = settle;
      signal?.addEventListener("abort", onAbort, { once: true });
    });
    if (connection.#streams === 0) connection.#session.unref();
    return connection;
  }

  /**
   * Requests under way, with those that we ended and the server may still be busy with, and how many last (watches and
   * streams).
   */
  get load(): { readonly streams: number; readonly lasting: number } {
    return { streams: this.#streams + this.#session.unconfirmedResets, lasting: this.#lasting };
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
    return !this.#draining && !this.#gone && !this.#session.isOver;
  }

  /**
   * Whether the session can take one more request of this purpose. Lasting ones leave a fifth of the streams to the
   * others.
   */
  canTake(purpose: RequestPurpose): boolean {
    if (!this.usable || this.#monitor.waiting) return false;
    if (this.load.streams >= this.#limit) return false;
    return !isLasting(purpose) || this.#lasting < lastingStreamLimit(this.#limit);
  }

  /** Sends one request on its own stream. */
  send(request: TransportRequest): Promise<TransportResponse> {
    const { signal, headersTimeoutMs, purpose } = request;
    if (signal?.aborted) return Promise.reject(abortedError(signal));
    if (notInPaths.test(request.path))
      return Promise.reject(new InvalidArgumentError("a path has a space or a character that needs to be escaped"));
    const spent = spentBody(request);
    if (spent !== undefined) return Promise.reject(spent);
    return new Promise<TransportResponse>((resolve, reject) => {
      let timer: Timer | undefined;
      let broken: StreamFailure | undefined;
      let stream: H2Stream;
      const onAbort = (): void => fail(abortedError(signal as AbortSignal));
      const settle = (): void => {
        timer?.cancel();
        signal?.removeEventListener("abort", onAbort);
      };
      const fail = (error: Error): void => {
        settle();
        stream.cancel();
        reject(error);
      };
      const explain = (): Error => this.#explain(request, broken, stream.isAnswered);
      const cancel = (): void => stream.cancel();
      const onResponse = (status: number, headers: TransportResponse["headers"]): void => {
        settle();
        this.#onAnswer();
        try {
          const raw = { status, headers, source: stream, protocol: "h2" as const, explain, cancel };
          resolve(acceptResponse(request, raw, this.#options));
        } catch (error) {
          reject(error);
        }
      };
      this.#begin(purpose);
      try {
        stream = this.#session.request(
          {
            method: request.method,
            scheme: this.#scheme,
            authority: this.#options.authority,
            path: request.path,
            headers: this.#headersOf(request),
          },
          request.body,
          {
            onInterim: limitInterim(request, (error) => fail(error)),
            onResponse,
            onFailure: (how) => {
              broken = how;
              if (stream.isAnswered) return;
              settle();
              reject(explain());
            },
            onClose: () => this.#end(purpose),
          },
        );
      } catch (error) {
        this.#end(purpose);
        const gone = { sent: false, cause: error };
        reject(this.usable ? error : failure(request, "goaway", "the connection takes no more requests", gone));
        return;
      }
      if (headersTimeoutMs !== undefined)
        timer = this.#options.clock.setTimer(headersTimeoutMs, () =>
          fail(failure(request, "timeout", `no answer within ${headersTimeoutMs} ms`)),
        );
      signal?.addEventListener("abort", onAbort, { once: true });
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
        this.#closeError ??= new TransportError(`the credentials for ${authority} changed; the connection was closed`, {
          code: "goaway",
        });
        this.#session.destroy(this.#closeError);
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
    this.#closeError ??= new TransportError(`the connections to ${this.#options.authority} are closed`, {
      code: "closed",
    });
    this.#session.destroy(this.#closeError);
  }

  /** Whether the session is over and its streams have ended. */
  get finished(): boolean {
    return this.#finished;
  }

  /** Resolves when the session is over. */
  closed(): Promise<void> {
    if (this.#finished) return Promise.resolve();
    return new Promise((resolve) => this.#options.socket.once("close", () => resolve()));
  }

  #headersOf(request: TransportRequest): TransportRequest["headers"] {
    const headers = wireHeaders(request, this.#options.compress);
    // HTTP/2 has it as the authority.
    delete headers["host"];
    return headers;
  }

  #explain(request: TransportRequest, how: StreamFailure | undefined, answered: boolean): Error {
    const closeError = this.#closeError;
    const { resetCode, error, sent } = how ?? { sent: true };
    if (closeError !== undefined)
      return failure(request, closeError.code, closeError.message, { sent, cause: closeError });
    // A server that has answered cannot take back that it began.
    if (resetCode === errorCodes.refusedStream && !answered)
      return failure(request, "refused-stream", "the server refused the request before it began to process it", {
        sent: false,
      });
    if (resetCode !== undefined) {
      const code = answered ? "reset" : streamErrorCode(resetCode);
      const what =
        code === "limit"
          ? "the answer's headers are larger than 16 KiB, or the server asked for less traffic"
          : (error?.message ?? "the server reset the stream");
      return failure(request, code, what, { cause: error?.cause ?? error });
    }
    // The connection was in use: codes that otherwise mean that nothing was sent do not mean that here.
    const code = error === undefined ? "reset" : transportErrorCode(error);
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
    this.#session.unref();
    if (this.#draining) this.#closeWhenDone();
  }

  /** Closes a session that takes no more requests when its last one is over. */
  #closeWhenDone(): void {
    if (this.#streams > 0) return;
    this.#session.end();
    this.#linger();
  }

  /** A session that is done waits for the peer to close the socket, but not longer than `lingerMs`. */
  #linger(): void {
    const { clock, socket } = this.#options;
    if (this.#lingering !== undefined || socket.destroyed) return;
    this.#lingering = clock.setTimer(lingerMs, () => this.#session.destroy(), { ref: false });
    socket.once("close", () => this.#lingering?.cancel());
  }

  /** A server that grants no streams at all means the same as with GOAWAY. Requests under way finish. */
  #onNoStreams(): void {
    if (this.#draining || this.#session.isOver) return;
    this.#draining = true;
    this.#endedByServer("the server grants no streams (SETTINGS_MAX_CONCURRENT_STREAMS is 0)");
    this.#closeWhenDone();
  }

  #onAnswer(): void {
    if (this.#answered) return;
    this.#answered = true;
    this.#options.onAnswer();
  }

  /** The connection was ended by the server, not by this library. */
  #endedByServer(what: string): void {
    if (!this.#gone && !this.#answered && this.#closeError === undefined) this.#useless = what;
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

/** Whether a request of this purpose holds its stream for long. */
export function isLasting(purpose: RequestPurpose): boolean {
  return purpose === "watch" || purpose === "stream";
}

/** How many of the streams that a server grants watches and streams may hold: a fifth is left to the others. */
export function lastingStreamLimit(granted: number): number {
  return Math.max(1, Math.floor(granted * 0.8));
}

function endedBeforeSetup(authority: string, cause?: Error): TransportError {
  const message = `${authority} closed the connection before HTTP/2 was set up`;
  return new TransportError(message, { code: "reset", sent: false, ...defined({ cause }) });
}
