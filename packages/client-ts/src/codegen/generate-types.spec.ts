import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generateTypes } from "./generate-types.ts";
import { definitionOf, everything } from "./test-support/definitions.ts";

const repository = fileURLToPath(new URL("../../../..", import.meta.url));

/** What the compiler says about the files, under the strictest options. */
function compile(files: ReadonlyMap<string, string>): string {
  mkdirSync(join(repository, "test-results"), { recursive: true });
  const folder = mkdtempSync(join(repository, "test-results/codegen-"));
  try {
    const options = { isolatedDeclarations: true, declaration: true };
    const config = { extends: "../../tsconfig.base.json", compilerOptions: options, include: ["**/*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const tsc = join(repository, "node_modules/typescript/bin/tsc");
    return spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" }).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const names = (changes: object, group = "shop.example.com") =>
  definitionOf({ type: "object" }, { names: changes, spec: { group } });

describe("types from a CustomResourceDefinition", () => {
  it("have the form of the built-in kinds: interface and descriptor, list, apply input", () => {
    const files = generateTypes([{ definition: everything }]);
    expect([...files.keys()]).toEqual(["shop.example.com/v1.ts"]);
    expect(files.get("shop.example.com/v1.ts")).toMatchInlineSnapshot(`
      "// Made by \`client-ts codegen\`; do not edit.
      import type { ApplyConfiguration } from "client-ts/api/apply";
      import type { KubeList, KubeObject, Resource, Unstructured } from "client-ts/meta";

      /**
       * \`websites\` of \`shop.example.com/v1\`, in a namespace.
       *
       * A site in the shop.
       */
      export interface Website extends KubeObject {
        spec: WebsiteSpec;
        status?: WebsiteStatus;
      }

      /** \`websites\` of \`shop.example.com/v1\`, in a namespace. */
      export const Website: Resource<Website, { scope: "Namespaced"; plural: "websites"; status: true }> = {
        group: "shop.example.com",
        version: "v1",
        kind: "Website",
        plural: "websites",
        scope: "Namespaced",
        singular: "website",
        shortNames: ["web"],
        status: true,
      };

      /** A list of Website as the server sends it. */
      export interface WebsiteList extends KubeList<Website> {}

      /** What can be applied to objects of the kind Website. */
      export type WebsiteApplyConfiguration = ApplyConfiguration<Website, "path">;

      /** In \`Website.spec\`. */
      export interface WebsiteSpec {
        anything?: unknown;
        /** Default: "red". */
        color?: "red" | "blue" | "";
        /** Default: 3. */
        defaulted?: number;
        free?: { [key: string]: unknown };
        /** Where it is served. */
        host: string;
        labels?: { [key: string]: string };
        level?: 1 | 2;
        matrix?: ((number | null)[])[];
        maybe?: string | null;
        one?: WebsiteSpecOne;
        partly?: WebsiteSpecPartly;
        pod?: WebsiteSpecPod;
        port?: number | string;
        /**
         * The rules.
         *
         * A list keyed by \`path\`.
         */
        rules: WebsiteSpecRulesItem[];
        template?: Unstructured;
        two?: WebsiteSpecOne;
      }

      /** In \`Website.spec.one\` and one more place. */
      export interface WebsiteSpecOne {
        same?: string;
      }

      /** In \`Website.spec.partly\`. */
      export interface WebsiteSpecPartly {
        known?: boolean;
        [field: string]: unknown;
      }

      /** In \`Website.spec.pod\`. */
      export interface WebsiteSpecPod extends KubeObject {
        spec?: WebsiteSpecPodSpec;
      }

      /** In \`Website.spec.pod.spec\`. */
      export interface WebsiteSpecPodSpec {
        image?: string;
      }

      /** In \`Website.spec.rules[]\`. */
      export interface WebsiteSpecRulesItem {
        path: string;
        weight?: number;
      }

      /** In \`Website.status\`. */
      export interface WebsiteStatus {
        ready?: boolean;
      }
      "
    `);
  });

  it("compile under strict, and hold programs to the schema", () => {
    const reserved = ["class", "default", "string", "Resource", "KubeObject", "my-kind", "WebsiteSpec", "WebsiteList"];
    const clashes = reserved.map((kind, index) => names({ kind, plural: `things${index}` }));
    const keywords = Object.fromEntries(
      ["new", "constructor", "readonly", "get", "__proto__", "a b", "x-y", "0", "default"].map((key) => [
        key,
        { type: "object", properties: { deep: { type: "string" } } },
      ]),
    );
    Object.defineProperty(keywords, "__proto__", { value: { type: "string" }, enumerable: true });
    const odd = names({ kind: "Odd", plural: "odds" }, "odd.example.com");
    odd.spec.versions[0]!.schema.openAPIV3Schema.properties.spec = { type: "object", properties: keywords };
    const generated = generateTypes([everything, odd, ...clashes].map((definition) => ({ definition })));
    const program = `
      import { connect } from "client-ts";
      import { newClientset } from "client-ts/clientset";
      import * as shopV1 from "./shop.example.com/v1.ts";
      import { Website, type WebsiteApplyConfiguration } from "./shop.example.com/v1.ts";
      const spec = { host: "a", rules: [{ path: "/" }], color: "red", port: "http", maybe: null } as const;
      export const site: Website = { spec: { ...spec, rules: [{ path: "/" }], template: { kind: "Pod", more: 1 } } };
      // @ts-expect-error not one of the values
      export const wrongEnum: Website = { spec: { host: "a", rules: [], color: "green" } };
      // @ts-expect-error undefined is not a value
      export const wrongOptional: Website = { spec: { host: "a", rules: [], level: undefined } };
      // @ts-expect-error the host is required
      export const noHost: Website = { spec: { rules: [] } };
      export const applied: WebsiteApplyConfiguration = { metadata: { name: "a" }, spec: { rules: [{ path: "/" }] } };
      // @ts-expect-error the key of the list is required
      export const noKey: WebsiteApplyConfiguration = { spec: { rules: [{ weight: 1 }] } };
      export async function run(): Promise<string> {
        const client = await connect();
        await client.resource(Website, { namespace: "ns" }).updateStatus({ ...site, metadata: { name: "a" } });
        const { spec } = await newClientset(client).extend({ shop: { v1: shopV1 } }).shop.v1.websites("ns").get("a");
        return spec.host;
      }`;
    expect(compile(new Map([...generated, ["program.ts", program]]))).toBe("");
  });

  it("are the same whatever the order of definitions and properties", () => {
    const other = names({ kind: "Basket", plural: "baskets" });
    const turned = structuredClone(everything);
    const { spec } = turned.spec.versions[0]!.schema.openAPIV3Schema.properties as { spec: { properties: object } };
    spec.properties = Object.fromEntries(Object.entries(spec.properties).reverse());
    const one = generateTypes([{ definition: everything }, { definition: other }]);
    expect(generateTypes([{ definition: other }, { definition: turned }])).toEqual(one);
  });

  it("leave out versions that are not served, and mark deprecated ones", () => {
    const definition = structuredClone(everything);
    const [version] = definition.spec.versions as [(typeof definition.spec.versions)[0]];
    definition.spec.versions.push(
      { ...version, name: "v1beta1", ...{ deprecated: true, deprecationWarning: "use v1" } },
      { ...version, name: "v1alpha1", served: false },
    );
    const files = generateTypes([{ definition }]);
    expect([...files.keys()]).toEqual(["shop.example.com/v1.ts", "shop.example.com/v1beta1.ts"]);
    expect(files.get("shop.example.com/v1beta1.ts")).toContain("@deprecated use v1");
  });

  it("name the kind of lists only where it is not the usual one", () => {
    const text = (listKind: string): string | undefined =>
      generateTypes([{ definition: names({ kind: "Website", plural: "websites", listKind }) }]).get(
        "shop.example.com/v1.ts",
      );
    expect(text("WebsiteList")).not.toContain("listKind");
    expect(text("Sites")).toContain('listKind: "Sites",');
  });
});
