/**
 * What users write with our types, on literals, on objects that a server returned and on objects from a cache. The
 * compiler decides: what is here must compile, and each `@ts-expect-error` fails when the line below it is accepted.
 * `npm run consumer` compiles the same file against the tarballs under several versions of TypeScript.
 */
import { describe, expect, expectTypeOf, it } from "vitest";
import { Deployment } from "../api/apps/v1.ts";
import { Job } from "../api/batch/v1.ts";
import { ConfigMap, Node, Pod, Secret, Service } from "../api/core/v1.ts";
import { CustomResourceDefinition } from "../api/apiextensions/v1.ts";
import {
  type DeleteEvent,
  type DeltaFIFO,
  type GenericLister,
  type Lister,
  type ListerWatcher,
  newDeltaFIFO,
  newFIFO,
  newGenericLister,
  newIndexer,
  newIndexerInformer,
  newInformer,
  newListWatch,
  newOrderedFIFO,
  newReflector,
  newStore,
  newThreadSafeStore,
  type Reflector,
  type SharedIndexInformer,
  type UpdateEvent,
  waitForCacheSync,
  type Watcher,
} from "../cache/index.ts";
import { newClientset } from "../clientset/index.ts";
import {
  controllerOf,
  controllerReferenceTo,
  type DeepReadonly,
  deepClone,
  deepEqual,
  everything,
  getCondition,
  getNested,
  getReference,
  hasOwnerReference,
  isConditionFalse,
  isConditionTrue,
  isControlledBy,
  type KubeObject,
  metaNamespaceKeyFunc,
  namespaceAll,
  nothing,
  ownerReferenceTo,
  parseQuantity,
  parseFieldSelector,
  parseSelector,
  removeCondition,
  type Resource,
  selectorFromLabelSelector,
  setCondition,
  setControllerReference,
  setOwnerReference,
  type Stored,
} from "../meta/index.ts";
import {
  newDynamicSharedInformerFactory,
  newMetadataSharedInformerFactory,
  newSharedInformerFactory,
  type SharedInformerFactory,
} from "../informers/index.ts";
import { newClient } from "./index.ts";

/** What is only checked by type. */
const never = (_run: () => unknown): void => {};

interface Website extends KubeObject {
  spec: { image: string; replicas?: number; extra?: unknown };
  status?: { conditions?: { type: string; status: string; message?: string }[]; phase?: "Ready" | (string & {}) };
}
const Website: Resource<Website, { scope: "Namespaced"; plural: "websites"; status: true }> = {
  group: "example.com",
  version: "v1",
  kind: "Website",
  plural: "websites",
  scope: "Namespaced",
  status: true,
};

declare const cachedPod: DeepReadonly<Pod>;
declare const storedPod: Stored<Pod, "Namespaced">;
declare const cachedDeployment: DeepReadonly<Deployment>;
declare const storedDeployment: Stored<Deployment, "Namespaced">;
declare const deployment: Deployment;
declare const cachedSite: DeepReadonly<Website>;
declare const storedSite: Stored<Website, "Namespaced">;
declare const site: Website;
declare const informer: SharedIndexInformer<Pod>;
declare const factory: SharedInformerFactory;
declare const updated: UpdateEvent<Deployment>;
declare const gone: DeleteEvent<Deployment>;

