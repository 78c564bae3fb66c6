import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { createServer } from "node:tls";
import { loopbackCertificate } from "./servers.ts";

/** Types of HTTP/2 frames (RFC 9113, section 6). */
export const frameTypes = {
  data: 0,
  headers: 1,
  priority: 2,
  rst: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
} as const;

/** A frame that a client sent. */
export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** One connection of a {@link RawServer}: writes whatever frames a test wants. */
export interface RawConnection {
  readonly socket: Socket;
  /** 1 for the first. */
  readonly number: number;
  /** Writes a frame. */
  frame(type: number, flags: number, stream: number, payload?: Buffer): void;
  /** Writes SETTINGS that grant this many streams. */
  grant(streams: number): void;
  /** Writes SETTINGS. */
  settings(...settings: readonly (readonly [id: number, value: number])[]): void;
  /** Answers 200 with a body, and ends the stream. */
  answer(stream: number, body?: string): void;
}

interface Acknowledging extends RawConnection {
  /** Acknowledges the client's settings, after our own: they have to come first. */
  acknowledge(): void;
}

/** A server that speaks HTTP/2 frame by frame. It acknowledges settings and pings; all else is the test's. */
export interface RawServer {
  readonly url: string;
  /** Connections accepted so far. */
  readonly connections: number;
  /** Connections open now. */
  readonly open: number;
  /** Requests (HEADERS frames) so far. */
  readonly requests: number;
  close(): Promise<void>;
}

/** What the server does with a new connection and with each frame. */
export interface RawBehaviour {
  onConnection?(connection: RawConnection): void;
  onRequest?(connection: RawConnection, stream: number): void;
  onFrame?(connection: RawConnection, frame: Frame): void;
}

const prefaceLength = 24;
const headLength = 9;

/**
 * Starts such a server on loopback.
 *
 * @param secure - Whether it speaks TLS. The default is `true`.
 */
export async function startRawServer(behaviour: RawBehaviour, { secure = true } = {}): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  let requests = 0;
  const { key, cert } = loopbackCertificate;
  const accept = (socket: Socket): void => {
    const connection = rawConnection(socket, connections);
    let bytes = Buffer.alloc(0);
    let skipped = false;
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (!skipped && bytes.length >= prefaceLength) {
        skipped = true;
        bytes = bytes.subarray(prefaceLength);
      }
      while (skipped && bytes.length >= headLength && bytes.length >= headLength + bytes.readUIntBE(0, 3)) {
        const end = headLength + bytes.readUIntBE(0, 3);
        const frame = {
          type: bytes[3] as number,
          flags: bytes[4] as number,
          stream: bytes.readUInt32BE(5),
          payload: bytes.subarray(9, end),
        };
        bytes = bytes.subarray(end);
        if (frame.type === frameTypes.settings && frame.flags === 0) connection.acknowledge();
        if (frame.type === frameTypes.ping && frame.flags === 0) connection.frame(frameTypes.ping, 1, 0, frame.payload);
        behaviour.onFrame?.(connection, frame);
        if (frame.type !== frameTypes.headers) continue;
        requests++;
        behaviour.onRequest?.(connection, frame.stream);
      }
    });
    behaviour.onConnection?.(connection);
  };
  const server = secure
    ? createServer({ key, cert, ALPNProtocols: ["h2"] }, (socket) => accept(socket))
    : createTcpServer();
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket.setNoDelay().on("error", () => {}));
    socket.on("close", () => sockets.delete(socket));
    if (!secure) accept(socket);
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${secure ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return connections;
    },
    get open() {
      return sockets.size;
    },
    get requests() {
      return requests;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The bytes of a frame. */
export function frameOf(type: number, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** The payload of SETTINGS. */
export function settingsOf(...settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(6 * settings.length);
  for (const [index, [id, value]] of settings.entries()) {
    payload.writeUInt16BE(id, 6 * index);
    payload.writeUInt32BE(value, 6 * index + 2);
  }
  return payload;
}

/** The payload of a frame that holds one number of 32 bits. */
export function uint32(value: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(value);
  return payload;
}

function rawConnection(socket: Socket, number: number): Acknowledging {
  let greeted = false;
  let owed = false;
  const frame = (type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): void => {
    if (socket.writable) socket.write(frameOf(type, flags, stream, payload));
  };
  return {
    socket,
    number,
    frame,
    grant(streams) {
      this.settings([3, streams]);
    },
    settings(...settings) {
      frame(frameTypes.settings, 0, 0, settingsOf(...settings));
      greeted = true;
      if (owed) frame(frameTypes.settings, 1, 0);
      owed = false;
    },
    acknowledge() {
      owed = !greeted;
      if (greeted) frame(frameTypes.settings, 1, 0);
    },
    answer(stream, body = "{}") {
      frame(frameTypes.headers, 4, stream, status(200));
      frame(frameTypes.data, 1, stream, Buffer.from(body));
    },
  };
}

/**
 * A header block that holds the status alone: a literal without indexing, name 8 of the static table (RFC 7541,
 * appendix A).
 */
export function status(code: number): Buffer {
  return Buffer.concat([Buffer.from([0x08, 3]), Buffer.from(String(code))]);
}

/** One header of a header block, without indexing. Name and value shorter than 127 characters. */
export function header(name: string, value: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ]);
}
