import type { Json } from "../json.ts";
import type { RequestOptions, Scenario, Stage } from "../stage.ts";

const group = "rbac.authorization.k8s.io";
const cluster = `/apis/${group}/v1`;
const reviews = "/apis/authorization.k8s.io/v1";

/** The request of another user. */
function as(s: Stage, user: string, more: Record<string, string> = {}): RequestOptions {
  return { headers: { "impersonate-user": named(s, user), ...more } };
}

/** A user name that no other run has. */
function named(s: Stage, user: string): string {
  return user.startsWith("system:") ? user : `${user}-${s.run}`;
}

const subject = (s: Stage, kind: string, name: string): Json =>
  kind === "ServiceAccount" ? { kind, name, namespace: s.namespace } : { kind, name: named(s, name), apiGroup: group };

async function role(s: Stage, name: string, rules: readonly Json[]): Promise<void> {
  await s.given(s.in(`${group}/v1/roles`), { metadata: { name }, rules });
}

async function clusterRole(s: Stage, name: string, rules: readonly Json[], labels = {}): Promise<void> {
  await s.given(`${cluster}/clusterroles`, { metadata: { name: `${name}-${s.run}`, labels }, rules });
}

/** Binds a role of the namespace, or a ClusterRole whose name begins with a slash, and waits until it counts. */
async function bind(s: Stage, name: string, ref: string, subjects: readonly Json[]): Promise<void> {
  const roleRef = refOf(s, ref);
  await s.given(s.in(`${group}/v1/rolebindings`), { metadata: { name }, roleRef, subjects });
  await counts(s, subjects[0], s.namespace, name);
}

async function bindCluster(s: Stage, name: string, ref: string, subjects: readonly Json[]): Promise<void> {
  const metadata = { name: `${name}-${s.run}` };
  await s.given(`${cluster}/clusterrolebindings`, { metadata, roleRef: refOf(s, ref), subjects });
  await counts(s, subjects[0], "", metadata.name);
}

function refOf(s: Stage, ref: string): Json {
  if (!ref.startsWith("/")) return { apiGroup: group, kind: "Role", name: ref };
  const name = ref.slice(1);
  const builtin = ["view", "edit", "admin", "cluster-admin"].includes(name);
  return { apiGroup: group, kind: "ClusterRole", name: builtin ? name : `${name}-${s.run}` };
}

/**
 * The real authorizer follows roles and bindings a moment later. A marker that is written after them in the same
 * collections would not be seen in order, so the rules review of the subject is asked until it is stable.
 */
