import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { loadProtobufTables } from "../../api/tables/index.ts";
import { parseApiVersion } from "../../meta/index.ts";
import { ProtobufCodec, type TypedObject } from "./protobuf-codec.ts";
import { WireError } from "./wire-reader.ts";

const pod: TypedObject = {
  kind: "Pod",
  apiVersion: "v1",
  metadata: {
    name: "web",
    namespace: "shop",
    uid: "5e0e0c6e-0000-4000-8000-000000000001",
    resourceVersion: "123456789012345678901",
    creationTimestamp: "2026-01-02T03:04:05Z",
    labels: { app: "web", ["__proto__"]: "x" },
    managedFields: [{ manager: "m", time: "1999-12-31T23:59:59Z", fieldsV1: { "f:spec": { ".": {} } } }],
  },
  spec: {
    containers: [
      {
        name: "c",
        image: "größe:1",
        resources: { limits: { cpu: "500m" } },
        ports: [{ containerPort: 8080 }],
        livenessProbe: { httpGet: { path: "/", port: "http" }, periodSeconds: 10 },
      },
    ],
    terminationGracePeriodSeconds: 0,
    securityContext: { runAsUser: -1, supplementalGroups: [1, 9_007_199_254_740_991] },
  },
  status: {
    phase: "Running",
    startTime: "2026-01-02T03:04:06Z",
    conditions: [{ type: "Ready", status: "True", lastProbeTime: null, lastTransitionTime: "0001-01-01T00:00:01Z" }],
  },
};

const definition: TypedObject = {
  kind: "CustomResourceDefinition",
  apiVersion: "apiextensions.k8s.io/v1",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    names: { plural: "widgets", kind: "Widget" },
    scope: "Namespaced",
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: { a: { type: "array", items: { type: "string" }, default: ["x"] }, b: { default: null } },
            additionalProperties: false,
            not: { additionalProperties: { type: "integer", enum: [1, { a: 2 }] } },
          },
        },
      },
    ],
  },
  status: { conditions: null, acceptedNames: { plural: "", kind: "" }, storedVersions: null },
};

const others = [
  { kind: "StatefulSet", apiVersion: "apps/v1" },
  { kind: "Lease", apiVersion: "coordination.k8s.io/v1" },
];

