import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { abortedError, TransportError, type TransportErrorCode } from "../../errors/index.ts";
import type { Clock, Timer } from "../../util/index.ts";

/** Options of {@link ResponseBody}. */
export interface ResponseBodyOptions {
  /** The bytes as they came over the wire. */
  readonly source: Readable;
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
  /**
   * Asked when the source ends: is that the end that the peer meant? Node ends an HTTP/2 stream without an error when
   * its connection breaks.
   */
  readonly isComplete: () => boolean;
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
  readonly #source: Readable;
  readonly #plain: Readable;
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
    const gzip = options.encoding === "gzip" || options.encoding === "x-gzip";
    const gunzip = gzip ? createGunzip({ chunkSize: 64 * 1024 }) : undefined;
    this.#plain = gunzip ?? this.#source;
    this.#source.on("data", (chunk: Buffer) => {
      this.#received += chunk.length;
      if (options.idleTimeoutMs !== undefined) this.#lastMs = options.clock.monotonic();
      if (gunzip === undefined) this.#deliver(chunk);
      else if (!gunzip.write(chunk)) this.#source.pause();
    });
    this.#source.on("end", () => this.#onSourceEnd(gunzip));
    this.#source.on("error", (error: Error) => this.destroy(options.explain(error)));
    this.#source.on("close", () => {
      if (!this.#sourceEnded) this.destroy(options.explain(undefined));
    });
    gunzip?.on("drain", () => this.#source.resume());
    gunzip?.on("data", (chunk: Buffer) => this.#deliver(chunk));
    gunzip?.on("end", () => this.#finish());
    gunzip?.on("error", (error: Error) =>
      this.destroy(this.#failure("other", "the compressed body is damaged or cut off", error)),
    );
    this.#plain.pause();
    // A body that has no reader at the moment may fail too; its reader gets the error when it comes back.
    this.on("error", () => {});
    if (options.signal?.aborted) this.#onAbort();
    else options.signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  override _read(): void {
    this.#plain.resume();
    this.#armIdle();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#settle();
    this.#source.on("error", () => {});
    if (!this.#sourceEnded) this.#options.cancel();
    if (this.#plain !== this.#source) this.#plain.destroy();
    callback(error);
  }

  #deliver(chunk: Buffer): void {
    if (this.destroyed) return;
    this.#delivered += chunk.length;
    const { maxBytes } = this.#options;
    if (maxBytes !== undefined && this.#delivered > maxBytes) {
      this.destroy(this.#failure("limit", `the body is larger than ${maxBytes} bytes`));
      return;
    }
    if (this.#handOver(chunk) || this.push(chunk)) return;
    this.#plain.pause();
    this.#idle?.cancel();
    this.#idle = undefined;
  }

  /**
   * Gives a piece straight to a reader that takes pieces as they come and has nothing waiting: the way through the
   * stream's own buffer costs a tick and a read for each. The read under way stays under way, so `_read` is not called
   * again until the reader has paused.
   */
  #handOver(chunk: Buffer): boolean {
    if (
      !this.readableFlowing ||
      this.readableLength > 0 ||
      this.readableEncoding !== null ||
      this.listenerCount("data") === 0
    )
      return false;
    this.emit("data", chunk);
    return true;
  }

  #onSourceEnd(gunzip: (Readable & { end(): unknown }) | undefined): void {
    if (this.#sourceEnded || this.destroyed) return;
    const { contentLength, isComplete, explain } = this.#options;
    if (!isComplete()) {
      this.destroy(explain(undefined));
      return;
    }
    if (contentLength !== undefined && this.#received !== contentLength) {
      this.destroy(
        this.#failure("reset", `the body has ${this.#received} bytes where ${contentLength} were announced`),
      );
      return;
    }
    this.#sourceEnded = true;
    if (gunzip === undefined) this.#finish();
    else if (this.#received === 0) this.#finish();
    else gunzip.end();
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
      const left = this.#lastMs + idleTimeoutMs - clock.monotonic();
      if (left > 0) {
        arm(left);
        return;
      }
      const seen = this.#received;
      // A busy loop fires timers before it has read what waits in the socket: one turn of reading comes before the
      // decision.
      setImmediate(() => {
        if (this.#idle === undefined || this.destroyed) return;
        if (this.#received !== seen) return arm(idleTimeoutMs);
        this.destroy(this.#failure("timeout", `no byte of the body came within ${idleTimeoutMs} ms`));
      });
    };
    arm(idleTimeoutMs);
  }

  readonly #onAbort = (): void => {
    this.destroy(abortedError(this.#options.signal as AbortSignal));
  };

  #failure(code: TransportErrorCode, what: string, cause?: Error): TransportError {
    const { method, path } = this.#options;
    return new TransportError(`${method} ${path}: ${what}`, { code, method, path, ...(cause && { cause }) });
  }
}
