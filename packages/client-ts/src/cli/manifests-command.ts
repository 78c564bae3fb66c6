import { parseArgs } from "node:util";
import type { PolicyRule } from "../api/rbac/v1.ts";
import { newClient, type Client } from "../client/index.ts";
import type { ManifestsOptions } from "../controller/index.ts";
import type { KubeObject } from "../meta/index.ts";
import type { CommandIo } from "../util/index.ts";
import { exportedDefinitions } from "./exported-definitions.ts";
import { importModule } from "./import-module.ts";
import { readArguments } from "./read-arguments.ts";

const usage = `client-ts manifests FILE --image IMAGE [--namespace NAMESPACE] [--replicas N]

Prints what a cluster needs to run a manager, as YAML: permissions (RBAC) for the kinds that its controllers declare, a
Deployment with probes, and the rest. FILE is a module whose default export is a manager, or a function that makes one
from a client; nothing is connected. The CustomResourceDefinitions that the module exports come first, as they are or as
what defineCustomResource returned. Compile a TypeScript module first, or use a Node that reads TypeScript (22.18).`;

/** What a module must export: `export default (client) => manager`. */
interface HasManifests {
  manifests(options: ManifestsOptions): KubeObject[];
}

/** Runs `client-ts manifests` and gives the exit code: 0, 1 for a module that does not fit, 2 for a wrong call. */
export async function runManifestsCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  const parsed = readArguments(() => parse(argv), usage, io);
  if (typeof parsed === "number") return parsed;
  const { values, positionals } = parsed;
  const [file, ...more] = positionals;
  const replicas = values.replicas === undefined ? undefined : Number(values.replicas);
  if (file === undefined || more.length > 0 || values.image === undefined || !isReplicas(replicas)) {
    io.report(usage);
    return 2;
  }
  const module = await importModule(file);
  const manager = managerOf(module["default"]);
  if (manager === undefined) {
    io.report(`${file} must export a manager, or a function that makes one from a client, as its default`);
    return 1;
  }
  const definitions = exportedDefinitions(module) as KubeObject[];
  const manifests = manager.manifests({ image: values.image, namespace: values.namespace, replicas });
  for (const name of missingDefinitions(manifests, definitions))
    io.report(
      `the CustomResourceDefinition ${name} is not among the manifests: export it from ${file}, ` +
        "as it is or as what defineCustomResource returned, or install it before the manager starts",
    );
  const { stringify } = await import("yaml");
  const documents = [...definitions, ...manifests].map((object) => stringify(object, { aliasDuplicateObjects: false }));
  io.print(documents.join("---\n").trimEnd());
  return 0;
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      image: { type: "string" },
      namespace: { type: "string" },
      replicas: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
}

function isReplicas(replicas: number | undefined): boolean {
  return replicas === undefined || (Number.isInteger(replicas) && replicas >= 0);
}

/** The manager of a module; made with a client that is never used, where it has to be made. */
function managerOf(exported: unknown): HasManifests | undefined {
  const manager =
    typeof exported === "function"
      ? (exported as (client: Client) => unknown)(newClient({ host: "http://127.0.0.1:1" }))
      : exported;
  return typeof (manager as Partial<HasManifests> | undefined)?.manifests === "function"
    ? (manager as HasManifests)
    : undefined;
}

/** The names of definitions that the kinds of the controllers need and that the module does not export. */
function missingDefinitions(manifests: readonly KubeObject[], definitions: readonly KubeObject[]): string[] {
  const exported = new Set(definitions.map(({ metadata }) => metadata?.name));
  const rules = manifests.flatMap((object) => ("rules" in object ? (object.rules as PolicyRule[]) : []));
  // Every reconciled kind has a rule for its finalizers; groups of Kubernetes itself end in k8s.io or have no dot.
  const needed = rules.flatMap(({ apiGroups: [group = ""] = [], resources = [] }) =>
    !group.includes(".") || group.endsWith(".k8s.io")
      ? []
      : resources
          .filter((name) => name.endsWith("/finalizers"))
          .map((name) => name.replace("/finalizers", `.${group}`)),
  );
  return [...new Set(needed)].filter((name) => !exported.has(name));
}
