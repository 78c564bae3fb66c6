import type { Deployment } from "../api/apps/v1.ts";
import type { PolicyRule } from "../api/rbac/v1.ts";
import type { KubeObject, Resource, Verb } from "../meta/index.ts";
import { defined } from "../util/index.ts";
import type { ManagerOptions } from "./manager-options.ts";
import type { ReconcilerOptions } from "./options.ts";
import type { WebhookPermission, WebhookServer } from "./webhook/webhook-server.ts";

/** Options of `manager.manifests`. */
export interface ManifestsOptions {
  /** The image of the program. */
  readonly image: string;
  /** The namespace of the program. Default: the name of the manager. */
  readonly namespace?: string | undefined;
  /** How many replicas run. Default: 3 with sharding, 2 with leader election, else 1. */
  readonly replicas?: number | undefined;
}

/** What manifests are made from. */
export interface ManifestFacts {
  readonly name: string;
  readonly options: ManagerOptions;
  readonly controllers: readonly { readonly resource: Resource; readonly options: ReconcilerOptions<KubeObject> }[];
  readonly webhooks: readonly WebhookServer[];
}

type Rule = Required<Pick<PolicyRule, "apiGroups" | "resources" | "verbs">>;

const reads: readonly Verb[] = ["get", "list", "watch"];
const writes: readonly Verb[] = [...reads, "create", "update", "patch", "delete"];

/**
 * The objects that a cluster needs to run a manager: a namespace, a service account, the permissions for the kinds that
 * its controllers declare, and a Deployment with probes. Controllers get no other permissions than they declare.
 */
export function manifestsOf(facts: ManifestFacts, options: ManifestsOptions): KubeObject[] {
  const { name } = facts;
  const { namespace = name } = options;
  const { namespaces, leaderElection, sharding } = facts.options;
  const account = { name, namespace };
  const rules = rulesOf(facts);
  return [
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { ...account, labels: labelsOf(name) } },
    ...(namespaces === undefined
      ? permissions(account, rules, undefined)
      : namespaces.flatMap((one) => permissions(account, rules, one))),
    ...(leaderElection === undefined
      ? []
      : permissions(account, [leaseRule], leaderElection.namespace ?? namespace, "-leader-election")),
    ...(sharding === undefined
      ? []
      : permissions(account, [shardLeaseRule], sharding.namespace ?? namespace, "-sharding")),
    ...(facts.options.metrics?.authenticate === true ? permissions(account, reviewRules, undefined, "-reviews") : []),
    ...facts.webhooks.flatMap((server) => {
      const suffix = `-${server.name}`;
      const inCluster = server.needs.permissions.filter(({ within }) => within === undefined).map(ruleOf);
      return [
        ...(inCluster.length === 0 ? [] : permissions(account, inCluster, undefined, suffix)),
        ...server.needs.permissions.flatMap((one) =>
          one.within === undefined
            ? []
            : permissions(account, [ruleOf(one)], one.within.namespace ?? namespace, suffix),
        ),
      ];
    }),
    deploymentOf(facts, { ...options, namespace }),
    ...serviceOf(facts, namespace),
    ...facts.webhooks.flatMap((server) => webhookManifests(server, facts, namespace)),
  ];
}

function ruleOf({ group, resource, verbs }: WebhookPermission): Rule {
  return { apiGroups: [group], resources: [resource], verbs: [...verbs] };
}

/** The permissions that controllers need, by group and resource, each verb once. */
function rulesOf({ controllers, options }: ManifestFacts): readonly Rule[] {
  const wanted = new Map<string, { readonly group: string; readonly resource: string; readonly verbs: Set<string> }>();
  const allow = (group: string, resource: string, verbs: readonly string[]): void => {
    const id = `${group}/${resource}`;
    const known = wanted.get(id) ?? { group, resource, verbs: new Set<string>() };
    for (const verb of verbs) known.verbs.add(verb);
    wanted.set(id, known);
  };
  for (const { resource, options: controller } of controllers) {
    const { group, plural } = resource;
    allow(group, plural, reads);
    if (controller.finalize !== undefined) allow(group, plural, ["patch"]);
    // An owner reference that blocks the deletion of the owner needs this where the admission plugin checks it.
    if ((controller.owns ?? []).length > 0) allow(group, `${plural}/finalizers`, ["update"]);
    if (resource.status === true) allow(group, `${plural}/status`, ["get", "patch", "update"]);
    for (const owned of controller.owns ?? []) allow(owned.group, owned.plural, writes);
    for (const source of controller.watches ?? [])
      if (source.type === "kind" && source.options.client === undefined)
        allow(source.resource.group, source.resource.plural, reads);
    for (const { resource: one, verbs } of controller.permissions ?? []) allow(one.group, one.plural, verbs);
  }
  for (const one of options.cache ?? []) {
    const { group, plural } = "resource" in one ? one.resource : one;
    allow(group, plural, reads);
  }
  for (const group of ["", "events.k8s.io"]) allow(group, "events", ["create", "patch", "update"]);
  return [...wanted.values()].map(({ group, resource, verbs }) => ({
    apiGroups: [group],
    resources: [resource],
    verbs: [...verbs],
  }));
}

