import { ConfigMap, type Pod } from "client-ts/api/core/v1";
import { isForbidden, isNotFound, isTooManyRequests, newStatus, StatusError } from "client-ts/errors";
import type { KubeObject } from "client-ts/meta";
import { FakeClock } from "client-ts/util";
import { describe, expect, it } from "vitest";
import type { Action } from "./action.ts";
import { newFakeClientset } from "./index.ts";
import { resourceCovers } from "./reactor-chain.ts";

const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => expect.fail(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
const forbidden = (): never => {
  throw new StatusError(newStatus("Forbidden", { resource: "configmaps", message: "not today" }));
};
const map = (name: string, data: Record<string, string> = {}): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default" },
  data,
});
const said = ({ verb, resource, subresource, name }: Action): string =>
  `${verb} ${resource.resource}${subresource && `/${subresource}`} ${name}`.trim();

describe("a reactor", () => {
  it.each([
    ["*", "serviceaccounts", "", true],
    ["*", "serviceaccounts", "token", true],
    ["serviceaccounts", "pods", "", false],
    ["serviceaccounts", "serviceaccounts", "", true],
    ["serviceaccounts", "serviceaccounts", "token", true],
    ["serviceaccounts/token", "pods", "token", false],
    ["serviceaccounts/token", "serviceaccounts", "", false],
    ["serviceaccounts/token", "serviceaccounts", "token", true],
    ["deployments.apps", "deployments", "", true],
    ["deployments.apps/scale", "deployments", "scale", true],
    ["deployments.extensions", "deployments", "", false],
  ])("for %j covers %s/%s: %j (B391)", (covering, resource, subresource, expected) => {
    const group = resource === "deployments" ? "apps" : "";
    const action = { resource: { group, version: "v1", resource }, subresource } as Action;
    expect(resourceCovers(covering, action)).toBe(expected);
  });

  it("answers instead of the tracker, with an object, a list or an error", async () => {
    const fake = newFakeClientset();
    const maps = fake.core.v1.configMaps("default");
    fake.prependReactor("get", "configmaps", ({ name }) => map(name, { from: "reactor" }));
    expect((await maps.get("any")).data).toEqual({ from: "reactor" });
    fake.prependReactor("list", "configmaps", () => ({ items: [map("a"), map("b")] }));
    expect((await maps.list()).items.map(({ metadata }) => metadata.name)).toEqual(["a", "b"]);
    fake.prependReactor("create", "configmaps", forbidden);
    expect(await caught(maps.create(map("c")))).toSatisfy(isForbidden);
    const own = new Error("of the test");
    fake.prependReactor("delete", "configmaps", () => {
      throw own;
    });
    expect(await caught(maps.delete("c"))).toBe(own);
  });

  it("is asked before those that were prepended earlier, and passes on what it does not answer", async () => {
    const fake = newFakeClientset(map("a"));
    const asked: string[] = [];
    for (const name of ["first", "second"]) fake.prependReactor("*", "configmaps", () => void asked.push(name));
    await fake.core.v1.configMaps("default").get("a");
    await fake.core.v1.namespaces().get("default");
    expect(asked).toEqual(["second", "first"]);
  });

  it("leaves the recorded action as the object was at the call (B394)", async () => {
    const fake = newFakeClientset();
    fake.prependReactor("create", "configmaps", ({ object }) => {
      object!.metadata!.labels = { changed: "yes" };
      return undefined;
    });
    const given = map("a", { color: "red" });
    const made = await fake.core.v1.configMaps("default").create(given);
    given.data!["color"] = "blue";
    expect(made.metadata.labels).toEqual({ changed: "yes" });
    expect(fake.actions[0]?.object).toEqual({ ...map("a", { color: "red" }) });
  });

  it("hands what it changed to the next reactor and to the tracker (B395)", async () => {
    const fake = newFakeClientset();
    const seen: unknown[] = [];
    fake.prependReactor("create", "configmaps", ({ object }) => void seen.push((object as ConfigMap).data));
    fake.prependReactor("create", "configmaps", (action) => {
      action.object = { ...action.object, data: { by: "reactor" } } as KubeObject;
      return undefined;
    });
    await fake.core.v1.configMaps("default").create(map("a", { by: "caller" }));
    expect(seen).toEqual([{ by: "reactor" }]);
    expect((await fake.core.v1.configMaps("default").get("a")).data).toEqual({ by: "reactor" });
    fake.prependReactor("patch", "configmaps", (action) => {
      action.patch = { data: { by: "patch reactor" } };
      return undefined;
    });
    const patched = await fake.core.v1.configMaps("default").mergePatch("a", { data: { by: "caller" } });
    expect(patched.data).toEqual({ by: "patch reactor" });
  });

  it("that was added is asked for what the tracker does not serve", async () => {
    const fake = newFakeClientset(map("a"));
    const unknown = fake.client.dynamic.resource({ group: "example.com", version: "v1", resource: "widgets" });
    fake.addReactor("*", "configmaps", forbidden);
    fake.addReactor("get", "widgets", ({ name }) => ({
      apiVersion: "example.com/v1",
      kind: "Widget",
      metadata: { name },
    }));
    expect((await fake.core.v1.configMaps("default").get("a")).metadata.name).toBe("a");
    expect((await unknown.get("w")).metadata.name).toBe("w");
    expect(await caught(unknown.delete("w"))).toSatisfy(isNotFound);
  });

  it("answers with a Status as the server would: its code, or 500, or a success", async () => {
    const fake = newFakeClientset(map("a"));
    const maps = fake.core.v1.configMaps("default");
    const answer = (status: object): void =>
      fake.prependReactor("*", "configmaps", () => ({ kind: "Status", ...status }));
    answer({ status: "Failure", reason: "Gone", code: 410, message: "long gone" });
    expect(await caught(maps.get("a"))).toMatchObject({ code: 410, reason: "Gone" });
    answer({ status: "Failure", message: "of its own" });
    expect(await caught(maps.get("a"))).toMatchObject({ code: 500, status: { message: "of its own" } });
    answer({ apiVersion: "v1", status: "Success" });
    await maps.delete("a");
    expect((await fake.tracker.resource(ConfigMap, { namespace: "default" }).get("a")).metadata.name).toBe("a");
  });

  it("answers with what it has, and the fake adds kind, version and the version of a list", async () => {
    const fake = newFakeClientset(map("a"));
    const journal = await fake.tracker.journal();
    fake.prependReactor("get", "configmaps", ({ name }) => ({
      metadata: { name, labels: { l: "1" } },
      data: { a: "b" },
    }));
    fake.prependReactor("list", "configmaps", () => ({ items: [{ metadata: { name: "x" } }] }));
    const { client } = fake;
    const maps = client.dynamic.resource({ group: "", version: "v1", resource: "configmaps" }).namespace("default");
    expect(await maps.get("x")).toMatchObject({ apiVersion: "v1", kind: "ConfigMap", data: { a: "b" } });
    const list = await maps.list();
    expect([list.kind, list.metadata.resourceVersion]).toEqual(["ConfigMapList", journal.at(-1)?.resourceVersion]);
    const metadata = await client.metadata(ConfigMap, { namespace: "default" }).get("x");
    expect([metadata.metadata.labels, "data" in metadata]).toEqual([{ l: "1" }, false]);
  });

  it("that was added is asked after those that were added earlier", async () => {
    const fake = newFakeClientset();
    const asked: string[] = [];
    for (const name of ["first", "second"]) fake.addReactor("get", "widgets", () => void asked.push(name));
    fake.prependReactor("get", "widgets", () => void asked.push("before"));
    await caught(fake.client.dynamic.resource({ group: "example.com", version: "v1", resource: "widgets" }).get("w"));
    expect(asked).toEqual(["before", "first", "second"]);
  });

  it("that is added while another one is asked is asked from the next request on", async () => {
    const fake = newFakeClientset(map("a"));
    const asked: string[] = [];
    fake.prependReactor("get", "configmaps", () => {
      if (asked.length === 0) fake.prependReactor("get", "configmaps", () => void asked.push("late"));
      asked.push("early");
    });
    await fake.core.v1.configMaps("default").get("a");
    expect(asked).toEqual(["early"]);
    await fake.core.v1.configMaps("default").get("a");
    expect(asked).toEqual(["early", "late", "early"]);
  });

  it("for watches has functions of its own", () => {
    expect(() => newFakeClientset().prependReactor("watch", "pods", () => undefined)).toThrow(/prependWatchReactor/);
    expect(() => newFakeClientset().addReactor("", "pods", () => undefined)).toThrow(/needs a verb/);
  });

  it("that answers TooManyRequests is asked again after the wait, on the clock of the fake", async () => {
    const clock = new FakeClock();
    const fake = newFakeClientset([map("a")], { clock });
    let calls = 0;
    fake.prependReactor("get", "configmaps", () => {
      calls++;
      if (calls > 1) return undefined;
      throw new StatusError(newStatus("TooManyRequests", { retryAfterSeconds: 7 }));
    });
    const got = fake.core.v1.configMaps("default").get("a");
    await clock.advance(7_000);
    expect((await got).metadata.name).toBe("a");
    expect(calls).toBe(2);
    fake.prependReactor("get", "configmaps", () => {
      throw new StatusError(newStatus("TooManyRequests"));
    });
    expect(await caught(fake.core.v1.configMaps("default").get("a"))).toSatisfy(isTooManyRequests);
  });
});

