import type { Scenario } from "../stage.ts";

/** Deleting: preconditions, finalizers, propagation, collections. */
export const deletion: readonly Scenario[] = [
  {
    title: "deletes an object and answers with a Status that names it",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.delete(s.in("configmaps", "a"));
      await s.get(s.in("configmaps", "a"));
      await s.delete(s.in("configmaps", "a"));
    },
  },
  {
    title: "deletes only what has the uid and version of the preconditions",
    async run(s) {
      const { metadata } = await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.delete(s.in("configmaps", "a"), { preconditions: { uid: "11111111-2222-3333-4444-555555555555" } });
      await s.delete(s.in("configmaps", "a"), { preconditions: { uid: metadata.uid, resourceVersion: "1" } });
      await s.delete(s.in("configmaps", "a"), {
        preconditions: { uid: metadata.uid, resourceVersion: metadata.resourceVersion },
      });
    },
  },
  {
    title: "marks an object with finalizers and waits for them",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a", finalizers: ["example.com/x", "example.com/y"] } });
      await s.delete(s.in("configmaps", "a"));
      await s.get(s.in("configmaps", "a"));
      await s.patch(s.in("configmaps", "a"), { metadata: { finalizers: ["example.com/y"] } });
      await s.patch(s.in("configmaps", "a"), { metadata: { finalizers: null } });
      await s.get(s.in("configmaps", "a"));
    },
  },
  {
    title: "changes nothing when an object is deleted a second time while it waits",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a", finalizers: ["example.com/x"] } });
      await s.delete(s.in("configmaps", "a"));
      await s.delete(s.in("configmaps", "a"));
    },
  },
  {
    title: "takes no new finalizers on an object that is being deleted",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a", finalizers: ["example.com/x"] } });
      await s.quietly(() => s.delete(s.in("configmaps", "a")));
      await s.patch(s.in("configmaps", "a"), { metadata: { finalizers: ["example.com/x", "example.com/new"] } });
      await s.patch(s.in("configmaps", "a"), { metadata: { labels: { other: "changes" } } });
    },
  },
  {
    title: "does not make an object again while the old one waits",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a", finalizers: ["example.com/x"] } });
      await s.quietly(() => s.delete(s.in("configmaps", "a")));
      await s.post(s.in("configmaps"), { metadata: { name: "a" } });
    },
  },
  {
    title: "raises the generation of an object with a spec when its deletion begins",
    async run(s) {
      const path = s.in("networking.k8s.io/v1/networkpolicies");
      await s.given(path, { metadata: { name: "a", finalizers: ["example.com/x"] }, spec: { podSelector: {} } });
      await s.delete(`${path}/a`);
    },
  },
  {
    title: "removes dependents in the background by default",
    async run(s) {
      const { metadata } = await s.given(s.in("configmaps"), { metadata: { name: "owner" } });
      const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: metadata.uid };
      await s.given(s.in("configmaps"), { metadata: { name: "dependent", ownerReferences: [owner] } });
      await s.quietly(() => s.delete(s.in("configmaps", "owner"), { propagationPolicy: "Background" }));
      await s.until(s.in("configmaps", "dependent"), ({ status }) => status === 404);
      await s.get(s.in("configmaps", "dependent"));
    },
  },
  {
    title: "leaves dependents without their owner when told to orphan",
    async run(s) {
      const { metadata } = await s.given(s.in("configmaps"), { metadata: { name: "owner" } });
      const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: metadata.uid };
      await s.given(s.in("configmaps"), { metadata: { name: "dependent", ownerReferences: [owner] } });
      await s.delete(
        s.in("configmaps", "owner"),
        { propagationPolicy: "Orphan" },
        { pick: ({ kind, metadata }) => ({ kind, finalizers: metadata?.finalizers }) },
      );
      await s.until(s.in("configmaps", "owner"), ({ status }) => status === 404);
      await s.get(s.in("configmaps", "dependent"), { pick: ({ metadata }) => metadata.ownerReferences ?? "none" });
    },
  },
  {
    title: "keeps the owner until its blocking dependents are gone when told to delete in the foreground",
    async run(s) {
      const { metadata } = await s.given(s.in("configmaps"), { metadata: { name: "owner" } });
      const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: metadata.uid, blockOwnerDeletion: true };
      await s.given(s.in("configmaps"), {
        metadata: { name: "dependent", ownerReferences: [owner], finalizers: ["example.com/x"] },
      });
      await s.delete(
        s.in("configmaps", "owner"),
        { propagationPolicy: "Foreground" },
        { pick: ({ metadata }) => metadata.finalizers },
      );
      await s.until(s.in("configmaps", "dependent"), ({ body }) => body.metadata?.deletionTimestamp !== undefined);
      await s.get(s.in("configmaps", "owner"), { pick: ({ metadata }) => metadata.finalizers });
      await s.quietly(() => s.patch(s.in("configmaps", "dependent"), { metadata: { finalizers: null } }));
      await s.until(s.in("configmaps", "owner"), ({ status }) => status === 404);
    },
  },
  {
    title: "knows the old orphanDependents, but not together with a propagation policy",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.delete(s.in("configmaps", "a"), { orphanDependents: false, propagationPolicy: "Background" });
      await s.delete(s.in("configmaps", "a"), { propagationPolicy: "Sideways" });
      await s.delete(s.in("configmaps", "a"), { orphanDependents: false });
    },
  },
  {
    title: "takes delete options from the query too",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.delete(`${s.in("configmaps", "a")}?propagationPolicy=Sideways`);
      await s.delete(`${s.in("configmaps", "a")}?gracePeriodSeconds=x`);
      await s.delete(`${s.in("configmaps", "a")}?propagationPolicy=Background&gracePeriodSeconds=0`);
    },
  },
  {
    title: "refuses delete options of another kind",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.delete(s.in("configmaps", "a"), { apiVersion: "v1", kind: "ConfigMap" });
      await s.delete(s.in("configmaps", "a"), '{"bad":');
      await s.delete(s.in("configmaps", "a"), { apiVersion: "v1", kind: "DeleteOptions" });
    },
  },
  {
    title: "deletes the objects of a collection that a selector chooses, and lists them",
    async run(s) {
      for (const [name, app] of [
        ["a", "x"],
        ["b", "x"],
        ["c", "y"],
      ] as const) {
        await s.given(s.in("secrets"), { metadata: { name, labels: { app } } });
      }
      await s.delete(`${s.in("secrets")}?labelSelector=app%3Dx`);
      await s.get(s.in("secrets"));
    },
  },
  {
    title: "deletes a collection by field selector, and changes nothing on a dry run",
    async run(s) {
      for (const name of ["a", "b"]) await s.given(s.in("secrets"), { metadata: { name } });
      await s.delete(`${s.in("secrets")}?fieldSelector=metadata.name%3Da&dryRun=All`, undefined, {
        pick: ({ items }) => items?.length,
      });
      await s.delete(`${s.in("secrets")}?fieldSelector=metadata.name%3Da`, undefined, {
        pick: ({ items }) => items?.length,
      });
      await s.get(s.in("secrets"), {
        pick: ({ items }) => items.map((item: { metadata: { name: string } }) => item.metadata.name),
      });
    },
  },
  {
    title: "marks objects with finalizers in a deleted collection",
    async run(s) {
      await s.given(s.in("secrets"), { metadata: { name: "a", finalizers: ["example.com/x"] } });
      await s.given(s.in("secrets"), { metadata: { name: "b" } });
      await s.quietly(() => s.delete(s.in("secrets")));
      await s.get(s.in("secrets"));
    },
  },
  {
    title: "deletes an empty collection",
    async run(s) {
      await s.delete(`${s.in("secrets")}?labelSelector=none%3Dhere`);
    },
  },
  {
    title: "deletes a pod with no node at once",
    async run(s) {
      const spec = {
        schedulerName: "none",
        automountServiceAccountToken: false,
        containers: [{ name: "c", image: "i" }],
      };
      await s.given(s.in("pods"), { metadata: { name: "a" }, spec });
      await s.delete(s.in("pods", "a"), undefined, {
        pick: ({ kind, metadata }) => ({ kind, grace: metadata.deletionGracePeriodSeconds }),
      });
      await s.get(s.in("pods", "a"));
    },
  },
  {
    title: "removes the last finalizer and the object in one update",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a", finalizers: ["example.com/x"] } });
      const { body } = await s.quietly(() => s.delete(s.in("configmaps", "a")));
      await s.put(s.in("configmaps", "a"), { ...body, metadata: { ...body.metadata, finalizers: [] } });
      await s.get(s.in("configmaps", "a"));
    },
  },
];
