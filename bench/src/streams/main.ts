// Throughput of exec's output and of port-forward compared with client-node and kubectl, on the real control plane.
// Run: node --conditions=client-ts-source --import tsx bench/src/streams/main.ts [--megabytes 256] [--rounds 5]
// Ratios matter, not the numbers of this machine. client-node needs Node 22 or newer. `--cpu-prof FOLDER` writes CPU
// profiles of our port-forward.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { connect, podRunning, waitFor } from "client-ts";
import { Pod, ServiceAccount } from "client-ts/api/core/v1";
import { created } from "client-ts/client";
import { startControlPlane } from "client-ts-testing";
import { ensurePeers } from "../programs.ts";
import { loadClientNode } from "./client-node.ts";
import { compare, type Contender, startForwarder } from "./contender.ts";

const { values } = parseArgs({
  options: {
    megabytes: { type: "string", default: "256" },
    rounds: { type: "string", default: "5" },
    "cpu-prof": { type: "string" },
  },
});
const size = Number(values.megabytes) * 1024 * 1024;
const rounds = Number(values.rounds);
const command = ["head", "-c", String(size), "/dev/zero"];
const namespace = "default";

const plane = await startControlPlane();
try {
  const client = await connect({ kubeconfigText: plane.kubeconfig });
  await waitFor(client.resource(ServiceAccount, { namespace }), "default", created(), { timeoutMs: 30_000 });
  const pods = client.resource(Pod, { namespace });
  await pods.create({ metadata: { name: "web" }, spec: { containers: [{ name: "app", image: "none" }] } });
  await waitFor(pods, "web", podRunning(), { timeoutMs: 30_000 });
  const kubectl = plane.binaries.get("kubectl") as string;
  const flags = ["--kubeconfig", plane.kubeconfigPath];
  const isOldNode = Number(process.versions.node.split(".")[0]) < 22;
  const peers = isOldNode ? undefined : ensurePeers(() => {});
  if (peers === undefined)
    console.log(`skipped: client-node (${isOldNode ? "it needs a newer Node" : "cannot be installed here"})`);

  const execContenders: Contender[] = (["v5.channel.k8s.io", "SPDY/3.1"] as const).map((protocol) => ({
    name: `client-ts ${protocol}`,
    async run() {
      const remote = await pods.exec("web", command, { protocols: [protocol] });
      let bytes = 0;
      for await (const chunk of remote.stdout as AsyncIterable<Buffer>) bytes += chunk.length;
      await remote.exit;
      return bytes;
    },
  }));
  execContenders.push({
    name: "kubectl",
    async run() {
      const child = spawn(kubectl, [...flags, "exec", "web", "--", ...command]);
      let bytes = 0;
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) bytes += chunk.length;
      return bytes;
    },
  });
  if (peers !== undefined) execContenders.push({ name: "client-node", run: () => execWithClientNode(peers) });
  await compare("exec stdout", execContenders, { rounds, size });

  const content = Buffer.alloc(size);
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(content);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const remote = String((server.address() as AddressInfo).port);
  const profile = values["cpu-prof"];
  const node = [...process.execArgv, ...(profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`])];
  const program = fileURLToPath(new URL("./forwarder.ts", import.meta.url));
  const start = (name: string, ...args: string[]): Promise<Contender> =>
    startForwarder(name, process.execPath, [...node, program, plane.kubeconfigPath, remote, ...args], size);
  const forwarders = [
    await start("client-ts SPDY/3.1+portforward.k8s.io", "SPDY/3.1+portforward.k8s.io"),
    await start("client-ts SPDY/3.1", "SPDY/3.1"),
    await startForwarder("kubectl", kubectl, [...flags, "port-forward", "web", `:${remote}`], size),
    ...(peers === undefined ? [] : [await start("client-node", "-", peers)]),
  ];
  await compare("port-forward", forwarders, { rounds, size });
  for (const { stop } of forwarders) await stop?.();
  server.close();
  await client.close();
} finally {
  await plane.close();
}

async function execWithClientNode(peers: string): Promise<number> {
  const { Exec, KubeConfig } = loadClientNode(peers);
  const config = new KubeConfig();
  config.loadFromFile(plane.kubeconfigPath);
  let bytes = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done();
    },
  });
  await new Promise<void>((resolve, reject) => {
    new Exec(config).exec(namespace, "web", "app", command, sink, null, null, false, () => resolve()).catch(reject);
  });
  return bytes;
}
