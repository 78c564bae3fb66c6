import type { Json } from "../json.ts";
import type { Scenario } from "../stage.ts";

/** What clients of other languages ask for, and ours does not. */
export const foreign: readonly Scenario[] = [
  {
    title: "applies YAML in flow style that is almost JSON",
    async run(s) {
      const body = `{\n "apiVersion": "v1",\n "kind": "ConfigMap",\n "metadata": {"name": "a",},\n "data": {"a": "1", b: two,},\n}`;
      await s.apply(s.in("configmaps", "a"), body, "me");
      await s.apply(s.in("configmaps", "a"), '{"apiVersion": "v1", "kind": "ConfigMap"', "me", {
        pick: () => undefined,
      });
    },
    words: false,
  },
  {
    title: "refuses a resourceVersion on create except in a dry run",
    async run(s) {
      await s.post(s.in("configmaps"), { metadata: { name: "a", resourceVersion: "5" } });
      await s.post(`${s.in("configmaps")}?dryRun=All`, { metadata: { name: "a", resourceVersion: "5" } });
      await s.post(`${s.in("configmaps")}?dryRun=All`, { metadata: { name: "a", resourceVersion: "x" } });
    },
  },
  {
    title: "watches over a WebSocket, one event a frame",
    fakeDifference: "has no connection that could become a WebSocket",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a", labels: { ws: "1" } } });
      await s.given(s.in("configmaps"), { metadata: { name: "b", labels: { ws: "1" } } });
      const path = `${s.in("configmaps")}?watch=true&labelSelector=ws&timeoutSeconds=1`;
      await s.watchWebSocket(path, 4);
      await s.watchWebSocket(`${path}&allowWatchBookmarks=true&resourceVersion=0`, 2);
      await s.watchWebSocket(`${path}&fieldSelector=x`, 1);
    },
  },
  {
    title: "keeps the events of both groups in one place",
    async run(s) {
      const [core, named] = [s.in("events"), s.in("events.k8s.io/v1/events")];
      const watch = await s.watch(
        `${named}?resourceVersion=${(await s.quietly(() => s.get(named))).body.metadata.resourceVersion}`,
      );
      await s.post(core, {
        metadata: { name: "old" },
        involvedObject: { kind: "Pod", namespace: s.namespace, name: "p" },
        source: { component: "c", host: "h" },
        reason: "R",
        message: "M",
        firstTimestamp: "2024-05-06T07:08:09Z",
        lastTimestamp: "2024-05-06T07:08:10Z",
        count: 2,
        type: "Normal",
      });
      await s.post(named, {
        metadata: { name: "new" },
        regarding: { kind: "Pod", namespace: s.namespace, name: "q" },
        eventTime: "2024-05-06T07:08:09.123456Z",
        series: { count: 3, lastObservedTime: "2024-05-06T07:08:11.000000Z" },
        reportingController: "example.com/c",
        reportingInstance: "i",
        action: "A",
        reason: "R",
        note: "N",
        type: "Warning",
        related: { kind: "Node", name: "n" },
      });
      await s.get(`${named}/old`);
      await s.get(`${core}/new`);
      await s.get(core, {
        pick: ({ items }) => items.map(({ metadata }: { metadata: { name: string } }) => metadata.name),
      });
      await s.get(`${named}?fieldSelector=${encodeURIComponent("type=Warning")}`, {
        pick: ({ kind, items }) => [kind, items.length],
      });
      await s.patch(`${named}/old`, { note: "changed" });
      await s.patch(`${core}/old`, { message: "changed" });
      await s.get(`${core}/old`);
      await watch.take(3, ({ type, object }) => [type, object.apiVersion, object.metadata.name, object.note]);
      await s.delete(`${named}/new`);
      await s.get(`${core}/new`);
    },
  },
  {
    title: "requires more fields of an event of the newer group",
    async run(s) {
      const path = s.in("events.k8s.io/v1/events");
      const regarding = { kind: "Pod", namespace: s.namespace, name: "q" };
      const fine = {
        regarding,
        reportingController: "example.com/c",
        reportingInstance: "i",
        action: "A",
        reason: "R",
        type: "Normal",
      };
      const time = { eventTime: "2024-05-06T07:08:09.123456Z" };
      const post = (body: object): Promise<unknown> => s.post(path, { metadata: { name: "a" }, ...body });
      await post(fine);
      await post({ ...time });
      await post({ ...fine, ...time, regarding: { name: "q", namespace: "other" } });
      await post({ ...fine, ...time, regarding: { name: "q" } });
      await post({ ...fine, ...time, type: "Other" });
      await post({ ...fine, ...time, note: "n".repeat(1025), action: "a".repeat(129) });
      await post({ ...fine, ...time, deprecatedCount: 1, deprecatedSource: { component: "c" } });
      await post({ ...fine, ...time, metadata: { name: "UPPER" } });
      await s.post(s.in("events"), { metadata: { name: "b" }, involvedObject: regarding, ...time });
      await s.given(path, { metadata: { name: "c" }, ...fine, ...time });
      await s.patch(`${path}/c`, { action: "B", type: "Warning", reportingController: "example.com/d" });
      await s.patch(`${path}/c`, { series: { count: 2, lastObservedTime: "2024-05-06T07:08:09.123456Z" } });
    },
  },
  {
    title: "has the objects that every cluster has",
    async run(s) {
      const pick = ({ metadata, spec, value, description, preemptionPolicy }: Json): unknown => ({
        name: metadata.name,
        labels: metadata.labels,
        // Ports and addresses are each server's own.
        spec:
          spec === undefined
            ? undefined
            : { ...spec, clusterIP: "", clusterIPs: [""], ports: [{ ...spec.ports[0], targetPort: 0 }] },
        value,
        description,
        preemptionPolicy,
      });
      await s.get("/api/v1/namespaces/default/services/kubernetes", { pick });
      for (const name of ["system-cluster-critical", "system-node-critical"])
        await s.get(`/apis/scheduling.k8s.io/v1/priorityclasses/${name}`, { pick });
    },
  },
];
