/** Streams at the size that their fault cases name, on the in-memory server and on the real control plane. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { text } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Pod } from "client-ts/api/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { digest, echo, startEcho } from "./echo-server.ts";
import {
  connectHere,
  hasControlPlane,
  hereScript,
  startInMemory,
  startReal,
  type StreamServer,
} from "./stream-servers.ts";

if (!hasControlPlane) console.log("skipped: large streams on the real control plane (set CLIENT_TS_CLUSTER=on)");

const megabyte = 1024 * 1024;

/** The resident memory after a collection, in MiB. */
function memory(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage.rss() / megabyte;
}

describe.each([
  { name: "the in-memory server", real: false },
  { name: "the real control plane", real: true },
])("streams on $name", ({ real }) => {
  describe.skipIf(real && !hasControlPlane)("", () => {
    let server: StreamServer;
    let behind: Awaited<ReturnType<typeof startEcho>>;
    const pods = () => server.client.resource(Pod, { namespace: server.namespace });
    beforeAll(async () => {
      behind = await startEcho();
      const ports = { [behind.port]: connectHere(behind.port) };
      server = real ? await startReal() : await startInMemory(hereScript({ ports }));
    });
    afterAll(async () => {
      await server?.[Symbol.asyncDispose]();
      behind?.server.close();
    });

    it.each(["v5.channel.k8s.io", "SPDY/3.1"] as const)(
      "send 256 MiB of input over %s within bounded memory, with equal SHA-256 (F-H9)",
      async (protocol) => {
        const remote = await pods().exec("web", ["sha256sum"], { stdin: true, protocols: [protocol] });
        const said = text(remote.stdout);
        const hash = createHash("sha256");
        const before = memory();
        let most = before;
        for (let i = 0; i < 256; i++) {
          const block = randomBytes(megabyte);
          hash.update(block);
          if (!remote.stdin.write(block)) await once(remote.stdin, "drain");
          if (i % 32 === 31) most = Math.max(most, memory());
        }
        remote.stdin.end();
        expect((await remote.exit).code).toBe(0);
        expect(await said).toBe(`${hash.digest("hex")}  -\n`);
        expect(most - before).toBeLessThan(64);
      },
      120_000,
    );

    it("carry 500 connections at once, half-closed and reset, byte for byte and without a leak (F-H13)", async () => {
      const errors: Error[] = [];
      const forward = await pods().portForward("web", [`:${behind.port}`], { onError: (error) => errors.push(error) });
      const { local = 0 } = forward.ports[0] ?? {};
      const connections = Array.from({ length: 500 }, async (_, i) => {
        const bytes = randomBytes(2_000 + i);
        if (i % 10 !== 9) return (await echo(local, bytes)) === digest(bytes);
        const socket = connectTcp(local, "127.0.0.1");
        socket.write(bytes);
        await once(socket, "data");
        socket.resetAndDestroy();
        return true;
      });
      expect((await Promise.all(connections)).filter((right) => !right)).toEqual([]);
      await expect.poll(() => behind.sockets.size, { timeout: 10_000 }).toBe(0);
      expect(errors).toEqual([]);
      const again = randomBytes(1_000);
      expect(await echo(local, again)).toBe(digest(again));
      await forward.close();
    });
  });
});
