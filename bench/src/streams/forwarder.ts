// Forwards a local port to a port of the Pod `web` until its standard input ends, and prints the local port: what
// kubectl does in a process of its own, so that each contender has its process for itself.
// Run: forwarder.ts KUBECONFIG REMOTE-PORT PROTOCOL, or with client-node: forwarder.ts KUBECONFIG REMOTE-PORT - PEERS
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import type { PortForwardOptions } from "client-ts/streaming";
import { loadClientNode } from "./client-node.ts";

const [kubeconfigPath = "", remoteText = "", protocol = "", peers] = process.argv.slice(2);
const remote = Number(remoteText);

async function ours(): Promise<void> {
  const client = await connect({ kubeconfigPath });
  const protocols = [protocol] as NonNullable<PortForwardOptions["protocols"]>;
  const pods = client.resource(Pod, { namespace: "default" });
  const forward = await pods.portForward("web", [`:${remote}`], { protocols });
  console.log(forward.ports[0]?.local);
  await once(process.stdin.resume(), "end");
  await forward.close();
  await client.close();
}

/** As its example: a server of our own, and a WebSocket for each connection. */
async function theirs(folder: string): Promise<void> {
  const { KubeConfig, PortForward } = loadClientNode(folder);
  const config = new KubeConfig();
  config.loadFromFile(kubeconfigPath);
  const forward = new PortForward(config);
  const server = createServer((socket) => {
    socket.on("error", () => {});
    void forward.portForward("default", "web", [remote], socket, null, socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  console.log((server.address() as AddressInfo).port);
  await once(process.stdin.resume(), "end");
  process.exit();
}

await (peers === undefined ? ours() : theirs(peers));
