import { Client, ClientContext } from "../client/index.ts";
import { isClientError } from "../errors/index.ts";
import type { Transport } from "../transport/index.ts";
import { combineSignals } from "../util/index.ts";
import { checkedSignal, type Leadership } from "./leadership.ts";
import { LeadershipLostError } from "./leadership-lost-error.ts";

/** Options of {@link boundClient}. */
export interface BoundClientOptions {
  /** The lease as `namespace/name`, for messages. */
  readonly lease: string;
  /** The leadership of this moment. */
  readonly leadership: () => Leadership | undefined;
}

/**
 * A client on the same connections that writes only while the lease is held. Every attempt to write, also one after a
 * failure, looks at both clocks first, in the same turn, and again when the request is given to a connection. Writes
 * under way are cancelled when the lease is lost: bytes that were sent by then may still reach the server. Reads are
 * not restricted. Closing it closes nothing.
 */
export function boundClient(client: Client, options: BoundClientOptions): Client {
  const { rest, defaults, namespace, clock, random } = client.context;
  const bound = rest.wrapped((transport) => ({
    ...transport,
    send: boundTransport(transport.send, options),
    connect: async (connectOptions) => {
      requireHeld(options, "a stream");
      return transport.connect(connectOptions);
    },
  }));
  return new Client(new ClientContext({ rest: bound, defaults, namespace, clock, random }));
}

/** A transport whose writes are sent only while the lease is held, see {@link boundClient}. */
export function boundTransport(next: Transport, options: BoundClientOptions): Transport {
  return async (request) => {
    const { method } = request;
    if (method === "GET" || method === "HEAD" || method === "OPTIONS") return next(request);
    const what = `${method} ${request.path.split("?", 1)[0]}`;
    const leadership = requireHeld(options, what);
    const both = combineSignals(leadership.held, request.signal);
    const signal = checkedSignal(both.signal, () => void leadership.isHeld);
    try {
      const response = await next({ ...request, signal });
      if (response.body.closed) both.release();
      else response.body.once("close", both.release);
      return response;
    } catch (error) {
      both.release();
      if (leadership.isHeld || !isClientError(error, "Aborted")) throw error;
      throw new LeadershipLostError(
        `${what}: the lease ${options.lease} was lost while the request was under way; ` +
          "the server may or may not have done it",
        { lease: options.lease, cause: error },
      );
    }
  };
}

function requireHeld({ lease, leadership }: BoundClientOptions, what: string): Leadership {
  const current = leadership();
  if (current?.isHeld) return current;
  throw new LeadershipLostError(`${what}: nothing was sent, because this process does not hold the lease ${lease}`, {
    lease,
    cause: current?.held.reason,
  });
}
