import { createHash, randomBytes } from "node:crypto";
import type { Duplex } from "node:stream";

/** What came back on an upgraded connection. */
export interface UpgradeAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the server proved that it read our key (RFC 6455, section 4.2.2). */
  readonly accepted: boolean;
  /** The text of each channel, by its number, until the server said that it closes. */
  readonly channels: Readonly<Record<number, string>>;
}

/**
 * Asks for a WebSocket on a fresh connection and reads what the server sends on its channels until it closes. Sends
 * nothing itself.
 */
export async function upgrade(
  socket: Duplex,
  request: {
    readonly host: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  },
): Promise<UpgradeAnswer> {
  const key = randomBytes(16).toString("base64");
  const headers = {
    Host: request.host,
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": key,
    "Sec-WebSocket-Protocol": "v5.channel.k8s.io",
    ...request.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`GET ${request.path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  const bytes = new Bytes(socket);
  const [first = "", ...rest] = (await bytes.through("\r\n\r\n")).toString("latin1").trimEnd().split("\r\n");
  const answered = Object.fromEntries(
    rest.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  const proof = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  const accepted = answered["sec-websocket-accept"] === proof;
  return { status, headers: answered, accepted, channels: status === 101 ? await readChannels(bytes) : {} };
}

async function readChannels(bytes: Bytes): Promise<Record<number, string>> {
  const channels: Record<number, string> = {};
  for (;;) {
    const [first = 0, second = 0] = await bytes.take(2);
    const short = second & 0x7f;
    const length =
      short < 126
        ? short
        : short === 126
          ? (await bytes.take(2)).readUInt16BE()
          : Number((await bytes.take(8)).readBigUInt64BE());
    const payload = await bytes.take(length);
    const operation = first & 0x0f;
    if (operation === 8) return channels;
    const [channel] = payload;
    if (operation <= 2 && channel !== undefined)
      channels[channel] = (channels[channel] ?? "") + payload.subarray(1).toString();
  }
}

/** Takes bytes off a connection in the pieces that are asked for, however they arrived. */
class Bytes {
  readonly #arriving: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(socket: Duplex) {
    this.#arriving = socket.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  }

  async take(length: number): Promise<Buffer> {
    while (this.#held.length < length) await this.#more();
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }

  async through(end: string): Promise<Buffer> {
    while (!this.#held.includes(end)) await this.#more();
    return this.take(this.#held.indexOf(end) + end.length);
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#arriving.next();
    if (done) throw new Error(`the server ended the connection after ${JSON.stringify(this.#held.toString("latin1"))}`);
    this.#held = Buffer.concat([this.#held, value]);
  }
}
