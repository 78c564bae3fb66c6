import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";

const configMap = (data: Record<string, string> | undefined, more: object = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", ...more },
  data,
});
const path = (s: Stage): string => s.in("configmaps", "a");

const service = (ports: readonly object[]): object => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "a" },
  spec: { ports, clusterIP: "None", selector: { a: "b" } },
});
const ports = ({ metadata, spec }: Json): unknown => ({ ports: spec.ports, managedFields: metadata.managedFields });

/** Server-side apply: who owns what, conflicts, and what is removed. */
export const apply: readonly Scenario[] = [
  {
    title: "creates what is not there",
    managedFields: true,
    async run(s) {
      await s.apply(path(s), configMap({ a: "1" }), "me");
    },
  },
  {
    title: "changes what the manager owns",
    managedFields: true,
    async run(s) {
      await s.quietly(() => s.apply(path(s), configMap({ a: "1" }), "me"));
      await s.apply(path(s), configMap({ a: "2", b: "3" }), "me");
    },
  },
  {
    title: "keeps the version when the same is applied again",
    managedFields: true,
    async run(s) {
      await s.apply(path(s), configMap({ a: "1" }), "me");
      await s.apply(path(s), configMap({ a: "1" }), "me");
    },
  },
  {
    title: "removes what the manager owned alone and no longer applies",
    managedFields: true,
    async run(s) {
      await s.quietly(() => s.apply(path(s), configMap({ a: "1", b: "2" }), "me"));
      await s.apply(path(s), configMap({ a: "1" }), "me");
      await s.apply(path(s), configMap(undefined), "me");
    },
  },
  {
    title: "keeps what another manager owns too when one gives it up",
    managedFields: true,
    async run(s) {
      await s.quietly(() => s.apply(path(s), configMap({ a: "1", b: "2" }), "me"));
      await s.apply(path(s), configMap({ a: "1" }), "you");
      await s.apply(path(s), configMap({ b: "2" }), "me");
    },
  },
  {
    title: "refuses to change what another manager owns, and names field and manager",
    async run(s) {
      await s.quietly(() => s.apply(path(s), configMap({ a: "1", b: "1" }), "me"));
      await s.apply(path(s), configMap({ a: "2" }), "you");
      await s.apply(path(s), configMap({ a: "2", b: "2" }), "you");
    },
  },
  {
    title: "names every manager of a conflict",
    async run(s) {
      await s.quietly(() => s.apply(path(s), configMap({ a: "1" }), "first"));
      await s.quietly(() => s.apply(path(s), configMap({ a: "1" }), "second"));
      await s.apply(path(s), configMap({ a: "2" }), "third");
    },
  },
  {
    title: "takes fields over by force",
    managedFields: true,
    async run(s) {
      await s.quietly(() => s.apply(path(s), configMap({ a: "1", b: "1" }), "me"));
      await s.apply(path(s), configMap({ a: "2" }), "you", { force: true });
      await s.apply(path(s), configMap({ a: "1", b: "1" }), "me");
    },
  },
  {
    title: "shares a field between managers that want the same value",
    managedFields: true,
    async run(s) {
      await s.quietly(() => s.apply(path(s), configMap({ a: "1" }), "me"));
      await s.apply(path(s), configMap({ a: "1" }), "you");
    },
  },
  {
    title: "meets a conflict with a manager that updated",
    managedFields: true,
    async run(s) {
      await s.given(`${s.in("configmaps")}?fieldManager=updater`, { metadata: { name: "a" }, data: { a: "1" } });
      await s.apply(path(s), configMap({ a: "2" }), "me");
      await s.apply(path(s), configMap({ a: "2" }), "me", { force: true });
    },
  },
  {
    title: "gives a field to the manager that updates it",
    managedFields: true,
    async run(s) {
      await s.quietly(() => s.apply(path(s), configMap({ a: "1", b: "1" }), "me"));
      await s.patch(`${path(s)}?fieldManager=updater`, { data: { a: "2" } });
      await s.put(`${path(s)}?fieldManager=replacer`, { metadata: { name: "a" }, data: { b: "3" } });
    },
  },
  {
    title: "forgets a manager that owns nothing any more",
    managedFields: true,
    async run(s) {
      await s.quietly(() => s.apply(path(s), configMap({ a: "1" }), "me"));
      await s.patch(`${path(s)}?fieldManager=updater`, { data: { b: "2" } });
      await s.patch(`${path(s)}?fieldManager=other`, { data: { b: null } });
    },
  },
  {
    title: "tells labels and annotations apart by key",
    managedFields: true,
    async run(s) {
      await s.quietly(() =>
        s.apply(path(s), configMap(undefined, { labels: { a: "1" }, annotations: { x: "1" } }), "me"),
      );
      await s.apply(path(s), configMap(undefined, { labels: { b: "1" } }), "you");
      await s.apply(path(s), configMap(undefined, { labels: { a: "2" } }), "you");
      await s.apply(path(s), configMap(undefined), "me");
    },
  },
  {
    title: "owns finalizers one by one",
    managedFields: true,
    async run(s) {
      await s.quietly(() => s.apply(path(s), configMap(undefined, { finalizers: ["example.com/x"] }), "me"));
      await s.apply(path(s), configMap(undefined, { finalizers: ["example.com/y"] }), "you");
      await s.apply(path(s), configMap(undefined), "me");
    },
  },
  {
    title: "owns owner references by uid",
    managedFields: true,
    async run(s) {
      const { metadata } = await s.given(s.in("configmaps"), { metadata: { name: "owner" } });
      const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: metadata.uid };
      await s.apply(path(s), configMap(undefined, { ownerReferences: [owner] }), "me");
      await s.apply(path(s), configMap(undefined, { ownerReferences: [{ ...owner, controller: true }] }), "you");
      await s.apply(path(s), configMap(undefined), "me");
    },
  },
  {
    title: "merges a list by its keys: one manager per port",
    managedFields: true,
    async run(s) {
      await s.quietly(() =>
        s.apply(s.in("services", "a"), service([{ port: 80, protocol: "TCP", name: "http" }]), "me"),
      );
      await s.apply(s.in("services", "a"), service([{ port: 443, protocol: "TCP", name: "https" }]), "you", {
        pick: ports,
      });
      await s.apply(s.in("services", "a"), service([{ port: 8080, protocol: "TCP", name: "http" }]), "me", {
        pick: ports,
      });
    },
  },
  {
    title: "completes the keys of list items from their defaults",
    managedFields: true,
    async run(s) {
      await s.apply(s.in("services", "a"), service([{ port: 80 }]), "me", { pick: ports });
      await s.apply(s.in("services", "a"), service([{ port: 80, protocol: "TCP" }]), "me", { pick: ports });
    },
  },
  {
    title: "refuses a list with the same keys twice",
    async run(s) {
      const twice = [
        { port: 80, protocol: "TCP", name: "a" },
        { port: 80, protocol: "TCP", name: "b" },
      ];
      await s.apply(s.in("services", "a"), service(twice), "me");
    },
  },
  {
    title: "treats a list without keys as one value",
    managedFields: true,
    async run(s) {
      const resource = s.in("networking.k8s.io/v1/networkpolicies", "a");
      const policy = (...policyTypes: string[]): object => ({
        apiVersion: "networking.k8s.io/v1",
        kind: "NetworkPolicy",
        metadata: { name: "a" },
        spec: { podSelector: {}, policyTypes },
      });
      await s.quietly(() => s.apply(resource, policy("Ingress"), "me"));
      await s.apply(resource, policy("Egress"), "you");
      await s.apply(resource, policy("Egress"), "you", { force: true });
    },
  },
  {
    title: "requires a field manager",
    async run(s) {
      await s.patch(path(s), configMap({ a: "1" }), "apply");
    },
  },
  {
    title: "knows force only for apply",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.patch(`${path(s)}?force=true`, { data: {} });
    },
  },
  {
    title: "requires kind, apiVersion and the path's name in the body",
    async run(s) {
      await s.apply(path(s), { metadata: { name: "a" } }, "me");
      await s.apply(path(s), { apiVersion: "v1", metadata: { name: "a" } }, "me");
      await s.apply(path(s), { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "other" } }, "me");
      await s.apply(path(s), { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } }, "me");
      await s.apply(path(s), { apiVersion: "v1", kind: "ConfigMap" }, "me");
    },
  },
  {
    title: "refuses managedFields in what is applied",
    async run(s) {
      await s.apply(
        path(s),
        configMap({}, { managedFields: [{ manager: "x", operation: "Apply", apiVersion: "v1" }] }),
        "me",
      );
    },
  },
  {
    title: "checks the version in what is applied",
    async run(s) {
      await s.quietly(() => s.apply(path(s), configMap({ a: "1" }), "me"));
      await s.apply(path(s), configMap({ a: "2" }, { resourceVersion: "1" }), "me");
      await s.apply(
        s.in("configmaps", "b"),
        { ...configMap({ a: "2" }), metadata: { name: "b", resourceVersion: "1" } },
        "me",
      );
      await s.apply(
        s.in("configmaps", "b"),
        { ...configMap({ a: "2" }), metadata: { name: "b", uid: "11111111-2222-3333-4444-555555555555" } },
        "me",
      );
    },
  },
  {
    title: "takes YAML",
    async run(s) {
      await s.apply(path(s), "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: hello\n", "me");
      await s.apply(path(s), "a: b: c", "me");
      await s.apply(path(s), "[]", "me");
    },
  },
  {
    title: "applies status apart from the rest",
    managedFields: true,
    async run(s) {
      const resource = s.in("networking.k8s.io/v1/ingresses", "a");
      const base = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: { name: "a" } };
      const spec = { defaultBackend: { service: { name: "s", port: { number: 80 } } } };
      const status = { loadBalancer: { ingress: [{ ip: "10.1.2.3" }] } };
      await s.apply(resource, { ...base, spec, status }, "me");
      await s.apply(`${resource}/status`, { ...base, status }, "me");
      await s.apply(`${resource}/status`, { ...base, status: {} }, "me");
    },
  },
  {
    title: "does not create through the status",
    async run(s) {
      const base = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: { name: "none" } };
      await s.apply(s.in("networking.k8s.io/v1/ingresses", "none/status"), { ...base, status: {} }, "me");
    },
  },
  {
    title: "stores nothing of a dry run",
    async run(s) {
      await s.quietly(() => s.apply(path(s), configMap({ a: "1" }), "me"));
      await s.apply(`${path(s)}?dryRun=All`, configMap({ b: "2" }), "me");
      await s.apply(`${path(s)}?dryRun=All`, configMap({ a: "2" }), "you");
      await s.get(path(s));
    },
  },
  {
    title: "takes null values as fields that are owned and empty",
    managedFields: true,
    async run(s) {
      await s.apply(path(s), { ...configMap(undefined), data: { a: null } }, "me");
    },
  },
  {
    title: "remembers who applied null for a whole map",
    managedFields: true,
    async run(s) {
      await s.apply(path(s), { ...configMap(undefined), data: null }, "me");
    },
  },
  {
    title: "resets managedFields when they are emptied",
    managedFields: true,
    async run(s) {
      await s.quietly(() => s.apply(path(s), configMap({ a: "1" }), "me"));
      await s.patch(path(s), { metadata: { managedFields: [{}] } });
      await s.apply(path(s), configMap({ a: "2" }), "me");
    },
  },
];
