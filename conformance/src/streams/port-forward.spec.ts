/** Ports of Pods on this machine, the same on the in-memory server and on the real control plane. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect as connectTcp, createServer } from "node:net";
import { addAbortSignal } from "node:stream";
import { text } from "node:stream/consumers";
import { Pod, Service } from "client-ts/api/core/v1";
import { isClientError, isNotFound } from "client-ts/errors";
import { findPod, type PortForward } from "client-ts/streaming";
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

if (!hasControlPlane) console.log("skipped: port-forward on the real control plane (set CLIENT_TS_CLUSTER=on)");

describe.each([
  { name: "the in-memory server", real: false },
  { name: "the real control plane", real: true },
])("port-forward on $name", ({ real }) => {
  describe.skipIf(real && !hasControlPlane)("", () => {
    let server: StreamServer;
    let behind: Awaited<ReturnType<typeof startEcho>>;
    /** Accepts connections, and neither reads nor writes. */
    const silent = createServer({ pauseOnConnect: true });
    let silentPort: number;
    const pods = () => server.client.resource(Pod, { namespace: server.namespace });
    beforeAll(async () => {
      behind = await startEcho();
      silent.listen(0, "127.0.0.1");
      await once(silent, "listening");
      silentPort = (silent.address() as AddressInfo).port;
      const ports = { [behind.port]: connectHere(behind.port), [silentPort]: connectHere(silentPort) };
      server = real ? await startReal() : await startInMemory(hereScript({ ports }));
    });
    afterAll(async () => {
      await server?.[Symbol.asyncDispose]();
      behind?.server.close();
      silent.close();
    });

    it.each(["SPDY/3.1+portforward.k8s.io", "SPDY/3.1"] as const)(
      "carries 100 connections at once over one %s, byte for byte (B348, B347)",
      async (protocol) => {
        const before = server.client.rest.stats().opened;
        const forward = await pods().portForward("web", [{ local: 0, remote: behind.port }], { protocols: [protocol] });
        expect(server.client.rest.stats().opened - before).toBe(1);
        const { local = 0 } = forward.ports[0] ?? {};
        expect(local).toBeGreaterThan(0);
        const sent = Array.from({ length: 100 }, (_, i) => randomBytes(20_000 + i * 100));
        const received = await Promise.all(sent.map((bytes) => echo(local, bytes)));
        expect(received).toEqual(sent.map(digest));
        await forward.close();
        await forward.closed;
        await expect(echo(local, Buffer.alloc(1))).rejects.toThrow(/ECONNREFUSED/);
      },
    );

    it("moves megabytes both ways with back-pressure", async () => {
      const forward = await pods().portForward("web", [`:${behind.port}`]);
      const bytes = randomBytes(8_000_000);
      expect(await echo(forward.ports[0]?.local ?? 0, bytes)).toBe(digest(bytes));
      await forward.close();
    });

    it("gives a connection without a local port", async () => {
      const forward = await pods().portForward("web", []);
      const stream = await forward.connect(behind.port);
      stream.end("hello");
      expect(await text(stream)).toBe("hello");
      await forward.close();
      await expect(forward.connect(behind.port)).rejects.toMatchObject({ kind: "Closed" });
    });

    it("ends a read and a write that wait at their deadline, and says its addresses (B352)", async () => {
      const forward = await pods().portForward("web", [`:${silentPort}`]);
      expect(forward.ports[0]?.addresses).toContain("127.0.0.1");
      const stream = addAbortSignal(AbortSignal.timeout(500), await forward.connect(silentPort));
      const writing = async (): Promise<void> => {
        for (;;) if (!stream.write(Buffer.alloc(256 * 1024))) await once(stream, "drain");
      };
      const ends = await Promise.allSettled([text(stream), writing()]);
      expect(ends.map((end) => end.status === "rejected" && (end.reason as Error).name)).toEqual([
        "AbortError",
        "AbortError",
      ]);
      await forward.close();
    });

    it("resets the one connection whose port nothing listens on, and keeps the others (F-H12, B349)", async () => {
      const errors: Error[] = [];
      const closedPort = await startEcho();
      closedPort.server.close();
      const forward = await pods().portForward("web", [`:${behind.port}`, `:${closedPort.port}`], {
        onError: (error) => errors.push(error),
      });
      const [good = 0, bad = 0] = forward.ports.map(({ local }) => local);
      const open = connectTcp(good, "127.0.0.1");
      open.write("first");
      await once(open, "data");
      const refused = connectTcp(bad, "127.0.0.1");
      refused.on("error", () => {});
      await new Promise((resolve) => refused.once("close", resolve));
      expect(errors[0]?.message).toMatch(new RegExp(`could not forward to port ${closedPort.port}.*refused`));
      open.end("second");
      expect(await text(open)).toBe("second");
      await forward.close();
    });

    it("passes on that a local client went away, and leaks no stream", async () => {
      const forward = await pods().portForward("web", [`:${behind.port}`]);
      const sockets = Array.from({ length: 20 }, () => connectTcp(forward.ports[0]?.local ?? 0, "127.0.0.1"));
      await Promise.all(
        sockets.map(async (socket) => {
          socket.write("x");
          await once(socket, "data");
          socket.resetAndDestroy();
        }),
      );
      await expect.poll(() => behind.sockets.size).toBe(0);
      await forward.close();
    });

    it("ends when its signal fires (B350)", async () => {
      const abort = new AbortController();
      const forward = await pods().portForward("web", [`:${behind.port}`], { signal: abort.signal });
      abort.abort();
      await expect(forward.closed).rejects.toMatchObject({ kind: "Aborted" });
    });

    it("says that the Pod is missing", async () => {
      await expect(pods().portForward("none", [":80"])).rejects.toSatisfy(isNotFound);
    });

    it("finds the Pod and the port behind a Service", async () => {
      const spec = { selector: { app: "web" }, ports: [{ name: "web", port: 8080, targetPort: "http" }] };
      await server.client
        .resource(Service, { namespace: server.namespace })
        .create({ metadata: { name: "front" }, spec });
      const target = await findPod(server.client, "svc/front", { namespace: server.namespace });
      expect([target.pod, target.port("web"), target.port(8080)]).toEqual(["web", 80, 80]);
      expect(() => target.port(1)).toThrow(/has no port 1/);
      await expect(findPod(server.client, "secret/front")).rejects.toThrow(/is not a kind that has Pods/);
    });
  });
});

