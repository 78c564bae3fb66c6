import { deepStrictEqual } from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadProtobuf, type ProtobufCodec } from "client-ts/internal";
import { parseApiVersion } from "client-ts/meta";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasGo } from "./go-program.ts";
import { buildGoReference, goModuleFolder, type GoReference } from "./meta-go.ts";

const go = hasGo();
if (!go) console.log("skipped: the comparison of protobuf with Kubernetes' Go packages needs `go` on the PATH");

interface Sample {
  readonly name: string;
  readonly pb: string;
  readonly json: Json;
  /** Go writes exactly these bytes for the JSON. */
  readonly exact: boolean;
}

type Json = Record<string, unknown> & { kind: string; apiVersion: string };

describe.skipIf(!go)("protobuf compared with Kubernetes' Go packages", () => {
  let reference: GoReference;
  let codec: ProtobufCodec;

  beforeAll(async () => {
    reference = await buildGoReference();
    codec = await loadProtobuf();
  }, 600_000);

  afterAll(() => reference?.close());

  /** From now on objects of this kind are read by functions, no longer interpreted. */
  const compile = (bytes: Buffer): void => {
    const { apiVersion, kind } = codec.envelopeOf(bytes);
    codec.decoder.compile(codec.planFor({ ...parseApiVersion(apiVersion), kind })!);
  };

  it("reads every populated file of k8s.io/api into the object of its JSON file, and writes the same bytes", () => {
    const folder = join(goModuleFolder("k8s.io/api")!, "testdata/HEAD");
    const names = readdirSync(folder).filter((name) => name.endsWith(".json") && !name.includes("WatchEvent"));
    expect(names).toHaveLength(192);
    for (const name of names) {
      const json = JSON.parse(readFileSync(join(folder, name), "utf8")) as Json;
      const bytes = readFileSync(join(folder, name.replace(/json$/, "pb")));
      deepStrictEqual(withoutClaimTypes(codec.decode(bytes)), json, name);
      compile(bytes);
      deepStrictEqual(withoutClaimTypes(codec.decode(bytes)), json, name);
      expect(codec.encode(json)?.equals(bytes), name).toBe(true);
    }
  });

  it("reads sparse objects with odd values as Go does, and writes them with the same bytes", async () => {
    const [answer] = await reference.ask([{ op: "protobuf", text: "1" }]);
    const samples = answer!.value as readonly Sample[];
    expect(samples.length).toBeGreaterThan(2_000);
    expect(samples.filter(({ exact }) => exact).length).toBeGreaterThan(900);
    const definitions = samples.filter(({ json }) => json.kind === "CustomResourceDefinition");
    expect(definitions.some(({ pb }) => pb.length > 1_000)).toBe(true);
    for (const { name, pb, json, exact } of samples) {
      const bytes = Buffer.from(pb, "base64");
      deepStrictEqual(withoutClaimTypes(codec.decode(bytes)), json, name);
      if (exact) expect(codec.encode(json)?.equals(bytes), name).toBe(true);
    }
  });

  it("reads single fields as it reads the whole object", async () => {
    const [answer] = await reference.ask([{ op: "protobuf", text: "2" }]);
    const samples = (answer!.value as readonly Sample[]).filter((_, index) => index % 4 === 3);
    let compared = 0;
    for (const { name, pb } of samples) {
      const bytes = Buffer.from(pb, "base64");
      const { kind, apiVersion, ...object } = codec.decode(bytes);
      const plan = codec.planFor({ ...parseApiVersion(apiVersion), kind })!;
      const { start, end } = codec.envelopeOf(bytes);
      for (const path of pathsOf(object, [])) {
        const expected = path.reduce<unknown>((value, step) => (value as Json)[step], object);
        deepStrictEqual(codec.decoder.field(plan, bytes, start, end, path), expected, `${name} ${path}`);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(5_000);
  });
});

/** In JSON a server names the kind of the claims in a StatefulSet; Go alone does not. */
function withoutClaimTypes(object: Json): Json {
  const items = (object["items"] as readonly unknown[] | undefined) ?? [object];
  for (const item of items) {
    const { spec } = (item ?? {}) as { spec?: { volumeClaimTemplates?: Record<string, unknown>[] } };
    for (const claim of spec?.volumeClaimTemplates ?? []) {
      if (!/^StatefulSet/.test(object.kind)) continue;
      expect(claim).toMatchObject({ kind: "PersistentVolumeClaim", apiVersion: "v1" });
      delete claim["kind"];
      delete claim["apiVersion"];
    }
  }
  return object;
}

/** Every path into an object, down to four steps. */
function* pathsOf(value: unknown, path: readonly string[]): Iterable<readonly string[]> {
  if (path.length > 0) yield path;
  if (path.length === 4 || typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* pathsOf(inner, [...path, key]);
}
