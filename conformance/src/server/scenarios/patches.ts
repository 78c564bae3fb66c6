import type { Json } from "../json.ts";
import type { Scenario, Stage } from "../stage.ts";

async function configMap(s: Stage): Promise<string> {
  await s.given(s.in("configmaps"), { metadata: { name: "a", labels: { l: "1" } }, data: { a: "1", b: "2" } });
  return s.in("configmaps", "a");
}

async function policy(s: Stage): Promise<string> {
  const path = s.in("networking.k8s.io/v1/networkpolicies");
  const ingress = [{ ports: [{ port: 80 }] }];
  await s.given(path, { metadata: { name: "a" }, spec: { podSelector: { matchLabels: { a: "1", b: "2" } }, ingress } });
  return `${path}/a`;
}

async function account(s: Stage): Promise<string> {
  await s.given(s.in("serviceaccounts"), {
    metadata: { name: "a" },
    secrets: [{ name: "x" }, { name: "y" }],
    imagePullSecrets: [{ name: "p" }],
  });
  return s.in("serviceaccounts", "a");
}

async function pod(s: Stage): Promise<string> {
  const containers = [
    {
      name: "c",
      image: "i",
      env: [
        { name: "A", value: "1" },
        { name: "B", value: "2" },
      ],
    },
    { name: "d", image: "j" },
  ];
  await s.given(s.in("pods"), {
    metadata: { name: "a" },
    spec: { schedulerName: "none", automountServiceAccountToken: false, containers },
  });
  return s.in("pods", "a");
}

const images = ({ spec }: Json): unknown =>
  spec.containers.map(({ name, image }: { name: string; image: string }) => `${name}=${image}`);

