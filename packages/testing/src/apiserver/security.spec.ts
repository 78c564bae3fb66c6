import { request } from "node:http";
import { connect } from "node:net";
import { request as requestTls } from "node:https";
import { networkInterfaces } from "node:os";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "./index.ts";
import { SpecClient } from "./spec-client.ts";

function get(server: ApiServer, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${server.url}/api/v1/namespaces`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });
}

describe("who may talk to the in-memory server", () => {
  it("listens on loopback alone, refuses a foreign Host or Origin, and needs a token (SEC-20)", async () => {
    const server = await startApiServer({ tls: false });
    const port = new URL(server.url).port;
    const authorization = `Bearer ${parse(server.kubeconfig).users[0].user.token}`;
    expect(await get(server, { authorization })).toBe(200);
    expect(await get(server, { authorization, host: `localhost:${port}` })).toBe(200);
    expect(await get(server, { authorization, host: "evil.example:80" })).toBe(403);
    expect(await get(server, { authorization, origin: "http://evil.example" })).toBe(403);
    expect(await get(server, { authorization, origin: `http://127.0.0.1:${port}.evil.example` })).toBe(403);
    expect(await get(server, { authorization, origin: `http://127.0.0.1:${port}@evil.example` })).toBe(403);
    expect(await get(server, { authorization, origin: "null" })).toBe(403);
    expect(await get(server, { authorization, origin: server.url })).toBe(200);
    expect(await get(server, {})).toBe(403);
    expect(await get(server, { authorization: "Bearer wrong" })).toBe(401);
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((one) => one !== undefined && !one.internal && one.family === "IPv4");
    if (outside !== undefined) {
      const refused = await new Promise((resolve) => {
        const socket = connect(Number(port), outside.address);
        socket.once("error", () => resolve(true)).once("connect", () => resolve(false));
      });
      expect(refused).toBe(true);
    }
    await server.close();
  });

  it("knows users by their client certificates", async () => {
    const server = await startApiServer();
    const config = parse(server.userKubeconfig("jane", ["dev"]));
    const decode = (text: string): Buffer => Buffer.from(text, "base64");
    const { user } = config.users[0];
    const text = await new Promise<string>((resolve, reject) => {
      const body = "{}";
      const call = requestTls(
        `${server.url}/apis/authentication.k8s.io/v1/selfsubjectreviews`,
        {
          method: "POST",
          ca: decode(config.clusters[0].cluster["certificate-authority-data"]),
          cert: decode(user["client-certificate-data"]),
          key: decode(user["client-key-data"]),
          headers: { "content-type": "application/json" },
        },
        (response) => {
          let all = "";
          response.setEncoding("utf8").on("data", (chunk: string) => {
            all += chunk;
          });
          response.on("end", () => resolve(all));
        },
      );
      call.on("error", reject).end(body);
    });
    expect(JSON.parse(text).status.userInfo).toEqual({ username: "jane", groups: ["dev", "system:authenticated"] });
    await server.close();
  });

  it("refuses what a rule denies, in the real server's words, and acts as the impersonated user", async () => {
    const server = await startApiServer({
      deny: ({ user, verb, resource }) => user.name === "bob" && verb === "list" && resource === "secrets",
    });
    const client = new SpecClient(server);
    expect((await client.get("/api/v1/namespaces/default/secrets")).status).toBe(200);
    const denied = await client.get("/api/v1/namespaces/default/secrets", { "impersonate-user": "bob" });
    expect(denied.body).toMatchObject({
      code: 403,
      reason: "Forbidden",
      message:
        'secrets is forbidden: User "bob" cannot list resource "secrets" in API group "" in the namespace "default"',
    });
    const review = await client.post(
      "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
      { spec: { resourceAttributes: { verb: "list", resource: "secrets" } } },
      { "impersonate-user": "bob" },
    );
    expect(review.body.status.allowed).toBe(false);
    client.close();
    await server.close();
  });
});
