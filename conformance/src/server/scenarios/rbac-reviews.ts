import type { Json } from "../json.ts";
import type { Scenario } from "../stage.ts";
import {
  as,
  bind,
  bindCluster,
  clusterRole,
  maps,
  named,
  review,
  reviews,
  role,
  sorted,
  subject,
} from "./rbac-objects.ts";

/** What the reviews answer that ask who may do what. */
export const rbacReviews: readonly Scenario[] = [
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
    title: "reviews the user of the request (SelfSubjectAccessReview)",
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
    title: "lists the rules of the user of the request (SelfSubjectRulesReview)",
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
];
