import { newCsr } from "client-ts/certs";
import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";

/** A Pod that no scheduler and no token volume touches. */
const pod = (name: string, spec: Json = {}, container: Json = {}): Json => ({
  metadata: { name },
  spec: {
    schedulerName: "none",
    automountServiceAccountToken: false,
    containers: [{ name: "web", image: "web:1", ...container }],
    ...spec,
  },
});

const resourcesOf = ({ spec, message }: Json): unknown =>
  spec === undefined ? message : spec.containers.map(({ resources }: Json) => resources);

/** A namespace of the scenario's own, for rules that hold in a whole namespace. */
async function namespace(s: Stage, name: string, labels: Json = {}): Promise<string> {
  const full = `${name}-${s.run}`;
  await s.given("/api/v1/namespaces", { metadata: { name: full, labels } });
  await s.quietly(() => s.post(`/api/v1/namespaces/${full}/serviceaccounts`, { metadata: { name: "default" } }));
  return `/api/v1/namespaces/${full}`;
}

/** A quota whose use has been counted. */
async function quota(s: Stage, base: string, name: string, hard: Json): Promise<void> {
  await s.given(`${base}/resourcequotas`, { metadata: { name }, spec: { hard } });
  await s.until(
    `${base}/resourcequotas/${name}`,
    ({ body }) => Object.keys(body.status?.used ?? {}).length === Object.keys(hard).length,
  );
}

