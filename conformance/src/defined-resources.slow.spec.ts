/**
 * Custom resources that are made from schemas of zod, arktype and valibot and from plain JSON Schema, on the in-memory
 * server and, with a control plane, on the real one.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { CustomResourceDefinition } from "client-ts/api/apiextensions/v1";
import { defineCustomResource, generateTypes, installCRDs } from "client-ts/custom-resources";
import type { ObjectOf } from "client-ts/meta";
import * as v from "valibot";
import { afterAll, describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { websiteSchema } from "./website-schema.ts";
import { bothServers, serverWithNamespace } from "./both-servers.ts";

describe.each(bothServers)("a kind that is defined by a schema, on %s", (_, start) => {
  const server = serverWithNamespace(start, "defined");
  const { namespace } = server;
  const names = (kind: string) =>
    ({
      group: `${namespace}.example.com`,
      kind,
      plural: `${kind.toLowerCase()}s`,
      scope: "Namespaced",
      labels: { run: namespace },
    }) as const;
  afterAll(async () => {
    await server.client.resource(CustomResourceDefinition).deleteCollection({ labelSelector: `run=${namespace}` });
  });

  it("of zod is accepted, defaults and rejects as the schema says, and so does its validator", async () => {
    const websites = defineCustomResource({
      ...names("Website"),
      shortNames: ["web"],
      versions: {
        v1: {
          schema: websiteSchema,
          status: true,
          scale: { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" },
          printerColumns: [{ name: "Host", type: "string", jsonPath: ".spec.host" }],
          selectableFields: [{ jsonPath: ".spec.host" }],
        },
      },
    });
    const { v1: Website } = websites.versions;
    expectTypeOf<ObjectOf<typeof Website>["spec"]>().toEqualTypeOf<z.input<typeof websiteSchema>["spec"]>();
    await installCRDs(server.client, [websites]);
    const sites = server.client.resource(Website, { namespace });
    const spec: ObjectOf<typeof Website>["spec"] = {
      host: "a.example",
      replicas: 1,
      port: "http",
      mail: null,
      labels: { app: "web" },
      target: { kind: "bucket", bucket: "b" },
      tags: ["x"],
      extra: { anything: [1, { deep: true }] },
      since: "2026-01-01T00:00:00Z",
    };
    const stored = await sites.create({ metadata: { name: "web" }, spec });
    expect(stored.spec).toEqual({ ...spec, color: "red" });
    expect(websites.validate(stored)).toEqual([]);
    expect((await sites.list({ fieldSelector: "spec.host=a.example" })).items).toHaveLength(1);
    expect((await sites.getScale("web")).spec?.replicas).toBe(1);
    await sites.updateStatus({ ...stored, status: { replicas: 1 } });

    const refusals: [string, object][] = [
      ["spec.host", { host: "" }],
      ["spec.color", { color: "green" }],
      ["spec.replicas", { replicas: 11 }],
      ["spec.replicas", { replicas: 1.5 }],
      ["spec.port", { port: true }],
      ["spec.labels.app", { labels: { app: 1 } }],
      ["spec.target", { target: { kind: "bucket", url: "x" } }],
      ["spec.target.kind", { target: { kind: "other" } }],
      ["spec.tags", { tags: ["x", "x"] }],
      ["spec.since", { since: "yesterday" }],
      ["spec.host", { host: undefined }],
    ];
    for (const [field, change] of refusals) {
      const object = { metadata: { name: "wrong" }, spec: { ...spec, ...change } };
      // The sets of a list type are the server's own rule; every other one is in the schema.
      await expect(sites.create(object as never), JSON.stringify(change)).rejects.toThrow(field);
      expect(
        websites
          .validate(JSON.parse(JSON.stringify(object)))
          .map((one) => one.field)
          .join(),
        field,
      ).toContain(field);
    }
    // Unknown fields of closed objects are dropped.
    const dropped = await sites.create({ metadata: { name: "more" }, spec: { ...spec, unknown: 1 } as typeof spec });
    expect(dropped.spec).not.toHaveProperty("unknown");
  });

  it("of zod keeps its CEL rules, and the real server checks them", async () => {
    const ruled = defineCustomResource({
      ...names("Rule"),
      versions: {
        v1: {
          schema: z.object({
            spec: z
              .object({ min: z.int(), max: z.int() })
              .meta({ "x-kubernetes-validations": [{ rule: "self.min <= self.max", message: "min is above max" }] }),
          }),
        },
      },
    });
    await installCRDs(server.client, [ruled]);
    const rules = server.client.resource(ruled.versions.v1, { namespace });
    await rules.create({ metadata: { name: "right" }, spec: { min: 1, max: 2 } });
    const stored = await server.client.resource(CustomResourceDefinition).get(ruled.crd.metadata?.name ?? "");
    expect(stored.spec).toMatchObject(ruled.crd.spec);
    await expect(rules.create({ metadata: { name: "wrong" }, spec: { min: 3, max: 2 } })).rejects.toThrow(
      "min is above max",
    );
  });

  it("of arktype, valibot and plain JSON Schema is accepted, with the inferred type", async () => {
    const ark = defineCustomResource({
      ...names("Ark"),
      versions: {
        v1: { schema: type({ spec: { host: "1 <= string <= 9", "size?": "'s' | 'm'", level: "string | null" } }) },
      },
    });
    const val = defineCustomResource({
      ...names("Val"),
      versions: {
        v1: {
          schema: toStandardJsonSchema(
            v.object({
              spec: v.object({
                host: v.pipe(v.string(), v.maxLength(9)),
                size: v.optional(v.picklist(["s", "m"]), "s"),
              }),
            }),
          ),
        },
      },
    });
    const plain = defineCustomResource({
      ...names("Plain"),
      versions: {
        v1: {
          schema: {
            type: "object",
            required: ["spec"],
            properties: {
              spec: {
                type: "object",
                required: ["host", "rules"],
                properties: {
                  host: { type: "string", maxLength: 9 },
                  size: { enum: ["s", "m"], default: "s" },
                  rules: {
                    type: "array",
                    items: { type: "object", required: ["path"], properties: { path: { type: "string" } } },
                  },
                },
              },
            },
          },
        },
      },
    });
    expectTypeOf<ObjectOf<typeof ark.versions.v1>["spec"]>().toEqualTypeOf<{
      host: string;
      level: string | null;
      size?: "s" | "m";
    }>();
    expectTypeOf<ObjectOf<typeof val.versions.v1>["spec"]["size"]>().toEqualTypeOf<"s" | "m" | undefined>();
    expectTypeOf<ObjectOf<typeof plain.versions.v1>["spec"]>().toEqualTypeOf<{
      host: string;
      rules: { path: string }[];
      size?: "s" | "m";
    }>();
    await installCRDs(server.client, [ark, val, plain]);
    const metadata = { name: "web" };
    const arks = server.client.resource(ark.versions.v1, { namespace });
    expect((await arks.create({ metadata, spec: { host: "a", level: null } })).spec).toEqual({
      host: "a",
      level: null,
    });
    await expect(arks.create({ metadata: { name: "x" }, spec: { host: "", level: "a" } })).rejects.toThrow("spec.host");
    const vals = server.client.resource(val.versions.v1, { namespace });
    expect((await vals.create({ metadata, spec: { host: "a" } })).spec).toEqual({ host: "a", size: "s" });
    const plains = server.client.resource(plain.versions.v1, { namespace });
    const { spec } = await plains.create({ metadata, spec: { host: "a", rules: [{ path: "/" }] } });
    expect(spec).toEqual({ host: "a", size: "s", rules: [{ path: "/" }] });
  });
});

describe("types that are generated from a definition made by a schema", () => {
  it("equal the inferred ones", () => {
    const { crd } = defineCustomResource({
      group: "shop.example.com",
      kind: "Website",
      plural: "websites",
      scope: "Namespaced",
      versions: { v1: { schema: websiteSchema } },
    });
    const here = fileURLToPath(new URL(".", import.meta.url));
    const repository = join(here, "../..");
    mkdirSync(join(repository, "test-results"), { recursive: true });
    const folder = mkdtempSync(join(repository, "test-results/defined-"));
    try {
      for (const [path, text] of generateTypes([{ definition: crd }])) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      writeFileSync(
        join(folder, "program.ts"),
        `import type { z } from "zod";
         import type { websiteSchema } from "../../conformance/src/website-schema.ts";
         import type { Website } from "./shop.example.com/v1.ts";
         type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
         /** Optional is one thing, whether undefined is written out or not. */
         type Plain<T> = T extends (infer E)[]
           ? Plain<E>[]
           : T extends object ? { [K in keyof T]: undefined extends T[K] ? Plain<T[K]> | undefined : Plain<T[K]> } : T;
         export const same: Same<Plain<Website["spec"]>, Plain<z.input<typeof websiteSchema>["spec"]>> = true;
         export const status: Same<Plain<Website["status"]>, Plain<z.input<typeof websiteSchema>["status"]>> = true;`,
      );
      writeFileSync(
        join(folder, "tsconfig.json"),
        JSON.stringify({
          extends: "../../tsconfig.base.json",
          compilerOptions: { skipLibCheck: true },
          include: ["**/*.ts"],
        }),
      );
      const tsc = join(repository, "node_modules/typescript/bin/tsc");
      expect(spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" }).stdout).toBe("");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
