import { connect, createServer, type Server, type Socket } from "node:net";
import { systemClock } from "client-ts/util";

/** A TCP proxy in front of the API server, for faults that a network makes. */
export interface FaultProxy extends AsyncDisposable {
  readonly port: number;
  /** How many connections are open. */
  readonly connections: number;
  /** Delays every piece by this many milliseconds, in both directions; 0 ends that. */
  delay(ms: number): void;
  /** Cuts each open connection (and, until `heal`, each new one) after this many bytes from the server. */
  cutAfter(bytes: number): void;
  /** Cuts every open connection now; new ones work. `reset` sends RST instead of FIN. */
  cut(options?: { readonly reset?: boolean | undefined }): void;
  /** Swallows everything on the connections that are open now, without FIN or RST; new ones work. */
  blackHole(): void;
  /** Reads nothing in either direction until `heal`, on new connections too, as a server that is suspended. */
  hold(): void;
  /** Refuses new connections until `heal`. */
  refuse(): void;
  /** Ends `delay`, `cutAfter`, `hold` and `refuse`. Bytes that `blackHole` dropped are not sent later. */
  heal(): void;
  /** Cuts every connection and accepts no more. */
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  silent: boolean;
  received: number;
}

/** Starts a proxy on a loopback port that leads to another one: `options.port`, or a free one. */
export async function startFaultProxy(
  targetPort: number,
  { port = 0 }: { readonly port?: number | undefined } = {},
): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  let delayMs = 0;
  let limit = Number.POSITIVE_INFINITY;
  let refusing = false;
  let holding = false;

  /** Does things after the delay and in their order, also when the delay ends meanwhile. */
  const inOrder = (): ((run: () => void) => void) => {
    const waiting: (() => void)[] = [];
    return (run) => {
      if (delayMs === 0 && waiting.length === 0) return run();
      waiting.push(run);
      systemClock.setTimer(delayMs, () => waiting.shift()?.());
    };
  };
  const listener: Server = createServer({ allowHalfOpen: true }, (client) => {
    if (refusing) {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port: targetPort, host: "127.0.0.1", allowHalfOpen: true });
    const pair: Pair = { client, server, silent: false, received: 0 };
    pairs.add(pair);
    // Small pieces are passed on at once: the proxy must not add delays that no test asked for.
    for (const socket of [client, server]) socket.setNoDelay(true);
    if (holding) pause(pair);
    const [toServer, toClient] = [inOrder(), inOrder()];
    const end = (): void => {
      if (pair.silent) return;
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    client.on("data", (chunk) => {
      if (!pair.silent) toServer(() => server.write(chunk));
    });
    server.on("data", (chunk) => {
      if (pair.silent) return;
      const remaining = limit - pair.received;
      pair.received += chunk.length;
      if (chunk.length >= remaining) {
        toClient(() => client.write(chunk.subarray(0, Math.max(0, remaining)), end));
        return;
      }
      toClient(() => client.write(chunk));
    });
    client.on("end", () => {
      if (!pair.silent) toServer(() => server.end());
    });
    server.on("end", () => {
      if (!pair.silent) toClient(() => client.end());
    });
    for (const socket of [client, server]) {
      socket.on("error", end);
      socket.on("close", end);
    }
  });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(port, "127.0.0.1", resolve);
  });

  const close = async (): Promise<void> => {
    for (const pair of pairs) {
      pair.client.destroy();
      pair.server.destroy();
    }
    pairs.clear();
    await new Promise<void>((resolve) => listener.close(() => resolve()));
  };
  return {
    port: (listener.address() as { port: number }).port,
    get connections() {
      return pairs.size;
    },
    delay(ms) {
      delayMs = ms;
    },
    cutAfter(bytes) {
      limit = bytes;
      for (const pair of pairs) pair.received = 0;
    },
    cut({ reset = false } = {}) {
      for (const pair of pairs) {
        if (reset) pair.client.resetAndDestroy();
        else pair.client.destroy();
        pair.server.destroy();
      }
      pairs.clear();
    },
    blackHole() {
      for (const pair of pairs) pair.silent = true;
    },
    hold() {
      holding = true;
      for (const pair of pairs) pause(pair);
    },
    refuse() {
      refusing = true;
    },
    heal() {
      delayMs = 0;
      limit = Number.POSITIVE_INFINITY;
      refusing = false;
      holding = false;
      for (const { client, server } of pairs) {
        client.resume();
        server.resume();
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function pause({ client, server }: Pair): void {
  client.pause();
  server.pause();
}
