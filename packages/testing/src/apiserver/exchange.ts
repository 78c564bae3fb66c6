import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { constants, type ServerHttp2Stream, type IncomingHttpHeaders as Http2Headers } from "node:http2";
import type { Duplex } from "node:stream";
import { tooLarge } from "./api-error.ts";
import type { Connection } from "./connection.ts";

/** Headers of a response, by lower-case name. */
export type ResponseHeaders = Record<string, string | string[]>;

/** A response whose body comes piece by piece. */
export interface ResponseStream {
  /** Sends bytes; what the peer does not take yet is kept. */
  write(chunk: Buffer): void;
  /** Bytes kept for a peer that does not read. */
  readonly backlog: number;
  /** Settles when the peer has taken most of it, or is gone. */
  drained(): Promise<void>;
  /** Ends the body as HTTP wants it. */
  end(): void;
  /** Breaks the body off. */
  abort(): void;
}

/** One request and its answer, whichever HTTP version carries them. */
export interface Exchange {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** What carries it; `undefined` when the request comes from inside the process. */
  readonly connection: Connection | undefined;
  /** A fault's view of the past: reads are answered from this revision. */
  readonly readRevision: number | undefined;
  /** The request body; a `tooLarge` refusal above the limit. */
  readBody(limit: number): Promise<Buffer>;
  /** Answers with a whole body. */
  respond(status: number, headers: ResponseHeaders, body: Buffer): void;
  /** Begins an answer whose body follows. */
  open(status: number, headers: ResponseHeaders): ResponseStream;
  /**
   * Where the client asked for another protocol: answers 101 with these headers and gives the connection. `undefined`
   * when there is an answer already.
   */
  readonly switchProtocols?: ((headers: ResponseHeaders) => Duplex | undefined) | undefined;
  /** Calls back once when the exchange is over, by either side. */
  onClose(run: () => void): void;
  /** Breaks the exchange off without an answer. */
  abort(): void;
}

/** An exchange on an HTTP/2 stream. */
export class Http2Exchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly connection: Connection;
  readonly readRevision: number | undefined = undefined;
  readonly #stream: ServerHttp2Stream;
  readonly #hasBody: boolean;

  constructor(stream: ServerHttp2Stream, headers: Http2Headers, hasBody: boolean, connection: Connection) {
    this.#stream = stream;
    this.#hasBody = hasBody;
    this.connection = connection;
    this.method = headers[":method"] ?? "GET";
    this.target = headers[":path"] ?? "/";
    this.headers = headers as IncomingHttpHeaders;
    if (headers.host === undefined && headers[":authority"] !== undefined) this.headers.host = headers[":authority"];
    // A peer may reset at any moment; that is not an error of ours.
    stream.on("error", () => {});
  }

  readBody(limit: number): Promise<Buffer> {
    if (!this.#hasBody) return Promise.resolve(empty);
    return collect(this.#stream, limit);
  }

  respond(status: number, headers: ResponseHeaders, body: Buffer): void {
    const stream = this.#stream;
    if (stream.destroyed || stream.headersSent || this.connection.silent) return;
    stream.respond({ ":status": status, "content-length": body.length, ...headers });
    if (this.method === "HEAD") stream.end();
    else stream.end(body);
  }

  open(status: number, headers: ResponseHeaders): ResponseStream {
    const stream = this.#stream;
    const { connection } = this;
    if (!stream.destroyed && !connection.silent) stream.respond({ ":status": status, ...headers });
    return {
      write(chunk) {
        if (!stream.destroyed && !stream.writableEnded && !connection.silent) stream.write(chunk);
      },
      get backlog() {
        return stream.writableLength;
      },
      drained: () => drained(stream),
      end() {
        if (!stream.destroyed && !connection.silent) stream.end();
      },
      abort: () => this.abort(),
    };
  }

  onClose(run: () => void): void {
    if (this.#stream.closed) run();
    else this.#stream.once("close", run);
  }

  abort(): void {
    if (!this.#stream.destroyed) this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }
}

/** An exchange on HTTP/1.1. */
export class Http1Exchange implements Exchange {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly connection: Connection;
  readonly readRevision: number | undefined = undefined;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse, connection: Connection) {
    this.#request = request;
    this.#response = response;
    this.connection = connection;
    this.method = request.method ?? "GET";
    this.target = request.url ?? "/";
    this.headers = request.headers;
    request.on("error", () => {});
    response.on("error", () => {});
  }

  readBody(limit: number): Promise<Buffer> {
    return collect(this.#request, limit);
  }

  respond(status: number, headers: ResponseHeaders, body: Buffer): void {
    const response = this.#response;
    if (response.destroyed || response.headersSent || this.connection.silent) return;
    const all: OutgoingHttpHeaders = { "content-length": body.length, ...headers };
    response.writeHead(status, all);
    response.end(this.method === "HEAD" ? undefined : body);
    // An unused body must still be read, or the connection would be stuck behind it.
    if (!this.#request.complete) this.#request.resume();
  }

  open(status: number, headers: ResponseHeaders): ResponseStream {
    const response = this.#response;
    const { connection } = this;
    if (!response.destroyed && !connection.silent) {
      response.writeHead(status, headers);
      response.flushHeaders();
    }
    return {
      write(chunk) {
        if (!response.destroyed && !response.writableEnded && !connection.silent) response.write(chunk);
      },
      get backlog() {
        return response.writableLength;
      },
      drained: () => drained(response),
      end() {
        if (!response.destroyed && !connection.silent) response.end();
      },
      abort: () => this.abort(),
    };
  }

  onClose(run: () => void): void {
    if (this.#response.closed) run();
    else this.#response.once("close", run);
  }

  abort(): void {
    this.#request.socket.destroy();
  }
}

const empty = Buffer.alloc(0);

function drained(stream: ServerHttp2Stream | ServerResponse): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off("drain", done);
      stream.off("close", done);
      resolve();
    };
    stream.on("drain", done);
    stream.on("close", done);
  });
}

function collect(stream: ServerHttp2Stream | IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) {
        chunks.length = 0;
        stream.off("data", onData);
        stream.resume();
        reject(tooLarge(`limit is ${limit}`));
      } else {
        chunks.push(chunk);
      }
    };
    stream.on("data", onData);
    let complete = false;
    stream.once("end", () => {
      complete = true;
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    stream.once("close", () => {
      if (!complete) reject(new Error("the client closed the connection before its request was complete"));
    });
  });
}
