/**
 * One connection to a Pod that carries many: SPDY inside a WebSocket, or plain SPDY on older servers. Each forwarded
 * connection has two streams, one for its bytes and one on which the server says what went wrong.
 */
import type { Duplex } from "node:stream";
import { orAborted, TransportError } from "../errors/index.ts";
import { openSpdySession, type SpdySession, type SpdyStream } from "../transport/index.ts";
import type { Clock } from "../util/index.ts";
import { firstWay, openUpgrade, type StreamRequest } from "./upgrade-ways.ts";
import { webSocketTunnel } from "./web-socket-tunnel.ts";

/** The protocols of port-forward: inside a WebSocket, and plain. */
export type ForwardProtocol = "SPDY/3.1+portforward.k8s.io" | "SPDY/3.1";

/** What is known about a tunnel. */
export interface TunnelFacts {
  readonly protocols?: readonly ForwardProtocol[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock: Clock;
}

const tunnelProtocol = "SPDY/3.1+portforward.k8s.io";
const plainProtocol = "portforward.k8s.io";
/** The most of a server's explanation that is kept. */
const maxErrorBytes = 16 * 1024;

/** Opens a tunnel to a Pod. */
export async function openTunnel(request: StreamRequest, facts: TunnelFacts): Promise<Tunnel> {
  const { protocols = [tunnelProtocol, "SPDY/3.1"], signal, clock } = facts;
  const ways = protocols.map((protocol) => async () => {
    const isTunnel = protocol === tunnelProtocol;
    const { upgraded } = await openUpgrade(request, {
      upgrade: isTunnel ? "websocket" : "SPDY/3.1",
      protocols: [isTunnel ? tunnelProtocol : plainProtocol],
      signal,
    });
    // A WebSocket has pings of its own.
    const socket = upgraded.type === "webSocket" ? webSocketTunnel(upgraded.webSocket) : upgraded.socket;
    return openSpdySession(socket, { clock, pings: upgraded.type !== "webSocket" });
  });
  return new Tunnel(await firstWay(ways));
}

/** An open tunnel. */
export class Tunnel {
  /** Settles when the tunnel has ended: with the reason, or without one when we closed it. */
  readonly ended: Promise<Error | undefined>;
  readonly #session: SpdySession;
  #nextRequest = 0;

  constructor(session: SpdySession) {
    this.#session = session;
    this.ended = session.ended;
  }

  /** Streams that are open. */
  get streamCount(): number {
    return this.#session.streamCount;
  }

  /**
   * Connects with a port of the Pod. The stream is destroyed with an error when the server reports one: nothing
   * listens there, or the connection broke. That may come after the stream is here.
   */
  async connect(port: number, signal: AbortSignal | undefined): Promise<Duplex> {
    const requestid = String(this.#nextRequest++);
    const errors = this.#session.open({ streamtype: "error", port: String(port), requestid });
    errors.end();
    const data = this.#session.open({ streamtype: "data", port: String(port), requestid });
    watchErrors(errors, data, port);
    try {
      await orAborted(Promise.all([errors.accepted, data.accepted]), signal);
      // The server may have accepted the streams and ended them at once.
      if (data.destroyed && data.lost !== undefined) throw data.lost;
    } catch (error) {
      errors.destroy();
      data.destroy();
      throw error;
    }
    return data;
  }

  close(): void {
    this.#session.close();
  }
}

/**
 * The server writes what went wrong, and resets both streams right after. So the message is there before the reset of
 * the data stream, and becomes its error.
 */
function watchErrors(errors: SpdyStream, data: SpdyStream, port: number): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const explain = (otherwise: Error): Error => {
    if (length === 0) return otherwise;
    const what = Buffer.concat(chunks).toString("utf8").trim();
    return new TransportError(`the server could not forward to port ${port}: ${what}`, { code: "refused" });
  };
  data.explainLoss = explain;
  data.once("close", () => errors.destroy());
  errors.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length <= maxErrorBytes) chunks.push(chunk);
  });
  errors.once("close", () => {
    if (length > 0) data.onLost(new TransportError("the server reported an error", { code: "refused" }));
  });
}
