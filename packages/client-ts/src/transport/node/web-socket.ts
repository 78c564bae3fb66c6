import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import WebSocket from "ws";
import { ProtocolError, TransportError } from "../../errors/index.ts";
import type { Clock } from "../../util/index.ts";
import { transportErrorCode } from "../error-code.ts";
import type { TransportRequest } from "../transport.ts";
import type { WebSocketConnection, WebSocketListener } from "../upgraded.ts";
import { PingMonitor } from "./ping-monitor.ts";
import { maxMessageBytes, type UpgradeContext, type UpgradeListener, upgradeHeaders } from "./upgrade.ts";

/** Silence before a ping, and the time to answer it: a dead peer is found within 20 s. */
const pingAfterMs = 5_000;
const pingTimeoutMs = 10_000;
/** How many frames one message may consist of. */
const maxFragments = 4_096;
/** Bytes that may wait in the socket before a writer has to. */
const highWaterBytes = 1024 * 1024;
/** How long the peer may take to end the connection after a close frame. */
const closeTimeoutMs = 2_000;

/**
 * Switches to WebSocket, without compression. The library checks the handshake, except for the sub-protocol: it refuses
 * names with a slash, and `SPDY/3.1+portforward.k8s.io` has one.
 */
export function openWebSocket(request: TransportRequest, context: UpgradeContext, listener: UpgradeListener): void {
  const { socket, authority, clock } = context;
  const { upgrade: _upgrade, connection: _connection, ...headers } = upgradeHeaders(request, authority);
  const offered = [headers["sec-websocket-protocol"] ?? []].flat().flatMap((one) => one.split(/,\s*/));
  // TLS is done; the scheme only decides whether the library would begin it.
  const webSocket = new WebSocket(`ws://${authority}${request.path}`, {
    createConnection: () => socket as never,
    headers,
    perMessageDeflate: false,
    followRedirects: false,
    skipUTF8Validation: true,
    maxPayload: maxMessageBytes,
    maxFragments,
    // Not in the types of the package yet.
    ...{ closeTimeout: closeTimeoutMs },
  });
  let answered: IncomingMessage["headers"] = {};
  const onError = (error: Error): void => {
    const code = (error as { code?: string }).code;
    // Errors of the handshake itself have no code.
    const what = code === undefined ? `the WebSocket was not opened: ${lowerFirst(error.message)}` : undefined;
    listener.onError(error, what);
  };
  webSocket.on("error", onError);
  webSocket.once("upgrade", (incoming) => {
    answered = { ...incoming.headers };
    const chosen = answered["sec-websocket-protocol"];
    if (chosen === undefined || !offered.includes(chosen)) {
      const what = `the server chose the sub-protocol ${JSON.stringify(chosen ?? "")}, not ${offered.join(" or ")}`;
      listener.onError(new ProtocolError(what), what);
      webSocket.terminate();
    }
    // Checked here, and hidden from the library, which was given no list to check it with.
    delete incoming.headers["sec-websocket-protocol"];
  });
  webSocket.once("unexpected-response", (_outgoing, incoming) => listener.onResponse(incoming));
  webSocket.once("open", () => {
    webSocket.off("error", onError);
    const protocol = answered["sec-websocket-protocol"] ?? "";
    const opened = new NodeWebSocket({ webSocket, socket, clock, protocol });
    listener.onUpgrade(answered, { type: "webSocket", webSocket: opened });
  });
}

/** A WebSocket over the `ws` package, see WebSocketConnection. */
class NodeWebSocket implements WebSocketConnection {
  readonly protocol: string;
  readonly #webSocket: WebSocket;
  readonly #socket: Duplex & { readonly bytesRead?: number | undefined };
  readonly #monitor: PingMonitor;
  #listener: WebSocketListener | undefined;
  #error: Error | undefined;
  #paused = true;
  #ended = false;
  /** Grows with everything that arrives. While we do not read, nothing can arrive, so each check makes it grow. */
  #activity = 0;

