import type { RandomSource } from "./random.ts";

/** A JSON object in the order in which it is written. */
export type Json = { [key: string]: unknown };

/**
 * One Pod as kube-apiserver writes it: fields in the order of Go's structs, map keys sorted, managedFields of two
 * managers, about 5 KB. `kind` and `apiVersion` are missing, as in the items of a list.
 */
export function makePod(index: number, random: RandomSource): Json {
  const app = `${roles[index % roles.length]}-${suffixOf(index % 400)}`;
  const hash = random.suffix(9);
  const namespace = `team-${String(random.below(100)).padStart(3, "0")}`;
  const began = random.below(1_000_000);
  const ip = `10.${random.below(250)}.${random.below(250)}.${random.below(250)}`;
  const hostIP = `10.0.${random.below(250)}.${random.below(250)}`;
  const token = `kube-api-access-${random.suffix(5)}`;
  const count = index % 5 === 0 ? 2 : 1;
  const containers: Json[] = [];
  const statuses: Json[] = [];
  for (let i = 0; i < count; i++) {
    const name = i === 0 ? (roles[index % roles.length] as string) : "mesh-proxy";
    const image = `images.example.com/${namespace}/${name}:v1.${random.below(40)}.${random.below(20)}`;
    containers.push(container(name, image, token, i, random));
    statuses.push({
      name,
      state: { running: { startedAt: time(began + 5) } },
      lastState: {},
      ready: true,
      restartCount: random.below(3),
      image,
      imageID: `images.example.com/${namespace}/${name}@sha256:${random.hex(64)}`,
      containerID: `containerd://${random.hex(64)}`,
      started: true,
    });
  }
  return {
    metadata: {
      name: `${app}-${hash}-${suffixOf(index)}`,
      generateName: `${app}-${hash}-`,
      namespace,
      uid: random.uuid(),
      resourceVersion: String(1_000_000 + index),
      generation: 1,
      creationTimestamp: time(began),
      labels: {
        app,
        "app.kubernetes.io/managed-by": "Helm",
        "app.kubernetes.io/name": app,
        "pod-template-hash": hash,
        version: `v${random.below(9)}`,
      },
      annotations: {
        "checksum/config": random.hex(64),
        "kubectl.kubernetes.io/restartedAt": time(began - 100),
        "prometheus.io/port": "8080",
        "prometheus.io/scrape": "true",
      },
      ownerReferences: [
        {
          apiVersion: "apps/v1",
          kind: "ReplicaSet",
          name: `${app}-${hash}`,
          uid: random.uuid(),
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
      managedFields: managedFields(containers[0]?.["name"] as string, ip, began, random),
    },
    spec: {
      volumes: [
        { name: "config", configMap: { name: `${app}-config`, defaultMode: 420 } },
        {
          name: token,
          projected: {
            sources: [
              { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
              { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
              {
                downwardAPI: {
                  items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
                },
              },
            ],
            defaultMode: 420,
          },
        },
      ],
      containers,
      restartPolicy: "Always",
      terminationGracePeriodSeconds: 30,
      dnsPolicy: "ClusterFirst",
      serviceAccountName: app,
      serviceAccount: app,
      nodeName: nodeName(random.below(1000)),
      securityContext: {},
      schedulerName: "default-scheduler",
      tolerations: ["not-ready", "unreachable"].map((state) => ({
        key: `node.kubernetes.io/${state}`,
        operator: "Exists",
        effect: "NoExecute",
        tolerationSeconds: 300,
      })),
      priority: 0,
      enableServiceLinks: true,
      preemptionPolicy: "PreemptLowerPriority",
    },
    status: {
      observedGeneration: 1,
      phase: "Running",
      conditions: ["PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled"].map(
        (type, i) => ({
          type,
          observedGeneration: 1,
          status: "True",
          lastProbeTime: null,
          lastTransitionTime: time(began + i),
        }),
      ),
      hostIP,
      hostIPs: [{ ip: hostIP }],
      podIP: ip,
      podIPs: [{ ip }],
      startTime: time(began),
      containerStatuses: statuses,
      qosClass: "Burstable",
    },
  };
}

/** The name of the i-th node. */
export function nodeName(i: number): string {
  return `ip-10-${i % 250}-${(i * 7) % 250}-${(i * 13) % 250}.eu-west-1.compute.internal`;
}

const roles = ["web", "api", "worker", "cache", "ingest", "billing", "search", "auth"];

/** Five letters that belong to one number alone, so that no two Pods share a name. */
function suffixOf(index: number): string {
  const letters = "bcdfghjklmnpqrstvwxz2456789";
  let [text, rest] = ["", index];
  for (let i = 0; i < 5; i++) {
    text = letters.charAt(rest % letters.length) + text;
    rest = Math.floor(rest / letters.length);
  }
  return text;
}

/** Seconds after a fixed moment, as the API writes times. */
export function time(seconds: number): string {
  return new Date(1_760_000_000_000 + seconds * 1000).toISOString().replace(".000", "");
}

function container(name: string, image: string, token: string, position: number, random: RandomSource): Json {
  const env: Json[] = [{ name: "POD_NAME", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } } }];
  for (let i = random.below(4); i > 0; i--)
    env.push({ name: `APP_SETTING_${i}`, value: `value-${random.suffix(8)}.svc.cluster.local:808${i}` });
  return {
    name,
    image,
    args: ["--config=/etc/app/config.yaml", `--log-level=${random.below(2) === 0 ? "info" : "debug"}`],
    ports: [{ name: "http", containerPort: 8080 + position, protocol: "TCP" }],
    env,
    resources: { limits: { cpu: "500m", memory: "512Mi" }, requests: { cpu: "100m", memory: "128Mi" } },
    volumeMounts: [
      { name: "config", mountPath: "/etc/app" },
      { name: token, readOnly: true, mountPath: "/var/run/secrets/kubernetes.io/serviceaccount" },
    ],
    readinessProbe: {
      httpGet: { path: "/readyz", port: 8080, scheme: "HTTP" },
      timeoutSeconds: 1,
      periodSeconds: 5,
      successThreshold: 1,
      failureThreshold: 3,
    },
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
    imagePullPolicy: "IfNotPresent",
  };
}

function managedFields(containerName: string, ip: string, began: number, random: RandomSource): Json[] {
  const f = (...names: string[]): Json =>
    Object.fromEntries(names.map((name) => [name === "." ? name : `f:${name}`, {}]));
  const condition = f(".", "lastProbeTime", "lastTransitionTime", "observedGeneration", "status", "type");
  return [
    {
      manager: "kube-controller-manager",
      operation: "Update",
      apiVersion: "v1",
      time: time(began),
      fieldsType: "FieldsV1",
      fieldsV1: {
        "f:metadata": {
          "f:annotations": f(".", "checksum/config", "prometheus.io/scrape"),
          "f:generateName": {},
          "f:labels": f(".", "app", "pod-template-hash"),
          "f:ownerReferences": { ".": {}, [`k:{"uid":"${random.uuid()}"}`]: {} },
        },
        "f:spec": {
          "f:containers": {
            [`k:{"name":"${containerName}"}`]: {
              ...f(".", "env", "image", "imagePullPolicy", "name"),
              "f:resources": { ".": {}, "f:limits": f(".", "cpu", "memory"), "f:requests": f(".", "cpu", "memory") },
              "f:terminationMessagePath": {},
            },
          },
          ...f(
            "dnsPolicy",
            "enableServiceLinks",
            "restartPolicy",
            "schedulerName",
            "securityContext",
            "terminationGracePeriodSeconds",
          ),
        },
      },
    },
    {
      manager: "kubelet",
      operation: "Update",
      apiVersion: "v1",
      time: time(began + 6),
      fieldsType: "FieldsV1",
      fieldsV1: {
        "f:status": {
          "f:conditions": { 'k:{"type":"ContainersReady"}': condition, 'k:{"type":"Ready"}': condition },
          ...f("containerStatuses", "hostIP", "phase", "podIP"),
          "f:podIPs": { ".": {}, [`k:{"ip":"${ip}"}`]: f(".", "ip") },
          "f:startTime": {},
        },
      },
      subresource: "status",
    },
  ];
}
