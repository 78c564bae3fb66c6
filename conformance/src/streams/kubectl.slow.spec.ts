/** kubectl on the scripted containers of the in-memory server, over WebSocket and SPDY; the same bytes as ours. */
import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Pod } from "client-ts/api/core/v1";
import { type ApiServer, newContainerLog, startApiServer } from "client-ts-testing";
import { findBinaries } from "client-ts-testing/workspace";
import { defined } from "client-ts/internal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onSources } from "../process/spawn-on-sources.ts";

/** The path of kubectl; `undefined` when there is none. */
function findKubectl(): string | undefined {
  try {
    return findBinaries(["kubectl"]).get("kubectl");
  } catch {
    return undefined;
  }
}

const found = findKubectl();
const available = found !== undefined;
if (!available) console.log("skipped: kubectl's streams on the in-memory server (there is no kubectl)");

describe.skipIf(!available)("kubectl's streams on the in-memory server", () => {
  let server: ApiServer;
  let folder: string;
  const files = new Map([["/data/in.bin", randomBytes(300_000)]]);
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "default" },
    spec: { nodeName: "node-1", containers: [{ name: "app", image: "none" }] },
    status: { phase: "Running" },
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "kubectl-streams-"));
    const log = newContainerLog();
    log.append("from the log");
    server = await startApiServer({
      objects: [pod],
      containers: () => ({
        log,
        files,
        commands: { fail: () => 42 },
        ports: { 80: (connection) => void connection.pipe(connection) },
      }),
    });
    writeFileSync(join(folder, "config"), server.kubeconfig, { mode: 0o600 });
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const kubectl = found as string;
  const flags = () => ["--kubeconfig", join(folder, "config"), "--cache-dir", join(folder, "cache")];
  const spdy = { KUBECTL_REMOTE_COMMAND_WEBSOCKETS: "false", KUBECTL_PORT_FORWARD_WEBSOCKETS: "false" };
  const run = async (args: readonly string[], env: Record<string, string> = {}): Promise<string> =>
    (await promisify(execFile)(kubectl, [...flags(), ...args], { env: { ...process.env, ...env } })).stdout;

  it.each([
    ["WebSocket", {}],
    ["SPDY", spdy],
  ])("exec passes input, output and exit codes over %s", async (_name, env) => {
    const child = spawn(kubectl, [...flags(), "exec", "-i", "web", "--", "cat"], { env: { ...process.env, ...env } });
    const sent = randomBytes(500_000);
    child.stdin.end(sent);
    expect((await buffer(child.stdout)).equals(sent)).toBe(true);
    const failed = run(["exec", "web", "--", "fail"], env);
    await expect(failed).rejects.toMatchObject({ code: 42 });
    await expect(run(["exec", "web", "--", "nothing"], env)).rejects.toThrow(/executable file not found/);
  });

  it("cp copies both ways, byte for byte", async () => {
    const local = join(folder, "out.bin");
    await run(["cp", "web:/data/in.bin", local]);
    expect(readFileSync(local).equals(files.get("/data/in.bin") as Buffer)).toBe(true);
    await run(["cp", local, "web:/data/back.bin"]);
    expect(files.get("/data/back.bin")?.equals(files.get("/data/in.bin") as Buffer)).toBe(true);
  });

  it.each([
    ["WebSocket", {}],
    ["SPDY", spdy],
  ])("port-forward carries connections over %s", async (_name, env) => {
    const child = spawn(kubectl, [...flags(), "port-forward", "web", ":80"], { env: { ...process.env, ...env } });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(String(line))?.[1]);
    const socket = connectTcp(port, "127.0.0.1");
    socket.end("through kubectl");
    expect(await text(socket)).toBe("through kubectl");
    child.kill();
    await once(child, "close");
  });

  it("chooses among several containers as our command does, in the same words", async () => {
    const several = (name: string, annotation?: string): Pod => ({
      ...pod,
      metadata: {
        name,
        namespace: "default",
        ...defined({ annotations: annotation ? { "kubectl.kubernetes.io/default-container": annotation } : undefined }),
      },
      spec: {
        nodeName: "node-1",
        containers: ["app", "proxy"].map((container) => ({ name: container, image: "none" })),
        initContainers: [{ name: "setup", image: "none" }],
      },
    });
    server.apply(several("annotated", "proxy"), several("plain"), several("wrong", "gone"));
    const here = fileURLToPath(new URL("../../..", import.meta.url));
    const ours = [...onSources, "packages/client-ts/src/cli/main.ts", "logs"];
    const compare = async (name: string): Promise<void> => {
      const theirs = await promisify(execFile)(kubectl, [...flags(), "logs", name]);
      const args = [...ours, name, "--kubeconfig", join(folder, "config")];
      const answer = await promisify(execFile)(process.execPath, args, { cwd: here });
      const lines = ({ stderr }: { readonly stderr: string }): string[] => stderr.split("\n").sort();
      expect([name, answer.stdout, lines(answer)]).toEqual([name, theirs.stdout, lines(theirs)]);
    };
    await Promise.all(["annotated", "plain", "wrong"].map(compare));
  });

  it("logs and attach work", async () => {
    expect(await run(["logs", "web"])).toBe("from the log\n");
    const child = spawn(kubectl, [...flags(), "attach", "-i", "web"]);
    child.stdin.end("typed\n");
    expect(await text(child.stdout)).toBe("typed\n");
  });
});
