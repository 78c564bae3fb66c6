/** kubectl and client-ts on the same Pod, in memory and on the real control plane: same requests, same bytes. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Client, connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import { isClientError } from "client-ts/errors";
import type { ExecOptions, LogOptions } from "client-ts/streaming";
import { newContainerLog } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findKubectl } from "../server/kubectl-session.ts";
import { digest, echo, startEcho } from "./echo-server.ts";
import {
  connectHere,
  hasControlPlane,
  hereScript,
  startInMemory,
  startReal,
  type StreamServer,
} from "./stream-servers.ts";

const kubectl = findKubectl();
if (kubectl === undefined) console.log("skipped: streams compared with kubectl (there is no kubectl)");
else if (!hasControlPlane)
  console.log("skipped: streams compared with kubectl on the real control plane (set CLIENT_TS_CLUSTER=on)");

/** How kubectl is made to speak each protocol, and what we are asked for then. */
const protocols: readonly {
  readonly name: NonNullable<ExecOptions["protocols"]>[number];
  readonly env: Readonly<Record<string, string>>;
}[] = [
  { name: "v5.channel.k8s.io", env: {} },
  {
    name: "SPDY/3.1",
    env: { KUBECTL_REMOTE_COMMAND_WEBSOCKETS: "false", KUBECTL_PORT_FORWARD_WEBSOCKETS: "false" },
  },
];

