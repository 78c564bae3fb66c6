import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { type ApiServer, type ContainerScript, newContainerLog, startApiServer } from "client-ts-testing";
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
  /** The files of the containers in the namespace shop, by Pod and container. */
  const shop = new Map<string, Map<string, Buffer>>();
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "client-ts-cli-"));
    const log = newContainerLog();
    log.append("one");
    log.append("two");
    const previousLog = newContainerLog();
    previousLog.append("former");
    const two = { ...pod("two"), metadata: { name: "two", namespace: "shop", labels: { app: "web" } } };
    const side = { name: "side", image: "none" };
    server = await startApiServer({
      objects: [
        pod("web"),
        service,
        { ...two, spec: { ...two.spec, containers: [...two.spec.containers, side as never] } },
      ],
      containers: ({ namespace, pod: name, container }) =>
        namespace === "shop"
          ? scriptOf(`${name}/${container}`, container)
          : {
              log,
              previousLog,
              files,
              commands: {
                fail: () => 42,
                evil: ({ stdout }) => {
                  stdout.write("\u001b[31mred");
                  return 0;
                },
              },
              ports: { 80: (connection) => void connection.pipe(connection) },
            },
    });
    writeFileSync(join(folder, "config"), server.kubeconfig, { mode: 0o600 });
  });
  /** A container with an old line and a new one in its log, which knows its name. */
  const scriptOf = (key: string, container: string): ContainerScript => {
    const own = newContainerLog();
    own.append(`old of ${container}`, "2026-01-01T00:00:00Z");
    own.append(`now of ${container}`);
    shop.set(key, new Map());
    return {
      log: own,
      files: shop.get(key),
      commands: {
        which: ({ stdout, tty }) => {
          stdout.write(`${container}${tty ? " with a terminal" : ""}`);
          return 0;
        },
      },
    };
  };
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The streams of a program, and the lines that it prints. */
  function streamsOf(signal: AbortSignal, stderr = new PassThrough()) {
    const lines: string[] = [];
    return {
      lines,
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr,
      signal,
      print: (line: string) => void lines.push(line),
      report: (line: string) => void lines.push(line),
    };
  }

  /** Runs a command; gives its exit code and what it wrote. */
  async function run(
    name: string,
    argv: readonly string[],
    input = "",
    command: readonly string[] = [],
    errors = new PassThrough(),
  ) {
    const io = streamsOf(new AbortController().signal, errors);
    const { stdin, stdout, stderr, lines } = io;
    stdin.end(input);
    const out = text(stdout);
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
    const io = streamsOf(abort.signal);
    const { lines } = io;
    const argv = ["service/front", ":8080", "--address", "127.0.0.1", "--kubeconfig", join(folder, "config")];
    const running = runStreamCommand("port-forward", argv, io);
    await expect.poll(() => lines[0]).toMatch(/^Forwarding from 127\.0\.0\.1:\d+ -> 80$/);
    const socket = connectTcp(Number(/:(\d+) /.exec(lines[0] as string)?.[1]), "127.0.0.1");
    socket.end("through");
    expect(await text(socket)).toBe("through");
    abort.abort();
    expect(await running).toBe(0);
  });

  it("logs passes its flags on", async () => {
    const lines = async (...argv: string[]) => (await run("logs", argv)).out;
    expect(await lines("web", "--timestamps", "--tail", "1")).toMatch(/^\d{4}-\d\d-\d\dT\S+ two\n$/);
    expect(await lines("web", "--tail=-1")).toBe("one\ntwo\n");
    expect(await lines("web", "-p")).toBe("former\n");
    expect(await lines("two", "-n", "shop", "-c", "side", "--since", "60s")).toBe("now of side\n");
    expect(await lines("two", "-n", "shop", "-c", "app", "--since", "60")).toBe("now of app\n");
    expect(await lines("-l", "app=web", "-n", "shop", "-c", "side", "--tail", "1")).toBe("[two/side] now of side\n");
    expect(await run("logs", ["web", "-n", "shop"])).toMatchObject({ code: 1, out: "" });
  });

  it("logs that are followed end with the signal, with the exit code of a program that was interrupted", async () => {
    const abort = new AbortController();
    const io = streamsOf(abort.signal);
    const argv = ["web", "-f", "--tail", "1", "--kubeconfig", join(folder, "config")];
    const running = runStreamCommand("logs", argv, io);
    const [bytes] = (await once(io.stdout, "data")) as [Buffer];
    expect(String(bytes)).toBe("two\n");
    abort.abort();
    expect(await running).toBe(130);
  });

  it("exec and attach take the container and the namespace that are named, and a terminal", async () => {
    for (const [name, argv, command] of [
      ["exec", ["two", "-n", "shop", "-c", "side"], ["which"]],
      ["exec", ["two", "-n", "shop", "-c", "app", "-t"], ["which"]],
    ] as const) {
      const expected = argv.includes("-t" as never) ? "app with a terminal" : "side";
      expect(await run(name, argv, "", command)).toMatchObject({ code: 0, out: expected });
    }
    expect(await run("attach", ["two", "-n", "shop", "-c", "side", "-i"], "typed")).toMatchObject({ out: "typed" });
  });

  it("cp uses the namespace of the path and the container, says what is left out, and shows its progress", async () => {
    writeFileSync(join(folder, "local"), "0123456789");
    symlinkSync("/etc/passwd", join(folder, "link"));
    const bar = Object.assign(new PassThrough(), { isTTY: true });
    const shown = text(bar);
    const { code, lines } = await run("cp", [folder, "shop/two:/data", "-c", "side"], "", [], bar);
    expect(code).toBe(0);
    expect(lines).toEqual(["left out: link: it is neither a file nor a folder; links are not followed"]);
    expect(shop.get("two/side")?.get("/data/local")?.toString()).toBe("0123456789");
    expect(shop.get("two/app")?.has("/data/local") ?? false).toBe(false);
    expect((await run("cp", ["shop/two:/data/local", join(folder, "back"), "-c", "side"])).code).toBe(0);
    expect(readFileSync(join(folder, "back"), "utf8")).toBe("0123456789");
    expect(await shown).toMatch(/\[#{20}\] 100 % config.*\[#{20}\] 100 % local/s);
    for (const argv of [
      ["web:/a", "web:/b"],
      ["web:/a", folder, "more"],
      ["web:/a", folder, "--retries", "x"],
    ])
      expect((await run("cp", argv)).code).toBe(2);
  });

  it("port-forward takes ports by name, and refuses to begin without one", async () => {
    const abort = new AbortController();
    const io = streamsOf(abort.signal);
    const argv = ["web", ":http", "--kubeconfig", join(folder, "config")];
    const running = runStreamCommand("port-forward", argv, io);
    await expect.poll(() => io.lines[0]).toMatch(/^Forwarding from 127\.0\.0\.1:\d+ -> 80$/);
    const port = Number(/:(\d+) /.exec(io.lines[0] as string)?.[1]);
    if (io.lines[1] !== undefined) expect(io.lines[1]).toBe(`Forwarding from [::1]:${port} -> 80`);
    abort.abort();
    expect(await running).toBe(0);
    expect(await run("port-forward", ["web"])).toMatchObject({ code: 2 });
    expect(await run("port-forward", ["web", ":none"])).toMatchObject({ code: 2 });
  });

  it("says how it is used, and refuses what it does not know", async () => {
    expect(await run("exec", ["--help"])).toMatchObject({ code: 0, lines: [expect.stringContaining("-- COMMAND")] });
    expect((await run("exec", [])).code).toBe(2);
    expect((await run("logs", ["web", "--nonsense"])).code).toBe(2);
    expect((await run("logs", ["web", "--tail", "many"])).code).toBe(2);
  });
});
