import { getEventListeners } from "node:events";
import { isClientError } from "client-ts/errors";
import type { KubeObject } from "client-ts/meta";
import type { TransportRequest, TransportResponse } from "client-ts/rest";
import { FakeClock } from "client-ts/util";
import { beforeEach, describe, expect, it } from "vitest";
import { builtinResources, RequestHandler, ResourceTable, Users } from "./index.ts";
import { LocalTransport } from "./local-transport.ts";

const path = "/api/v1/namespaces/default/configmaps";
const admin = { name: "admin", groups: ["system:masters"] };

let clock: FakeClock;
let handler: RequestHandler;
let transport: LocalTransport;
beforeEach(async () => {
  clock = new FakeClock();
  const table = new ResourceTable(await builtinResources(false));
  handler = new RequestHandler({}, table, { users: new Users([]), clock, port: () => 443 });
  transport = new LocalTransport(handler, admin);
});

const request = (where: string, signal?: AbortSignal): TransportRequest => ({
  method: "GET",
  path: where,
  headers: {},
  purpose: "call",
  signal,
});
const textOf = async ({ body }: TransportResponse): Promise<string> => {
  let text = "";
  for await (const chunk of body) text += String(chunk);
  return text;
};
/** How many watches the storage serves. */
const watchers = (): number[] => {
  const { listeners, resets } = handler.core.storage.collection("configmaps");
  return [listeners.size, resets.size];
};

describe("a transport inside the process", () => {
  it("leaves nothing of a watch in the storage, however it ends", async () => {
    const watch = (query = "", signal?: AbortSignal) => transport.send(request(`${path}?watch=1${query}`, signal));
    const left = await watch();
    const stopper = new AbortController();
    const aborted = await watch("", stopper.signal);
    const timed = await watch("&timeoutSeconds=5");
    expect([watchers(), clock.pending]).toEqual([[3, 3], 3]);
    left.body.destroy();
    stopper.abort();
    await clock.advance(5_000);
    expect(await textOf(timed)).toBe("");
    await expect(textOf(aborted)).rejects.toThrow();
    expect([watchers(), clock.pending]).toEqual([[0, 0], 0]);
    const open = await watch();
    transport.close();
    await expect(textOf(open)).rejects.toSatisfy((error: unknown) => isClientError(error, "Transport"));
    expect([watchers(), clock.pending]).toEqual([[0, 0], 0]);
  });

  it("sends what changes while the initial objects wait for their reader behind the mark of their end", async () => {
    const large = (name: string) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name },
      data: { a: "x".repeat(300_000) },
    });
    handler.apply(large("a"), large("b"), large("c"));
    const { revision } = handler.core.storage;
    const query = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=5";
    const watch = await transport.send(request(`${path}?watch=1&${query}`));
    handler.apply({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "late" } });
    const text = textOf(watch);
    await clock.advance(0);
    await clock.advance(5_000);
    const events = (await text)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string; object: KubeObject });
    const [last] = events.filter(({ type }) => type === "BOOKMARK");
    expect(last?.object.metadata?.resourceVersion).toBe(String(revision));
    const names = events.map(({ type, object }) => `${type} ${object.metadata?.name ?? ""}`.trim());
    expect(names).toEqual(["ADDED a", "ADDED b", "ADDED c", "BOOKMARK", "ADDED late", "BOOKMARK"]);
  });

  it("leaves no listener on the signal of a request, and sends none whose signal has fired", async () => {
    const stopper = new AbortController();
    const { status, body } = await transport.send(request(path, stopper.signal));
    body.resume();
    await new Promise((resolve) => body.once("close", resolve));
    expect([status, getEventListeners(stopper.signal, "abort").length]).toEqual([200, 0]);
    stopper.abort();
    await expect(transport.send(request(path, stopper.signal))).rejects.toMatchObject({ name: "AbortError" });
  });

  it("refuses requests after it was closed", async () => {
    transport.close();
    await expect(transport.send(request(path))).rejects.toSatisfy((error: unknown) => isClientError(error, "Closed"));
  });

  it("passes a query on whole, also with a question mark in it", async () => {
    const selector = encodeURIComponent("app in (a)");
    const text = await textOf(await transport.send(request(`${path}?labelSelector=${selector}&x=?&limit=x`)));
    expect(JSON.parse(text)).toMatchObject({ code: 400, message: expect.stringContaining("strconv.ParseInt") });
  });
});
