import { describe, expect, it, onTestFinished } from "vitest";
import type { TransportError } from "../errors/index.ts";
import { frameTypes, type RawBehaviour, startRawServer } from "../transport/test-support/raw-h2.ts";
import { type Handler, json, serve, testCa } from "../transport/test-support/servers.ts";
import { eventually } from "../util/test-support/eventually.ts";
import { FakeClock } from "../util/index.ts";
import { restClientFor } from "./index.ts";

function clientOf(url: string, clock?: FakeClock) {
  const client = restClientFor({ host: url, tls: { ca: testCa.cert }, env: {}, clock });
  onTestFinished(() => client.close());
  return client;
}

async function start(handler: Handler, protocol: "h2" | "https" = "h2") {
  const server = await serve(handler, { protocol });
  onTestFinished(() => server.close());
  return server;
}

/** Lets a fake clock run until the promise has settled, with real turns of the loop in between. */
async function settled<T>(clock: FakeClock, promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  let outcome: PromiseSettledResult<T> | undefined;
  void Promise.allSettled([promise]).then(([result]) => {
    outcome = result;
  });
  while (outcome === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (outcome === undefined && (clock.nextInMs ?? 0) > 0) await clock.advance(Math.min(clock.nextInMs ?? 0, 1_000));
  }
  return outcome;
}

describe("one call to a hostile server", () => {
  const servers: [string, RawBehaviour][] = [
    ["grants no streams", { onConnection: (c) => c.grant(0) }],
    [
      "says GOAWAY after its settings",
      {
        onConnection: (c) => {
          c.grant(100);
          c.frame(frameTypes.goaway, 0, 0, Buffer.alloc(8));
        },
      },
    ],
  ];

  it.each(servers)("opens four connections and fails with the reason (it %s)", async (_name, behaviour) => {
    const server = await startRawServer(behaviour);
    onTestFinished(() => server.close());
    const client = clientOf(server.url);
    const error = (await client
      .get()
      .absPath("/version")
      .do()
      .catch((e: unknown) => e)) as TransportError;
    expect(error).toMatchObject({ kind: "Transport", code: "unusable", sent: false });
    expect(server.connections).toBeLessThanOrEqual(4);
    // A watch may be opened again and again by its owner; each time costs one connection while the server stays as it
    // is.
    await expect(client.get().absPath("/api/v1/pods").openWatch()).rejects.toMatchObject({ code: "unusable" });
    expect(server.connections).toBeLessThanOrEqual(5);
  });

  it.each(["h2", "https"] as const)(
    "tries eleven times, a second apart, when every connection is closed (%s)",
    async (protocol) => {
      const server = await start((_request, _response, raw) => raw.socket.destroy(), protocol);
      const clock = new FakeClock();
      const began = clock.monotonic();
      const outcome = await settled(clock, clientOf(server.url, clock).get().absPath("/version").do());
      expect(outcome).toMatchObject({ status: "rejected", reason: { kind: "Transport", code: "reset" } });
      expect(server.requests).toHaveLength(11);
      expect(server.connections).toBeLessThanOrEqual(11);
      expect(clock.monotonic() - began).toBeGreaterThanOrEqual(10_000);
    },
  );

  it("asks twice, and not again, when every answer is 401 and the token can be renewed", async () => {
    const server = await start((_request, response) =>
      json(response, { kind: "Status", code: 401, reason: "Unauthorized" }, 401),
    );
    const client = restClientFor({
      host: server.url,
      tls: { ca: testCa.cert },
      env: {},
      interceptors: [],
      exec: {
        apiVersion: "client.authentication.k8s.io/v1",
        command: process.execPath,
        args: [
          "-e",
          'console.log(JSON.stringify({apiVersion:"client.authentication.k8s.io/v1",' +
            'kind:"ExecCredential",status:{token:"t"+process.pid}}))',
        ],
        interactiveMode: "Never",
      },
    });
    onTestFinished(() => client.close());
    await expect(client.get().absPath("/version").do()).rejects.toMatchObject({ code: 401 });
    expect(server.requests).toHaveLength(2);
  });

  it("asks once when it is sent elsewhere, also to itself", async () => {
    const server = await start((_request, response) => void response.writeHead(302, { location: "/again" }).end());
    await expect(clientOf(server.url).get().absPath("/version").do()).rejects.toMatchObject({
      kind: "Transport",
      sent: false,
    });
    expect(server.requests).toHaveLength(1);
  });

  it("tries eleven times when every answer asks for a retry at once", async () => {
    const server = await start((_request, response) => void response.writeHead(429, { "retry-after": "0" }).end());
    await expect(clientOf(server.url).get().absPath("/version").do()).rejects.toMatchObject({ code: 429 });
    expect(server.requests).toHaveLength(11);
    expect(server.connections).toBe(1);
  });

  it("gives the streams back of answers that it tries again, although their bodies never end", async () => {
    let left = 3;
    const server = await start((_request, response) => {
      if (left-- === 0) return json(response, { ok: true });
      response.writeHead(503, { "retry-after": "0", "content-type": "text/plain" });
      response.write("busy ".repeat(1_000));
    });
    const client = clientOf(server.url);
    await client.get().absPath("/version").do();
    expect(server.requests).toHaveLength(4);
    await eventually(() => client.stats().streams === 0, "every stream is given back");
  });
});