async function counts(s: Stage, who: Json, namespace: string, binding: string): Promise<void> {
  const user = who.kind === "ServiceAccount" ? `system:serviceaccount:${who.namespace}:${who.name}` : who.name;
  const groups: Record<string, string> = who.kind === "Group" ? { "impersonate-group": who.name } : {};
  const headers = { "impersonate-user": who.kind === "Group" ? `member-${s.run}` : user, ...groups };
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
function sorted(status: Json): Json {
  const order = (rules: Json[] = []): Json[] =>
    [...rules].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const { resourceRules, nonResourceRules, ...rest } = status;
  return { resourceRules: order(resourceRules), nonResourceRules: order(nonResourceRules), ...rest };
}

const maps = (verbs: readonly string[], more: Json = {}): Json => ({
  apiGroups: [""],
  resources: ["configmaps"],
  verbs,
  ...more,
});

const review = (s: Stage, user: string, attributes: Json, more: Json = {}): Json => ({
  spec: { user: named(s, user), resourceAttributes: { namespace: s.namespace, ...attributes }, ...more },
});

/** Who may do what: roles, bindings, reviews, impersonation, and that no user gives more than the user has. */
export const rbac: readonly Scenario[] = [
  {
    title: "refuses every verb of a user without roles",
    async run(s) {
      const jane = as(s, "jane");
      const path = s.in("configmaps", "a");
      await s.get(s.in("configmaps"), jane);
      await s.get(path, jane);
      await s.post(s.in("configmaps"), { metadata: { name: "a" } }, jane);
      await s.put(path, { metadata: { name: "a" } }, jane);
      await s.patch(path, { data: {} }, "merge", jane);
      await s.delete(path, undefined, jane);
      await s.delete(s.in("configmaps"), undefined, jane);
      await s.get(`${s.in("configmaps")}?watch=true`, jane);
      await s.get("/api/v1/configmaps", jane);
    },
  },
  {
    title: "refuses kinds without namespaces at the cluster scope",
    async run(s) {
      const jane = as(s, "jane");
      await s.get("/api/v1/nodes", jane);
      await s.get("/api/v1/nodes/n1", jane);
      await s.get(`/api/v1/namespaces/${s.namespace}`, jane);
      await s.delete(`/api/v1/namespaces/${s.namespace}`, undefined, jane);
    },
  },
  {
    title: "names the subresource and the group of what it refuses",
    async run(s) {
      const jane = as(s, "jane");
      await s.get(s.in("apps/v1/deployments", "web"), jane);
      await s.get(`${s.in("apps/v1/deployments", "web")}/scale`, jane);
      await s.put(`${s.in("pods", "web")}/status`, { metadata: { name: "web" } }, jane);
      await s.post(`${s.in("pods", "web")}/eviction`, {}, jane);
    },
  },
  {
    title: "lets every authenticated user discover the API and see the version, and nothing else",
    async run(s) {
      const jane = as(s, "jane");
      const short = (body: Json): unknown => body.kind ?? typeof body.major;
      for (const path of ["/version", "/api", "/apis", "/apis/apps/v1"]) await s.get(path, { ...jane, pick: short });
      await s.get("/healthz", jane);
      await s.get("/metrics", jane);
      await s.get("/logs", jane);
    },
  },
  {
    title: "allows the verbs of a Role in its namespace alone",
    async run(s) {
      await role(s, "reader", [maps(["get", "list"])]);
      await bind(s, "reader", "reader", [subject(s, "User", "reader")]);
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      const reader = as(s, "reader");
      await s.get(s.in("configmaps", "a"), reader);
      await s.get(s.in("configmaps"), {
        ...reader,
        pick: (body) => body.items.map((item: Json) => item.metadata.name).includes("a"),
      });
      await s.get(`${s.in("configmaps")}?watch=true`, reader);
      await s.delete(s.in("configmaps", "a"), undefined, reader);
      await s.get("/api/v1/namespaces/default/configmaps", reader);
      await s.get("/api/v1/configmaps", reader);
      await s.get(s.in("secrets"), reader);
    },
  },
  {
    title: "allows the rules of a ClusterRole in the namespace of the RoleBinding",
    async run(s) {
      await clusterRole(s, "writer", [
        maps(["create", "get"]),
        { apiGroups: [""], resources: ["nodes"], verbs: ["list"] },
      ]);
      await bind(s, "writer", "/writer", [subject(s, "User", "writer")]);
      const writer = as(s, "writer");
      await s.post(s.in("configmaps"), { metadata: { name: "made" } }, writer);
      await s.post("/api/v1/namespaces/default/configmaps", { metadata: { name: "made" } }, writer);
      await s.get("/api/v1/nodes", writer);
    },
  },
  {
    title: "allows the rules of a ClusterRoleBinding everywhere",
    async run(s) {
      await clusterRole(s, "watcher", [maps(["list"]), { nonResourceURLs: ["/metrics*"], verbs: ["get"] }]);
      await bindCluster(s, "watcher", "/watcher", [subject(s, "User", "watcher")]);
      const watcher = { ...as(s, "watcher"), pick: (body: Json) => body.kind };
      await s.get(s.in("configmaps"), watcher);
      await s.get("/api/v1/configmaps", watcher);
      await s.get("/api/v1/secrets", watcher);
      await s.post(
        `${reviews}/selfsubjectaccessreviews`,
        { spec: { nonResourceAttributes: { path: "/metrics/slis", verb: "get" } } },
        as(s, "watcher"),
      );
    },
  },
  {
    title: "binds roles to groups",
    async run(s) {
      await role(s, "team", [maps(["get"])]);
      await bind(s, "team", "team", [subject(s, "Group", "team")]);
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.get(s.in("configmaps", "a"), as(s, "anna", { "impersonate-group": named(s, "team") }));
      await s.get(s.in("configmaps", "a"), as(s, "anna"));
    },
  },
  {
    title: "binds roles to ServiceAccounts and to their groups",
    async run(s) {
      await role(s, "bot", [maps(["get"])]);
      await bind(s, "bot", "bot", [subject(s, "ServiceAccount", "bot")]);
      await role(s, "bots", [maps(["list"])]);
      await bind(s, "bots", "bots", [
        { kind: "Group", apiGroup: group, name: `system:serviceaccounts:${s.namespace}` },
      ]);
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      const bot = as(s, `system:serviceaccount:${s.namespace}:bot`);
      const other = as(s, `system:serviceaccount:${s.namespace}:other`);
      const kind = { pick: (body: Json) => body.kind };
      await s.get(s.in("configmaps", "a"), { ...bot, ...kind });
      await s.get(s.in("configmaps"), { ...bot, ...kind });
      await s.get(s.in("configmaps", "a"), { ...other, ...kind });
      await s.get(s.in("configmaps"), { ...other, ...kind });
    },
  },
  {
    title: "limits a rule to the names it lists",
    async run(s) {
      await role(s, "one", [maps(["get", "list", "watch", "create", "delete", "update"], { resourceNames: ["one"] })]);
      await bind(s, "one", "one", [subject(s, "User", "one")]);
      await s.given(s.in("configmaps"), { metadata: { name: "one" } });
      const one = as(s, "one");
      await s.get(s.in("configmaps", "one"), one);
      await s.get(s.in("configmaps", "two"), one);
      await s.get(s.in("configmaps"), one);
      await s.get(`${s.in("configmaps")}?fieldSelector=metadata.name%3Done`, {
        ...one,
        pick: (body) => body.items.length,
      });
      await s.get(`${s.in("configmaps")}?fieldSelector=metadata.name%3Dtwo`, one);
      await s.post(s.in("configmaps"), { metadata: { name: "one" } }, one);
      await s.delete(s.in("configmaps", "one"), undefined, one);
    },
  },
  {
    title: "treats subresources as resources of their own",
    async run(s) {
      await role(s, "logs", [{ apiGroups: [""], resources: ["pods/status"], verbs: ["get"] }]);
      await bind(s, "logs", "logs", [subject(s, "User", "logs")]);
      const logs = as(s, "logs");
      await s.get(`${s.in("pods", "none")}/status`, logs);
      await s.get(s.in("pods", "none"), logs);
      await s.get(`${s.in("pods", "none")}/log`, logs);
    },
  },
  {
    title: "allows a subresource of every resource",
    async run(s) {
      await role(s, "scaler", [{ apiGroups: ["*"], resources: ["*/scale"], verbs: ["get"] }]);
      await bind(s, "scaler", "scaler", [subject(s, "User", "scaler")]);
      const scaler = as(s, "scaler");
      await s.get(`${s.in("apps/v1/deployments", "none")}/scale`, scaler);
      await s.get(`${s.in("replicationcontrollers", "none")}/scale`, scaler);
      await s.get(s.in("apps/v1/deployments", "none"), scaler);
      await s.put(`${s.in("apps/v1/deployments", "none")}/scale`, { metadata: { name: "none" } }, scaler);
    },
  },
  {
    title: "allows all verbs, groups and resources by a star",
    async run(s) {
      await role(s, "owner", [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }]);
      await bind(s, "owner", "owner", [subject(s, "User", "owner")]);
      const owner = as(s, "owner");
      await s.post(s.in("configmaps"), { metadata: { name: "mine" } }, owner);
      await s.get(`${s.in("apps/v1/deployments", "none")}/scale`, owner);
      await s.delete(s.in("configmaps", "mine"), undefined, owner);
      await s.get(`/api/v1/namespaces/${s.namespace}`, { ...owner, pick: (body) => body.kind });
      await s.get("/api/v1/nodes", owner);
    },
  },
  {
    title: "allows resources of the rule's group alone",
    async run(s) {
      await role(s, "apps", [
        { apiGroups: ["apps"], resources: ["deployments", "configmaps", "events"], verbs: ["*"] },
      ]);
      await bind(s, "apps", "apps", [subject(s, "User", "apps")]);
      const apps = { ...as(s, "apps"), pick: (body: Json) => body.kind };
      await s.get(s.in("apps/v1/deployments"), apps);
      await s.get(s.in("configmaps"), apps);
      await s.get(s.in("events.k8s.io/v1/events"), apps);
    },
  },
  {
    title: "lets members of system:masters do everything",
    async run(s) {
      const root = as(s, "root", { "impersonate-group": "system:masters" });
      await s.post(s.in("configmaps"), { metadata: { name: "by-root" } }, root);
      await s.get("/api/v1/nodes", { ...root, pick: (body) => body.kind });
      await s.post(
        `${reviews}/selfsubjectaccessreviews`,
        { spec: { resourceAttributes: { verb: "bind", resource: "x" } } },
        root,
      );
    },
  },
  {
    title: "says which role of a binding is missing",
    async run(s) {
      await bind(s, "lost", "lost", [subject(s, "User", "lost")]);
      await s.get(s.in("configmaps"), as(s, "lost"));
      await s.post(`${reviews}/subjectaccessreviews`, review(s, "lost", { verb: "get", resource: "configmaps" }));
      await bindCluster(s, "lost", "/lost", [subject(s, "User", "astray")]);
      await s.get(s.in("configmaps"), as(s, "astray"));
    },
  },
  {
    title: "takes a right away with its binding and with its role",
    async run(s) {
      await role(s, "brief", [maps(["get"])]);
      await bind(s, "brief", "brief", [subject(s, "User", "brief")]);
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      const brief = as(s, "brief");
      await s.get(s.in("configmaps", "a"), { ...brief, pick: (body) => body.kind });
      await s.quietly(() => s.delete(s.in(`${group}/v1/rolebindings`, "brief")));
      await counts(s, subject(s, "User", "brief"), s.namespace, "gone");
      await s.get(s.in("configmaps", "a"), brief);
    },
  },
  {
    title: "reviews a user: allowed by a RoleBinding, and why",
    async run(s) {
      await role(s, "reviewed", [maps(["get"])]);
      await bind(s, "reviewed", "reviewed", [subject(s, "User", "reviewed")]);
      const path = `${reviews}/subjectaccessreviews`;
      await s.post(path, review(s, "reviewed", { verb: "get", resource: "configmaps" }));
      await s.post(path, review(s, "reviewed", { verb: "list", resource: "configmaps" }));
      await s.post(path, review(s, "reviewed", { verb: "get", resource: "configmaps", namespace: "default" }));
      await s.post(path, review(s, "reviewed", { verb: "get", resource: "configmaps", namespace: "" }));
    },
  },
  {
    title: "reviews a user: allowed by a ClusterRoleBinding, a group and a ServiceAccount, and why",
    async run(s) {
      await clusterRole(s, "wide", [maps(["get"])]);
      await bindCluster(s, "wide", "/wide", [
        subject(s, "User", "wide"),
        subject(s, "Group", "wide-team"),
        subject(s, "ServiceAccount", "wide"),
      ]);
      const path = `${reviews}/subjectaccessreviews`;
      const asked = { verb: "get", resource: "configmaps", name: "any" };
      await s.post(path, review(s, "wide", asked));
      await s.post(path, review(s, "unknown", asked, { groups: [named(s, "wide-team")] }));
      await s.post(path, review(s, `system:serviceaccount:${s.namespace}:wide`, asked));
      await s.post(path, review(s, `system:serviceaccount:default:wide`, asked));
      await s.post(path, review(s, "unknown", asked, { groups: ["system:masters"] }));
    },
  },
  {
    title: "reviews paths that are no resources",
    async run(s) {
      const path = `${reviews}/subjectaccessreviews`;
      const ask = (user: string, attributes: Json, groups: string[] = []) =>
        s.post(
          path,
          { spec: { user: named(s, user), groups, nonResourceAttributes: attributes } },
          // Several bindings may allow it; which one is named depends on the order of a map.
          { pick: ({ status }) => status.allowed },
        );
      await ask("jane", { path: "/healthz", verb: "get" }, ["system:authenticated"]);
      await ask("jane", { path: "/healthz", verb: "get" });
      await ask("jane", { path: "/metrics", verb: "get" }, ["system:authenticated"]);
      await ask("jane", { path: "/apis/apps/v1", verb: "get" }, ["system:authenticated"]);
      await ask("system:anonymous", { path: "/version", verb: "get" }, ["system:unauthenticated"]);
    },
  },
  {
    title: "refuses reviews that ask nothing, too much, or about no user",
    async run(s) {
      const path = `${reviews}/subjectaccessreviews`;
      await s.post(path, { spec: { user: "x" } });
      await s.post(path, {
        spec: { user: "x", resourceAttributes: { verb: "get" }, nonResourceAttributes: { path: "/", verb: "get" } },
      });
      await s.post(path, { spec: { resourceAttributes: { verb: "get", resource: "pods" } } });
      await s.post(`${reviews}/selfsubjectaccessreviews`, { spec: {} });
      await s.post(`${reviews}/selfsubjectrulesreviews`, { spec: {} });
    },
  },
  {
    title: "reviews a user in one namespace (LocalSubjectAccessReview)",
    async run(s) {
      await role(s, "local", [maps(["get"])]);
      await bind(s, "local", "local", [subject(s, "User", "local")]);
      const path = s.in("authorization.k8s.io/v1/localsubjectaccessreviews");
      const asked = { verb: "get", resource: "configmaps" };
      await s.post(path, review(s, "local", asked));
      await s.post(path, review(s, "local", { ...asked, namespace: "default" }));
      await s.post(path, { spec: { user: named(s, "local"), resourceAttributes: asked } });
      await s.post(path, { spec: { user: named(s, "local"), nonResourceAttributes: { path: "/", verb: "get" } } });
      await s.post(path, { metadata: { namespace: "default" }, ...review(s, "local", asked) });
    },
  },
  {
    title: "reviews the one who asks (SelfSubjectAccessReview)",
    async run(s) {
      await role(s, "self", [maps(["get"], { resourceNames: ["mine"] })]);
      await bind(s, "self", "self", [subject(s, "User", "self")]);
      const ask = (attributes: Json) =>
        s.post(
          `${reviews}/selfsubjectaccessreviews`,
          { spec: { resourceAttributes: { namespace: s.namespace, ...attributes } } },
          as(s, "self"),
        );
      await ask({ verb: "get", resource: "configmaps", name: "mine" });
      await ask({ verb: "get", resource: "configmaps" });
      await ask({ verb: "get", resource: "secrets", name: "mine" });
    },
  },
  {
    title: "lists the rules of the one who asks (SelfSubjectRulesReview)",
    async run(s) {
      await role(s, "listed", [
        maps(["get"], { resourceNames: ["a"] }),
        { apiGroups: ["apps"], resources: ["deployments/scale"], verbs: ["update"] },
      ]);
      await bind(s, "listed", "listed", [subject(s, "User", "listed")]);
      const body = { spec: { namespace: s.namespace } };
      const options = {
        ...as(s, "listed"),
        pick: ({ status, ...rest }: Json) => ({ ...rest, status: sorted(status) }),
      };
      await s.post(`${reviews}/selfsubjectrulesreviews`, body, options);
      await s.post(`${reviews}/selfsubjectrulesreviews`, { spec: { namespace: "default" } }, options);
    },
  },
  {
    title: "refuses a Role with more than its writer has, and lists what is missing",
    async run(s) {
      await role(s, "author", [{ apiGroups: [group], resources: ["roles"], verbs: ["*"] }, maps(["get"])]);
      await bind(s, "author", "author", [subject(s, "User", "author")]);
      // A star for roles gives the right to escalate, too; one who may only create has it not.
      await role(s, "clerk", [
        { apiGroups: [group], resources: ["roles"], verbs: ["create", "update", "get"] },
        maps(["get", "list"]),
      ]);
      await bind(s, "clerk", "clerk", [subject(s, "User", "clerk")]);
      const roles = s.in(`${group}/v1/roles`);
      const more = [
        maps(["get", "delete", "create"]),
        { apiGroups: ["", "apps"], resources: ["pods", "pods/log"], resourceNames: ["a"], verbs: ["get"] },
      ];
      await s.post(roles, { metadata: { name: "more" }, rules: more }, as(s, "clerk"));
      await s.post(roles, { metadata: { name: "same" }, rules: [maps(["get"])] }, as(s, "clerk"));
      await s.post(
        roles,
        { metadata: { name: "named" }, rules: [maps(["list"], { resourceNames: ["x"] })] },
        as(s, "clerk"),
      );
      await s.post(roles, { metadata: { name: "stars" }, rules: [maps(["*"])] }, as(s, "clerk"));
      await s.post(roles, { metadata: { name: "more" }, rules: more }, as(s, "author"));
    },
  },
  {
    title: "checks the rules of an update only when they change",
    async run(s) {
      await role(s, "editor", [{ apiGroups: [group], resources: ["roles"], verbs: ["update", "patch", "get"] }]);
      await bind(s, "editor", "editor", [subject(s, "User", "editor")]);
      await role(s, "target", [maps(["get"])]);
      const path = s.in(`${group}/v1/roles`, "target");
      const editor = as(s, "editor");
      await s.patch(path, { metadata: { labels: { a: "b" } } }, "merge", editor);
      await s.patch(path, { rules: [maps(["get", "list"])] }, "merge", editor);
      await s.patch(path, { rules: [] }, "merge", editor);
      await s.patch(path, { rules: [maps(["get"])] }, "merge", editor);
    },
  },
  {
    title: "refuses to bind a role with more than the writer has, unless bind is allowed",
    async run(s) {
      await role(s, "binder", [
        { apiGroups: [group], resources: ["rolebindings"], verbs: ["create", "update"] },
        maps(["get"]),
      ]);
      await bind(s, "binder", "binder", [subject(s, "User", "binder")]);
      await role(s, "small", [maps(["get"])]);
      await role(s, "large", [maps(["get", "delete"])]);
      const bindings = s.in(`${group}/v1/rolebindings`);
      const body = (name: string, kind = "Role") => ({
        metadata: { name: `bind-${name.replaceAll(":", "-")}` },
        roleRef: { apiGroup: group, kind, name },
        subjects: [subject(s, "User", "friend")],
      });
      const binder = as(s, "binder");
      await s.post(bindings, body("small"), binder);
      await s.post(bindings, body("large"), binder);
      await s.post(bindings, body("none"), binder);
      await s.post(bindings, body("cluster-admin", "ClusterRole"), binder);
      await role(s, "may-bind", [
        { apiGroups: [group], resources: ["roles"], resourceNames: ["large"], verbs: ["bind"] },
      ]);
      await bind(s, "may-bind", "may-bind", [subject(s, "User", "binder")]);
      await s.post(bindings, body("large"), binder);
      await s.patch(`${bindings}/bind-large`, { metadata: { labels: { a: "b" } } }, "merge", binder);
    },
  },
  {
    title: "refuses ClusterRoles and ClusterRoleBindings with more than their writer has",
    async run(s) {
      const verbs = ["create"];
      await clusterRole(s, "architect", [
        { apiGroups: [group], resources: ["clusterroles", "clusterrolebindings"], verbs },
      ]);
      await bindCluster(s, "architect", "/architect", [subject(s, "User", "architect")]);
      const architect = as(s, "architect");
      const metadata = { name: `big-${s.run}` };
      await s.post(
        `${cluster}/clusterroles`,
        { metadata, rules: [{ nonResourceURLs: ["/metrics", "/healthz"], verbs: ["get"] }] },
        architect,
      );
      await s.post(
        `${cluster}/clusterroles`,
        { metadata, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] } },
        architect,
      );
      const roleRef = { apiGroup: group, kind: "ClusterRole", name: "system:kube-dns" };
      await s.post(`${cluster}/clusterrolebindings`, { metadata, roleRef, subjects: [] }, architect);
    },
  },
  {
    title: "does not change the role of a binding",
    async run(s) {
      await role(s, "first", [maps(["get"])]);
      const roleRef = { apiGroup: group, kind: "Role", name: "first" };
      await s.given(s.in(`${group}/v1/rolebindings`), { metadata: { name: "fixed" }, roleRef, subjects: [] });
      const path = s.in(`${group}/v1/rolebindings`, "fixed");
      await s.patch(path, { roleRef: { name: "second" } });
      await s.patch(path, { subjects: [subject(s, "User", "late")] });
    },
  },
  {
    title: "refuses rules and subjects that make no sense",
    async run(s) {
      const roles = s.in(`${group}/v1/roles`);
      await s.post(roles, { metadata: { name: "bad" }, rules: [{ apiGroups: [""], resources: ["pods"] }] });
      await s.post(roles, { metadata: { name: "bad" }, rules: [{ nonResourceURLs: ["/x"], verbs: ["get"] }] });
      await s.post(roles, { metadata: { name: "bad" }, rules: [{ verbs: ["get"] }] });
      await s.post(`${cluster}/clusterroles`, {
        metadata: { name: `bad-${s.run}` },
        rules: [{ apiGroups: [""], resources: ["pods"], nonResourceURLs: ["/x"], verbs: ["get"] }],
      });
      const bindings = s.in(`${group}/v1/rolebindings`);
      const roleRef = { apiGroup: group, kind: "Role", name: "r" };
      await s.post(bindings, { metadata: { name: "bad" }, roleRef, subjects: [{ kind: "Robot", name: "r" }] });
      await s.post(bindings, { metadata: { name: "bad" }, roleRef, subjects: [{ kind: "ServiceAccount", name: "a" }] });
      await s.post(bindings, { metadata: { name: "bad" }, roleRef: { apiGroup: group, kind: "Other", name: "" } });
      await s.post(bindings, { metadata: { name: "bad" }, roleRef: { apiGroup: "x", kind: "Role", name: "r" } });
    },
  },
  {
    title: "completes subjects and roleRef with the group",
    async run(s) {
      const bindings = s.in(`${group}/v1/rolebindings`);
      await s.post(bindings, {
        metadata: { name: "short" },
        roleRef: { kind: "Role", name: "r" },
        subjects: [
          { kind: "User", name: "u" },
          { kind: "Group", name: "g" },
          { kind: "ServiceAccount", name: "a", namespace: "x" },
        ],
      });
    },
  },
  {
    title: "lets a user act as another only with the right to impersonate",
    async run(s) {
      await clusterRole(s, "actor", [
        { apiGroups: [""], resources: ["users"], resourceNames: [named(s, "actor")], verbs: ["impersonate"] },
      ]);
      await bindCluster(s, "actor", "/actor", [subject(s, "ServiceAccount", "actor")]);
      await s.given(s.in("serviceaccounts"), { metadata: { name: "actor" } });
      const token = await tokenOf(s, "actor");
      const act = (headers: Record<string, string>) =>
        s.post(
          "/apis/authentication.k8s.io/v1/selfsubjectreviews",
          {},
          {
            stranger: true,
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
            pick: (body) => body.status.userInfo.username,
          },
        );
      await act({ "impersonate-user": named(s, "actor") });
      await act({ "impersonate-user": named(s, "jane") });
      await act({ "impersonate-user": named(s, "actor"), "impersonate-group": "g" });
      await act({ "impersonate-user": named(s, "actor"), "impersonate-uid": "7" });
      await act({ "impersonate-user": named(s, "actor"), "impersonate-extra-scopes": "view" });
      await act({ "impersonate-user": `system:serviceaccount:${s.namespace}:other` });
      await act({ "impersonate-group": "g" });
    },
  },
  {
    title: "knows the groups of an impersonated user and of a ServiceAccount",
    async run(s) {
      const who = (headers: Record<string, string>) =>
        s.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", {}, { headers, pick: (body) => body.status });
      await who({ "impersonate-user": named(s, "jane") });
      await who({ "impersonate-user": named(s, "jane"), "impersonate-group": "g", "impersonate-extra-scopes": "view" });
      await who({ "impersonate-user": `system:serviceaccount:${s.namespace}:bot` });
      await who({ "impersonate-user": `system:serviceaccount:${s.namespace}:bot`, "impersonate-group": "g" });
      await who({ "impersonate-user": "system:anonymous" });
    },
  },
  {
    title: "holds the token of a ServiceAccount to its roles",
    async run(s) {
      await s.given(s.in("serviceaccounts"), { metadata: { name: "worker" } });
      await role(s, "worker", [maps(["list"])]);
      await bind(s, "worker", "worker", [subject(s, "ServiceAccount", "worker")]);
      const token = await tokenOf(s, "worker");
      const options = {
        stranger: true,
        headers: { authorization: `Bearer ${token}` },
        pick: (body: Json) => body.kind,
      };
      await s.get(s.in("configmaps"), options);
      await s.get(s.in("secrets"), options);
      await s.get("/version", { ...options, pick: (body) => typeof body.major });
    },
  },
  {
    title: "has the roles view, edit and admin",
    async run(s) {
      for (const name of ["view", "edit", "admin"]) await bind(s, name, `/${name}`, [subject(s, "User", name)]);
      const kind = { pick: (body: Json) => body.kind };
      for (const user of ["view", "edit", "admin"]) {
        await s.get(s.in("configmaps"), { ...as(s, user), ...kind });
        await s.get(s.in("secrets"), { ...as(s, user), ...kind });
        await s.post(s.in("configmaps"), { metadata: { name: `by-${user}` } }, { ...as(s, user), ...kind });
        await s.post(
          s.in(`${group}/v1/roles`),
          { metadata: { name: `by-${user}` }, rules: [maps(["get"])] },
          { ...as(s, user), ...kind },
        );
        await s.get("/api/v1/nodes", as(s, user));
      }
    },
  },
  {
    title: "gathers the rules of roles that a selector chooses",
    async run(s) {
      const label = `gather-${s.run}`;
      await clusterRole(s, "part-b", [maps(["get"])], { [label]: "yes" });
      await clusterRole(
        s,
        "part-a",
        [{ apiGroups: ["apps"], resources: ["deployments"], verbs: ["list"] }, maps(["get"])],
        { [label]: "yes" },
      );
      const metadata = { name: `whole-${s.run}` };
      await s.given(`${cluster}/clusterroles`, {
        metadata,
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: "yes" } }] },
      });
      const path = `${cluster}/clusterroles/${metadata.name}`;
      await s.until(path, ({ body }) => (body.rules ?? []).length === 2);
      await s.get(path, { pick: ({ rules, aggregationRule }) => ({ rules, aggregationRule }) });
    },
  },
  {
    title: "begins with the roles and bindings that every cluster has",
    async run(s) {
      const bootstrap = "?labelSelector=kubernetes.io%2Fbootstrapping%3Drbac-defaults";
      const brief = (body: Json): unknown =>
        body.items.map(({ metadata, rules, subjects, roleRef, aggregationRule }: Json) => ({
          name: metadata.name,
          namespace: metadata.namespace,
          labels: metadata.labels,
          annotations: metadata.annotations,
          rules: aggregationRule === undefined ? rules : undefined,
          aggregationRule,
          subjects,
          roleRef,
        }));
      for (const plural of ["clusterroles", "clusterrolebindings", "roles", "rolebindings"])
        await s.get(`${cluster}/${plural}${bootstrap}`, { pick: brief });
    },
  },
];

async function tokenOf(s: Stage, account: string): Promise<string> {
  const answer = await s.quietly(() => s.post(`${s.in("serviceaccounts", account)}/token`, { spec: {} }));
  return answer.body.status.token;
}
