import { type ApiServer, type Fault, type FaultMatch, startApiServer } from "client-ts-testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ConfigMap } from "../api/core/v1.ts";
import { type Client, connect } from "../client/index.ts";
import type { Interceptor } from "../transport/index.ts";
import { newListWatchForKind, newListWatchFromClient } from "./list-watch.ts";
import type { ReflectorFailure } from "./reflector/options.ts";
import { withResolvers } from "../util/index.ts";
import { newSharedIndexInformer, type SharedIndexInformer } from "./informer/shared-index-informer.ts";

let server: ApiServer;
let client: Client;
const running: SharedIndexInformer<ConfigMap>[] = [];
beforeAll(async () => {
  server = await startApiServer({ bookmarkIntervalMs: 50 });
  client = await connect({ kubeconfigText: server.kubeconfig });
});
afterEach(async () => {
  server.faults.clear();
  for (const informer of running.splice(0)) await informer.close();
});
afterAll(async () => {
  await client.close();
  await server.close();
});

let namespaces = 0;
async function world(options: { streaming?: boolean | undefined } = {}, from: Client = client) {
  const namespace = `ns-${++namespaces}`;
  const put = (name: string, data = "x") =>
    server.apply({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data: { data } } as never)[0]
      ?.metadata?.resourceVersion ?? "";
  put("a");
  const failures: ReflectorFailure[] = [];
  const seen: string[] = [];
  const last = withResolvers();
  const informer = newSharedIndexInformer<ConfigMap>(
    newListWatchForKind(from.rest, ConfigMap, { namespace }),
    ConfigMap,
    {
      namespace,
      backoff: { next: () => 5 },
      onWatchError: (failure) => void failures.push(failure),
      ...options,
    },
  );
  informer.addEventHandler({
    onAdd: ({ key }) => {
      seen.push(`+${key.split("/")[1]}`);
      if (key.endsWith("/last")) last.resolve();
    },
    onUpdate: ({ key }) => void seen.push(`~${key.split("/")[1]}`),
    onDelete: ({ key }) => void seen.push(`-${key.split("/")[1]}`),
  });
  running.push(informer);
  const match = (verb: string): FaultMatch => ({ verb, resource: "configmaps", namespace });
  const fault = (verb: string, what: Fault, times = 1) => server.faults.add({ match: match(verb), times }, what);
  const lists = fault("list", { type: "delay", ms: 0 }, 1000);
  /**
   * Writes one more object and waits until the handler has seen of it. The store has it earlier; `atLeast` would
   * promise only that.
   */
  const putLast = (): Promise<void> => {
    put("last");
    return last.promise;
  };
  return { namespace, put, putLast, informer, failures, seen, fault, lists, start: () => void informer.run() };
}

