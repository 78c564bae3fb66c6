import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { type ApiServer, newContainerLog, startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runStreamCommand } from "./stream-commands.ts";

const pod = (name: string) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "default", labels: { app: "web" } },
  spec: {
    nodeName: "node-1",
    containers: [{ name: "app", image: "none", ports: [{ name: "http", containerPort: 80 }] }],
  },
  status: { phase: "Running" },
});
const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "front", namespace: "default" },
  spec: { selector: { app: "web" }, ports: [{ port: 8080, targetPort: "http" }] },
};

describe("the commands for streams", () => {
  let server: ApiServer;
  let folder: string;
  const files = new Map([["/etc/motd", Buffer.from("hello")]]);
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "client-ts-cli-"));
    const log = newContainerLog();
    log.append("one");
    log.append("two");
    server = await startApiServer({
      objects: [pod("web"), service],
      containers: () => ({
        log,
        files,
        commands: {
          fail: () => 42,
          evil: ({ stdout }) => {
            stdout.write("\u001b[31mred");
            return 0;
          },
        },
        ports: { 80: (connection) => void connection.pipe(connection) },
      }),
    });
    writeFileSync(join(folder, "config"), server.kubeconfig, { mode: 0o600 });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a command; gives its exit code and what it wrote. */
  async function run(name: string, argv: readonly string[], input = "", command: readonly string[] = []) {
    const stdin = new PassThrough();
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const lines: string[] = [];
    stdin.end(input);
    const out = text(stdout);
    const io = {
      stdin,
      stdout,
      stderr,
      signal: new AbortController().signal,
      print: (line: string) => void lines.push(line),
      report: (line: string) => void lines.push(line),
    };
    const rest = command.length === 0 ? [] : ["--", ...command];
    const code = await runStreamCommand(name, [...argv, "--kubeconfig", join(folder, "config"), ...rest], io);
    stdout.end();
    stderr.end();
    return { code, out: await out, lines };
  }

  it("exec passes input, output and the exit code on, raw (F-H17)", async () => {
    expect(await run("exec", ["-i", "web"], "hello", ["cat"])).toMatchObject({ code: 0, out: "hello", lines: [] });
    expect(await run("exec", ["svc/front"], "", ["fail"])).toMatchObject({
      code: 42,
      lines: ["command terminated with exit code 42"],
    });
    expect((await run("exec", ["web"], "", ["evil"])).out).toBe("\u001b[31mred");
  });

  it("attach connects with the main process", async () => {
    expect(await run("attach", ["web", "-i"], "typed")).toMatchObject({ code: 0, out: "typed" });
  });

  it("logs prints lines, of one Pod or of several", async () => {
    expect(await run("logs", ["web", "--tail", "1"])).toMatchObject({ code: 0, out: "two\n" });
    expect((await run("logs", ["-l", "app=web"])).out).toBe("[web/app] one\n[web/app] two\n");
    expect(await run("logs", ["none"])).toMatchObject({ code: 1, lines: [expect.stringContaining("[NotFound] pods")] });
  });

  it("cp copies both ways", async () => {
    const local = join(folder, "motd");
    expect((await run("cp", ["web:/etc/motd", local])).code).toBe(0);
    expect(readFileSync(local, "utf8")).toBe("hello");
    expect((await run("cp", [local, "default/web:/tmp/copy"])).code).toBe(0);
    expect(files.get("/tmp/copy")?.toString()).toBe("hello");
    expect((await run("cp", [local, local])).code).toBe(2);
  });

  it("port-forward says where it listens, and ends with its signal", async () => {
    const abort = new AbortController();
    const lines: string[] = [];
    const io = {
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      signal: abort.signal,
      print: (line: string) => void lines.push(line),
      report: (line: string) => void lines.push(line),
    };
    const argv = ["service/front", ":8080", "--address", "127.0.0.1", "--kubeconfig", join(folder, "config")];
    const running = runStreamCommand("port-forward", argv, io);
    await expect.poll(() => lines[0]).toMatch(/^Forwarding from 127\.0\.0\.1:\d+ -> 80$/);
    const socket = connectTcp(Number(/:(\d+) /.exec(lines[0] as string)?.[1]), "127.0.0.1");
    socket.end("through");
    expect(await text(socket)).toBe("through");
    abort.abort();
    expect(await running).toBe(0);
  });

  it("says how it is used, and refuses what it does not know", async () => {
    expect(await run("exec", ["--help"])).toMatchObject({ code: 0, lines: [expect.stringContaining("-- COMMAND")] });
    expect((await run("exec", [])).code).toBe(2);
    expect((await run("logs", ["web", "--nonsense"])).code).toBe(2);
    expect((await run("logs", ["web", "--tail", "many"])).code).toBe(2);
  });
});
