import { getEventListeners } from "node:events";
import { newContainerLog, startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { Deployment } from "../api/apps/v1.ts";
import { ConfigMap, Pod, ServiceAccount } from "../api/core/v1.ts";
import { type Answer, failure } from "../discovery/test-support/server.ts";
import { mergeLogs } from "../streaming/index.ts";
import { FakeClock } from "../util/index.ts";
import { Client, newClient } from "./client.ts";
import { connect } from "./connect.ts";
import type { ObservedWrite } from "./client-context.ts";
import type { RequestOptions } from "./options.ts";
import { asTable } from "./table.ts";
import { serverPerTest } from "./test-support/serving.ts";

const serving = serverPerTest({ namespace: "shop" });
const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "web", namespace: "shop" } };
const stored = (): Answer => ({ body: object });
/** How many listeners a signal has, and how many signals that Node made from it. */
const attachedTo = (signal: AbortSignal): number => {
  const dependants = Object.getOwnPropertySymbols(signal).find(
    ({ description }) => description === "kDependantSignals",
  );
  const made = dependants === undefined ? undefined : (signal as unknown as Record<symbol, Set<unknown>>)[dependants];
  return getEventListeners(signal, "abort").length + (made?.size ?? 0);
};
const webPod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "default" },
  spec: { nodeName: "node-1", containers: [{ name: "app", image: "none" }] },
} satisfies Pod;
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

