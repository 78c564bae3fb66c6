import type { Scenario, Stage } from "../stage.ts";

async function configMap(s: Stage): Promise<string> {
  await s.given(s.in("configmaps"), { metadata: { name: "a" }, data: { a: "1" } });
  return s.in("configmaps", "a");
}

const range = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const nothing = (): undefined => undefined;
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function patternDefinition(s: Stage, name: string, pattern: string): object {
  const group = `${s.run}.limits.example.com`;
  const text = { type: "string", pattern };
  return {
    metadata: { name: `${name}s.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: `${name}s`, kind: name[0]!.toUpperCase() + name.slice(1) },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { text } } },
        },
      ],
    },
  };
}

/** Requests that ask for too much, and rules of names that few expect. */
export const limits: readonly Scenario[] = [
  {
    title: "takes ten thousand operations in a JSON patch and no more",
    async run(s) {
      const path = await configMap(s);
      const patch = (n: number): object[] => range(n, (i) => ({ op: "replace", path: "/data/a", value: String(i) }));
      await s.patch(path, patch(10_000), "json");
      await s.patch(path, patch(10_001), "json");
    },
  },
  {
    title: "limits what the copies of a JSON patch add",
    async run(s) {
      const path = await configMap(s);
      await s.patch(
        path,
        range(40, (i) => ({ op: "copy", from: "/data", path: `/data/x${i}` })),
        "json",
      );
      await s.patch(
        path,
        [
          { op: "add", path: "/data/long", value: "x".repeat(1_000_000) },
          ...range(100, (i) => ({ op: "copy", from: "/data/long", path: `/data/x${i}` })),
        ],
        "json",
      );
    },
  },
  {
    title: "applies slightly wrong JSON patches as its library does",
    async run(s) {
      const path = s.in("serviceaccounts", "a");
      await s.given(s.in("serviceaccounts"), { metadata: { name: "a" }, secrets: [{ name: "x" }, { name: "y" }] });
      const one = (operation: object): Promise<unknown> => s.patch(path, [operation], "json");
      await one({ op: "test", path: "/metadata/finalizers", value: null });
      await one({ op: "test", path: "/metadata/finalizers" });
      await one({ op: "test", path: "/metadata/labels/a", value: null });
      await one({ op: "test", path: "/secrets/7", value: null });
      await one({ op: "test", path: "/metadata/finalizers", value: [] });
      await one({ op: "test", path: "/metadata/name" });
      await one({ op: "test", path: "", value: null });
      await one({ op: "test", path: "/secrets/-1/name", value: "y" });
      await one({ op: "test", path: "/secrets/01/name", value: "y" });
      await one({ op: "replace", path: "/metadata/labels", value: { a: "b" } });
      await one({ op: "replace", path: "/metadata/annotations/a", value: "b" });
      await one({ op: "copy", from: "/metadata/annotations", path: "/metadata/labels" });
      await one({ op: "copy", from: "/nothing/there", path: "/metadata/labels" });
      await one({ op: "add", path: "/secrets/-1", value: { name: "z" } });
      await one({ op: "remove", path: "/secrets/-3" });
      await one({ op: "remove", path: "/secrets/-9" });
      await one({ op: "add", path: "/metadata/labels" });
      await one({ op: "move", from: "/metadata/none", path: "/metadata/labels" });
      await one({ op: "move", from: "/metadata", path: "/metadata/labels" });
      await one({ op: "remove", path: "" });
    },
  },
  {
    title: "names at most a hundred unknown and repeated fields",
    async run(s) {
      const unknown = range(150, (i) => `"u${i}":1`).join(",");
      const repeated = range(150, (i) => `"r${i}":"1","r${i}":"2"`).join(",");
      const path = `${s.in("configmaps")}?fieldValidation=Strict`;
      await s.post(path, `{"metadata":{"name":"a"},${unknown}}`);
      await s.post(path, `{"metadata":{"name":"a"},"data":{${repeated}}}`);
      await s.post(path, `{"metadata":{"name":"a"},"data":{${repeated}},${unknown}}`);
    },
  },
  {
    title: "takes a prefix of generated names that ends in a dot for core events alone",
    words: false,
    async run(s) {
      const named = (path: string, more: object): Promise<unknown> =>
        s.post(`${path}?dryRun=All`, { metadata: { generateName: "x." }, ...more }, { pick: nothing });
      await named(s.in("events"), { involvedObject: { namespace: s.namespace } });
      for (const plural of ["configmaps", "secrets", "serviceaccounts", "limitranges", "resourcequotas", "services"])
        await named(s.in(plural), plural === "services" ? { spec: { ports: [{ port: 80 }] } } : {});
      await named(s.in("coordination.k8s.io/v1/leases"), { spec: {} });
      await named(s.in("rbac.authorization.k8s.io/v1/roles"), { rules: [] });
    },
  },
  {
    title: "checks names of events as parts of a path",
    async run(s) {
      for (const name of ["UPPER", "a_b", "x.", "a/b", "a%b", ".."])
        await s.post(
          `${s.in("events")}?dryRun=All`,
          { metadata: { name }, involvedObject: { namespace: s.namespace } },
          { pick: nothing },
        );
    },
  },
  {
    title: "takes patterns of Go's engine alone, and matches them in linear time",
    async run(s) {
      for (const pattern of ["(", "(?=a)", "a{1001}", "[a-"])
        await s.post(`${definitions}?dryRun=All`, patternDefinition(s, "wrong", pattern), { pick: nothing });
      await s.given(definitions, patternDefinition(s, "slow", "^(a+)+$"));
      const path = s.in(`${s.run}.limits.example.com/v1/slows`);
      await s.until(path, ({ status }) => status === 200);
      const object = (text: string): object => ({
        apiVersion: `${s.run}.limits.example.com/v1`,
        kind: "Slow",
        metadata: { name: "a" },
        text,
      });
      await s.post(`${path}?dryRun=All`, object(`${"a".repeat(60)}!`), { pick: nothing });
      await s.post(`${path}?dryRun=All`, object("a".repeat(60)), { pick: nothing });
    },
  },
];
