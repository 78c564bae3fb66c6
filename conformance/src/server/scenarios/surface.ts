import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";

const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** A definition whose objects have the given schema below `spec`. */
async function define(s: Stage, plural: string, spec: Json, version: Json = {}): Promise<string> {
  const group = `${s.run}.surface.example.com`;
  const kind = plural.slice(0, 1).toUpperCase() + plural.slice(1, -1);
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  await s.given(crds, {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural, kind },
      versions: [{ name: "v1", served: true, storage: true, schema, ...version }],
    },
  });
  const path = s.in(`${group}/v1/${plural}`);
  await s.until(path, ({ status }) => status === 200);
  return path;
}

const object = (s: Stage, kind: string, name: string, spec: unknown): Json => ({
  apiVersion: `${s.run}.surface.example.com/v1`,
  kind,
  metadata: { name },
  spec,
});

/** Replaces the schema of a definition, and waits until the server has noticed. */
async function redefine(s: Stage, plural: string, spec: Json, isServed: () => Promise<void>): Promise<void> {
  const name = `${plural}.${s.run}.surface.example.com`;
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  await s.quietly(() =>
    s.patch(`${crds}/${name}`, [{ op: "replace", path: "/spec/versions/0/schema", value: schema }], "json"),
  );
  await isServed();
}

