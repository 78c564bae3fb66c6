/**
 * What a server serves, as we tell it and as kubectl prints it: on a real control plane of this spec's own (its dead
 * API would be in the way of others) and on the in-memory server. Skipped where etcd, kube-apiserver or kubectl is
 * missing.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, connect } from "client-ts";
import { type ApiResourcesOptions, DiscoveryClient, DiskCachedDiscovery } from "client-ts/internal";
import {
  apiResources,
  newDeferredRestMapper,
  formatApiResources,
  isNoMatch,
  newMemoryCachedDiscovery,
  newOpenApiRoot,
  newShortcutExpander,
} from "client-ts/discovery";
import { apiVersions } from "client-ts/internal";
import type { KubeObject } from "client-ts/meta";
import { startApiServer, startControlPlane } from "client-ts-testing";
import { findBinaries } from "client-ts-testing/workspace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const kubectlPath = binary();

/** One of three definitions: with short names and categories, with nothing, in no namespace. */
function definition(group: string, kind: string, names: object = {}, scope = "Namespaced"): KubeObject {
  const plural = `${kind.toLowerCase()}s`;
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { plural, singular: kind.toLowerCase(), kind, ...names },
      versions: [
        { name: "v2", served: true, storage: true, schema, subresources: { status: {} } },
        { name: "v1beta1", served: true, storage: false, schema },
      ],
    },
  } as KubeObject;
}

const definitions = [
  definition("shop.example.com", "Basket", { shortNames: ["bk", "bsk"], categories: ["all", "shop"] }),
  definition("shop.example.com", "Voucher"),
  definition("zoo.example.org", "Cage", { shortNames: ["cg"] }, "Cluster"),
];

const deadService: KubeObject = {
  apiVersion: "apiregistration.k8s.io/v1",
  kind: "APIService",
  metadata: { name: "v1.dead.example.com" },
  spec: {
    group: "dead.example.com",
    version: "v1",
    groupPriorityMinimum: 1000,
    versionPriority: 10,
    insecureSkipTLSVerify: true,
    service: { name: "missing", namespace: "default", port: 443 },
  },
} as KubeObject;

interface Stage {
  readonly client: Client;
  readonly kubeconfig: string;
  close(): Promise<void>;
}

async function realStage(): Promise<Stage> {
  const plane = await startControlPlane({ parts: "core", crds: definitions });
  const client = await connect({ kubeconfigPath: plane.kubeconfigPath });
  await client.dynamic
    .resource({ group: "apiregistration.k8s.io", version: "v1", resource: "apiservices" })
    .create({ ...deadService });
  return { client, kubeconfig: plane.kubeconfigPath, close: () => client.close().then(() => plane.close()) };
}

async function memoryStage(): Promise<Stage> {
  const server = await startApiServer({ objects: definitions });
  const client = await connect({ kubeconfigText: server.kubeconfig });
  const folder = await mkdtemp(join(tmpdir(), "discovery-conformance-"));
  const kubeconfig = join(folder, "kubeconfig");
  await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
  const close = async (): Promise<void> => {
    await client.close();
    await server.close();
    await rm(folder, { recursive: true });
  };
  return { client, kubeconfig, close };
}