describe.each(["interpreted", "compiled", "compiled for what came before"])("the protobuf codec, %s", (how) => {
  let codec: ProtobufCodec;

  beforeAll(async () => {
    codec = new ProtobufCodec(await loadProtobufTables());
    for (const object of [pod, definition, ...others]) {
      const { kind, apiVersion } = object;
      if (how === "compiled") codec.decoder.compile(codec.planFor({ ...parseApiVersion(apiVersion), kind })!);
      if (how === "compiled for what came before") {
        const bytes = codec.encode(object)!;
        for (let i = 0; i < 200; i++) codec.decode(bytes);
      }
    }
  });

  it("gives back what it wrote: times, quantities, ports by name, raw JSON, a key __proto__", () => {
    expect(codec.decode(codec.encode(pod)!)).toStrictEqual(pod);
    const expected = structuredClone(definition) as typeof definition & { spec: { versions: unknown[] } };
    const { schema } = expected.spec.versions[0] as { schema: { openAPIV3Schema: { properties: { b: object } } } };
    schema.openAPIV3Schema.properties.b = {};
    expect(codec.decode(codec.encode(definition)!)).toStrictEqual(expected);
  });

  it("reads objects that have other fields than those before", () => {
    const metadata = { name: "web", namespace: "shop" };
    const objects = [
      { spec: { hostNetwork: true, nodeName: "a", containers: null } },
      { spec: { containers: [{ name: "c", resources: {}, stdin: true }] } },
      { spec: { containers: [], priority: 0, volumes: [{ name: "v", emptyDir: {} }, { name: "w" }] } },
      { status: { podIPs: [{ ip: "10.0.0.1" }, { ip: "" }], conditions: [] } },
    ];
    for (const members of objects) {
      const bytes = codec.encode({ kind: "Pod", apiVersion: "v1", metadata, ...members })!;
      const { start, end } = codec.envelopeOf(bytes);
      const plan = codec.planFor({ group: "", version: "v1", kind: "Pod" })!;
      const expected = codec.decoder.interpret(plan, bytes, start, end);
      // So often that functions are compiled again for them.
      for (let i = 0; i < 100; i++) expect(codec.decoder.decode(plan, bytes, start, end)).toStrictEqual(expected);
      expect(codec.decode(bytes)).toMatchObject({ metadata });
    }
  });

  it("does not know custom kinds", () => {
    expect(codec.planFor({ group: "example.com", version: "v1", kind: "Widget" })).toBeUndefined();
    expect(codec.encode({ kind: "Widget", apiVersion: "example.com/v1" })).toBeUndefined();
  });

  it("names the kind of a StatefulSet's claims, as a server does in JSON", () => {
    const spec = { volumeClaimTemplates: [{ metadata: { name: "data" } }] };
    const decoded = codec.decode(codec.encode({ kind: "StatefulSet", apiVersion: "apps/v1", spec })!);
    expect(decoded["spec"]).toMatchObject({
      volumeClaimTemplates: [{ kind: "PersistentVolumeClaim", apiVersion: "v1" }],
    });
  });

  it("refuses an object that is cut off anywhere", () => {
    const bytes = codec.encode(pod)!;
    const end = codec.envelopeOf(bytes).end;
    for (let length = 0; length < end; length++) {
      // What follows in memory must not be read in place of what is missing.
      expect(() => codec.decode(bytes, 0, length), String(length)).toThrow(WireError);
      expect(() => codec.decode(bytes.subarray(0, length)), String(length)).toThrow(WireError);
    }
  });

  it.each([
    ["no envelope", "00010203"],
    ["a number of more than 64 bits", "0affffffffffffffffffff01"],
    ["a field with number zero", "0a020000"],
    ["a group, which protobuf no longer has", "0a010b"],
    ["a length beyond the end", "0aff01"],
    ["a name that is a number", "0a0208011200"],
  ])("refuses %s", (_what, hex) => {
    const raw = Buffer.from(hex, "hex");
    const object = Buffer.concat([Buffer.from([18, raw.length]), raw]);
    const type = Buffer.from("0a090a027631120350" + "6f64", "hex");
    expect(() => codec.decode(Buffer.concat([Buffer.from("k8s\0"), type, object]))).toThrow(WireError);
  });

  it("refuses schemas that are nested too deep, and says nothing of their content", () => {
    let schema: Record<string, unknown> = { type: "s3cret" };
    for (let depth = 0; depth < 600; depth++) schema = { not: schema };
    const deep = { ...definition, spec: { versions: [{ name: "v1", schema: { openAPIV3Schema: schema } }] } };
    expect(() => codec.decode(codec.encode(deep)!)).toThrow("it is nested deeper than 500 messages");
  });

  it("keeps numbers as JSON.parse does beyond 2^53, and years as Go writes them", () => {
    const lease = (renewTime: string): TypedObject => ({
      kind: "Lease",
      apiVersion: "coordination.k8s.io/v1",
      metadata: { name: "a", generation: 2 ** 62, deletionGracePeriodSeconds: -(2 ** 63) },
      spec: { renewTime },
    });
    const far = lease("9999-12-31T23:59:59.999999Z");
    expect(codec.decode(codec.encode(far)!)).toStrictEqual(far);
    const early = lease("0001-01-01T00:00:00.000001Z");
    expect(codec.decode(codec.encode(early)!)).toStrictEqual(early);
  });
});

describe("the protobuf codec where no code may be made from text", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("reads every object with its interpreter", async () => {
    let refused = 0;
    vi.stubGlobal("Function", function refuse(): never {
      refused++;
      throw new EvalError("Code generation from strings disallowed for this context");
    });
    const codec = new ProtobufCodec(await loadProtobufTables());
    const bytes = codec.encode(pod)!;
    for (let i = 0; i < 200; i++) expect(codec.decode(bytes)).toStrictEqual(pod);
    expect(refused).toBe(1);
    // What the runtime does not allow for one kind it allows for no other.
    const map = { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" }, data: { key: "value" } };
    const others = codec.encode(map)!;
    for (let i = 0; i < 200; i++) expect(codec.decode(others)).toMatchObject({ data: { key: "value" } });
    expect(refused).toBe(1);
  });
});
