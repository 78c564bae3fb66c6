import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";

/** The API group of a scenario's kinds. */
export const group = (s: Stage): string => `${s.run}.example.com`;

/** What a kind is like. */
export interface Shape {
  readonly name: string;
  readonly schema?: object;
  readonly version?: object;
  readonly spec?: object;
}

/** The definition of a kind. */
export function definition(s: Stage, { name, schema = {}, version = {}, spec = {} }: Shape): object {
  const openAPIV3Schema = {
    type: "object",
    properties: {
      spec: { type: "object", ...schema },
      status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    },
  };
  const kind = name[0]!.toUpperCase() + name.slice(1);
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${name}s.${group(s)}` },
    spec: {
      group: group(s),
      scope: "Namespaced",
      names: { plural: `${name}s`, kind },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema }, ...version }],
      ...spec,
    },
  };
}

/** Where definitions are. */
export const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Defines a kind and waits until it is served; gives the path of its objects. */
export async function defined(s: Stage, shape: Shape): Promise<string> {
  await s.given(definitions, definition(s, shape));
  const path = s.in(`${group(s)}/v1/${shape.name}s`);
  await s.until(`${definitions}/${shape.name}s.${group(s)}`, ({ body }) =>
    body.status?.conditions?.some(
      ({ type, status }: { type: string; status: string }) => type === "Established" && status === "True",
    ),
  );
  await s.until(path, ({ status }) => status === 200);
  return path;
}

/** An object of a kind. */
export const object = (s: Stage, kind: string, spec: unknown, more: object = {}): object => ({
  apiVersion: `${group(s)}/v1`,
  kind,
  metadata: { name: "a" },
  spec,
  ...more,
});

const integer = { type: "integer" };

/** Custom resources: schemas, pruning, defaults, subresources. */
export const custom: readonly Scenario[] = [
  {
    title: "names a definition's conditions and what was accepted",
    async run(s) {
      await s.given(definitions, definition(s, { name: "alpha" }));
      const path = `${definitions}/alphas.${group(s)}`;
      await s.until(
        path,
        ({ body }) => body.status?.conditions?.filter(({ status }: Json) => status === "True").length === 2,
      );
      const short = ({ type, status, reason, message }: Json): unknown => ({ type, status, reason, message });
      await s.get(path, {
        pick: ({ spec, status }) => ({
          names: spec.names,
          conversion: spec.conversion,
          accepted: status.acceptedNames,
          stored: status.storedVersions,
          conditions: status.conditions.map(short),
        }),
      });
    },
  },
  {
    title: "refuses a definition whose name is not plural and group",
    async run(s) {
      const bad = definition(s, { name: "beta" }) as { metadata: { name: string } };
      await s.post(definitions, { ...bad, metadata: { name: `other.${group(s)}` } });
    },
  },
  {
    title: "refuses a definition without a schema, or with one that is not structural",
    async run(s) {
      await s.post(definitions, definition(s, { name: "gamma", version: { schema: {} } }));
      await s.post(
        definitions,
        definition(s, { name: "gamma", version: { schema: { openAPIV3Schema: { properties: {} } } } }),
      );
      await s.post(definitions, definition(s, { name: "gamma", schema: { properties: { a: {} } } }));
    },
  },
  {
    title: "requires exactly one version that is stored",
    words: false,
    async run(s) {
      await s.post(definitions, definition(s, { name: "delta", version: { storage: false } }));
    },
  },
  {
    title: "serves a custom kind as any other",
    managedFields: true,
    async run(s) {
      const path = await defined(s, { name: "epsilon", schema: { properties: { size: integer } } });
      await s.post(path, object(s, "Epsilon", { size: 1 }));
      await s.get(path);
      await s.patch(`${path}/a`, { spec: { size: 2 } });
      await s.patch(`${path}/a`, [{ op: "replace", path: "/spec/size", value: 3 }], "json");
      await s.delete(`${path}/a`);
      await s.get(`${path}/a`);
    },
  },
  {
    title: "does not take strategic merge patches for custom kinds",
    async run(s) {
      const path = await defined(s, { name: "zeta" });
      await s.given(path, object(s, "Zeta", {}));
      await s.patch(`${path}/a`, { spec: {} }, "strategic");
    },
  },
  {
    title: "prunes what the schema does not know, and warns",
    async run(s) {
      const path = await defined(s, { name: "eta", schema: { properties: { known: { type: "string" } } } });
      await s.post(path, object(s, "Eta", { known: "a", unknown: "b" }, { top: 1 }));
      await s.put(`${path}/a?fieldValidation=Strict`, object(s, "Eta", { known: "a", unknown: "b" }));
      await s.patch(`${path}/a?fieldValidation=Ignore`, { spec: { other: "c" } });
    },
  },
  {
    title: "keeps unknown fields where the schema says so",
    async run(s) {
      const path = await defined(s, {
        name: "theta",
        schema: { properties: { free: { type: "object", "x-kubernetes-preserve-unknown-fields": true } } },
      });
      await s.post(path, object(s, "Theta", { free: { anything: [1, { a: "b" }] }, not: "kept" }));
    },
  },
  {
    title: "fills in defaults on writing, and on reading what was there before",
    async run(s) {
      const path = await defined(s, {
        name: "iota",
        schema: {
          properties: {
            size: { ...integer, default: 3 },
            deep: { type: "object", default: {}, properties: { a: { type: "string", default: "x" } } },
          },
        },
      });
      await s.post(path, object(s, "Iota", {}));
      await s.patch(`${path}/a`, { spec: { size: null } });
      await s.post(path, { ...object(s, "Iota", { deep: { a: "own" } }), metadata: { name: "b" } });
    },
  },
  {
    title: "checks values against the schema",
    async run(s) {
      const path = await defined(s, {
        name: "kappa",
        schema: {
          required: ["name"],
          properties: {
            name: { type: "string", minLength: 2, maxLength: 4, pattern: "^[a-z]*$" },
            size: { ...integer, minimum: 1, maximum: 9 },
            color: { type: "string", enum: ["red", "blue"] },
            list: { type: "array", maxItems: 2, items: { type: "string" } },
            when: { type: "string", format: "date-time" },
          },
        },
      });
      await s.post(path, object(s, "Kappa", {}));
      await s.post(path, object(s, "Kappa", { name: "x" }));
      await s.post(path, object(s, "Kappa", { name: "toolong" }));
      await s.post(path, object(s, "Kappa", { name: "UP" }));
      await s.post(path, object(s, "Kappa", { name: "ab", size: 0 }));
      await s.post(path, object(s, "Kappa", { name: "ab", size: 10 }));
      await s.post(path, object(s, "Kappa", { name: "ab", size: "1" }));
      await s.post(path, object(s, "Kappa", { name: "ab", size: 1.5 }));
      await s.post(path, object(s, "Kappa", { name: "ab", color: "green" }));
      await s.post(path, object(s, "Kappa", { name: "ab", list: ["a", "b", "c"] }));
      await s.post(path, object(s, "Kappa", { name: "ab", list: [1] }));
      await s.post(path, object(s, "Kappa", { name: "ab", when: "yesterday" }));
      await s.post(
        path,
        object(s, "Kappa", { name: "ab", size: 5, color: "red", list: ["a"], when: "2020-01-01T00:00:00Z" }),
      );
      await s.patch(`${path}/a`, { spec: { size: 100 } });
    },
  },
  {
    title: "refuses null where the schema does not allow it, and prunes it where there is a default",
    async run(s) {
      const path = await defined(s, {
        name: "lambda",
        schema: {
          properties: {
            may: { type: "string", nullable: true },
            not: { type: "string" },
            given: { type: "string", default: "d" },
          },
        },
      });
      await s.post(path, object(s, "Lambda", { may: null, given: null }));
      await s.post(path, { ...object(s, "Lambda", { not: null }), metadata: { name: "b" } });
    },
  },
  {
    title: "splits the status off, with a generation for the spec alone",
    async run(s) {
      const path = await defined(s, {
        name: "mu",
        schema: { properties: { size: integer } },
        version: { subresources: { status: {} } },
      });
      await s.post(path, object(s, "Mu", { size: 1 }, { status: { ready: true } }));
      await s.patch(`${path}/a/status`, { status: { ready: true }, spec: { size: 9 } });
      await s.patch(`${path}/a`, { spec: { size: 2 }, status: { ready: false } });
      await s.patch(`${path}/a`, { metadata: { labels: { x: "y" } } });
      await s.get(`${path}/a/status`);
    },
  },
  {
    title: "counts generations of everything but metadata without a status path",
    async run(s) {
      const path = await defined(s, { name: "nu", schema: { properties: { size: integer } } });
      await s.post(path, object(s, "Nu", { size: 1 }, { status: { ready: true } }));
      await s.patch(`${path}/a`, { status: { ready: false } });
      await s.patch(`${path}/a`, { metadata: { labels: { x: "y" } } });
      await s.get(`${path}/a/status`);
    },
  },
  {
    title: "scales a custom kind through its paths",
    async run(s) {
      const path = await defined(s, {
        name: "xi",
        schema: { properties: { replicas: integer } },
        version: {
          subresources: {
            status: {},
            scale: {
              specReplicasPath: ".spec.replicas",
              statusReplicasPath: ".status.replicas",
              labelSelectorPath: ".status.selector",
            },
          },
        },
      });
      await s.given(path, object(s, "Xi", { replicas: 2 }));
      await s.get(`${path}/a/scale`);
      await s.quietly(() => s.patch(`${path}/a/status`, { status: { replicas: 1, selector: "a=b" } }));
      await s.patch(`${path}/a/scale`, { spec: { replicas: 5 } });
      await s.get(`${path}/a`);
    },
  },
  {
    title: "chooses custom objects by their selectable fields",
    async run(s) {
      const path = await defined(s, {
        name: "omicron",
        schema: { properties: { color: { type: "string" }, size: integer } },
        version: { selectableFields: [{ jsonPath: ".spec.color" }] },
      });
      await s.given(path, { ...object(s, "Omicron", { color: "red" }), metadata: { name: "r" } });
      await s.given(path, { ...object(s, "Omicron", { color: "blue" }), metadata: { name: "b" } });
      const pick = ({ items }: Json): unknown => items.map(({ metadata }: Json) => metadata.name);
      await s.get(`${path}?fieldSelector=spec.color%3Dred`, { pick });
      await s.get(`${path}?fieldSelector=spec.color!%3Dred`, { pick });
      await s.get(`${path}?fieldSelector=spec.size%3D1`, { pick });
    },
  },
  {
    title: "prints the columns that a definition names",
    async run(s) {
      const path = await defined(s, {
        name: "pi",
        schema: { properties: { size: integer, color: { type: "string" } } },
        version: {
          additionalPrinterColumns: [
            { name: "Size", type: "integer", jsonPath: ".spec.size", description: "how big" },
            { name: "Color", type: "string", jsonPath: ".spec.color", priority: 1 },
          ],
        },
      });
      await s.given(path, object(s, "Pi", { size: 4 }));
      await s.get(`${path}?includeObject=None`, {
        headers: { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" },
        pick: ({ kind, columnDefinitions, rows }: Json) => ({
          kind,
          columns: columnDefinitions.map(({ name, type, priority }: Json) => ({ name, type, priority })),
          cells: rows.map(({ cells }: Json) => cells),
        }),
      });
    },
  },
  {
    title: "merges lists of custom kinds by the schema's keys in an apply",
    managedFields: true,
    async run(s) {
      const path = await defined(s, {
        name: "rho",
        schema: {
          properties: {
            ports: {
              type: "array",
              "x-kubernetes-list-type": "map",
              "x-kubernetes-list-map-keys": ["port"],
              items: { type: "object", required: ["port"], properties: { port: integer, name: { type: "string" } } },
            },
            tags: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
            plain: { type: "array", items: { type: "string" } },
          },
        },
      });
      await s.apply(
        `${path}/a`,
        object(s, "Rho", { ports: [{ port: 1, name: "one" }], tags: ["x"], plain: ["p"] }),
        "me",
      );
      await s.apply(`${path}/a`, object(s, "Rho", { ports: [{ port: 2, name: "two" }], tags: ["y"] }), "you");
      await s.apply(`${path}/a`, object(s, "Rho", { ports: [{ port: 1, name: "other" }], plain: ["q"] }), "you");
      await s.apply(`${path}/a`, object(s, "Rho", {}), "me");
    },
  },
  {
    title: "watches custom kinds",
    async run(s) {
      const path = await defined(s, { name: "sigma", schema: { properties: { size: integer } } });
      const { body } = await s.quietly(() => s.get(path));
      const watch = await s.watch(`${path}?resourceVersion=${body.metadata.resourceVersion}`);
      await s.quietly(async () => {
        await s.post(path, object(s, "Sigma", { size: 1 }));
        await s.patch(`${path}/a`, { spec: { size: 2 } });
        await s.delete(`${path}/a`);
      });
      await watch.take(3, ({ type, object: { spec, metadata } }) => ({ type, spec, generation: metadata.generation }));
    },
  },
  {
    title: "lists a custom kind in discovery",
    async run(s) {
      const version = { subresources: { status: {} } };
      await defined(s, {
        name: "tau",
        version,
        spec: { names: { plural: "taus", kind: "Tau", shortNames: ["tt"], categories: ["all"] } },
      });
      await s.until(`/apis/${group(s)}/v1`, ({ body }) =>
        body.resources?.some(({ name }: { name: string }) => name === "taus/status"),
      );
      const pick = ({ resources }: Json): unknown =>
        resources
          .filter(({ name }: Json) => name.startsWith("taus"))
          .map(({ storageVersionHash: _hash, ...rest }: Json) => rest);
      await s.get(`/apis/${group(s)}/v1`, { pick });
    },
  },
  {
    title: "serves several versions of a kind, each under its own name",
    async run(s) {
      const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
      const versions = [
        { name: "v1", served: true, storage: true, schema },
        { name: "v2", served: true, storage: false, schema },
        { name: "v3", served: false, storage: false, schema },
      ];
      const path = await defined(s, { name: "upsilon", spec: { versions } });
      await s.given(path, object(s, "Upsilon", { a: 1 }));
      await s.get(`${path.replace("/v1/", "/v2/")}/a`);
      await s.get(`${path.replace("/v1/", "/v3/")}/a`);
    },
  },
  {
    title: "serves cluster-scoped custom kinds without a namespace",
    async run(s) {
      await s.given(definitions, definition(s, { name: "phi", spec: { scope: "Cluster" } }));
      const path = `/apis/${group(s)}/v1/phis`;
      await s.until(path, ({ status }) => status === 200);
      await s.post(path, object(s, "Phi", {}));
      await s.get(`${path}/a`);
      await s.get(s.in(`${group(s)}/v1/phis`, "a"));
    },
  },
  {
    title: "removes the objects with their definition",
    async run(s) {
      const path = await defined(s, { name: "chi" });
      await s.given(path, object(s, "Chi", {}));
      await s.quietly(() => s.delete(`${definitions}/chis.${group(s)}`));
      await s.until(`${definitions}/chis.${group(s)}`, ({ status }) => status === 404);
      await s.until(path, ({ status }) => status === 404);
      await s.get(path);
    },
  },
  {
    title: "holds custom objects to rules in CEL",
    async run(s) {
      const path = await defined(s, {
        name: "psi",
        schema: {
          properties: { min: integer, max: integer },
          "x-kubernetes-validations": [{ rule: "self.min <= self.max", message: "min must not be above max" }],
        },
      });
      await s.post(path, object(s, "Psi", { min: 5, max: 1 }));
      await s.post(path, object(s, "Psi", { min: 1, max: 5 }));
    },
  },
];
