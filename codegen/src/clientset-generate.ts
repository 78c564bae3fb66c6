/**
 * Writes `packages/client-ts/src/clientset/group-versions.ts`: one table of all group-version modules of `api/`. Run
 * with `node --import tsx`.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The modules of `api/` that have kinds, as `core/v1`, in order. */
export function groupVersionModules(apiFolder: string): string[] {
  return readdirSync(apiFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "tables")
    .flatMap(({ name }) => readdirSync(join(apiFolder, name)).map((file) => `${name}/${file}`))
    .filter(
      (file) =>
        /^[a-z0-9]+\/v[0-9a-z]+\.ts$/.test(file) && /^export const /m.test(readFileSync(join(apiFolder, file), "utf8")),
    )
    .map((file) => file.slice(0, -".ts".length))
    .sort();
}

/** The table's source. */
export function emitClientset(modules: readonly string[]): string {
  const name = (module: string): string => module.replace(/\/v/, "V");
  const groups = grouped(modules);
  const versions = (list: readonly string[], value: (module: string) => string): string[] =>
    list.map((module) => `${module.split("/")[1]}: ${value(module)}`);
  return [
    "// Made by `codegen/src/clientset-generate.ts` from packages/client-ts/src/api; do not edit.",
    ...modules.map((module) => `import * as ${name(module)} from "../api/${module}.ts";`),
    "",
    "/** The modules of all built-in groups and versions, by the names that the clientset has. */",
    "export interface GroupVersionModules {",
    ...[...groups].map(
      ([group, list]) =>
        `  readonly ${group}: { ${versions(list, (module) => `typeof ${name(module)}`)
          .map((text) => `readonly ${text}`)
          .join("; ")} };`,
    ),
    "}",
    "",
    "/** Every built-in kind's descriptor, by group, version and kind. */",
    "export const groupVersionModules: GroupVersionModules = {",
    ...[...groups].map(([group, list]) => `  ${group}: { ${versions(list, name).join(", ")} },`),
    "};",
    "",
  ].join("\n");
}

/** Groups that client-go's clientset names differently. */
const groupNames: Readonly<Record<string, string>> = { apiserverinternal: "internal" };

function grouped(modules: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const module of modules) {
    const folder = module.split("/")[0]!;
    const group = groupNames[folder] ?? folder;
    groups.set(group, [...(groups.get(group) ?? []), module]);
  }
  return groups;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const source = join(import.meta.dirname, "../../packages/client-ts/src");
  writeFileSync(join(source, "clientset/group-versions.ts"), emitClientset(groupVersionModules(join(source, "api"))));
}
