import { connect } from "node:http2";
import { parse } from "yaml";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { FakeClock, newLogger } from "client-ts/util";
import { type ApiServer, startApiServer } from "./index.ts";
import { SpecClient, serverForEach } from "./spec-client.ts";

const path = "/api/v1/namespaces/default/configmaps";

describe("a fault on request", () => {
  let server: ApiServer;
  let client: SpecClient;
  let clock: FakeClock;

  beforeEach(() => {
    clock = new FakeClock();
  });
  serverForEach(
    () => ({
      clock,
      objects: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }],
    }),
    (started) => {
      ({ server, client } = started);
    },
  );

  it("hits the requests that match, as often and after as many as its options say", async () => {
    const fault = server.faults.add(
      { match: { verb: "list", resource: "configmaps" }, times: 2, after: 1 },
      { type: "status", code: 503 },
    );
    const codes: number[] = [];
    for (let n = 0; n < 5; n++) codes.push((await client.get(path)).status);
    expect(codes).toEqual([200, 503, 503, 200, 200]);
    expect((await client.get(`${path}/a`)).status).toBe(200);
    expect(fault.hits).toBe(2);
  });

  it("names a resource by its plural, alone or with its group", async () => {
    const deployments = "/apis/apps/v1/namespaces/default/deployments";
    const status = async (resource: string): Promise<number> => {
      const fault = server.faults.add({ match: { resource } }, { type: "status", code: 503 });
      const answer = await client.get(deployments);
      fault.remove();
      return answer.status;
    };
    expect(await status("deployments")).toBe(503);
    expect(await status("deployments.apps")).toBe(503);
    expect(await status("deployments.batch")).toBe(200);
    expect(await status("replicasets")).toBe(200);
  });

  it("is reported when the server closes and no request has matched it", async () => {
    const lines: string[] = [];
    const watched = await startApiServer({ logger: newLogger({ write: (line) => lines.push(line) }) });
    watched.faults.add({ match: { resource: "deploymentz" } }, { type: "status", code: 503 });
    watched.faults.add({ match: { resource: "configmaps" }, after: 9 }, { type: "status", code: 503 });
    watched.faults.add({ match: { resource: "pods" } }, { type: "status", code: 503 }).remove();
    const caller = new SpecClient(watched);
    await caller.get(path);
    caller.close();
    await watched.close();
    await watched.close();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("no request matched this fault before the server closed");
    expect(lines[0]).toContain("deploymentz");
  });

  it("is not reported when the server has no logger", async () => {
    const standardError = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    onTestFinished(() => standardError.mockRestore());
    const silent = await startApiServer({ logger: false });
    silent.faults.add({ match: { resource: "deploymentz" } }, { type: "status", code: 503 });
    await silent.close();
    expect(standardError).not.toHaveBeenCalled();
  });

  it("hits only in its time when it has one", async () => {
    server.faults.add({ fromMs: 1000, untilMs: 2000 }, { type: "status", code: 500 });
    expect((await client.get(path)).status).toBe(200);
    await clock.advance(1500);
    expect((await client.get(path)).status).toBe(500);
    await clock.advance(1000);
    expect((await client.get(path)).status).toBe(200);
  });

  it("refuses with 429 and Retry-After, with 410, or answers as a proxy would", async () => {
    server.faults.add({ times: 1 }, { type: "status", code: 429, retryAfterSeconds: 7 });
    const limited = await client.get(path);
    expect(limited.headers["retry-after"]).toBe("7");
    expect(limited.body).toMatchObject({ code: 429, reason: "TooManyRequests", details: { retryAfterSeconds: 7 } });
    server.faults.add({ times: 1 }, { type: "status", code: 410 });
    expect((await client.get(path)).body).toMatchObject({ code: 410, reason: "Expired" });
    server.faults.add(
      { times: 1 },
      { type: "answer", code: 502, headers: { "content-type": "text/html" }, body: "<h1>Bad Gateway</h1>" },
    );
    expect(await client.get(path)).toMatchObject({ status: 502, text: "<h1>Bad Gateway</h1>" });
  });

  it("of a watch's events leaves a refusal whole, whatever else goes wrong", async () => {
    for (const fault of [{ type: "end" }, { type: "error-event", code: 410 }, { type: "duplicate" }] as const) {
      server.faults.add({ times: 1 }, { type: "status", code: 503 });
      server.faults.add({ times: 1 }, { type: "garbage", afterBytes: 100_000 });
      server.faults.add({ times: 1 }, fault);
      const { status, body, text, headers } = await client.get(path);
      expect([status, body.code]).toEqual([503, 503]);
      expect(headers["content-length"]).toBe(String(Buffer.byteLength(text)));
    }
  });

  it("delays by its clock", async () => {
    server.faults.add({ times: 1 }, { type: "delay", ms: 5000 });
    let done = false;
    const pending = client.get(path).then((answer) => {
      done = true;
      return answer;
    });
    while (clock.pending === 0) await clock.advance(0);
    await clock.advance(4999);
    expect(done).toBe(false);
    await clock.advance(1);
    expect((await pending).status).toBe(200);
  });

  it("drops the connection at a byte of the answer", async () => {
    server.faults.add({ match: { verb: "list" }, times: 1 }, { type: "drop", afterBytes: 20 });
    const { text, headers } = await client.get(path);
    expect(text).toHaveLength(20);
    expect(Number(headers["content-length"])).toBeGreaterThan(20);
    const other = new SpecClient(server);
    expect((await other.get(path)).status).toBe(200);
    other.close();
  });

  it("puts other bytes into a watch", async () => {
    server.faults.add({ match: { verb: "watch" }, times: 1 }, { type: "garbage", afterBytes: 1, bytes: "NOISE" });
    const watch = client.watch(`${path}?watch=1`);
    await expect(watch.next()).rejects.toThrow(/JSON|NOISE/);
  });

  it("ends an answer that is shorter than the mark for other bytes as it would have", async () => {
    server.faults.add({ match: { verb: "list" }, times: 1 }, { type: "garbage", afterBytes: 1_000_000 });
    const whole = await client.get(path);
    expect(whole.status).toBe(200);
  });

  it("sends every event twice", async () => {
    server.faults.add({ match: { verb: "watch" } }, { type: "duplicate" });
    const watch = client.watch(`${path}?watch=1`);
    expect(await watch.next()).toEqual(await watch.next());
  });

  it("ends a watch by an ERROR event, or without an error, after some events", async () => {
    const error = server.faults.add({ match: { verb: "watch" } }, { type: "error-event", afterEvents: 1, code: 410 });
    const first = client.watch(`${path}?watch=1`);
    expect((await first.next()).type).toBe("ADDED");
    expect(await first.next()).toMatchObject({ type: "ERROR", object: { code: 410, reason: "Expired" } });
    expect(await first.next()).toBeUndefined();
    error.remove();
    server.faults.add({ match: { verb: "watch" } }, { type: "end", afterEvents: 1 });
    const second = client.watch(`${path}?watch=1`);
    await second.next();
    expect(await second.next()).toBeUndefined();
  });

  it("holds one stream back while others go on", async () => {
    const hold = server.faults.add({ match: { verb: "watch", resource: "configmaps" }, times: 1 }, { type: "hold" });
    const held = client.watch(`${path}?watch=1`);
    const free = client.watch(`${path}?watch=1`);
    expect((await free.next()).object.metadata.name).toBe("a");
    let early = true;
    const pending = held.next().then((event) => ({ event, early }));
    await client.post(path, { metadata: { name: "b" } });
    await free.next();
    early = false;
    hold.remove();
    expect(await pending).toMatchObject({ early: false, event: { object: { metadata: { name: "a" } } } });
  });

  it("answers reads from the past, as a replica that lags", async () => {
    const before = server.revision;
    await client.post(path, { metadata: { name: "b" } });
    const stale = server.faults.add({ match: { verb: "list" } }, { type: "stale", revision: before });
    const { body } = await client.get(path);
    expect(body.metadata.resourceVersion).toBe(before);
    expect(body.items).toHaveLength(1);
    stale.remove();
    expect((await client.get(path)).body.items).toHaveLength(2);
  });

  it("goes half-open: pings are not answered and nothing is closed", async () => {
    const ca = Buffer.from(parse(server.kubeconfig).clusters[0].cluster["certificate-authority-data"], "base64");
    const session = connect(server.url, { ca });
    session.on("error", () => {});
    const watch = session.request({ ":path": `${path}?watch=1`, authorization: `Bearer ${client.token}` });
    watch.on("error", () => {});
    await new Promise((resolve) => watch.once("data", resolve));
    const pong = (): Promise<string> =>
      new Promise((resolve) => session.ping((error) => resolve(error === null ? "pong" : "no answer")));
    expect(await pong()).toBe("pong");
    server.silenceConnections();
    const silence = pong();
    let data = 0;
    watch.on("data", () => data++);
    const other = new SpecClient(server);
    await other.post(path, { metadata: { name: "unseen" } });
    await other.get(path);
    expect(await Promise.race([silence, other.get(path).then(() => "silence")])).toBe("silence");
    expect(data).toBe(0);
    expect(session.closed).toBe(false);
    other.close();
    session.destroy();
  });

  it("asks clients to move and lets their streams finish", async () => {
    const ca = Buffer.from(parse(server.kubeconfig).clusters[0].cluster["certificate-authority-data"], "base64");
    const session = connect(server.url, { ca });
    const gone = new Promise((resolve) => session.once("goaway", resolve));
    await new Promise((resolve) => session.once("connect", resolve));
    // The server has its end of the session once it answers.
    await new Promise((resolve) => session.ping(resolve));
    server.goAway();
    await gone;
    session.destroy();
  });

  it("restarts on the same port, with its history or without", async () => {
    const { url } = server;
    const since = server.revision;
    await client.post(path, { metadata: { name: "b" } });
    await server.restart();
    expect(server.url).toBe(url);
    const kept = new SpecClient(server);
    expect((await kept.watch(`${path}?watch=1&resourceVersion=${since}`).next()).object.metadata.name).toBe("b");
    kept.close();
    await server.restart({ history: "lost" });
    const lost = new SpecClient(server);
    expect(await lost.watch(`${path}?watch=1&resourceVersion=${since}`).next()).toMatchObject({
      type: "ERROR",
      object: { code: 410 },
    });
    lost.close();
  });

  it("shifts the times that the server writes into objects", async () => {
    server.faults.skewClock(-86_400_000);
    const { body } = await client.post(path, { metadata: { name: "yesterday" } });
    expect(body.metadata.creationTimestamp).toBe("2025-12-31T00:00:00Z");
  });

  it("is added, seen and removed over the admin endpoint too", async () => {
    const added = await client.post("/client-ts-testing/faults", {
      match: { path: `/^${path}$/` },
      times: 5,
      fault: { type: "status", code: 500 },
    });
    expect((await client.get(path)).status).toBe(500);
    expect((await client.get("/client-ts-testing/faults")).body).toMatchObject([{ id: added.body.id, hits: 1 }]);
    await client.delete(`/client-ts-testing/faults/${added.body.id}`);
    expect((await client.get(path)).status).toBe(200);
    await client.post("/client-ts-testing/compact", {});
    expect((await client.get(`${path}?resourceVersion=2&resourceVersionMatch=Exact`)).status).toBe(410);
    expect((await client.get("/client-ts-testing/journal")).body.at(-1)).toMatchObject({
      type: "ADDED",
      key: "default/a",
    });
    expect((await client.request("GET", "/client-ts-testing/faults", undefined, { authorization: "" })).status).toBe(
      403,
    );
  });
});
