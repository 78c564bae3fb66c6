import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Clock, FakeClock } from "client-ts/util";
import { type ApiServer, startApiServer } from "./index.ts";
import { SpecClient } from "./spec-client.ts";

const path = "/api/v1/namespaces/default/configmaps";
const configMap = (name: string, labels?: Record<string, string>): object => ({
  metadata: { name, labels },
});

describe("a watch on the in-memory server", () => {
  let server: ApiServer;
  let client: SpecClient;
  let clock: FakeClock;

  beforeEach(async () => {
    clock = new FakeClock();
    server = await startApiServer({ clock });
    client = new SpecClient(server);
  });
  afterEach(async () => {
    client.close();
    await server.close();
  });

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

  it("ends in order after timeoutSeconds", async () => {
    const watch = client.watch(`${path}?watch=1&timeoutSeconds=5`);
    await watch.status;
    await clock.advance(5000);
    expect(await watch.next()).toBeUndefined();
  });

  it("sends the bookmark before the end also when a busy process fires the timer of the end first", async () => {
    const timers: { readonly delayMs: number; readonly run: () => void }[] = [];
    let nowMs = 0;
    const late: Clock = {
      now: () => nowMs,
      monotonic: () => nowMs,
      setTimer(delayMs, run) {
        const timer = { delayMs, run };
        timers.push(timer);
        return { cancel: () => void timers.splice(timers.indexOf(timer), 1) };
      },
    };
    await using busy = await startApiServer({ clock: late });
    const other = new SpecClient(busy);
    const before = timers.length;
    const watch = other.watch(`${path}?watch=1&resourceVersion=0&allowWatchBookmarks=true&timeoutSeconds=1`);
    await watch.status;
    nowMs = 1_500;
    for (const { run } of timers.slice(before).sort((a, b) => b.delayMs - a.delayMs)) run();
    expect(await watch.next()).toMatchObject({ type: "BOOKMARK" });
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
