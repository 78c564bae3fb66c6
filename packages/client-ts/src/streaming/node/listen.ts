import { type AddressInfo, createServer, isIP, type Server, type Socket } from "node:net";
import { InvalidArgumentError, TransportError } from "../../errors/index.ts";

/** How much a local connection takes before what comes from the Pod has to wait. */
const highWaterMark = 256 * 1024;

/** A local listener that is open. */
export interface LocalListener {
  readonly address: string;
  readonly port: number;
  /** Stops listening; connections that are open stay. */
  close(): Promise<void>;
}

/**
 * Listens on a port of each address. `localhost` is the loopback of both address families, of which one is enough;
 * every other address must be free. With port 0 the first address decides, and the others use the same port. When one
 * fails, none stays open.
 */
export async function listenOn(
  port: number,
  addresses: readonly string[],
  onConnection: (socket: Socket) => void,
): Promise<LocalListener[]> {
  for (const address of addresses)
    if (address !== "localhost" && isIP(address) === 0)
      throw new InvalidArgumentError(`${JSON.stringify(address)} is neither an IP address nor localhost`);
  const open: LocalListener[] = [];
  const chosen = (): number => open[0]?.port ?? port;
  try {
    for (const address of addresses) {
      if (address === "localhost") open.push(...(await listenOnLoopback(chosen, onConnection)));
      else open.push(await listen(chosen(), address, onConnection));
    }
    return open;
  } catch (error) {
    await Promise.all(open.map((one) => one.close()));
    throw error;
  }
}

async function listenOnLoopback(port: () => number, onConnection: (socket: Socket) => void): Promise<LocalListener[]> {
  const open: LocalListener[] = [];
  let problem: unknown;
  for (const address of ["127.0.0.1", "::1"]) {
    try {
      open.push(await listen(open[0]?.port ?? port(), address, onConnection));
    } catch (error) {
      problem ??= error;
    }
  }
  if (open.length === 0) throw problem;
  return open;
}

function listen(port: number, address: string, onConnection: (socket: Socket) => void): Promise<LocalListener> {
  return new Promise((resolve, reject) => {
    const server: Server = createServer({ allowHalfOpen: true, noDelay: true, highWaterMark }, onConnection);
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const inUse = cause.code === "EADDRINUSE";
      const what = inUse
        ? `port ${port} of ${address} is in use: choose another one, or 0 for any free one`
        : `cannot listen on port ${port} of ${address}: ${cause.message}`;
      reject(new TransportError(what, { code: inUse ? "in-use" : "other", sent: false, cause }));
    });
    server.listen({ port, host: address, ipv6Only: true }, () => {
      const { port: chosen } = server.address() as AddressInfo;
      const close = (): Promise<void> => new Promise((done) => void server.close(() => done()));
      resolve({ address, port: chosen, close });
    });
  });
}
