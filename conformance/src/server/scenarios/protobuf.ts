import type { Json } from "../json.ts";
import { emptyMessage, protobufBody } from "../protobuf-body.ts";
import type { RequestOptions, Scenario, Stage } from "../stage.ts";

const headers = { "content-type": "application/vnd.kubernetes.protobuf" };
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

async function post(
  s: Stage,
  path: string,
  body: Json & { apiVersion: string; kind: string },
  options: RequestOptions = {},
): Promise<void> {
  await s.post(path, await protobufBody(body), { ...options, headers });
}

/** Bodies in protobuf, as typed Go clients send them. */
export const protobuf: readonly Scenario[] = [
  {
    title: "takes an event whose times are zero",
    async run(s) {
      await post(s, s.in("events"), {
        apiVersion: "v1",
        kind: "Event",
        metadata: { name: "a", namespace: s.namespace, creationTimestamp: emptyMessage },
        involvedObject: { kind: "Pod", namespace: s.namespace, name: "p" },
        source: { component: "c" },
        firstTimestamp: "2024-05-06T07:08:09Z",
        lastTimestamp: emptyMessage,
        eventTime: emptyMessage,
        count: 1,
        type: "Normal",
      });
    },
  },
  {
    title: "takes a status whose times are zero",
    async run(s) {
      const containers = [{ name: "c", image: "i" }];
      const path = s.in("pods");
      await s.given(path, {
        metadata: { name: "a" },
        spec: { schedulerName: "none", automountServiceAccountToken: false, containers },
      });
      const conditions = [
        { type: "Ready", status: "False", lastProbeTime: emptyMessage, lastTransitionTime: emptyMessage },
      ];
      const body = await protobufBody({
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "a", namespace: s.namespace, creationTimestamp: emptyMessage },
        spec: { containers },
        status: { phase: "Running", conditions },
      });
      await s.put(`${path}/a/status`, body, { headers, pick: ({ status }) => status });
    },
  },
  {
    title: "takes managed fields without any field, and raw data that is empty",
    managedFields: true,
    async run(s) {
      const managed = {
        manager: "m",
        operation: "Update",
        apiVersion: "v1",
        time: emptyMessage,
        fieldsType: "FieldsV1",
      };
      await post(s, s.in("configmaps"), {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: {
          name: "a",
          creationTimestamp: emptyMessage,
          managedFields: [{ ...managed, fieldsV1: emptyMessage }],
        },
        data: { a: "1" },
      });
      const revision = { apiVersion: "apps/v1", kind: "ControllerRevision", revision: 1 };
      await post(s, s.in("apps/v1/controllerrevisions"), {
        ...revision,
        metadata: { name: "full" },
        data: { a: [1, null] },
      });
      await post(s, s.in("apps/v1/controllerrevisions"), {
        ...revision,
        metadata: { name: "none" },
        data: emptyMessage,
      });
    },
  },
  {
    title: "takes a definition with every form of schema",
    async run(s) {
      const group = `${s.run}.protobuf.example.com`;
      const openAPIV3Schema = {
        type: "object",
        properties: {
          list: { type: "array", items: { type: "object", properties: { a: { type: "string", default: "x" } } } },
          map: { type: "object", additionalProperties: { type: "integer", maximum: 7 } },
          any: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
          choice: { type: "string", nullable: true, enum: ["a", "b"], default: "a" },
        },
      };
      const body = {
        apiVersion: "apiextensions.k8s.io/v1",
        kind: "CustomResourceDefinition",
        metadata: { name: `alphas.${group}`, creationTimestamp: emptyMessage },
        spec: {
          group,
          scope: "Namespaced",
          names: { plural: "alphas", kind: "Alpha" },
          versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
        },
        status: {
          conditions: [{ type: "Other", status: "True", lastTransitionTime: emptyMessage }],
          acceptedNames: { plural: "", kind: "" },
        },
      };
      await post(s, definitions, body, { pick: ({ spec }) => spec });
    },
  },
];
