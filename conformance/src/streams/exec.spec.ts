/** Commands in containers, the same on the in-memory server and on the real control plane, over every protocol. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { Pod } from "client-ts/api/core/v1";
import { isBadRequest, isClientError, isNotFound } from "client-ts/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasControlPlane, type StreamServer, streamServers } from "./stream-servers.ts";

if (!hasControlPlane) console.log("skipped: exec on the real control plane (set CLIENT_TS_CLUSTER=on)");

describe.each(streamServers)("exec on $name", ({ start, skip }) => {
  describe.skipIf(skip)("", () => {
    let server: StreamServer;
    const pods = () => server.client.resource(Pod, { namespace: server.namespace });
    beforeAll(async () => {
      server = await start();
    });
    afterAll(async () => {
      await server?.[Symbol.asyncDispose]();
    });

    it("gives the output of a command and its exit code (B321)", async () => {
      const process = await pods().exec("web", ["sh", "-c", "echo out; echo err >&2; exit 3"]);
      const [out, err, exit] = await Promise.all([text(process.stdout), text(process.stderr), process.exit]);
      expect({ out, err, code: exit.code, reason: exit.reason }).toEqual({
        out: "out\n",
        err: "err\n",
        code: 3,
        reason: "NonZeroExitCode",
      });
      expect(process.protocol).toBe("v5.channel.k8s.io");
    });

    it.each(["v5.channel.k8s.io", "v4.channel.k8s.io"] as const)(
      "speaks the version of the protocol that it offers: %s (B326)",
      async (protocol) => {
        const process = await pods().exec("web", ["sh", "-c", "echo out; exit 9"], { protocols: [protocol] });
        expect(process.protocol).toBe(protocol);
        expect(await text(process.stdout)).toBe("out\n");
        expect((await process.exit).code).toBe(9);
      },
    );

    it.each([0, 1, 2, 42, 126, 127, 137, 255])("passes exit code %i on (F-H3, B325)", async (code) => {
      const process = await pods().exec("web", ["sh", "-c", `exit ${code}`]);
      expect((await process.exit).code).toBe(code);
    });

    it.each(["v5.channel.k8s.io", "SPDY/3.1"] as const)(
      "sends input and its end over %s, byte for byte (F-H4, B321, B323, B341, B342)",
      async (protocol) => {
        const process = await pods().exec("web", ["cat"], { stdin: true, protocols: [protocol] });
        const sent = randomBytes(3_000_000);
        const received = createHash("sha256");
        let length = 0;
        process.stdout.on("data", (chunk: Buffer) => {
          length += chunk.length;
          received.update(chunk);
        });
        process.stdin.end(sent);
        expect((await process.exit).code).toBe(0);
        expect(length).toBe(sent.length);
        expect(received.digest("hex")).toBe(createHash("sha256").update(sent).digest("hex"));
      },
    );

    it("speaks WebSocket v4, in which the end of the input cannot be sent (F-H4)", async () => {
      const process = await pods().exec("web", ["head", "-c", "5"], {
        stdin: true,
        protocols: ["v4.channel.k8s.io"],
      });
      expect(process.protocol).toBe("v4.channel.k8s.io");
      process.stdin.end("hello");
      expect(await text(process.stdout)).toBe("hello");
      expect((await process.exit).code).toBe(0);
    });

    it("passes output and error output side by side, and exit codes, over SPDY (B324, B338)", async () => {
      const process = await pods().exec("web", ["sh", "-c", "echo out; echo err >&2; exit 7"], {
        protocols: ["SPDY/3.1"],
      });
      const [out, err, exit] = await Promise.all([text(process.stdout), text(process.stderr), process.exit]);
      expect({ out, err, code: exit.code }).toEqual({ out: "out\n", err: "err\n", code: 7 });
    });

    it.each(["v5.channel.k8s.io", "v4.channel.k8s.io", "SPDY/3.1"] as const)(
      "gives a command a terminal of the size that is asked for, and changes it while it runs, over %s (B324)",
      async (protocol) => {
        const process = await pods().exec("web", ["sh"], {
          stdin: true,
          tty: true,
          terminalSize: { columns: 101, rows: 31 },
          protocols: [protocol],
        });
        let screen = "";
        process.stdout.setEncoding("utf8").on("data", (text: string) => {
          screen += text;
        });
        // The size and the input take different ways to the command, so it is asked until it says so.
        const shows = async (size: string): Promise<void> => {
          const asking = setInterval(() => process.stdin.write("stty size\n"), 100);
          await expect.poll(() => screen, { timeout: 10_000 }).toContain(`${size}\r\n`);
          clearInterval(asking);
        };
        await shows("31 101");
        process.resize({ columns: 77, rows: 22 });
        await shows("22 77");
        process.stdin.write("exit 5\n");
        expect((await process.exit).code).toBe(5);
      },
    );

    it.each(["v5.channel.k8s.io", "SPDY/3.1"] as const)(
      "ends both sides once when it is aborted, over %s (F-H11, B340)",
      async (protocol) => {
        const abort = new AbortController();
        const process = await pods().exec("web", ["cat"], { stdin: true, protocols: [protocol], signal: abort.signal });
        process.stdin.write("begun\n");
        await once(process.stdout, "readable");
        abort.abort();
        await expect(process.exit).rejects.toMatchObject({ kind: "Aborted" });
        expect(process.stdin.destroyed).toBe(true);
        await process.close();
      },
    );

    it("holds a command back while its output is not read, and loses nothing (F-H8)", async () => {
      const process = await pods().exec("web", ["sh", "-c", "head -c 8000000 /dev/zero"]);
      await once(process.stdout, "readable");
      // What waits is bounded by the stream's buffer and one message.
      expect(process.stdout.readableLength).toBeLessThan(1_500_000);
      let length = 0;
      for await (const chunk of process.stdout) length += (chunk as Buffer).length;
      expect(length).toBe(8_000_000);
      expect((await process.exit).code).toBe(0);
    });

    it("refuses what cannot work, and streams that were not opened at the beginning (B332)", async () => {
      await expect(pods().exec("web", [])).rejects.toThrow(/needs a command/);
      await expect(pods().exec("web", ["cat"], { stdout: false, stderr: false })).rejects.toThrow(/at least one of/);
      await expect(pods().exec("web", ["cat"], { tty: true, stderr: true })).rejects.toThrow(/part of stdout/);
      const process = await pods().exec("web", ["true"]);
      expect(() => process.resize({ columns: 80, rows: 24 })).toThrow(/ask for tty/);
      await process.exit;
    });

    it("says which Pod or container is missing (F-H7)", async () => {
      await expect(pods().exec("none", ["true"])).rejects.toSatisfy(isNotFound);
      const wrong = pods().exec("web", ["true"], { container: "other" });
      await expect(wrong).rejects.toSatisfy(isBadRequest);
      await expect(wrong).rejects.toThrow(/container other is not valid for pod web/);
    });

    it("says why a program could not be started", async () => {
      const process = await pods().exec("web", ["no-such-program"]);
      const error = await process.exit.catch((problem: unknown) => problem);
      expect(isClientError(error, "Status") && error.message).toMatch(/executable file not found/);
    });

    it("attaches to the main process of the container (B323)", async () => {
      const process = await pods().attach("web", { stdin: true });
      process.stdin.end("hello\n");
      expect(await text(process.stdout)).toBe("hello\n");
      expect((await process.exit).code).toBe(0);
    });
  });
});