interface Ended {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

describe.skipIf(kubectl === undefined).each([
  { name: "the in-memory server", real: false },
  { name: "the real control plane", real: true },
])("streams compared with kubectl on $name", ({ real }) => {
  describe.skipIf(real && !hasControlPlane)("", () => {
    let server: StreamServer;
    let client: Client;
    let folder: string;
    let behind: Awaited<ReturnType<typeof startEcho>>;
    /** Paths of our requests. */
    const asked: string[] = [];
    const pods = () => client.resource(Pod, { namespace: server.namespace });

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "beside-kubectl-"));
      behind = await startEcho();
      const previousLog = newContainerLog();
      previousLog.append("the former run", "2026-01-01T00:00:00.5Z");
      const script = hereScript({ ports: { [behind.port]: connectHere(behind.port) }, previousLog });
      server = real ? await startReal() : await startInMemory(script);
      client = await connect({
        kubeconfigPath: server.kubeconfig,
        interceptors: [
          (next) => (request) => {
            asked.push(request.path);
            return next(request);
          },
        ],
      });
    });
    afterAll(async () => {
      await client?.close();
      await server?.[Symbol.asyncDispose]();
      behind?.server.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess => {
      const flags = ["--kubeconfig", server.kubeconfig, "--cache-dir", join(folder, "cache"), "-n", server.namespace];
      return spawn(kubectl as string, [...flags, ...args], { env: { ...process.env, ...env } });
    };

    async function run(
      args: readonly string[],
      { input = "", env }: { input?: string | Buffer; env?: Readonly<Record<string, string>> } = {},
    ): Promise<Ended> {
      const child = start(args, env);
      child.stdin?.on("error", () => {}).end(input);
      const [stdout, stderr] = await Promise.all([
        buffer(child.stdout as Readable),
        buffer(child.stderr as Readable),
        once(child, "close"),
      ]);
      return { code: child.exitCode, stdout, stderr: stderr.toString() };
    }

    it.each(protocols)("a command gets and gives the same bytes, over $name", async ({ name, env }) => {
      const command = ["sh", "-c", "cat; echo problem >&2; exit 7"];
      const input = randomBytes(700_000);
      const ours = async (): Promise<Ended> => {
        const remote = await pods().exec("web", command, { stdin: true, protocols: [name] });
        remote.stdin.end(input);
        const [stdout, stderr] = await Promise.all([buffer(remote.stdout), buffer(remote.stderr)]);
        return { code: (await remote.exit).code, stdout, stderr: stderr.toString() };
      };
      const [own, theirs] = await Promise.all([ours(), run(["exec", "-i", "web", "--", ...command], { input, env })]);
      expect(digest(own.stdout)).toBe(digest(theirs.stdout));
      expect(digest(own.stdout)).toBe(digest(input));
      expect([own.code, theirs.code]).toEqual([7, 7]);
      // kubectl adds a line of its own.
      expect(theirs.stderr).toBe(`${own.stderr}command terminated with exit code 7\n`);
    });

    it.each(protocols)("an attachment gets and gives the same bytes, over $name", async ({ name, env }) => {
      const input = randomBytes(300_000);
      const ours = async (): Promise<Buffer> => {
        const remote = await pods().attach("web", { stdin: true, protocols: [name] });
        remote.stdin.end(input);
        return buffer(remote.stdout);
      };
      const [own, { stdout, code }] = await Promise.all([ours(), run(["attach", "-i", "web"], { input, env })]);
      expect(code).toBe(0);
      expect([digest(own), digest(stdout)]).toEqual([digest(input), digest(input)]);
    });

    describe("a log", () => {
      const recent = new Date(Date.now() - 60_000).toISOString();
      const lines: readonly (readonly [text: string, timestamp: string])[] = [
        ["first ✓", "2026-01-01T00:00:00.000000001Z"],
        ["", "2026-01-01T00:00:01.5Z"],
        [`long ${"x".repeat(40_000)}`, "2026-01-01T00:00:02Z"],
        ["\u001b[31mred\u001b[0m", "2026-01-01T00:00:03Z"],
        ["of this hour", recent],
      ];
      const since = "2026-01-01T00:00:02Z";
      beforeAll(() => {
        for (const [text, timestamp] of lines) server.writeLog(text, timestamp);
      });

      // The streaming kubelet of the real control plane does not know the last three: there the requests are compared.
      it.each<readonly [flags: string, options: LogOptions, countInMemory: number]>([
        ["", {}, 5],
        ["--timestamps", { timestamps: true }, 5],
        ["--tail=2", { tailLines: 2 }, 2],
        ["--tail=0", { tailLines: 0 }, 0],
        [`--since-time=${since}`, { sinceTime: since }, 3],
        [`--since-time=${since} --timestamps --tail=4`, { sinceTime: since, timestamps: true, tailLines: 4 }, 3],
        ["--since=1h", { sinceSeconds: 3_600 }, 1],
        ["--limit-bytes=5", { limitBytes: 5 }, 0],
        ["--previous", { previous: true }, 1],
      ])("is the same with the flags '%s'", async (flags, options, count) => {
        const words = flags.split(" ").filter((word) => word !== "");
        const theirs = run(["logs", "web", "-v=6", ...words]);
        const own: Buffer[] = [];
        for await (const chunk of pods()
          .logs("web", { container: "app", ...options })
          .bytes())
          own.push(chunk);
        const { stdout, stderr, code } = await theirs;
        expect(code).toBe(0);
        expect(Buffer.concat(own).toString()).toBe(stdout.toString());
        expect(queryOf(asked.at(-1) ?? "")).toEqual(queryOf(/url="([^"]*\/log[^"]*)"/.exec(stderr)?.[1] ?? ""));
        if (!real) expect(stdout.toString().split("\n")).toHaveLength(count + 1);
      });

      it("is followed line by line", async () => {
        const child = start(["logs", "web", "--follow", "--tail=1"]);
        const abort = new AbortController();
        const [theirs, own]: [string[], string[]] = [[], []];
        child.stdout?.setEncoding("utf8").on("data", (text: string) => theirs.push(text));
        const reading = (async () => {
          const options = { container: "app", follow: true, tailLines: 1, signal: abort.signal };
          for await (const chunk of pods().logs("web", options).bytes()) own.push(chunk.toString());
        })().catch((error: unknown) => error);
        const both = (): string[] => [theirs.join(""), own.join("")];
        let expected = "of this hour\n";
        await expect.poll(both, { timeout: 10_000 }).toEqual([expected, expected]);
        for (let i = 0; i < 20; i++) {
          server.writeLog(`followed ${i}`, new Date().toISOString());
          expected += `followed ${i}\n`;
        }
        await expect.poll(both, { timeout: 10_000 }).toEqual([expected, expected]);
        child.kill();
        abort.abort();
        await once(child, "close");
        expect(isClientError(await reading, "Aborted")).toBe(true);
      });
    });

    it("files and folders are the same after a copy in each direction", async () => {
      const source = join(folder, "source");
      mkdirSync(join(source, "deep/er"), { recursive: true });
      writeFileSync(join(source, "empty"), "");
      writeFileSync(join(source, "deep/er/big.bin"), randomBytes(2_000_001));
      writeFileSync(join(source, `${"n".repeat(120)} ü.sh`), "#!/bin/sh\n", { mode: 0o755 });
      for (const side of ["ours", "theirs"]) mkdirSync(join(folder, side));
      const [ours, theirs] = [join(folder, "ours"), join(folder, "theirs")];
      // The containers run on this machine, so that what arrived can be seen.
      await pods().copyTo("web", source, join(ours, "to"));
      expect(await run(["cp", source, `web:${join(theirs, "to")}`])).toMatchObject({ code: 0 });
      expect(treeOf(join(ours, "to"))).toEqual(treeOf(source));
      expect(treeOf(join(theirs, "to"))).toEqual(treeOf(source));
      await pods().copyFrom("web", source, join(ours, "from"));
      expect(await run(["cp", `web:${source}`, join(theirs, "from")])).toMatchObject({ code: 0 });
      expect(treeOf(join(ours, "from"))).toEqual(treeOf(source));
      // Of the permissions kubectl keeps none.
      const contents = (tree: Record<string, string>): string[] =>
        Object.entries(tree).map(([path, text]) => `${path} ${text.split(" ")[1] ?? ""}`);
      expect(contents(treeOf(join(theirs, "from")))).toEqual(contents(treeOf(source)));
      const file = join(source, "deep/er/big.bin");
      await pods().copyFrom("web", file, join(ours, "one"));
      expect(await run(["cp", `web:${file}`, join(theirs, "one")])).toMatchObject({ code: 0 });
      expect(readFileSync(join(ours, "one")).equals(readFileSync(join(theirs, "one")))).toBe(true);
    });

    it.each([
      { name: "SPDY/3.1+portforward.k8s.io", env: protocols[0]?.env },
      { name: "SPDY/3.1", env: protocols[1]?.env },
    ] as const)("forwarded connections carry the same bytes, over $name", async ({ name, env }) => {
      const child = start(["port-forward", "web", `:${behind.port}`], env);
      let said = "";
      for (const output of [child.stdout, child.stderr]) output?.on("data", (text: Buffer) => (said += text));
      await expect.poll(() => said, { timeout: 10_000 }).toMatch(/127\.0\.0\.1:\d+/);
      const theirs = Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
      const forward = await pods().portForward("web", [`:${behind.port}`], { protocols: [name] });
      const ours = forward.ports[0]?.local ?? 0;
      const sent = Array.from({ length: 8 }, (_, i) => randomBytes(200_000 + i));
      const received = await Promise.all(sent.flatMap((bytes) => [echo(ours, bytes), echo(theirs, bytes)]));
      expect(received).toEqual(sent.flatMap((bytes) => [digest(bytes), digest(bytes)]));
      await forward.close();
      child.kill();
      await once(child, "close");
    });
  });
});

function queryOf(path: string): Record<string, string> {
  return Object.fromEntries([...new URL(path, "https://server").searchParams].sort());
}

/** Every path below a folder with its permissions and the digest of its content. */
function treeOf(folder: string): Record<string, string> {
  const names = (readdirSync(folder, { recursive: true }) as string[]).sort();
  return Object.fromEntries(
    names.map((name) => {
      const found = statSync(join(folder, name));
      const content = found.isFile() ? digest(readFileSync(join(folder, name))) : "";
      return [name, `${(found.mode & 0o777).toString(8)} ${content}`];
    }),
  );
}
