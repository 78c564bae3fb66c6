import type { ClientRequest, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { abortedError, isClientError } from "../../errors/index.ts";
import { transportErrorCode } from "../error-code.ts";
import { defaultLimits } from "../limits.ts";
import type { TransportRequest, TransportResponse } from "../transport.ts";
import type { Upgraded } from "../upgraded.ts";
import { sourceOf } from "./body-source.ts";
import { acceptResponse, type ExchangeContext, failure, limitInterim } from "./exchange.ts";

/** Not by `import`, see h1-connections.ts. */
const http = process.getBuiltinModule("node:http");

/** Options of {@link sendUpgrade}. */
export interface UpgradeContext extends ExchangeContext {
  /** A fresh connection, for this request alone. */
  readonly socket: Duplex;
  /** The `Host` header. */
  readonly authority: string;
}

/**
 * Sends a request that asks for another protocol (`Upgrade`) on a connection of its own. When the server switches, the
 * answer is a 101 with the connection; any other answer is given as it is, and the connection ends with its body.
 * The wait for the answer is limited to 30 s unless the request says otherwise.
 */
export async function sendUpgrade(request: TransportRequest, context: UpgradeContext): Promise<TransportResponse> {
  const { socket } = context;
  const { signal, headersTimeoutMs = 30_000 } = request;
  const isWebSocket = String(request.headers["upgrade"]).toLowerCase() === "websocket";
  const open = isWebSocket ? (await import("./web-socket.ts")).openWebSocket : openSocket;
  return new Promise<TransportResponse>((resolve, reject) => {
    const settle = (): void => {
      timer.cancel();
      signal?.removeEventListener("abort", onAbort);
      socket.off("close", onClose);
    };
    const fail = (error: Error): void => {
      settle();
      socket.destroy();
      reject(error);
    };
    const timer = context.clock.setTimer(headersTimeoutMs, () =>
      fail(failure(request, "timeout", `no answer within ${headersTimeoutMs} ms`)),
    );
    const onAbort = (): void => fail(abortedError(signal as AbortSignal));
    const onClose = (): void => fail(failure(request, "reset", "the connection broke before the answer"));
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });
    socket.once("close", onClose);
    open(request, context, {
      onUpgrade(headers, upgraded) {
        settle();
        const body = emptyBody();
        resolve({
          status: 101,
          headers: headers as TransportResponse["headers"],
          body,
          protocol: "http/1.1",
          upgraded,
        });
      },
      onResponse(incoming) {
        settle();
        try {
          resolve(acceptResponse(request, rawResponse(request, incoming, socket), context));
        } catch (error) {
          reject(error);
        }
      },
      onError(error, what) {
        const code = isClientError(error, "Transport") ? error.code : what === undefined ? codeOf(error) : "upgrade";
        fail(failure(request, code, what ?? (error.message || error.name), { cause: error }));
      },
    });
  });
}

/** Receives the outcome of a request to switch protocols. */
export interface UpgradeListener {
  onUpgrade(headers: IncomingMessage["headers"], upgraded: Upgraded): void;
  /** The server answered something else. */
  onResponse(incoming: IncomingMessage): void;
  /** No answer, or one that is not allowed; `what` says which rule of the switch it breaks. */
  onError(error: Error, what?: string): void;
}

/** The headers of the request on the wire. */
export function upgradeHeaders(request: TransportRequest, authority: string): Record<string, string | string[]> {
  return { host: authority, ...(request.headers as Record<string, string | string[]>) };
}

/** Switches to a protocol of bytes: SPDY. */
function openSocket(request: TransportRequest, { socket, authority }: UpgradeContext, listener: UpgradeListener): void {
  const outgoing: ClientRequest = http.request({
    createConnection: () => socket,
    host: authority,
    setHost: false,
    method: request.method,
    path: request.path,
    headers: { connection: "Upgrade", ...upgradeHeaders(request, authority) },
    maxHeaderSize: 16 * 1024,
  });
  const wanted = String(request.headers["upgrade"]).toLowerCase();
  outgoing.on(
    "information",
    limitInterim(request, (error) => listener.onError(error)),
  );
  outgoing.once("upgrade", (incoming, _socket, head) => {
    if (incoming.headers.upgrade?.toLowerCase() !== wanted)
      return listener.onError(
        new Error("wrong protocol"),
        `the server switched to the protocol ${JSON.stringify(incoming.headers.upgrade ?? "")} instead of ${wanted}`,
      );
    if (head.length > 0) socket.unshift(head);
    listener.onUpgrade(incoming.headers, { type: "socket", socket });
  });
  outgoing.once("response", (incoming) => listener.onResponse(incoming));
  outgoing.on("error", (error) => listener.onError(error));
  outgoing.end();
}

function rawResponse(
  request: TransportRequest,
  incoming: IncomingMessage,
  socket: Duplex,
): Parameters<typeof acceptResponse>[1] {
  // The connection was made for this one answer.
  incoming.once("close", () => socket.destroy());
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    source: sourceOf(incoming, () => incoming.complete),
    protocol: "http/1.1",
    explain: (error) =>
      failure(
        request,
        error === undefined ? "reset" : transportErrorCode(error),
        error?.message || "the connection broke before the answer was complete",
        { cause: error },
      ),
    cancel: () => void socket.destroy(),
  };
}

function codeOf(error: Error): ReturnType<typeof transportErrorCode> {
  return (error as { code?: string }).code?.startsWith("HPE_") ? "upgrade" : transportErrorCode(error);
}

/** The body of a 101, which has none. */
function emptyBody(): TransportResponse["body"] {
  return process.getBuiltinModule("node:stream").Readable.from([]);
}

/** The most that one message of a WebSocket may have, with all its fragments. */
export const maxMessageBytes: number = defaultLimits.objectBytes;
