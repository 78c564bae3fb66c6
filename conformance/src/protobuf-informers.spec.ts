/**
 * The same informers in JSON and in protobuf, on the in-memory server and on a real control plane (set
 * CLIENT_TS_TEST_KUBECONFIG to its kubeconfig): after churn their caches hold equal objects.
 */
import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";
import { type Client, connect, isNotFound } from "client-ts";
import { newSharedInformerFactory } from "client-ts/informers";
import { type OpenClient, groupVersionModules, seededRandom, sleep } from "client-ts/internal";
import { type KubeObject, type Resource, apiVersionOf } from "client-ts/meta";
import { startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { minimalObject } from "./minimal-object.ts";

const real = process.env.CLIENT_TS_TEST_KUBECONFIG;
if (real === undefined)
  console.log("protobuf informers were not tried on a real control plane: set CLIENT_TS_TEST_KUBECONFIG");

const json = "application/json";
const protobuf = "application/vnd.kubernetes.protobuf";
const run = `protobuf-${process.pid}-${Date.now().toString(36)}`;
const kinds = (Object.values(groupVersionModules) as Record<string, object>[])
  .flatMap((versions) => Object.values(versions))
  .flatMap((module) => Object.values(module) as Resource<KubeObject>[]);

const kind = (apiVersion: string, name: string): Resource<KubeObject> =>
  kinds.find((one) => apiVersionOf(one) === apiVersion && one.kind === name)!;

/** Kinds whose objects may be made in any number, with a specialty of protobuf in each. */
const churned = [
  kind("v1", "ConfigMap"),
  kind("v1", "Secret"),
  kind("v1", "Service"),
  kind("v1", "PodTemplate"),
  kind("v1", "Event"),
  kind("apps/v1", "StatefulSet"),
  kind("apps/v1", "Deployment"),
  kind("coordination.k8s.io/v1", "Lease"),
  kind("networking.k8s.io/v1", "NetworkPolicy"),
  kind("rbac.authorization.k8s.io/v1", "Role"),
];

const servers = [
  ["the in-memory server", undefined] as const,
  ...(real === undefined ? [] : [["a real control plane", real] as const]),
];

describe.each(servers)("informers on %s", (_name, path) => {
  let kubeconfigText: string;
  let close: () => Promise<void> = async () => {};
  let writer: Client;
  const clients: Client[] = [];

  beforeAll(async () => {
    if (path === undefined) {
      const server = await startApiServer();
      kubeconfigText = server.kubeconfig;
      close = () => server.close();
    } else kubeconfigText = readFileSync(path, "utf8");
    writer = await open(json);
    await writer.resource(kind("v1", "Namespace") as never).create({ metadata: { name: run } } as never);
  });
  afterAll(async () => {
    await (writer.resource(kind("v1", "Namespace")) as OpenClient<KubeObject>).delete(run);
    for (const client of clients) await client.close();
    await close();
  });

  async function open(contentType: typeof json | typeof protobuf): Promise<Client> {
    const client = await connect({ kubeconfigText, contentType });
    clients.push(client);
    return client;
  }

  it("end with equal caches in JSON and in protobuf after 150 changes", async () => {
    const factories = [];
    for (const contentType of [json, protobuf] as const) {
      for (const streaming of [true, false])
        factories.push(newSharedInformerFactory(await open(contentType), { namespace: run, streaming } as never));
    }
    const informers = factories.map((factory) => churned.map((each) => factory.forKind(each).informer()));
    for (const factory of factories) factory.start();
    for (const factory of factories) await factory.waitForCacheSync();
    const random = seededRandom(17);
    const pick = (count: number): number => Math.floor(random() * count);
    for (let change = 0; change < 150; change++) {
      const each = churned[pick(churned.length)]!;
      await churn(writer.resource(each, { namespace: run }) as OpenClient<KubeObject>, each, pick(6), pick(3), change);
    }
    for (const each of churned) await create(writer.resource(each, { namespace: run }) as never, each, "last");
    const compare = async (each: Resource, number: number): Promise<void> => {
      const caches = await Promise.all(informers.map((all) => settled(all[number]!, each)));
      for (const cache of caches.slice(1)) deepStrictEqual(cache, caches[0], each.kind);
      expect(Object.keys(caches[0]!).length).toBeGreaterThan(0);
    };
    await Promise.all(churned.map(compare));
    for (const factory of factories) await factory.close();
  }, 120_000);

  it("share between two versions of an object what has not changed", async () => {
    const leases = kind("coordination.k8s.io/v1", "Lease");
    const services = kind("v1", "Service");
    const factory = newSharedInformerFactory(await open(protobuf), { namespace: run });
    const isShared = new Map<string, boolean>();
    const last = new Promise<void>((resolve) => {
      for (const each of [services, leases]) {
        factory
          .forKind(each)
          .informer()
          .addEventHandler({
            onUpdate({ name, oldObject, object }) {
              const [old, now] = [oldObject, object] as unknown as { metadata: object; spec: object }[];
              expect(now!.metadata).not.toBe(old!.metadata);
              for (const part of [now!, now!.metadata, now!.spec]) expect(Object.isFrozen(part)).toBe(true);
              isShared.set(`${each.kind} ${name}`, now!.spec === old!.spec);
              if (isShared.has("Service shared-19") && isShared.has("Lease shared-19")) resolve();
            },
          });
      }
    });
    factory.start();
    await factory.waitForCacheSync();
    // Enough objects for the functions that read these kinds to be made.
    for (let at = 0; at < 20; at++) {
      for (const each of [services, leases]) {
        const client = writer.resource(each, { namespace: run }) as OpenClient<KubeObject>;
        await create(client as never, each, `shared-${at}`);
        const patch = { metadata: { labels: { changed: "yes" } } };
        const lease = { ...patch, spec: { holderIdentity: "me" } };
        await client.mergePatch(`shared-${at}`, each === leases ? lease : patch);
      }
    }
    await last;
    await factory.close();
    expect(isShared.get("Service shared-19")).toBe(true);
    expect(isShared.get("Lease shared-19")).toBe(false);
  }, 60_000);

  it("and calls give equal objects of every kind that the server has", async () => {
    const client = await open(protobuf);
    let compared = 0;
    for (const each of kinds) {
      const list = (from: Client): Promise<{ items: KubeObject[] }> =>
        (from.resource(each) as OpenClient<KubeObject>).list() as never;
      const expected = await list(writer).catch(() => undefined);
      if (expected === undefined) continue;
      const found = await list(client);
      const changed = new Set(["Lease", "Event", "EndpointSlice", "Endpoints", "Node", "ComponentStatus"]);
      if (changed.has(each.kind)) expect(found.items.length).toBeGreaterThanOrEqual(0);
      else
        deepStrictEqual(
          withoutVersions(found.items),
          withoutVersions(expected.items),
          `${apiVersionOf(each)} ${each.kind}`,
        );
      compared += found.items.length;
    }
    expect(compared).toBeGreaterThan(path === undefined ? 10 : 100);
  }, 60_000);
});

/** The cache of an informer, by key, when the last object and nothing that is being deleted is in it. */
async function settled(
  informer: { readonly store: { list(): readonly object[]; getByKey(key: string): unknown } },
  each: Resource,
): Promise<Record<string, unknown>> {
  // Controllers may still work on what was made: two looks half a second apart must be the same.
  let before = "";
  for (let look = 0; look < 60; look++) {
    const objects = informer.store.list() as readonly KubeObject[];
    const now = JSON.stringify(objects.map(({ metadata }) => [metadata?.name, metadata?.resourceVersion]).sort());
    if (now === before && informer.store.getByKey(`${run}/last`) !== undefined)
      return Object.fromEntries(objects.map((object) => [object.metadata!.name!, object]));
    before = now;
    await sleep(500);
  }
  throw new Error(`the cache of ${each.kind} did not come to rest`);
}

async function create(client: OpenClient<KubeObject>, each: Resource, name: string): Promise<void> {
  const { body } = await minimalObject(each, run);
  const metadata = { ...body.metadata, name, labels: { ["odd/key"]: "", ...body.metadata?.labels } };
  await client.create({ ...body, ...extras[each.kind], metadata } as KubeObject);
}

/** What minimal objects do not have: times, bytes, quantities, claims, ports by name. */
const extras: Readonly<Record<string, object>> = {
  ConfigMap: { data: { a: "ü\u0000", __proto: "x", empty: "" }, binaryData: { b: "AAH/" } },
  Secret: { data: { empty: "", b: "AAH/" } },
  Event: { involvedObject: { kind: "Pod", name: "x", namespace: run }, firstTimestamp: null, count: 0 },
  Lease: { spec: { renewTime: "2026-01-02T03:04:05.000006Z", leaseDurationSeconds: 15 } },
  StatefulSet: {
    spec: {
      serviceName: "x",
      replicas: 0,
      selector: { matchLabels: { app: "x" } },
      template: { metadata: { labels: { app: "x" } }, spec: { containers: [{ name: "c", image: "i" }] } },
      volumeClaimTemplates: [
        {
          metadata: { name: "d" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      ],
    },
  },
  Deployment: {
    spec: {
      replicas: 0,
      selector: { matchLabels: { app: "y" } },
      template: {
        metadata: { labels: { app: "y" } },
        spec: {
          containers: [
            {
              name: "c",
              image: "i",
              ports: [{ name: "http", containerPort: 80 }],
              livenessProbe: { httpGet: { path: "/", port: "http" } },
              resources: { limits: { cpu: "1500m", memory: "1Gi" } },
            },
          ],
        },
      },
    },
  },
};

/** One change: an object is made, gets other labels or is deleted. */
async function churn(
  client: OpenClient<KubeObject>,
  each: Resource,
  number: number,
  what: number,
  change: number,
): Promise<void> {
  const name = `o-${number}`;
  const exists = await client.get(name).then(
    () => true,
    (error: unknown) => {
      if (isNotFound(error)) return false;
      throw error;
    },
  );
  if (!exists) await create(client, each, name);
  else if (what === 0) await client.delete(name, { propagationPolicy: "Background" });
  else await client.mergePatch(name, { metadata: { labels: { change: String(change) }, annotations: { a: "ü" } } });
}

function withoutVersions(items: readonly KubeObject[]): unknown {
  return items.map((item) => ({ ...item, metadata: { ...item.metadata, resourceVersion: "", managedFields: [] } }));
}
