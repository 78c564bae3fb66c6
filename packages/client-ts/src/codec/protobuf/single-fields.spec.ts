import { beforeAll, describe, expect, it } from "vitest";
import { loadProtobufTables } from "../../api/tables/index.ts";
import { parseApiVersion } from "../../meta/index.ts";
import { fieldOf } from "../field-path.ts";
import type { MessagePlan } from "./message-plan.ts";
import { ProtobufCodec, type TypedObject } from "./protobuf-codec.ts";
import { part, written } from "../test-support/messages.ts";

/** Every path into a value, and one step beyond each. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [[], ["beyond"]];
  return [[], ["beyond"], ["beyond", "0"], ["0"]].concat(
    Object.entries(value).flatMap(([key, inner]) => pathsOf(inner).map((path) => [key, ...path])),
  );
}

const objects: TypedObject[] = [
  {
    kind: "Pod",
    apiVersion: "v1",
    metadata: {
      name: "web",
      creationTimestamp: "2026-01-02T03:04:05Z",
      generation: 300,
      labels: { app: "web", ["__proto__"]: "x" },
      ownerReferences: [{ kind: "ReplicaSet", name: "r", uid: "u", apiVersion: "apps/v1", controller: true }],
    },
    spec: {
      nodeName: "n1",
      hostNetwork: true,
      priority: -5,
      containers: [
        {
          name: "c",
          resources: { limits: { cpu: "500m", memory: "1Gi" } },
          livenessProbe: { httpGet: { path: "/", port: "http" }, periodSeconds: 10 },
          ports: [{ containerPort: 8080 }],
        },
        { name: "d", resources: {} },
      ],
      volumes: [
        { name: "v", emptyDir: { sizeLimit: "1Gi" } },
        { name: "w", secret: { secretName: "s" } },
      ],
      securityContext: { supplementalGroups: [1, 300] },
      nodeSelector: { zone: "a" },
    },
    status: { phase: "Running", podIPs: [{ ip: "10.0.0.1" }] },
  },
  {
    kind: "ControllerRevision",
    apiVersion: "apps/v1",
    metadata: { name: "r" },
    data: { spec: { a: [1, { b: null }] } },
    revision: 7,
  },
  { kind: "Secret", apiVersion: "v1", metadata: { name: "s" }, data: { a: "AAEC", b: "" }, type: "Opaque" },
  {
    kind: "CustomResourceDefinition",
    apiVersion: "apiextensions.k8s.io/v1",
    metadata: { name: "d" },
    spec: {
      versions: [
        {
          name: "v1",
          schema: {
            openAPIV3Schema: {
              maximum: 1.5,
              minimum: -0.25,
              multipleOf: 0,
              items: [{ type: "string" }, { type: "integer" }],
              additionalItems: true,
              additionalProperties: { type: "string" },
              dependencies: { a: ["b", "c"], d: { type: "object" } },
              properties: { list: { items: { type: "string" } }, closed: { additionalProperties: false } },
              enum: [1, "a", { b: [] }, null],
              example: { c: 1 },
            },
          },
        },
      ],
    },
  },
];

describe.each(["interpreted", "compiled"])("one field of an object in protobuf, %s", (how) => {
  let codec: ProtobufCodec;

  beforeAll(async () => {
    codec = new ProtobufCodec(await loadProtobufTables());
    if (how === "compiled") for (const object of objects) codec.decoder.compile(planOf(object));
  });

  const planOf = ({ apiVersion, kind }: TypedObject): MessagePlan =>
    codec.planFor({ ...parseApiVersion(apiVersion), kind })!;
  const podPlan = (): MessagePlan => planOf(objects[0]!);

  it("is what the whole object has there, for every path into it", () => {
    for (const object of objects) {
      const plan = planOf(object);
      const bytes = codec.encode(object)!;
      const { start, end } = codec.envelopeOf(bytes);
      const whole = codec.decoder.decode(plan, bytes, start, end);
      const { kind: _kind, apiVersion: _version, ...members } = object;
      expect(whole).toMatchObject(members);
      expect(whole).toStrictEqual(codec.decoder.interpret(plan, bytes, start, end));
      const paths = pathsOf(whole).filter((path) => path.length > 0);
      expect(paths.length).toBeGreaterThan(10);
      for (const path of paths)
        expect(codec.decoder.field(plan, bytes, start, end, path), path.join(".")).toStrictEqual(fieldOf(whole, path));
    }
  });

  it("is what JSON shows where nothing is on the wire", () => {
    const empty = Buffer.alloc(0);
    const pod = codec.decoder.decode(podPlan(), empty, 0, 0);
    expect(pod).toStrictEqual({ metadata: {}, spec: { containers: null }, status: {} });
    const field = (...path: string[]): unknown => codec.decoder.field(podPlan(), empty, 0, 0, path);
    expect([field("spec"), field("spec", "containers"), field("status"), field("spec", "nodeName")]).toEqual([
      { containers: null },
      null,
      {},
      undefined,
    ]);
    const spec = podPlan().byName.get("spec")!.plan;
    expect(codec.decoder.field(spec, empty, 0, 0, ["containers"])).toBeNull();
    const containers = spec.byName.get("containers")!.plan;
    expect(codec.decoder.decode(containers, empty, 0, 0)).toStrictEqual({ name: "", resources: {} });
    const status = podPlan().byName.get("status")!.plan.byName.get("containerStatuses")!.plan;
    expect(codec.decoder.decode(status, empty, 0, 0)).toStrictEqual({
      name: "",
      ready: false,
      restartCount: 0,
      image: "",
      imageID: "",
      state: {},
      lastState: {},
    });
  });

  it("is read without the others: damage in another field is found only when that field is read", () => {
    const number = (name: string): number => podPlan().byName.get("spec")!.plan.byName.get(name)!.number;
    // A container whose name is longer than the container.
    const damaged = part(number("containers"), Buffer.from([10, 100]));
    const spec = written(damaged, part(number("nodeName"), "n1"), part(number("hostname"), "h"));
    const bytes = written(part(2, spec), part(3, Buffer.from([10, 100])));
    const field = (...path: string[]): unknown => codec.decoder.field(podPlan(), bytes, 0, bytes.length, path);
    expect([field("spec", "nodeName"), field("spec", "hostname"), field("metadata")]).toEqual(["n1", "h", {}]);
    for (const path of [["spec"], ["spec", "containers"], ["status", "phase"]])
      expect(() => field(...path), path.join(".")).toThrow("longer than what surrounds it");
    expect(() => codec.decoder.decode(podPlan(), bytes, 0, bytes.length)).toThrow("longer than what surrounds it");
  });

  it("is the last that came, and nothing when that is nothing", () => {
    const number = podPlan().byName.get("spec")!.plan.byName.get("nodeName")!.number;
    const node = (name: string) => part(number, name);
    const field = (spec: Buffer): unknown => {
      const bytes = written(part(2, spec));
      const found = codec.decoder.field(podPlan(), bytes, 0, bytes.length, ["spec", "nodeName"]);
      expect(fieldOf(codec.decoder.decode(podPlan(), bytes, 0, bytes.length), ["spec", "nodeName"])).toBe(found);
      return found;
    };
    expect([field(written(node("a"), node("b"))), field(written(node("a"), node("")))]).toEqual(["b", undefined]);
    expect([field(written(node(""), node("a"))), field(written())]).toEqual(["a", undefined]);
  });

  it("has another wire type than it should have: it is refused", () => {
    for (const bytes of [
      written((writer) => writer.integer(1, 5)),
      written((writer) => writer.double(2, 5)),
      written(
        part(
          2,
          written((writer) => writer.integer(10, 5)),
        ),
      ),
    ]) {
      const message = "it has a field of another wire type than it should have";
      expect(() => codec.decoder.decode(podPlan(), bytes, 0, bytes.length)).toThrow(message);
      const path = bytes[0] === 8 ? ["metadata"] : ["spec"];
      expect(() => codec.decoder.field(podPlan(), bytes, 0, bytes.length, path)).toThrow(message);
    }
    // A text where a number is expected is not a list of numbers.
    const bytes = written(part(1, written(part(7, "300"))));
    expect(() => codec.decoder.decode(podPlan(), bytes, 0, bytes.length)).toThrow("another wire type");
  });

  it("is an entry of a map with a key alone, of any type, or with fields that are not known", () => {
    const key = part(1, "k");
    const more = part(3, "new");
    const read = (object: TypedObject, path: string[], content: Buffer): unknown => {
      let plan = planOf(object);
      const fields = path.map((name) => {
        const field = plan.byName.get(name)!;
        if (field.type === "message") plan = field.plan;
        return field;
      });
      const bytes = fields.reduceRight((inner, { number }) => written(part(number, inner)), content);
      const whole = codec.decoder.decode(planOf(object), bytes, 0, bytes.length);
      return fieldOf(whole, path);
    };
    const [pod, , secret, definition] = objects as [TypedObject, TypedObject, TypedObject, TypedObject];
    for (const entry of [written(key), written(more, key), written(key, more)]) {
      expect(read(secret, ["data"], entry)).toStrictEqual({ k: "" });
      expect(read(pod, ["metadata", "labels"], entry)).toStrictEqual({ k: "" });
      expect(fieldOf(read(pod, ["spec", "overhead"], entry), ["k"])).toBe("0");
    }
    expect(read(pod, ["metadata", "labels"], written(more, key, more, part(2, "v"), more))).toStrictEqual({ k: "v" });
    const schema = codec.planFor({ group: "apiextensions.k8s.io", version: "v1", kind: definition.kind })!;
    const props = schema.byName.get("spec")!.plan.byName.get("versions")!.plan.byName.get("schema")!.plan;
    const root = props.byName.get("openAPIV3Schema")!.plan;
    const bytes = written(part(root.byName.get("properties")!.number, written(key)));
    expect(codec.decoder.decode(root, bytes, 0, bytes.length)).toStrictEqual({ properties: { k: {} } });
  });

  it("may be called __proto__, and is a member like all others", () => {
    const labels = podPlan().byName.get("metadata")!.plan.byName.get("labels")!.number;
    const bytes = written(part(1, written(part(labels, written(part(1, "__proto__"), part(2, "x"))))));
    const map = fieldOf(codec.decoder.decode(podPlan(), bytes, 0, bytes.length), ["metadata", "labels"]) as object;
    expect(Object.getOwnPropertyDescriptor(map, "__proto__")).toEqual({
      value: "x",
      enumerable: true,
      writable: true,
      configurable: true,
    });
    expect(Object.getPrototypeOf(map)).toBe(Object.prototype);
  });

  it("that is a number is refused when it goes beyond its message", () => {
    const plan = podPlan().byName.get("metadata")!.plan;
    const bytes = written((writer) => writer.integer(plan.byName.get("generation")!.number, 300));
    expect(codec.decoder.decode(plan, bytes, 0, bytes.length)).toStrictEqual({ generation: 300 });
    expect(() => codec.decoder.decode(plan, bytes, 0, bytes.length - 1)).toThrow("it has a value that is cut off");
  });

  it("with a point is refused when it is cut off", () => {
    const schema = codec.planFor({ group: "apiextensions.k8s.io", version: "v1", kind: "CustomResourceDefinition" })!;
    const versions = schema.byName.get("spec")!.plan.byName.get("versions")!.plan;
    const plan = versions.byName.get("schema")!.plan.byName.get("openAPIV3Schema")!.plan;
    const maximum = plan.byName.get("maximum")!;
    const bytes = written((writer) => writer.double(maximum.number, 2.5));
    expect(codec.decoder.decode(plan, bytes, 0, bytes.length)).toStrictEqual({ maximum: 2.5 });
    for (let end = 1; end < bytes.length; end++)
      expect(() => codec.decoder.decode(plan, bytes, 0, end), String(end)).toThrow("it has a value that is cut off");
  });
});

describe("an object that is written as protobuf", () => {
  let codec: ProtobufCodec;

  beforeAll(async () => {
    codec = new ProtobufCodec(await loadProtobufTables());
  });

  const encode = (spec: unknown): string =>
    codec.encode({ kind: "Pod", apiVersion: "v1", spec } as TypedObject)!.toString("hex");

  it("has zeros for what is null or missing, and nothing that it has inherited", () => {
    const bare = encode({});
    const nulls = ["nodeName", "hostNetwork", "containers", "nodeSelector", "priority", "securityContext", "overhead"];
    expect(encode(Object.fromEntries(nulls.map((name) => [name, null])))).toBe(bare);
    expect(encode(Object.fromEntries(nulls.map((name) => [name, undefined])))).toBe(bare);
    expect([encode(null), encode(undefined), encode(Object.create({ nodeName: "n1" }))]).toEqual([bare, bare, bare]);
    expect(encode({ nodeName: "n1" })).not.toBe(bare);
    // What is behind a pointer is there when it is zero.
    expect(encode({ priority: 0 })).not.toBe(bare);
    expect(encode({ hostNetwork: "yes" })).toBe(bare);
    expect(encode({ priority: 7.9 })).toBe(encode({ priority: 7 }));
    expect(encode({ unknown: "x" })).toBe(bare);
    const secret = (data: unknown): Buffer => codec.encode({ kind: "Secret", apiVersion: "v1", data } as TypedObject)!;
    expect(codec.decode(secret({ a: null, b: "AAEC" }))["data"]).toEqual({ a: "", b: "AAEC" });
    expect(secret(null).equals(secret({}))).toBe(true);
    expect(codec.decode(encodedPod({ nodeName: 5 }))["spec"]).toMatchObject({ nodeName: "5" });
  });

  const encodedPod = (spec: object): Buffer => codec.encode({ kind: "Pod", apiVersion: "v1", spec })!;

  it("has its lists in their order and its maps by their keys", () => {
    const spec = {
      containers: ["c", "a", "b"].map((name) => ({ name, resources: {} })),
      nodeSelector: { c: "1", a: "2", b: "3" },
      securityContext: { supplementalGroups: [3, 1, 2] },
    };
    const bytes = encodedPod(spec);
    expect(codec.decode(bytes)["spec"]).toStrictEqual(spec);
    expect(Object.keys((codec.decode(bytes)["spec"] as typeof spec).nodeSelector)).toEqual(["a", "b", "c"]);
  });
});
