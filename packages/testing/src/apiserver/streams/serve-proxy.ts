import { type IncomingMessage, request } from "node:http";
import type { Duplex } from "node:stream";
import { ApiError, badRequest, failure } from "../api-error.ts";
import type { Call } from "../core.ts";
import { duplexPair } from "./duplex-pair.ts";
import type { PortConnector } from "./serve-port-forward.ts";

/** Passes a request on to what listens on a port of a Pod, and its answer back. */
export async function serveProxy(call: Call, path: string, port: number, connect: PortConnector): Promise<void> {
  const { exchange, core } = call;
  const body = await exchange.readBody(core.settings.maxRequestBytes);
  const [ours, theirs] = duplexPair();
  try {
    connect(port, theirs);
  } catch (error) {
    throw new ApiError(
      failure(503, "ServiceUnavailable", `error trying to reach service: ${(error as Error).message}`),
    );
  }
  const { authorization: _secret, connection: _connection, host: _host, ...headers } = exchange.headers;
  const query = call.query.toString();
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({
      createConnection: () => ours,
      method: exchange.method,
      path: `${path}${query === "" ? "" : `?${query}`}`,
      headers: {
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(":"))),
        host: call.name,
        "content-length": body.length,
      },
    });
    outgoing.once("response", resolve);
    outgoing.once("error", (error) => reject(badRequest(`error trying to reach service: ${error.message}`)));
    outgoing.end(body);
  });
  const { "transfer-encoding": _encoding, connection: _closed, "keep-alive": _alive, ...answer } = incoming.headers;
  const stream = exchange.open(incoming.statusCode ?? 502, answer as Record<string, string | string[]>);
  exchange.onClose(() => (ours as Duplex).destroy());
  for await (const chunk of incoming) {
    stream.write(chunk as Buffer);
    await stream.drained();
  }
  stream.end();
}