describe("the actions", () => {
  it("are recorded in order with verb, resource, subresource, name and options", async () => {
    const fake = newFakeClientset(map("a"));
    const maps = fake.core.v1.configMaps("default");
    await maps.get("a");
    await maps.list({ labelSelector: "app=a", limit: 5 });
    await maps.create(map("b"));
    await maps.mergePatch("b", { data: { a: "1" } });
    await maps.delete("b", { propagationPolicy: "Foreground", gracePeriodSeconds: 3 });
    await maps.deleteCollection({ labelSelector: "app=b" });
    await caught(
      fake.core.v1.pods("default").updateStatus({ metadata: { name: "none" } } as Pod & { metadata: { name: string } }),
    );
    expect(fake.actions.map(said)).toEqual([
      "get configmaps a",
      "list configmaps",
      "create configmaps",
      "patch configmaps b",
      "delete configmaps b",
      "deletecollection configmaps",
      "update pods/status none",
    ]);
    expect(fake.actions[1]?.options).toMatchObject({ labelSelector: "app=a", limit: "5" });
    expect(fake.actions[2]?.object).toMatchObject({ metadata: { name: "b" } });
    expect(fake.actions[3]).toMatchObject({ patchType: "application/merge-patch+json", patch: { data: { a: "1" } } });
    expect(fake.actions[4]?.options).toMatchObject({ propagationPolicy: "Foreground", gracePeriodSeconds: 3 });
    fake.clearActions();
    expect(fake.actions).toEqual([]);
  });

  it("that were read before they were cleared stay as they were", async () => {
    const fake = newFakeClientset(map("a"));
    await fake.core.v1.configMaps("default").get("a");
    const { actions } = fake;
    fake.clearActions();
    await fake.core.v1.namespaces().list();
    expect([actions.map(said), fake.actions.map(said)]).toEqual([["get configmaps a"], ["list namespaces"]]);
  });

  it("name the namespace, the path and the parameters of a request, and those of a delete from its body", async () => {
    const fake = newFakeClientset(map("a"));
    await fake.core.v1
      .configMaps("default")
      .delete("a", { preconditions: { uid: "u" }, dryRun: true })
      .catch(() => {});
    await fake.core.v1.configMaps().list({ fieldSelector: "metadata.name=a" });
    expect(fake.actions[0]).toMatchObject({
      verb: "delete",
      resource: { group: "", version: "v1", resource: "configmaps" },
      namespace: "default",
      path: "/api/v1/namespaces/default/configmaps/a",
      options: { preconditions: { uid: "u" }, dryRun: ["All"] },
      object: undefined,
      patch: undefined,
    });
    expect(Object.keys(fake.actions[0]!.options)).not.toContain("kind");
    expect(fake.actions[1]).toMatchObject({ namespace: "", name: "", options: { fieldSelector: "metadata.name=a" } });
  });

  it("of discovery can be answered by reactors, with a version of one's own or an error (B399)", async () => {
    const fake = newFakeClientset();
    const { discovery } = fake.client;
    expect((await discovery.serverGroups()).groups.map(({ name }) => name)).toContain("apps");
    fake.prependReactor("get", "version", () => ({ major: "10", minor: "3", gitVersion: "v10.3" }));
    expect(await discovery.serverVersion()).toMatchObject({ major: "10", minor: "3" });
    expect(fake.actions.map(said)).toContain("get version");
    fake.prependReactor("get", "group", forbidden);
    fake.prependReactor("get", "resource", forbidden);
    discovery.invalidate();
    expect(await caught(discovery.serverGroups())).toSatisfy(isForbidden);
    expect(await caught(discovery.serverResourcesForGroupVersion("apps/v1"))).toSatisfy(isForbidden);
  });

  it("of logs have a default text; a reactor gives bytes or an error, and an object is a mistake (B400)", async () => {
    const fake = newFakeClientset();
    const logs = async (): Promise<string> => {
      const path = "/api/v1/namespaces/default/pods/web/log";
      return (await fake.client.rest.get().absPath(path).doRaw()).toString("utf8");
    };
    expect(await logs()).toBe("fake logs");
    fake.prependReactor("get", "pods/log", () => Buffer.from("one\ntwo\n"));
    expect(await logs()).toBe("one\ntwo\n");
    fake.prependReactor("get", "pods/log", forbidden);
    expect(await caught(logs())).toSatisfy(isForbidden);
    fake.prependReactor("get", "pods/log", () => map("a"));
    expect(await caught(logs())).toMatchObject({ message: expect.stringContaining("a log is a string or bytes") });
  });

  it("through a proxy have reactors of their own", async () => {
    const fake = newFakeClientset();
    fake.addProxyReactor("services", ({ name, path }) => `${name} ${path.split("/proxy/")[1]}`);
    fake.prependProxyReactor("services", ({ name }) => (name === "http:db:80" ? { ready: true } : undefined));
    const through = (service: string) => fake.client.proxy({ service, namespace: "default", port: 80, scheme: "http" });
    expect((await through("web").get(["healthz"])).toString()).toBe("http:web:80 healthz");
    expect(JSON.parse((await through("db").get(["healthz"])).toString())).toEqual({ ready: true });
    expect(fake.actions.map(said)).toEqual(["get services/proxy http:web:80", "get services/proxy http:db:80"]);
  });
});
