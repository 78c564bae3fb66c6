// Made by `npm run api:generate` from codegen/facts; do not edit.
import type { KubeList, KubeObject, LabelSelector, Resource } from "../../meta/index.ts";

/** `clusterroles` of `rbac.authorization.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export interface ClusterRole extends KubeObject {
  rules?: PolicyRule[];
  aggregationRule?: AggregationRule;
}

/** `clusterroles` of `rbac.authorization.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export const ClusterRole: Resource<ClusterRole, { scope: "Cluster"; plural: "clusterroles"; accessor: "clusterRoles" }> = {
  group: "rbac.authorization.k8s.io",
  version: "v1alpha1",
  kind: "ClusterRole",
  plural: "clusterroles",
  scope: "Cluster",
  accessor: "clusterRoles",
};

/** `clusterrolebindings` of `rbac.authorization.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export interface ClusterRoleBinding extends KubeObject {
  subjects?: Subject[];
  roleRef: RoleRef;
}

/** `clusterrolebindings` of `rbac.authorization.k8s.io/v1alpha1`, of the cluster. Only older servers serve it. */
export const ClusterRoleBinding: Resource<ClusterRoleBinding, { scope: "Cluster"; plural: "clusterrolebindings"; accessor: "clusterRoleBindings" }> = {
  group: "rbac.authorization.k8s.io",
  version: "v1alpha1",
  kind: "ClusterRoleBinding",
  plural: "clusterrolebindings",
  scope: "Cluster",
  accessor: "clusterRoleBindings",
};

/** `roles` of `rbac.authorization.k8s.io/v1alpha1`, in a namespace. Only older servers serve it. */
export interface Role extends KubeObject {
  rules?: PolicyRule[];
}

/** `roles` of `rbac.authorization.k8s.io/v1alpha1`, in a namespace. Only older servers serve it. */
export const Role: Resource<Role, { scope: "Namespaced"; plural: "roles" }> = {
  group: "rbac.authorization.k8s.io",
  version: "v1alpha1",
  kind: "Role",
  plural: "roles",
  scope: "Namespaced",
};

/** `rolebindings` of `rbac.authorization.k8s.io/v1alpha1`, in a namespace. Only older servers serve it. */
export interface RoleBinding extends KubeObject {
  subjects?: Subject[];
  roleRef: RoleRef;
}

/** `rolebindings` of `rbac.authorization.k8s.io/v1alpha1`, in a namespace. Only older servers serve it. */
export const RoleBinding: Resource<RoleBinding, { scope: "Namespaced"; plural: "rolebindings"; accessor: "roleBindings" }> = {
  group: "rbac.authorization.k8s.io",
  version: "v1alpha1",
  kind: "RoleBinding",
  plural: "rolebindings",
  scope: "Namespaced",
  accessor: "roleBindings",
};

/** A list of ClusterRoleBinding as the server sends it. */
export interface ClusterRoleBindingList extends KubeList<ClusterRoleBinding> {}

/** A list of ClusterRole as the server sends it. */
export interface ClusterRoleList extends KubeList<ClusterRole> {}

/** A list of RoleBinding as the server sends it. */
export interface RoleBindingList extends KubeList<RoleBinding> {}

/** A list of Role as the server sends it. */
export interface RoleList extends KubeList<Role> {}

/** In `ClusterRole.aggregationRule`. */
export interface AggregationRule {
  clusterRoleSelectors?: LabelSelector[];
}

/** In `ClusterRole.rules` and one more place. */
export interface PolicyRule {
  verbs: string[];
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
}

/** In `ClusterRoleBinding.roleRef` and one more place. */
export interface RoleRef {
  apiGroup?: string;
  kind: string;
  name: string;
}

/** In `ClusterRoleBinding.subjects` and one more place. */
export interface Subject {
  kind: string;
  apiVersion?: string;
  name: string;
  namespace?: string;
}