describe.skipIf(kubectlPath === undefined).each([
  ["a real control plane", realStage],
  ["the in-memory server", memoryStage],
])("discovery of %s", (_, start) => {
  const isReal = start === realStage;
  let stage: Stage;
  let cache = "";
  beforeAll(async () => {
    cache = await mkdtemp(join(tmpdir(), "discovery-cache-"));
    stage = await start();
    if (isReal) await deadIsKnown(stage.client);
  }, 120_000);
  afterAll(async () => {
    await stage?.close();
    await rm(cache, { recursive: true, force: true });
  });

  const fresh = (): DiscoveryClient => new DiscoveryClient(stage.client.rest);
  const kubectl = (...args: string[]): Promise<{ out: string; err: string }> =>
    run(["--kubeconfig", stage.kubeconfig, "--cache-dir", join(cache, "kubectl"), ...args]);

  it("lists apiResources() as kubectl api-resources -o wide prints them, and which groups do not answer", async () => {
    const { resources, error } = await apiResources(fresh());
    const { out } = await kubectl("api-resources", "-o", "wide");
    expect(formatApiResources(resources, { wide: true })).toBe(out);
    expect(out).toContain("baskets");
    expect(out).toContain("cages");
    expect(formatApiResources(resources)).toBe((await kubectl("api-resources")).out);
    expect([...(error?.groups.keys() ?? [])]).toEqual(isReal ? ["dead.example.com/v1"] : []);
  });

  it("lists the same without aggregation, from memory and from disk", async () => {
    const expected = formatApiResources((await apiResources(fresh())).resources, { wide: true });
    const legacy = await apiResources(fresh().withLegacy());
    expect(formatApiResources(legacy.resources, { wide: true })).toBe(expected);
    expect([...(legacy.error?.groups.keys() ?? [])]).toEqual(isReal ? ["dead.example.com/v1"] : []);
    const memory = newMemoryCachedDiscovery(fresh());
    const directory = join(cache, "ours");
    for (const discovery of [
      memory,
      memory,
      new DiskCachedDiscovery(memory, { directory }),
      new DiskCachedDiscovery(memory, { directory }),
    ]) {
      expect(formatApiResources((await apiResources(discovery)).resources, { wide: true })).toBe(expected);
    }
  });

  it("filters and sorts as kubectl does", async () => {
    const cases: [ApiResourcesOptions, string[]][] = [
      [{ namespaced: false }, ["--namespaced=false"]],
      [{ group: "shop.example.com" }, ["--api-group=shop.example.com"]],
      [{ group: "" }, ["--api-group="]],
      [{ verbs: ["list", "watch"], sortBy: "name" }, ["--verbs=list,watch", "--sort-by=name"]],
      [{ categories: ["all"], sortBy: "kind" }, ["--categories=all", "--sort-by=kind"]],
    ];
    for (const [options, flags] of cases) {
      const { resources } = await apiResources(fresh(), options);
      expect(formatApiResources(resources, { wide: true })).toBe(
        (await kubectl("api-resources", "-o", "wide", ...flags)).out,
      );
    }
  });

  it("tells apiVersions() as kubectl api-versions prints them", async () => {
    expect(`${(await apiVersions(fresh())).join("\n")}\n`).toBe((await kubectl("api-versions")).out);
  });

  it("maps kinds, short names and versions, also when another API does not answer", async () => {
    const discovery = newMemoryCachedDiscovery(fresh());
    const mapper = newShortcutExpander(newDeferredRestMapper(discovery), discovery);
    expect(await mapper.kindFor({ resource: "bk" })).toEqual({
      group: "shop.example.com",
      version: "v2",
      kind: "Basket",
    });
    expect(await mapper.kindFor({ resource: "deploy" })).toEqual({ group: "apps", version: "v1", kind: "Deployment" });
    expect(await mapper.restMapping({ group: "zoo.example.org", kind: "Cage" }, ["v1beta1"])).toMatchObject({
      scope: "Cluster",
      groupVersionKind: { version: "v1beta1" },
    });
    await expect(mapper.kindFor({ resource: "corpses" })).rejects.toSatisfy(isNoMatch);
    await expect(stage.client.resolve("dead.example.com/v1", "Corpse")).rejects.toBeDefined();
    expect((await stage.client.resolve("shop.example.com/v2", "Basket")).shortNames).toEqual(["bk", "bsk"]);
  });

  it("gives the server's version and its OpenAPI documents", async () => {
    const { gitVersion } = await fresh().serverVersion();
    expect(gitVersion).toMatch(/^v1\.\d+/);
    const root = newOpenApiRoot(fresh().openAPIV3());
    expect(await root.groupVersions()).toEqual(expect.arrayContaining(["v1", "apps/v1", "shop.example.com/v2"]));
    const spec = await root.groupVersionSpec("apps/v1");
    expect(Object.keys(spec.components?.schemas ?? {}).some((name) => name.endsWith("Deployment"))).toBe(true);
    expect(await fresh().openAPISchema()).toHaveProperty("definitions");
  });
});

/** Waits until the server has noticed that no server answers for the dead API; it looks within a second or two. */
async function deadIsKnown(client: Client): Promise<void> {
  for (;;) {
    const { error } = await new DiscoveryClient(client.rest).serverGroupsAndResources();
    if (error !== undefined) return;
  }
}

function run(args: readonly string[]): Promise<{ out: string; err: string }> {
  return new Promise((resolve) => {
    // kubectl fails when a part is dead, after it has printed the rest.
    execFile(kubectlPath as string, args, { timeout: 60_000, maxBuffer: 16 * 1024 * 1024 }, (_error, out, err) =>
      resolve({ out, err }),
    );
  });
}

function binary(): string | undefined {
  try {
    return findBinaries(["etcd", "kube-apiserver", "kubectl"]).get("kubectl");
  } catch {
    console.log("discovery was not compared with kubectl: etcd, kube-apiserver or kubectl is missing");
    return undefined;
  }
}
