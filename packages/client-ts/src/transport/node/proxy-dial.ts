import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { abortedError, isClientError, orAborted, throwIfAborted, TransportError } from "../../errors/index.ts";
import { type Clock, defined, systemClock } from "../../util/index.ts";
import type { Dial, DialTarget } from "../dial.ts";
import type { ProxyServer } from "../proxy.ts";
import { connectTls, type TlsSettings } from "./tls.ts";

/** Options of {@link newProxyDial}. */
export interface ProxyDialOptions {
  /** The way to the proxy itself. */
  readonly dial: Dial;
  /** The settings for TLS to an https proxy. They leave out the client certificate of the cluster. */
  readonly tls: () => Promise<TlsSettings>;
  /** Limit for the handshake with the proxy. Default 30 s. */
  readonly timeoutMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** The longest answer of a proxy that is accepted, in bytes. */
const longestHead = 16 * 1024;

/**
 * Connects through a proxy: `CONNECT` with http and https proxies, RFC 1928 with socks5, where the proxy looks names
 * up. What comes back is the connection to the target, on which TLS begins as on any other, so the proxy sees no
 * request and the server sees no proxy credentials. A proxy that cannot be reached, refuses or breaks off is a
 * TransportError with the code `proxy`; the target is never dialled directly.
 */
export function newProxyDial(proxy: ProxyServer, options: ProxyDialOptions): Dial {
  const { dial, timeoutMs = 30_000, clock = systemClock } = options;
  const place = `the ${proxy.scheme} proxy ${hostPort(proxy)}`;
  return async (target, { signal } = {}) => {
    throwIfAborted(signal);
    let socket: Duplex;
    try {
      socket = await dial(proxy, { signal });
      if (proxy.scheme === "https") {
        const tls = await settingsFor(socket, options.tls(), signal);
        socket = await connectTls(socket, {
          target: proxy,
          settings: tls,
          alpn: ["http/1.1"],
          clock,
          signal,
        });
      }
    } catch (error) {
      if (!isClientError(error, "Transport")) throw error;
      throw new TransportError(`${place} cannot be reached: ${error.message}`, {
        code: "proxy",
        sent: false,
        cause: error,
      });
    }
    const handshake = new ProxyHandshake(socket, { place, timeoutMs, clock, signal });
    try {
      if (proxy.scheme === "socks5") await askSocks(handshake, proxy, target, place);
      else await askConnect(handshake, proxy, target, place);
      handshake.end();
      return socket;
    } catch (error) {
      handshake.end();
      socket.on("error", () => {});
      socket.destroy();
      throw error;
    }
  };
}

/**
 * The TLS settings for the proxy. The connection to it is closed when they cannot be had or the signal fires first.
 */
async function settingsFor(
  socket: Duplex,
  loading: Promise<TlsSettings>,
  signal: AbortSignal | undefined,
): Promise<TlsSettings> {
  try {
    return await orAborted(loading, signal);
  } catch (error) {
    socket.on("error", () => {});
    socket.destroy();
    throw error;
  }
}

async function askConnect(
  handshake: ProxyHandshake,
  proxy: ProxyServer,
  target: DialTarget,
  place: string,
): Promise<void> {
  const authority = hostPort(target);
  const { username, password } = proxy;
  const login = username === undefined ? "" : Buffer.from(`${username}:${password?.reveal() ?? ""}`).toString("base64");
  const loginHeader = login === "" ? "" : `Proxy-Authorization: Basic ${login}\r\n`;
  handshake.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${loginHeader}\r\n`);
  const head = (await handshake.readThrough("\r\n\r\n")).toString("latin1");
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |\r)/.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) throw refusal(`${place} does not answer as an HTTP proxy does`);
  if (status === 407) {
    const why =
      username === undefined
        ? "requires a user name and a password: add them to its URL"
        : "does not accept the user name and password";
    throw refusal(`${place} answered 407: it ${why}`);
  }
  if (status < 200 || status > 299) throw refusal(`${place} does not connect to ${authority}: it answered ${status}`);
}

/** What a socks5 proxy means by its reply codes (RFC 1928, section 6). */
const socksReplies = [
  "it connected",
  "it failed",
  "its rules do not allow it",
  "the network cannot be reached",
  "the host cannot be reached",
  "the connection was refused",
  "the time to live expired",
  "it does not support the command",
  "it does not support the type of address",
];

async function askSocks(
  handshake: ProxyHandshake,
  proxy: ProxyServer,
  target: DialTarget,
  place: string,
): Promise<void> {
  const { username, password } = proxy;
  handshake.write(username === undefined ? Buffer.from([5, 1, 0]) : Buffer.from([5, 2, 0, 2]));
  const [version, method] = await handshake.read(2);
  if (version !== 5) throw refusal(`${place} does not answer as a socks5 proxy does`);
  if (method === 2 && username !== undefined) {
    const user = Buffer.from(username);
    const word = Buffer.from(password?.reveal() ?? "");
    if (user.length > 255 || word.length > 255)
      throw refusal(`${place} accepts at most 255 bytes of user name and of password`);
    handshake.write(Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([word.length]), word]));
    const [, status] = await handshake.read(2);
    if (status !== 0) throw refusal(`${place} does not accept the user name and password`);
  } else if (method !== 0) {
    throw refusal(
      `${place} ${username === undefined ? "requires a user name and a password: add them to its URL" : "offers no supported way to log in"}`,
    );
  }
  const port = Buffer.from([target.port >> 8, target.port & 0xff]);
  handshake.write(Buffer.concat([Buffer.from([5, 1, 0]), socksAddress(target.host, place), port]));
  const [replyVersion, reply = 1, , kind] = await handshake.read(4);
  if (replyVersion !== 5) throw refusal(`${place} does not answer as a socks5 proxy does`);
  if (reply !== 0)
    throw refusal(`${place} does not connect to ${hostPort(target)}: ${socksReplies[reply] ?? `it answered ${reply}`}`);
  const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await handshake.read(1))[0] ?? 0);
  await handshake.read(length + 2);
}

function socksAddress(host: string, place: string): Buffer {
  const family = isIP(host);
  if (family === 4) return Buffer.from([1, ...host.split(".").map(Number)]);
  if (family === 6) {
    const bytes = Buffer.alloc(16);
    const [head = "", tail] = new URL(`http://[${host}]`).hostname.slice(1, -1).split("::");
    const groups = (text: string): number[] =>
      text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
    for (const [i, group] of groups(head).entries()) bytes.writeUInt16BE(group, i * 2);
    const last = groups(tail ?? "");
    for (const [i, group] of last.entries()) bytes.writeUInt16BE(group, 16 - (last.length - i) * 2);
    return Buffer.concat([Buffer.from([4]), bytes]);
  }
  const name = Buffer.from(host);
  if (name.length > 255) throw refusal(`${place} accepts at most 255 bytes of host name`);
  return Buffer.concat([Buffer.from([3, name.length]), name]);
}

