import { connect } from "node:http2";
import { parse } from "yaml";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeClock } from "client-ts/util";
import type { ApiServer } from "./index.ts";
import { SpecClient, serverForEach } from "./spec-client.ts";

const path = "/api/v1/namespaces/default/configmaps";
const admin = "/client-ts-testing";

let server: ApiServer;
let client: SpecClient;
let clock: FakeClock;
beforeEach(() => {
  clock = new FakeClock();
});
serverForEach(
  () => ({
    clock,
    objects: ["a", "b"].map((name) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } })),
  }),
  (started) => {
    ({ server, client } = started);
  },
);

describe("which requests a fault hits", () => {
  it.each([
    ["a method", { method: "PATCH" }, ["PATCH a"]],
    ["a verb", { verb: "get" }, ["GET a", "GET b"]],
    ["a name", { name: "a" }, ["GET a", "PATCH a"]],
    ["a namespace", { namespace: "default" }, ["GET a", "GET b", "GET list", "PATCH a"]],
    ["another namespace", { namespace: "shop" }, ["GET shop"]],
    ["a whole path", { path: `${path}/b` }, ["GET b"]],
    [
      "a pattern of the path, with a flag that remembers",
      { path: /configmaps\/[ab]$/g },
      ["GET a", "GET b", "PATCH a"],
    ],
    ["two things at once", { name: "a", method: "GET" }, ["GET a"]],
    ["everything", undefined, ["GET a", "GET b", "GET list", "GET shop", "PATCH a"]],
  ])("are those of %s", async (_what, match, expected) => {
    server.faults.add({ match }, { type: "status", code: 418 });
    const hit: string[] = [];
    const note = (what: string, status: number): void => {
      if (status === 418) hit.push(what);
    };
    for (const name of ["a", "b"]) note(`GET ${name}`, (await client.get(`${path}/${name}`)).status);
    note("GET list", (await client.get(path)).status);
    note("GET shop", (await client.get("/api/v1/namespaces/shop/configmaps")).status);
    note("PATCH a", (await client.patch(`${path}/a`, { data: {} })).status);
    expect(hit).toEqual(expected);
  });

  it("are those from its first millisecond to its last, counted from when it was added", async () => {
    await clock.advance(5_000);
    server.faults.add({ fromMs: 1_000, untilMs: 2_000 }, { type: "status", code: 418 });
    const codes: number[] = [];
    for (const step of [999, 1, 1_000, 1]) {
      await clock.advance(step);
      codes.push((await client.get(path)).status);
    }
    expect(codes).toEqual([200, 418, 418, 200]);
  });

  it("are counted by each fault for itself, and the first one that answers does", async () => {
    const first = server.faults.add({ times: 1 }, { type: "status", code: 500 });
    const second = server.faults.add({ times: 2 }, { type: "status", code: 503 });
    const codes: number[] = [];
    for (let n = 0; n < 3; n++) codes.push((await client.get(path)).status);
    expect(codes).toEqual([500, 503, 200]);
    expect([first.hits, second.hits]).toEqual([1, 2]);
  });

  it("are known to it although its time has not come: only a fault that nothing matched is a mistake", async () => {
    const early = server.faults.add(
      { match: { resource: "configmaps" }, fromMs: 1_000 },
      { type: "status", code: 418 },
    );
    const wrong = server.faults.add({ match: { resource: "configmap" } }, { type: "status", code: 418 });
    expect(server.faults.unmatched()).toEqual([early, wrong]);
    await client.get(path);
    expect(server.faults.unmatched()).toEqual([wrong]);
    wrong.remove();
  });

  it("are none after it was removed, alone or with all others", async () => {
    const [first, second, third] = [500, 501, 502].map((code) => server.faults.add({}, { type: "status", code }));
    expect(server.faults.list().map(({ id }) => id)).toEqual([first!.id, second!.id, third!.id]);
    server.faults.clear(first!.id);
    expect((await client.get(path)).status).toBe(501);
    second!.remove();
    second!.remove();
    expect((await client.get(path)).status).toBe(502);
    server.faults.clear();
    expect((await client.get(path)).status).toBe(200);
    expect(server.faults.list()).toEqual([]);
  });
});

