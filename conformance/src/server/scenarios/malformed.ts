import type { Json } from "../json.ts";
import type { Scenario } from "../stage.ts";

const deep = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** Malformed requests. The server answers as the real one does, and keeps running. */
export const malformed: readonly Scenario[] = [
  {
    title: "refuses bodies that are not JSON",
    async run(s) {
      for (const body of [
        "{",
        "",
        "nonsense",
        '{"metadata":{"name":"a"}',
        "\u0000",
        '{"metadata":{"name":"a"},}',
        "[]",
        "null",
        '"text"',
        "5",
      ]) {
        await s.post(s.in("configmaps"), body);
      }
    },
  },
  {
    title: "refuses replacements that are not JSON",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.put(s.in("configmaps", "a"), "{");
      await s.put(s.in("configmaps", "a"), "");
    },
  },
  {
    title: "refuses content types that it does not know",
    async run(s) {
      const body = '{"metadata":{"name":"a"}}';
      await s.post(s.in("configmaps"), body, { headers: { "content-type": "text/plain" } });
      await s.post(s.in("configmaps"), body, { headers: { "content-type": "application/xml" } });
      await s.post(s.in("configmaps"), body, { headers: { "content-type": "application/merge-patch+json" } });
      await s.post(s.in("configmaps"), body, { headers: { "content-type": "no type at all" } });
    },
  },
  {
    title: "takes JSON with a charset, and a body without a content type as JSON",
    async run(s) {
      const body = '{"metadata":{"name":"a"}}';
      await s.post(s.in("configmaps"), body, { headers: { "content-type": "application/json; charset=utf-8" } });
      await s.post(s.in("configmaps"), '{"metadata":{"name":"b"}}', { headers: { "content-type": "" } });
    },
  },
  {
    title: "refuses bodies above 3 MiB",
    async run(s) {
      const body = JSON.stringify({ metadata: { name: "a" }, data: { a: "x".repeat(10 * 1024 * 1024) } });
      await s.post(s.in("configmaps"), body);
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.put(s.in("configmaps", "a"), body);
      await s.patch(s.in("configmaps", "a"), body);
    },
  },
  {
    title: "refuses deep nesting",
    async run(s) {
      const status = { pick: () => "accepted" };
      await s.post(s.in("configmaps"), `{"metadata":{"name":"a"},"x":${deep(9_000)}}`, status);
      await s.post(s.in("configmaps"), `{"metadata":{"name":"b"},"x":${deep(20_000)}}`, status);
      await s.given(s.in("configmaps"), { metadata: { name: "c" } });
      await s.patch(s.in("configmaps", "c"), `{"x":${deep(20_000)}}`, "merge", status);
    },
  },
  {
    title: "refuses hostile member names as any unknown field",
    async run(s) {
      await s.post(
        `${s.in("configmaps")}?fieldValidation=Strict`,
        '{"metadata":{"name":"a"},"__proto__":{"polluted":true}}',
      );
      await s.post(s.in("configmaps"), '{"metadata":{"name":"a"},"data":{"__proto__":"x","constructor":"y"}}');
      await s.get(s.in("configmaps", "a"));
    },
  },
  {
    title: "finds nothing behind path tricks",
    words: false,
    async run(s) {
      const root = `/api/v1/namespaces/${s.namespace}`;
      const paths = [
        `${root}/configmaps/../secrets`,
        `${root}/configmaps/%2e%2e/secrets`,
        `${root}/configmaps/%2e%2e%2fsecrets`,
        `${root}/configmaps/a%2fb`,
        `${root}/configmaps/.`,
        `${root}/configmaps/..`,
        `${root}/configmaps/a%00b`,
        `${root}//configmaps`,
        `${root}/configmaps/`,
        `${root}/configmaps/a/b/c/d`,
        "/api/v1/namespaces//configmaps",
        "/api//v1/namespaces",
        "/api/v1/../v1/namespaces/none",
      ];
      for (const path of paths) {
        await s.get(path, { pick: (body: Json) => ({ kind: body?.kind }) });
      }
    },
  },
  {
    title: "refuses names in the path that cannot be names",
    async run(s) {
      await s.get(s.in("configmaps", "UPPER"));
      await s.get(s.in("configmaps", "a%20b"));
      await s.get(s.in("configmaps", "x".repeat(300)));
      await s.get(s.in("configmaps", "%C3%A4"));
      await s.delete(s.in("configmaps", "a%25b"));
    },
  },
  {
    title: "refuses queries that cannot be read",
    async run(s) {
      await s.get(`${s.in("secrets")}?limit=1.5`);
      await s.get(`${s.in("secrets")}?timeoutSeconds=x`);
      await s.get(`${s.in("secrets")}?watch=maybe&timeoutSeconds=1`);
      await s.get(`${s.in("secrets")}?unknownParameter=1`, { pick: ({ kind }) => kind });
      await s.get(`${s.in("secrets")}?limit=99999999999999999999`);
      await s.get(`${s.in("secrets")}?labelSelector=%zz`, { pick: ({ kind }) => kind });
    },
  },
  {
    title: "refuses objects whose metadata is of the wrong form",
    words: false,
    async run(s) {
      await s.post(s.in("configmaps"), { metadata: "text" });
      await s.post(s.in("configmaps"), { metadata: { name: "a", creationTimestamp: "not a time" } });
      await s.post(s.in("configmaps"), { metadata: { name: "a", ownerReferences: {} } });
      await s.post(s.in("configmaps"), { metadata: { name: "a", deletionGracePeriodSeconds: "x" } });
      await s.post(s.in("configmaps"), { apiVersion: 1, kind: 2, metadata: { name: "a" } });
    },
  },
  {
    title: "takes numbers and text to their ends",
    words: false,
    async run(s) {
      await s.post(s.in("configmaps"), '{"metadata":{"name":"a","generation":99999999999999999999}}');
      await s.post(s.in("configmaps"), '{"metadata":{"name":"b"},"data":{"a":"\\ud800","b":"\\u0000","c":"😀"}}');
      await s.post(
        s.in("configmaps"),
        Buffer.from([...Buffer.from('{"metadata":{"name":"c"},"data":{"a":"'), 0xff, 0xfe, ...Buffer.from('"}}')]),
      );
    },
  },
  {
    title: "refuses a delete or a patch without a name",
    async run(s) {
      await s.delete("/api/v1/namespaces/");
      await s.patch(`${s.in("configmaps")}/`, {});
    },
  },
  {
    title: "is healthy after all of this",
    async run(s) {
      await s.get("/readyz");
    },
  },
];
