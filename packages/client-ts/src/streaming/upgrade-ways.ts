import { isClientError, TransportError } from "../errors/index.ts";
import type { Request } from "../rest/index.ts";
import type { TransportResponse, Upgraded } from "../transport/index.ts";

/** Makes the request of a stream with a method: servers take WebSocket as GET and SPDY as POST. */
export type StreamRequest = (method: "GET" | "POST") => Request;

/** What a connection for a stream offers. */
export interface UpgradeOffer {
  readonly upgrade: "websocket" | "SPDY/3.1";
  /** Sub-protocols, best first. */
  readonly protocols: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** A connection that has switched protocols, and the sub-protocol that the server chose. */
export interface UpgradedStream {
  readonly upgraded: Upgraded;
  readonly protocol: string;
}

/** Asks the server to switch protocols. Rejects with a StatusError or a TransportError when it does not. */
export async function openUpgrade(request: StreamRequest, offer: UpgradeOffer): Promise<UpgradedStream> {
  const { upgrade, protocols, signal } = offer;
  const isWebSocket = upgrade === "websocket";
  const asked = request(isWebSocket ? "GET" : "POST")
    .setHeader("upgrade", upgrade)
    .setHeader("connection", "Upgrade");
  if (isWebSocket) asked.setHeader("sec-websocket-protocol", protocols.join(", "));
  else asked.setHeader("x-stream-protocol-version", ...protocols);
  const response: TransportResponse = await asked.stream({ purpose: "upgrade", signal });
  const { upgraded } = response;
  if (upgraded === undefined) {
    response.body.on("error", () => {});
    response.body.destroy();
    throw refusal(asked, `the server answered ${response.status} and did not switch to ${upgrade}`);
  }
  if (upgraded.type === "webSocket") return { upgraded, protocol: upgraded.webSocket.protocol };
  const chosen = response.headers["x-stream-protocol-version"];
  const protocol = String(typeof chosen === "string" ? chosen : (chosen?.[0] ?? ""));
  if (!protocols.includes(protocol)) {
    upgraded.socket.destroy();
    throw refusal(asked, `the server chose the protocol ${JSON.stringify(protocol)}, not ${protocols.join(" or ")}`);
  }
  return { upgraded, protocol };
}

function refusal(request: Request, what: string): TransportError {
  const { method, path = "" } = request.facts();
  return new TransportError(`${method} ${path}: ${what}`, { code: "upgrade", method, path });
}

/**
 * The first way that leads to a connection. The next one is tried only when the server did not switch protocols: what
 * says that it does not know this protocol, and no other failure. When all fail, the last error is thrown.
 */
export async function firstWay<T>(ways: readonly (() => Promise<T>)[]): Promise<T> {
  for (const [index, way] of ways.entries()) {
    try {
      return await way();
    } catch (error) {
      if (index === ways.length - 1 || !isUpgradeRefusal(error)) throw error;
    }
  }
  throw new TransportError("there is no way to connect: the list of protocols is empty", {
    code: "upgrade",
    sent: false,
  });
}

/** Answers of servers and proxies that do not know a protocol. Missing objects and missing credentials are final. */
const refusing: ReadonlySet<number> = new Set([400, 403, 405, 426, 500, 501, 502, 503]);

/** Whether an error says that the server did not switch protocols, so that another one may work. */
export function isUpgradeRefusal(error: unknown): boolean {
  if (isClientError(error, "Transport")) return error.code === "upgrade";
  return isClientError(error, "Status") && refusing.has(error.code ?? 0);
}
