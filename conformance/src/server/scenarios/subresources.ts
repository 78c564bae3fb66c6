import { newCsr } from "client-ts/certs";
import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";

const deployments = "apps/v1/deployments";
const containers = [{ name: "web", image: "web:1" }];

const deployment = (name: string): Json => ({
  metadata: { name },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers } },
  },
});

const pod = (name: string, more: Json = {}): Json => ({ metadata: { name }, spec: { containers, ...more } });

/** A deployment that no controller touches: its replicas are paused away. */
async function given(s: Stage, name: string): Promise<void> {
  const body = deployment(name);
  body.spec.replicas = 0;
  body.spec.paused = true;
  await s.given(s.in(deployments), body);
}

const scale = (body: Json): Json => ({
  kind: body.kind,
  apiVersion: body.apiVersion,
  spec: body.spec,
  status: body.status,
  name: body.metadata?.name,
  message: body.message,
});

/** Paths below an object: status, scale, eviction, binding, tokens, approval, resizing, ephemeral containers. */
export const subresources: readonly Scenario[] = [
  {
    title: "ignores the status of a create and the spec of a status update",
    async run(s) {
      const parts = ({ spec, status }: Json): unknown => ({ spec, status });
      await s.post(
        s.in("persistentvolumeclaims"),
        {
          metadata: { name: "a" },
          spec: {
            accessModes: ["ReadWriteOnce"],
            storageClassName: "none",
            resources: { requests: { storage: "1Gi" } },
          },
          status: { phase: "Bound" },
        },
        { pick: parts },
      );
      const path = s.in("persistentvolumeclaims", "a");
      await s.patch(`${path}/status`, { spec: { storageClassName: "other" }, status: { phase: "Lost" } }, "merge", {
        pick: parts,
      });
      await s.get(path, { pick: parts });
    },
  },
  {
    title: "reads an object through its status",
    async run(s) {
      await given(s, "web");
      await s.get(`${s.in(deployments, "web")}/status`, { pick: ({ kind, metadata }) => [kind, metadata.name] });
      await s.get(`${s.in(deployments, "none")}/status`);
    },
  },
  {
    title: "does not have a status path for kinds without one",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.get(`${s.in("configmaps", "a")}/status`);
      await s.put(`${s.in("configmaps", "a")}/status`, { metadata: { name: "a" } });
    },
  },
  {
    title: "takes no create and no delete of a status",
    async run(s) {
      await given(s, "web");
      await s.post(`${s.in(deployments, "web")}/status`, deployment("web"));
      await s.delete(`${s.in(deployments, "web")}/status`);
    },
  },
  {
    title: "refuses a status update of an older version",
    async run(s) {
      const old = await s.given(s.in("persistentvolumeclaims"), {
        metadata: { name: "a" },
        spec: { accessModes: ["ReadWriteOnce"], storageClassName: "none", resources: { requests: { storage: "1Gi" } } },
      });
      const path = `${s.in("persistentvolumeclaims", "a")}/status`;
      await s.quietly(() => s.patch(path, { status: { phase: "Lost" } }));
      await s.put(path, old);
    },
  },
  {
    title: "patches a status by merge, by operations and by apply",
    async run(s) {
      await s.given(s.in("persistentvolumeclaims"), {
        metadata: { name: "a" },
        spec: { accessModes: ["ReadWriteOnce"], storageClassName: "none", resources: { requests: { storage: "1Gi" } } },
      });
      const path = `${s.in("persistentvolumeclaims", "a")}/status`;
      const pick = ({ status, message }: Json): unknown => status?.capacity ?? status ?? message;
      await s.patch(path, { status: { capacity: { storage: "1Gi" } } }, "merge", { pick });
      await s.patch(path, [{ op: "replace", path: "/status/capacity/storage", value: "2Gi" }], "json", { pick });
      await s.patch(path, { status: { capacity: { storage: "3Gi" } } }, "strategic", { pick });
      const applied = {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: { name: "a" },
        status: { capacity: { storage: "4Gi" } },
      };
      await s.apply(path, applied, "tester", { force: true, pick });
    },
  },
  {
    title: "shows the scale of workloads",
    async run(s) {
      await given(s, "web");
      await s.get(`${s.in(deployments, "web")}/scale`, { pick: scale });
      await s.given(s.in("replicationcontrollers"), {
        metadata: { name: "old" },
        spec: {
          replicas: 0,
          selector: { app: "old" },
          template: { metadata: { labels: { app: "old" } }, spec: { containers } },
        },
      });
      await s.get(`${s.in("replicationcontrollers", "old")}/scale`, { pick: scale });
      await s.get(`${s.in(deployments, "none")}/scale`);
    },
  },
  {
    title: "sets the scale by update and by patch",
    async run(s) {
      await given(s, "web");
      const path = `${s.in(deployments, "web")}/scale`;
      await s.put(path, { metadata: { name: "web", namespace: s.namespace }, spec: { replicas: 3 } }, { pick: scale });
      await s.patch(path, { spec: { replicas: 4 } }, "merge", { pick: scale });
      await s.patch(path, [{ op: "replace", path: "/spec/replicas", value: 0 }], "json", { pick: scale });
      await s.get(s.in(deployments, "web"), { pick: (body) => body.spec.replicas });
    },
  },
  {
    title: "refuses a scale that is negative, old, or of another object",
    async run(s) {
      await given(s, "web");
      const path = `${s.in(deployments, "web")}/scale`;
      await s.put(path, { metadata: { name: "web" }, spec: { replicas: -1 } });
      await s.put(path, { metadata: { name: "other" }, spec: { replicas: 1 } });
      const old = (await s.quietly(() => s.get(path))).body;
      await s.quietly(() => s.patch(path, { spec: { replicas: 5 } }));
      await s.put(path, { ...old, spec: { replicas: 6 } }, { pick: scale });
    },
  },
  {
    title: "evicts a pod once",
    async run(s) {
      await s.given(s.in("pods"), pod("a", { nodeName: "" }));
      const path = `${s.in("pods", "a")}/eviction`;
      await s.post(path, {
        apiVersion: "policy/v1",
        kind: "Eviction",
        metadata: { name: "a", namespace: s.namespace },
      });
      await s.post(`${s.in("pods", "none")}/eviction`, {
        apiVersion: "policy/v1",
        kind: "Eviction",
        metadata: { name: "none" },
      });
      await s.get(path);
    },
  },
  {
    title: "refuses evictions with another name or an old uid",
    async run(s) {
      await s.given(s.in("pods"), pod("a"));
      const path = `${s.in("pods", "a")}/eviction`;
      await s.post(path, { metadata: { name: "b" } });
      await s.post(path, {
        metadata: { name: "a" },
        deleteOptions: { preconditions: { uid: "00000000-0000-0000-0000-000000000000" } },
      });
      await s.post(`${path}?dryRun=All`, { metadata: { name: "a" } });
      await s.get(s.in("pods", "a"), { pick: ({ metadata }) => metadata.deletionTimestamp !== undefined });
    },
  },
  {
    title: "binds a pod to a node",
    async run(s) {
      await s.given(s.in("pods"), pod("a", { schedulerName: "none" }));
      const path = `${s.in("pods", "a")}/binding`;
      await s.post(path, { metadata: { name: "a" }, target: { kind: "Node", name: "" } });
      await s.post(path, { metadata: { name: "a" }, target: { kind: "Node", name: "nowhere" } });
      await s.get(s.in("pods", "a"), { pick: ({ spec }) => spec.nodeName });
      await s.post(path, { metadata: { name: "a" }, target: { kind: "Node", name: "elsewhere" } });
    },
  },
  {
    title: "makes tokens of a service account for given receivers and a time",
    async run(s) {
      await s.given(s.in("serviceaccounts"), { metadata: { name: "bot" } });
      const path = `${s.in("serviceaccounts", "bot")}/token`;
      const pick = ({ kind, spec, message }: Json): unknown => ({ kind, spec, message });
      await s.post(path, { spec: { audiences: ["a", "b"], expirationSeconds: 700 } }, { pick });
      await s.post(path, { spec: { expirationSeconds: 60 } });
      await s.post(path, { spec: { expirationSeconds: 5_000_000_000 } });
      await s.post(`${s.in("serviceaccounts", "none")}/token`, { spec: {} });
    },
  },
  {
    title: "approves and denies certificate requests through approval alone",
    async run(s) {
      const name = `csr-${s.run}`;
      const path = `/apis/certificates.k8s.io/v1/certificatesigningrequests`;
      await s.given(path, {
        metadata: { name },
        spec: { request: certificateRequest(), signerName: "example.com/signer", usages: ["client auth"] },
      });
      const condition = { type: "Approved", status: "True", reason: "Test", message: "fine" };
      const pick = ({ status, message }: Json): unknown =>
        status?.conditions?.map(({ type, reason }: Json) => [type, reason]) ?? message ?? status;
      const current = (await s.quietly(() => s.get(`${path}/${name}`))).body;
      await s.put(`${path}/${name}`, { ...current, status: { conditions: [condition] } }, { pick });
      await s.put(`${path}/${name}/approval`, { ...current, status: { conditions: [condition] } }, { pick });
      await s.patch(`${path}/${name}/approval`, { status: { conditions: [] } }, "merge", { pick });
    },
  },
  {
    title: "adds ephemeral containers and nothing else through their path",
    async run(s) {
      await s.given(s.in("pods"), pod("a", { schedulerName: "none" }));
      const path = `${s.in("pods", "a")}/ephemeralcontainers`;
      const pick = ({ spec, message }: Json): unknown =>
        spec?.ephemeralContainers?.map(({ name }: Json) => name) ?? message ?? "none";
      await s.patch(path, { spec: { ephemeralContainers: [{ name: "debug", image: "debug:1" }] } }, "strategic", {
        pick,
      });
      await s.get(path, { pick });
    },
  },
  {
    title: "finalizes namespaces through their path",
    async run(s) {
      const name = `final-${s.run}`;
      await s.given("/api/v1/namespaces", { metadata: { name } });
      const path = `/api/v1/namespaces/${name}`;
      await s.put(
        `${path}/finalize`,
        { metadata: { name }, spec: { finalizers: ["kubernetes", "example.com/own"] } },
        { pick: ({ spec, message }) => spec ?? message },
      );
      await s.get(`${path}/finalize`);
      await s.put(
        `${path}/finalize`,
        { metadata: { name }, spec: { finalizers: ["kubernetes"] } },
        { pick: ({ spec, message }) => spec ?? message },
      );
    },
  },
  {
    title: "knows no subresource that a kind does not have",
    async run(s) {
      await given(s, "web");
      await s.get(`${s.in(deployments, "web")}/log`);
      await s.get(`${s.in("configmaps", "web")}/scale`);
      await s.post(`${s.in(deployments, "web")}/eviction`, {});
      await s.get(`${s.in(deployments, "web")}/unknown`);
    },
  },
];

/** A certificate request, as the API takes it. */
function certificateRequest(): string {
  return Buffer.from(newCsr({ commonName: "conformance" }).csr).toString("base64");
}
