import { Readable } from "node:stream";
import { createGunzip, type Gunzip } from "node:zlib";
import { abortedError, TransportError, type TransportErrorCode } from "../../errors/index.ts";
import { afterTurn, borrowedData, type Clock, defined, type Timer } from "../../util/index.ts";
import type { BodySource } from "./body-source.ts";

/** Options of {@link ResponseBody}. */
export interface ResponseBodyOptions {
  /** The bytes as they came over the wire. */
  readonly source: BodySource;
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  readonly clock: Clock;
  /** `Content-Encoding` of the answer. */
  readonly encoding?: string | undefined;
  /** `Content-Length` of the answer. */
  readonly contentLength?: number | undefined;
  /** Limit after decompression. */
  readonly maxBytes?: number | undefined;
  /** Limit between two pieces, while a reader waits. */
  readonly idleTimeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The error for a failure of the source; called without one when it ended before it was complete. */
  readonly explain: (error: Error | undefined) => Error;
  /** Ends the request below: called once when the body is destroyed before its end. */
  readonly cancel: () => void;
}

/** Whether we can undo this `Content-Encoding`. */
export function isKnownEncoding(encoding: string | undefined): boolean {
  return (
    encoding === undefined || encoding === "" || encoding === "identity" || encoding === "gzip" || encoding === "x-gzip"
  );
}

/**
 * A response's body. It ends only when it is complete: a connection that breaks, a length that does not add up,
 * compressed bytes that are cut off or damaged, too many bytes, too long a silence, or the caller's signal make it fail
 * instead. Reads from the socket only as fast as it is read itself.
 */
export class ResponseBody extends Readable {
  readonly #options: ResponseBodyOptions;
  readonly #source: BodySource;
  readonly #gunzip: Gunzip | undefined;
  #received = 0;
  #delivered = 0;
  #sourceEnded = false;
  #idle: Timer | undefined;
  #lastMs: number;

  constructor(options: ResponseBodyOptions) {
    super({ highWaterMark: 256 * 1024 });
    this.#options = options;
    this.#source = options.source;
    this.#lastMs = options.clock.monotonic();
    const isGzip = options.encoding === "gzip" || options.encoding === "x-gzip";
    this.#gunzip = isGzip ? this.#newGunzip() : undefined;
    options.source.start({
      onData: (chunk, isBorrowed) => this.#onSourceData(chunk, isBorrowed),
      onEnd: () => this.#onSourceEnd(),
      onFailure: (error) => this.destroy(options.explain(error)),
    });
    if (isGzip) options.source.resume();
    // A body that has no reader at the moment may fail too; its reader gets the error when it comes back.
    this.on("error", () => {});
    if (options.signal?.aborted) this.#onAbort();
    else options.signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  override _read(): void {
    (this.#gunzip ?? this.#source).resume();
    this.#armIdle();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#settle();
    if (!this.#sourceEnded) this.#options.cancel();
    this.#gunzip?.destroy();
    callback(error);
  }

  #deliver(chunk: Buffer, isBorrowed: boolean): void {
    if (this.destroyed) return;
    this.#delivered += chunk.length;
    const { maxBytes } = this.#options;
    if (maxBytes !== undefined && this.#delivered > maxBytes) {
      this.destroy(this.#failure("limit", `the body is larger than ${maxBytes} bytes`));
      return;
    }
    if (this.#handOver(chunk, isBorrowed)) return;
    const mayGoOn = this.push(isBorrowed ? Buffer.from(chunk) : chunk);
    if (mayGoOn && !this.#hasPausedReader) return;
    (this.#gunzip ?? this.#source).pause();
    this.#idle?.cancel();
    this.#idle = undefined;
  }

  /** Whether the reader takes pieces as they come, and none at the moment: then nothing is read ahead. */
  get #hasPausedReader(): boolean {
    return this.readableFlowing === false && this.listenerCount("readable") === 0;
  }

  /**
   * Gives a piece straight to a reader that takes pieces as they come and has nothing waiting: the way through the
   * stream's own buffer costs a tick and a read for each. The read under way stays under way, so `_read` is not called
   * again until the reader has paused.
   */
  #handOver(chunk: Buffer, isBorrowed: boolean): boolean {
    const listeners = this.listenerCount("data");
    if (!this.readableFlowing || this.readableLength > 0 || this.readableEncoding !== null || listeners === 0)
      return false;
    if (!isBorrowed) this.emit("data", chunk);
    else if (this.listenerCount(borrowedData) === listeners) this.emit(borrowedData, chunk);
    else this.emit("data", Buffer.from(chunk));
    return true;
  }

  #newGunzip(): Gunzip {
    const gunzip = createGunzip({ chunkSize: 64 * 1024 });
    gunzip.on("drain", () => this.#source.resume());
    gunzip.on("data", (chunk: Buffer) => this.#deliver(chunk, false));
    gunzip.on("end", () => this.#finish());
    gunzip.on("error", (error: Error) =>
      this.destroy(this.#failure("other", "the compressed body is damaged or cut off", error)),
    );
    gunzip.pause();
    return gunzip;
  }

  #onSourceData(chunk: Buffer, isBorrowed: boolean): void {
    this.#received += chunk.length;
    if (this.#options.idleTimeoutMs !== undefined) this.#lastMs = this.#options.clock.monotonic();
    if (this.#gunzip === undefined) this.#deliver(chunk, isBorrowed);
    else if (!this.#gunzip.write(isBorrowed ? Buffer.from(chunk) : chunk)) this.#source.pause();
  }

  #onSourceEnd(): void {
    if (this.#sourceEnded || this.destroyed) return;
    const { contentLength } = this.#options;
    if (contentLength !== undefined && this.#received !== contentLength) {
      this.destroy(
        this.#failure("reset", `the body has ${this.#received} bytes where ${contentLength} were announced`),
      );
      return;
    }
    this.#sourceEnded = true;
    if (this.#gunzip === undefined || this.#received === 0) this.#finish();
    else this.#gunzip.end();
  }

  #finish(): void {
    this.#settle();
    this.push(null);
  }

  #settle(): void {
    this.#idle?.cancel();
    this.#idle = undefined;
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
  }

  #armIdle(): void {
    const { idleTimeoutMs, clock } = this.#options;
    if (idleTimeoutMs === undefined || this.#idle !== undefined || this.#sourceEnded || this.destroyed) return;
    // Silence counts from the moment a reader waits for bytes.
    this.#lastMs = clock.monotonic();
    const arm = (delayMs: number): void => {
      this.#idle = clock.setTimer(delayMs, check);
    };
    const check = (): void => {
      // It paused within a piece that it was handed, and nothing has come since.
      if (this.#hasPausedReader) this.#lastMs = clock.monotonic();
      const left = this.#lastMs + idleTimeoutMs - clock.monotonic();
      if (left > 0) {
        arm(left);
        return;
      }
      const seen = this.#received;
      // A busy loop fires timers before it has read what waits in the socket: one turn of reading comes before the
      // decision.
      afterTurn(() => {
        if (this.#idle === undefined || this.destroyed) return;
        if (this.#received !== seen) return arm(idleTimeoutMs);
        this.destroy(this.#failure("timeout", `no byte of the body was received within ${idleTimeoutMs} ms`));
      });
    };
    arm(idleTimeoutMs);
  }

  readonly #onAbort = (): void => {
    this.destroy(abortedError(this.#options.signal as AbortSignal));
  };

  #failure(code: TransportErrorCode, what: string, cause?: Error): TransportError {
    const { method, path } = this.#options;
    return new TransportError(`${method} ${path}: ${what}`, { code, method, path, ...defined({ cause }) });
  }
}