const leaseRule: Rule = {
  apiGroups: ["coordination.k8s.io"],
  resources: ["leases"],
  verbs: ["get", "list", "watch", "create", "update", "patch"],
};

/** Replicas that end delete the Lease that says that they are running. */
const shardLeaseRule: Rule = { ...leaseRule, verbs: [...leaseRule.verbs, "delete"] };

const reviewRules: readonly Rule[] = [
  { apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"], verbs: ["create"] },
  { apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"], verbs: ["create"] },
];

/** A role and its binding: in one namespace, or in the cluster. */
function permissions(
  account: { readonly name: string; readonly namespace: string },
  rules: readonly Rule[],
  namespace: string | undefined,
  suffix = "",
): KubeObject[] {
  const apiVersion = "rbac.authorization.k8s.io/v1";
  const kind = namespace === undefined ? "ClusterRole" : "Role";
  const metadata = {
    name: `${account.name}${suffix}`,
    ...defined({ namespace }),
    labels: labelsOf(account.name),
  };
  const binding = {
    apiVersion,
    kind: `${kind}Binding`,
    metadata,
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name: metadata.name },
    subjects: [{ kind: "ServiceAccount", ...account }],
  };
  return [{ apiVersion, kind, metadata, rules } as KubeObject, binding];
}

function deploymentOf(
  { name, options, webhooks }: ManifestFacts,
  { image, namespace, replicas }: ManifestsOptions & { readonly namespace: string },
): Deployment {
  const { health, metrics, leaderElection, sharding, gracePeriodMs = 30_000 } = options;
  const labels = labelsOf(name);
  const probe = (path: string): object =>
    health?.host === undefined ? {} : { httpGet: { path, port: health.port }, periodSeconds: 10 };
  const ports = [
    ...(health?.host === undefined ? [] : [{ name: "health", containerPort: health.port }]),
    ...(metrics?.host === undefined ? [] : [{ name: "metrics", containerPort: metrics.port }]),
    ...webhooks.map((server) => ({ name: server.name, containerPort: server.needs.port })),
  ];
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, namespace, labels },
    spec: {
      replicas: replicas ?? (sharding !== undefined ? 3 : leaderElection !== undefined ? 2 : 1),
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: name,
          // After the grace period of the manager, a few seconds to release the lease.
          terminationGracePeriodSeconds: Math.ceil(Math.min(gracePeriodMs, 3_600_000) / 1_000) + 10,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
          containers: [
            {
              name: "manager",
              image,
              ...defined({ ports: ports.length > 0 ? ports : undefined }),
              ...(health?.host !== undefined && {
                livenessProbe: probe("/healthz"),
                readinessProbe: probe("/readyz"),
              }),
              resources: { requests: { cpu: "50m", memory: "96Mi" }, limits: { memory: "256Mi" } },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ["ALL"] },
              },
            },
          ],
        },
      },
    },
  };
}

/** A Service for scrapers, where the metrics can be reached from outside of the Pod. */
function serviceOf({ name, options: { metrics } }: ManifestFacts, namespace: string): KubeObject[] {
  if (metrics?.host === undefined) return [];
  const ports = [{ name: "metrics", port: metrics.port, targetPort: "metrics" }];
  const metadata = { name: `${name}-metrics`, namespace, labels: labelsOf(name) };
  return [{ apiVersion: "v1", kind: "Service", metadata, spec: { selector: labelsOf(name), ports } } as KubeObject];
}

/** The Service through which API servers reach webhooks, and the configurations that make them do so. */
function webhookManifests(server: WebhookServer, { name }: ManifestFacts, namespace: string): KubeObject[] {
  const metadata = { name: `${name}-${server.name}`, namespace, labels: labelsOf(name) };
  const ports = [{ name: "https", port: 443, targetPort: server.needs.port }];
  const service = { apiVersion: "v1", kind: "Service", metadata, spec: { selector: labelsOf(name), ports } };
  return [service as KubeObject, ...server.manifests({ service: { name: metadata.name, namespace } })];
}

function labelsOf(name: string): Record<string, string> {
  return { "app.kubernetes.io/name": name };
}