describe("by type", () => {
  const client = newClient({ host: "https://127.0.0.1:1" });
  const pods = client.resource(Pod, { namespace: "shop" });
  const deployments = client.resource(Deployment, { namespace: "shop" });
  const sites = client.resource(Website, { namespace: "shop" });

  it("fields of cached objects have the types of the API, open enums included", () => {
    never(() => {
      expectTypeOf(cachedPod.status?.phase).toExtend<string | undefined>();
      const phase: string = cachedPod.status?.phase ?? "Unknown";
      const upper = cachedPod.status?.phase?.toUpperCase();
      const isRunning = cachedPod.status?.phase === "Running";
      const names: string[] = cachedPod.spec?.containers.map((container) => container.name) ?? [];
      const images: readonly (string | undefined)[] = cachedPod.spec?.containers.map(({ image }) => image) ?? [];
      const policy: string | undefined = cachedPod.spec?.containers[0]?.imagePullPolicy;
      const label: string | undefined = cachedPod.metadata?.labels?.["app"];
      const restarts = cachedPod.status?.containerStatuses?.reduce(
        (sum, { restartCount }) => sum + (restartCount ?? 0),
        0,
      );
      const port: number | string | undefined = cachedPod.spec?.containers[0]?.livenessProbe?.httpGet?.port;
      const replicas: number = cachedDeployment.spec.replicas ?? 1;
      const sitePhase: string | undefined = cachedSite.status?.phase;
      return [phase, upper, isRunning, names, images, policy, label, restarts, port, replicas, sitePhase];
    });
    expect(true).toBe(true);
  });

  it("cached objects cannot be changed, and their copies can", () => {
    never(() => {
      // @ts-expect-error an object of a cache is shared
      cachedPod.metadata!.labels!["app"] = "x";
      // @ts-expect-error an object of a cache is shared
      cachedPod.spec!.containers.push({ name: "x" });
      const copy = deepClone(cachedPod);
      const reads = (pod: DeepReadonly<Pod>) => pod.spec?.nodeName;
      const changes = (pod: Pod) => delete pod.spec;
      // @ts-expect-error an object of a cache is shared
      changes(cachedPod);
      changes(deepClone(cachedPod) as Pod);
      return [copy, deepEqual(copy, cachedPod), structuredClone(cachedPod), reads(cachedPod), reads(storedPod)];
    });
  });

  it("every helper of meta takes literals, stored objects and cached objects", () => {
    never(() => [
      getCondition(cachedPod.status?.conditions, "Ready")?.status,
      getCondition(storedPod.status?.conditions, "Ready")?.message,
      getCondition(cachedDeployment.status?.conditions, "Available")?.lastTransitionTime,
      getCondition(cachedSite.status?.conditions, "Ready")?.message,
      isConditionTrue(cachedPod.status?.conditions, "Ready"),
      isConditionFalse(storedSite.status?.conditions, "Ready"),
      removeCondition(cachedSite.status?.conditions, "Ready"),
      setCondition(cachedSite.status?.conditions, { type: "Ready", status: "True", message: "up" }),
      setCondition(storedPod.status?.conditions, { type: "Ready", status: "True" }),
      selectorFromLabelSelector(cachedDeployment.spec.selector),
      selectorFromLabelSelector(storedDeployment.spec.selector),
      selectorFromLabelSelector({ matchLabels: { app: "web" } }),
      controllerOf(cachedPod)?.name,
      controllerOf(storedPod)?.uid,
      isControlledBy(cachedPod, cachedDeployment),
      isControlledBy(storedPod, cachedDeployment),
      hasOwnerReference(cachedPod, storedDeployment),
      ownerReferenceTo(cachedDeployment),
      ownerReferenceTo(updated.object),
      gone.object && controllerReferenceTo(gone.object),
      setControllerReference(site, cachedDeployment),
      setOwnerReference(site, updated.object),
      metaNamespaceKeyFunc(cachedPod),
      metaNamespaceKeyFunc(storedPod),
      getReference(cachedPod),
      getNested(cachedSite, ["spec", "extra"]),
      parseQuantity(cachedPod.spec?.containers[0]?.resources?.limits?.["cpu"] ?? "0"),
    ]);
  });

  it("apply takes a literal, a complete object, a stored one and a cached one", () => {
    never(() => [
      deployments.apply({ metadata: { name: "web" }, spec: { replicas: 3 } }),
      deployments.apply(deployment),
      deployments.apply(storedDeployment),
      deployments.apply(cachedDeployment),
      deployments.apply({ ...storedDeployment, metadata: { name: "web" } }),
      deployments.apply({ ...deployment, metadata: { name: "web" }, spec: { ...deployment.spec, replicas: 2 } }),
      deployments.get("web").then((found) => deployments.apply(found)),
      sites.apply({ metadata: { name: "shop" }, spec: { extra: { any: ["thing"] } } }),
      sites.apply(site),
      sites.apply(storedSite),
      sites.apply(cachedSite),
      sites.applyStatus({ metadata: { name: "shop" }, status: { phase: "Ready" } }),
      client.resource(CustomResourceDefinition).apply({
        metadata: { name: "websites.example.com" },
        spec: {
          group: "example.com",
          names: { kind: "Website", plural: "websites" },
          scope: "Namespaced",
          versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
        },
      }),
      client
        .resource(Service, { namespace: "shop" })
        .apply({ metadata: { name: "web" }, spec: { ports: [{ port: 80 }] } }),
      client.resource(Secret, { namespace: "shop" }).apply({ metadata: { name: "s" }, stringData: { a: "b" } }),
      // @ts-expect-error not a field of a Deployment
      deployments.apply({ metadata: { name: "web" }, spec: { replica: 3 } }),
      // @ts-expect-error a number
      deployments.apply({ metadata: { name: "web" }, spec: { replicas: "3" } }),
      // @ts-expect-error a container needs its name
      pods.apply({ metadata: { name: "web" }, spec: { containers: [{ image: "x" }] } }),
    ]);
  });

  it("create, update, patch and modify take what users have at hand", () => {
    never(() => [
      pods.create({ metadata: { generateName: "web-" }, spec: { containers: [{ name: "app", image: "web:1" }] } }),
      deployments.create(deployment),
      deployments.update(storedDeployment),
      deployments.update({ ...storedDeployment, spec: { ...storedDeployment.spec, replicas: 1 } }),
      deployments.mergePatch("web", { spec: { replicas: 2 } }),
      deployments.mergePatch("web", { metadata: { annotations: { gone: null } } }),
      deployments.jsonPatch("web", [{ op: "replace", path: "/spec/replicas", value: 2 }]),
      deployments.modify("web", (draft) => {
        draft.spec.replicas = 5;
      }),
      sites.modifyStatus("shop", (draft) => {
        draft.status = {
          ...draft.status,
          conditions: setCondition(draft.status?.conditions, { type: "Ready", status: "True" }),
        };
      }),
      sites.updateStatus({ ...storedSite, status: { phase: "Ready" } }),
      [undefined, "shop"].map((namespace) => client.resource(Pod, { namespace }).list()),
      [undefined, "shop"].map((namespace) => client.metadata(Pod, { namespace }).list()),
      // @ts-expect-error a namespace that may be undefined does not say where to create
      [undefined, "shop"].map((namespace) => client.resource(Pod, { namespace }).create({ spec: { containers: [] } })),
      // @ts-expect-error a namespace is needed to create
      client.resource(Pod).create({ spec: { containers: [] } }),
      // @ts-expect-error nodes have no namespace
      client.resource(Node, { namespace: "shop" }),
      // @ts-expect-error a ConfigMap has no status
      client.resource(ConfigMap, { namespace: "shop" }).updateStatus,
    ]);
  });

  it("a list is a promise, an async iterable and a source for a ListWatch", () => {
    never(async () => {
      const whole = await pods.list();
      const first: string | undefined = whole.items[0]?.metadata.name;
      const all = await Promise.all([pods.list(), deployments.list()]);
      const or = await pods.list().catch(() => undefined);
      await pods.list().finally(() => {});
      const promise: Promise<{ items: Stored<Pod, "Namespaced">[] }> = pods.list();
      for await (const pod of pods.list({ limit: 500 })) pod.metadata.uid.toUpperCase();
      for await (const event of pods.watch({ labelSelector: "app=web" }))
        if (event.type === "ADDED") event.object.metadata.name;
      return [first, all, or, promise];
    });
  });

  it("selectors are texts, selector objects or the LabelSelector of an object", () => {
    never(() => [
      pods.list({ labelSelector: "app=web", fieldSelector: "status.phase=Running" }),
      pods.list({ labelSelector: everything(), fieldSelector: parseFieldSelector("metadata.name=web") }),
      pods.list({ labelSelector: parseSelector("a in (b, c)") }),
      pods.list({ labelSelector: cachedDeployment.spec.selector }),
      pods.watch({ labelSelector: nothing() }),
      pods.deleteCollection({ labelSelector: parseSelector("app=web") }),
      client.resource(Pod, { namespace: "default" }).list(),
      namespaceAll,
      // @ts-expect-error nothing destructive widens by omission
      pods.deleteCollection({}),
    ]);
  });

  it("informers, listers and factories follow the kind", () => {
    never(() => {
      const lister = factory.core.v1.pods.lister();
      expectTypeOf(lister.namespace("shop").get("web").status?.phase).toExtend<string | undefined>();
      const ready = lister
        .list({ labelSelector: "app=web" })
        .filter((pod) => isConditionTrue(pod.status?.conditions, "Ready"));
      const owners = lister.list().map((pod) => controllerOf(pod)?.name);
      informer.addEventHandler({
        onAdd: ({ key, object }) => [key.toUpperCase(), object.spec?.nodeName],
        onUpdate: ({ object, oldObject }) => object.status?.phase !== oldObject.status?.phase,
        onDelete: ({ key, object }) => [key, object?.metadata?.name],
      });
      factory
        .forKind(Website)
        .informer()
        .addEventHandler({ onAdd: ({ object }) => object.spec.image });
      factory.batch.v1.cronJobs.lister();
      factory.networking.v1.networkPolicies.lister();
      return [
        ready,
        owners,
        newClientset(client).core.v1.persistentVolumeClaims("shop"),
        client.resource(Job, { namespace: "x" }),
      ];
    });
  });

  it("the parts of an informer fit together as in client-go", () => {
    never(() => {
      const source: ListerWatcher<Pod> = newListWatch<Pod>({
        list: (options) => pods.list(options),
        watch: (options) => pods.watch(options),
      });
      const lists: Lister<Pod> = source;
      const watches: Watcher<Pod> = source;
      const indexer = newIndexer<Pod>(metaNamespaceKeyFunc, { node: "spec.nodeName" });
      const fifo = newDeltaFIFO({ keyOf: metaNamespaceKeyFunc, knownObjects: indexer });
      expectTypeOf(fifo).toEqualTypeOf<DeltaFIFO<Pod>>();
      newDeltaFIFO<Pod>({ knownObjects: informer.indexer });
      newOrderedFIFO<Pod>({ knownObjects: newStore<Pod>(metaNamespaceKeyFunc) });
      const reflector: Reflector<Pod> = newReflector(source, Pod, fifo, { resyncMs: 60_000 });
      newReflector(source, Pod, indexer);
      newReflector(source, Pod, newStore<Pod>(metaNamespaceKeyFunc));
      newReflector(source, Pod, newThreadSafeStore<Pod>());
      newReflector(source, Pod, newFIFO<Pod>());
      const texts = newStore<string>((text) => text);
      // @ts-expect-error a reflector of Pods cannot fill a store of texts
      newReflector(source, Pod, texts);
      // @ts-expect-error the resource comes before the store
      newReflector(source, indexer);
      const lister: GenericLister<Pod> = newGenericLister(indexer, Pod);
      const names: readonly string[] = newGenericLister(indexer, Pod)
        .list()
        .map(({ metadata: { name, namespace, uid } }) => name + namespace + uid);
      return [
        lists,
        watches,
        reflector.listAndWatch({ signal: AbortSignal.timeout(1) }),
        reflector.close(),
        lister,
        names,
      ];
    });
  });

  it("waitForCacheSync takes informers, their parts and functions; factories take a clientset", () => {
    never(async () => {
      const source = newListWatch<Pod>({ list: (o) => pods.list(o), watch: (o) => pods.watch(o) });
      const simple = newInformer(source, Pod, { onAdd: ({ object }) => object.spec?.nodeName });
      const indexed = newIndexerInformer(source, Pod, {}, { indexers: { node: "spec.nodeName" } });
      await waitForCacheSync(simple);
      await waitForCacheSync(() => simple.controller.hasSynced());
      await waitForCacheSync([simple, indexed, indexed.controller, informer, informer.addEventHandler({}), () => true]);
      // @ts-expect-error a text does not sync
      await waitForCacheSync("pods");
      const factory = newSharedInformerFactory(newClientset(client), { namespace: "shop" });
      newDynamicSharedInformerFactory(client).forResource({ group: "", version: "v1", resource: "pods" }).lister();
      newMetadataSharedInformerFactory(newClientset(client));
      await factory.close();
    });
  });
});
