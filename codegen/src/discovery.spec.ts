import { fileURLToPath } from "node:url";
import type { KindFacts } from "client-ts/api/tables";
import { loadKinds } from "client-ts/api/tables";
import type { Resource } from "client-ts/meta";
import { describe, expect, it } from "vitest";
import { readFacts } from "./facts-files.ts";
import { type DiscoveredResource, discover, openServer } from "./server.ts";

const api = fileURLToPath(new URL("../../packages/client-ts/src/api", import.meta.url));
const kubeconfig = process.env["CLIENT_TS_TEST_KUBECONFIG"];
if (!kubeconfig) console.log("skipped: the comparison with a live server's discovery needs CLIENT_TS_TEST_KUBECONFIG");

const everyVerb = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/** A descriptor in the words of discovery. */
interface Description {
  readonly plural: string;
  readonly scope: string;
  readonly singular: string | undefined;
  readonly verbs: readonly string[];
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: readonly string[];
}

function asDiscovered(resource: Resource): Description {
  const subresources = [
    ...(resource.subresources ?? []),
    ...(resource.status ? ["status"] : []),
    ...(resource.scale ? ["scale"] : []),
  ];
  return {
    plural: resource.plural,
    scope: resource.scope,
    singular: resource.singular,
    verbs: [...(resource.verbs ?? everyVerb)].sort(),
    shortNames: resource.shortNames ?? [],
    categories: resource.categories ?? [],
    subresources: subresources.sort(),
  };
}

function asDescribed(resource: DiscoveredResource): Description {
  return {
    plural: resource.resource,
    scope: resource.scope,
    singular: resource.singularResource,
    verbs: [...resource.verbs].sort(),
    shortNames: resource.shortNames ?? [],
    categories: resource.categories ?? [],
    subresources: (resource.subresources ?? []).map((one) => one.subresource).sort(),
  };
}

async function descriptor(packageName: string, kind: string): Promise<Resource> {
  const module = (await import(`${api}/${packageName}.ts`)) as Record<string, Resource>;
  const found = module[kind];
  if (!found) throw new Error(`${packageName} has no descriptor ${kind}`);
  return found;
}

describe("the descriptors", () => {
  it("say what the captured discovery says", async () => {
    for (const fact of readFacts().kinds) {
      const resource = await descriptor(fact.package, fact.kind);
      expect([resource.group, resource.version, resource.kind]).toEqual([fact.group, fact.version, fact.kind]);
      expect(asDiscovered(resource), `${fact.package}.${fact.kind}`).toEqual({
        plural: fact.plural,
        scope: fact.scope,
        singular: fact.singular,
        verbs: [...fact.verbs].sort(),
        shortNames: fact.shortNames ?? [],
        categories: fact.categories ?? [],
        subresources: (fact.subresources ?? []).map((one) => one.name).sort(),
      });
    }
  });

  it("agree with the table of kinds", async () => {
    const table = await loadKinds();
    const facts = readFacts().kinds;
    expect(table).toHaveLength(facts.length);
    for (const [at, fact] of facts.entries()) {
      const kind = table[at] as KindFacts;
      const resource = await descriptor(fact.package, fact.kind);
      expect([kind.group, kind.version, kind.kind, kind.plural, kind.scope]).toEqual([
        resource.group,
        resource.version,
        resource.kind,
        resource.plural,
        resource.scope,
      ]);
      expect([kind.status, kind.scale]).toEqual([resource.status ?? false, resource.scale ?? false]);
    }
  });

  it.skipIf(!kubeconfig)(
    "equal a live server's discovery: scope, verbs, short names, categories, subresources of every kind it serves",
    async () => {
      const packages = new Map(
        readFacts().packages.flatMap((pkg) => {
          const version = pkg.name.slice(pkg.name.indexOf("/") + 1);
          return pkg.group === undefined
            ? []
            : [[pkg.group === "" ? version : `${pkg.group}/${version}`, pkg.name] as const];
        }),
      );
      let compared = 0;
      const server = openServer(kubeconfig as string);
      const { gitVersion } = await server.get<{ gitVersion: string }>("/version");
      const minor = (version: string): string => version.split(".").slice(0, 2).join(".");
      const sameVersion = minor(gitVersion) === minor(readFacts().sources.server);
      for (const [groupVersion, resources] of await discover(server)) {
        const name = packages.get(groupVersion);
        // Custom resources that other tests made are not built in.
        if (!name) continue;
        for (const resource of resources) {
          const found = asDiscovered(await descriptor(name, resource.responseKind.kind));
          const served = asDescribed(resource);
          // An older server has fewer subresources than the version that the facts come from; what it has must be
          // known.
          const subresources = sameVersion
            ? found.subresources
            : found.subresources.filter((one) => served.subresources.includes(one));
          expect({ ...found, subresources }, `${groupVersion} ${resource.resource}`).toEqual(served);
          compared += 1;
        }
      }
      expect(compared).toBeGreaterThanOrEqual(sameVersion ? 70 : 60);
      console.log(`${compared} resources of a live server equal their descriptors`);
    },
  );
});
