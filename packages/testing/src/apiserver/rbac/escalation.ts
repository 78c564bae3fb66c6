import { forbidden, notFound } from "../api-error.ts";
import type { Call } from "../core.ts";
import { type ApiObject, field, type Json, sameJson } from "../objects.ts";
import { privilegedGroup, type RbacAuthorizer, rbacCollections, type RoleRef } from "./rbac-authorizer.ts";
import { describeRules, missingRules, type PolicyRule } from "./rules.ts";

/**
 * Refuses a role or a binding by which a user would give more than the user has. It does not apply to a user who may
 * `escalate` roles or `bind` the role, nor to a write that changes only owners and finalizers.
 */
export function checkEscalation(
  call: Call,
  authorizer: RbacAuthorizer,
  object: ApiObject,
  old: ApiObject | undefined,
): void {
  const { collection } = call.resource;
  const isRole = collection === rbacCollections.clusterRoles || collection === rbacCollections.roles;
  const isBinding = collection === rbacCollections.clusterRoleBindings || collection === rbacCollections.roleBindings;
  if ((!isRole && !isBinding) || call.user.groups.includes(privilegedGroup)) return;
  if (old !== undefined && sameJson(comparable(object), comparable(old))) return;
  if (isRole) checkRole(call, authorizer, object);
  else checkBinding(call, authorizer, object);
}

/** Refuses to approve or deny a certificate to a user who may not do so for its signer. */
export function checkApproval(call: Call, authorizer: RbacAuthorizer, object: ApiObject): void {
  const signer = String(field(object, "spec", "signerName") ?? "");
  const [domain] = signer.split("/");
  const allowed = [signer, `${domain}/*`].some((name) => {
    const asked = { group: "certificates.k8s.io", resource: "signers", subresource: "", name };
    return authorizer.authorize({ user: call.user, namespace: "", verb: "approve", ...asked }).allowed;
  });
  if (allowed) return;
  const why = `user not permitted to approve requests with signerName ${JSON.stringify(signer)}`;
  throw forbidden(call.resource, object.metadata.name ?? "", why);
}

function checkRole(call: Call, authorizer: RbacAuthorizer, object: ApiObject): void {
  const { name = "" } = object.metadata;
  if (mayDo(call, authorizer, "escalate", call.resource.plural, name)) return;
  refuseMore(call, authorizer, object, rulesIn(object));
  if (object["aggregationRule"] === undefined || object["aggregationRule"] === null) return;
  const held = authorizer.rulesFor(call.user, call.namespace).rules;
  if (missingRules(held, everything).length > 0)
    throw forbidden(call.resource, name, "must have cluster-admin privileges to use the aggregationRule");
}

function checkBinding(call: Call, authorizer: RbacAuthorizer, object: ApiObject): void {
  const roleRef: RoleRef = {
    kind: String(field(object, "roleRef", "kind") ?? ""),
    name: String(field(object, "roleRef", "name") ?? ""),
  };
  const plural = roleRef.kind === "ClusterRole" ? "clusterroles" : "roles";
  if (mayDo(call, authorizer, "bind", plural, roleRef.name)) return;
  const rules = authorizer.rulesOf(roleRef, call.namespace);
  // The real server names the binding's resource here, not the role's.
  if (rules === undefined) throw notFound(call.resource, roleRef.name);
  refuseMore(call, authorizer, object, rules);
}

const everything: readonly PolicyRule[] = [
  { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
  { verbs: ["*"], nonResourceURLs: ["*"] },
];

/** An object without what the garbage collector changes. */
function comparable(object: ApiObject): Json {
  const { ownerReferences: _owners, finalizers: _finalizers, managedFields: _fields, ...metadata } = object.metadata;
  return { ...object, metadata: { ...metadata, resourceVersion: "" } };
}

function rulesIn(object: ApiObject): readonly PolicyRule[] {
  return Array.isArray(object["rules"]) ? (object["rules"] as PolicyRule[]) : [];
}

function mayDo(call: Call, authorizer: RbacAuthorizer, verb: string, resource: string, name: string): boolean {
  const { user, namespace } = call;
  const group = "rbac.authorization.k8s.io";
  return authorizer.authorize({ user, namespace, verb, group, resource, subresource: "", name }).allowed;
}

function refuseMore(call: Call, authorizer: RbacAuthorizer, object: ApiObject, wanted: readonly PolicyRule[]): void {
  const { user, namespace, resource } = call;
  const held = authorizer.rulesFor(user, namespace);
  const missing = missingRules(held.rules, wanted);
  if (missing.length === 0) return;
  const groups = `[${user.groups.map((group) => JSON.stringify(group)).join(" ")}]`;
  const problems = held.problem === "" ? "" : `; resolution errors: [${held.problem}]`;
  const who = `user ${JSON.stringify(user.name)} (groups=${groups})`;
  throw forbidden(
    resource,
    object.metadata.name ?? "",
    `${who} is attempting to grant RBAC permissions not currently held:\n${describeRules(missing)}${problems}`,
  );
}
