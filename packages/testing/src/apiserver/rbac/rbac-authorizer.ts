import type { Core, User } from "../core.ts";
import { isObject } from "../objects.ts";
import type { StoredRecord } from "../storage.ts";
import { type Attributes, type PolicyRule, ruleAllows } from "./rules.ts";

/** Collections of role-based access control. */
export const rbacCollections = {
  clusterRoles: "clusterroles.rbac.authorization.k8s.io",
  roles: "roles.rbac.authorization.k8s.io",
  clusterRoleBindings: "clusterrolebindings.rbac.authorization.k8s.io",
  roleBindings: "rolebindings.rbac.authorization.k8s.io",
} as const;

/** A request that is asked about. */
export interface RbacQuestion extends Attributes {
  readonly user: User;
  readonly namespace: string;
}

/** The answer, with the real server's reason; the reason may be empty. */
export interface RbacAnswer {
  readonly allowed: boolean;
  readonly reason: string;
}

/** The role that a binding grants. */
export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
}

interface Binding {
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}

/** The rules of one binding that applies to a user, or why they cannot be read. */
interface Grant {
  readonly describe: () => string;
  readonly rules: readonly PolicyRule[];
  readonly problem?: string | undefined;
}

/** Members of this group may do everything, whatever the roles say. */
export const privilegedGroup = "system:masters";

/** Decides by the Roles, ClusterRoles and their bindings that are stored. */
export class RbacAuthorizer {
  readonly #core: Core;
  readonly #bindings = new WeakMap<StoredRecord, Binding>();
  readonly #rules = new WeakMap<StoredRecord, readonly PolicyRule[]>();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Whether a user may do something. */
  authorize({ user, namespace, ...asked }: RbacQuestion): RbacAnswer {
    if (user.groups.includes(privilegedGroup)) return { allowed: true, reason: "" };
    const problems: string[] = [];
    for (const { rules, describe, problem } of this.#grants(user, namespace)) {
      if (problem !== undefined) problems.push(problem);
      if (rules.some((rule) => ruleAllows(rule, asked)))
        return { allowed: true, reason: `RBAC: allowed by ${describe()}` };
    }
    return { allowed: false, reason: problems.length === 0 ? "" : `rbac: RBAC: ${gathered(problems)}` };
  }

  /** Every rule that applies to a user in a namespace; without one, those of the cluster. */
  rulesFor(user: User, namespace: string): { readonly rules: PolicyRule[]; readonly problem: string } {
    const rules: PolicyRule[] = [];
    const problems: string[] = [];
    for (const grant of this.#grants(user, namespace)) {
      rules.push(...grant.rules);
      if (grant.problem !== undefined) problems.push(grant.problem);
    }
    return { rules, problem: gathered(problems) };
  }

  /** The rules of a role; `undefined` when there is no such role. */
  rulesOf({ kind, name }: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    const inCluster = kind === "ClusterRole";
    const { records } = this.#collection(inCluster ? rbacCollections.clusterRoles : rbacCollections.roles);
    const record = records.get(inCluster ? name : `${namespace}/${name}`);
    return record === undefined ? undefined : this.#rulesIn(record);
  }

  /** The bindings that apply, those of the cluster first. */
  *#grants(user: User, namespace: string): Iterable<Grant> {
    for (const record of this.#collection(rbacCollections.clusterRoleBindings).records.values()) {
      const grant = this.#grantOf(record, user, "");
      if (grant !== undefined) yield grant;
    }
    if (namespace === "") return;
    for (const record of this.#collection(rbacCollections.roleBindings).records.values()) {
      if (record.namespace !== namespace) continue;
      const grant = this.#grantOf(record, user, namespace);
      if (grant !== undefined) yield grant;
    }
  }

  #grantOf(record: StoredRecord, user: User, namespace: string): Grant | undefined {
    const { roleRef, subjects } = this.#bindingIn(record);
    const subject = subjects.find((one) => isSubject(one, user, namespace));
    if (subject === undefined) return undefined;
    const rules = this.rulesOf(roleRef, namespace);
    const what = namespace === "" ? "ClusterRoleBinding" : "RoleBinding";
    const name = namespace === "" ? record.name : `${record.name}/${namespace}`;
    const describe = (): string =>
      `${what} ${quoted(name)} of ${roleRef.kind} ${quoted(roleRef.name)} to ${describeSubject(subject, namespace)}`;
    if (rules !== undefined) return { describe, rules };
    const resource = `${roleRef.kind.toLowerCase()}.rbac.authorization.k8s.io`;
    return { describe, rules: [], problem: `${resource} ${quoted(roleRef.name)} not found` };
  }

  #collection(name: string) {
    this.#core.ensureBootstrap(name);
    return this.#core.storage.collection(name);
  }

  #bindingIn(record: StoredRecord): Binding {
    let binding = this.#bindings.get(record);
    if (binding === undefined) {
      const { roleRef, subjects } = JSON.parse(record.bytes.toString("utf8")) as Record<string, unknown>;
      const ref = isObject(roleRef) ? roleRef : {};
      binding = {
        roleRef: { kind: String(ref["kind"]), name: String(ref["name"]) },
        subjects: Array.isArray(subjects) ? (subjects as Subject[]) : [],
      };
      this.#bindings.set(record, binding);
    }
    return binding;
  }

  #rulesIn(record: StoredRecord): readonly PolicyRule[] {
    let rules = this.#rules.get(record);
    if (rules === undefined) {
      const found = (JSON.parse(record.bytes.toString("utf8")) as { rules?: PolicyRule[] | null }).rules;
      rules = found ?? [];
      this.#rules.set(record, rules);
    }
    return rules;
  }
}

function isSubject({ kind, name, namespace = "" }: Subject, user: User, bindingNamespace: string): boolean {
  switch (kind) {
    case "User":
      return user.name === name;
    case "Group":
      return user.groups.includes(name);
    case "ServiceAccount":
      return user.name === `system:serviceaccount:${namespace || bindingNamespace}:${name}`;
    default:
      return false;
  }
}

function describeSubject({ kind, name, namespace = "" }: Subject, bindingNamespace: string): string {
  return `${kind} ${quoted(kind === "ServiceAccount" ? `${name}/${namespace || bindingNamespace}` : name)}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Several problems as Go prints them. */
function gathered(problems: readonly string[]): string {
  const different = [...new Set(problems)];
  return different.length > 1 ? `[${different.join(", ")}]` : (different[0] ?? "");
}
