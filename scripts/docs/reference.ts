// Writes the API reference from the doc comments: docs/reference, a page for each public name.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { repository } from "../layers/source-tree.ts";
import { tidyReference } from "./tidy-reference.ts";

/** One entry of a package: how users import it, and the file that lists its names. */
export interface ReferenceEntry {
  readonly name: string;
  readonly file: string;
}

/** One entry of the sidebar. The names of an entry are on its page: each page would repeat hundreds of them. */
export interface SidebarItem {
  readonly text: string;
  readonly link: string;
}

/** The public entries of both packages, the main ones first. */
export function referenceEntries(): ReferenceEntry[] {
  const entries = join(repository, "packages/client-ts/src/entries");
  return [
    { name: "client-ts", file: join(repository, "packages/client-ts/src/index.ts") },
    ...readdirSync(entries)
      .filter((name) => name.endsWith(".ts"))
      .sort()
      .map((name) => ({ name: `client-ts/${basename(name, ".ts")}`, file: join(entries, name) })),
    { name: "client-ts-testing", file: join(repository, "packages/testing/src/index.ts") },
  ];
}

/** Writes `docs/reference` and gives its part of the sidebar. */
export function writeReference(): SidebarItem[] {
  const target = join(repository, "docs/reference");
  const scratch = join(repository, "test-results/docs-entries");
  for (const folder of [target, scratch]) rmSync(folder, { recursive: true, force: true });
  const entries = referenceEntries();
  for (const entry of entries) writeNamedEntry(scratch, entry);
  writeFileSync(
    join(scratch, "tsconfig.json"),
    JSON.stringify({ extends: relative(scratch, join(repository, "tsconfig.base.json")), include: ["**/*.ts"] }),
  );
  writeFileSync(join(scratch, "typedoc.json"), JSON.stringify(optionsOf(scratch, target, entries), undefined, 2));
  execFileSync(
    process.execPath,
    [join(repository, "docs/node_modules/typedoc/bin/typedoc"), "--options", join(scratch, "typedoc.json")],
    { cwd: join(repository, "docs"), stdio: ["ignore", "inherit", "inherit"] },
  );
  for (const file of markdownBelow(target)) writeFileSync(file, tidyReference(readFileSync(file, "utf8")));
  rmSync(scratch, { recursive: true, force: true });
  return entries.map(({ name }) => ({ text: name, link: `/reference/${name}/` }));
}

/**
 * A copy of an entry whose first comment is marked as that of the module, with the name that users import. Without the
 * mark it would count as the comment of each function that the entry exports.
 */
function writeNamedEntry(scratch: string, { name, file }: ReferenceEntry): void {
  const copy = join(scratch, `${name}.ts`);
  mkdirSync(dirname(copy), { recursive: true });
  const text = readFileSync(file, "utf8")
    .replace(/\s*\*\/\n/, `\n * @module ${name}\n */\n`)
    .replaceAll(/from "(\.{1,2}\/[^"]+)"/g, (_, path: string) => {
      const imported = relative(dirname(copy), join(dirname(file), path));
      return `from "${imported}"`;
    });
  writeFileSync(copy, text);
}

function optionsOf(scratch: string, target: string, entries: readonly ReferenceEntry[]): object {
  return {
    plugin: ["typedoc-plugin-markdown"],
    router: "member",
    entryPoints: entries.map(({ name }) => join(scratch, `${name}.ts`)),
    tsconfig: join(scratch, "tsconfig.json"),
    out: target,
    name: "API reference",
    readme: "none",
    disableSources: true,
    excludePrivate: true,
    excludeProtected: true,
    excludeExternals: true,
    excludeInternal: true,
    // The compiler of the repository checks the types; this one only reads them.
    skipErrorChecking: true,
    // Comments may refer to names that are not public; these stay plain text.
    validation: { invalidLink: false, notExported: false },
    logLevel: "Error",
    entryFileName: "index",
    // What a user calls comes first.
    groupOrder: ["Functions", "Variables", "Classes", "Interfaces", "Type Aliases"],
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    indexFormat: "table",
    parametersFormat: "table",
    interfacePropertiesFormat: "table",
    classPropertiesFormat: "table",
    typeAliasPropertiesFormat: "table",
    propertyMembersFormat: "table",
    typeDeclarationFormat: "table",
    tableColumnSettings: { hideInherited: true, hideModifiers: true, hideDefaults: true, hideOverrides: true },
  };
}

function markdownBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
    .map((entry) => join(entry.parentPath, entry.name));
}