describe("an informer on a real connection", () => {
  it("drops a line cut by the end of the stream or by a reset, and resumes without a list (F-A1, F-A2)", async () => {
    for (const how of ["end", "stream"] as const) {
      const { informer, put, putLast, fault, lists, seen, start } = await world({ streaming: false });
      const cut = fault("watch", { type: "drop", afterBytes: 300, how });
      start();
      await informer.waitForSync();
      for (let n = 0; n < 10; n++) put(`n${n}`);
      await putLast();
      expect(cut.hits).toBe(1);
      expect(lists.hits).toBe(1);
      expect(seen).toEqual(["+a", ...Array.from({ length: 10 }, (_, n) => `+n${n}`), "+last"]);
    }
  });

  it.each(["application/json", "application/vnd.kubernetes.protobuf"] as const)(
    "resumes when the connection breaks while an interceptor still has the answer to a list or watch (%s)",
    async (contentType) => {
      for (const purpose of ["list", "watch"]) {
        let held = 0;
        const interceptor: Interceptor = (next) => async (request) => {
          const response = await next(request);
          if (request.purpose !== purpose || held++ > 0) return response;
          server.cutConnections();
          await new Promise((resolve) => response.body.once("close", resolve));
          return response;
        };
        const kubeconfigText = server.kubeconfig;
        await using own = await connect({ kubeconfigText, contentType, interceptors: [interceptor] });
        const { informer, failures, put, start, putLast } = await world({ streaming: false }, own);
        // More than is read at once: an answer that is there whole does not break any more.
        for (let n = 0; n < 40; n++) put(`large-${n}`, "x".repeat(100_000));
        start();
        await informer.waitForSync();
        await putLast();
        expect(failures.map(({ during }) => during)).toEqual([purpose]);
        await informer.close();
      }
    },
  );

  it("names the resource and the namespace in the error of a watch that an ERROR event ends", async () => {
    const { informer, namespace, fault, failures, start, putLast } = await world({ streaming: false });
    fault("watch", { type: "error-event", code: 500 });
    start();
    await informer.waitForSync();
    await putLast();
    expect(failures.map(({ error }) => String(error))).toEqual([
      expect.stringContaining(`configmaps in namespace "${namespace}"`),
    ]);
  });

  it("closes a stream at garbage and loses nothing (F-A28)", async () => {
    const { informer, put, putLast, fault, failures, seen, start } = await world({ streaming: false });
    fault("watch", { type: "garbage", afterBytes: 200, bytes: "nonsense\n" });
    start();
    await informer.waitForSync();
    for (let n = 0; n < 5; n++) put(`n${n}`);
    await putLast();
    expect(seen).toEqual(["+a", "+n0", "+n1", "+n2", "+n3", "+n4", "+last"]);
    expect(failures.length).toBeGreaterThan(0);
  });

  it("delivers once what comes twice (F-A20)", async () => {
    const { informer, put, putLast, fault, seen, start } = await world({ streaming: false });
    const twice = fault("watch", { type: "duplicate" });
    start();
    await informer.waitForSync();
    for (let n = 0; n < 3; n++) put("b", String(n));
    await putLast();
    expect(twice.hits).toBe(1);
    expect(seen).toEqual(["+a", "+b", "~b", "~b", "+last"]);
  });

  it("does not take another answer for an empty list (F-B10, F-B5)", async () => {
    for (const body of [
      "{}",
      "[]",
      "null",
      "",
      "<html></html>",
      '{"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[',
    ]) {
      const { informer, fault, failures, start } = await world({ streaming: false });
      fault("list", { type: "answer", code: 200, headers: { "content-type": "application/json" }, body });
      start();
      await informer.waitForSync();
      expect(informer.store.listKeys()).toHaveLength(1);
      expect(failures).toHaveLength(1);
    }
  });

  it("fills in kind and version where a list leaves them out (F-B8)", async () => {
    for (const streaming of [true, false]) {
      const { informer, namespace, start } = await world({ streaming });
      start();
      await informer.waitForSync();
      expect(informer.store.getByKey(`${namespace}/a`)).toMatchObject({
        apiVersion: "v1",
        kind: "ConfigMap",
        data: { data: "x" },
      });
    }
  });

  it("falls back to a plain list when streaming is refused, and relists after 410 (F-A18, F-A7)", async () => {
    const { informer, put, fault, lists, start } = await world();
    fault("watch", { type: "status", code: 422, reason: "Invalid" });
    fault("watch", { type: "error-event", code: 410, reason: "Expired", afterEvents: 1 });
    start();
    await informer.waitForSync();
    put("b");
    await informer.atLeast(put("c"));
    expect(informer.store.listKeys()).toHaveLength(3);
    expect(lists.hits).toBeGreaterThanOrEqual(1);
  });

  it("takes any client of a group version, narrowed by a field", async () => {
    const { namespace, put } = await world();
    put("b");
    const source = newListWatchFromClient<ConfigMap>(
      client.rest.forGroupVersion({ group: "", version: "v1" }),
      "configmaps",
      namespace,
      "metadata.name=b",
    );
    expect((await source.list({})).items.map(({ metadata }) => metadata?.name)).toEqual(["b"]);
    const stopper = new AbortController();
    for await (const event of await source.watch({ resourceVersion: "0", signal: stopper.signal })) {
      expect(event.type === "ADDED" && event.object.metadata?.name).toBe("b");
      break;
    }
    stopper.abort();
  });

  it("keeps an object that a streaming list sends in a form that cannot be stored", async () => {
    const { informer, namespace, put, putLast, fault, failures, seen, start } = await world();
    const resourceVersion = put("b");
    const endAnnotation = { "k8s.io/initial-events-end": "true" };
    const initialEvents = [
      { type: "ADDED", object: { metadata: { name: "a", namespace, resourceVersion } } },
      { type: "ADDED", object: { metadata: { namespace, resourceVersion } } },
      { type: "BOOKMARK", object: { metadata: { resourceVersion, annotations: endAnnotation } } },
    ];
    start();
    await informer.waitForSync();
    const body = initialEvents.map((event) => `${JSON.stringify(event)}\n`).join("");
    const headers = { "content-type": "application/json" };
    const damaged = fault("watch", { type: "answer", code: 200, headers, body });
    informer.relist();
    await putLast();
    expect(damaged.hits).toBe(1);
    expect(failures.map(({ error }) => String(error))).toEqual([
      expect.stringContaining("an object without a name cannot be stored"),
    ]);
    expect(seen).not.toContain("-b");
  });
});
