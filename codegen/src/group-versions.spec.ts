import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readFacts } from "./facts-files.ts";

/** The clientset of client-go 1.37, written down apart from the facts. */
const clientset =
  `admissionregistration v1 v1alpha1 v1beta1; apiserverinternal v1alpha1; apps v1 v1beta1 v1beta2; authentication
v1 v1alpha1 v1beta1; authorization v1 v1beta1; autoscaling v1 v2; batch v1 v1beta1; certificates v1 v1alpha1
v1beta1; coordination v1 v1alpha2 v1beta1; core v1; discovery v1 v1beta1; events v1 v1beta1; extensions
v1beta1; flowcontrol v1 v1beta1 v1beta2 v1beta3; lifecycle v1alpha1; networking v1 v1beta1; node v1 v1alpha1
v1beta1; policy v1 v1beta1; rbac v1 v1alpha1 v1beta1; resource v1 v1alpha3 v1beta1 v1beta2; scheduling v1
v1alpha3 v1beta1; storage v1 v1alpha1 v1beta1; storagemigration v1 v1beta1`
    .split(";")
    .flatMap((part) => {
      const [group, ...versions] = part.trim().split(/\s+/);
      return versions.map((version) => `${group}/${version}`);
    });

const api = fileURLToPath(new URL("../../packages/client-ts/src/api", import.meta.url));
const facts = readFacts();

describe("the group-versions", () => {
  it("are the 55 of client-go's clientset, apiextensions and apiregistration", () => {
    expect(clientset).toHaveLength(55);
    const wanted = [...clientset, "apiextensions/v1", "apiregistration/v1"].sort();
    expect([...facts.sources.clientset].sort()).toEqual(wanted);
    expect(wanted).toHaveLength(57);
  });

  it("have a file each, with a descriptor for every kind that has a resource", async () => {
    const files = readdirSync(api, { recursive: true, encoding: "utf8" });
    for (const name of facts.sources.clientset) {
      expect(files).toContain(`${name}.ts`);
      const module = (await import(`${api}/${name}.ts`)) as Record<string, { kind: string }>;
      const kinds = facts.kinds.filter((kind) => kind.package === name).map((kind) => kind.kind);
      expect(kinds.length, name).toBeGreaterThan(0);
      expect(Object.keys(module).sort(), name).toEqual(kinds.sort());
      for (const kind of kinds) expect(module[kind]?.kind).toBe(kind);
    }
  });
});

describe("the facts", () => {
  it("hold no sentence, only names, types, numbers and values of constants", () => {
    const strings: string[] = [];
    const visit = (value: unknown): void => {
      if (typeof value === "string") strings.push(value);
      else if (value && typeof value === "object") for (const one of Object.values(value)) visit(one);
    };
    visit(facts);
    expect(strings.length).toBeGreaterThan(10_000);
    const words = strings.filter((text) => / /.test(text.replace(/^repeated /, "")));
    // Some constants are written with spaces: they are key usages of certificates.
    expect(words.filter((text) => !/^[a-z ]{1,20}( [a-z]+)?$/.test(text))).toEqual([]);
  });

  it("mark as unknown what no source tells about versions that no 1.37 server serves", () => {
    for (const kind of facts.kinds.filter((one) => one.served === "no")) {
      expect(kind.unknown, `${kind.package}.${kind.kind}`).toContain("shortNames");
      expect(kind.shortNames).toBeUndefined();
      expect(kind.singular).toBeUndefined();
      expect(kind.generation).toBeUndefined();
      expect(kind.selectableFields).toBeUndefined();
    }
  });
});
