/**
 * Every verb that the server's discovery lists, of every kind that it serves, through the typed clients, on a real
 * control plane: set CLIENT_TS_TEST_KUBECONFIG to its kubeconfig. Objects are made in a namespace of this run's own, or
 * with this run's label, and removed.
 */
import { connect, type Client, isConflict, isNotFound } from "client-ts";
import { Deployment } from "client-ts/api/apps/v1";
import { Binding, ConfigMap, Namespace, Node, Pod, ServiceAccount } from "client-ts/api/core/v1";
import { extractApplied } from "client-ts/client";
import type { OpenClient } from "client-ts/internal";
import { groupVersionModules } from "client-ts/internal";
import type { KubeObject, Resource, Stored } from "client-ts/meta";
import type { Verb } from "client-ts/internal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cannotCreate, minimalObject } from "./minimal-object.ts";

const kubeconfig = process.env.CLIENT_TS_TEST_KUBECONFIG;
if (kubeconfig === undefined)
  console.log("every verb was not tried on a real control plane: set CLIENT_TS_TEST_KUBECONFIG to its kubeconfig");

const run = `every-verb-${process.pid}-${Date.now().toString(36)}`;
const label = { "client-ts.test/run": run };
const client: Client | undefined = kubeconfig === undefined ? undefined : await connect({ kubeconfigPath: kubeconfig });

/** One resource as discovery tells it. */
interface Served {
  readonly title: string;
  readonly resource: Resource<KubeObject>;
  readonly verbs: readonly Verb[];
  /** Verbs of each subresource, by its name. */
  readonly subresources: ReadonlyMap<string, readonly string[]>;
}

const descriptors = Object.values(groupVersionModules)
  .flatMap((versions) => Object.values(versions as Record<string, object>))
  .flatMap((module) => Object.values(module) as Resource<KubeObject>[]);
const served = client === undefined ? [] : await discover(client);

beforeAll(async () => {
  await client?.resource(Namespace).create({ metadata: { name: run, labels: label } });
  // Pods are admitted only once their namespace has its service account.
  await client
    ?.resource(ServiceAccount, { namespace: run })
    .apply({ metadata: { name: "default" } }, { fieldManager: run });
});

afterAll(async () => {
  await client?.resource(Namespace).delete(run);
  await client?.close();
});

describe.skipIf(client === undefined)("every verb of every kind", () => {
  it("has a descriptor for every built-in kind that the server serves", () => {
    expect(served.length).toBeGreaterThan(50);
  });

  it.each(served.map((one) => [one.title, one] as const))("works for %s", async (_, one) => {
    await everyVerb(one);
  });
});

async function everyVerb({ resource, verbs, subresources }: Served): Promise<void> {
  const done = new Set<Verb>();
  const scoped = resource.scope === "Namespaced" ? { namespace: run } : {};
  const kinds: OpenClient<KubeObject> = client!.resource(resource, scoped);
  if (resource.kind === "Binding") {
    await bind();
    return;
  }
  let version = "";
  if (verbs.includes("list")) {
    const page = await kinds.listPage({ limit: 3 });
    for (const item of page.items)
      expect(item).toMatchObject({ kind: resource.kind, apiVersion: apiVersion(resource) });
    version = (await kinds.list({ limit: 500 })).metadata.resourceVersion ?? "";
    done.add("list");
  }
  const { body, name = `${run}-${resource.version}` } = await minimalObject(resource, run);
  const object: KubeObject = { ...body, metadata: { name, labels: label } };
  const reason = cannotCreate[`${resource.group}/${resource.kind}`];
  if (reason !== undefined) {
    await expect(kinds.create(object), reason).rejects.toMatchObject({ kind: "Status" });
    // The other verbs must at least reach the server, which knows no such object.
    await expect(kinds.get(name)).rejects.toSatisfy(isNotFound);
    await expect(kinds.mergePatch(name, {})).rejects.toSatisfy(isNotFound);
    await expect(kinds.update({ ...object, metadata: { name, uid: "x", resourceVersion: "1" } })).rejects.toMatchObject(
      { kind: "Status" },
    );
    await expect(kinds.delete(name)).rejects.toSatisfy(isNotFound);
    await kinds.deleteCollection({ labelSelector: `client-ts.test/run=${run}` });
    const watch = kinds.watch({ resourceVersion: version });
    await watch.open();
    watch.close();
    return;
  }
  if (!verbs.includes("get")) {
    // A review: it is answered, not stored.
    const answer = await kinds.create(verbs.length === 1 && resource.plural.endsWith("reviews") ? body : object);
    expect(answer).toMatchObject({ kind: resource.kind, apiVersion: apiVersion(resource) });
    return;
  }
  if (!verbs.includes("create")) {
    const [first] = (await kinds.list()).items;
    if (first !== undefined) expect((await kinds.get(first.metadata.name)).metadata.name).toBe(first.metadata.name);
    return;
  }

  const made = await kinds.create(object);
  done.add("create");
  try {
    expect(made).toMatchObject({ kind: resource.kind, apiVersion: apiVersion(resource), metadata: { name } });
    const got = await kinds.get(name);
    expect(got.metadata.uid).toBe(made.metadata.uid);
    done.add("get");
    if (verbs.includes("watch")) {
      expect(shape(await firstSeen(kinds, made, version))).toEqual(shape(got));
      done.add("watch");
    }
    if (verbs.includes("update")) {
      const updated = await kinds.modify(name, (draft) => {
        draft.metadata.annotations = { ...draft.metadata.annotations, updated: "yes" };
      });
      expect(updated.metadata.annotations?.updated).toBe("yes");
      done.add("update");
    }
    if (verbs.includes("patch")) {
      await patches(kinds, name);
      done.add("patch");
    }
    await subresourceVerbs(kinds, name, subresources);
    if (verbs.includes("delete")) {
      const left = await kinds.delete(name, { gracePeriodSeconds: 0, propagationPolicy: "Background" });
      if (left !== undefined) expect(left.metadata.uid).toBe(made.metadata.uid);
      done.add("delete");
    }
    if (verbs.includes("deletecollection")) {
      await gone(kinds, name);
      await kinds.create({
        ...object,
        metadata: { name, labels: { ...label, "client-ts.test/collection": resource.plural } },
      });
      await kinds.deleteCollection({
        labelSelector: `client-ts.test/run=${run},client-ts.test/collection=${resource.plural}`,
        gracePeriodSeconds: 0,
      });
      await gone(kinds, name);
      done.add("deletecollection");
    }
    expect([...done].sort()).toEqual([...verbs].sort());
  } finally {
    await kinds.delete(name, { gracePeriodSeconds: 0 }).catch(() => {});
  }
}