describe("what a fault does", () => {
  it("answers with a reason and a text of its own, or with those of the code", async () => {
    const answer = async (fault: Parameters<typeof server.faults.add>[1]) => {
      server.faults.add({ times: 1 }, fault);
      return client.get(path);
    };
    expect((await answer({ type: "status", code: 409 })).body).toMatchObject({
      kind: "Status",
      status: "Failure",
      code: 409,
      reason: "Conflict",
      message: "injected fault: 409",
    });
    expect(
      (await answer({ type: "status", code: 418, reason: "Teapot", message: "short and stout" })).body,
    ).toMatchObject({ reason: "Teapot", message: "short and stout" });
    const unknown = await answer({ type: "status", code: 599 });
    expect([unknown.body.reason, unknown.headers["retry-after"]]).toEqual(["InternalError", undefined]);
    const plain = await answer({ type: "answer", code: 204 });
    expect([plain.status, plain.text, plain.headers["content-type"]]).toEqual([204, "", "text/plain"]);
  });

  it("waits before it answers when another fault of the request delays it", async () => {
    server.faults.add({ times: 1 }, { type: "status", code: 500 });
    server.faults.add({ times: 1 }, { type: "delay", ms: 1_000 });
    let status = 0;
    const answered = client.get(path).then((answer) => {
      status = answer.status;
    });
    while (clock.pending === 0) await clock.advance(0);
    await clock.advance(999);
    await client.get(path);
    expect(status).toBe(0);
    await clock.advance(1);
    await answered;
    expect(status).toBe(500);
  });

  it("breaks one stream off and leaves its connection, or ends the connection", async () => {
    const refused = async (): Promise<number> => (await client.get(path).catch(() => undefined))?.status ?? 0;
    server.faults.add({ times: 1 }, { type: "drop", how: "stream" });
    expect(await refused()).toBe(0);
    expect((await client.get(path)).status).toBe(200);
    expect(server.connectionCount).toBe(1);
    server.faults.add({ times: 1 }, { type: "drop", how: "end" });
    expect(await refused()).toBe(0);
    await expect.poll(() => server.connectionCount).toBe(0);
  });

  it("goes silent on the connection of the request and on no other", async () => {
    const other = new SpecClient(server);
    await other.get(path);
    server.faults.add({ times: 1 }, { type: "half-open" });
    let answered = false;
    const done = (): void => {
      answered = true;
    };
    void client.watch(path).status.then(done);
    while (server.faults.list()[0]!.hits === 0) await other.get("/version");
    void client.watch(`${path}?watch=1`).status.then(done);
    for (let n = 0; n < 5; n++) expect((await other.get(path)).status).toBe(200);
    expect([answered, server.connectionCount]).toEqual([false, 2]);
    other.close();
  });

  it("asks the client to move after it has answered", async () => {
    const ca = Buffer.from(parse(server.kubeconfig).clusters[0].cluster["certificate-authority-data"], "base64");
    const session = connect(server.url, { ca });
    const gone = new Promise<number>((resolve) => session.once("goaway", resolve));
    server.faults.add({ times: 1 }, { type: "goaway" });
    const stream = session.request({ ":path": path, authorization: `Bearer ${client.token}` });
    const status = new Promise((resolve) => stream.once("response", (headers) => resolve(headers[":status"])));
    stream.resume();
    expect(await gone).toBe(0);
    expect(await status).toBe(200);
    session.destroy();
  });

  it("holds a stream back for its time and lets everything go then, in order", async () => {
    server.faults.add({ match: { verb: "watch" } }, { type: "hold", ms: 5_000 });
    const watch = client.watch(`${path}?watch=1`);
    await watch.status;
    let isHeld = true;
    const first = watch.next().then((event) => ({ isHeld, name: event.object.metadata.name }));
    await client.post(path, { metadata: { name: "c" } });
    await clock.advance(4_999);
    await client.get(path);
    isHeld = false;
    await clock.advance(1);
    expect(await first).toEqual({ isHeld: false, name: "a" });
    for (const name of ["b", "c"]) expect((await watch.next()).object.metadata.name).toBe(name);
  });

  it("holds a whole answer back, not only a part of it", async () => {
    server.faults.add({ match: { verb: "list" }, times: 1 }, { type: "hold", ms: 1_000 });
    const held = client.get(path);
    await expect.poll(() => clock.pending, { interval: 1 }).toBe(1);
    const whole = await client.get(path);
    await clock.advance(1_000);
    expect((await held).text).toBe(whole.text);
  });

  it("reads some revisions behind, and a watch from there catches up", async () => {
    for (const n of ["1", "2"]) await client.patch(`${path}/a`, { data: { n } });
    const stale = server.faults.add({ match: { verb: "get" } }, { type: "stale" });
    expect((await client.get(`${path}/a`)).body.data).toEqual({ n: "1" });
    stale.remove();
    server.faults.add({ match: { verb: "watch" } }, { type: "stale", behind: 2 });
    const watch = client.watch(`${path}?watch=1&fieldSelector=metadata.name%3Da`);
    const seen: unknown[] = [];
    for (let n = 0; n < 3; n++) {
      const { type, object } = await watch.next();
      seen.push([type, object.data?.n]);
    }
    expect(seen).toEqual([
      ["ADDED", undefined],
      ["MODIFIED", "1"],
      ["MODIFIED", "2"],
    ]);
  });

  it("ends a watch before its first event, by an error with all its fields or without an error", async () => {
    const error = { type: "error-event", code: 429, message: "too much", retryAfterSeconds: 3 } as const;
    server.faults.add({ match: { verb: "watch" }, times: 1 }, error);
    const failing = client.watch(`${path}?watch=1`);
    expect(await failing.next()).toMatchObject({
      type: "ERROR",
      object: { code: 429, reason: "TooManyRequests", message: "too much", details: { retryAfterSeconds: 3 } },
    });
    expect(await failing.next()).toBeUndefined();
    server.faults.add({ match: { verb: "watch" }, times: 1 }, { type: "end" });
    expect(await client.watch(`${path}?watch=1`).next()).toBeUndefined();
  });

  it("repeats each event of a watch where it stands, and counts the repeated ones", async () => {
    server.faults.add({ match: { verb: "watch" } }, { type: "end", afterEvents: 3 });
    server.faults.add({ match: { verb: "watch" } }, { type: "duplicate" });
    const watch = client.watch(`${path}?watch=1`);
    const names: (string | undefined)[] = [];
    for (let event = await watch.next(); event !== undefined; event = await watch.next())
      names.push(event.object.metadata.name);
    expect(names).toEqual(["a", "a", "b"]);
  });

  it("puts other bytes before what follows, and sends that whole", async () => {
    const whole = (await client.get(path)).bytes;
    server.faults.add({ times: 1 }, { type: "garbage", afterBytes: 10 });
    const { bytes, headers } = await client.get(path);
    expect(bytes.length).toBeGreaterThan(whole.length);
    expect(headers["content-length"]).toBe(String(bytes.length));
    expect(bytes.subarray(0, 10)).toEqual(whole.subarray(0, 10));
    expect(bytes.subarray(-(whole.length - 10))).toEqual(whole.subarray(10));
  });

  it("skews the time that is written, not the time that passes", async () => {
    server.faults.skewClock(3_600_000);
    expect((await client.post(path, { metadata: { name: "late" } })).body.metadata.creationTimestamp).toBe(
      "2026-01-01T01:00:00Z",
    );
    let status = 0;
    void client.get(`${path}?resourceVersion=999999`).then((answer) => {
      status = answer.status;
    });
    while (clock.pending === 0) await clock.advance(0);
    server.faults.skewClock(-3_600_000);
    await clock.advance(2_900);
    expect(status).toBe(0);
    for (let n = 0; n < 20 && status === 0; n++) await clock.advance(105);
    expect(status).toBe(504);
    server.faults.skewClock(0);
    expect((await client.post(path, { metadata: { name: "on-time" } })).body.metadata.creationTimestamp).toBe(
      "2026-01-01T00:00:03Z",
    );
  });
});

