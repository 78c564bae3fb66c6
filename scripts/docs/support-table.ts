/** What the repository says about where the packages are run. */
export interface SupportFacts {
  /** `engines.node` of the package: `>=20.19`. */
  readonly engines: string;
  /** The newer Nodes on which every change runs a part of the tests, and every night all of them. */
  readonly nodes: readonly string[];
  /** The Kubernetes that every change is tested with. */
  readonly kubernetes: string;
  /** Older ones, tested every night. */
  readonly olderKubernetes: readonly string[];
  /** What a project outside of the repository uses the tarballs with. */
  readonly consumer: Readonly<Record<string, string>>;
}

/** The table of what is tested, how much of it, and how often. */
export function supportTable({ engines, nodes, kubernetes, olderKubernetes, consumer }: SupportFacts): string {
  const oldest = engines.replace(/^>=/, "");
  const rows: readonly (readonly [string, string, string])[] = [
    [`Node ${oldest} and newer 20`, "all tests, on Linux", "every change"],
    ...nodes.map(
      (version) =>
        [`Node ${version}`, "sockets, streams, codec, test server; all tests", "every change; every night"] as const,
    ),
    [`Kubernetes ${kubernetes}`, "all tests that need a server, chaos, examples", "every change"],
    ...olderKubernetes.map(
      (version) => [`Kubernetes ${version}`, "all tests that need a server", "every night"] as const,
    ),
    ["Kubernetes 1.28 and newer", "meant to work: what a server does not offer is not used", "not run"],
    [
      `TypeScript ${versionsOf(consumer, "typescript")}`,
      "the declarations, with and without `exactOptionalPropertyTypes`",
      "every change",
    ],
    [`Bun ${consumer["bun"]}`, "a program on the tarballs, over HTTP/1.1: calls, watch, informer", "every change"],
    [`Deno ${consumer["deno"]}`, "the same program", "every change"],
    [
      `Jest ${consumer["jest"]}, esbuild ${consumer["esbuild"]}`,
      "a suite and bundles, ESM and CommonJS",
      "every change",
    ],
    ["macOS, Windows", "paths, signals and terminals by tests with a host object of that system", "not run there"],
    ["Browsers", "not supported", ""],
  ];
  return [
    "| where | what is tested | when |",
    "|---|---|---|",
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
  ].join("\n");
}

/** `5.9, 6.0 and 7.0` from the packages whose names begin with the given one. */
function versionsOf(packages: Readonly<Record<string, string>>, name: string): string {
  const versions = Object.entries(packages)
    .filter(([one]) => one === name || one.startsWith(`${name}-`))
    .map(([, version]) =>
      version
        .replace(/^npm:.*@/, "")
        .split(".")
        .slice(0, 2)
        .join("."),
    )
    .sort();
  return `${versions.slice(0, -1).join(", ")} and ${versions.at(-1)}`;
}

/** Puts the table between its marks in a document. */
export function withSupportTable(document: string, table: string): string {
  const marks = /(<!-- support:begin -->\n)[\s\S]*?(<!-- support:end -->)/;
  if (!marks.test(document)) throw new Error("the document has no marks of the support table");
  return document.replace(marks, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
}
