import { describe, expect, it, onTestFinished } from "vitest";
import { type Answer, failure, type SeenRequest, startServer, type TestServer } from "./test-support/server.ts";
import { isForbidden, isNotFound } from "../errors/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { FakeClock } from "../util/index.ts";
import {
  type DiscoveryClient,
  type DiscoveryClientOptions,
  groupsAndResources,
  isGroupDiscoveryFailed,
  newDiscoveryClient,
  StaleGroupVersionError,
} from "./index.ts";
import { aggregatedType, discoveryAnswer, resource, type Served, startDiscovery } from "./test-support/served.ts";
import { eventually } from "../util/test-support/eventually.ts";

function ask(
  server: TestServer,
  options: DiscoveryClientOptions = {},
  config: Partial<RestConfig> = {},
): DiscoveryClient {
  const client = newDiscoveryClient({ host: server.url, ...config }, options);
  onTestFinished(() => client.rest.close());
  return client;
}

async function serve(served: Served, options?: { aggregated?: boolean | undefined }): Promise<TestServer> {
  const server = await startDiscovery(served, options);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

async function answering(answer: (request: SeenRequest) => Answer): Promise<TestServer> {
  const server = await startServer(answer);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

const paths = (server: TestServer): string[] => server.seen.map(({ path }) => path).sort();

const cluster: Served = {
  "": [
    {
      version: "v1",
      resources: [
        resource("pods", "Pod"),
        resource("pods/status", "Pod"),
        resource("nodes", "Node", { namespaced: false }),
      ],
    },
  ],
  apps: [
    {
      version: "v1",
      resources: [
        resource("deployments", "Deployment"),
        resource("deployments/scale", "Scale", { singularName: "deployment", group: "autoscaling", version: "v1" }),
      ],
    },
    { version: "v1beta1", resources: [resource("deployments", "Deployment"), resource("oldies", "Oldie")] },
  ],
};

describe("DiscoveryClient", () => {
  it("gives a lone core group, and rejects when everything is missing or forbidden (B354)", async () => {
    const server = await serve({ "": [{ version: "v1" }] }, { aggregated: false });
    const { groups } = await ask(server).serverGroups();
    expect(groups).toEqual([
      {
        name: "",
        versions: [{ groupVersion: "v1", version: "v1" }],
        preferredVersion: { groupVersion: "v1", version: "v1" },
      },
    ]);
    await expect(ask(await answering(() => failure(404, "NotFound"))).serverGroups()).rejects.toSatisfy(isNotFound);
    await expect(ask(await answering(() => failure(403, "Forbidden"))).serverGroups()).rejects.toSatisfy(isForbidden);
  });

  it("tolerates a missing core group (B355)", async () => {
    const { apps } = cluster;
    for (const aggregated of [true, false]) {
      const server = await serve({ apps: apps! }, { aggregated });
      const { groups } = await ask(server).serverGroups();
      expect(groups.map(({ name }) => name)).toEqual(["apps"]);
      expect((await ask(server).serverGroupsAndResources()).resources).toHaveLength(2);
    }
  });

  it("rejects when /apis is not there (B356)", async () => {
    const server = await answering((request) =>
      request.path === "/apis" ? failure(404, "NotFound") : discoveryAnswer(cluster, request),
    );
    await expect(ask(server).serverGroups()).rejects.toSatisfy(isNotFound);
  });

  it("gives a request 32 seconds by default (B357)", async () => {
    const clock = new FakeClock();
    const server = await answering(() => () => {});
    const pending = ask(server, {}, { clock }).serverVersion();
    pending.catch(() => {});
    await eventually(() => server.seen.length >= 1);
    await clock.advance(31_999);
    expect(await Promise.race([pending, "waiting"])).toBe("waiting");
    await clock.advance(1);
    await expect(pending).rejects.toMatchObject({ kind: "Timeout", message: expect.stringContaining("32000 ms") });
    const short = ask(server, {}, { clock, timeoutMs: 500 }).serverVersion();
    short.catch(() => {});
    await eventually(() => server.seen.length >= 2);
    await clock.advance(500);
    await expect(short).rejects.toMatchObject({ kind: "Timeout", message: expect.stringContaining("500 ms") });
  });

  it("sends 300 requests at once when only a rate is set", async () => {
    const server = await serve(cluster);
    const client = ask(server, {}, { qps: 0.001, clock: new FakeClock() });
    for (let i = 0; i < 150; i++) await client.serverGroups();
    expect(server.seen).toHaveLength(300);
  });

  it("tries twice when a part fails (B358)", async () => {
    let failures = 1;
    const served = (): Served => ({
      ...cluster,
      batch: [
        {
          version: "v1",
          answer: () =>
            failures-- > 0
              ? failure(500, "InternalError")
              : { body: { groupVersion: "batch/v1", resources: [resource("jobs", "Job")] } },
        },
      ],
    });
    const server = await answering((request) => discoveryAnswer(served(), request, { aggregated: false }));
    const first = await ask(server).serverPreferredResources();
    expect(first.error).toBeUndefined();
    expect(paths(server).filter((path) => path === "/apis/batch/v1")).toHaveLength(2);
    server.seen.length = 0;
    failures = 10;
    const second = await ask(server).serverPreferredResources();
    expect([...second.error!.groups.keys()]).toEqual(["batch/v1"]);
    expect(paths(server).filter((path) => path === "/apis/batch/v1")).toHaveLength(2);
  });

  it("takes each resource in its preferred version, and lists the group versions that failed (B359)", async () => {
    const server = await serve({ ...cluster, dead: [{ version: "v1", stale: true }] }, { aggregated: false });
    const { resources, error } = await ask(server).serverPreferredResources();
    const names = Object.fromEntries(
      resources.map((list) => [list.groupVersion, list.resources.map(({ name }) => name)]),
    );
    expect(names).toEqual({ v1: ["pods", "nodes"], "apps/v1": ["deployments"], "apps/v1beta1": ["oldies"] });
    expect([...error!.groups.keys()]).toEqual(["dead/v1"]);
    expect(error!.message).toContain("dead/v1: ");
    expect([error, error!.groups.get("dead/v1"), undefined].map(isGroupDiscoveryFailed)).toEqual([true, false, false]);
    const late: Served = {
      x: [
        { version: "v2", resources: [resource("cats", "Cat")] },
        { version: "v1", preferred: true, resources: [resource("cats", "Cat")] },
      ],
    };
    const chosen = await ask(await serve(late, { aggregated: false })).serverPreferredResources();
    expect(chosen.resources.map((list) => [list.groupVersion, list.resources.length])).toEqual([
      ["x/v2", 0],
      ["x/v1", 1],
    ]);
    const namespaced = await ask(server).serverPreferredNamespacedResources();
    expect(namespaced.resources.flatMap((list) => list.resources.map(({ name }) => name))).toEqual([
      "pods",
      "deployments",
      "oldies",
    ]);
    expect([...namespaced.error!.groups.keys()]).toEqual(["dead/v1"]);
  });

  it("gives the same answer from the aggregated document, with two requests (B360)", async () => {
    const server = await serve(cluster);
    const legacy = ask(server).withLegacy();
    const withoutKinds = (lists: readonly { resources: readonly object[] }[]): unknown =>
      lists.map((list) => ({
        ...list,
        kind: 0,
        apiVersion: 0,
        resources: list.resources.map((one) => ({ ...one, group: 0, version: 0 })),
      }));
    for (const call of [
      "serverGroupsAndResources",
      "serverPreferredResources",
      "serverPreferredNamespacedResources",
    ] as const) {
      server.seen.length = 0;
      const { resources } = await ask(server)[call]();
      expect(paths(server)).toEqual(["/api", "/apis"]);
      expect(resources.length).toBeGreaterThan(0);
      expect(withoutKinds(resources as never)).toEqual(withoutKinds((await legacy[call]()).resources as never));
    }
    expect((await ask(server).serverGroups()).groups).toEqual((await legacy.serverGroups()).groups);
  });

  it("lists stale versions as failed; only a missing /api is tolerated (B361)", async () => {
    const dead: Served = {
      ...cluster,
      "metrics.k8s.io": [
        { version: "v1beta1", stale: true },
        { version: "v1", resources: [resource("pods", "PodMetrics")] },
      ],
    };
    const { groups, resources, error } = await ask(await serve(dead)).serverGroupsAndResources();
    expect(resources.map((list) => list.groupVersion)).toEqual(["v1", "apps/v1", "apps/v1beta1", "metrics.k8s.io/v1"]);
    expect(groups.at(-1)).toMatchObject({
      name: "metrics.k8s.io",
      preferredVersion: { version: "v1" },
      versions: [{ version: "v1" }],
    });
    expect(error!.groups.get("metrics.k8s.io/v1beta1")).toBeInstanceOf(StaleGroupVersionError);
    const without = (path: string, code: number): Promise<TestServer> =>
      answering((request) =>
        request.path === path
          ? failure(code, code === 404 ? "NotFound" : "Forbidden")
          : discoveryAnswer(cluster, request),
      );
    expect((await ask(await without("/api", 404)).serverGroupsAndResources()).resources).toHaveLength(2);
    await expect(ask(await without("/api", 403)).serverGroupsAndResources()).rejects.toSatisfy(isForbidden);
    await expect(ask(await without("/apis", 404)).serverGroupsAndResources()).rejects.toSatisfy(isNotFound);
  });

  it("uses resources only when both documents are aggregated", async () => {
    const server = await answering((request) =>
      discoveryAnswer(cluster, request, { aggregated: request.path === "/api" }),
    );
    const { resources } = await ask(server).serverGroupsAndResources();
    expect(resources.map((list) => list.groupVersion)).toEqual(["v1", "apps/v1", "apps/v1beta1"]);
    expect(paths(server)).toEqual(["/api", "/api/v1", "/apis", "/apis/apps/v1", "/apis/apps/v1beta1"]);
  });

  it("asks for the aggregated document first, and never when that is switched off (B363)", async () => {
    const server = await serve(cluster);
    const accepts = async (client: DiscoveryClient): Promise<unknown[]> => {
      server.seen.length = 0;
      await client.serverGroups();
      return server.seen.map(({ headers }) => headers.accept);
    };
    const both = `${aggregatedType},application/json`;
    expect(await accepts(ask(server))).toEqual([both, both]);
    expect(await accepts(ask(server, { useLegacyDiscovery: true }))).toEqual(["application/json", "application/json"]);
    expect(await accepts(ask(server).withLegacy())).toEqual(["application/json", "application/json"]);
    const noPeer = `${aggregatedType};profile=nopeer,${both}`;
    expect(await accepts(ask(server, { noPeerDiscovery: true }))).toEqual([noPeer, noPeer]);
  });

  it("gives an empty list for a missing core v1, and refuses an invalid group version before it is sent", async () => {
    const server = await answering(() => failure(404, "NotFound"));
    expect((await ask(server).serverResourcesForGroupVersion("v1")).resources).toEqual([]);
    await expect(ask(server).serverResourcesForGroupVersion("apps/v1")).rejects.toSatisfy(isNotFound);
    for (const bad of ["", "a/b/c", "../v1", "a%2fb/v1", "apps/"]) {
      await expect(ask(server).serverResourcesForGroupVersion(bad)).rejects.toMatchObject({ kind: "InvalidArgument" });
    }
    expect(server.seen).toHaveLength(2);
  });

  it("names the group version of a list that does not say it, and refuses what is not a list", async () => {
    const server = await answering(({ path }) => ({ body: path.endsWith("/odd") ? { resources: 7 } : {} }));
    expect(await ask(server).serverResourcesForGroupVersion("apps/v1")).toMatchObject({
      groupVersion: "apps/v1",
      resources: [],
    });
    await expect(ask(server).serverResourcesForGroupVersion("apps/odd")).rejects.toMatchObject({ kind: "Protocol" });
  });

  it("ends with the caller's signal instead of calling it a partial failure", async () => {
    const controller = new AbortController();
    const server = await answering((request) => {
      if (request.path.startsWith("/apis/apps/")) return () => controller.abort();
      return discoveryAnswer(cluster, request, { aggregated: false });
    });
    await expect(groupsAndResources(ask(server), { signal: controller.signal })).rejects.toMatchObject({
      kind: "Aborted",
    });
  });
});
