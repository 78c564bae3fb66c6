import type { Json } from "../json.ts";
import type { Scenario } from "../stage.ts";

const table = "application/json;as=Table;g=meta.k8s.io;v=v1";
const partial = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
const partialList = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

const columns = ({ kind, apiVersion, columnDefinitions, rows }: Json): unknown => ({
  kind,
  apiVersion,
  columns: columnDefinitions.map(({ name, type, format, priority }: Json) => [name, type, format, priority].join(" ")),
  rows: rows.map(({ cells, object }: Json) => ({
    cells: cells.map((cell: unknown) => (/^\d+s$/.test(String(cell)) ? "<age>" : cell)),
    object: object?.kind ?? null,
  })),
});

const resource =
  (name: string) =>
  (body: Json): unknown =>
    body.resources
      .filter((one: Json) => one.name === name || one.name.startsWith(`${name}/`))
      .map(({ storageVersionHash: _hash, ...rest }: Json) => rest);

/** Other views of objects, discovery, and questions about oneself. */
export const views: readonly Scenario[] = [
  {
    title: "shows a list as a table with the metadata of its rows",
    async run(s) {
      await s.given(s.in("secrets"), { metadata: { name: "a" }, stringData: { x: "1", y: "2" } });
      await s.get(s.in("secrets"), { headers: { accept: table }, pick: columns });
    },
  },
  {
    title: "shows one object as a table",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" }, data: { x: "1" } });
      await s.get(s.in("configmaps", "a"), { headers: { accept: table }, pick: columns });
    },
  },
  {
    title: "puts into the rows what includeObject says",
    async run(s) {
      await s.given(s.in("secrets"), { metadata: { name: "a" } });
      for (const include of ["None", "Metadata", "Object", "Other"]) {
        await s.get(`${s.in("secrets")}?includeObject=${include}`, { headers: { accept: table }, pick: columns });
      }
    },
  },
  {
    title: "prints pods, services and deployments with their own columns",
    async run(s) {
      const spec = {
        schedulerName: "none",
        automountServiceAccountToken: false,
        containers: [{ name: "c", image: "i" }],
      };
      await s.given(s.in("pods"), { metadata: { name: "a" }, spec });
      await s.get(s.in("pods"), { headers: { accept: table }, pick: columns });
      await s.given(s.in("services"), {
        metadata: { name: "a" },
        spec: { clusterIP: "None", ports: [{ port: 80 }], selector: { a: "b" } },
      });
      await s.get(s.in("services"), { headers: { accept: table }, pick: columns });
      await s.get(s.in("apps/v1/deployments"), { headers: { accept: table }, pick: columns });
    },
  },
  {
    title: "falls back to the object when the client takes a plain one too",
    async run(s) {
      await s.given(s.in("secrets"), { metadata: { name: "a" } });
      await s.get(s.in("secrets", "a"), {
        headers: { accept: "application/json;as=Unknown;g=x;v=y,application/json" },
      });
      await s.get(s.in("secrets", "a"), { headers: { accept: `${table},application/json` }, pick: ({ kind }) => kind });
    },
  },
  {
    title: "gives metadata alone, of one object and of many",
    async run(s) {
      await s.given(s.in("secrets"), { metadata: { name: "a", labels: { l: "1" } }, stringData: { x: "1" } });
      await s.get(s.in("secrets", "a"), { headers: { accept: partial } });
      await s.get(s.in("secrets"), { headers: { accept: partialList } });
      await s.get(s.in("secrets"), { headers: { accept: partial } });
      await s.patch(s.in("secrets", "a"), { metadata: { labels: { l: "2" } } }, "merge", {
        headers: { accept: partial },
      });
    },
  },
  {
    title: "answers in YAML when asked",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" }, data: { x: "1" } });
      const answer = await s.quietly(() => s.get(s.in("configmaps", "a"), { headers: { accept: "application/yaml" } }));
      s.note("answer", {
        status: answer.status,
        type: answer.headers["content-type"],
        first: answer.text.split("\n")[0],
      });
    },
  },
  {
    title: "takes YAML bodies",
    async run(s) {
      const yaml = "metadata:\n  name: a\ndata:\n  x: hello\n";
      await s.post(s.in("configmaps"), yaml, { headers: { "content-type": "application/yaml" } });
    },
  },
  {
    title: "does not answer in forms that it does not know",
    async run(s) {
      await s.given(s.in("secrets"), { metadata: { name: "a" } });
      await s.get(s.in("secrets", "a"), { headers: { accept: "text/html" } });
      await s.get(s.in("secrets", "a"), { headers: { accept: "application/json;as=Unknown;g=x;v=y" } });
      await s.get(s.in("secrets", "a"), { headers: { accept: "text/html, */*;q=0.1" }, pick: ({ kind }) => kind });
    },
  },
  {
    title: "lists the versions of the core group",
    async run(s) {
      await s.get("/api", { pick: ({ kind, versions }) => ({ kind, versions }) });
    },
  },
  {
    title: "lists the resources of a group-version with verbs, names and categories",
    async run(s) {
      await s.get("/api/v1", { pick: resource("pods") });
      await s.get("/api/v1", { pick: resource("configmaps") });
      await s.get("/apis/apps/v1", { pick: resource("deployments") });
      await s.get("/apis/networking.k8s.io/v1", { pick: resource("ingresses") });
    },
  },
  {
    title: "describes one group, and answers NotFound for one that is not there",
    async run(s) {
      await s.get("/apis/apps");
      await s.get("/apis/none.example.com");
      await s.get("/apis/none.example.com/v1");
      await s.get("/apis/none.example.com/v1/things");
      await s.get("/apis/apps/v9/deployments");
      await s.get("/api/v1/nothings");
    },
  },
  {
    title: "lists everything at once in aggregated discovery",
    async run(s) {
      const accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
      const pick = ({ kind, apiVersion, items }: Json): unknown => ({
        kind,
        apiVersion,
        resource: items[0].versions[0].resources.find(({ resource: name }: Json) => name === "services"),
      });
      const core = await s.get("/api", { headers: { accept }, pick });
      s.note("content type", core.headers["content-type"]);
      s.note("etag", typeof core.headers.etag);
    },
  },
  {
    title: "answers unknown paths outside of the API with a plain 404",
    async run(s) {
      await s.get("/nothing/here");
      await s.get("/apis2");
    },
  },
  {
    title: "says that it is healthy",
    async run(s) {
      await s.get("/healthz");
      await s.get("/livez");
      await s.get("/readyz");
    },
  },
  {
    title: "answers with its version",
    async run(s) {
      await s.get("/version", {
        pick: (body) => ({ major: body.major, minor: body.minor, members: Object.keys(body) }),
      });
    },
  },
  {
    title: "names the user of the request (SelfSubjectReview)",
    async run(s) {
      await s.post(
        "/apis/authentication.k8s.io/v1/selfsubjectreviews",
        {},
        {
          pick: ({ kind, apiVersion, status }) => ({
            kind,
            apiVersion,
            groups: status.userInfo.groups.includes("system:authenticated"),
          }),
        },
      );
    },
  },
  {
    title: "answers what the user of the request may do",
    async run(s) {
      const resourceAttributes = { verb: "get", resource: "pods", namespace: s.namespace };
      const pick = ({ kind, apiVersion, spec, status }: Json): unknown => ({
        kind,
        apiVersion,
        spec,
        allowed: status.allowed,
      });
      await s.post(
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        { spec: { resourceAttributes } },
        { pick },
      );
      await s.post(
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        { spec: { nonResourceAttributes: { verb: "get", path: "/x" } } },
        { pick },
      );
    },
  },
  {
    title: "refuses access reviews that ask nothing or two things",
    async run(s) {
      const reviews = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
      await s.post(reviews, { spec: {} });
      await s.post(reviews, { spec: { resourceAttributes: { verb: "get" }, nonResourceAttributes: { verb: "get" } } });
      await s.post("/apis/authorization.k8s.io/v1/subjectaccessreviews", {
        spec: { resourceAttributes: { verb: "get" } },
      });
    },
  },
  {
    title: "stores no reviews",
    async run(s) {
      await s.get("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews");
      await s.get("/apis/authentication.k8s.io/v1/selfsubjectreviews/a");
    },
  },
  {
    title: "refuses a wrong token",
    fakeDifference: "takes a request without a bearer token for one of its administrator",
    async run(s) {
      await s.get(s.in("secrets"), { anonymous: true, headers: { authorization: "Bearer wrong" } });
      await s.get(s.in("secrets"), { anonymous: true, headers: { authorization: "Basic eDp5" } });
    },
  },
  {
    title: "lets anonymous users see that it is healthy, and nothing else",
    fakeDifference: "takes a request without a bearer token for one of its administrator",
    async run(s) {
      await s.get("/readyz", { anonymous: true });
      await s.get(s.in("secrets"), { anonymous: true });
      await s.get(s.in("secrets", "a"), { anonymous: true });
      await s.delete("/api/v1/nodes/a", undefined, { anonymous: true });
      await s.patch("/apis/apps/v1/namespaces/default/deployments/a/scale", {}, "merge", { anonymous: true });
      await s.get("/metrics", { anonymous: true });
    },
  },
  {
    title: "makes tokens for service accounts",
    async run(s) {
      await s.given(s.in("serviceaccounts"), { metadata: { name: "a" } });
      await s.post(
        s.in("serviceaccounts", "a/token"),
        { spec: { expirationSeconds: 600 } },
        {
          pick: ({ kind, apiVersion, spec, status }) => ({
            kind,
            apiVersion,
            seconds: spec.expirationSeconds,
            token: status.token.split(".").length,
            expires: typeof status.expirationTimestamp,
          }),
        },
      );
      await s.post(s.in("serviceaccounts", "none/token"), { spec: {} });
    },
  },
  {
    title: "evicts a pod",
    async run(s) {
      const spec = {
        schedulerName: "none",
        automountServiceAccountToken: false,
        containers: [{ name: "c", image: "i" }],
      };
      await s.given(s.in("pods"), { metadata: { name: "a" }, spec });
      await s.post(s.in("pods", "a/eviction"), { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "a" } });
      await s.get(s.in("pods", "a"));
      await s.post(s.in("pods", "none/eviction"), {
        apiVersion: "policy/v1",
        kind: "Eviction",
        metadata: { name: "none" },
      });
    },
  },
  {
    title: "binds a pod to a node once",
    async run(s) {
      const spec = {
        schedulerName: "none",
        automountServiceAccountToken: false,
        containers: [{ name: "c", image: "i" }],
      };
      await s.given(s.in("pods"), { metadata: { name: "a" }, spec });
      const binding = { metadata: { name: "a" }, target: { apiVersion: "v1", kind: "Node", name: "no-such-node" } };
      await s.post(s.in("pods", "a/binding"), binding);
      await s.get(s.in("pods", "a"), { pick: ({ spec: after }) => after.nodeName });
      await s.post(s.in("pods", "a/binding"), binding);
    },
  },
];
