// Streams on the real control plane at full size: every exit code, 256 MiB of input, 1 GiB of output to a slow reader,
// a followed log over restarts of the API server, 500 forwarded connections, over each protocol, and with the new
// protocols switched off on the server.
// Run: npm run nightly -- streams
import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect as connectTcp, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, connect, podRunning, waitFor } from "client-ts";
import { Pod, ServiceAccount } from "client-ts/api/core/v1";
import { created } from "client-ts/client";
import type { ExecOptions, PortForwardOptions } from "client-ts/streaming";
import { type ControlPlane, startControlPlane } from "client-ts-testing";

const megabyte = 1024 * 1024;
const namespace = "default";
let failures = 0;

function check(what: string, ok: boolean, figure: string): void {
  console.log(`figure: ${what}: ${figure}${ok ? "" : " (FAILED)"}`);
  if (!ok) failures++;
}

/** The most resident memory above the beginning while something runs, in MiB. */
async function memoryOf(run: () => Promise<void>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  await run();
  clearInterval(timer);
  return (most - before) / megabyte;
}

async function preparePod(client: Client): Promise<void> {
  await waitFor(client.resource(ServiceAccount, { namespace }), "default", created(), { timeoutMs: 30_000 });
  const pods = client.resource(Pod, { namespace });
  await pods.create({ metadata: { name: "web" }, spec: { containers: [{ name: "app", image: "none" }] } });
  await waitFor(pods, "web", podRunning(), { timeoutMs: 30_000 });
}

async function exitCodes(client: Client, protocols: NonNullable<ExecOptions["protocols"]>): Promise<void> {
  const pods = client.resource(Pod, { namespace });
  let right = 0;
  for (let first = 0; first < 256; first += 16) {
    const codes = Array.from({ length: 16 }, (_, i) => first + i);
    const got = await Promise.all(
      codes.map(async (code) => {
        const remote = await pods.exec("web", ["sh", "-c", `exit ${code}`], { protocols });
        return (await remote.exit).code;
      }),
    );
    right += got.filter((code, i) => code === codes[i]).length;
  }
  check(`exit codes 0 to 255 over ${protocols.join()}`, right === 256, `${right} of 256 right`);
}

async function echo(client: Client, protocols: NonNullable<ExecOptions["protocols"]>, size: number): Promise<void> {
  const pods = client.resource(Pod, { namespace });
  const block = randomBytes(megabyte);
  const [sent, received] = [createHash("sha256"), createHash("sha256")];
  let bytes = 0;
  const began = performance.now();
  const memory = await memoryOf(async () => {
    const remote = await pods.exec("web", ["cat"], { stdin: true, protocols });
    remote.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      received.update(chunk);
    });
    for (let i = 0; i < size; i++) {
      block.writeUInt32BE(i);
      sent.update(block);
      if (!remote.stdin.write(Buffer.from(block))) await once(remote.stdin, "drain");
    }
    remote.stdin.end();
    await remote.exit;
  });
  const seconds = (performance.now() - began) / 1000;
  const same = bytes === size * megabyte && sent.digest("hex") === received.digest("hex");
  check(
    `${size} MiB echoed over ${protocols.join()}`,
    same && memory < 64,
    `${same ? "equal SHA-256" : "different"}, ${(size / seconds).toFixed(0)} MiB/s, at most ${memory.toFixed(0)} MiB more memory`,
  );
}

async function slowSink(client: Client, size: number): Promise<void> {
  const pods = client.resource(Pod, { namespace });
  const hash = createHash("sha256");
  let bytes = 0;
  const memory = await memoryOf(async () => {
    const remote = await pods.exec("web", ["sh", "-c", `yes 0123456789abcde | head -c ${size * megabyte}`]);
    for await (const chunk of remote.stdout as AsyncIterable<Buffer>) {
      hash.update(chunk);
      const before = Math.floor(bytes / (64 * megabyte));
      bytes += chunk.length;
      // A reader that stops now and then.
      if (Math.floor(bytes / (64 * megabyte)) > before) await pause(200);
    }
    await remote.exit;
  });
  const expected = createHash("sha256");
  const block = Buffer.from("0123456789abcde\n".repeat(megabyte / 16));
  for (let i = 0; i < size; i++) expected.update(block);
  const same = bytes === size * megabyte && hash.digest("hex") === expected.digest("hex");
  check(
    `${size} MiB of output to a slow reader (F-H8)`,
    same && memory < 64,
    `${same ? "equal SHA-256" : "different"}, at most ${memory.toFixed(0)} MiB more memory`,
  );
}

