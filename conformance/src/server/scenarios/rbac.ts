import type { Json } from "../json.ts";
import type { Scenario } from "../stage.ts";
import {
  as,
  bind,
  bindCluster,
  clusterRole,
  counts,
  group,
  maps,
  named,
  review,
  reviews,
  role,
  subject,
} from "./rbac-objects.ts";

import { rbacEscalation } from "./rbac-escalation.ts";
import { rbacReviews } from "./rbac-reviews.ts";

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
  ...rbacReviews,
  ...rbacEscalation,
];
