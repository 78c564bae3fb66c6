import { describe, expect, it } from "vitest";
import type { FieldSchema } from "../../meta/index.ts";
import { loadKinds, loadProtobufTables, loadSchemas } from "./index.ts";

describe("loadKinds", () => {
  it("says about a kind what discovery says", async () => {
    const pod = (await loadKinds()).find((kind) => kind.group === "" && kind.kind === "Pod");
    expect(pod).toMatchObject({
      version: "v1",
      plural: "pods",
      singular: "pod",
      shortNames: ["po"],
      categories: ["all"],
      scope: "Namespaced",
      listKind: "PodList",
      status: true,
      scale: false,
      served: "default",
      generation: { create: 1, metadata: false, spec: true },
    });
    expect(pod?.subresources.find((one) => one.name === "eviction")).toEqual({
      name: "eviction",
      kind: "Eviction",
      group: "policy",
      version: "v1",
      verbs: ["create"],
    });
    expect(pod?.selectableFields).toContain("spec.nodeName");
  });

  it("loads once and names every kind once", async () => {
    const kinds = await loadKinds();
    expect(await loadKinds()).toBe(kinds);
    expect(new Set(kinds.map((kind) => `${kind.group}/${kind.version}/${kind.plural}`)).size).toBe(kinds.length);
    expect(new Set(kinds.map((kind) => `${kind.group}/${kind.version}`)).size).toBe(57);
  });

  it("has no list kind for what is never listed", async () => {
    for (const kind of await loadKinds()) {
      if (kind.verbs.includes("list")) expect(kind.listKind, kind.kind).toBe(`${kind.kind}List`);
    }
    expect((await loadKinds()).find((kind) => kind.kind === "TokenReview")?.listKind).toBeUndefined();
  });
});

describe("loadSchemas", () => {
  it("has the type of every kind, and every type that a field names", async () => {
    const schemas = await loadSchemas();
    for (const kind of await loadKinds()) {
      expect(schemas.root(kind.group, kind.version, kind.kind)).toBe(kind.model);
      expect(schemas.struct(kind.model)?.fields.has("metadata"), kind.model).toBe(true);
    }
    let fields = 0;
    const innermost = (field: FieldSchema): FieldSchema => (field.items ? innermost(field.items) : field);
    for (const name of schemas.names()) {
      for (const [key, field] of schemas.struct(name)?.fields ?? []) {
        fields += 1;
        const { struct } = innermost(field);
        if (struct !== undefined) expect(schemas.struct(struct), `${name}.${key} is ${struct}`).toBeDefined();
        if (field.listType === "map") expect(field.listMapKeys?.length, `${name}.${key}`).toBeGreaterThan(0);
      }
    }
    expect(fields).toBeGreaterThan(5000);
  });

  it("says how lists merge, what is required, what Go omits, the allowed values and the default", async () => {
    const schemas = await loadSchemas();
    const field = (type: string, name: string): FieldSchema | undefined =>
      schemas.struct(`io.k8s.api.core.v1.${type}`)?.fields.get(name);
    expect(field("PodSpec", "containers")).toEqual({
      type: "list",
      items: { type: "struct", struct: "io.k8s.api.core.v1.Container" },
      required: true,
      listType: "map",
      listMapKeys: ["name"],
      patchStrategy: ["merge"],
      patchMergeKey: "name",
    });
    expect(field("PodSpec", "volumes")?.patchStrategy).toEqual(["merge", "retainKeys"]);
    expect(field("ServiceSpec", "ports")).toMatchObject({
      listMapKeys: ["port", "protocol"],
      patchMergeKey: "port",
      omitEmpty: true,
    });
    expect(field("ServicePort", "protocol")?.default).toBe("TCP");
    expect(field("ServicePort", "targetPort")?.type).toBe("intOrString");
    expect(field("ServiceSpec", "selector")).toMatchObject({
      type: "map",
      mapType: "atomic",
      items: { type: "string" },
    });
    expect(field("PodSpec", "restartPolicy")?.enum).toEqual(["Always", "OnFailure", "Never"]);
    expect(field("PodSpec", "nodeSelector")).toMatchObject({ type: "map", mapType: "atomic" });
    expect(field("ConfigMap", "binaryData")).toMatchObject({ type: "map", items: { type: "bytes" } });
    expect(field("ResourceRequirements", "limits")).toMatchObject({ type: "map", items: { type: "quantity" } });
    expect(field("ContainerPort", "containerPort")).toEqual({ type: "integer", required: true });
    expect(field("ObjectReference", "name")?.required).toBeUndefined();
    expect(field("EnvVarSource", "fieldRef")).toMatchObject({
      struct: "io.k8s.api.core.v1.ObjectFieldSelector",
      mapType: "atomic",
    });
    // The fields of an embedded struct are the struct's own in JSON.
    expect(field("Volume", "hostPath")?.struct).toBe("io.k8s.api.core.v1.HostPathVolumeSource");
  });

  it("knows kinds without a resource, and no others", async () => {
    const schemas = await loadSchemas();
    expect(schemas.root("autoscaling", "v1", "Scale")).toBe("io.k8s.api.autoscaling.v1.Scale");
    expect(schemas.root("", "v1", "Status")).toBe("io.k8s.apimachinery.pkg.apis.meta.v1.Status");
    expect(schemas.root("admission.k8s.io", "v1", "AdmissionReview")).toBe("io.k8s.api.admission.v1.AdmissionReview");
    expect(schemas.root("", "v1", "PodSpec")).toBeUndefined();
    expect(schemas.root("example.com", "v1", "Widget")).toBeUndefined();
    expect(schemas.struct("io.k8s.api.core.v1.Nothing")).toBeUndefined();
  });
});

describe("loadProtobufTables", () => {
  it("gives numbers, types and what Go leaves out", async () => {
    const tables = await loadProtobufTables();
    const name = tables.root("", "v1", "Pod") as string;
    expect(name).toBe("k8s.io.api.core.v1.Pod");
    expect(tables.message(name)?.fields.get(2)).toEqual({
      number: 2,
      name: "spec",
      type: "message",
      message: "k8s.io.api.core.v1.PodSpec",
      pointer: false,
      omitEmpty: true,
      omitZero: false,
    });
    const meta = tables.message("k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta");
    expect(meta?.fields.get(8)).toMatchObject({ name: "creationTimestamp", omitEmpty: true, omitZero: true });
    expect(meta?.fields.get(11)).toMatchObject({ name: "labels", type: "string", many: "map" });
    expect(meta?.fields.get(9)).toMatchObject({ name: "deletionTimestamp", pointer: true });
    expect(tables.message("k8s.io.api.core.v1.Volume")?.fields.get(2)).toMatchObject({ name: "", type: "message" });
    expect(tables.message("k8s.io.api.authentication.v1.ExtraValue")?.form).toBe("list");
    expect(tables.message("k8s.io.apimachinery.pkg.apis.meta.v1.Time")?.form).toBe("special");
  });

  it("has every message that a field names, but for the three that decoders know", async () => {
    const tables = await loadProtobufTables();
    const missing = new Set<string>();
    for (const name of tables.names()) {
      for (const { message } of tables.message(name)?.fields.values() ?? []) {
        if (message !== undefined && !tables.message(message)) missing.add(message);
      }
    }
    expect([...missing].sort()).toEqual([
      "k8s.io.apimachinery.pkg.api.resource.Quantity",
      "k8s.io.apimachinery.pkg.runtime.RawExtension",
      "k8s.io.apimachinery.pkg.util.intstr.IntOrString",
    ]);
  });
});