async function forwarded(
  client: Client,
  protocols: NonNullable<PortForwardOptions["protocols"]>,
  count: number,
): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    socket.pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const forward = await client.resource(Pod, { namespace }).portForward("web", [`:${port}`], { protocols });
  const local = forward.ports[0]?.local ?? 0;
  const right = await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const socket = connectTcp(local, "127.0.0.1");
      const bytes = randomBytes(50_000 + i);
      if (i % 50 === 49) {
        socket.write(bytes);
        await once(socket, "data");
        socket.resetAndDestroy();
        return true;
      }
      const chunks: Buffer[] = [];
      socket.on("data", (chunk: Buffer) => chunks.push(chunk));
      socket.end(bytes);
      await once(socket, "close");
      return Buffer.concat(chunks).equals(bytes);
    }),
  );
  await forward.close();
  server.close();
  const good = right.filter(Boolean).length;
  check(`${count} connections at once over ${protocols.join()} (F-H13)`, good === count, `${good} byte for byte`);
}

async function followOverRestart(plane: ControlPlane, client: Client): Promise<void> {
  const file = join(plane.directory, "root", `${namespace}_web_app.log`);
  const total = 300;
  writeFileSync(file, "");
  let written = 0;
  const writer = setInterval(() => {
    if (written < total) appendFileSync(file, `${new Date().toISOString()} line ${written++}\n`);
  }, 50);
  const lines: string[] = [];
  const abort = new AbortController();
  const reading = (async () => {
    for await (const line of client
      .resource(Pod, { namespace })
      .logs("web", { follow: true, whenCut: "resume", signal: abort.signal })) {
      lines.push(line);
      if (lines.length === total) break;
    }
  })();
  await pause(3_000);
  await plane.part("kube-apiserver").restart();
  await pause(3_000);
  await plane.part("kube-apiserver").restart();
  const timer = setTimeout(() => abort.abort(), 90_000);
  await reading.catch(() => {});
  clearTimeout(timer);
  clearInterval(writer);
  const inOrder = lines.every((line, i) => line === `line ${i}`);
  check(
    "a followed log over two restarts of kube-apiserver (F-H16)",
    inOrder && lines.length === total,
    `${lines.length} of ${total} lines, ${inOrder ? "in order, none twice" : "not in order"}`,
  );
}

async function compareWithKubectl(plane: ControlPlane, client: Client): Promise<void> {
  const kubectl = plane.binaries.get("kubectl");
  if (kubectl === undefined) return console.log("skipped: comparison with kubectl (there is no kubectl)");
  const command = ["sh", "-c", "head -c 20000000 /dev/zero | tr '\\0' x"];
  const args = ["--kubeconfig", plane.kubeconfigPath, "exec", "web", "--", ...command];
  const theirs = createHash("sha256").update(execFileSync(kubectl, args, { maxBuffer: 64 * megabyte }));
  const ours = createHash("sha256");
  const remote = await client.resource(Pod, { namespace }).exec("web", command);
  for await (const chunk of remote.stdout) ours.update(chunk as Buffer);
  const same = ours.digest("hex") === theirs.digest("hex");
  check("the output of a command through kubectl and through us", same, same ? "the same bytes" : "different");
}

async function whole(featureGates: Record<string, boolean>): Promise<void> {
  const plane = await startControlPlane({ featureGates });
  try {
    const client = await connect({ kubeconfigText: plane.kubeconfig });
    await preparePod(client);
    const old = Object.keys(featureGates).length > 0;
    if (old) {
      console.log("the server has the feature gates of WebSocket streams off");
      const pods = client.resource(Pod, { namespace });
      const remote = await pods.exec("web", ["cat"], { stdin: true });
      remote.stdin.end("x");
      remote.stdout.resume();
      check("exec with input on an older server", (await remote.exit).code === 0, `protocol ${remote.protocol}`);
      await echo(client, ["v5.channel.k8s.io", "SPDY/3.1"], 32);
      await forwarded(client, ["SPDY/3.1+portforward.k8s.io", "SPDY/3.1"], 100);
    } else {
      for (const protocol of ["v5.channel.k8s.io", "v4.channel.k8s.io", "SPDY/3.1"] as const)
        await exitCodes(client, [protocol]);
      for (const protocol of ["v5.channel.k8s.io", "SPDY/3.1"] as const) await echo(client, [protocol], 256);
      await slowSink(client, 1024);
      for (const protocol of ["SPDY/3.1+portforward.k8s.io", "SPDY/3.1"] as const)
        await forwarded(client, [protocol], 500);
      await compareWithKubectl(plane, client);
      await followOverRestart(plane, client);
    }
    await client.close();
  } finally {
    await plane.close();
  }
}

await whole({});
await whole({ TranslateStreamCloseWebsocketRequests: false, PortForwardWebsockets: false });
console.log(failures === 0 ? "all streams are right" : `${failures} checks failed`);
process.exitCode = failures === 0 ? 0 : 1;