describe("the admin endpoint", () => {
  it("is not hit by faults itself", async () => {
    server.faults.add({}, { type: "status", code: 500 });
    expect((await client.get(path)).status).toBe(500);
    expect((await client.request("DELETE", `${admin}/faults`)).status).toBe(200);
    expect((await client.get(path)).status).toBe(200);
  });

  it("skews the clock, compacts up to a revision, and shows a snapshot", async () => {
    await client.post(`${admin}/skew`, { ms: 60_000 });
    const { body } = await client.post(path, { metadata: { name: "c" } });
    expect(body.metadata.creationTimestamp).toBe("2026-01-01T00:01:00Z");
    const { revision } = server;
    await client.post(path, { metadata: { name: "d" } });
    await client.post(`${admin}/compact`, { revision });
    expect((await client.watch(`${path}?watch=1&resourceVersion=${revision}`).next()).object.metadata.name).toBe("d");
    const older = String(Number(revision) - 1);
    expect((await client.watch(`${path}?watch=1&resourceVersion=${older}`).next()).object.code).toBe(410);
    expect((await client.get(`${admin}/snapshot`)).body).toEqual(JSON.parse(JSON.stringify(server.snapshot())));
  });

  it("cuts connections and restarts without the history, after it has answered", async () => {
    const { revision } = server;
    await client.post(path, { metadata: { name: "c" } });
    expect((await client.post(`${admin}/cut`, {})).status).toBe(200);
    await expect.poll(() => server.connectionCount).toBe(0);
    const second = new SpecClient(server);
    expect((await second.watch(`${path}?watch=1&resourceVersion=${revision}`).next()).type).toBe("ADDED");
    expect((await second.post(`${admin}/restart`, { history: "lost" })).status).toBe(200);
    await expect.poll(() => server.connectionCount).toBe(0);
    const firstEvent = async (): Promise<string | undefined> => {
      const third = new SpecClient(server);
      const event = await third.watch(`${path}?watch=1&resourceVersion=${revision}`).next();
      third.close();
      return event?.type;
    };
    await expect.poll(firstEvent).toBe("ERROR");
  });

  it.each([
    ["POST", "faults", "no JSON", 400, "the body is not JSON"],
    ["POST", "faults", "[]", 400, "the body must be a JSON object"],
    ["POST", "faults", "{}", 400, "a fault needs a type"],
    [
      "POST",
      "faults",
      JSON.stringify({ match: { path: `/${"x".repeat(200)}/` }, fault: { type: "end" } }),
      400,
      "a path pattern has 200 characters at most",
    ],
    ["GET", "nonsense", undefined, 404, 'admin "nonsense" not found'],
  ])("refuses %s %s with the body %s", async (method, what, body, code, message) => {
    const answer = await client.request(method, `${admin}/${what}`, body);
    expect(answer.body).toMatchObject({ code, message });
    expect(server.faults.list()).toEqual([]);
  });
});
