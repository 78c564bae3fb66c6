import { describe, expect, it, onTestFinished } from "vitest";
import { AbortedError, ProtocolError, TimeoutError, TransportError } from "../errors/index.ts";
import {
  type Discovery,
  EmptyGroupVersionError,
  GroupVersionNotCachedError,
  newMemoryCachedDiscovery,
  type MemoryCachedDiscovery,
  newDiscoveryClient,
  StaleGroupVersionError,
} from "./index.ts";
import { type Answer, failure, type SeenRequest, startServer, type TestServer } from "./test-support/server.ts";
import { discoveryAnswer, resource, type Served } from "./test-support/served.ts";

async function cached(
  answer: (request: SeenRequest) => Answer,
): Promise<{ server: TestServer; cache: MemoryCachedDiscovery }> {
  const server = await startServer(answer);
  const client = newDiscoveryClient({ host: server.url });
  onTestFinished(() => server[Symbol.asyncDispose]());
  onTestFinished(() => client.rest.close());
  return { server, cache: newMemoryCachedDiscovery(client) };
}

const cluster: Served = {
  "": [{ version: "v1", resources: [resource("pods", "Pod")] }],
  apps: [{ version: "v1", resources: [resource("deployments", "Deployment")] }],
};
const count = (server: TestServer, path: string): number => server.seen.filter((one) => one.path === path).length;