/** JSON patches, merge patches and strategic merge patches. */
export const patches: readonly Scenario[] = [
  {
    title: "merges: sets, replaces, and removes with null",
    async run(s) {
      await s.patch(await configMap(s), {
        data: { b: null, c: "3" },
        metadata: { labels: { l: "2" }, annotations: { new: "one" } },
      });
    },
  },
  {
    title: "replaces lists as a whole in a merge patch",
    async run(s) {
      await s.patch(await account(s), { secrets: [{ name: "z" }] });
    },
  },
  {
    title: "refuses a merge patch that is not an object",
    async run(s) {
      const path = await configMap(s);
      await s.patch(path, "[]");
      await s.patch(path, '"text"');
      await s.patch(path, "null");
      await s.patch(path, "{");
      await s.patch(path, "");
    },
  },
  {
    title: "refuses a patch of an older version with Conflict",
    async run(s) {
      const path = await configMap(s);
      await s.patch(path, { metadata: { resourceVersion: "1" }, data: { a: "x" } });
      await s.patch(path, [{ op: "add", path: "/metadata/resourceVersion", value: "1" }], "json");
    },
  },
  {
    title: "refuses to patch a name, a namespace or a uid",
    async run(s) {
      const path = await configMap(s);
      await s.patch(path, { metadata: { name: "b" } });
      await s.patch(path, { metadata: { namespace: "default" } });
      await s.patch(path, { metadata: { uid: "11111111-2222-3333-4444-555555555555" } });
      await s.patch(path, { kind: "Nothing" });
    },
  },
  {
    title: "applies JSON patches: add, replace, remove, copy, move, test",
    async run(s) {
      const path = await configMap(s);
      const operations = [
        { op: "test", path: "/data/a", value: "1" },
        { op: "add", path: "/data/c", value: "3" },
        { op: "replace", path: "/data/a", value: "9" },
        { op: "copy", from: "/data/b", path: "/data/d" },
        { op: "move", from: "/data/b", path: "/data/e" },
        { op: "remove", path: "/metadata/labels/l" },
      ];
      await s.patch(path, operations, "json");
    },
  },
  {
    title: "inserts into lists by index and appends with a dash",
    async run(s) {
      const operations = [
        { op: "add", path: "/secrets/-", value: { name: "last" } },
        { op: "add", path: "/secrets/0", value: { name: "first" } },
        { op: "remove", path: "/secrets/1" },
      ];
      await s.patch(await account(s), operations, "json");
    },
  },
  {
    title: "refuses a JSON patch whose test does not hold",
    async run(s) {
      const path = await configMap(s);
      await s.patch(path, [{ op: "test", path: "/data/a", value: "other" }], "json");
      await s.patch(path, [{ op: "test", path: "/data/none", value: "other" }], "json");
    },
  },
  {
    title: "refuses JSON patches with missing paths, bad indexes or unknown operations",
    async run(s) {
      const path = await account(s);
      await s.patch(path, [{ op: "remove", path: "/none" }], "json");
      await s.patch(path, [{ op: "replace", path: "/data/none", value: "x" }], "json");
      await s.patch(path, [{ op: "add", path: "/secrets/9", value: { name: "x" } }], "json");
      await s.patch(path, [{ op: "add", path: "/a/b/c", value: "x" }], "json");
      await s.patch(path, [{ op: "jump", path: "/secrets" }], "json");
      await s.patch(path, [{ op: "copy", from: "/none", path: "/x" }], "json");
    },
  },
  {
    title: "refuses a JSON patch that is not a list of operations",
    async run(s) {
      const path = await configMap(s);
      await s.patch(path, "{}", "json");
      await s.patch(path, "[1]", "json");
      await s.patch(path, "[{]", "json");
      await s.patch(path, "[]", "json");
    },
  },
  {
    title: "limits a JSON patch to 10,000 operations",
    async run(s) {
      const path = await configMap(s);
      await s.patch(
        path,
        Array.from({ length: 10_001 }, () => ({ op: "test", path: "/data/a", value: "1" })),
        "json",
      );
    },
  },
  {
    title: "escapes slashes and tildes in JSON pointers",
    async run(s) {
      const path = await configMap(s);
      await s.patch(path, [{ op: "add", path: "/metadata/annotations", value: { "example.com/x": "1" } }], "json");
      await s.patch(path, [{ op: "replace", path: "/metadata/annotations/example.com~1x", value: "2" }], "json");
    },
  },
  {
    title: "merges lists by their key in a strategic merge patch",
    async run(s) {
      await s.patch(await pod(s), { spec: { containers: [{ name: "d", image: "new" }] } }, "strategic", {
        pick: images,
      });
    },
  },
  {
    title: "merges references by name in a strategic merge patch",
    async run(s) {
      await s.patch(await account(s), { secrets: [{ name: "z" }], imagePullSecrets: [{ name: "q" }] }, "strategic");
    },
  },
  {
    title: "deletes from merged lists with $patch: delete",
    async run(s) {
      await s.patch(await account(s), { secrets: [{ $patch: "delete", name: "x" }] }, "strategic");
    },
  },
  {
    title: "replaces lists and maps with $patch: replace",
    async run(s) {
      await s.patch(await account(s), { secrets: [{ $patch: "replace" }, { name: "only" }] }, "strategic");
      const path = await policy(s);
      await s.patch(path, { spec: { podSelector: { matchLabels: { $patch: "replace", c: "3" } } } }, "strategic");
    },
  },
  {
    title: "orders merged lists with $setElementOrder",
    async run(s) {
      await s.patch(
        await account(s),
        { "$setElementOrder/secrets": [{ name: "z" }, { name: "y" }, { name: "x" }], secrets: [{ name: "z" }] },
        "strategic",
      );
    },
  },
  {
    title: "deletes from lists of plain values with $deleteFromPrimitiveList",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "f", finalizers: ["example.com/x", "example.com/y"] } });
      await s.patch(
        s.in("configmaps", "f"),
        { metadata: { "$deleteFromPrimitiveList/finalizers": ["example.com/x"] } },
        "strategic",
      );
      await s.patch(s.in("configmaps", "f"), { metadata: { finalizers: ["example.com/z"] } }, "strategic");
    },
  },
  {
    title: "keeps only some members with $retainKeys",
    async run(s) {
      const path = s.in("apps/v1/deployments");
      const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
      await s.given(path, {
        metadata: { name: "a" },
        spec: { paused: true, replicas: 0, selector: { matchLabels: { a: "b" } }, template },
      });
      const strategy = { $retainKeys: ["type"], type: "Recreate" };
      await s.patch(`${path}/a`, { spec: { strategy } }, "strategic", { pick: ({ spec }) => spec.strategy });
    },
  },
  {
    title: "replaces lists without a merge key in a strategic merge patch",
    async run(s) {
      await s.patch(await policy(s), { spec: { ingress: [{ ports: [{ port: 443 }] }] } }, "strategic");
    },
  },
  {
    title: "refuses strategic merge patches with unknown directives or missing keys",
    words: false,
    async run(s) {
      const path = await account(s);
      await s.patch(path, { secrets: [{ $patch: "explode", name: "x" }] }, "strategic");
      await s.patch(path, { secrets: [{ other: "x" }] }, "strategic");
      await s.patch(path, "[]", "strategic");
    },
  },
  {
    title: "refuses patches of unknown or missing types",
    async run(s) {
      const path = await configMap(s);
      await s.patch(path, "{}", "application/json");
      await s.patch(path, "{}", "text/plain");
      await s.patch(path, "{}", "application/yaml");
    },
  },
  {
    title: "takes a patch type with parameters",
    async run(s) {
      await s.patch(await configMap(s), { data: { c: "3" } }, "application/merge-patch+json; charset=utf-8");
    },
  },
  {
    title: "checks an object after the patch as on any update",
    async run(s) {
      const path = await configMap(s);
      await s.patch(path, { metadata: { labels: { "bad key": "v" } } });
      await s.patch(path, { data: { "bad key": "v" } });
      await s.patch(path, { data: { a: 5 } });
      await s.patch(path, [{ op: "replace", path: "/data", value: "text" }], "json");
    },
  },
  {
    title: "leaves status alone in a patch of the object, and the spec in a patch of the status",
    async run(s) {
      const path = s.in("networking.k8s.io/v1/ingresses");
      await s.given(path, {
        metadata: { name: "a" },
        spec: { defaultBackend: { service: { name: "s", port: { number: 80 } } } },
      });
      const status = { loadBalancer: { ingress: [{ ip: "10.1.2.3" }] } };
      await s.patch(`${path}/a`, { status });
      await s.patch(`${path}/a/status`, [{ op: "replace", path: "/status", value: status }], "json");
      await s.patch(
        `${path}/a/status`,
        { status: { loadBalancer: null }, spec: { ingressClassName: "x" } },
        "strategic",
      );
    },
  },
  {
    title: "records the manager of a patch",
    managedFields: true,
    async run(s) {
      await s.patch(`${await configMap(s)}?fieldManager=patcher`, { data: { c: "3", a: null } });
    },
  },
  {
    title: "scales a deployment through its scale",
    async run(s) {
      const path = s.in("apps/v1/deployments");
      const template = {
        metadata: { labels: { a: "b" } },
        spec: { schedulerName: "none", containers: [{ name: "c", image: "i" }] },
      };
      await s.given(path, {
        metadata: { name: "a" },
        spec: { paused: true, replicas: 0, selector: { matchLabels: { a: "b" } }, template },
      });
      const pick = ({ kind, apiVersion, metadata, spec, status }: Json): unknown => ({
        kind,
        apiVersion,
        name: metadata.name,
        spec,
        status,
      });
      const { body } = await s.get(`${path}/a/scale`, { pick });
      await s.patch(`${path}/a/scale`, { spec: { replicas: 0 } }, "merge", { pick });
      await s.patch(`${path}/a/scale`, { spec: { replicas: -1 } }, "merge", { pick });
      await s.put(`${path}/a/scale`, {
        ...body,
        spec: { replicas: 0 },
        metadata: { ...body.metadata, resourceVersion: "1" },
      });
      await s.get(`${path}/none/scale`);
    },
  },
];
