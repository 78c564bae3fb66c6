import { defined } from "client-ts/internal";
import type { Json } from "../json.ts";
import type { RequestOptions, Stage } from "../stage.ts";

export const group = "rbac.authorization.k8s.io";
export const cluster = `/apis/${group}/v1`;
export const reviews = "/apis/authorization.k8s.io/v1";

/** The request of another user. */
export function as(s: Stage, user: string, more: Record<string, string> = {}): RequestOptions {
  return { headers: { "impersonate-user": named(s, user), ...more } };
}

/** A user name that no other run has. */
export function named(s: Stage, user: string): string {
  return user.startsWith("system:") ? user : `${user}-${s.run}`;
}

export const subject = (s: Stage, kind: string, name: string): Json =>
  kind === "ServiceAccount" ? { kind, name, namespace: s.namespace } : { kind, name: named(s, name), apiGroup: group };

export async function role(s: Stage, name: string, rules: readonly Json[]): Promise<void> {
  await s.given(s.in(`${group}/v1/roles`), { metadata: { name }, rules });
}

export async function clusterRole(s: Stage, name: string, rules: readonly Json[], labels = {}): Promise<void> {
  await s.given(`${cluster}/clusterroles`, { metadata: { name: `${name}-${s.run}`, labels }, rules });
}

/** Binds a role of the namespace, or a ClusterRole whose name begins with a slash, and waits until it counts. */
export async function bind(s: Stage, name: string, ref: string, subjects: readonly Json[]): Promise<void> {
  const roleRef = refOf(s, ref);
  await s.given(s.in(`${group}/v1/rolebindings`), { metadata: { name }, roleRef, subjects });
  await counts(s, subjects[0], s.namespace, name);
}

export async function bindCluster(s: Stage, name: string, ref: string, subjects: readonly Json[]): Promise<void> {
  const metadata = { name: `${name}-${s.run}` };
  await s.given(`${cluster}/clusterrolebindings`, { metadata, roleRef: refOf(s, ref), subjects });
  await counts(s, subjects[0], "", metadata.name);
}

export function refOf(s: Stage, ref: string): Json {
  if (!ref.startsWith("/")) return { apiGroup: group, kind: "Role", name: ref };
  const name = ref.slice(1);
  const builtin = ["view", "edit", "admin", "cluster-admin"].includes(name);
  return { apiGroup: group, kind: "ClusterRole", name: builtin ? name : `${name}-${s.run}` };
}

/**
 * The real authorizer follows roles and bindings a moment later. A marker that is written after them in the same
 * collections would not be seen in order, so the rules review of the subject is asked until it is stable.
 */
export async function counts(s: Stage, who: Json, namespace: string, binding: string): Promise<void> {
  const user = who.kind === "ServiceAccount" ? `system:serviceaccount:${who.namespace}:${who.name}` : who.name;
  const isGroup = who.kind === "Group";
  const headers = defined({
    "impersonate-user": isGroup ? `member-${s.run}` : user,
    "impersonate-group": isGroup ? who.name : undefined,
  });
  await s.quietly(async () => {
    let last = "";
    let same = 0;
    for (let attempt = 0; attempt < 100 && same < 3; attempt++) {
      const body = { spec: { namespace: namespace || "default" } };
      const answer = await s.post(`${reviews}/selfsubjectrulesreviews`, body, { headers });
      const now = JSON.stringify(sorted(answer.body.status ?? {})) + binding;
      same = now === last ? same + 1 : 0;
      last = now;
      await new Promise((resolve) => setTimeout(resolve, s.pauseMs));
    }
  });
}

/** Rules in an order of their own: the real server gives them in the order of a map. */
export function sorted(status: Json): Json {
  const order = (rules: Json[] = []): Json[] =>
    [...rules].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const { resourceRules, nonResourceRules, ...rest } = status;
  return { resourceRules: order(resourceRules), nonResourceRules: order(nonResourceRules), ...rest };
}

export const maps = (verbs: readonly string[], more: Json = {}): Json => ({
  apiGroups: [""],
  resources: ["configmaps"],
  verbs,
  ...more,
});

export const review = (s: Stage, user: string, attributes: Json, more: Json = {}): Json => ({
  spec: { user: named(s, user), resourceAttributes: { namespace: s.namespace, ...attributes }, ...more },
});

/** A token of the ServiceAccount. */
export async function tokenOf(s: Stage, account: string): Promise<string> {
  const answer = await s.quietly(() => s.post(`${s.in("serviceaccounts", account)}/token`, { spec: {} }));
  return answer.body.status.token;
}
