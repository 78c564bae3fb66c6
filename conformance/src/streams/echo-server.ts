import { createHash } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect as connectTcp, createServer, type Server, type Socket } from "node:net";

/** What listens behind the Pod's port: it writes back what it reads, and ends when the other side does. */
export async function startEcho(): Promise<{
  readonly port: number;
  readonly server: Server;
  readonly sockets: Set<Socket>;
}> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    socket.pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, server, sockets };
}

/** Sends bytes through a port, ends its side, and gives what comes back. */
export async function echo(port: number, bytes: Buffer): Promise<string> {
  const socket = connectTcp(port, "127.0.0.1");
  const hash = createHash("sha256");
  socket.on("data", (chunk: Buffer) => void hash.update(chunk));
  socket.end(bytes);
  await once(socket, "close");
  return hash.digest("hex");
}

/** The SHA-256 of bytes. */
export const digest = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
