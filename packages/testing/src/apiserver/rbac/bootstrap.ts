import { defined } from "client-ts/internal";
import type { ApiObject } from "../objects.ts";
import { aggregatedRules, aggregationLabel, type NamedRules } from "./aggregation.ts";
import { bootstrapRoles } from "./bootstrap-roles.ts";
import type { PolicyRule } from "./rules.ts";

/** The roles and bindings of one collection that every cluster begins with. */
export function bootstrapObjects(kind: "ClusterRole" | "Role" | "ClusterRoleBinding" | "RoleBinding"): ApiObject[] {
  parsed ??= parse(bootstrapRoles);
  return parsed.filter((object) => object.kind === kind);
}

/** Read once for all servers of the process. */
let parsed: ApiObject[] | undefined;

/**
 * Reads the text that the recorder writes. `role NAME to=... from=...` begins a role and `bind NAME` a binding; lines
 * below have two spaces, and four when they continue the line above. A rule is `VERBS : GROUPS / RESOURCES = NAMES` or
 * `VERBS @ PATHS`; a binding is `KIND ROLE SUBJECTS`, with `=` for a role of the binding's own name.
 */
function parse(text: string): ApiObject[] {
  const objects: ApiObject[] = [];
  const whole = text.replace(/\n {4}/g, " ").split("\n");
  for (const line of whole) {
    const words = line.trim().split(" ");
    const [first = "", name = "", ...facts] = words;
    const last = objects.at(-1);
    if (first === "role" && !line.startsWith(" ")) objects.push(roleOf(name, facts));
    else if (first === "bind" && !line.startsWith(" ")) objects.push(bindingOf(name));
    else if (last !== undefined && words.length > 1 && "rules" in last)
      (last["rules"] as PolicyRule[]).push(ruleOf(words));
    else if (last !== undefined && words.length > 1) completeBinding(last, words);
  }
  gatherRules(objects);
  return objects;
}

const bootstrapMarks = {
  labels: { "kubernetes.io/bootstrapping": "rbac-defaults" },
  annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
};

function metadataOf(placed: string): ApiObject["metadata"] {
  const [first = "", second] = placed.split("/");
  const place = defined({ name: second ?? first, namespace: second === undefined ? undefined : first });
  return { ...place, labels: { ...bootstrapMarks.labels }, annotations: { ...bootstrapMarks.annotations } };
}

function roleOf(placed: string, facts: readonly string[]): ApiObject {
  const metadata = metadataOf(placed);
  const sources: string[] = [];
  for (const fact of facts) {
    const [how, where = ""] = fact.split("=");
    if (how === "to") metadata.labels![aggregationLabel(where)] = "true";
    else sources.push(aggregationLabel(where));
  }
  const selectors = sources.map((label) => ({ matchLabels: { [label]: "true" } }));
  return {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: metadata.namespace === undefined ? "ClusterRole" : "Role",
    metadata,
    ...defined({ aggregationRule: selectors.length !== 0 ? { clusterRoleSelectors: selectors } : undefined }),
    rules: [],
  };
}

function ruleOf(words: readonly string[]): PolicyRule {
  const at = words.indexOf("@");
  if (at >= 0) return { verbs: words.slice(0, at), nonResourceURLs: words.slice(at + 1) };
  const colon = words.indexOf(":");
  const slash = words.indexOf("/");
  const equals = words.indexOf("=");
  const end = equals < 0 ? words.length : equals;
  return {
    verbs: words.slice(0, colon),
    apiGroups: words.slice(colon + 1, slash).map((group) => (group === '""' ? "" : group)),
    resources: words.slice(slash + 1, end),
    ...defined({ resourceNames: equals >= 0 ? words.slice(equals + 1) : undefined }),
  };
}

function bindingOf(placed: string): ApiObject {
  const metadata = metadataOf(placed);
  const kind = metadata.namespace === undefined ? "ClusterRoleBinding" : "RoleBinding";
  return { apiVersion: "rbac.authorization.k8s.io/v1", kind, metadata };
}

function completeBinding(binding: ApiObject, [kind = "", role = "", ...subjects]: readonly string[]): void {
  const apiGroup = "rbac.authorization.k8s.io";
  if (subjects.length > 0) {
    binding["subjects"] = subjects.map((subject) => {
      const [place = "", account] = subject.split("/");
      if (account !== undefined) return { kind: "ServiceAccount", name: account, namespace: place };
      const equals = subject.indexOf("=");
      return { kind: subject.slice(0, equals), apiGroup, name: subject.slice(equals + 1) };
    });
  }
  binding["roleRef"] = { apiGroup, kind, name: role === "=" ? binding.metadata.name : role };
}

/** Roles that gather the rules of others. Each may gather from another that gathers, so that it takes a few rounds. */
function gatherRules(objects: readonly ApiObject[]): void {
  const roles = objects.filter(({ kind }) => kind === "ClusterRole") as (ApiObject & NamedRules)[];
  for (let round = 0; round < 3; round++) {
    for (const role of roles) role.rules = aggregatedRules(role, roles) ?? role.rules;
  }
}
