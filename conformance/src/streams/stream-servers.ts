/** A Pod whose containers run programs of this machine, on the in-memory server and on the real control plane. */
import { spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Duplex } from "node:stream";
import { type Client, connect, podRunning, waitFor } from "client-ts";
import { Namespace, Pod, ServiceAccount } from "client-ts/api/core/v1";
import { created } from "client-ts/client";
import {
  type ContainerLog,
  type ContainerProcess,
  type ContainerScript,
  newContainerLog,
  sharedKubeconfig,
  startApiServer,
  testNamespaceName,
} from "client-ts-testing";
import { defined } from "client-ts/internal";

/** A server with a running Pod `web`, whose one container is `app`. */
export interface StreamServer extends AsyncDisposable {
  readonly client: Client;
  /** The path of a kubeconfig. */
  readonly kubeconfig: string;
  readonly namespace: string;
  /** Adds a line to the log of the container. */
  writeLog(text: string, timestamp: string): void;
  /** Cuts every connection; only in memory. */
  cut(): void;
}

/** Runs the real program; with a terminal a very small shell, because Node has no terminals to give. */
export async function runHere(process: ContainerProcess): Promise<number> {
  if (process.tty) return runShell(process);
  const { argv, stdin, stdout, stderr, signal } = process;
  const child = spawn(argv[0] as string, argv.slice(1), { signal });
  child.stdin.on("error", () => {});
  stdin.pipe(child.stdin);
  child.stdout.pipe(stdout, { end: false });
  child.stderr.pipe(stderr, { end: false });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 128));
  });
}

/** Knows `stty size` and `exit`, and answers as a terminal does: with both ends of a line. */
async function runShell({ stdin, stdout, onResize }: ContainerProcess): Promise<number> {
  let size = { columns: 0, rows: 0 };
  onResize((changed) => {
    size = changed;
  });
  let typed = "";
  for await (const chunk of stdin) {
    const lines = `${typed}${chunk}`.split("\n");
    typed = lines.pop() as string;
    for (const line of lines) {
      if (line === "stty size") stdout.write(`${size.rows} ${size.columns}\r\n`);
      const code = /^exit (\d+)$/.exec(line)?.[1];
      if (code !== undefined) return Number(code);
    }
  }
  return 0;
}

/** Connects a port of the Pod with the same port of this machine, as the streaming kubelet does. */
export function connectHere(port: number): (connection: Duplex) => void {
  return (connection) => {
    const socket = connectTcp({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => connection.destroy());
    connection.on("error", () => socket.destroy());
    connection.pipe(socket).pipe(connection);
  };
}

/** The container of the in-memory server. */
export function hereScript(
  more: Partial<ContainerScript> = {},
  log: ContainerLog = newContainerLog(),
): ContainerScript {
  const names = ["sh", "cat", "head", "tar", "sha256sum", "true", "test", "wc", "tail"];
  return { commands: Object.fromEntries(names.map((name) => [name, runHere])), log, ...more };
}

const pod = (name: string, nodeName?: string): Pod => ({
  metadata: { name, labels: { app: name } },
  spec: {
    containers: [{ name: "app", image: "none", ports: [{ name: "http", containerPort: 80 }] }],
    terminationGracePeriodSeconds: 0,
    ...defined({ nodeName }),
  },
});

/** On the in-memory server. */
export async function startInMemory(
  script: ContainerScript = hereScript(),
  options: { readonly streamProtocols?: readonly string[] | undefined } = {},
): Promise<StreamServer> {
  const server = await startApiServer({ containers: () => script, ...options });
  const client = await connect({ kubeconfigText: server.kubeconfig });
  const pods = client.resource(Pod, { namespace: "default" });
  await pods.updateStatus({ ...(await pods.create(pod("web", "node-1"))), status: { phase: "Running" } });
  const folder = mkdtempSync(join(tmpdir(), "client-ts-streams-"));
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 });
  return {
    client,
    kubeconfig,
    namespace: "default",
    writeLog: (text, timestamp) => script.log?.append(text, timestamp),
    cut: () => server.cutConnections(),
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Whether this run has a real control plane. */
export const hasControlPlane: boolean = sharedKubeconfig() !== undefined;

/** Both servers, for `describe.each`: the real control plane is to be skipped where there is none. */
export const streamServers: readonly { name: string; start: () => Promise<StreamServer>; skip: boolean }[] = [
  { name: "the in-memory server", start: startInMemory, skip: false },
  { name: "the real control plane", start: startReal, skip: !hasControlPlane },
];

/** On the shared real control plane. */
export async function startReal(): Promise<StreamServer> {
  const kubeconfig = sharedKubeconfig() as string;
  const client = await connect({ kubeconfigPath: kubeconfig });
  const namespace = testNamespaceName("streams");
  await client.resource(Namespace).create({ metadata: { name: namespace } });
  await waitFor(client.resource(ServiceAccount, { namespace }), "default", created(), { timeoutMs: 20_000 });
  const pods = client.resource(Pod, { namespace });
  await pods.create(pod("web"));
  await waitFor(pods, "web", podRunning(), { timeoutMs: 20_000 });
  // Where the streaming kubelet reads the logs of containers.
  const log = join(dirname(kubeconfig), "root", `${namespace}_web_app.log`);
  return {
    client,
    kubeconfig,
    namespace,
    writeLog: (text, timestamp) => appendFileSync(log, `${timestamp} ${text}\n`),
    cut() {
      throw new Error("the real control plane cannot be cut");
    },
    async [Symbol.asyncDispose]() {
      await client.resource(Namespace).delete(namespace);
      await client.close();
    },
  };
}
