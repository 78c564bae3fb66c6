import { Readable } from "node:stream";
import { headerOf, type Interceptor, type TransportRequest, type TransportResponse } from "../../transport/index.ts";
import { type Clock, guardLogger, type Logger, systemClock } from "../../util/index.ts";
import { ChecksummedFiles } from "./cache-files.ts";

/** Where answers are kept; {@link ChecksummedFiles} on disk is one. */
export interface ResponseStore {
  get(key: string): Promise<Uint8Array | undefined>;
  set(key: string, value: Uint8Array): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Options of {@link httpCache}. */
export interface HttpCacheOptions {
  /** The server, when several share a store. */
  readonly host?: string | undefined;
  /** Gets one warning when an answer could not be stored, until one can be again; the answer is used all the same. */
  readonly logger?: Logger | false | undefined;
  readonly clock?: Clock | undefined;
}

interface Kept {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Until when it may be used without asking, wall clock in milliseconds; 0 for never. */
  readonly freshUntilMs: number;
}

/** Headers that are kept with an answer. */
const keptHeaders = ["content-type", "etag", "last-modified", "cache-control", "expires", "vary"];
const maxBytes = 32 * 1024 * 1024;

/** Documents about the API, which are the same for all users. Objects are never kept, whatever a server says. */
const documents = /\/(?:openapi\/v[23](?:\/.*)?|api(?:\/[^/]+)?|apis(?:\/[^/]+){0,2}|version)$/;

/**
 * Keeps answers that carry an ETag, and asks with it the next time: a server that says "not modified" sends no body,
 * and the kept one is used. What a server calls immutable is not asked for again before it expires. Only discovery and
 * OpenAPI documents are kept; the key is host, path and `Accept`.
 */
export function httpCache(
  store: ResponseStore | string,
  { host = "", logger: given, clock = systemClock }: HttpCacheOptions = {},
): Interceptor {
  const kept: ResponseStore = typeof store === "string" ? new ChecksummedFiles(store) : store;
  const logger = guardLogger(given);
  let unusable = false;
  /** A disk that is full, read-only or gone is reported once, until it can be written again. */
  const report = (path: string, error: unknown): undefined => {
    if (!unusable)
      logger.warn("an answer could not be kept; the server is asked each time", {
        path,
        error: (error as Error).message,
      });
    unusable = true;
  };
  const keep = async (path: string, run: () => Promise<void>): Promise<void> => {
    try {
      await run();
      unusable = false;
    } catch (error) {
      report(path, error);
    }
  };
  return (next) => async (request) => {
    const [path = ""] = request.path.split("?", 1);
    if (request.method !== "GET" || !documents.test(path) || request.headers["range"] !== undefined)
      return next(request);
    const key = `${host}${request.path}\n${String(request.headers["accept"] ?? "")}`;
    const old = read(await kept.get(key).catch((error) => report(path, error)));
    if (old !== undefined && old.kept.freshUntilMs > clock.now()) return respond(old.kept, old.body, "http/1.1");
    const response = await next(old === undefined ? request : conditional(request, old.kept));
    if (response.status === 304 && old !== undefined) {
      response.body.resume();
      return respond(old.kept, old.body, response.protocol);
    }
    if (
      response.status !== 200 ||
      headerOf(response, "etag") === undefined ||
      /no-store/i.test(headerOf(response, "cache-control") ?? "")
    ) {
      // What the server no longer has must not come back from here.
      if (old !== undefined && response.status < 500) await keep(path, () => kept.delete(key));
      return response;
    }
    const body = await collect(response);
    if (!Buffer.isBuffer(body)) return { ...response, body };
    const facts = factsOf(response, clock.now());
    await keep(path, () => kept.set(key, write(facts, body)));
    return { ...response, body: Readable.from([body], { objectMode: false }) };
  };
}

function conditional(request: TransportRequest, { headers }: Kept): TransportRequest {
  const etag = headers["etag"];
  return etag === undefined ? request : { ...request, headers: { ...request.headers, "if-none-match": etag } };
}

function respond({ status, headers }: Kept, body: Buffer, protocol: TransportResponse["protocol"]): TransportResponse {
  return { status, headers, body: Readable.from(body.length === 0 ? [] : [body], { objectMode: false }), protocol };
}

function factsOf(response: TransportResponse, nowMs: number): Kept {
  const headers: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = headerOf(response, name);
    if (value !== undefined) headers[name] = value;
  }
  const expires = Date.parse(headers["expires"] ?? "");
  const immutable =
    /\bimmutable\b/i.test(headers["cache-control"] ?? "") && Number.isFinite(expires) && expires > nowMs;
  return { status: response.status, headers, freshUntilMs: immutable ? expires : 0 };
}

/** The whole body, or what is left of it as a stream when it is too large to keep. */
async function collect(response: TransportResponse): Promise<Buffer | Readable> {
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator = response.body[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await iterator.next();
    if (done) return Buffer.concat(chunks);
    chunks.push(value as Buffer);
    size += (value as Buffer).length;
    if (size > maxBytes) return Readable.from(rest(chunks, iterator), { objectMode: false });
  }
}

async function* rest(chunks: readonly Buffer[], iterator: AsyncIterator<unknown>): AsyncGenerator<Buffer> {
  yield* chunks;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value as Buffer;
}

/** Facts as one line of JSON, then the body. */
function write(facts: Kept, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(facts)}\n`), body]);
}

function read(bytes: Uint8Array | undefined): { kept: Kept; body: Buffer } | undefined {
  if (bytes === undefined) return undefined;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = buffer.indexOf(0x0a);
  try {
    const kept = JSON.parse(buffer.toString("utf8", 0, end)) as Kept;
    return end < 0 || kept.status !== 200 || typeof kept.headers !== "object"
      ? undefined
      : { kept, body: buffer.subarray(end + 1) };
  } catch {
    return undefined;
  }
}