describe("port-forward", () => {
  let server: StreamServer;
  const pods = () => server.client.resource(Pod, { namespace: server.namespace });
  beforeAll(async () => {
    server = await startInMemory(hereScript({ ports: { 80: (connection) => void connection.pipe(connection) } }));
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  it("listens on loopback by default, and says which port is taken (F-H14, B346)", async () => {
    const forward = await pods().portForward("web", [":80"]);
    const [port] = forward.ports;
    expect(port?.addresses.every((address) => address === "127.0.0.1" || address === "::1")).toBe(true);
    const taken = pods().portForward("web", [`${port?.local}:80`]);
    await expect(taken).rejects.toMatchObject({ kind: "Transport", code: "in-use" });
    await expect(taken).rejects.toThrow(/in use: choose another/);
    await forward.close();
    const explicit = await pods().portForward("web", [":80"], { addresses: ["127.0.0.1"] });
    expect(explicit.ports[0]?.addresses).toEqual(["127.0.0.1"]);
    await explicit.close();
    for (const addresses of [["example.com"], []])
      await expect(pods().portForward("web", [":80"], { addresses })).rejects.toMatchObject({
        kind: "InvalidArgument",
      });
  });

  it("reports a lost tunnel, opens it again, and serves the next connection", async () => {
    const errors: Error[] = [];
    const forward = await pods().portForward("web", [":80"], { onError: (error) => errors.push(error) });
    const { local = 0 } = forward.ports[0] ?? {};
    server.cut();
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(errors[0]?.message).toMatch(/the connection to the Pod was lost/);
    const bytes = randomBytes(1000);
    expect(await echo(local, bytes)).toBe(digest(bytes));
    await forward.close();
  });

  const lost = async (forward: PortForward): Promise<unknown> => forward.closed.catch((error: unknown) => error);

  it("ends with a typed error when the tunnel is lost and must not be opened again (B350)", async () => {
    const forward = await pods().portForward("web", [":80"], { reconnect: false });
    server.cut();
    const error = await lost(forward);
    expect(isClientError(error, "Transport") && error.code).toBe("reset");
  });

  it("closes its ports and says why when its Pod is deleted and the server ends the tunnel (F-H15)", async () => {
    const forward = await pods().portForward("web", [":80"]);
    await pods().delete("web", { gracePeriodSeconds: 0 });
    expect(await lost(forward)).toSatisfy(isNotFound);
    await expect(echo(forward.ports[0]?.local ?? 0, Buffer.alloc(1))).rejects.toThrow(/ECONNREFUSED/);
  });
});