describe("MemoryCachedDiscovery", () => {
  it("asks once for all callers at the same time, and again after it was invalidated (B366)", async () => {
    let served = cluster;
    const { server, cache } = await cached((request) => discoveryAnswer(served, request));
    expect(cache.fresh).toBe(false);
    await Promise.all([
      cache.serverGroups(),
      cache.serverResourcesForGroupVersion("v1"),
      cache.serverPreferredResources(),
    ]);
    expect(cache.fresh).toBe(true);
    expect(server.seen).toHaveLength(2);
    served = { ...cluster, batch: [{ version: "v1", resources: [resource("jobs", "Job")] }] };
    await expect(cache.serverResourcesForGroupVersion("batch/v1")).rejects.toBeInstanceOf(GroupVersionNotCachedError);
    expect(server.seen).toHaveLength(2);
    cache.invalidate();
    expect(cache.fresh).toBe(false);
    expect((await cache.serverResourcesForGroupVersion("batch/v1")).resources).toHaveLength(1);
    expect(server.seen).toHaveLength(4);
  });

  it("is not fresh after a load that failed, and tries again on the next call (B367)", async () => {
    let broken = true;
    const { cache } = await cached((request) =>
      broken ? failure(500, "InternalError") : discoveryAnswer(cluster, request),
    );
    await expect(cache.serverGroups()).rejects.toMatchObject({ kind: "Status", code: 500 });
    expect(cache.fresh).toBe(false);
    broken = false;
    expect((await cache.serverGroups()).groups).toHaveLength(2);
    expect(cache.fresh).toBe(true);
  });

  it("keeps an error that will not pass until it is invalidated (B368)", async () => {
    let broken = true;
    const served = (): Served => ({
      ...cluster,
      apps: broken ? [{ version: "v1", answer: () => failure(403, "Forbidden") }] : cluster["apps"]!,
    });
    const { server, cache } = await cached((request) => discoveryAnswer(served(), request, { aggregated: false }));
    await expect(cache.serverResourcesForGroupVersion("apps/v1")).rejects.toMatchObject({ code: 403 });
    expect(await cache.serverResourcesForGroupVersion("v1")).toBeDefined();
    broken = false;
    await expect(cache.serverResourcesForGroupVersion("apps/v1")).rejects.toMatchObject({ code: 403 });
    expect(count(server, "/apis/apps/v1")).toBe(1);
    cache.invalidate();
    expect((await cache.serverResourcesForGroupVersion("apps/v1")).resources).toHaveLength(1);
  });

  it.each([503, 429])("asks again for a group version that answered %i, at the next reading (B369)", async (code) => {
    let broken = true;
    const served = (): Served => ({
      ...cluster,
      apps: broken ? [{ version: "v1", answer: () => failure(code, "") }] : cluster["apps"]!,
    });
    const { server, cache } = await cached((request) => discoveryAnswer(served(), request, { aggregated: false }));
    await cache.serverGroups();
    await expect(cache.serverResourcesForGroupVersion("apps/v1")).rejects.toMatchObject({ code });
    broken = false;
    expect((await cache.serverResourcesForGroupVersion("apps/v1")).resources).toHaveLength(1);
    const asked = count(server, "/apis/apps/v1");
    await cache.serverResourcesForGroupVersion("apps/v1");
    expect(count(server, "/apis/apps/v1")).toBe(asked);
    expect(count(server, "/api")).toBe(1);
  });

  it("keeps no error of a first caller that gives up, and stops asking when no caller waits (B370)", async () => {
    const controller = new AbortController();
    let hang = true;
    let hungUp: (() => void) | undefined;
    const ended = new Promise<void>((resolve) => {
      hungUp = resolve;
    });
    const { cache } = await cached((request) => {
      if (!hang) return discoveryAnswer(cluster, request);
      controller.abort();
      return (response) => response.on("close", () => hungUp?.());
    });
    await expect(cache.serverGroups({ signal: controller.signal })).rejects.toMatchObject({ kind: "Aborted" });
    await ended;
    hang = false;
    expect(cache.fresh).toBe(false);
    expect((await cache.serverGroups()).groups).toHaveLength(2);
  });

  it("goes on for the others when one of several callers gives up", async () => {
    const controller = new AbortController();
    let release: (() => void) | undefined;
    const { cache } = await cached((request) => {
      const answer = discoveryAnswer(cluster, request) as { headers: Record<string, string>; body: object };
      if (request.path !== "/api") return answer;
      return (response) => {
        release = () => response.writeHead(200, answer.headers).end(JSON.stringify(answer.body));
        controller.abort();
      };
    });
    const first = cache.serverGroups({ signal: controller.signal });
    const second = cache.serverGroups();
    await expect(first).rejects.toMatchObject({ kind: "Aborted" });
    release?.();
    expect((await second).groups).toHaveLength(2);
  });

  it("does not take for new what was asked before it was invalidated", async () => {
    let release: (() => void) | undefined;
    const { server, cache } = await cached((request) => {
      const answer = discoveryAnswer(cluster, request) as { headers: Record<string, string>; body: object };
      if (request.path !== "/api" || server.seen.length > 1) return answer;
      return (response) => {
        release = () => response.writeHead(200, answer.headers).end(JSON.stringify(answer.body));
        cache.invalidate();
        release();
      };
    });
    expect((await cache.serverGroups()).groups).toHaveLength(2);
    expect(cache.fresh).toBe(false);
    await cache.serverGroups();
    expect(server.seen).toHaveLength(4);
  });

  it("keeps OpenAPI paths and documents until it is invalidated (B371)", async () => {
    const { server, cache } = await cached((request) => {
      if (request.path === "/openapi/v3")
        return { body: { paths: { "apis/apps/v1": { serverRelativeURL: "/openapi/v3/apis/apps/v1?hash=1" } } } };
      return { body: { openapi: "3.0.0" } };
    });
    for (let i = 0; i < 3; i++) {
      const document = (await cache.openAPIV3().paths()).get("apis/apps/v1");
      expect((await document!.schema()).toString()).toBe('{"openapi":"3.0.0"}');
    }
    expect(server.seen.map(({ url }) => url)).toEqual(["/openapi/v3", "/openapi/v3/apis/apps/v1?hash=1"]);
    cache.invalidate();
    await (await cache.openAPIV3().paths()).get("apis/apps/v1")!.schema();
    expect(server.seen).toHaveLength(4);
  });

  it.each([true, false])(
    "works with aggregation %s, and remembers stale and empty group versions as errors (B372)",
    async (aggregated) => {
      const served: Served = { ...cluster, dead: [{ version: "v1", stale: true }], empty: [{ version: "v1" }] };
      const { server, cache } = await cached((request) => discoveryAnswer(served, request, { aggregated }));
      const { groups, resources, error } = await cache.serverGroupsAndResources();
      expect(groups.map(({ name }) => name)).toEqual(["", "apps", "dead", "empty"]);
      expect(resources.filter((list) => list.resources.length > 0).map((list) => list.groupVersion)).toEqual([
        "v1",
        "apps/v1",
      ]);
      expect(error!.groups.has("dead/v1")).toBe(true);
      if (aggregated) {
        expect(server.seen).toHaveLength(2);
        await expect(cache.serverResourcesForGroupVersion("dead/v1")).rejects.toBeInstanceOf(StaleGroupVersionError);
        expect((await cache.groupsAndMaybeResources()).resources?.size).toBe(3);
      } else {
        await expect(cache.serverResourcesForGroupVersion("empty/v1")).rejects.toBeInstanceOf(EmptyGroupVersionError);
        expect((await cache.groupsAndMaybeResources()).resources).toBeUndefined();
      }
    },
  );

  it.each<[string, Error, boolean]>([
    ["a connection that broke", new TransportError("cut", { code: "reset" }), true],
    ["a time that was over", new TimeoutError("too long"), true],
    ["a caller that gave up", new AbortedError("left"), true],
    ["a certificate that is not trusted", new TransportError("tls", { code: "tls" }), false],
    ["a client that was closed", new TransportError("closed", { code: "closed" }), false],
    ["an answer that makes no sense", new ProtocolError("odd"), false],
  ])("asks again after %s only when that may help (B368, B369)", async (_what, error, again) => {
    let asked = 0;
    const cache = newMemoryCachedDiscovery({
      serverGroups: async () => ({
        groups: [{ name: "apps", versions: [{ groupVersion: "apps/v1", version: "v1" }] }],
      }),
      serverResourcesForGroupVersion: async () => {
        if (++asked === 1) throw error;
        return { groupVersion: "apps/v1", resources: [resource("deployments", "Deployment")] };
      },
    } as unknown as Discovery);
    await cache.serverGroups();
    const reading = cache.serverResourcesForGroupVersion("apps/v1");
    if (again) expect((await reading).resources).toHaveLength(1);
    else await expect(reading).rejects.toBe(error);
    expect(asked).toBe(again ? 2 : 1);
  });
});
