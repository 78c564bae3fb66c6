import type { Duplex } from "node:stream";
import { onAbort, openSpdySession, type SpdyStream } from "client-ts/internal";
import { badRequest } from "../api-error.ts";
import type { Exchange } from "../exchange.ts";
import { acceptWebSocket, byteStream } from "./server-web-socket.ts";

/** Connects a stream with a port of the Pod; throws when nothing listens there. */
export type PortConnector = (port: number, stream: Duplex) => void;

const tunnelProtocol = "SPDY/3.1+portforward.k8s.io";
const streamProtocol = "portforward.k8s.io";

/** Forwards connections to ports of a Pod: SPDY, plain or inside a WebSocket. Settles when the tunnel has ended. */
export async function servePortForward(
  exchange: Exchange,
  connect: PortConnector,
  facts: { readonly pod: string; readonly protocols: readonly string[]; readonly gone: AbortSignal },
): Promise<void> {
  const socket = acceptTunnel(exchange, facts.protocols);
  if (socket === undefined) return;
  const pairs = new Map<string, { error?: SpdyStream; data?: SpdyStream }>();
  const session = await openSpdySession(socket, {
    side: "server",
    pings: false,
    onStream(stream) {
      const { streamtype, port, requestid = "" } = stream.headers;
      const pair = pairs.get(requestid) ?? {};
      pairs.set(requestid, pair);
      if (streamtype === "error") pair.error = stream;
      else pair.data = stream;
      const { error, data } = pair;
      if (error === undefined || data === undefined) return;
      pairs.delete(requestid);
      error.resume();
      data.once("close", () => error.end());
      try {
        connect(Number(port), data);
      } catch (problem) {
        error.end(`error forwarding port ${port} to pod ${facts.pod}, uid : ${(problem as Error).message}`);
        data.destroy();
      }
    },
  });
  const forget = onAbort(facts.gone, () => session.close());
  await session.ended;
  forget();
}

function acceptTunnel(exchange: Exchange, protocols: readonly string[]): Duplex | undefined {
  const upgrade = String(exchange.headers.upgrade ?? "").toLowerCase();
  if (exchange.switchProtocols !== undefined && upgrade === "websocket") {
    const webSocket = acceptWebSocket(
      exchange,
      [tunnelProtocol].filter((one) => protocols.includes(one)),
    );
    return webSocket === undefined ? undefined : byteStream(webSocket);
  }
  if (exchange.switchProtocols === undefined || upgrade !== "spdy/3.1" || !protocols.includes("SPDY/3.1"))
    throw badRequest("Upgrade request required");
  return exchange.switchProtocols({ upgrade: "SPDY/3.1", "x-stream-protocol-version": streamProtocol });
}
