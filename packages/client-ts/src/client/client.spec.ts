import { describe, expect, it } from "vitest";
import { Deployment } from "../api/apps/v1.ts";
import { ConfigMap } from "../api/core/v1.ts";
import { type Answer, failure } from "../discovery/test-support/server.ts";
import { FakeClock } from "../util/index.ts";
import { Client, newClient } from "./client.ts";
import { connect } from "./connect.ts";
import type { ObservedWrite } from "./context.ts";
import { serverPerTest } from "./test-support/serving.ts";

const serving = serverPerTest({ namespace: "shop" });
const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "web", namespace: "shop" } };
const stored = (): Answer => ({ body: object });
const maps = (client: Client) => client.resource(ConfigMap, { namespace: "shop" });

describe("a client that is derived from another", () => {
  it("acts as its own user although the other was used first, and the other stays what it is", async () => {
    const { server, client } = await serving(stored);
    await maps(client).get("web");
    const jane = client.with({ impersonate: { userName: "jane" } });
    await maps(jane).get("web");
    await maps(client).get("web");
    expect(server.seen.map(({ headers }) => headers["impersonate-user"])).toEqual([undefined, "jane", undefined]);
  });

  it("keeps namespace, clock, user, field manager and dry run that are not changed", async () => {
    const { server } = await serving(stored);
    const clock = new FakeClock();
    const random = (): number => 0.5;
    await using client = newClient(
      { host: server.url, impersonate: { userName: "jane" }, userAgent: "shop/1" },
      { namespace: "shop", clock, random, fieldManager: "shop" },
    );
    const derived = client.with({ dryRun: true }).with({ fieldManager: undefined, dryRun: undefined });
    expect([derived.namespace, derived.context.clock, derived.context.random]).toEqual(["shop", clock, random]);
    expect(derived.context.defaults).toEqual({ fieldManager: "shop", dryRun: true });
    // What is made from its configuration, such as the connection of a leader election, is the same user.
    expect(derived.rest.config).toMatchObject({ impersonate: { userName: "jane" }, userAgent: "shop/1" });
    await maps(derived).create({ metadata: { name: "web" } });
    expect(server.seen[0]?.url).toContain("dryRun=All&fieldManager=shop");
  });

  it("is still ended by the signal, and seen by the observer, of the client that it came from", async () => {
    const { client } = await serving(({ method }) => (method === "GET" ? () => {} : stored()));
    const stopper = new AbortController();
    const writes: ObservedWrite[] = [];
    const observed = new Client(
      client.context.derive({ signal: stopper.signal, onWrite: (write) => void writes.push(write) }),
    );
    const derived = observed.with({ fieldManager: "other" });
    await maps(derived).create({ metadata: { name: "web" } });
    expect(writes.map(({ outcome, namespace }) => [outcome, namespace])).toEqual([["accepted", "shop"]]);
    const waiting = expect(maps(derived).get("web")).rejects.toMatchObject({ kind: "Aborted" });
    stopper.abort();
    await waiting;
  });
});

describe("the observer of a client", () => {
  it.each([
    ["an answer", stored(), "accepted"],
    ["a refusal", failure(409, "Conflict"), undefined],
    ["an internal error, after which the write may be stored", failure(500, "InternalError"), "unknown"],
    ["a gateway that gave up", failure(504, "Timeout"), "unknown"],
    ["a connection that broke", ((response) => response.destroy()) as Answer, "unknown"],
  ])("sees a write with %s", async (_name, answer, outcome) => {
    const { client } = await serving(() => answer);
    const writes: ObservedWrite[] = [];
    const observed = new Client(client.context.derive({ onWrite: (write) => void writes.push(write) }));
    await maps(observed)
      .create({ metadata: { name: "web" } })
      .catch(() => {});
    expect(writes.map((write) => write.outcome)).toEqual(outcome === undefined ? [] : [outcome]);
    if (outcome === "accepted") expect(writes[0]).toMatchObject({ answer: object, resource: { kind: "ConfigMap" } });
  });

  it("sees no read and no dry run, by the call or by the client", async () => {
    const { client } = await serving(stored);
    const writes: ObservedWrite[] = [];
    const observed = new Client(client.context.derive({ onWrite: (write) => void writes.push(write) }));
    await maps(observed).get("web");
    await maps(observed).create({ metadata: { name: "web" } }, { dryRun: true });
    await maps(observed.with({ dryRun: true })).create({ metadata: { name: "web" } });
    await maps(observed.with({ dryRun: true })).delete("web");
    expect(writes).toEqual([]);
    await maps(observed.with({ dryRun: true })).delete("web", { dryRun: false });
    expect(writes).toHaveLength(1);
  });
});

describe("connect", () => {
  it("takes a namespace as people paste it, and a client of a RestConfig the one that is given", async () => {
    const document = {
      clusters: [{ name: "c", cluster: { server: "http://127.0.0.1:1" } }],
      contexts: [{ name: "x", context: { cluster: "c", user: "", namespace: "file" } }],
      "current-context": "x",
    };
    const namespaceOf = async (options: Parameters<typeof connect>[0]): Promise<string> => {
      await using client = await connect({ env: {}, ...options });
      return client.namespace;
    };
    expect(await namespaceOf({ kubeconfig: document, namespace: "ns/shop" })).toBe("shop");
    expect(await namespaceOf({ kubeconfig: document })).toBe("file");
    const config = { host: "http://127.0.0.1:1", namespace: "config" };
    expect(await namespaceOf({ kubeconfig: config })).toBe("config");
    expect(await namespaceOf({ kubeconfig: config, namespace: "shop" })).toBe("shop");
    expect(await namespaceOf({ kubeconfig: { host: "http://127.0.0.1:1" } })).toBe("default");
  });
});

describe("a call on one kind", () => {
  it("asks for the version of a scale that the caller names", async () => {
    const { server, client } = await serving(() => ({ body: { kind: "Scale", apiVersion: "autoscaling/v1" } }));
    await client.resource(Deployment, { namespace: "shop" }).getScale("web", { resourceVersion: "0" });
    expect(server.seen[0]?.url).toBe("/apis/apps/v1/namespaces/shop/deployments/web/scale?resourceVersion=0");
  });

  it("reads pages of 500 in a loop without a limit, and asks anew for each use of a list", async () => {
    const { server, client } = await serving(() => ({
      body: { kind: "ConfigMapList", apiVersion: "v1", metadata: {}, items: [object] },
    }));
    const list = maps(client).list();
    for await (const { metadata } of list) expect(metadata.name).toBe("web");
    expect((await list).items).toHaveLength(1);
    let ended = 0;
    await list.finally(() => void ended++);
    expect(server.seen.map(({ url }) => url.split("?")[1])).toEqual(["limit=500", undefined, undefined]);
    expect(ended).toBe(1);
  });
});
