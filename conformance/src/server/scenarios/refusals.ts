import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";

const template = (spec: Json = {}): Json => ({
  metadata: { labels: { app: "a" } },
  spec: { containers: [{ name: "c", image: "i:1" }], ...spec },
});
const selector = { matchLabels: { app: "a" } };

/** Creates on paper, and records what is wrong. */
async function tries(s: Stage, resource: string, specs: readonly Json[], more: Json = {}): Promise<void> {
  for (const [index, spec] of specs.entries())
    await s.post(`${s.in(resource)}?dryRun=All`, { metadata: { name: `x${index}` }, ...more, ...spec }, outcome);
}

/** What matters of an answer: its refusal, or what kind of object it is. */
const outcome = { pick: ({ kind }: Json): unknown => kind };

const job = { jobTemplate: { spec: { template: template({ restartPolicy: "Never" }) } } };
const path = (one: Json, rule: Json = {}): Json => ({
  spec: { rules: [{ host: "a.example.com", http: { paths: [one] }, ...rule }] },
});
const backend = { service: { name: "s", port: { number: 80 } } };

/** An autoscaler without the conditions that its controller writes at any time, where there is one, and its version. */
const steady = {
  pick({ status: { conditions: _, ...status } = {}, metadata, ...rest }: Json): Json {
    const { "autoscaling.alpha.kubernetes.io/conditions": __, ...annotations } = metadata.annotations ?? {};
    const { resourceVersion: ___, ...others } = metadata;
    return { ...rest, metadata: { ...others, annotations }, status };
  },
};