  constructor(facts: { webSocket: WebSocket; socket: Duplex; clock: Clock; protocol: string }) {
    const { webSocket, socket, clock, protocol } = facts;
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.protocol = protocol;
    webSocket.pause();
    webSocket.on("message", (data: Buffer, isBinary: boolean) => {
      this.#activity++;
      // What was parsed before we gave up is not handed on.
      if (this.#ended || this.#error !== undefined) return;
      this.#listener?.onMessage(data, !isBinary);
    });
    webSocket.on("error", (error) => {
      this.#error ??= explain(error);
    });
    webSocket.on("close", (code, reason) => this.#end(code, reason.toString("utf8")));
    let answered = (): void => {};
    webSocket.on("pong", () => {
      this.#activity++;
      answered();
    });
    this.#monitor = new PingMonitor(
      {
        bytesRead: () => (this.#paused ? ++this.#activity : this.#activity + (this.#socket.bytesRead ?? 0)),
        ping: (run) => {
          answered = run;
          if (webSocket.readyState === WebSocket.OPEN) webSocket.ping();
        },
        onDead: () =>
          this.destroy(
            new TransportError(`the server did not answer a ping within ${pingTimeoutMs} ms`, { code: "timeout" }),
          ),
        onTick: () => {},
      },
      { clock, pingAfterMs, pingTimeoutMs },
    );
  }

  listen(listener: WebSocketListener): void {
    this.#listener = listener;
    if (this.#ended) listener.onClose(this.#error);
    else this.resume();
  }

  send(message: Buffer, done: (error?: Error | null) => void): void {
    if (this.#webSocket.readyState !== WebSocket.OPEN) {
      done(this.#error ?? new TransportError("the connection is closed", { code: "closed" }));
      return;
    }
    const wait = this.#webSocket.bufferedAmount > highWaterBytes;
    this.#webSocket.send(message, { binary: true }, (error) => {
      if (wait) done(error ? explain(error) : undefined);
    });
    if (!wait) done();
  }

  pause(): void {
    if (this.#paused || this.#ended) return;
    this.#paused = true;
    this.#webSocket.pause();
  }

  resume(): void {
    if (!this.#paused || this.#ended) return;
    this.#paused = false;
    this.#webSocket.resume();
  }

  close(): void {
    if (this.#ended) return;
    this.#webSocket.close(1000);
    this.resume();
  }

  destroy(error?: Error): void {
    if (this.#ended) return;
    this.#error ??= error ?? new TransportError("the connection was closed", { code: "closed" });
    this.#webSocket.terminate();
  }

  #end(code: number, reason: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#monitor.stop();
    // 1000 is an orderly end, and 1005 one without a code.
    if (code !== 1000 && code !== 1005) this.#error ??= closeError(code, reason);
    this.#listener?.onClose(this.#error);
  }
}

function closeError(code: number, reason: string): Error {
  if (code === 1006) return new TransportError("the connection broke", { code: "reset" });
  const why = reason === "" ? "" : `: ${reason.slice(0, 200)}`;
  return new TransportError(`the server closed the connection with code ${code}${why}`, { code: "reset" });
}

/** Errors of the library have codes that begin with WS_ERR. */
function explain(error: Error): Error {
  const code = (error as { code?: string }).code ?? "";
  if (code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH" || code === "WS_ERR_TOO_MANY_BUFFERED_PARTS")
    return new TransportError(`a message of the server is over our limits: ${lowerFirst(error.message)}`, {
      code: "limit",
      cause: error,
    });
  if (code.startsWith("WS_ERR_"))
    return new ProtocolError(`the server sent no valid WebSocket frame: ${error.message}`, { cause: error });
  return new TransportError(`the connection broke: ${error.message || code}`, {
    code: transportErrorCode(error),
    cause: error,
  });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
