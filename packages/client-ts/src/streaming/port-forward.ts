/**
 * Ports of a Pod, on this machine. The tunnel to the Pod is opened first, then the listeners; so an error of either
 * is an error of the call, and nothing stays open.
 *
 * While it is open:
 * - Each local connection has its own pair of streams in the tunnel. What goes wrong with one (nothing listens on the
 *   Pod's port) resets that one and is given to `onError`; the others are not touched.
 * - When the tunnel breaks, its connections are reset, and it is opened again, with growing waits. New connections
 *   wait for it. It ends for good when the server says that the Pod is gone or refuses us, or with `reconnect: false`.
 * - `close()` ends everything; `closed` then resolves. When it ends by itself, `closed` rejects with the reason.
 */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import {
  abortedError,
  ClosedError,
  InvalidArgumentError,
  isClientError,
  orAborted,
  throwIfAborted,
  TransportError,
} from "../errors/index.ts";
import {
  afterTurn,
  Backoff,
  type Clock,
  type Deferred,
  onAbort,
  type Random,
  sleep,
  withResolvers,
} from "../util/index.ts";
import type { LocalListener } from "./node/listen.ts";
import { type PortMapping, toPortMapping } from "./port-mapping.ts";
import { type ForwardProtocol, openTunnel, type Tunnel } from "./tunnel.ts";
import type { StreamRequest } from "./upgrade-ways.ts";

/** Options of `portForward`. */
export interface PortForwardOptions {
  /** Where to listen: IP addresses or `localhost`. Default `localhost`, which other machines cannot reach. */
  readonly addresses?: readonly string[] | undefined;
  /** Whether the tunnel is opened again when it breaks. Default `true`. */
  readonly reconnect?: boolean | undefined;
  /** Gets the errors of single connections, and an error each time the tunnel breaks. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** The protocols to try, in this order. Default: SPDY inside a WebSocket, then plain SPDY. */
  readonly protocols?: readonly ForwardProtocol[] | undefined;
  /** Closes the local ports, the connections and the tunnel, at any time. */
  readonly signal?: AbortSignal | undefined;
}

/** Ports that are forwarded, see the method `portForward` of a Pod's client. */
export interface PortForward extends AsyncDisposable {
  /** Each port with its local end, in the order of the call. */
  readonly ports: readonly { readonly local: number; readonly remote: number; readonly addresses: readonly string[] }[];
  /** Resolves after `close()`; rejects when the forwarding ended by itself. */
  readonly closed: Promise<void>;
  /** Opens a connection to a port of the Pod, without a local port. Any port, also one that is not in `ports`. */
  connect(remote: number, options?: { readonly signal?: AbortSignal | undefined }): Promise<Duplex>;
  /** Closes the local ports, the connections and the tunnel. Settles when they are closed. */
  close(): Promise<void>;
}

/** What {@link forwardPorts} needs in addition to the ports. */
export interface PortForwardSource {
  readonly request: StreamRequest;
  /** For messages. */
  readonly what: string;
  readonly clock: Clock;
  readonly random: Random;
}

/** Forwards local ports to a Pod. */
export async function forwardPorts(
  source: PortForwardSource,
  ports: readonly (PortMapping | string)[],
  options: PortForwardOptions = {},
): Promise<PortForward> {
  const { addresses = ["localhost"], signal } = options;
  if (!Array.isArray(ports)) throw new InvalidArgumentError(`${source.what} needs a list of ports`);
  if (addresses.length === 0) throw new InvalidArgumentError(`${source.what} needs an address to listen on`);
  const mappings = (ports as readonly (PortMapping | string)[]).map(toPortMapping);
  throwIfAborted(signal);
  const forwarder = new Forwarder(source, options);
  await forwarder.start(mappings, addresses);
  return forwarder;
}

class Forwarder implements PortForward {
  readonly closed: Promise<void>;
  readonly #source: PortForwardSource;
  readonly #options: PortForwardOptions;
  readonly #closed: Deferred<void> = withResolvers();
  readonly #ending = new AbortController();
  readonly #listeners: LocalListener[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #ports: { local: number; remote: number; addresses: readonly string[] }[] = [];
  #tunnel: Promise<Tunnel>;
  #isEnded = false;