/** What a server shows of itself and of its custom kinds. */
export const surface: readonly Scenario[] = [
  {
    title: "lists the checks of its health when asked",
    async run(s) {
      for (const path of ["/healthz", "/livez", "/readyz"]) {
        await s.get(path);
        await s.get(`${path}?verbose`);
        await s.get(`${path}?verbose&exclude=etcd&exclude=nothing`);
      }
      await s.get("/healthz/etcd");
      await s.get("/readyz/poststarthook/bootstrap-controller?verbose");
      await s.get("/healthz/nothing");
    },
  },
  {
    title: "says in its metrics how many seats a priority level has",
    async run(s) {
      await s.quietly(() => s.get("/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations"));
      const { text } = await s.quietly(() => s.get("/metrics"));
      s.note(
        "types",
        text.split("\n").filter((line) => line.startsWith("# TYPE apiserver_flowcontrol_nominal")),
      );
    },
  },
  {
    title: "refuses a timeout that is no duration",
    async run(s) {
      for (const timeout of ["abc", "3", "-x", "1h2m", "0s", "0", "-1s", "3.5s", "1d"])
        await s.get(`${s.in("configmaps")}?timeout=${timeout}`, { pick: ({ kind }) => kind });
    },
  },
  {
    title: "refuses a table of what has no metadata",
    async run(s) {
      const review = { spec: { nonResourceAttributes: { path: "/", verb: "get" } } };
      for (const path of [
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        "/apis/authorization.k8s.io/v1/subjectaccessreviews",
        "/apis/authentication.k8s.io/v1/selfsubjectreviews",
      ])
        await s.post(path, path.includes("access") ? { spec: { ...review.spec, user: "u" } } : {}, {
          headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
        });
    },
  },
  {
    title: "shows a hash of the version in which it keeps a resource",
    async run(s) {
      const hashes = ({ resources }: Json): unknown =>
        resources.map(({ name, storageVersionHash }: Json) => [name, storageVersionHash ?? ""]);
      for (const group of ["apps/v1", "batch/v1", "autoscaling/v1", "autoscaling/v2", "events.k8s.io/v1", "policy/v1"])
        await s.get(`/apis/${group}`, { pick: hashes });
      await s.get("/api/v1", { pick: hashes });
      const group = `${s.run}.surface.example.com`;
      await define(s, "hashes", { type: "object" });
      const { body } = await s.quietly(() => s.get(`/apis/${group}/v1`));
      s.note("custom", typeof body.resources[0].storageVersionHash);
    },
  },
  {
    title: "publishes the paths of every resource in OpenAPI version 2",
    async run(s) {
      const { body } = await s.quietly(() => s.get("/openapi/v2"));
      const served = Object.keys(body.paths)
        .filter((path) => /^\/apis?\/([^/]+\/)?v[0-9][a-z0-9]*\/./.test(path) && !path.includes("example.com"))
        .filter((path) => !path.includes("resource.k8s.io") && !path.includes("apiserver.k8s.io"))
        .sort();
      for (const path of served) {
        const { parameters: _parameters, ...methods } = body.paths[path];
        s.note(
          path,
          Object.entries<Json>(methods)
            .map(([method, one]) => `${method} ${one.operationId} ${one["x-kubernetes-action"]}`)
            .sort(),
        );
      }
    },
  },
  {
    title: "publishes the schema of a custom kind in both versions of OpenAPI",
    async run(s) {
      const group = `${s.run}.surface.example.com`;
      await define(s, "papers", {
        type: "object",
        description: "What it is.",
        required: ["title", "note"],
        properties: {
          title: { type: "string", default: "none" },
          note: { type: "string", nullable: true },
          size: { "x-kubernetes-int-or-string": true },
          open: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
          tags: { type: "array", items: { type: "string", nullable: true } },
        },
      });
      const name = `com.example.surface.${s.run}.v1.Paper`;
      await s.until(`/openapi/v3/apis/${group}/v1`, ({ status }) => status === 200);
      const { body } = await s.quietly(() => s.get(`/openapi/v3/apis/${group}/v1`));
      s.note("version 3", [body.components.schemas[name], body.components.schemas[`${name}List`]]);
      await s.until("/openapi/v2", ({ body: found }) => found.definitions[name] !== undefined, 30);
      const { body: old } = await s.quietly(() => s.get("/openapi/v2"));
      s.note("version 2", [old.definitions[name], old.definitions[`${name}List`]]);
    },
  },
  {
    title: "shows custom objects with the fields and defaults that their definition gained later",
    async run(s) {
      const texts = { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } };
      const path = await define(s, "late", texts);
      await s.given(path, object(s, "Lat", "x", { a: "1", b: "2" }));
      const gained = { type: "object", properties: { a: { type: "string" }, c: { type: "string", default: "3" } } };
      await redefine(s, "late", gained, async () => {
        await s.until(`${path}/x`, ({ body }) => body.spec?.c !== undefined);
      });
      await s.get(`${path}/x`);
      await s.get(path, { pick: ({ items }) => items.map(({ spec }: Json) => spec) });
      const watch = await s.watch(`${path}?resourceVersion=0`);
      await watch.take(1, ({ type, object: { spec } }) => [type, spec]);
      watch.close();
      await s.patch(`${path}/x`, { metadata: { labels: { changed: "yes" } } });
    },
  },
  {
    title: "reads a custom object in another version by that version's schema",
    async run(s) {
      const group = `${s.run}.surface.example.com`;
      const version = (name: string, field: string, storage: boolean): Json => ({
        name,
        served: true,
        storage,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                properties: { both: { type: "string" }, [field]: { type: "string", default: `of ${name}` } },
              },
            },
          },
        },
      });
      await s.given(crds, {
        metadata: { name: `pairs.${group}` },
        spec: {
          group,
          scope: "Namespaced",
          names: { plural: "pairs", kind: "Pair" },
          versions: [version("v1", "one", false), version("v2", "two", true)],
        },
      });
      for (const one of ["v1", "v2"]) await s.until(s.in(`${group}/${one}/pairs`), ({ status }) => status === 200);
      const [first, second] = [s.in(`${group}/v1/pairs`), s.in(`${group}/v2/pairs`)];
      await s.post(first, { apiVersion: `${group}/v1`, kind: "Pair", metadata: { name: "p" }, spec: { both: "b" } });
      await s.get(`${second}/p`);
      await s.get(`${first}/p`);
      await s.patch(`${second}/p`, { spec: { two: "changed", both: "c" } });
      await s.get(`${first}/p`);
      await s.get(`${crds}/pairs.${group}`, { pick: ({ status }) => status.storedVersions });
    },
  },
  {
    title: "lets a custom object keep what a stricter schema refuses, as long as it does not change",
    async run(s) {
      const enumerated = (values: string[]): Json => ({ type: "string", enum: values });
      const spec = (values: string[]): Json => ({
        type: "object",
        properties: {
          field: enumerated(values),
          struct: { type: "object", properties: { field: enumerated(values) } },
          map: { type: "object", additionalProperties: enumerated(values) },
          keyed: {
            type: "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["key"],
            items: {
              type: "object",
              required: ["key"],
              properties: { key: { type: "string" }, field: enumerated(values) },
            },
          },
          plain: { type: "array", items: enumerated(values) },
        },
      });
      const path = await define(s, "rigids", spec(["old", "new"]));
      const value = {
        field: "old",
        struct: { field: "old" },
        map: { a: "old" },
        keyed: [{ key: "k", field: "old" }],
        plain: ["old"],
      };
      await s.given(path, object(s, "Rigid", "x", value));
      await redefine(s, "rigids", spec(["new"]), () =>
        s.settle(path, object(s, "Rigid", "probe", { field: "old" }), ({ status }) => status === 422),
      );
      await s.patch(`${path}/x`, { metadata: { labels: { a: "b" } } });
      await s.patch(`${path}/x`, { spec: { map: { b: "new" } } });
      await s.patch(`${path}/x`, { spec: { map: { b: "old" } } });
      await s.patch(`${path}/x`, { spec: { plain: ["old", "new"] } });
      await s.patch(`${path}/x`, {
        spec: {
          keyed: [
            { key: "k", field: "old" },
            { key: "l", field: "new" },
          ],
        },
      });
      await s.patch(`${path}/x`, {
        spec: {
          keyed: [
            { key: "k", field: "old" },
            { key: "l", field: "old" },
          ],
        },
      });
    },
  },
  {
    title: "refuses a rule that would cost too much, and stops one that does",
    async run(s) {
      const group = `${s.run}.surface.example.com`;
      const nested = {
        type: "object",
        properties: {
          x: {
            type: "array",
            items: {
              type: "array",
              items: { type: "string" },
              "x-kubernetes-validations": [{ rule: "self.all(s, s == 'string constant')" }],
            },
          },
        },
      };
      await s.post(
        crds,
        {
          metadata: { name: `dears.${group}` },
          spec: {
            group,
            scope: "Namespaced",
            names: { plural: "dears", kind: "Dear" },
            versions: [
              {
                name: "v1",
                served: true,
                storage: true,
                schema: { openAPIV3Schema: { type: "object", properties: { spec: nested } } },
              },
            ],
          },
        },
        { pick: ({ message }) => message },
      );
      const path = await define(s, "larges", {
        type: "object",
        "x-kubernetes-validations": [{ rule: "self.list.all(x, self.list.all(y, y == x))" }],
        properties: { list: { type: "array", maxItems: 725, items: { type: "integer" } } },
      });
      await s.post(path, object(s, "Large", "small", { list: [1, 1] }), { pick: ({ kind }) => kind });
      await s.post(path, object(s, "Large", "large", { list: Array.from({ length: 725 }, () => 20) }));
    },
  },
  {
    title: "names the lines of keys that an applied configuration has twice",
    async run(s) {
      const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: twice\ndata:\n  a: "1"\n  a: "2"\n  b: "3"\n';
      const json = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"twice"},\n"data":{"a":"1","a":"2"}}';
      for (const body of [yaml, json])
        for (const validation of ["Strict", "Warn", "Ignore"])
          await s.apply(`${s.in("configmaps", "twice")}?fieldValidation=${validation}`, body, "me");
    },
  },
  {
    title: "says which FlowSchema a request belongs to",
    async run(s) {
      const flows = "/apis/flowcontrol.apiserver.k8s.io/v1";
      const level = `level-${s.run}`;
      const created = (path: string, body: Json): Promise<Json> => s.given(`${flows}/${path}`, body);
      const { metadata: levelMeta } = await created("prioritylevelconfigurations", {
        metadata: { name: level },
        spec: { type: "Limited", limited: { nominalConcurrencyShares: 1, limitResponse: { type: "Reject" } } },
      });
      const rule = {
        subjects: [{ kind: "User", user: { name: `user-${s.run}` } }],
        nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["/version", "/versions/*"] }],
      };
      const { metadata: schemaMeta } = await created("flowschemas", {
        metadata: { name: `flow-${s.run}` },
        spec: { matchingPrecedence: 10, priorityLevelConfiguration: { name: level }, rules: [rule] },
      });
      const path = `${flows}/flowschemas/flow-${s.run}`;
      await s.until(path, ({ body }) => body.status?.conditions?.[0]?.status === "False");
      await s.get(path, { pick: ({ status }) => status });
      const headers = { "impersonate-user": `user-${s.run}` };
      const classified = async (target: string): Promise<boolean[]> => {
        const answer = await s.quietly(() => s.get(target, { headers }));
        return [
          answer.headers["x-kubernetes-pf-flowschema-uid"] === schemaMeta.uid,
          answer.headers["x-kubernetes-pf-prioritylevel-uid"] === levelMeta.uid,
        ];
      };
      s.note("matching path", await classified("/version"));
      s.note("another path", await classified("/healthz"));
      s.note("a resource", await classified(s.in("configmaps")));
      await s.post(`${flows}/flowschemas`, {
        metadata: { name: `dangling-${s.run}` },
        spec: { matchingPrecedence: 11, priorityLevelConfiguration: { name: `none-${s.run}` }, rules: [rule] },
      });
      const dangling = `${flows}/flowschemas/dangling-${s.run}`;
      await s.until(dangling, ({ body }) => body.status?.conditions?.[0]?.status === "True");
      await s.get(dangling, { pick: ({ status }) => status });
    },
  },
];
