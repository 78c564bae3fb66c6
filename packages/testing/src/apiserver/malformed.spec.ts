import { connect } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "./index.ts";
import { SpecClient, serverForAll } from "./spec-client.ts";

const path = "/api/v1/namespaces/default/configmaps";

describe("a malformed request to the in-memory server", () => {
  let server: ApiServer;
  let client: SpecClient;

  serverForAll({}, (started) => {
    ({ server, client } = started);
  });
  afterAll(async () => {
    expect((await client.get("/healthz")).text).toBe("ok");
  });

  it.each([
    ["cut-off JSON", "POST", path, "{", "application/json", 400],
    ["no JSON", "POST", path, "nope", "application/json", 400],
    ["an empty body", "POST", path, "", "application/json", 400],
    ["a list", "POST", path, "[]", "application/json", 400],
    [
      "a wrong kind",
      "POST",
      path,
      '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"z"}}',
      "application/json",
      400,
    ],
    [
      "a wrong version",
      "POST",
      path,
      '{"apiVersion":"apps/v1","kind":"ConfigMap","metadata":{"name":"z"}}',
      "application/json",
      400,
    ],
    ["a number for a text", "POST", path, '{"metadata":{"name":"z"},"data":{"k":1}}', "application/json", 400],
    ["metadata that is a text", "POST", path, '{"metadata":"z"}', "application/json", 400],
    ["an unknown content type", "POST", path, "x", "text/plain", 415],
    ["broken protobuf", "POST", path, "k8s\u0000\u000a\uffff", "application/vnd.kubernetes.protobuf", 400],
    [
      "an alias bomb in YAML",
      "POST",
      path,
      `a: &a [x,x]\n${Array.from({ length: 20 }, (_, n) => `b${n}: &b${n} [${"*a,".repeat(9)}*a]`).join("\n")}`,
      "application/yaml",
      400,
    ],
    ["no patch type", "PATCH", `${path}/x`, "{}", "application/json", 415],
    ["a JSON patch that is an object", "PATCH", `${path}/kube`, "{}", "application/json-patch+json", 400],
    ["a merge patch that is a list", "PATCH", `${path}/kube`, "[]", "application/merge-patch+json", 400],
    ["a PUT to a collection", "PUT", path, "{}", "application/json", 405],
    ["a POST to an object", "POST", `${path}/x`, "{}", "application/json", 405],
  ])("gets the real server's code for %s", async (_what, method, where, body, type, code) => {
    if (where.endsWith("/kube")) server.apply({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "kube" } });
    const answer = await client.request(method, where, body, { "content-type": type });
    expect(answer.status).toBe(code);
    expect(answer.body).toMatchObject({ kind: "Status", status: "Failure", code });
  });

  it.each([
    [
      "labels",
      `${path}?labelSelector=${encodeURIComponent("a in (")}`,
      400,
      "unable to parse requirement: found '', expected: ',', ')' or identifier",
    ],
    ["fields", `${path}?fieldSelector=foo`, 400, "invalid selector: 'foo'; can't understand 'foo'"],
    ["limit", `${path}?limit=many`, 400, 'strconv.ParseInt: parsing "many": invalid syntax'],
    ["continue", `${path}?continue=xyz`, 400, "invalid continue token: continue key is not valid"],
    ["name", `${path}/%2e%2e`, 400, `Name parameter invalid: "..": may not be '..'`],
    ["name with percent", `${path}/a%25b`, 400, `Name parameter invalid: "a%b": may not contain '%'`],
  ])("says what is wrong with %s", async (_what, where, code, message) => {
    expect((await client.get(where)).body).toMatchObject({ code, message });
  });

  it("leads nowhere with tricks in the path", async () => {
    for (const where of [
      "/api/v1/../v1/secrets",
      "/api//v1/secrets",
      "/apis/foo/v1/bars",
      "/api/v1/namespaces/default/secrets/a/b/c",
      "/%zz",
      "/api/v1/foos",
    ]) {
      expect((await client.get(where)).status).toBe(404);
    }
  });

  it("is refused with 413 above 3 MiB, also at 10 MB, and when the object is too big to store", async () => {
    const big = (size: number): object => ({ metadata: { name: "big" }, data: { a: "x".repeat(size) } });
    expect((await client.post(path, big(10_000_000))).body).toMatchObject({
      code: 413,
      reason: "RequestEntityTooLarge",
      message: "Request entity too large: limit is 3145728",
    });
    expect((await client.post(path, big(2_000_000))).status).toBeGreaterThanOrEqual(400);
  });

  it("survives 100,000 levels of nesting", async () => {
    const deep = `{"metadata":{"name":"deep"},"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect((await client.post(path, deep)).status).toBe(400);
    expect((await client.patch(`${path}/kube`, deep)).status).toBe(400);
  });

  it("survives bytes that are not HTTP at all", async () => {
    const plain = await startApiServer({ tls: false });
    const socket = connect(Number(new URL(plain.url).port), "127.0.0.1");
    socket.write("\u0000\u0001garbage\r\n\r\n");
    await new Promise((resolve) => socket.once("close", resolve).resume());
    const check = new SpecClient(plain);
    expect((await check.get("/healthz")).text).toBe("ok");
    check.close();
    await plain.close();
  });
});
