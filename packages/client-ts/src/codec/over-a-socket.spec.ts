import { createServer, get, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { KubeObject } from "../meta/index.ts";
import { readList } from "./read-list.ts";
import { readWatch } from "./read-watch.ts";

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
});

/** The body that a server on this machine gives. */
async function bodyFrom(answer: RequestListener): Promise<IncomingMessage> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => get({ port, host: "127.0.0.1", agent: false }, resolve).on("error", reject));
}

const item = (i: number): string =>
  `{"metadata":{"name":"pod-${i}","namespace":"shop","uid":"u-${i}","resourceVersion":"${i + 1}"},"spec":{"pad":"${"x".repeat(2000)}"}}`;
const count = 20_000;

/** About 42 MB of list. */
function* list(): Generator<string> {
  yield '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"99"},"items":[';
  for (let i = 0; i < count; i++) yield i === 0 ? item(i) : `,${item(i)}`;
  yield "]}";
}

describe("over a real connection", () => {
  it("reads a list of 42 MB item by item (F-B12)", async () => {
    const body = await bodyFrom(async (_request, response) => {
      for (const part of list())
        if (!response.write(part)) await new Promise((resolve) => response.once("drain", resolve));
      response.end();
    });
    const names = new Set<string>();
    const { metadata } = await readList<KubeObject>(body, {
      kind: "Pod",
      onItem: (entry) => void names.add(entry.name),
    });
    expect([names.size, metadata.resourceVersion]).toEqual([count, "99"]);
  });

  it("rejects a list whose connection is cut at 80 % (F-B5)", async () => {
    const body = await bodyFrom(async (_request, response) => {
      let sent = 0;
      for (const part of list()) {
        if (sent++ > count * 0.8) break;
        if (!response.write(part)) await new Promise((resolve) => response.once("drain", resolve));
      }
      response.destroy();
    });
    let items = 0;
    await expect(readList<KubeObject>(body, { kind: "Pod", onItem: () => void items++ })).rejects.toThrow();
    expect(items).toBeLessThan(count);
    expect(body.destroyed).toBe(true);
  });

  it("holds the server back while no caller takes events, and loses none (F-A34)", async () => {
    const body = await bodyFrom(async (_request, response) => {
      for (let i = 0; i < count; i++) {
        if (!response.write(`{"type":"ADDED","object":${item(i)}}\n`))
          await new Promise((resolve) => response.once("drain", resolve));
      }
      response.end('{"type":"ADDED","object":{"metadata":{');
    });
    const versions: number[] = [];
    const end = await readWatch<KubeObject>(body, {
      onEvent: (_type, entry) => {
        versions.push(Number(entry.resourceVersion));
        return versions.length % 5000 === 0 ? new Promise((resolve) => setImmediate(resolve)) : undefined;
      },
    });
    expect(versions).toEqual(Array.from({ length: count }, (_, i) => i + 1));
    expect(end).toEqual({ partial: true, events: count, bookmarks: 0 });
  });

  it("closes the connection when its signal fires", async () => {
    let closed: () => void = () => {};
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const body = await bodyFrom((_request, response) => {
      response.on("close", closed);
      response.write(`{"type":"ADDED","object":${item(1)}}\n`);
    });
    const stop = new AbortController();
    const reading = readWatch<KubeObject>(body, { signal: stop.signal, onEvent: () => stop.abort() });
    await expect(reading).rejects.toMatchObject({ kind: "Aborted" });
    await gone;
  });
});
