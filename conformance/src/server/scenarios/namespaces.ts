import type { Scenario, Stage } from "../stage.ts";

const path = (s: Stage, suffix = ""): string => `/api/v1/namespaces/n${suffix}-${s.run}`;

/** Namespaces and their lives. */
export const namespaces: readonly Scenario[] = [
  {
    title: "gives a new namespace its phase, its finalizer and its name as a label",
    async run(s) {
      await s.post("/api/v1/namespaces", { metadata: { name: `na-${s.run}` } });
    },
  },
  {
    title: "does not create objects in a namespace that is not there",
    async run(s) {
      await s.post(`${path(s, "none")}/configmaps`, { metadata: { name: "a" } });
      await s.put(`${path(s, "none")}/coordination.k8s.io/v1/leases/a`, { metadata: { name: "a" } });
    },
  },
  {
    title: "lists nothing and finds nothing in a namespace that is not there",
    async run(s) {
      await s.get(`${path(s, "none")}/configmaps`);
      await s.get(`${path(s, "none")}/configmaps/a`);
      await s.delete(`${path(s, "none")}/configmaps/a`);
      await s.delete(`${path(s, "none")}/configmaps`);
      await s.get(path(s, "none"));
    },
  },
  {
    title: "ends a namespace: Terminating, then gone with everything in it",
    async run(s) {
      await s.given("/api/v1/namespaces", { metadata: { name: `nb-${s.run}` } });
      await s.given(`${path(s, "b")}/secrets`, { metadata: { name: "held", finalizers: ["example.com/x"] } });
      await s.given(`${path(s, "b")}/secrets`, { metadata: { name: "free" } });
      await s.delete(path(s, "b"), undefined, { pick: ({ kind, status, spec }) => ({ kind, status, spec }) });
      await s.until(
        `${path(s, "b")}/secrets`,
        ({ body }) => body.items.length === 1 && body.items[0].metadata.deletionTimestamp,
      );
      await s.post(`${path(s, "b")}/secrets`, { metadata: { name: "late" } });
      await s.get(path(s, "b"), { pick: ({ status, spec }) => ({ phase: status.phase, spec }) });
      await s.quietly(() => s.patch(`${path(s, "b")}/secrets/held`, { metadata: { finalizers: null } }));
      await s.until(path(s, "b"), ({ status }) => status === 404, 40);
      await s.get(`${path(s, "b")}/secrets`);
    },
  },
  {
    title: "changes a namespace's finalizers only through finalize",
    async run(s) {
      const made = await s.given("/api/v1/namespaces", { metadata: { name: `nc-${s.run}` } });
      await s.put(
        path(s, "c"),
        { ...made, spec: { finalizers: ["example.com/x", "kubernetes"] } },
        { pick: ({ spec }) => spec },
      );
      const { body } = await s.quietly(() => s.get(path(s, "c")));
      await s.put(
        `${path(s, "c")}/finalize`,
        { ...body, spec: { finalizers: ["example.com/x", "kubernetes"] } },
        { pick: ({ spec }) => spec },
      );
      const after = (await s.quietly(() => s.get(path(s, "c")))).body;
      await s.quietly(() => s.put(`${path(s, "c")}/finalize`, { ...after, spec: { finalizers: ["kubernetes"] } }));
    },
  },
  {
    title: "keeps the namespaces that the system needs",
    async run(s) {
      await s.delete("/api/v1/namespaces/default?dryRun=All");
      await s.delete("/api/v1/namespaces/kube-system?dryRun=All");
    },
  },
  {
    title: "puts the name label back onto a namespace",
    async run(s) {
      await s.given("/api/v1/namespaces", { metadata: { name: `nd-${s.run}` } });
      await s.patch(path(s, "d"), { metadata: { labels: null } }, "merge", { pick: ({ metadata }) => metadata.labels });
      await s.patch(path(s, "d"), { metadata: { labels: { "kubernetes.io/metadata.name": "other" } } }, "merge", {
        pick: ({ metadata }) => metadata.labels,
      });
    },
  },
  {
    title: "lists objects of all namespaces",
    async run(s) {
      await s.given(s.in("secrets"), { metadata: { name: "a", labels: { run: s.run } } });
      await s.get(`/api/v1/secrets?labelSelector=run%3D${s.run}`);
    },
  },
  {
    title: "has no path of a namespaced object without its namespace, and none of a cluster's object in one",
    async run(s) {
      await s.get("/api/v1/secrets/a");
      await s.post("/api/v1/secrets", { metadata: { name: "a" } });
      await s.get(`${path(s)}/nodes`);
      await s.get(`${path(s)}/nodes/a`);
    },
  },
  {
    title: "does not delete namespaces as a collection",
    async run(s) {
      await s.delete("/api/v1/namespaces?labelSelector=none%3Dhere");
    },
  },
];
