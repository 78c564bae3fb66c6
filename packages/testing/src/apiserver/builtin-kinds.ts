import type { Resource, Scope, Verb } from "client-ts/meta";

const createOnly: readonly Verb[] = ["create"];

/** Kinds that the server knows before it has read the tables of `client-ts/api/tables`; enough to serve most tests alone. */
export const fewKinds: readonly Resource[] = [
  kind("", "v1", "Namespace", "namespaces", "Cluster", {
    status: true,
    shortNames: ["ns"],
    subresources: ["finalize"],
    verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
  }),
  kind("", "v1", "Node", "nodes", "Cluster", { status: true, shortNames: ["no"] }),
  kind("", "v1", "PersistentVolume", "persistentvolumes", "Cluster", { status: true, shortNames: ["pv"] }),
  kind("", "v1", "Pod", "pods", "Namespaced", {
    status: true,
    shortNames: ["po"],
    categories: ["all"],
    subresources: ["binding", "eviction", "ephemeralcontainers", "resize"],
  }),
  kind("", "v1", "Service", "services", "Namespaced", { status: true, shortNames: ["svc"], categories: ["all"] }),
  kind("", "v1", "ConfigMap", "configmaps", "Namespaced", { shortNames: ["cm"] }),
  kind("", "v1", "Secret", "secrets", "Namespaced", {}),
  kind("", "v1", "ServiceAccount", "serviceaccounts", "Namespaced", { shortNames: ["sa"], subresources: ["token"] }),
  kind("", "v1", "Endpoints", "endpoints", "Namespaced", { shortNames: ["ep"], singular: "endpoints" }),
  kind("", "v1", "Event", "events", "Namespaced", { shortNames: ["ev"] }),
  kind("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims", "Namespaced", { status: true, shortNames: ["pvc"] }),
  kind("", "v1", "ReplicationController", "replicationcontrollers", "Namespaced", {
    status: true,
    scale: true,
    shortNames: ["rc"],
    categories: ["all"],
  }),
  kind("", "v1", "ResourceQuota", "resourcequotas", "Namespaced", { status: true, shortNames: ["quota"] }),
  kind("", "v1", "LimitRange", "limitranges", "Namespaced", { shortNames: ["limits"] }),
  kind("", "v1", "PodTemplate", "podtemplates", "Namespaced", {}),
  kind("apps", "v1", "Deployment", "deployments", "Namespaced", { status: true, scale: true, shortNames: ["deploy"], categories: ["all"] }),
  kind("apps", "v1", "ReplicaSet", "replicasets", "Namespaced", { status: true, scale: true, shortNames: ["rs"], categories: ["all"] }),
  kind("apps", "v1", "StatefulSet", "statefulsets", "Namespaced", { status: true, scale: true, shortNames: ["sts"], categories: ["all"] }),
  kind("apps", "v1", "DaemonSet", "daemonsets", "Namespaced", { status: true, shortNames: ["ds"], categories: ["all"] }),
  kind("apps", "v1", "ControllerRevision", "controllerrevisions", "Namespaced", {}),
  kind("batch", "v1", "Job", "jobs", "Namespaced", { status: true, categories: ["all"] }),
  kind("batch", "v1", "CronJob", "cronjobs", "Namespaced", { status: true, shortNames: ["cj"], categories: ["all"] }),
  kind("coordination.k8s.io", "v1", "Lease", "leases", "Namespaced", {}),
  kind("events.k8s.io", "v1", "Event", "events", "Namespaced", { shortNames: ["ev"] }),
  kind("networking.k8s.io", "v1", "Ingress", "ingresses", "Namespaced", { status: true, shortNames: ["ing"] }),
  kind("networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies", "Namespaced", { shortNames: ["netpol"] }),
  kind("rbac.authorization.k8s.io", "v1", "Role", "roles", "Namespaced", {}),
  kind("rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings", "Namespaced", {}),
  kind("rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles", "Cluster", {}),
  kind("rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", "clusterrolebindings", "Cluster", {}),
  kind("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets", "Namespaced", { status: true, shortNames: ["pdb"] }),
  kind("storage.k8s.io", "v1", "StorageClass", "storageclasses", "Cluster", { shortNames: ["sc"] }),
  kind("certificates.k8s.io", "v1", "CertificateSigningRequest", "certificatesigningrequests", "Cluster", {
    status: true,
    shortNames: ["csr"],
    subresources: ["approval"],
  }),
  kind("discovery.k8s.io", "v1", "EndpointSlice", "endpointslices", "Namespaced", {}),
  kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions", "Cluster", {
    status: true,
    shortNames: ["crd", "crds"],
    categories: ["api-extensions"],
  }),
  kind("authentication.k8s.io", "v1", "SelfSubjectReview", "selfsubjectreviews", "Cluster", { verbs: createOnly }),
  kind("authentication.k8s.io", "v1", "TokenReview", "tokenreviews", "Cluster", { verbs: createOnly }),
  kind("authorization.k8s.io", "v1", "SubjectAccessReview", "subjectaccessreviews", "Cluster", { verbs: createOnly }),
  kind("authorization.k8s.io", "v1", "SelfSubjectAccessReview", "selfsubjectaccessreviews", "Cluster", { verbs: createOnly }),
  kind("authorization.k8s.io", "v1", "SelfSubjectRulesReview", "selfsubjectrulesreviews", "Cluster", { verbs: createOnly }),
  kind("authorization.k8s.io", "v1", "LocalSubjectAccessReview", "localsubjectaccessreviews", "Namespaced", { verbs: createOnly }),
];

function kind(group: string, version: string, kind: string, plural: string, scope: Scope, more: Partial<Resource>): Resource {
  return { group, version, kind, plural, scope, ...more };
}
