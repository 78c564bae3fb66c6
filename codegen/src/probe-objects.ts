/** An object that a server accepts, and a change outside its metadata that it accepts too. */
export interface ProbeObject {
  readonly body: Record<string, unknown>;
  /** Absent where nothing outside metadata may change. */
  readonly change?: Change;
  /** The name, where any name will not do. */
  readonly name?: string;
}

/** A path and the value to put there. */
export type Change = readonly [path: string, value: unknown];

/** Where namespaced objects are made. */
export const probeNamespace: string = `facts-probe-${process.pid}`;

const pod = { containers: [{ name: "app", image: "probe:1" }] };
const template = { metadata: { labels: { probe: "x" } }, spec: pod };
const selector = { matchLabels: { probe: "x" } };
const setReplicas: Change = ["spec.replicas", 5];
const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];
const addRule: Change = ["rules", [...rules, { apiGroups: [""], resources: ["services"], verbs: ["get"] }]];
const subjects = [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "probe" }];
const dropSubjects: Change = ["subjects", undefined];
const matchConstraints = {
  resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
};
const webhook = {
  name: "probe.example.com",
  clientConfig: { url: "https://127.0.0.1:1/probe" },
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  failurePolicy: "Ignore",
};

/** A certificate request and a certificate made for the probe; their key was thrown away. */
const certificateRequest =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIdE1JR1ZBZ0VBTURNeEZUQVRCZ05WQkFvTURITjVjM1JsYlRwdWIyUmxjekVhTUJnR0ExVUVBd3dSYzNsegpkR1Z0T201dlpHVTZjSEp2WW1Vd1dUQVRCZ2NxaGtqT1BRSUJCZ2dxaGtqT1BRTUJCd05DQUFReVBOMzFRMFI5CnFMck8zMTQwZzhiNVhBQUlMWktrWlFCMSsxbDRKcjkyVlNZWVM5eGxqNlgrdEg0RDE5UzhsYkVOVGxYd0NtM08KblRDV1dYWVNINTRZb0FBd0NnWUlLb1pJemowRUF3SURSd0F3UkFJZ1N4T0N5VlEyN1E2a3ZqNWhFeDZqUXFzcApBZXlncjhTbzdUK01SMzJXSTFVQ0lFWGFrZTB6R0tNZ2F5cGxxTm92aTVUQUFXSnRmcll1RFE3bUFKQXhSZkkzCi0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=";
const certificate = `-----BEGIN CERTIFICATE-----
MIIBdzCCAR2gAwIBAgIUM0vStWSaEI+/KtN4nIZnx0VMWkIwCgYIKoZIzj0EAwIw
EDEOMAwGA1UEAwwFcHJvYmUwIBcNMjYxMTE1MDkyNTExWhgPMjEyNjEwMjIwOTI1
MTFaMBAxDjAMBgNVBAMMBXByb2JlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
Mjzd9UNEfai6zt9eNIPG+VwACC2SpGUAdftZeCa/dlUmGEvcZY+l/rR+A9fUvJWx
DU5V8Aptzp0wlll2Eh+eGKNTMFEwHQYDVR0OBBYEFP1parSdfH/imkPeUMb+19uL
SC9DMB8GA1UdIwQYMBaAFP1parSdfH/imkPeUMb+19uLSC9DMA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAL8cG2krYSbrVdIgjT6HY2UPIxAg9Bst
JDTTm8M6ZsFtAiBwj1Ul6JGeIyoaoFtq+shS00LqwAPVeFPvQolQG7MfLA==
-----END CERTIFICATE-----
`;

/**
 * By kind, or by package and kind where two kinds share a name; versions of a kind share the object. Kinds that are not
 * here are not probed, and their generation stays unknown.
 */
