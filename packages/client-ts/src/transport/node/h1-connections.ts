import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import type { Duplex, Writable } from "node:stream";
import { abortedError, isClientError, TransportError } from "../../errors/index.ts";
import type { Clock } from "../../util/index.ts";
import { isBeforeSending, transportErrorCode } from "../error-code.ts";
import { RequestBodyError } from "../streamed-body.ts";
import type { TransportRequest, TransportResponse } from "../transport.ts";
import { sourceOf } from "./body-source.ts";
import { acceptResponse, type ExchangeContext, failure, limitInterim, spentBody, wireHeaders } from "./exchange.ts";

/** Not by `import`: that makes Node 22 and newer load its whole fetch with it, 13 MB and tens of milliseconds. */
const http = process.getBuiltinModule("node:http");

/** Options of {@link H1Connections}. */
export interface H1ConnectionsOptions extends ExchangeContext {
  /** Gives a socket that is ready for HTTP/1.1: connected, and TLS done where there is TLS. */
  readonly connect: (signal?: AbortSignal) => Promise<Duplex>;
  /** The `Host` header. */
  readonly authority: string;
  readonly compress: boolean;
}

/** What Node's agent calls when a socket becomes free, and when it is used again. */
interface AgentHooks {
  keepSocketAlive(socket: Duplex): boolean;
  reuseSocket(socket: Duplex, request: ClientRequest): void;
}

/** Bytes that no request asked for would be taken for the answer to the next request. Called on the socket. */
function endUnasked(this: Duplex): void {
  this.destroy();
}

/** Methods that may be sent twice with the same effect. */
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Keep-alive connections of HTTP/1.1: one request at a time on each, up to 25 waiting for the next. */
export class H1Connections {
  readonly #options: H1ConnectionsOptions;
  readonly #agent: Agent;
  readonly #sockets = new Set<Duplex>();
  /** Made with a former identity or trust: not kept for another request. */
  readonly #retired = new Set<Duplex>();
  #destroyed = false;

