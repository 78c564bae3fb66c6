import { describe, expect, it } from "vitest";
import { type Answer, type SpecClient, serverForAll } from "./spec-client.ts";

const path = "/api/v1/namespaces/default/configmaps";
const json = "application/json-patch+json";
const merge = "application/merge-patch+json";
const strategic = "application/strategic-merge-patch+json";
const apply = "application/apply-patch+yaml";
const yaml = { "content-type": "application/yaml" };

/** A request of size n, and the status it is answered with. */
interface Attack {
  readonly size: number;
  readonly status: number;
  send(n: number): Promise<Answer>;
}

const range = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
const record = (n: number, value: (i: number) => unknown): object =>
  Object.fromEntries(range(n, (i) => [`k${i}`, value(i)]));

describe("the in-memory server under hostile requests", () => {
  let client: SpecClient;
  let names = 0;

  serverForAll({}, (started) => {
    ({ client } = started);
  });

  const create = async (content: object = {}): Promise<string> => {
    const name = `c${names++}`;
    await client.post(path, { metadata: { name }, ...content });
    return `${path}/${name}`;
  };
  const pod = (containers: readonly object[]): object => ({ metadata: { name: `p${names++}` }, spec: { containers } });
  const pods = "/api/v1/namespaces/default/pods";
  const accounts = "/api/v1/namespaces/default/serviceaccounts";
  const owner = (i: number): object => ({
    apiVersion: "v1",
    kind: "Pod",
    name: `n${i}`,
    uid: `u${i}`,
    controller: true,
  });

  const attacks: Record<string, Attack> = {
    "a JSON patch of many replace operations": {
      size: 1_000,
      status: 200,
      send: async (n) =>
        client.patch(
          await create({ data: { a: "" } }),
          range(n, (i) => ({ op: "replace", path: "/data/a", value: `${i}` })),
          json,
        ),
    },
    "a JSON patch of many copies": {
      size: 1_000,
      status: 200,
      send: async (n) =>
        client.patch(
          await create({ data: { a: "x" } }),
          range(n, (i) => ({ op: "copy", from: "/data/a", path: `/data/b${i}` })),
          json,
        ),
    },
    "a JSON patch whose copies double a list": {
      size: 250,
      status: 422,
      send: async (n) =>
        client.patch(
          await create({ data: { a: "b" } }),
          range(n, (i) => ({ op: "copy", from: "/data", path: `/data/x${i}` })),
          json,
        ),
    },
    "a JSON patch that copies one long text many times": {
      size: 1_000,
      status: 422,
      send: async (n) =>
        client.patch(
          await create({ data: { a: "x".repeat(500_000) } }),
          range(n, (i) => ({ op: "copy", from: "/data/a", path: `/data/b${i}` })),
          json,
        ),
    },
    "a merge patch of many members": {
      size: 4_000,
      status: 200,
      send: async (n) => client.patch(await create(), { data: record(n, (i) => `${i}`) }, merge),
    },
    "a strategic merge patch that orders many items": {
      size: 1_000,
      status: 200,
      send: async (n) => {
        const name = `s${names++}`;
        await client.post(accounts, { metadata: { name }, secrets: range(n, (i) => ({ name: `a${i}` })) });
        const secrets = range(n, (i) => ({ name: `b${i}` }));
        return client.patch(`${accounts}/${name}`, { secrets }, strategic);
      },
    },
    "a YAML body of many keys": {
      size: 2_000,
      status: 201,
      send: (n) =>
        client.post(path, `metadata: {name: y${names++}}\ndata:\n${range(n, (i) => `  k${i}: v\n`).join("")}`, yaml),
    },
    "a YAML body of many keys on one line": {
      size: 2_000,
      status: 201,
      send: (n) =>
        client.post(path, `metadata: {name: y${names++}}\ndata: {${range(n, (i) => `k${i}: v`).join(", ")}}`, yaml),
    },
    "an applied YAML body of many keys": {
      size: 2_000,
      status: 201,
      send: (n) => {
        const name = `y${names++}`;
        const body = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata:\n${range(n, (i) => `  k${i}: v\n`).join("")}`;
        return client.patch(`${path}/${name}?fieldManager=m`, body, apply);
      },
    },
    "an applied body that takes many fields from another manager": {
      size: 2_000,
      status: 409,
      send: async (n) => {
        const at = await create({ data: record(n, () => "a") });
        const name = at.slice(at.lastIndexOf("/") + 1);
        const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: record(n, () => "b") };
        return client.patch(`${at}?fieldManager=m`, body, apply);
      },
    },
    "an applied body whose last item comes twice": {
      size: 4_000,
      status: 500,
      send: (n) => {
        const secrets = [...range(n, (i) => ({ name: `s${i}` })), { name: `s${n - 1}` }];
        const body = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "twice" }, secrets };
        return client.patch(`${accounts}/twice?fieldManager=m`, body, apply);
      },
    },
    "a body of many unknown fields": {
      size: 4_000,
      status: 400,
      send: (n) => client.post(`${path}?fieldValidation=Strict`, { metadata: { name: "u" }, ...record(n, () => 1) }),
    },
    "a body of many repeated fields deep inside": {
      size: 2_000,
      status: 400,
      send: (n) => {
        const twice = range(n, (i) => `"k${i}":1,"k${i}":1`).join(",");
        const deep = `${'{"a":'.repeat(900)}{${twice}}${"}".repeat(900)}`;
        return client.post(`${path}?fieldValidation=Strict`, `{"metadata":{"name":"r"},"x":${deep}}`);
      },
    },
    "many containers of one name": {
      size: 1_500,
      status: 422,
      send: (n) => client.post(pods, pod(range(n, (i) => ({ name: i < n - 1 ? `c${i}` : "c0", image: "i" })))),
    },
    "many owners that all control": {
      size: 500,
      status: 422,
      send: (n) => client.post(path, { metadata: { name: "o", ownerReferences: range(n, owner) } }),
    },
    "many finalizers added to an object that is being deleted": {
      size: 1_500,
      status: 422,
      send: async (n) => {
        const at = await create({ metadata: { name: `f${n}`, finalizers: range(n, (i) => `example.com/f${i}`) } });
        await client.delete(at.replace(/[^/]+$/, `f${n}`));
        const finalizers = range(n, (i) => `example.com/g${i}`);
        return client.patch(at.replace(/[^/]+$/, `f${n}`), { metadata: { finalizers } }, merge);
      },
    },
    "a timeout of many digits": {
      size: 1_900,
      status: 400,
      send: (n) => client.get(`${path}?timeout=${"1".repeat(n)}x`),
    },
    "a schedule of many digits": {
      size: 5_000,
      status: 422,
      send: (n) => {
        const template = { spec: { containers: [{ name: "c", image: "i" }], restartPolicy: "Never" } };
        const spec = { schedule: `@every ${"1".repeat(n)}x`, jobTemplate: { spec: { template } } };
        return client.post("/apis/batch/v1/namespaces/default/cronjobs", { metadata: { name: "digits" }, spec });
      },
    },
    "a label selector of many values": {
      size: 100,
      status: 200,
      send: (n) =>
        client.get(`${path}?labelSelector=${encodeURIComponent(`a in (${range(n, (i) => `v${i}`).join(",")})`)}`),
    },
    "a field selector of many terms": {
      size: 50,
      status: 200,
      send: (n) =>
        client.get(`${path}?fieldSelector=${encodeURIComponent(range(n, (i) => `metadata.name!=n${i}`).join(","))}`),
    },
  };

  const cost = async ({ send, status }: Attack, n: number): Promise<number> => {
    const before = process.cpuUsage();
    const answer = await send(n);
    const { user, system } = process.cpuUsage(before);
    expect(answer.status, answer.text.slice(0, 300)).toBe(status);
    return (user + system) / 1_000;
  };

  it.for(Object.entries(attacks))(
    "answers %s in time that grows with its size",
    { timeout: 120_000 },
    async ([, attack]) => {
      await cost(attack, 64);
      const once = await cost(attack, attack.size);
      // Linear is 8 and quadratic is 64 times as much.
      expect(await cost(attack, 8 * attack.size)).toBeLessThan(24 * Math.max(once, 10));
    },
  );
});