/** All kinds of patches on metadata, which every kind has. */
async function patches(kinds: OpenClient<KubeObject>, name: string): Promise<void> {
  const annotations = async (result: Promise<Stored<KubeObject>>): Promise<object | undefined> =>
    (await result).metadata.annotations;
  expect(await annotations(kinds.mergePatch(name, { metadata: { annotations: { merged: "yes" } } }))).toMatchObject({
    merged: "yes",
  });
  expect(
    await annotations(
      kinds.strategicMergePatch(name, { metadata: { annotations: { strategic: "yes", merged: null } } }),
    ),
  ).toMatchObject({ strategic: "yes" });
  expect(
    await annotations(kinds.jsonPatch(name, [{ op: "add", path: "/metadata/annotations/json", value: "yes" }])),
  ).toMatchObject({
    json: "yes",
  });
  expect(
    await annotations(
      kinds.apply({ metadata: { name, annotations: { applied: "yes" } } }, { fieldManager: run, force: true }),
    ),
  ).toMatchObject({ applied: "yes" });
}

/** Status and scale through their own methods, where the server has them. */
async function subresourceVerbs(
  kinds: OpenClient<KubeObject>,
  name: string,
  subresources: Served["subresources"],
): Promise<void> {
  const status = subresources.get("status") ?? [];
  if (status.includes("get")) expect((await kinds.subresource("status").get(name)).metadata?.name).toBe(name);
  if (status.includes("update")) {
    expect(
      (
        await kinds.modifyStatus(name, (draft) =>
          Object.assign(draft.metadata, { annotations: { ...draft.metadata.annotations, x: "y" } }),
        )
      ).metadata.name,
    ).toBe(name);
  }
  if (status.includes("patch")) {
    expect(
      (await kinds.mergePatch(name, { metadata: { annotations: { viaStatus: "yes" } } }, { subresource: "status" }))
        .metadata.name,
    ).toBe(name);
    expect((await kinds.applyStatus({ metadata: { name } }, { fieldManager: run, force: true })).metadata.name).toBe(
      name,
    );
  }
  const scale = subresources.get("scale") ?? [];
  if (scale.includes("update")) {
    const now = await kinds.getScale(name);
    expect((await kinds.updateScale(name, { metadata: { name }, spec: { replicas: 2 } })).spec?.replicas).toBe(2);
    expect(
      (await kinds.applyScale(name, { spec: { replicas: 0 } }, { fieldManager: run, force: true })).metadata.uid,
    ).toBe(now.metadata.uid);
  }
}

