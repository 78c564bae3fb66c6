import { describe, expect, it, onTestFinished } from "vitest";
import {
  CachedOpenApiClient,
  groupVersionToOpenApiPath,
  isGroupVersionNotFound,
  newDiscoveryClient,
  openApiPathToGroupVersion,
  newOpenApiRoot,
  type OpenApiGroupVersion,
  type OpenApiRoot,
} from "./index.ts";
import { type Answer, failure, type SeenRequest, startServer, type TestServer } from "./test-support/server.ts";

async function serving(
  answer: (request: SeenRequest) => Answer,
  base = "",
): Promise<{ server: TestServer; root: OpenApiRoot }> {
  const server = await startServer(answer);
  const client = newDiscoveryClient({ host: `${server.url}${base}` });
  onTestFinished(() => server[Symbol.asyncDispose]());
  onTestFinished(() => client.rest.close());
  return { server, root: newOpenApiRoot(client.openAPIV3()) };
}

const pathsOf = (urls: Record<string, string>): Answer => ({
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: {
    paths: Object.fromEntries(Object.entries(urls).map(([path, serverRelativeURL]) => [path, { serverRelativeURL }])),
  },
});

describe("OpenAPI v3", () => {
  it("knows the group version of a path and the path of a group version (B383)", () => {
    expect(groupVersionToOpenApiPath("v1")).toBe("api/v1");
    expect(groupVersionToOpenApiPath("apps/v1")).toBe("apis/apps/v1");
    expect(openApiPathToGroupVersion("api/v1")).toBe("v1");
    expect(openApiPathToGroupVersion("apis/apps/v1")).toBe("apps/v1");
    for (const none of ["api", "apis", "apis/apps", "version", "logs/", ".well-known/openid-configuration"]) {
      expect(openApiPathToGroupVersion(none)).toBeUndefined();
    }
  });

  it("lists group versions in order, and throws a typed error for an unknown one (B383)", async () => {
    const { root, server } = await serving((request) =>
      request.path === "/openapi/v3"
        ? pathsOf({
            "apis/batch/v1": "/openapi/v3/apis/batch/v1?hash=2",
            "api/v1": "/openapi/v3/api/v1?hash=1",
            version: "/openapi/v3/version",
          })
        : { body: { openapi: "3.0.0", info: { title: request.url } } },
    );
    expect(await root.groupVersions()).toEqual(["batch/v1", "v1"]);
    expect((await root.groupVersionSpec("batch/v1")).info?.title).toBe("/openapi/v3/apis/batch/v1?hash=2");
    expect(server.seen.at(-1)?.headers.accept).toBe("application/json");
    await expect(root.groupVersionSpec("apps/v1")).rejects.toSatisfy(isGroupVersionNotFound);
    await expect(root.groupVersionSpec("apps/v1")).rejects.toThrow("apps/v1");
  });

  it("keeps the base path that the server does not know, and takes any other path as it is (B383)", async () => {
    const { root, server } = await serving(
      (request) =>
        request.path === "/cluster/one/openapi/v3"
          ? pathsOf({
              "api/v1": "/openapi/v3/api/v1?hash=1",
              "apis/apps/v1": "/cluster/one/openapi/v3/apis/apps/v1?hash=2",
              "apis/x/v1": "/docs/x/v1",
            })
          : { body: {} },
      "/cluster/one",
    );
    for (const groupVersion of ["v1", "apps/v1", "x/v1"]) await root.groupVersionSpec(groupVersion);
    expect(server.seen.map(({ url }) => url).filter((url) => url !== "/cluster/one/openapi/v3")).toEqual([
      "/cluster/one/openapi/v3/api/v1?hash=1",
      "/cluster/one/openapi/v3/apis/apps/v1?hash=2",
      "/docs/x/v1",
    ]);
  });

  it("asks below the base path as it is written, also when the server knows of it", async () => {
    const { root, server } = await serving(
      (request) =>
        request.path === "/k8s/c%2Fx/openapi/v3"
          ? pathsOf({
              "api/v1": "/openapi/v3/api/v1?hash=1",
              "apis/apps/v1": "/k8s/c%2Fx/openapi/v3/apis/apps/v1?hash=2",
              "apis/x/v1": "/k8s/c%2Fxyz/x/v1",
            })
          : { body: {} },
      "/k8s/c%2Fx",
    );
    for (const groupVersion of ["v1", "apps/v1"]) await root.groupVersionSpec(groupVersion);
    await expect(root.groupVersionSpec("x/v1")).rejects.toMatchObject({ kind: "InvalidArgument" });
    expect(server.seen.map(({ url }) => url).filter((url) => !url.endsWith("/v3"))).toEqual([
      "/k8s/c%2Fx/openapi/v3/api/v1?hash=1",
      "/k8s/c%2Fx/openapi/v3/apis/apps/v1?hash=2",
    ]);
  });

  it("refuses documents at addresses that are not paths of this server (SEC-21)", async () => {
    for (const hostile of ["http://10.0.0.1/x", "//10.0.0.1/x", "x", ""]) {
      const { root, server } = await serving(() => pathsOf({ "api/v1": hostile }));
      await expect(root.groupVersionSpec("v1")).rejects.toMatchObject({ kind: "Protocol" });
      expect(server.seen).toHaveLength(1);
    }
    const { root, server } = await serving(() =>
      pathsOf({ "api/v1": "/openapi/v3/../../api/v1/secrets", "apis/x/v1": "/openapi/v3/%2e%2e/x" }),
    );
    for (const groupVersion of ["v1", "x/v1"])
      await expect(root.groupVersionSpec(groupVersion)).rejects.toMatchObject({ kind: "InvalidArgument" });
    expect(server.seen.every(({ path }) => path === "/openapi/v3")).toBe(true);
  });

  it("does not remember failures", async () => {
    let broken = true;
    const { server } = await serving(() =>
      broken ? failure(403, "Forbidden") : pathsOf({ "api/v1": "/openapi/v3/api/v1" }),
    );
    const client = newDiscoveryClient({ host: server.url });
    onTestFinished(() => client.rest.close());
    const cached = new CachedOpenApiClient(client.openAPIV3());
    await expect(cached.paths()).rejects.toMatchObject({ code: 403 });
    broken = false;
    expect([...(await cached.paths()).keys()]).toEqual(["api/v1"]);
  });

  it("goes on for the others when the caller that asked first gives up", async () => {
    const leaving = new AbortController();
    const held: (() => void)[] = [];
    const { server } = await serving((request) => (response) => {
      const body =
        request.path === "/openapi/v3" ? { paths: { "api/v1": { serverRelativeURL: "/openapi/v3/api/v1" } } } : {};
      held.push(() => response.end(JSON.stringify(body)));
    });
    const client = newDiscoveryClient({ host: server.url });
    onTestFinished(() => client.rest.close());
    const cached = new CachedOpenApiClient(client.openAPIV3());
    const both = async <T>(ask: (signal?: AbortSignal) => Promise<T>): Promise<T> => {
      const left = ask(leaving.signal);
      const stays = ask();
      await expect.poll(() => held.length).toBe(1);
      leaving.abort();
      await expect(left).rejects.toMatchObject({ kind: "Aborted" });
      held.shift()?.();
      return stays;
    };
    const paths = await both((signal) => cached.paths({ signal }));
    expect([...paths.keys()]).toEqual(["api/v1"]);
    const stays = paths.get("api/v1")?.schema();
    await expect(paths.get("api/v1")?.schema({ signal: leaving.signal })).rejects.toMatchObject({ kind: "Aborted" });
    await expect.poll(() => held.length).toBe(1);
    held.shift()?.();
    expect(String(await stays)).toBe("{}");
    expect(server.seen).toHaveLength(2);
  });

  it("keeps a document by its content type, and asks again for one that failed", async () => {
    let broken = true;
    const asked: string[] = [];
    const document: OpenApiGroupVersion = {
      serverRelativeURL: "/x",
      schema: async ({ contentType = "application/json" } = {}) => {
        asked.push(contentType);
        if (broken) throw new Error("broken");
        return Buffer.from(contentType);
      },
    };
    const cached = new CachedOpenApiClient({ paths: async () => new Map([["api/v1", document]]) });
    const { schema } = (await cached.paths()).get("api/v1") as OpenApiGroupVersion;
    await expect(schema()).rejects.toThrow("broken");
    broken = false;
    for (const contentType of [undefined, "application/json", "text/yaml", "text/yaml"])
      expect(String(await schema({ contentType }))).toBe(contentType ?? "application/json");
    expect(asked).toEqual(["application/json", "application/json", "text/yaml"]);
  });
});
