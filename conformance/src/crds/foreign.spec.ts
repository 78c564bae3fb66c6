/**
 * CustomResourceDefinitions that were not written here, from their Go modules: generated types compile, the definitions
 * install on both servers, and an object comes back the same from typed client, informer and fake. It takes minutes,
 * so that it runs with CLIENT_TS_FOREIGN_CRDS=on alone (`npm run nightly -- crds`).
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Client, connect, isConflict } from "client-ts";
import type { CustomResourceDefinition } from "client-ts/api/apiextensions/v1";
import { parseManifests } from "client-ts/client";
import { generateTypes, installCRDs, uninstallCRDs } from "client-ts/custom-resources";
import { isInvalid, type StatusError } from "client-ts/errors";
import { newSharedInformerFactory } from "client-ts/informers";
import type { KubeObject, Resource, Stored } from "client-ts/meta";
import { newFakeClientset, sharedKubeconfig, startApiServer } from "client-ts-testing";
import { sortedMembers } from "client-ts-testing/workspace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onSources } from "../process/spawn-on-sources.ts";
import { filesOfModule, foreignModules } from "./foreign-modules.ts";
import { type Extent, sampleObject } from "./sample-object.ts";

interface ForeignDefinition {
  readonly from: string;
  readonly definition: CustomResourceDefinition;
}

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const extents: readonly Extent[] = ["narrow", "wide", "deep"];
const runs = process.env["CLIENT_TS_FOREIGN_CRDS"] === "on";

async function readModules(): Promise<ForeignDefinition[]> {
  const found: ForeignDefinition[] = [];
  for (const module of foreignModules) {
    const before = found.length;
    for (const file of filesOfModule(module)) {
      const text = readFileSync(file, "utf8");
      if (!/^kind: CustomResourceDefinition$/m.test(text)) continue;
      for (const { object } of await parseManifests(text))
        found.push({ from: file, definition: object as unknown as CustomResourceDefinition });
    }
    console.log(`figure: ${module.module} ${module.version}: ${found.length - before} definitions`);
  }
  console.log(`figure: ${found.length} definitions`);
  return found;
}

/** An object without what every server decides for itself. */
function comparable(object: KubeObject): object {
  const {
    uid: _,
    resourceVersion: __,
    creationTimestamp: ___,
    managedFields: ____,
    ...metadata
  } = object.metadata ?? {};
  return { ...object, metadata };
}