/** A Pod that no scheduler takes, bound by hand. */
async function bind(): Promise<void> {
  const pods = client!.resource(Pod, { namespace: run });
  const [node] = (await client!.resource(Node).list()).items;
  const target = { kind: "Node", name: node?.metadata.name ?? "node-0" };
  const name = `${run}-bind`;
  await pods.create({ metadata: { name }, spec: { schedulerName: "none", containers: [{ name: "c", image: "i" }] } });
  await client!.resource(Binding, { namespace: run }).create({ metadata: { name }, target });
  expect((await pods.get(name)).spec?.nodeName).toBe(target.name);
}

/** The object as a watch shows it first. */
async function firstSeen(
  kinds: OpenClient<KubeObject>,
  made: Stored<KubeObject>,
  resourceVersion: string,
): Promise<KubeObject> {
  for await (const event of kinds.watch({
    resourceVersion,
    fieldSelector: `metadata.name=${made.metadata.name}`,
    signal: AbortSignal.timeout(15_000),
  })) {
    if (event.type !== "BOOKMARK" && event.object.metadata.uid === made.metadata.uid) return event.object;
  }
  throw new Error(`the watch of ${kinds.resource.plural} ended without ${made.metadata.name}`);
}

/** Field names, down to the second level: controllers may change values meanwhile. */
function shape(object: KubeObject): unknown {
  return [
    object.apiVersion,
    object.kind,
    object.metadata?.name,
    object.metadata?.uid,
    Object.keys(object)
      .filter((field) => field !== "status")
      .sort(),
  ];
}