  constructor(options: H1ConnectionsOptions) {
    this.#options = options;
    this.#agent = new http.Agent({ keepAlive: true, maxFreeSockets: 25, scheduling: "lifo" });
    const agent = this.#agent as unknown as AgentHooks;
    const keep = agent.keepSocketAlive.bind(agent);
    agent.keepSocketAlive = (socket) => {
      if (this.#retired.has(socket) || !keep(socket)) return false;
      // Called for what has arrived already, too.
      socket.on("data", endUnasked);
      return true;
    };
    const reuse = agent.reuseSocket.bind(agent);
    agent.reuseSocket = (socket, request) => {
      socket.off("data", endUnasked);
      reuse(socket, request);
    };
    // Node calls this for every new socket; TLS and proxies are done when ours arrives, so one plain agent serves both
    // schemes.
    (this.#agent as unknown as { createConnection: unknown }).createConnection = (
      _options: unknown,
      ready: (error: Error | null, socket?: Duplex) => void,
    ): void => {
      options.connect().then(
        (socket) => {
          if (this.#destroyed) socket.destroy();
          // Node would wait for the end of a socket that has ended already.
          if (socket.destroyed) return ready(endedBeforeUse(options.authority));
          this.#sockets.add(socket);
          socket.once("close", () => {
            this.#sockets.delete(socket);
            this.#retired.delete(socket);
          });
          ready(null, socket);
        },
        (error: Error) => ready(error),
      );
    };
  }

  /** Sockets that wait are closed now; those in use when their request is over, and after `drainMs` in any case. */
  retire(drainMs: number): void {
    this.#dropIdle();
    const former = [...this.#sockets].filter((socket) => !socket.destroyed && !this.#retired.has(socket));
    if (former.length === 0) return;
    for (const socket of former) this.#retired.add(socket);
    for (const socket of former) closeAfter(socket, drainMs, this.#options.clock);
  }

  /** How many sockets are open. */
  get open(): number {
    return this.#sockets.size;
  }

  /**
   * Sends one request. A kept socket may have been closed by the peer just as we used it: a request that only reads is
   * then sent once more, on a fresh socket; any other fails, because it is unknown whether the server received it.
   */
  async send(request: TransportRequest): Promise<TransportResponse> {
    const spent = spentBody(request);
    if (spent !== undefined) throw spent;
    const state = { reused: false };
    try {
      return await this.#once(request, state);
    } catch (error) {
      const stale =
        state.reused &&
        isClientError(error, "Transport") &&
        error.code === "reset" &&
        safeMethods.has(request.method) &&
        request.body === undefined;
      if (!stale) throw error;
      this.#dropIdle();
      return this.#once(request, state);
    }
  }

  /** Closes every socket; requests under way fail. */
  destroy(): void {
    this.#destroyed = true;
    this.#agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  #once(request: TransportRequest, state: { reused: boolean }): Promise<TransportResponse> {
    const { clock, authority, compress } = this.#options;
    const { signal, headersTimeoutMs } = request;
    return new Promise<TransportResponse>((resolve, reject) => {
      let outgoing: ClientRequest;
      try {
        outgoing = http.request({
          agent: this.#agent,
          // Never resolved or dialled: names the pool of the agent. `setHost` is off because we set the `Host` header
          // ourselves.
          host: authority,
          setHost: false,
          method: request.method,
          path: request.path,
          headers: { host: authority, ...(wireHeaders(request, compress) as Record<string, string | string[]>) },
          maxHeaderSize: 16 * 1024,
        });
      } catch (error) {
        reject(failure(request, "other", "the request cannot be written as HTTP", { sent: false, cause: error }));
        return;
      }
      const cancel = (): void => void outgoing.destroy();
      const timer =
        headersTimeoutMs === undefined
          ? undefined
          : clock.setTimer(headersTimeoutMs, () =>
              fail(failure(request, "timeout", `no answer within ${headersTimeoutMs} ms`)),
            );
      const onAbort = (): void => fail(abortedError(signal as AbortSignal));
      const settle = (): void => {
        timer?.cancel();
        signal?.removeEventListener("abort", onAbort);
      };
      const fail = (error: Error): void => {
        settle();
        cancel();
        reject(error);
      };
      let connected = false;
      const explain = (error: Error | undefined): Error => explainH1(request, error, connected);
      const onResponse = (incoming: IncomingMessage): void => {
        settle();
        const headers = headersOf(incoming);
        const raw = {
          status: incoming.statusCode ?? 0,
          headers,
          source: sourceOf(incoming, () => incoming.complete),
          protocol: "http/1.1" as const,
          explain,
          cancel,
        };
        try {
          resolve(acceptResponse(request, raw, this.#options));
        } catch (error) {
          reject(error);
        }
      };
      outgoing.on("information", limitInterim(request, fail));
      outgoing.once("socket", () => {
        connected = true;
        state.reused = outgoing.reusedSocket;
      });
      outgoing.once("response", onResponse);
      outgoing.on("error", (error: Error) => {
        settle();
        reject(explain(error));
      });
      if (signal?.aborted) return onAbort();
      signal?.addEventListener("abort", onAbort, { once: true });
      if (request.body === undefined) outgoing.end();
      else sendBody(request.body, outgoing);
    });
  }

  #dropIdle(): void {
    for (const sockets of Object.values(this.#agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }
}

/** Writes a request's body and ends it; a body that is a stream is read as fast as it goes out. */
export function sendBody(body: TransportRequest["body"], to: Writable): void {
  if (body === undefined) return;
  if (typeof body === "string" || body instanceof Uint8Array) {
    to.end(body);
    return;
  }
  const giveUp = (what: string, cause?: Error): void => void to.destroy(new RequestBodyError(what, cause));
  body.on("error", (error) => giveUp("could not be read", error));
  body.on("close", () => {
    if (!body.readableEnded) giveUp("was closed before its end");
  });
  to.on("close", () => body.destroy());
  to.on("drain", () => body.resume());
  body.on("data", (chunk: unknown) => {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array))
      giveUp("has parts that are neither text nor bytes");
    else if (!to.write(chunk)) body.pause();
  });
  body.on("end", () => to.end());
}

function endedBeforeUse(authority: string): Error {
  const message = `${authority} closed the connection before the request was sent`;
  return new TransportError(message, { code: "reset", sent: false });
}

/** Closes a socket after a time, if it is still open then. */
export function closeAfter(socket: Duplex, delayMs: number, clock: Clock): void {
  const timer = clock.setTimer(delayMs, () => socket.destroy(), { ref: false });
  socket.once("close", () => timer.cancel());
}

function explainH1(request: TransportRequest, error: Error | undefined, connected: boolean): Error {
  if (error === undefined) return failure(request, "reset", "the connection broke before the answer was complete");
  if (error instanceof RequestBodyError)
    return failure(request, "reset", error.message, { sent: connected, cause: error.cause ?? error });
  const code = transportErrorCode(error);
  const what = code === "limit" ? "the answer's headers are larger than 16 KiB" : explainText(error);
  // A request that got no connection was not sent.
  const sent = connected && ((error as { sent?: boolean }).sent ?? !isBeforeSending(code));
  return failure(request, code, what, { sent, cause: error });
}

function explainText(error: Error): string {
  const code = (error as { code?: string }).code ?? "";
  return code.startsWith("HPE_") ? "the answer is not HTTP" : error.message || code || error.name;
}

/**
 * Headers with lower-case names; what came several times is a list. Node joins most of them, which would merge
 * warnings.
 */
function headersOf(incoming: IncomingMessage): TransportResponse["headers"] {
  const headers: Record<string, string | readonly string[] | undefined> = { ...incoming.headers };
  const warnings = incoming.headersDistinct["warning"];
  if (warnings !== undefined) headers["warning"] = warnings;
  return headers;
}