describe.skipIf(!runs)("definitions of other projects", () => {
  let folder: string;
  let foreign: ForeignDefinition[];
  let kinds: Map<string, Resource<KubeObject>>;

  beforeAll(async () => {
    mkdirSync(join(repository, "test-results"), { recursive: true });
    folder = mkdtempSync(join(repository, "test-results/foreign-"));
    foreign = await readModules();
    kinds = new Map();
    for (const [path, text] of generateTypes(foreign)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
      const module = (await import(join(folder, path))) as Record<string, Resource<KubeObject>>;
      for (const resource of Object.values(module))
        kinds.set(`${resource.group}/${resource.version}/${resource.kind}`, resource);
    }
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const resourceOf = ({ spec }: CustomResourceDefinition): Resource<KubeObject> => {
    const version = spec.versions.find((one) => one.storage)?.name;
    const resource = kinds.get(`${spec.group}/${version}/${spec.names.kind}`);
    if (resource === undefined) throw new Error(`no descriptor was generated for ${spec.names.kind}`);
    return resource;
  };

  it("are at least 60, and give code that compiles under the strictest options", () => {
    expect(foreign.length).toBeGreaterThanOrEqual(60);
    const compilerOptions = { isolatedDeclarations: true, declaration: true, skipLibCheck: false };
    const config = { extends: "../../tsconfig.base.json", compilerOptions, include: ["**/*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(repository, "node_modules/typescript/bin/tsc");
    expect(spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" }).stdout).toBe("");
  }, 120_000);

  /** The result for the samples of every definition: the stored object, or the fields that are refused. */
  async function outcomes(client: Client, namespace: string, withInformers: boolean): Promise<Map<string, unknown>> {
    const found = new Map<string, unknown>();
    const factory = newSharedInformerFactory(client, { logger: false });
    const stored: [Resource<KubeObject>, Stored<KubeObject>][] = [];
    for (const { definition } of foreign) {
      const resource = resourceOf(definition);
      const options = resource.scope === "Namespaced" ? { namespace } : {};
      for (const name of extents) {
        const key = `${definition.metadata?.name} ${name}`;
        try {
          const created = await client
            .resource(resource, options)
            .create(sampleObject(definition, { name, extent: name }));
          expect(await client.resource(resource, options).get(name)).toEqual(created);
          stored.push([resource, created]);
          found.set(key, comparable(created));
        } catch (error) {
          if (!isInvalid(error)) throw error;
          // The real server gives the causes in the order of a map.
          found.set(key, causesOf(error));
        }
      }
      if (withInformers) factory.forKind(resource).informer();
    }
    if (!withInformers) return found;
    factory.start();
    await factory.waitForCacheSync({ signal: AbortSignal.timeout(120_000) });
    for (const [resource, object] of stored) {
      const lister = factory.forKind(resource).lister();
      const name = object.metadata.name;
      const cached = resource.scope === "Namespaced" ? lister.namespace(namespace).get(name) : lister.get(name);
      expect(comparable(cached as KubeObject)).toEqual(comparable(object));
    }
    await factory.close();
    return found;
  }

  /** The files that differ when the types are generated from the server's OpenAPI instead of from the definitions. */
  async function differencesOf(kubeconfig: string): Promise<string[]> {
    const file = join(folder, "kubeconfig");
    const out = join(folder, "from-cluster");
    writeFileSync(file, kubeconfig, { mode: 0o600 });
    const groups = [...new Set(foreign.map(({ definition }) => definition.spec.group))];
    const cli = join(repository, "packages/client-ts/src/cli/main.ts");
    const argv = ["codegen", "--out", out, "--kubeconfig", file, ...groups.flatMap((group) => ["--group", group])];
    const node = [...onSources, cli, ...argv];
    // Not synchronous: the in-memory server answers from this process.
    await promisify(execFile)(process.execPath, node, { cwd: repository });
    const different: string[] = [];
    for (const [path, text] of generateTypes(foreign))
      if (withoutDeprecation(text) !== withoutDeprecation(readFileSync(join(out, path), "utf8"))) different.push(path);
    rmSync(out, { recursive: true });
    return different;
  }

  it("install on both servers, and objects come back the same from clients, informers and fakes", async () => {
    const crds = foreign.map(({ definition }) => definition);
    const server = await startApiServer();
    const client = await connect({ kubeconfigText: server.kubeconfig });
    const began = performance.now();
    const installed = await installCRDs(client, crds);
    expect(installed.every(({ action }) => action === "created")).toBe(true);
    console.log(`figure: installed in the in-memory server in ${Math.round(performance.now() - began)} ms`);
    const memory = await outcomes(client, "default", true);
    expect(await differencesOf(server.kubeconfig)).toEqual([]);
    await client.close();
    await server.close();

    const fake = newFakeClientset(crds, {});
    expect(await outcomes(fake.client, "default", true)).toEqual(memory);

    for (const extent of extents) {
      const answers = [...memory].filter(([key]) => key.endsWith(` ${extent}`)).map(([, answer]) => answer);
      const accepted = answers.filter((answer) => typeof answer !== "string").length;
      console.log(`figure: ${accepted} of ${answers.length} ${extent} samples accepted by the in-memory server`);
    }
    const kubeconfigPath = sharedKubeconfig();
    if (kubeconfigPath === undefined) {
      console.log("skipped: no control plane; set CLIENT_TS_CLUSTER=on");
      return;
    }
    const real = await connect({ kubeconfigPath });
    try {
      await installCRDs(real, crds, { force: true, timeoutMs: 180_000 });
      const answers = await outcomes(real, "default", true);
      const generated = await differencesOf(readFileSync(kubeconfigPath, "utf8"));
      console.log(`figure: ${generated.length} generated files differ on the real server: ${generated.join(", ")}`);
      expect(generated).toEqual([]);
      const different = [...answers].filter(
        ([key, answer]) => JSON.stringify(sortedMembers(answer)) !== JSON.stringify(sortedMembers(memory.get(key))),
      );
      for (const [key, answer] of different)
        console.log(
          `differs: ${key}\n  real:   ${JSON.stringify(answer)}\n  memory: ${JSON.stringify(memory.get(key))}`,
        );
      const usable = crds.filter(({ metadata }) =>
        extents.some((name) => typeof answers.get(`${metadata?.name} ${name}`) === "object"),
      );
      console.log(`figure: ${answers.size - different.length} of ${answers.size} answers are equal on both servers`);
      console.log(`figure: ${usable.length} of ${crds.length} kinds have an object on the real server`);
      expect(different.map(([key]) => key)).toEqual([]);
      expect(usable.length).toBe(crds.length);
    } finally {
      await uninstallCRDs(real, crds, { deleteObjects: true, wait: false }).catch((error: unknown) => {
        if (!isConflict(error)) throw error;
      });
      await real.close();
    }
  }, 900_000);
});

/** Why an object is refused, in an order of its own. */
function causesOf(error: unknown): string {
  const { causes = [] } = (error as StatusError).status.details ?? {};
  return `refused: ${causes
    .map(({ field, message }) => `${field}: ${message}`)
    .sort()
    .join("; ")}`;
}

/** Generated code without what OpenAPI does not say: that a version is deprecated. */
function withoutDeprecation(text: string): string {
  return text.replaceAll(/\n \*\n \* @deprecated[^\n]*/g, "").replaceAll(/\/\*\*\n \* ([^\n]*)\n \*\//g, "/** $1 */");
}
