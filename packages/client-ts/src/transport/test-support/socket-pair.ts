import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Two ends of one connection. `onClose` gets what closes them. */
export async function socketPair(onClose: (close: () => void) => void): Promise<[Socket, Socket]> {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [peer] = (await once(server, "connection")) as [Socket];
  onClose(() => {
    peer.destroy();
    client.destroy();
    server.close();
  });
  return [client, peer];
}
