import { connect } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { type Clock, FakeClock } from "client-ts/util";
import { type ApiServer, startApiServer } from "./index.ts";
import { SpecClient, serverForEach } from "./spec-client.ts";

const path = "/api/v1/namespaces/default/configmaps";
const configMap = (name: string, labels?: Record<string, string>): object => ({
  metadata: { name, labels },
});

/** A clock whose timers the test fires itself. */
class LateClock implements Clock {
  nowMs = 0;
  readonly timers: { readonly delayMs: number; readonly run: () => void }[] = [];
  now = (): number => this.nowMs;
  monotonic = (): number => this.nowMs;
  setTimer(delayMs: number, run: () => void): { cancel(): void } {
    const timer = { delayMs, run };
    this.timers.push(timer);
    return { cancel: () => void this.timers.splice(this.timers.indexOf(timer), 1) };
  }
}

describe("a watch on the in-memory server", () => {
  let server: ApiServer;
  let client: SpecClient;
  let clock: FakeClock;

  beforeEach(() => {
    clock = new FakeClock();
  });
  serverForEach(
    () => ({ clock }),
    (started) => {
      ({ server, client } = started);
    },
  );

  it("begins with what is there and goes on with every change in order", async () => {
    await client.post(path, configMap("a"));
    const watch = client.watch(`${path}?watch=1`);
    expect(await watch.next()).toMatchObject({ type: "ADDED", object: { kind: "ConfigMap", metadata: { name: "a" } } });
    await client.patch(`${path}/a`, { data: { n: "1" } });
    await client.post(path, configMap("b"));
    const removed = await client.delete(`${path}/a`);
    expect(removed.body.details).toMatchObject({ name: "a", kind: "configmaps" });
    expect(await watch.next()).toMatchObject({
      type: "MODIFIED",
      object: { metadata: { name: "a" }, data: { n: "1" } },
    });
    expect(await watch.next()).toMatchObject({ type: "ADDED", object: { metadata: { name: "b" } } });
    const last = await watch.next();
    expect(last).toMatchObject({ type: "DELETED", object: { metadata: { name: "a" }, data: { n: "1" } } });
    expect(last.object.metadata.resourceVersion).toBe(server.revision);
  });

  it("resumes right after a version", async () => {
    const { body: first } = await client.post(path, configMap("a"));
    await client.post(path, configMap("b"));
    const watch = client.watch(`${path}?watch=1&resourceVersion=${first.metadata.resourceVersion}`);
    expect(await watch.next()).toMatchObject({ type: "ADDED", object: { metadata: { name: "b" } } });
  });

  it("answers a version that history no longer has with an ERROR event with 410", async () => {
    const { body } = await client.post(path, configMap("a"));
    await client.post(path, configMap("b"));
    server.compact();
    const watch = client.watch(`${path}?watch=1&resourceVersion=${body.metadata.resourceVersion}`);
    expect(await watch.status).toBe(200);
    expect(await watch.next()).toMatchObject({
      type: "ERROR",
      object: { code: 410, reason: "Expired", message: expect.stringMatching(/^too old resource version: /) },
    });
    expect(await watch.next()).toBeUndefined();
  });

  it("streams the present objects and marks their end with a bookmark", async () => {
    await client.post(path, configMap("a"));
    await client.post(path, configMap("b"));
    const query = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
    const watch = client.watch(`${path}?${query}`);
    expect((await watch.next()).object.metadata.name).toBe("a");
    expect((await watch.next()).object.metadata.name).toBe("b");
    expect(await watch.next()).toEqual({
      type: "BOOKMARK",
      object: {
        kind: "ConfigMap",
        apiVersion: "v1",
        metadata: { resourceVersion: server.revision, annotations: { "k8s.io/initial-events-end": "true" } },
      },
    });
  });

  it("sends bookmarks at the newest version while nothing else happens", async () => {
    const watch = client.watch(`${path}?watch=1&allowWatchBookmarks=true&resourceVersion=${server.revision}`);
    await watch.status;
    server.apply({ apiVersion: "v1", kind: "Secret", metadata: { name: "elsewhere" } });
    await clock.advance(60_000);
    expect(await watch.next()).toMatchObject({
      type: "BOOKMARK",
      object: { metadata: { resourceVersion: server.revision } },
    });
  });

  it("sends a bookmark every minute and one two seconds before its end, to clients that ask for them", async () => {
    const asked = `${path}?watch=1&timeoutSeconds=150&resourceVersion=${server.revision}`;
    const watch = client.watch(`${asked}&allowWatchBookmarks=true`);
    const without = client.watch(asked);
    await Promise.all([watch.status, without.status]);
    const revisions: string[] = [];
    for (const step of [59_999, 1, 60_000, 27_999, 1, 2_000]) {
      server.apply({ apiVersion: "v1", kind: "Secret", metadata: { name: `at-${clock.now()}` } });
      revisions.push(server.revision);
      await clock.advance(step);
    }
    for (const revision of [revisions[1], revisions[2], revisions[4]])
      expect(await watch.next()).toMatchObject({
        type: "BOOKMARK",
        object: { metadata: { resourceVersion: revision } },
      });
    expect(await watch.next()).toBeUndefined();
    expect(await without.next()).toBeUndefined();
  });

  it("lasts 45 minutes when it says nothing or zero, and leaves no timer when it is over or left", async () => {
    const before = clock.pending;
    const watches = ["", "&timeoutSeconds=0"].map((query) => client.watch(`${path}?watch=1${query}`));
    const left = client.watch(`${path}?watch=1&allowWatchBookmarks=true`);
    await Promise.all([...watches, left].map(({ status }) => status));
    expect(clock.pending).toBe(before + 4);
    left.close();
    await expect.poll(() => clock.pending).toBe(before + 2);
    await clock.advance(45 * 60_000 - 1);
    await client.post(path, configMap("late"));
    for (const watch of watches) expect((await watch.next()).object.metadata.name).toBe("late");
    await clock.advance(1);
    for (const watch of watches) expect(await watch.next()).toBeUndefined();
    expect(clock.pending).toBe(before);
  });

  it("sees its own namespace and not one whose name begins with the same letters", async () => {
    for (const name of ["shop", "shop-2", "shopping"])
      server.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
    const at = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;
    await client.post(at("shopping"), configMap("before"));
    await client.post(at("shop-2"), configMap("before"));
    const watch = client.watch(`${at("shop")}?watch=1`);
    await watch.status;
    await client.post(at("shop-2"), configMap("a"));
    await client.post(at("shopping"), configMap("b"));
    await client.post(at("shop"), configMap("c"));
    expect((await watch.next()).object.metadata).toMatchObject({ name: "c", namespace: "shop" });
  });

  it("begins after the version that it names, also when that is still to come", async () => {
    const watch = client.watch(`${path}?watch=1&resourceVersion=${Number(server.revision) + 2}`);
    await watch.status;
    for (const name of ["a", "b", "c"]) await client.post(path, configMap(name));
    expect((await watch.next()).object.metadata.name).toBe("c");
  });

  it("shows each watcher its own view of one change: its type of event, and its group's form", async () => {
    await client.post(path, configMap("a"));
    const since = `watch=1&resourceVersion=${server.revision}`;
    const all = client.watch(`${path}?${since}`);
    const chosen = client.watch(`${path}?${since}&labelSelector=app%3Dweb`);
    const groups = ["/api/v1", "/apis/events.k8s.io/v1"];
    const events = groups.map((group) => client.watch(`${group}/namespaces/default/events?watch=1`));
    await Promise.all([all, chosen, ...events].map(({ status }) => status));
    await client.patch(`${path}/a`, { metadata: { labels: { app: "web" } } });
    expect((await all.next()).type).toBe("MODIFIED");
    expect((await chosen.next()).type).toBe("ADDED");
    const involvedObject = { kind: "Pod", namespace: "default", name: "p" };
    await client.post("/api/v1/namespaces/default/events", { metadata: { name: "e" }, involvedObject });
    expect((await events[0]!.next()).object).toMatchObject({ apiVersion: "v1", involvedObject });
    expect((await events[1]!.next()).object).toMatchObject({
      apiVersion: "events.k8s.io/v1",
      regarding: involvedObject,
    });
  });

  it("that ends within the initial objects does not send what changed meanwhile", async () => {
    const data = { a: "x".repeat(900_000) };
    const objects = Array.from({ length: 20 }, (_, n) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: `big-${n}` },
      data,
    }));
    const time = new FakeClock();
    const slow = await startApiServer({ tls: false, clock: time, objects });
    const writer = new SpecClient(slow);
    const { port } = new URL(slow.url);
    const socket = connect(Number(port), "127.0.0.1");
    const authorization = `Bearer ${writer.token}`;
    socket.write(
      `GET ${path}?watch=1&timeoutSeconds=5 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${authorization}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once("data", resolve));
    socket.pause();
    await writer.patch(`${path}/big-0`, { data: { a: null } });
    await time.advance(5_000);
    let text = "";
    const ended = new Promise<void>((resolve) => {
      socket.setEncoding("latin1").on("data", (chunk: string) => {
        text += chunk;
        if (text.endsWith("0\r\n\r\n")) resolve();
      });
    });
    socket.resume();
    await ended;
    expect(text).toContain('"type":"ADDED"');
    expect(text).not.toContain('"type":"MODIFIED"');
    socket.destroy();
    writer.close();
    await slow.close();
  });

  it("ends without an error after timeoutSeconds", async () => {
    const watch = client.watch(`${path}?watch=1&timeoutSeconds=5`);
    await watch.status;
    await clock.advance(5000);
    expect(await watch.next()).toBeUndefined();
  });

  it("sends the bookmark before the end also when a busy process fires the timer of the end first", async () => {
    const late = new LateClock();
    await using busy = await startApiServer({ clock: late });
    const other = new SpecClient(busy);
    const watch = other.watch(`${path}?watch=1&resourceVersion=0&allowWatchBookmarks=true&timeoutSeconds=1`);
    await watch.status;
    late.nowMs = 1_500;
    for (const { run } of [...late.timers].sort((a, b) => b.delayMs - a.delayMs)) run();
    expect(await watch.next()).toMatchObject({ type: "BOOKMARK" });
    expect(await watch.next()).toBeUndefined();
    other.close();
  });

  it("sends what was committed in the moment before its end", async () => {
    const late = new LateClock();
    await using busy = await startApiServer({ clock: late });
    const other = new SpecClient(busy);
    const watch = other.watch(`${path}?watch=1&resourceVersion=${busy.revision}&timeoutSeconds=5`);
    await watch.status;
    busy.apply({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "last" } });
    late.timers[0]!.run();
    expect((await watch.next()).object.metadata.name).toBe("last");
    expect(await watch.next()).toBeUndefined();
    other.close();
  });

  it("shows an object that leaves the selection as deleted, as it last was", async () => {
    await client.post(path, configMap("a", { app: "web" }));
    await client.post(path, configMap("b", { app: "db" }));
    const watch = client.watch(`${path}?watch=1&labelSelector=app%3Dweb`);
    expect((await watch.next()).object.metadata.name).toBe("a");
    await client.patch(`${path}/b`, { metadata: { labels: { app: "web" } } });
    expect(await watch.next()).toMatchObject({ type: "ADDED", object: { metadata: { name: "b" } } });
    const left = await client.patch(`${path}/a`, { metadata: { labels: { app: "other" } } });
    expect(await watch.next()).toMatchObject({
      type: "DELETED",
      object: { metadata: { name: "a", labels: { app: "web" }, resourceVersion: left.body.metadata.resourceVersion } },
    });
  });

  it("follows one name, fields that the kind offers, and the old /watch/ paths", async () => {
    const named = client.watch(`${path}/x?watch=1`);
    const byField = client.watch("/api/v1/pods?watch=1&fieldSelector=spec.nodeName%3Dn1");
    const old = client.watch(`/api/v1/watch/namespaces/default/configmaps`);
    await Promise.all([named.status, byField.status, old.status]);
    await client.post(path, configMap("y"));
    await client.post(path, configMap("x"));
    expect((await named.next()).object.metadata.name).toBe("x");
    expect((await old.next()).object.metadata.name).toBe("y");
    server.apply(
      {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "p0" },
        spec: { containers: [{ name: "c", image: "i" }] },
      } as object,
      {
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "p1" },
        spec: { nodeName: "n1", containers: [{ name: "c", image: "i" }] },
      } as object,
    );
    expect((await byField.next()).object.metadata.name).toBe("p1");
  });

  it("cuts a watcher that does not read", async () => {
    const slow = await startApiServer({ tls: false, slowWatcherBytes: 1 << 20 });
    const writer = new SpecClient(slow);
    const socket = connect(Number(new URL(slow.url).port), "127.0.0.1");
    socket.write(
      `GET ${path}?watch=1 HTTP/1.1\r\nHost: 127.0.0.1:${new URL(slow.url).port}\r\nAuthorization: Bearer ${writer.token}\r\n\r\n`,
    );
    socket.pause();
    for (let n = 0; n < 40; n++)
      await writer.post(path, { metadata: { name: `big-${n}` }, data: { a: "x".repeat(900_000) } });
    const text = await new Promise<string>((resolve) => {
      let all = "";
      socket.setEncoding("latin1");
      socket.on("data", (chunk: string) => {
        all += chunk;
        if (all.endsWith("0\r\n\r\n")) resolve(all);
      });
      socket.resume();
    });
    expect(text.split('"type":"ADDED"').length - 1).toBeLessThan(40);
    socket.destroy();
    writer.close();
    await slow.close();
  });

  it("cuts a watcher that does not read the initial objects while much changes", async () => {
    const slow = await startApiServer({ tls: false, slowWatcherBytes: 1 << 20 });
    const writer = new SpecClient(slow);
    const big = { a: "x".repeat(900_000) };
    for (let n = 0; n < 20; n++) await writer.post(path, { metadata: { name: `big-${n}` }, data: big });
    const socket = connect(Number(new URL(slow.url).port), "127.0.0.1");
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.on("error", () => {});
    socket.write(
      `GET ${path}?watch=1 HTTP/1.1\r\nHost: 127.0.0.1:${new URL(slow.url).port}\r\nAuthorization: Bearer ${writer.token}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once("data", resolve));
    socket.pause();
    for (let n = 0; n < 4; n++) await writer.patch(`${path}/big-0`, { data: { b: String(n) } });
    // It would go on forever if it were still served.
    socket.resume();
    await closed;
    writer.close();
    await slow.close();
  });
});