describe("a client that only makes dry runs", () => {
  it("stores nothing with any of its calls, unless the call says so", async () => {
    const { server, client } = await serving(stored);
    const checking = client.with({ dryRun: true, fieldManager: "me" });
    const pods = checking.resource(Pod, { namespace: "shop" });
    const pod = { metadata: { name: "web" }, spec: { containers: [] } };
    const deployments = checking.resource(Deployment, { namespace: "shop" });
    const calls: (() => Promise<unknown>)[] = [
      () => pods.create(pod),
      () => pods.update(pod),
      () => pods.updateStatus(pod),
      () => pods.jsonPatch("web", []),
      () => pods.mergePatch("web", {}),
      () => pods.strategicMergePatch("web", {}),
      () => pods.apply({ metadata: { name: "web" } }),
      () => pods.applyStatus({ metadata: { name: "web" } }),
      () => pods.modify("web", (draft) => Object.assign(draft, { kind: "Pod", spec: { containers: [] } })),
      () => pods.delete("web"),
      () => pods.deleteCollection({ all: true }),
      () => pods.evict("web"),
      () => pods.bind("web", { kind: "Node", name: "n" }),
      () => pods.updateEphemeralContainers(pod),
      () => pods.updateResize(pod),
      () => deployments.updateScale("web", { spec: { replicas: 3 } }),
      () => deployments.applyScale("web", { spec: { replicas: 3 } }),
      () => deployments.subresource("status").update("web", {}),
      () => deployments.subresource("status").mergePatch("web", {}),
      () => deployments.subresource("status").delete("web"),
      () => checking.resource(ServiceAccount, { namespace: "shop" }).createToken("web", { audiences: [] }),
      () => checking.scale(Deployment, { namespace: "shop" }).update({ metadata: { name: "web" } }),
    ];
    for (const call of calls) await call().catch(() => {});
    const writes = server.seen.filter(({ method }) => method !== "GET");
    expect(writes).toHaveLength(calls.length);
    const stores = writes.filter(({ url, body }) => !url.includes("dryRun=All") && !body.includes('"dryRun":["All"]'));
    expect(stores.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
    await pods.delete("web", { dryRun: false });
    await pods.evict("web", { dryRun: false });
    for (const { body } of server.seen.slice(-2)) expect(body).not.toContain("dryRun");
  });
});

describe("the signals of a call", () => {
  it("are both obeyed, the caller's and the context's, and nothing stays on them", async () => {
    const { client } = await serving(stored);
    const [own, shared] = [new AbortController(), new AbortController()];
    const derived = new Client(client.context.derive({ signal: shared.signal }));
    for (let i = 0; i < 3; i++) await maps(derived).get("web", { signal: own.signal });
    for (const { signal } of [own, shared]) expect(getEventListeners(signal, "abort")).toEqual([]);
    const silent = await serving(() => () => {});
    const waiting = (controller: AbortController, ...signals: (AbortSignal | undefined)[]): Promise<void> => {
      const [mine, theirs] = signals;
      const other = new Client(silent.client.context.derive({ signal: theirs }));
      const ended = expect(maps(other).get("web", { signal: mine })).rejects.toMatchObject({ kind: "Aborted" });
      controller.abort();
      return ended;
    };
    const [a, b, c, d] = Array.from({ length: 4 }, () => new AbortController()) as [
      AbortController,
      AbortController,
      AbortController,
      AbortController,
    ];
    await waiting(a, a.signal, b.signal);
    await waiting(b, c.signal, b.signal);
    await waiting(c, c.signal);
    await waiting(d, undefined, d.signal);
  });

  it("keep nothing of a watch, a log, a command or a forwarded port that has ended", async () => {
    const log = newContainerLog();
    log.append("started");
    await using server = await startApiServer({ containers: () => ({ log }) });
    server.apply(webPod);
    await using client = await connect({ kubeconfigText: server.kubeconfig });
    const [{ signal }, shared] = [new AbortController(), new AbortController()];
    const derived = new Client(client.context.derive({ signal: shared.signal }));
    const pods = derived.resource(Pod, { namespace: "default" });
    const ways: Record<string, () => Promise<unknown>> = {
      async watch() {
        for await (const event of pods.watch({ signal })) if (event.type === "ADDED") return;
      },
      async lines() {
        for await (const line of pods.logs("web", { signal, follow: true })) if (line === "started") return;
      },
      async bytes() {
        for await (const chunk of pods.logs("web", { signal }).bytes()) if (chunk.length === 0) return;
      },
      command: async () => (await pods.exec("web", ["true"], { signal })).exit,
      attached: async () => (await pods.attach("web", { signal })).close(),
      ports: async () => (await pods.portForward("web", [], { signal })).close(),
      refused: () => pods.exec("none", ["true"], { signal }).catch(() => {}),
    };
    for (const [way, run] of Object.entries(ways)) {
      await run();
      await expect.poll(() => [way, attachedTo(signal), attachedTo(shared.signal)]).toEqual([way, 0, 0]);
    }
  });

  it("end an open command, attached process and forwarded port, the caller's and the context's", async () => {
    await using server = await startApiServer({
      containers: () => ({ commands: { wait: () => new Promise<undefined>(() => {}) } }),
    });
    server.apply(webPod);
    await using client = await connect({ kubeconfigText: server.kubeconfig });
    for (const which of ["own", "shared"] as const) {
      const controllers = { own: new AbortController(), shared: new AbortController() };
      const { signal } = controllers.own;
      const derived = new Client(client.context.derive({ signal: controllers.shared.signal }));
      const pods = derived.resource(Pod, { namespace: "default" });
      const [command, attached, ports] = await Promise.all([
        pods.exec("web", ["wait"], { signal }),
        pods.attach("web", { signal, stdin: true }),
        pods.portForward("web", [], { signal }),
      ]);
      const ends = [command.exit, attached.exit, ports.closed].map((end) =>
        expect(end).rejects.toMatchObject({ kind: "Aborted" }),
      );
      controllers[which].abort();
      await Promise.all(ends);
    }
  });

  it("may be shared by many logs that are read at once, without a warning of Node", async () => {
    const names = Array.from({ length: 12 }, (_, n) => `c${n}`);
    const log = newContainerLog();
    log.append("started");
    await using server = await startApiServer({ containers: () => ({ log }) });
    server.apply({
      ...webPod,
      spec: { containers: names.map((name) => ({ name, image: "none" })), nodeName: "node-1" },
    });
    await using client = await connect({ kubeconfigText: server.kubeconfig });
    const derived = new Client(client.context.derive({ signal: new AbortController().signal }));
    const pods = derived.resource(Pod, { namespace: "default" });
    const warnings: unknown[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning.message);
    process.on("warning", onWarning);
    try {
      const seen = new Set<string>();
      for await (const { container } of mergeLogs(pods, { pods: ["web"], follow: true })) {
        seen.add(container);
        if (seen.size === names.length) break;
      }
    } finally {
      process.off("warning", onWarning);
    }
    expect(warnings).toEqual([]);
  });

  it("end a watch, the caller's and the context's", async () => {
    const { client } = await serving(
      () => (response) => void response.writeHead(200, { "content-type": "application/json" }).flushHeaders(),
    );
    for (const which of ["own", "shared"] as const) {
      const controllers = { own: new AbortController(), shared: new AbortController() };
      const derived = new Client(client.context.derive({ signal: controllers.shared.signal }));
      const watch = maps(derived).watch({ signal: controllers.own.signal });
      await watch.open();
      const next = expect(watch[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: "Aborted" });
      controllers[which].abort();
      await next;
    }
  });
});

describe("connect", () => {
  it("lets the options win over the configuration, and keeps its values for options that are not given", async () => {
    const { server } = await serving(() => ({ body: object, headers: { warning: '299 - "old"' } }));
    const seen: string[] = [];
    const config = { host: server.url, userAgent: "config/1", onWarning: () => void seen.push("config") };
    await using own = await connect({
      kubeconfig: config,
      userAgent: "mine/1",
      onWarning: ({ text }) => void seen.push(text),
    });
    await using plain = await connect({ kubeconfig: config, userAgent: undefined, onWarning: undefined });
    for (const client of [own, plain]) await maps(client).get("web");
    expect(server.seen.map(({ headers }) => headers["user-agent"])).toEqual(["mine/1", "config/1"]);
    expect(seen).toEqual(["old", "config"]);
  });

  it("accepts a namespace with the prefix ns/, and uses that of the options for a RestConfig", async () => {
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
  it("leaves the object of the caller as it is", async () => {
    const { server, client } = await serving(stored);
    const given = Object.freeze({ metadata: Object.freeze({ name: "web", labels: Object.freeze({ a: "b" }) }) });
    await maps(client).create(given);
    await maps(client).update(given);
    expect(given).toEqual({ metadata: { name: "web", labels: { a: "b" } } });
    expect(JSON.parse(server.seen[1]!.body)).toEqual({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "web", namespace: "shop", labels: { a: "b" } },
    });
  });

  it("sends the version of a scale, so that another client's write is a conflict", async () => {
    const { server, client } = await serving(() => ({ body: { kind: "Scale", apiVersion: "autoscaling/v1" } }));
    const scale = { metadata: { name: "else", resourceVersion: "7" }, spec: { replicas: 3 } };
    await client.resource(Deployment, { namespace: "shop" }).updateScale("web", scale);
    expect(JSON.parse(server.seen[0]!.body)).toMatchObject({
      metadata: { name: "web", namespace: "shop", resourceVersion: "7" },
      spec: { replicas: 3 },
    });
  });

  it("asks for protobuf when the client does, and for JSON where the object is written back", async () => {
    const { server } = await serving(stored);
    await using client = newClient({ host: server.url, contentType: "application/vnd.kubernetes.protobuf" });
    await maps(client).get("web");
    await maps(client).modify("web", (draft) => Object.assign(draft, { data: { a: "1" } }));
    const accepts = server.seen.map(({ method, headers }) => `${method} ${String(headers.accept)}`);
    expect(accepts[0]).toBe("GET application/vnd.kubernetes.protobuf,application/json");
    expect(accepts[1]).toMatch(/^GET application\/json/);
    expect(server.seen[2]?.headers["content-type"]).toBe("application/json");
  });

  it("reports a write whose answer is too large as one that may be stored", async () => {
    const { server } = await serving(() => ({ body: { ...object, data: { a: "x".repeat(2_000) } } }));
    await using client = newClient({ host: server.url, limits: { objectBytes: 1_000 } });
    const writes: ObservedWrite[] = [];
    const observed = new Client(client.context.derive({ onWrite: (write) => void writes.push(write) }));
    await expect(maps(observed).create({ metadata: { name: "web" } })).rejects.toMatchObject({ code: "limit" });
    expect(writes.map(({ outcome }) => outcome)).toEqual(["unknown"]);
  });

  it("keeps its time limit and its signal in every kind of reading", async () => {
    const { client } = await serving(() => () => {});
    const readings: ((options: RequestOptions) => PromiseLike<unknown>)[] = [
      (options) => maps(client).get("web", options),
      (options) => maps(client).list(options),
      (options) => maps(client).list({ limit: 1, ...options }),
      (options) => maps(client).list(options)[Symbol.asyncIterator]().next(),
      (options) => maps(client).list(options).pages().next(),
      (options) => maps(client).listPage(options),
      (options) => asTable(client, ConfigMap, options),
      (options) => client.resource(Deployment, { namespace: "shop" }).subresource("status").get("web", options),
      (options) => client.proxy({ service: "web", namespace: "shop" }).get([], options),
    ];
    for (const read of readings) {
      await expect(read({ timeoutMs: 10 })).rejects.toMatchObject({ kind: "Timeout" });
      const stopper = new AbortController();
      const ended = expect(read({ signal: stopper.signal })).rejects.toMatchObject({ kind: "Aborted" });
      setImmediate(() => stopper.abort());
      await ended;
    }
  });

  it("ends a watch that is silent for longer than it may be, before and behind its head", async () => {
    const { client } = await serving(
      () => (response) => void response.writeHead(200, { "content-type": "application/json" }).flushHeaders(),
    );
    const silent = maps(client).watch({ idleTimeoutMs: 20 })[Symbol.asyncIterator]();
    await expect(silent.next()).rejects.toMatchObject({ kind: "Transport", code: "timeout" });
    const { client: unanswered } = await serving(() => () => {});
    const unopened = unanswered.context.restFor({ group: "", version: "v1" }).get().resource("configmaps");
    await expect(unopened.maxRetries(0).watch({ headersTimeoutMs: 20 }).open()).rejects.toMatchObject({
      code: "timeout",
    });
  });

  it("sends what a binding and a token are asked for", async () => {
    const { server, client } = await serving(stored);
    await client.resource(Pod, { namespace: "shop" }).bind("web", { kind: "Node", name: "n1" });
    await client.resource(ServiceAccount, { namespace: "shop" }).createToken("web", { audiences: ["a"] });
    const metadata = { name: "web", namespace: "shop" };
    expect(server.seen.map(({ body }) => JSON.parse(body) as object)).toEqual([
      { apiVersion: "v1", kind: "Binding", metadata, target: { kind: "Node", name: "n1" } },
      { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", metadata, spec: { audiences: ["a"] } },
    ]);
  });

  it("refuses a limit of a list that is not a whole number from 0 on, before anything is sent", async () => {
    const { server, client } = await serving(stored);
    for (const limit of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => maps(client).list({ limit })).toThrow(expect.objectContaining({ kind: "InvalidArgument" }));
    expect(server.seen).toEqual([]);
  });

  it("asks for the version of a scale that the caller names", async () => {
    const { server, client } = await serving(() => ({ body: { kind: "Scale", apiVersion: "autoscaling/v1" } }));
    await client.resource(Deployment, { namespace: "shop" }).getScale("web", { resourceVersion: "0" });
    expect(server.seen[0]?.url).toBe("/apis/apps/v1/namespaces/shop/deployments/web/scale?resourceVersion=0");
  });

  it("reads pages of 500 in a loop without a limit, and sends new requests for each use of a list", async () => {
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