/** What the real server refuses of built-in kinds. */
export const refusals: readonly Scenario[] = [
  {
    title: "refuses Secrets without the keys that their type demands",
    run: (s) =>
      tries(s, "secrets", [
        { type: "kubernetes.io/tls", data: {} },
        { type: "kubernetes.io/tls", data: { "tls.crt": "YQ==" } },
        { type: "kubernetes.io/dockerconfigjson" },
        { type: "kubernetes.io/dockerconfigjson", stringData: { ".dockerconfigjson": "{}" } },
        { type: "kubernetes.io/dockercfg" },
        { type: "kubernetes.io/basic-auth" },
        { type: "kubernetes.io/basic-auth", stringData: { username: "u" } },
        { type: "kubernetes.io/ssh-auth" },
        { type: "kubernetes.io/service-account-token" },
        { type: "example.com/any" },
      ]),
  },
  {
    title: "refuses CronJobs whose schedule cannot be read",
    run: (s) =>
      tries(
        s,
        "batch/v1/cronjobs",
        [
          "* * * *",
          "bad",
          "@hourly",
          "@every 1h",
          "@every x",
          "@never",
          "60 * * * *",
          "*/0 * * * *",
          "5-1 * * * *",
          "a * * * *",
          "* * 0 * *",
          "* * * JAN-MAR MON-FRI",
          "* * * * 8",
          "1/2/3 * * * *",
          "1-2-3 * * * *",
          "0,30 8-18/2 * * 1-5",
          "TZ=UTC * * * * *",
        ].map((schedule) => ({ spec: { schedule, ...job } })),
      ),
  },
  {
    title: "refuses CronJobs with limits, zones and policies that do not exist",
    run: (s) =>
      tries(s, "batch/v1/cronjobs", [
        {
          spec: {
            schedule: "* * * * *",
            concurrencyPolicy: "No",
            timeZone: "Nope/Zone",
            startingDeadlineSeconds: -1,
            successfulJobsHistoryLimit: -1,
            failedJobsHistoryLimit: -2,
            ...job,
          },
        },
        { spec: { schedule: "* * * * *", timeZone: "", ...job } },
        { spec: { schedule: "* * * * *", timeZone: "Europe/Berlin", ...job } },
        { spec: { schedule: "* * * * *", timeZone: "Local", ...job } },
        { metadata: { name: "n".repeat(53) }, spec: { schedule: "* * * * *", ...job } },
      ]),
  },
  {
    title: "refuses Ingresses whose paths, hosts and backends are wrong",
    run: (s) =>
      tries(s, "networking.k8s.io/v1/ingresses", [
        path({ path: "foo", pathType: "Prefix", backend }),
        path({ path: "/foo", backend }),
        path({ path: "/a//b", pathType: "Exact", backend: { service: { name: "S_", port: {} } } }, { host: "1.2.3.4" }),
        path({ path: "/a/../b", pathType: "Prefix", backend }, { host: "A_b" }),
        path({ path: "/a%2fb", pathType: "Exact", backend }, { host: "*.example.com" }),
        path({ path: "/foo", pathType: "Nope", backend: {} }),
        path({ pathType: "ImplementationSpecific", backend: { service: { port: { number: 70_000 } } } }),
        path({ path: "/", pathType: "Prefix", backend: { ...backend, resource: { kind: "K", name: "n" } } }),
        { spec: {} },
        { spec: { rules: [{ http: { paths: [] } }] } },
        { spec: { defaultBackend: { service: { name: "s", port: { number: 80, name: "x" } } } } },
        { spec: { defaultBackend: backend, ingressClassName: "A b", tls: [{ hosts: ["*.*.a"] }] } },
        { spec: { defaultBackend: backend } },
      ]),
  },
  {
    title: "refuses to change what a StatefulSet fixes for good",
    async run(s) {
      const base = s.in("apps/v1/statefulsets");
      await s.given(base, { metadata: { name: "x" }, spec: { serviceName: "s", selector, template: template() } });
      const change = (spec: Json): Promise<unknown> => s.patch(`${base}/x`, { spec }, "merge", outcome);
      await change({ serviceName: "t" });
      await change({ podManagementPolicy: "Parallel" });
      await change({ selector: { matchLabels: { app: "b" } } });
      await change({ replicas: 3, template: template({ terminationGracePeriodSeconds: 5 }) });
      await change({ updateStrategy: { type: "OnDelete", rollingUpdate: null }, minReadySeconds: 3 });
      await change({ persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" }, ordinals: { start: 2 } });
    },
  },
  {
    title: "refuses workloads with strategies and numbers that do not fit",
    async run(s) {
      const valid = { selector, template: template() };
      await tries(s, "apps/v1/statefulsets", [
        { spec: { ...valid, podManagementPolicy: "Nope", replicas: -1 } },
        { spec: { ...valid, updateStrategy: { type: "Nope" } } },
        { spec: { ...valid, selector: {} } },
        { spec: { ...valid, template: template({ restartPolicy: "Never" }) } },
        { spec: { ...valid, updateStrategy: { type: "OnDelete", rollingUpdate: { partition: 1 } } } },
      ]);
      await tries(s, "apps/v1/deployments", [
        { spec: { ...valid, strategy: { type: "Recreate", rollingUpdate: {} } } },
        { spec: { ...valid, strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } } },
        { spec: { ...valid, minReadySeconds: -1, revisionHistoryLimit: -1, progressDeadlineSeconds: 0 } },
        { spec: { ...valid, minReadySeconds: 10, progressDeadlineSeconds: 5 } },
        { spec: { ...valid, strategy: { type: "Nope" } } },
        { spec: { ...valid, selector: {} } },
        { spec: { ...valid, template: template({ restartPolicy: "OnFailure" }) } },
        { spec: { ...valid, strategy: { rollingUpdate: { maxSurge: "x", maxUnavailable: "120%" } } } },
      ]);
      await tries(s, "apps/v1/daemonsets", [
        { spec: { ...valid, updateStrategy: { rollingUpdate: { maxSurge: "10%" } } } },
        { spec: { ...valid, updateStrategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } } },
        { spec: { ...valid, template: template({ restartPolicy: "Never" }) } },
        { spec: { ...valid, updateStrategy: { type: "Nope" } } },
        { spec: { ...valid, selector: {} } },
      ]);
    },
  },
  {
    title: "refuses times in microseconds without a fraction",
    async run(s) {
      await tries(s, "coordination.k8s.io/v1/leases", [
        { spec: { renewTime: "2024-01-01T00:00:00Z" } },
        { spec: { renewTime: "2024-01-01T00:00:00.123Z" } },
        { spec: { renewTime: "2024-01-01T00:00:00.123456Z", acquireTime: null } },
        { spec: { acquireTime: "yesterday" } },
        { spec: { leaseDurationSeconds: 0, leaseTransitions: -1 } },
        { spec: { holderIdentity: "" } },
      ]);
      await s.post(
        `${s.in("events.k8s.io/v1/events")}?dryRun=All`,
        { metadata: { name: "e" }, eventTime: "2024-01-01T00:00:00Z", reportingController: "c", action: "a" },
        outcome,
      );
    },
  },
  {
    title: "knows the quality of service of a Pod, and refuses a resize that changes it",
    async run(s) {
      const pods = s.in("pods");
      const pod = (name: string, resources: Json): Json => ({
        metadata: { name },
        spec: {
          schedulerName: "none",
          automountServiceAccountToken: false,
          containers: [{ name: "c", image: "i:1", resources }],
        },
      });
      const quality = { pick: ({ status, kind }: Json): unknown => status?.qosClass ?? kind };
      await s.post(pods, pod("none", {}), quality);
      await s.post(pods, pod("some", { requests: { cpu: "1" }, limits: { cpu: "2" } }), quality);
      await s.post(pods, pod("cpu", { limits: { cpu: "2" } }), quality);
      await s.post(pods, pod("full", { limits: { cpu: "2", memory: "1Gi" } }), quality);
      const resize = (name: string, resources: Json, container: Json = {}): Promise<unknown> =>
        s.patch(
          `${pods}/${name}/resize`,
          { spec: { containers: [{ name: "c", resources, ...container }] } },
          "strategic",
          {
            pick: ({ spec }) => spec?.containers[0].resources,
          },
        );
      await resize("some", { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } });
      await resize("some", { requests: { cpu: "3" } });
      await resize("some", { requests: { cpu: "1500m" } });
      await resize("some", { requests: { cpu: "1", "ephemeral-storage": "1Gi" } });
      await resize("full", { requests: { cpu: "1" }, limits: { cpu: "1" } });
      await resize("full", { requests: { cpu: "500m" } });
      await resize("none", { requests: { cpu: "1" } });
    },
  },
  {
    title: "refuses ephemeral containers that target nothing, have a taken name, or change",
    async run(s) {
      const pods = s.in("pods");
      await s.given(pods, {
        metadata: { name: "p" },
        spec: { schedulerName: "none", automountServiceAccountToken: false, containers: [{ name: "c", image: "i:1" }] },
      });
      const add = (container: Json): Promise<unknown> =>
        s.patch(`${pods}/p/ephemeralcontainers`, { spec: { ephemeralContainers: [container] } }, "strategic", {
          pick: ({ spec }) => spec?.ephemeralContainers,
        });
      await add({ name: "d", image: "i:1", targetContainerName: "nothing" });
      await add({ name: "c", image: "i:1" });
      await add({ name: "", image: "i:1" });
      await add({ name: "d", image: "", ports: [{ containerPort: 80 }], resources: { limits: { cpu: "1" } } });
      await add({ name: "d", image: "i:1", lifecycle: {}, readinessProbe: { exec: { command: ["a"] } } });
      await add({ name: "d", image: "i:1", targetContainerName: "c" });
      await add({ name: "d", $patch: "delete" });
      await add({ name: "e", image: "i:1" });
    },
  },
  {
    title: "refuses autoscalers without a target or with limits that contradict",
    async run(s) {
      const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
      const cpu = (target: Json): Json => ({ type: "Resource", resource: { name: "cpu", target } });
      await tries(s, "autoscaling/v2/horizontalpodautoscalers", [
        { spec: { scaleTargetRef: { kind: "Deployment", name: "d" }, maxReplicas: 2 } },
        { spec: { scaleTargetRef, maxReplicas: 0 } },
        { spec: { scaleTargetRef, minReplicas: 3, maxReplicas: 2 } },
        { spec: { scaleTargetRef, minReplicas: 0, maxReplicas: 2 } },
        { spec: { scaleTargetRef, maxReplicas: 2, metrics: [{ type: "Nope" }] } },
        { spec: { scaleTargetRef, maxReplicas: 2, metrics: [cpu({ type: "Utilization", averageUtilization: 0 })] } },
        { spec: { scaleTargetRef, maxReplicas: 2, metrics: [cpu({ type: "Utilization", averageUtilization: 70 })] } },
      ]);
      await tries(s, "autoscaling/v1/horizontalpodautoscalers", [
        { spec: { scaleTargetRef, maxReplicas: 2, targetCPUUtilizationPercentage: 0 } },
      ]);
    },
  },
  {
    title: "converts autoscalers between the versions that it serves",
    async run(s) {
      const [first, second] = ["v1", "v2"].map((one) => s.in(`autoscaling/${one}/horizontalpodautoscalers`));
      const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };
      const average = { type: "AverageValue", averageValue: "10" };
      await s.post(second!, {
        metadata: { name: "a", annotations: { own: "yes" } },
        spec: {
          scaleTargetRef,
          maxReplicas: 3,
          metrics: [
            { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
            { type: "Resource", resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } } },
            { type: "Pods", pods: { metric: { name: "qps", selector: { matchLabels: { a: "b" } } }, target: average } },
            {
              type: "Object",
              object: {
                describedObject: { kind: "Service", name: "s", apiVersion: "v1" },
                metric: { name: "m" },
                target: { type: "Value", value: "5" },
              },
            },
            { type: "External", external: { metric: { name: "e" }, target: { type: "Value", value: "7" } } },
          ],
          behavior: { scaleDown: { stabilizationWindowSeconds: 60 } },
        },
      });
      await s.get(`${first}/a`, steady);
      await s.patch(`${first}/a`, { spec: { targetCPUUtilizationPercentage: 60 } }, "merge", steady);
      await s.get(`${second}/a`, steady);
      await s.post(first!, { metadata: { name: "b" }, spec: { scaleTargetRef, maxReplicas: 3 } });
      await s.get(`${second}/b`, steady);
      await s.patch(`${second}/b/status`, {
        status: {
          currentReplicas: 1,
          desiredReplicas: 2,
          conditions: [{ type: "AbleToScale", status: "True", reason: "R", message: "M" }],
          currentMetrics: [
            { type: "Resource", resource: { name: "cpu", current: { averageUtilization: 33, averageValue: "2" } } },
          ],
        },
      });
      await s.get(`${first}/b`, steady);
      await s.get(first!, { pick: ({ kind, items }) => [kind, items.length] });
    },
  },
  {
    title: "refuses webhook configurations that could not be called",
    async run(s) {
      const valid = {
        name: "a.example.com",
        clientConfig: { url: "https://example.com/x" },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
      };
      const base = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
      const attempts: Json[] = [
        [{ ...valid, name: "short" }],
        [{ ...valid, clientConfig: {} }],
        [{ ...valid, clientConfig: { url: "http://example.com" } }],
        [{ ...valid, clientConfig: { url: "https://example.com", service: { name: "s", namespace: "n" } } }],
        [{ ...valid, clientConfig: { service: { name: "", namespace: "", path: "x", port: 70_000 } } }],
        [{ ...valid, sideEffects: "Some" }],
        [{ ...valid, sideEffects: undefined }],
        [{ ...valid, admissionReviewVersions: ["v9"] }],
        [{ ...valid, admissionReviewVersions: [] }],
        [{ ...valid, failurePolicy: "Maybe", matchPolicy: "Near", timeoutSeconds: 31 }],
        [{ ...valid, rules: [{ apiGroups: [], apiVersions: [], operations: [], resources: [] }] }],
        [{ ...valid, rules: [{ ...valid.rules[0], operations: ["*", "CREATE"], resources: ["*", "pods"] }] }],
        [{ ...valid, rules: [{ ...valid.rules[0], operations: ["READ"], scope: "Nope" }] }],
        [valid, valid],
        [valid],
      ];
      for (const webhooks of attempts)
        await s.post(`${base}?dryRun=All`, { metadata: { name: `hooks-${s.run}` }, webhooks }, outcome);
    },
  },
  {
    title: "names everything that is wrong with an object",
    async run(s) {
      await s.post(
        `${s.in("services")}?dryRun=All`,
        { metadata: { name: "Wrong_Name" }, spec: { type: "Nope", ports: [{ port: 0 }, { port: 80 }] } },
        outcome,
      );
      await s.post(
        `${s.in("pods")}?dryRun=All`,
        {
          metadata: { name: "p" },
          spec: {
            restartPolicy: "Sometimes",
            dnsPolicy: "Nope",
            containers: [
              { name: "A_b", image: " i", imagePullPolicy: "Soon", ports: [{ containerPort: 0 }] },
              { name: "b", volumeMounts: [{ name: "v", mountPath: "" }] },
            ],
          },
        },
        outcome,
      );
      await s.post(
        `${s.in("networking.k8s.io/v1/networkpolicies")}?dryRun=All`,
        {
          metadata: { name: "n" },
          spec: { podSelector: {}, policyTypes: ["Nope"], ingress: [{ from: [{}], ports: [{ port: 0 }] }] },
        },
        outcome,
      );
      await s.post(
        `${s.in("policy/v1/poddisruptionbudgets")}?dryRun=All`,
        { metadata: { name: "b" }, spec: { minAvailable: 1, maxUnavailable: 1 } },
        outcome,
      );
      await s.post(
        `${s.in("persistentvolumeclaims")}?dryRun=All`,
        { metadata: { name: "c" }, spec: { accessModes: ["Nope"], resources: { requests: { storage: "0" } } } },
        outcome,
      );
      await s.post(
        "/apis/scheduling.k8s.io/v1/priorityclasses?dryRun=All",
        { metadata: { name: `p-${s.run}` }, value: 2_000_000_000, preemptionPolicy: "Nope" },
        outcome,
      );
    },
  },
  {
    title: "refuses quotas whose scopes do not fit what they count",
    run: (s) =>
      tries(s, "resourcequotas", [
        { spec: { hard: { pods: "1", configmaps: "2" }, scopes: ["BestEffort"] } },
        { spec: { hard: { pods: "1" }, scopes: ["BestEffort", "NotBestEffort"] } },
        { spec: { hard: { pods: "1" }, scopes: ["Nope"] } },
        { spec: { hard: { pods: "1", cpu: "1" }, scopes: ["BestEffort"] } },
        {
          spec: {
            hard: { pods: "1" },
            scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In" }] },
          },
        },
        { spec: { hard: { nope: "1" }, scopes: ["Terminating"] } },
        { spec: { hard: { pods: "1", "requests.cpu": "1" }, scopes: ["NotTerminating", "NotBestEffort"] } },
      ]),
  },
  {
    title: "ends a short watch with a bookmark",
    async run(s) {
      const query = "fieldSelector=metadata.name%3Dnone&resourceVersion=0&allowWatchBookmarks=true&timeoutSeconds=1";
      const watch = await s.watch(`${s.in("configmaps")}?${query}`);
      // A busy server may send one more before it.
      await watch.rest(({ type }) => type, 1);
    },
  },
  {
    title: "refreshes the last applied configuration when kubectl applies on the server",
    async run(s) {
      const note = "kubectl.kubernetes.io/last-applied-configuration";
      const map = (data: Json): Json => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "l" }, data });
      await s.post(s.in("configmaps"), {
        ...map({ a: "1" }),
        metadata: { name: "l", annotations: { [note]: JSON.stringify(map({ a: "1" })) } },
      });
      const shown = { pick: ({ metadata, data }: Json): unknown => [metadata?.annotations, data] };
      await s.apply(s.in("configmaps", "l"), map({ a: "2" }), "kubectl", { force: true, ...shown });
      await s.apply(s.in("configmaps", "l"), map({ a: "3" }), "other", { force: true, ...shown });
      await s.apply(s.in("configmaps", "l"), map({ a: "3", b: "4" }), "kubectl", { force: true, ...shown });
    },
  },
  {
    title: "says which field of a patch has the wrong type",
    async run(s) {
      await s.given(s.in("pods"), {
        metadata: { name: "p" },
        spec: { schedulerName: "none", automountServiceAccountToken: false, containers: [{ name: "c", image: "i:1" }] },
      });
      const at = s.in("pods", "p");
      await s.patch(at, { spec: { activeDeadlineSeconds: "x" } }, "merge", outcome);
      await s.patch(at, { spec: { activeDeadlineSeconds: "x" } }, "strategic", outcome);
      await s.patch(at, { metadata: { labels: { a: 1 } } }, "merge", outcome);
      await s.patch(at, { metadata: { labels: "x" } }, "strategic", outcome);
      await s.patch(at, { spec: { containers: "x" } }, "strategic", outcome);
      await s.patch(at, { spec: { containers: "x" } }, "merge", outcome);
      await s.patch(at, [{ op: "replace", path: "/spec/containers/0/image", value: 5 }], "json", outcome);
      await s.apply(
        at,
        { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: { hostNetwork: "x" } },
        "m",
        outcome,
      );
      await s.apply(at, { apiVersion: "v1", kind: "Pod", metadata: { name: "p", labels: { a: 1 } } }, "m", outcome);
    },
  },
];
