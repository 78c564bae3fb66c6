import type { Scenario } from "../stage.ts";

const unknownAndTwice = '{"metadata":{"name":"a"},"data":{"a":"1"},"unknown":1,"data":{"a":"2"},"more":{"x":[1]}}';

/** Field validation: what happens with unknown fields and duplicate fields. */
export const validation: readonly Scenario[] = [
  {
    title: "warns of unknown and repeated fields when nothing is asked for",
    async run(s) {
      await s.post(s.in("configmaps"), unknownAndTwice);
    },
  },
  {
    title: "warns of unknown and repeated fields when asked to warn",
    async run(s) {
      await s.post(`${s.in("configmaps")}?fieldValidation=Warn`, unknownAndTwice);
    },
  },
  {
    title: "drops unknown and repeated fields silently when asked to ignore",
    async run(s) {
      await s.post(`${s.in("configmaps")}?fieldValidation=Ignore`, unknownAndTwice);
    },
  },
  {
    title: "refuses unknown and repeated fields when asked to be strict",
    async run(s) {
      await s.post(`${s.in("configmaps")}?fieldValidation=Strict`, unknownAndTwice);
      await s.get(s.in("configmaps", "a"));
    },
  },
  {
    title: "names the place of an unknown field in depth",
    async run(s) {
      const body = { metadata: { name: "a" }, spec: { podSelector: { matchLabel: {} }, ingress: [{}, { form: [] }] } };
      await s.post(`${s.in("networking.k8s.io/v1/networkpolicies")}?fieldValidation=Strict`, body);
      await s.post(`${s.in("networking.k8s.io/v1/networkpolicies")}?fieldValidation=Warn`, body);
    },
  },
  {
    title: "holds replacements to field validation",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.put(`${s.in("configmaps", "a")}?fieldValidation=Strict`, { metadata: { name: "a" }, dta: {} });
      await s.put(`${s.in("configmaps", "a")}?fieldValidation=Warn`, { metadata: { name: "a" }, dta: {} });
    },
  },
  {
    title: "holds merge and strategic merge patches to field validation",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      for (const type of ["merge", "strategic"]) {
        await s.patch(`${s.in("configmaps", "a")}?fieldValidation=Strict`, { dta: { a: "b" } }, type);
        await s.patch(`${s.in("configmaps", "a")}?fieldValidation=Warn`, { dta: { a: "b" } }, type);
        await s.patch(`${s.in("configmaps", "a")}?fieldValidation=Ignore`, { dta: { a: "b" } }, type);
      }
    },
  },
  {
    title: "holds JSON patches to field validation",
    async run(s) {
      await s.given(s.in("configmaps"), { metadata: { name: "a" } });
      await s.patch(
        `${s.in("configmaps", "a")}?fieldValidation=Strict`,
        [{ op: "add", path: "/dta", value: {} }],
        "json",
      );
      await s.patch(
        `${s.in("configmaps", "a")}?fieldValidation=Warn`,
        [{ op: "add", path: "/dta", value: {} }],
        "json",
      );
    },
  },
  {
    title: "refuses unknown fields in a server-side apply whatever is asked for",
    async run(s) {
      for (const validation of ["Strict", "Warn", "Ignore"]) {
        const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, dta: {} };
        await s.apply(`${s.in("configmaps", "a")}?fieldValidation=${validation}`, object, "me");
      }
    },
  },
  {
    title: "knows three levels of field validation and no other",
    async run(s) {
      await s.post(`${s.in("configmaps")}?fieldValidation=Loose`, { metadata: { name: "a" } });
    },
  },
  {
    title: "refuses values of the wrong type",
    async run(s) {
      await s.post(s.in("configmaps"), { metadata: { name: "a" }, data: { a: 1 } });
      await s.post(s.in("configmaps"), { metadata: { name: "a" }, data: [] });
      await s.post(s.in("configmaps"), { metadata: { name: 5 } });
      await s.post(s.in("configmaps"), { metadata: { name: "a", labels: { a: true } } });
      await s.post(s.in("configmaps"), { metadata: { name: "a" }, immutable: "yes" });
    },
  },
  {
    title: "takes null as absent",
    async run(s) {
      await s.post(s.in("configmaps"), { metadata: { name: "a", labels: null }, data: null, immutable: null });
    },
  },
  {
    title: "finds no fault with field names in another case unless strict",
    async run(s) {
      await s.post(`${s.in("configmaps")}?fieldValidation=Warn`, { metadata: { name: "a" }, Data: { a: "1" } });
      await s.post(`${s.in("configmaps")}?fieldValidation=Strict`, { metadata: { name: "b" }, Data: { a: "1" } });
    },
  },
  {
    title: "warns of deprecated kinds, on writing and on reading",
    async run(s) {
      await s.get(s.in("endpoints"), { pick: ({ kind }) => kind });
      await s.post(s.in("endpoints"), { metadata: { name: "a" }, subsets: [] });
      await s.get("/api/v1/componentstatuses?limit=1", { pick: ({ kind }) => kind });
    },
  },
  {
    title: "warns of metadata that will cause trouble",
    async run(s) {
      await s.post(s.in("configmaps"), { metadata: { name: "a", finalizers: ["example.com/x"] } });
      const spec = {
        schedulerName: "none",
        automountServiceAccountToken: false,
        containers: [{ name: "c", image: "i" }],
      };
      await s.post(s.in("pods"), { metadata: { name: "has.dots" }, spec }, { pick: ({ kind }) => kind });
    },
  },
];
