import type { Json } from "../json.ts";
import type { Scenario } from "../stage.ts";
import {
  as,
  bind,
  bindCluster,
  cluster,
  clusterRole,
  group,
  maps,
  named,
  role,
  subject,
  tokenOf,
} from "./rbac-objects.ts";

/** That a user gives and assumes no more than the user has: escalation, binding and impersonation. */
export const rbacEscalation: readonly Scenario[] = [
  {
    title: "refuses a Role with more than its writer has, and lists what is missing",
    async run(s) {
      await role(s, "author", [{ apiGroups: [group], resources: ["roles"], verbs: ["*"] }, maps(["get"])]);
      await bind(s, "author", "author", [subject(s, "User", "author")]);
      // A star for roles gives the right to escalate, too; a user that may only create does not have it.
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
            anonymous: true,
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
        anonymous: true,
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
