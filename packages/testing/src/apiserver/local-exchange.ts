import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { TransportError } from "client-ts/errors";
import type { TransportRequest, TransportResponse } from "client-ts/rest";
import { tooLarge } from "./api-error.ts";
import type { Exchange, ResponseHeaders, ResponseStream } from "./exchange.ts";

/** A request and its answer inside the process: no socket, no copy of the bytes. */
export class LocalExchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly connection: undefined = undefined;
  readonly readRevision: undefined = undefined;
  #body: Buffer;
  readonly #answer: (response: TransportResponse) => void;
  readonly #fail: (error: Error) => void;
  readonly #closing: (() => void)[] = [];
  #onAnswer: (() => void) | undefined;
  #out: AnswerBody | undefined;
  #closed = false;

  constructor(
    request: Pick<TransportRequest, "method" | "path" | "headers">,
    body: Buffer,
    ports: { answer(response: TransportResponse): void; fail(error: Error): void },
  ) {
    this.method = request.method;
    this.target = request.path;
    this.headers = request.headers as IncomingHttpHeaders;
    this.#body = body;
    this.#answer = ports.answer;
    this.#fail = ports.fail;
  }

  /** Puts another body in place of the one that was sent, before it is read. */
  replaceBody(body: Buffer): void {
    this.#body = body;
  }

  /** Calls back once, when the answer begins. */
  onAnswer(run: () => void): void {
    this.#onAnswer = run;
  }

  readBody(limit: number): Promise<Buffer> {
    return this.#body.length > limit ? Promise.reject(tooLarge(`limit is ${limit}`)) : Promise.resolve(this.#body);
  }

  respond(status: number, headers: ResponseHeaders, body: Buffer): void {
    const out = this.#open(status, headers);
    if (out === undefined) return;
    if (this.method !== "HEAD" && body.length > 0) out.push(body);
    out.push(null);
  }

  open(status: number, headers: ResponseHeaders): ResponseStream {
    const out = this.#open(status, headers);
    return {
      write: (chunk) => void (out === undefined || out.destroyed || out.push(chunk)),
      get backlog() {
        return out?.readableLength ?? 0;
      },
      drained: () => out?.drained() ?? Promise.resolve(),
      end: () => void (out === undefined || out.destroyed || out.push(null)),
      abort: () => this.abort(),
    };
  }

  onClose(run: () => void): void {
    if (this.#closed) run();
    else this.#closing.push(run);
  }

  abort(): void {
    const path = this.target.split("?", 1)[0]!;
    const facts = { code: "reset", method: this.method, path, sent: true } as const;
    const error = new TransportError(`${this.method} ${path}: the storage behind this client was closed`, facts);
    this.destroy(error);
  }

  /** Ends the exchange with an error, before the answer or within it. */
  destroy(error: Error): void {
    if (this.#out === undefined) this.#fail(error);
    else this.#out.destroy(error);
    this.#onClosed();
  }

  #open(status: number, headers: ResponseHeaders): AnswerBody | undefined {
    if (this.#out !== undefined || this.#closed) return undefined;
    const out = new AnswerBody(() => this.#onClosed());
    this.#out = out;
    this.#onAnswer?.();
    this.#answer({ status, headers, body: out, protocol: "h2" });
    return out;
  }

  #onClosed(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const run of this.#closing.splice(0)) run();
  }
}

/** The body of an answer. It keeps what its reader has not taken yet. */
class AnswerBody extends Readable {
  readonly #onClosed: () => void;
  #wake: (() => void)[] = [];

  constructor(onClosed: () => void) {
    super({ highWaterMark: 256 * 1024 });
    this.#onClosed = onClosed;
    // A body without a reader may fail too.
    this.on("error", () => {});
  }

  override _read(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this._read();
    this.#onClosed();
    callback(error);
  }

  /** Settles when the reader has taken most of it. */
  drained(): Promise<void> {
    if (this.destroyed || this.readableLength < this.readableHighWaterMark) return Promise.resolve();
    return new Promise((resolve) => this.#wake.push(resolve));
  }
}

/** The whole body of a request. */
export async function requestBytes(body: string | Uint8Array | Readable | undefined): Promise<Buffer> {
  if (body === undefined) return empty;
  if (typeof body === "string") return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks);
}

const empty = Buffer.alloc(0);
