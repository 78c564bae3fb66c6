// Throughput of exec's output and of port-forward beside client-node and kubectl, on the real control plane.
// Run: node --conditions=client-ts-source --import tsx bench/src/streams/main.ts [--megabytes 256]
// Each contender moves the same bytes three times; the best counts. Ratios matter, not the numbers of this machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect as connectTcp, createServer } from "node:net";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { connect, podRunning, waitFor } from "client-ts";
import { Pod, ServiceAccount } from "client-ts/api/core/v1";
import { created } from "client-ts/client";
import { startControlPlane } from "client-ts-testing";
import { ensurePeers } from "../programs.ts";

const { values } = parseArgs({ options: { megabytes: { type: "string", default: "256" } } });
const megabytes = Number(values.megabytes);
const size = megabytes * 1024 * 1024;
const command = ["head", "-c", String(size), "/dev/zero"];

/** The best of three runs, in MiB per second. `undefined` when a run does not give all bytes. */
async function best(run: () => Promise<number>): Promise<number | undefined> {
  let most = 0;
  for (let i = 0; i < 3; i++) {
    const began = performance.now();
    if ((await run()) !== size) return undefined;
    most = Math.max(most, megabytes / ((performance.now() - began) / 1000));
  }
  return most;
}

const plane = await startControlPlane();
try {
  const client = await connect({ kubeconfigText: plane.kubeconfig });
  const namespace = "default";
  await waitFor(client.resource(ServiceAccount, { namespace }), "default", created(), { timeoutMs: 30_000 });
  const pods = client.resource(Pod, { namespace });
  await pods.create({ metadata: { name: "web" }, spec: { containers: [{ name: "app", image: "none" }] } });
  await waitFor(pods, "web", podRunning(), { timeoutMs: 30_000 });
  const figures: [what: string, who: string, rate: number | undefined][] = [];

  for (const protocol of ["v5.channel.k8s.io", "SPDY/3.1"] as const)
    figures.push([
      "exec stdout",
      `client-ts ${protocol}`,
      await best(async () => {
        const remote = await pods.exec("web", command, { protocols: [protocol] });
        let bytes = 0;
        for await (const chunk of remote.stdout as AsyncIterable<Buffer>) bytes += chunk.length;
        await remote.exit;
        return bytes;
      }),
    ]);
  const kubectl = plane.binaries.get("kubectl") as string;
  const flags = ["--kubeconfig", plane.kubeconfigPath];
  figures.push([
    "exec stdout",
    "kubectl",
    await best(async () => {
      const child = spawn(kubectl, [...flags, "exec", "web", "--", ...command]);
      let bytes = 0;
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) bytes += chunk.length;
      return bytes;
    }),
  ]);
  const peers = ensurePeers(() => {});
  const isOldNode = Number(process.versions.node.split(".")[0]) < 22;
  if (peers === undefined || isOldNode)
    console.log(`skipped: client-node (${isOldNode ? "it needs a newer Node" : "cannot be installed here"})`);
  else
    figures.push([
      "exec stdout",
      "client-node",
      await best(async () => {
        const { Exec, KubeConfig } = createRequire(join(peers, "package.json"))(
          "@kubernetes/client-node",
        ) as ClientNode;
        const config = new KubeConfig();
        config.loadFromString(plane.kubeconfig);
        let bytes = 0;
        const sink = new Writable({
          write(chunk: Buffer, _encoding, done) {
            bytes += chunk.length;
            done();
          },
        });
        await new Promise<void>((resolve, reject) => {
          new Exec(config)
            .exec(namespace, "web", "app", command, sink, null, null, false, () => resolve())
            .catch(reject);
        });
        return bytes;
      }),
    ]);

  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(Buffer.alloc(size));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const read = async (local: number): Promise<number> => {
    let bytes = 0;
    for await (const chunk of connectTcp(local, "127.0.0.1") as AsyncIterable<Buffer>) bytes += chunk.length;
    return bytes;
  };
  for (const protocol of ["SPDY/3.1+portforward.k8s.io", "SPDY/3.1"] as const) {
    const forward = await pods.portForward("web", [`:${port}`], { protocols: [protocol] });
    figures.push(["port-forward", `client-ts ${protocol}`, await best(() => read(forward.ports[0]?.local ?? 0))]);
    await forward.close();
  }
  const child = spawn(kubectl, [...flags, "port-forward", "web", `:${port}`]);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const local = Number(/127\.0\.0\.1:(\d+)/.exec(String(line))?.[1]);
  figures.push(["port-forward", "kubectl", await best(() => read(local))]);
  child.kill();
  server.close();

  for (const [what, who, rate] of figures)
    console.log(
      `figure: ${what}, ${who}: ${rate === undefined ? "not all bytes arrived" : `${rate.toFixed(0)} MiB/s`}`,
    );
  await client.close();
} finally {
  await plane.close();
}

/** As much of client-node as is used here. */
interface ClientNode {
  KubeConfig: new () => { loadFromString(text: string): void };
  Exec: new (
    config: unknown,
  ) => {
    exec(
      namespace: string,
      pod: string,
      container: string,
      command: readonly string[],
      stdout: Writable,
      stderr: null,
      stdin: null,
      tty: boolean,
      onStatus: () => void,
    ): Promise<unknown>;
  };
}