/** Reads and writes on a socket before it is handed on, within a limit of time. Leaves no listener on the socket. */
class ProxyHandshake {
  readonly #socket: Duplex;
  readonly #place: string;
  readonly #timer: { cancel(): void };
  readonly #signal: AbortSignal | undefined;
  #chunks: Buffer = Buffer.alloc(0);
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(
    socket: Duplex,
    {
      place,
      timeoutMs,
      clock,
      signal,
    }: { place: string; timeoutMs: number; clock: Clock; signal: AbortSignal | undefined },
  ) {
    this.#socket = socket;
    this.#place = place;
    this.#signal = signal;
    this.#timer = clock.setTimer(timeoutMs, () =>
      this.#fail(refusal(`${place} did not answer within ${timeoutMs} ms`)),
    );
    socket.on("readable", this.#onReadable);
    socket.on("error", this.#onBroken);
    socket.on("close", this.#onBroken);
    socket.on("end", this.#onBroken);
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (signal?.aborted) this.#onAbort();
  }

  write(bytes: string | Buffer): void {
    this.#socket.write(bytes);
  }

  async read(length: number): Promise<Buffer> {
    while (this.#chunks.length < length) await this.#more();
    return this.#take(length);
  }

  async readThrough(end: string): Promise<Buffer> {
    for (;;) {
      const at = this.#chunks.indexOf(end);
      if (at >= 0) return this.#take(at + end.length);
      if (this.#chunks.length > longestHead)
        throw refusal(`${this.#place} sends more than ${longestHead} bytes of headers`);
      await this.#more();
    }
  }

  /** Stops reading from the socket. Bytes that were not used are put back. */
  end(): void {
    this.#timer.cancel();
    this.#signal?.removeEventListener("abort", this.#onAbort);
    this.#socket.off("readable", this.#onReadable);
    this.#socket.off("error", this.#onBroken);
    this.#socket.off("close", this.#onBroken);
    this.#socket.off("end", this.#onBroken);
    if (this.#chunks.length > 0 && !this.#socket.destroyed) this.#socket.unshift(this.#chunks);
  }

  #take(length: number): Buffer {
    const taken = this.#chunks.subarray(0, length);
    this.#chunks = this.#chunks.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (this.#failure !== undefined && this.#chunks.length === 0) throw this.#failure;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  readonly #onReadable = (): void => {
    for (let chunk: unknown = this.#socket.read(); chunk !== null; chunk = this.#socket.read())
      this.#chunks = Buffer.concat([this.#chunks, chunk as Buffer]);
    this.#wake?.();
  };
  readonly #onBroken = (error?: unknown): void => {
    this.#fail(refusal(`${this.#place} ended the connection`, error instanceof Error ? error : undefined));
  };
  readonly #onAbort = (): void => this.#fail(abortedError(this.#signal as AbortSignal));
}

function refusal(message: string, cause?: Error): TransportError {
  return new TransportError(message, { code: "proxy", sent: false, ...defined({ cause }) });
}

function hostPort({ host, port }: DialTarget): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
