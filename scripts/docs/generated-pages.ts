import { exampleAnchor } from "./site-links.ts";

/** One example: its name (`from-client-go/workqueue`) and its source. */
export interface Example {
  readonly name: string;
  readonly source: string;
}

/** The page that shows every example. Its folder is a part of the page. */
export function examplesPage(examples: readonly Example[]): string {
  const folders = groupByFolder(examples);
  const parts = [...folders].map(([folder, inside]) => {
    const sections = inside.map((example) => exampleSection(example));
    return `## ${folder === "" ? "One task each" : folder} {#${exampleAnchor(folder === "" ? "tasks" : folder)}}

${sections.join("\n")}`;
  });
  return `---
outline: [2, 3]
editLink: false
---

# Examples

Each example is one file that does one task. All of them run in CI on the in-memory API server, and on a real control
plane. In a clone, \`npm run examples\` runs all of them and \`npm run examples -- list\` one of them; with \`KUBECONFIG\`
set, it runs on that cluster.

${parts.join("\n")}`;
}

function folderOf({ name }: Example): string {
  return name.includes("/") ? name.slice(0, name.lastIndexOf("/")) : "";
}

function groupByFolder(examples: readonly Example[]): Map<string, Example[]> {
  const folders = new Map<string, Example[]>();
  for (const example of examples) folders.set(folderOf(example), [...(folders.get(folderOf(example)) ?? []), example]);
  return folders;
}

/** The first comment of an example is its description; how to run it is the same for all and is said once. */
function exampleSection({ name, source }: Example): string {
  const comment = /^(?:\/\/[^\n]*\n)+/.exec(source)?.[0] ?? "";
  const text = comment
    .split("\n")
    .map((line) => line.replace(/^\/\/ ?/, ""))
    .join(" ")
    .replace(/\s*Run: npm run examples -- \S+?(?=[.\s]|$)/, "")
    .replaceAll("<", "&lt;")
    .trim();
  return `### ${name} {#${exampleAnchor(name)}}

${text}

\`\`\`ts
${source.slice(comment.length).trim()}
\`\`\`
`;
}

/** A page of the site that repeats a document of the repository. `origin` lets its links be understood. */
export function projectPage(origin: string, text: string): string {
  const body = text.replaceAll(/\{\{/g, "&#123;&#123;");
  return `---
origin: ${origin}
search: false
editLink: false
---

${body}`;
}

/** What the page of kinds says about a kind. */
export interface KindRow {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: string;
  readonly shortNames?: readonly string[] | undefined;
  readonly subresources: readonly { readonly name: string }[];
}

/** The page of the built-in kinds: where each is imported from, and what it has. `entryOf` gives the import path. */
export function kindsPage(kinds: readonly KindRow[], entryOf: (group: string, version: string) => string): string {
  const entries = new Map<string, KindRow[]>();
  for (const kind of kinds) {
    const entry = entryOf(kind.group, kind.version);
    entries.set(entry, [...(entries.get(entry) ?? []), kind]);
  }
  const sections = [...entries].sort(([left], [right]) => left.localeCompare(right)).map(kindsOfEntry);
  return `---
outline: [2, 2]
editLink: false
---

# Built-in kinds

A kind is one name, a type and a value: \`import { Pod } from "client-ts/api/core/v1"\`. Below are the ${kinds.length}
kinds of ${entries.size} group versions. Their fields are those of the Kubernetes API, in its own spelling.

${sections.join("\n")}`;
}

function kindsOfEntry([entry, kinds]: [string, KindRow[]]): string {
  const rows = kinds.map(({ kind, plural, scope, shortNames = [], subresources }) => {
    const resource = shortNames.length > 0 ? `${plural} (${shortNames.join(", ")})` : plural;
    return `| \`${kind}\` | ${resource} | ${scope} | ${subresources.map(({ name }) => name).join(", ")} |`;
  });
  return `## ${entry}

| kind | resource (short names) | scope | subresources |
|---|---|---|---|
${rows.join("\n")}
`;
}