/** What the server adds to objects and refuses by itself, beyond their own validity. */
export const admission: readonly Scenario[] = [
  {
    title: "fills in the limits and requests of a LimitRange",
    async run(s) {
      const base = await namespace(s, "limits");
      await s.given(`${base}/limitranges`, {
        metadata: { name: "l" },
        spec: {
          limits: [{ type: "Container", default: { cpu: "500m", memory: "1Gi" }, defaultRequest: { cpu: "100m" } }],
        },
      });
      await s.settle(
        `${base}/pods`,
        pod("probe"),
        ({ body }) => body.spec?.containers?.[0]?.resources?.limits !== undefined,
      );
      await s.post(`${base}/pods`, pod("a"), { pick: resourcesOf });
      await s.post(`${base}/pods`, pod("b", {}, { resources: { requests: { cpu: "200m" } } }), { pick: resourcesOf });
      await s.post(`${base}/pods`, pod("c", {}, { resources: { limits: { cpu: "1" } } }), { pick: resourcesOf });
    },
  },
  {
    title: "refuses containers outside of a LimitRange",
    async run(s) {
      const base = await namespace(s, "range");
      await s.given(`${base}/limitranges`, {
        metadata: { name: "l" },
        spec: { limits: [{ type: "Container", max: { cpu: "1" }, min: { cpu: "100m" } }] },
      });
      await s.settle(
        `${base}/pods`,
        pod("probe", {}, { resources: { requests: { cpu: "2" }, limits: { cpu: "2" } } }),
        ({ status }) => status === 403,
      );
      const sized = (name: string, requests: string, limits: string): Json =>
        pod(name, {}, { resources: { requests: { cpu: requests }, limits: { cpu: limits } } });
      await s.post(`${base}/pods`, sized("a", "500m", "2"), { pick: resourcesOf });
      await s.post(`${base}/pods`, sized("b", "50m", "500m"), { pick: resourcesOf });
      await s.post(`${base}/pods`, sized("c", "100m", "1"), { pick: resourcesOf });
    },
  },
  {
    title: "refuses claims outside of a LimitRange",
    async run(s) {
      const base = await namespace(s, "claims");
      await s.given(`${base}/limitranges`, {
        metadata: { name: "l" },
        spec: { limits: [{ type: "PersistentVolumeClaim", max: { storage: "2Gi" }, min: { storage: "1Gi" } }] },
      });
      const claim = (name: string, storage: string): Json => ({
        metadata: { name },
        spec: { accessModes: ["ReadWriteOnce"], storageClassName: "none", resources: { requests: { storage } } },
      });
      await s.settle(`${base}/persistentvolumeclaims`, claim("probe", "9Gi"), ({ status }) => status === 403);
      const pick = ({ kind, message }: Json): unknown => message ?? kind;
      for (const storage of ["3Gi", "500Mi", "2Gi"])
        await s.post(`${base}/persistentvolumeclaims`, claim("a", storage), { pick });
    },
  },
  {
    title: "refuses a LimitRange that contradicts itself",
    async run(s) {
      await s.post(s.in("limitranges"), {
        metadata: { name: "l" },
        spec: { limits: [{ type: "Container", max: { cpu: "1" }, min: { cpu: "2" } }] },
      });
      await s.post(s.in("limitranges"), {
        metadata: { name: "l" },
        spec: { limits: [{ type: "Pod", default: { cpu: "1" } }] },
      });
    },
  },
  {
    title: "refuses more objects than a quota allows",
    async run(s) {
      const base = await namespace(s, "count");
      await quota(s, base, "q", { "count/configmaps": "3", secrets: "1" });
      const pick = ({ kind, message }: Json): unknown => message ?? kind;
      // The certificate of the cluster may be one of them.
      for (const name of ["a", "b", "c", "d"])
        await s.quietly(() => s.post(`${base}/configmaps`, { metadata: { name } }));
      await s.post(`${base}/configmaps`, { metadata: { name: "e" } }, { pick });
      await s.post(`${base}/secrets`, { metadata: { name: "a" } }, { pick });
      await s.post(`${base}/secrets`, { metadata: { name: "b" } }, { pick });
    },
  },
  {
    title: "counts the resources of Pods against a quota, and requires them in the Pod",
    async run(s) {
      const base = await namespace(s, "cpu");
      await quota(s, base, "q", { pods: "2", "requests.cpu": "1", "limits.memory": "1Gi" });
      const sized = (name: string, cpu: string): Json =>
        pod(name, {}, { resources: { requests: { cpu }, limits: { memory: "100Mi" } } });
      const pick = ({ kind, message }: Json): unknown => message ?? kind;
      await s.post(`${base}/pods`, pod("plain"), { pick });
      await s.post(`${base}/pods`, sized("a", "600m"), { pick });
      await s.post(`${base}/pods`, sized("b", "600m"), { pick });
      await s.post(`${base}/pods`, sized("c", "100m"), { pick });
      await s.post(`${base}/pods`, sized("d", "100m"), { pick });
      await s.get(`${base}/resourcequotas/q`, { pick: ({ status }) => status });
    },
  },
  {
    title: "shows what a quota allows and what is used",
    async run(s) {
      const base = await namespace(s, "used");
      await s.given(`${base}/secrets`, { metadata: { name: "a" } });
      await quota(s, base, "q", {
        secrets: "5",
        services: "2",
        persistentvolumeclaims: "1",
        "requests.storage": "10Gi",
      });
      await s.until(`${base}/resourcequotas/q`, ({ body }) => body.status?.used?.secrets === "1");
      await s.get(`${base}/resourcequotas/q`, { pick: ({ spec, status }) => ({ spec, status }) });
    },
  },
  {
    title: "refuses a quota that is not valid",
    async run(s) {
      await s.post(s.in("resourcequotas"), { metadata: { name: "q" }, spec: { hard: { pods: "-1" } } });
      await s.post(s.in("resourcequotas"), { metadata: { name: "q" }, spec: { hard: { pods: "1.5" } } });
    },
  },
  {
    title: "refuses a Pod of a ServiceAccount that is not there",
    async run(s) {
      await s.post(s.in("pods"), pod("a", { serviceAccountName: "none" }));
      await s.given(s.in("serviceaccounts"), { metadata: { name: "bot" }, imagePullSecrets: [{ name: "registry" }] });
      await s.post(s.in("pods"), pod("a", { serviceAccountName: "bot" }), {
        pick: ({ spec, message }) => message ?? [spec.serviceAccountName, spec.serviceAccount, spec.imagePullSecrets],
      });
      await s.post(s.in("pods"), pod("b"), {
        pick: ({ spec, message }) => message ?? [spec.serviceAccountName, spec.imagePullSecrets],
      });
    },
  },
  {
    title: "gives a Pod the priority of its class",
    async run(s) {
      const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
      await s.given(classes, { metadata: { name: `high-${s.run}` }, value: 1000, preemptionPolicy: "Never" });
      const pick = ({ spec, message }: Json): unknown =>
        message ?? [spec.priorityClassName, spec.priority, spec.preemptionPolicy];
      await s.settle(
        s.in("pods"),
        pod("probe", { priorityClassName: `high-${s.run}` }),
        ({ status }) => status === 201,
      );
      await s.post(s.in("pods"), pod("a", { priorityClassName: `high-${s.run}` }), { pick });
      await s.post(s.in("pods"), pod("b"), { pick });
      await s.post(s.in("pods"), pod("c", { priorityClassName: "none" }));
      await s.post(s.in("pods"), pod("d", { priorityClassName: `high-${s.run}`, priority: 5 }));
      await s.post(s.in("pods"), pod("e", { priority: 5 }));
    },
  },
  {
    title: "keeps the priority classes of the system",
    async run(s) {
      const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
      await s.post(classes, { metadata: { name: `system-${s.run}` }, value: 10 });
      await s.post(classes, { metadata: { name: `big-${s.run}` }, value: 2_000_000_000 });
      await s.delete(`${classes}/system-node-critical`);
      await s.post(
        classes,
        { metadata: { name: `own-${s.run}` }, value: 10 },
        { pick: ({ metadata: _, ...rest }) => rest },
      );
      await s.patch(`${classes}/own-${s.run}`, { value: 11 });
    },
  },
  {
    title: "tolerates nodes that are lost for five minutes",
    async run(s) {
      const pick = ({ spec }: Json): unknown => spec.tolerations;
      await s.post(s.in("pods"), pod("a"), { pick });
      await s.post(
        s.in("pods"),
        pod("b", { tolerations: [{ key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute" }] }),
        { pick },
      );
      await s.post(s.in("pods"), pod("c", { tolerations: [{ operator: "Exists" }] }), { pick });
    },
  },
  {
    title: "gives a Pod the overhead of its runtime class",
    async run(s) {
      const classes = "/apis/node.k8s.io/v1/runtimeclasses";
      await s.given(classes, {
        metadata: { name: `sandbox-${s.run}` },
        handler: "sandbox",
        overhead: { podFixed: { cpu: "250m" } },
      });
      const pick = ({ spec, message }: Json): unknown => message ?? [spec.runtimeClassName, spec.overhead];
      await s.settle(
        s.in("pods"),
        pod("probe", { runtimeClassName: `sandbox-${s.run}` }),
        ({ status }) => status === 201,
      );
      await s.post(s.in("pods"), pod("a", { runtimeClassName: `sandbox-${s.run}` }), { pick });
      await s.post(s.in("pods"), pod("b", { runtimeClassName: "none" }));
      await s.post(s.in("pods"), pod("c", { runtimeClassName: `sandbox-${s.run}`, overhead: { cpu: "1" } }));
      await s.post(s.in("pods"), pod("d", { overhead: { cpu: "1" } }), { pick });
    },
  },
  {
    title: "refuses an eviction that a disruption budget forbids",
    async run(s) {
      await s.given(s.in("pods"), { ...pod("a"), metadata: { name: "a", labels: { app: "guarded" } } });
      await ready(s, "a");
      const budgets = s.in("policy/v1/poddisruptionbudgets");
      await s.given(budgets, {
        metadata: { name: "b" },
        spec: { minAvailable: 1, selector: { matchLabels: { app: "guarded" } } },
      });
      await s.until(`${budgets}/b`, ({ body }) => body.status?.currentHealthy === 1);
      await s.post(`${s.in("pods", "a")}/eviction`, { metadata: { name: "a" } });
      await s.quietly(() => s.patch(`${budgets}/b`, { spec: { minAvailable: 0 } }));
      await s.until(`${budgets}/b`, ({ body }) => body.status?.disruptionsAllowed === 1);
      await s.post(`${s.in("pods", "a")}/eviction`, { metadata: { name: "a" } });
    },
  },
  {
    title: "shows what a disruption budget allows",
    async run(s) {
      for (const name of ["x", "y"]) {
        await s.given(s.in("pods"), { ...pod(name), metadata: { name, labels: { app: "counted" } } });
        await ready(s, name);
      }
      const budgets = s.in("policy/v1/poddisruptionbudgets");
      await s.given(budgets, {
        metadata: { name: "c" },
        spec: { minAvailable: 1, selector: { matchLabels: { app: "counted" } } },
      });
      await s.until(`${budgets}/c`, ({ body }) => body.status?.currentHealthy === 2);
      await s.get(`${budgets}/c`, {
        pick: ({ status: { conditions: _, ...status } }) => status,
      });
    },
  },
  {
    title: "refuses Pods that a namespace's level of security forbids",
    async run(s) {
      const base = await namespace(s, "secure", { "pod-security.kubernetes.io/enforce": "baseline" });
      const pick = ({ kind, message }: Json): unknown => message ?? kind;
      await s.post(`${base}/pods`, pod("a", { hostNetwork: true, hostPID: true }), { pick });
      await s.post(`${base}/pods`, pod("b", {}, { securityContext: { privileged: true } }), { pick });
      await s.post(`${base}/pods`, pod("c", { volumes: [{ name: "h", hostPath: { path: "/" } }] }), { pick });
      await s.post(`${base}/pods`, pod("d", {}, { ports: [{ containerPort: 80, hostPort: 80 }] }), { pick });
      await s.post(
        `${base}/pods`,
        pod("e", {}, { securityContext: { capabilities: { add: ["NET_ADMIN", "CHOWN"] } } }),
        { pick },
      );
      await s.post(`${base}/pods`, pod("f"), { pick });
    },
  },
  {
    title: "holds Pods to the restricted level",
    async run(s) {
      const base = await namespace(s, "strict", { "pod-security.kubernetes.io/enforce": "restricted" });
      const pick = ({ kind, message }: Json): unknown => message ?? kind;
      await s.post(`${base}/pods`, pod("a"), { pick });
      const good = {
        allowPrivilegeEscalation: false,
        runAsNonRoot: true,
        capabilities: { drop: ["ALL"] },
        seccompProfile: { type: "RuntimeDefault" },
      };
      await s.post(`${base}/pods`, pod("b", {}, { securityContext: good }), { pick });
      await s.post(`${base}/pods`, pod("c", {}, { securityContext: { ...good, runAsUser: 0 } }), { pick });
      await s.post(
        `${base}/pods`,
        pod("d", { volumes: [{ name: "n", nfs: { server: "x", path: "/" } }] }, { securityContext: good }),
        { pick },
      );
    },
  },
  {
    title: "warns of Pods that a namespace's level of security would forbid",
    async run(s) {
      const base = await namespace(s, "warned", { "pod-security.kubernetes.io/warn": "baseline" });
      await s.post(`${base}/pods`, pod("a", { hostIPC: true }), { pick: ({ kind }) => kind });
      await s.post("/api/v1/namespaces", {
        metadata: { name: `wrong-${s.run}`, labels: { "pod-security.kubernetes.io/enforce": "high" } },
      });
    },
  },
  {
    title: "gives a claim the default storage class",
    async run(s) {
      const classes = "/apis/storage.k8s.io/v1/storageclasses";
      await s.given(classes, {
        metadata: { name: `std-${s.run}`, annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
        provisioner: "example.com/none",
        volumeBindingMode: "WaitForFirstConsumer",
      });
      const claim = (name: string, more: Json = {}): Json => ({
        metadata: { name },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...more },
      });
      const pick = ({ spec, message }: Json): unknown => message ?? spec.storageClassName;
      await s.settle(
        s.in("persistentvolumeclaims"),
        claim("probe"),
        ({ body }) => body.spec?.storageClassName !== undefined,
      );
      await s.post(s.in("persistentvolumeclaims"), claim("a"), { pick });
      await s.post(s.in("persistentvolumeclaims"), claim("b", { storageClassName: "" }), { pick });
      await s.quietly(() => s.delete(`${classes}/std-${s.run}`));
    },
  },
  {
    title: "gives an Ingress the default class",
    async run(s) {
      const classes = "/apis/networking.k8s.io/v1/ingressclasses";
      await s.given(classes, {
        metadata: { name: `std-${s.run}`, annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
        spec: { controller: "example.com/none" },
      });
      const ingress = (name: string, spec: Json = {}): Json => ({
        metadata: { name },
        spec: { defaultBackend: { service: { name: "a", port: { number: 80 } } }, ...spec },
      });
      const pick = ({ spec, message }: Json): unknown => message ?? spec.ingressClassName ?? "none";
      await s.settle(
        s.in("networking.k8s.io/v1/ingresses"),
        ingress("probe"),
        ({ body }) => body.spec?.ingressClassName !== undefined,
      );
      await s.post(s.in("networking.k8s.io/v1/ingresses"), ingress("a"), { pick });
      await s.post(s.in("networking.k8s.io/v1/ingresses"), ingress("b", { ingressClassName: "own" }), { pick });
      await s.quietly(() => s.delete(`${classes}/std-${s.run}`));
    },
  },
  {
    title: "lets only those approve a certificate who may use its signer",
    async run(s) {
      const path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
      const group = "rbac.authorization.k8s.io";
      const name = `csr-${s.run}`;
      const request = Buffer.from(newCsr({ commonName: "conformance" }).csr).toString("base64");
      await s.given(path, {
        metadata: { name },
        spec: { request, signerName: "example.com/signer", usages: ["client auth"] },
      });
      await s.given(`/apis/${group}/v1/clusterroles`, {
        metadata: { name: `approver-${s.run}` },
        rules: [
          { apiGroups: ["certificates.k8s.io"], resources: ["certificatesigningrequests/approval"], verbs: ["patch"] },
        ],
      });
      await s.given(`/apis/${group}/v1/clusterrolebindings`, {
        metadata: { name: `approver-${s.run}` },
        roleRef: { apiGroup: group, kind: "ClusterRole", name: `approver-${s.run}` },
        subjects: [{ kind: "User", apiGroup: group, name: `approver-${s.run}` }],
      });
      const headers = { "impersonate-user": `approver-${s.run}` };
      const status = { conditions: [{ type: "Approved", status: "True", reason: "Test" }] };
      const approve = (pick: (body: Json) => unknown) =>
        s.patch(`${path}/${name}/approval`, { status }, "merge", { headers, pick });
      await s.quietly(async () => {
        for (let attempt = 0; attempt < 100; attempt++) {
          const { body } = await approve((one) => one);
          if (!String(body.message).includes("cannot patch")) return;
          await new Promise((resolve) => setTimeout(resolve, s.pauseMs));
        }
      });
      await approve(({ kind }) => kind);
    },
  },
];

/** Says of a Pod that it runs and is ready, as its node would. */
async function ready(s: Stage, name: string): Promise<void> {
  const status = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
  await s.quietly(() => s.patch(`${s.in("pods", name)}/status`, { status }, "strategic"));
}