/** Waits until an object is gone; finalizers of controllers take a moment. */
async function gone(kinds: OpenClient<KubeObject>, name: string): Promise<void> {
  for (const end = performance.now() + 20_000; ; ) {
    try {
      const { metadata } = await kinds.get(name);
      // No controller here removes these finalizers.
      if (metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length > 0)
        await kinds.mergePatch(name, { metadata: { finalizers: null } });
      if (metadata.deletionTimestamp !== undefined && kinds.resource.kind === "Namespace") return;
    } catch (error) {
      if (isNotFound(error)) return;
      throw error;
    }
    if (performance.now() > end) throw new Error(`${kinds.resource.plural} ${name} is still there after 20 s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function discover({ rest }: Client): Promise<Served[]> {
  const ask = async <T>(path: string): Promise<T> => (await rest.get().absPath(path).do<T>()).into();
  const { groups } = await ask<{ groups: { versions: { groupVersion: string }[] }[] }>("/apis");
  const lists = [
    "/api/v1",
    ...groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => `/apis/${groupVersion}`)),
  ];
  const found: Served[] = [];
  for (const path of lists) {
    const list = await ask<{ groupVersion: string; resources: { name: string; kind: string; verbs: Verb[] }[] }>(
      path,
    ).catch(() => undefined);
    for (const { name, kind, verbs } of list?.resources ?? []) {
      if (name.includes("/")) continue;
      const descriptor = descriptors.find(
        (one) => apiVersion(one) === list!.groupVersion && one.kind === kind && one.plural === name,
      );
      // A custom resource of another user of this cluster.
      if (descriptor === undefined && !list!.groupVersion.includes(".k8s.io/") && list!.groupVersion.includes("."))
        continue;
      expect(descriptor, `${list!.groupVersion} ${name}`).toBeDefined();
      const subresources = new Map(
        list!.resources
          .filter((one) => one.name.startsWith(`${name}/`))
          .map((one) => [one.name.slice(name.length + 1), one.verbs]),
      );
      found.push({
        title: `${list!.groupVersion} ${name} (${verbs.join(", ")})`,
        resource: descriptor!,
        verbs,
        subresources,
      });
    }
  }
  return found;
}

function apiVersion({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === "" ? version : `${group}/${version}`;
}

describe.skipIf(client === undefined)("writes that meet each other", () => {
  const template = { metadata: { labels: { app: "x" } }, spec: { containers: [{ name: "c", image: "one" }] } };
  const spec = { replicas: 0, selector: { matchLabels: { app: "x" } }, template };

  it("says who owns a field in an apply conflict, and force takes it over", async () => {
    const deployments = client!.resource(Deployment, { namespace: run });
    await deployments.apply({ metadata: { name: "conflict" }, spec }, { fieldManager: "first" });
    const error = await deployments
      .apply({ metadata: { name: "conflict" }, spec: { ...spec, replicas: 1 } }, { fieldManager: "second" })
      .catch((thrown: unknown) => thrown);
    expect(isConflict(error)).toBe(true);
    expect(String(error)).toContain('"first"');
    const forced = await deployments.apply(
      { metadata: { name: "conflict" }, spec: { replicas: 1 } },
      { fieldManager: "second", force: true },
    );
    expect(forced.spec?.replicas).toBe(1);
    expect(forced.metadata.managedFields?.map(({ manager }) => manager)).toEqual(
      expect.arrayContaining(["first", "second"]),
    );
    await expect(deployments.apply(forced as never, { fieldManager: "second" })).rejects.toMatchObject({
      kind: "InvalidArgument",
    });
  });

  it("reads back what a manager applied, so that applying it again changes nothing", async () => {
    const deployments = client!.resource(Deployment, { namespace: run });
    const applied = { metadata: { name: "extracted", labels: { mine: "yes" } }, spec: { ...spec, minReadySeconds: 3 } };
    await deployments.apply(applied, { fieldManager: "shop" });
    await deployments.mergePatch("extracted", { metadata: { labels: { theirs: "yes" } } });
    const before = await deployments.get("extracted");
    const mine = extractApplied(before, "shop");
    expect(mine).toEqual({
      ...applied,
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { ...applied.metadata, namespace: run },
    });
    const after = await deployments.apply(mine, { fieldManager: "shop" });
    expect([after.metadata.generation, after.metadata.labels]).toEqual([
      before.metadata.generation,
      { mine: "yes", theirs: "yes" },
    ]);
  });

  it("merges a list by its key in a strategic merge patch, and replaces it in a merge patch", async () => {
    const deployments = client!.resource(Deployment, { namespace: run });
    await deployments.create({ metadata: { name: "patched" }, spec });
    const images = ({ spec }: Deployment): (string | undefined)[] =>
      spec?.template.spec?.containers.map(({ image }) => image) ?? [];
    expect(
      images(
        await deployments.strategicMergePatch("patched", {
          spec: { template: { spec: { containers: [{ name: "d", image: "two" }] } } },
        }),
      ).sort(),
    ).toEqual(["one", "two"]);
    expect(
      images(
        await deployments.mergePatch("patched", {
          spec: { template: { spec: { containers: [{ name: "d", image: "three" }] } } },
        }),
      ),
    ).toEqual(["three"]);
    expect(
      (await deployments.jsonPatch("patched", [{ op: "replace", path: "/spec/replicas", value: 0 }])).spec?.replicas,
    ).toBe(0);
    await expect(
      deployments.jsonPatch("patched", [{ op: "test", path: "/spec/replicas", value: 7 }]),
    ).rejects.toMatchObject({ code: 422 });
  });

  it("lets twenty writers of one object through, each once", async () => {
    const maps = client!.resource(ConfigMap, { namespace: run });
    await maps.create({ metadata: { name: "counter" }, data: { n: "0" } });
    await Promise.all(
      Array.from({ length: 20 }, () =>
        maps.modify("counter", (draft) => Object.assign(draft.data ?? {}, { n: String(Number(draft.data?.n) + 1) }), {
          tries: 200,
        }),
      ),
    );
    expect((await maps.get("counter")).data).toEqual({ n: "20" });
  });
});

describe.skipIf(client === undefined)("a list of 10,000 objects that change meanwhile", () => {
  it("shows the state of one moment, each object once, across all its pages", { timeout: 180_000 }, async () => {
    const maps = client!.resource(ConfigMap, { namespace: run });
    const selector = "client-ts.test/many=yes";
    const make = (name: string): Promise<unknown> =>
      maps.create({ metadata: { name, labels: { "client-ts.test/many": "yes" } }, data: { v: "old" } });
    const names = Array.from({ length: 10_000 }, (_, index) => `many-${String(index).padStart(5, "0")}`);
    await inParallel(50, names, make);

    const seen: string[] = [];
    const versions = new Set<string | undefined>();
    let pages = 0;
    let changes = 0;
    const started = performance.now();
    for await (const page of maps.list({ labelSelector: selector, limit: 500 }).pages()) {
      versions.add(page.metadata.resourceVersion);
      for (const { metadata, data, kind } of page.items) {
        expect([kind, data?.v]).toEqual(["ConfigMap", "old"]);
        seen.push(metadata.name);
      }
      pages++;
      // Ahead of the reader and behind it: some go, some come, some change.
      const batch = names.filter((_, index) => index % 20 === pages - 1).slice(0, 30);
      await inParallel(20, batch, async (name) => {
        changes++;
        const index = Number(name.slice(5));
        if (index % 3 === 0) await maps.delete(name);
        else if (index % 3 === 1) await maps.mergePatch(name, { data: { v: "new" } });
        else await make(`${name}-more`);
      });
    }
    console.log(
      `figure: 10,000 objects in ${pages} pages, ${changes} changes meanwhile, ${Math.round(performance.now() - started)} ms`,
    );
    expect(seen).toEqual(names);
    expect(versions.size).toBe(1);
    expect(changes).toBeGreaterThan(400);
  });
});

async function inParallel<T>(workers: number, items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