export const probeObjects: Readonly<Record<string, ProbeObject>> = {
  ConfigMap: { body: { data: { a: "1" } }, change: ["data", { a: "2" }] },
  Secret: { body: { stringData: { a: "1" } }, change: ["data", { a: "Mg==" }] },
  Endpoints: { body: {}, change: ["subsets", [{ addresses: [{ ip: "192.0.2.1" }], ports: [{ port: 80 }] }]] },
  LimitRange: {
    body: { spec: { limits: [{ type: "Pod", max: { cpu: "1" } }] } },
    change: ["spec.limits.0.max", { cpu: "2" }],
  },
  Namespace: { body: {} },
  Node: { body: { spec: {} }, change: ["spec.unschedulable", true] },
  PersistentVolume: {
    body: { spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/probe" } } },
    change: ["spec.capacity", { storage: "2Gi" }],
  },
  PersistentVolumeClaim: {
    body: { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
  },
  Pod: {
    body: { spec: { ...pod, automountServiceAccountToken: false } },
    change: ["spec.containers.0.image", "probe:2"],
  },
  PodTemplate: { body: { template }, change: ["template.spec.containers.0.image", "probe:2"] },
  ReplicationController: { body: { spec: { replicas: 0, selector: { probe: "x" }, template } }, change: setReplicas },
  ResourceQuota: { body: { spec: { hard: { pods: "1" } } }, change: ["spec.hard", { pods: "2" }] },
  Service: { body: { spec: { ports: [{ port: 80 }] } }, change: ["spec.ports.0.port", 81] },
  ServiceAccount: { body: {}, change: ["automountServiceAccountToken", false] },
  "core/v1.Event": {
    body: { involvedObject: { kind: "Pod", name: "x", namespace: probeNamespace }, reason: "Probe", type: "Normal" },
    change: ["count", 2],
  },
  "events/v1.Event": {
    body: {
      eventTime: "2026-01-01T00:00:00.000000Z",
      regarding: { kind: "Pod", name: "x", namespace: probeNamespace },
      reportingController: "example.com/probe",
      reportingInstance: "x",
      action: "Probe",
      reason: "Probe",
      type: "Normal",
    },
  },
  ControllerRevision: { body: { revision: 1, data: {} }, change: ["revision", 2] },
  Deployment: { body: { spec: { replicas: 0, selector, template } }, change: setReplicas },
  ReplicaSet: { body: { spec: { replicas: 0, selector, template } }, change: setReplicas },
  StatefulSet: { body: { spec: { replicas: 0, selector, template, serviceName: "probe" } }, change: setReplicas },
  DaemonSet: { body: { spec: { selector, template } }, change: ["spec.minReadySeconds", 5] },
  HorizontalPodAutoscaler: {
    body: { spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "probe" }, maxReplicas: 3 } },
    change: ["spec.maxReplicas", 4],
  },
  CronJob: {
    body: {
      spec: {
        schedule: "0 0 1 1 *",
        jobTemplate: { spec: { template: { spec: { ...pod, restartPolicy: "Never" } } } },
      },
    },
    change: ["spec.suspend", true],
  },
  Job: {
    body: { spec: { suspend: true, template: { spec: { ...pod, restartPolicy: "Never" } } } },
    change: ["spec.suspend", false],
  },
  CertificateSigningRequest: {
    body: { spec: { request: certificateRequest, signerName: "example.com/probe", usages: ["digital signature"] } },
  },
  ClusterTrustBundle: {
    body: { spec: { trustBundle: certificate } },
    change: ["spec.trustBundle", `${certificate}\n`],
  },
  Lease: { body: { spec: { holderIdentity: "a" } }, change: ["spec.holderIdentity", "b"] },
  LeaseCandidate: {
    body: {
      spec: { leaseName: "x", binaryVersion: "1.0.0", emulationVersion: "1.0.0", strategy: "OldestEmulationVersion" },
    },
    change: ["spec.binaryVersion", "1.1.0"],
  },
  EndpointSlice: { body: { addressType: "IPv4", endpoints: [] }, change: ["ports", [{ name: "http", port: 80 }]] },
  FlowSchema: {
    body: { spec: { priorityLevelConfiguration: { name: "catch-all" }, matchingPrecedence: 9000 } },
    change: ["spec.matchingPrecedence", 9001],
  },
  PriorityLevelConfiguration: {
    body: { spec: { type: "Limited", limited: { nominalConcurrencyShares: 5, limitResponse: { type: "Reject" } } } },
    change: ["spec.limited.nominalConcurrencyShares", 6],
  },
  Ingress: {
    body: { spec: { defaultBackend: { service: { name: "probe", port: { number: 80 } } } } },
    change: ["spec.defaultBackend.service.port.number", 81],
  },
  IngressClass: { body: { spec: { controller: "example.com/probe" } } },
  NetworkPolicy: { body: { spec: { podSelector: {} } }, change: ["spec.podSelector", selector] },
  IPAddress: {
    name: `10.0.0.${2 + (process.pid % 250)}`,
    body: { spec: { parentRef: { resource: "services", name: "probe", namespace: "default" } } },
  },
  ServiceCIDR: { body: { spec: { cidrs: ["10.1.0.0/24"] } } },
  RuntimeClass: { body: { handler: "probe" }, change: ["overhead", { podFixed: { cpu: "1" } }] },
  PodDisruptionBudget: { body: { spec: { minAvailable: 1, selector } }, change: ["spec.minAvailable", 2] },
  Role: { body: { rules }, change: addRule },
  ClusterRole: { body: { rules }, change: addRule },
  RoleBinding: {
    body: { roleRef: { kind: "Role", apiGroup: "rbac.authorization.k8s.io", name: "x" }, subjects },
    change: dropSubjects,
  },
  ClusterRoleBinding: {
    body: { roleRef: { kind: "ClusterRole", apiGroup: "rbac.authorization.k8s.io", name: "x" }, subjects },
    change: dropSubjects,
  },
  DeviceClass: { body: { spec: {} }, change: ["spec.selectors", [{ cel: { expression: "true" } }]] },
  DeviceTaintRule: {
    body: { spec: { taint: { key: "example.com/probe", effect: "NoSchedule" } } },
    change: ["spec.taint.effect", "NoExecute"],
  },
  ResourceClaim: { body: { spec: {} } },
  ResourceClaimTemplate: { body: { spec: { spec: {} } } },
  ResourceSlice: {
    body: {
      spec: { driver: "example.com", nodeName: "probe", pool: { name: "probe", generation: 1, resourceSliceCount: 1 } },
    },
    change: ["spec.pool.resourceSliceCount", 2],
  },
  ResourcePoolStatusRequest: { body: { spec: { driver: "example.com" } } },
  PriorityClass: { body: { value: 5 }, change: ["description", "probe"] },
  PodGroup: { body: { spec: { schedulingPolicy: { basic: {} } } } },
  CSIDriver: { name: "probe.example.com", body: { spec: {} }, change: ["spec.requiresRepublish", true] },
  CSINode: { body: { spec: { drivers: [] } }, change: ["spec.drivers", [{ name: "example.com", nodeID: "x" }]] },
  CSIStorageCapacity: { body: { storageClassName: "probe" }, change: ["capacity", "1Gi"] },
  StorageClass: { body: { provisioner: "example.com/probe" }, change: ["allowVolumeExpansion", true] },
  VolumeAttachment: {
    body: { spec: { attacher: "example.com", nodeName: "probe", source: { persistentVolumeName: "probe" } } },
  },
  VolumeAttributesClass: { body: { driverName: "example.com", parameters: { a: "b" } } },
  StorageVersionMigration: { body: { spec: { resource: { group: "apps", resource: "deployments" } } } },
  ValidatingWebhookConfiguration: { body: { webhooks: [] }, change: ["webhooks", [webhook]] },
  MutatingWebhookConfiguration: { body: { webhooks: [] }, change: ["webhooks", [webhook]] },
  ValidatingAdmissionPolicy: {
    body: { spec: { matchConstraints, validations: [{ expression: "true" }] } },
    change: ["spec.validations", [{ expression: "1 == 1" }]],
  },
  ValidatingAdmissionPolicyBinding: {
    body: { spec: { policyName: "probe", validationActions: ["Audit"] } },
    change: ["spec.validationActions", ["Warn"]],
  },
  MutatingAdmissionPolicy: {
    body: {
      spec: {
        matchConstraints,
        reinvocationPolicy: "Never",
        mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{}" } }],
      },
    },
    change: ["spec.reinvocationPolicy", "IfNeeded"],
  },
  MutatingAdmissionPolicyBinding: {
    body: { spec: { policyName: "probe" } },
    change: ["spec.matchResources", { namespaceSelector: selector }],
  },
  CustomResourceDefinition: {
    name: "probes.example.com",
    body: {
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { plural: "probes", singular: "probe", kind: "Probe", listKind: "ProbeList" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
      },
    },
    change: ["spec.names.shortNames", ["prb"]],
  },
  APIService: {
    name: "v1.probe.example.com",
    body: {
      spec: {
        group: "probe.example.com",
        version: "v1",
        groupPriorityMinimum: 1,
        versionPriority: 1,
        insecureSkipTLSVerify: true,
        service: { namespace: "default", name: "probe" },
      },
    },
    change: ["spec.versionPriority", 2],
  },
  StorageVersion: { name: "probe.example.com.things", body: { spec: {} } },
};