  constructor(source: PortForwardSource, options: PortForwardOptions) {
    this.#source = source;
    this.#options = options;
    this.closed = this.#closed.promise;
    this.#tunnel = this.#open();
    const { signal } = options;
    const forget = onAbort(signal, () => void this.#end(abortedError(signal as AbortSignal)));
    this.closed.then(forget, forget);
  }

  get ports(): PortForward["ports"] {
    return this.#ports;
  }

  async start(mappings: readonly Required<PortMapping>[], addresses: readonly string[]): Promise<void> {
    try {
      await this.#tunnel;
      const { listenOn } = await import("./node/listen.ts");
      for (const { local, remote } of mappings) {
        const open = await listenOn(local ?? remote, addresses, (socket) => void this.#forward(socket, remote));
        this.#listeners.push(...open);
        const [first] = open;
        this.#ports.push({ local: first?.port ?? 0, remote, addresses: open.map(({ address }) => address) });
        if (!this.#isEnded) continue;
        // The forwarding ended while these listeners were opened, so they are closed here.
        await Promise.all(open.map((listener) => listener.close()));
        throw this.#ending.signal.reason;
      }
    } catch (error) {
      await this.#end(error as Error);
      throw error;
    }
  }

  async connect(remote: number, options: { readonly signal?: AbortSignal | undefined } = {}): Promise<Duplex> {
    toPortMapping({ remote });
    if (this.#isEnded) throw new ClosedError(`${this.#source.what} is closed`);
    const tunnel = await orAborted(this.#tunnel, options.signal);
    return tunnel.connect(remote, options.signal);
  }

  async close(): Promise<void> {
    await this.#end(undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #open(): Promise<Tunnel> {
    const { protocols } = this.#options;
    const { request, clock } = this.#source;
    const tunnel = await openTunnel(request, { protocols, clock, signal: this.#ending.signal });
    if (this.#isEnded) tunnel.close();
    void tunnel.ended.then((reason) => this.#onLost(reason));
    return tunnel;
  }

  #onLost(reason: Error | undefined): void {
    if (this.#isEnded) return;
    const why = reason === undefined ? "the server closed the connection" : reason.message;
    const lost = new TransportError(`${this.#source.what}: the connection to the Pod was lost: ${why}`, {
      code: "reset",
      cause: reason,
    });
    this.#report(lost);
    if (this.#options.reconnect === false) {
      void this.#end(lost);
      return;
    }
    this.#tunnel = this.#reopen();
    this.#tunnel.catch((error: Error) => void this.#end(error));
  }

  async #reopen(): Promise<Tunnel> {
    const { clock, random } = this.#source;
    const { signal } = this.#ending;
    const backoff = new Backoff({ baseMs: 100, factor: 2, jitter: 0.5, capMs: 5_000, clock, random });
    for (;;) {
      await orAborted(sleep(backoff.next(), { clock, signal }), signal);
      try {
        return await this.#open();
      } catch (error) {
        if (!mayComeBack(error)) throw error;
        this.#report(error as Error);
      }
    }
  }

  async #forward(socket: Socket, remote: number): Promise<void> {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {});
    let data: Duplex;
    try {
      data = await this.connect(remote, { signal: this.#ending.signal });
    } catch (error) {
      socket.resetAndDestroy();
      if (!this.#isEnded) this.#report(error as Error);
      return;
    }
    join(socket, data, (error) => {
      if (!this.#isEnded) this.#report(error);
    });
  }

  #report(error: Error): void {
    try {
      this.#options.onError?.(error);
    } catch {
      // What the caller's function throws is not ours to handle, and must not end the others.
    }
  }

  async #end(reason: Error | undefined): Promise<void> {
    if (this.#isEnded) {
      await this.closed.catch(() => {});
      return;
    }
    this.#isEnded = true;
    this.#ending.abort(reason ?? new ClosedError(`${this.#source.what} was closed`));
    for (const socket of this.#sockets) socket.destroy();
    const tunnel = await this.#tunnel.catch(() => undefined);
    tunnel?.close();
    await Promise.all([...this.#listeners.map((listener) => listener.close()), tunnel?.ended]);
    if (reason === undefined) this.#closed.resolve();
    else this.#closed.reject(reason);
  }
}

/** Copies both ways, with half-closes. A connection that breaks on one side is reset on the other. */
function join(socket: Socket, data: Duplex, onError: (error: Error) => void): void {
  socket.on("data", (chunk: Buffer) => {
    if (!data.destroyed && !data.write(chunk)) socket.pause();
  });
  data.on("drain", () => socket.resume());
  socket.once("end", () => data.end());
  const gather = gathering(socket);
  data.on("data", (chunk: Buffer) => {
    gather();
    if (!socket.write(chunk)) data.pause();
  });
  socket.on("drain", () => data.resume());
  data.once("end", () => {
    // What has arrived is written, but the peer did not say that it was all.
    if ((data as { lost?: Error }).lost === undefined) socket.end();
  });
  socket.once("close", () => data.destroy());
  data.once("error", onError);
  data.once("close", () => {
    const { lost } = data as { lost?: Error };
    if (data.errored !== null || lost !== undefined) socket.resetAndDestroy();
  });
}

/** Lets what is written to a socket in one turn of the event loop leave in one call of the system: calls are costly. */
function gathering(socket: Socket): () => void {
  let corked = false;
  const release = (): void => {
    corked = false;
    socket.uncork();
  };
  return () => {
    if (corked) return;
    corked = true;
    socket.cork();
    afterTurn(release);
  };
}

/** Whether the tunnel may be opened again later: not when the Pod is gone, or the server refuses us. */
function mayComeBack(error: unknown): boolean {
  if (isClientError(error, "Status")) return error.code >= 500 || error.code === 429;
  return isClientError(error, "Transport") && error.code !== "tls" && error.code !== "closed";
}
