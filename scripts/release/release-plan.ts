/** How much a release changes, or the version itself. */
export type Step = "major" | "minor" | "patch" | (string & {});

/** The version after a step: `0.1.0` and `minor` give `0.2.0`. A version that is given must be a later one. */
export function nextVersion(current: string, step: Step): string {
  const now = parseVersion(current);
  const next =
    step === "major"
      ? [now[0] + 1, 0, 0]
      : step === "minor"
        ? [now[0], now[1] + 1, 0]
        : step === "patch"
          ? [now[0], now[1], now[2] + 1]
          : parseVersion(step);
  const difference = next.map((part, index) => part - (now[index] ?? 0)).find((part) => part !== 0) ?? 0;
  if (difference <= 0) throw new Error(`${next.join(".")} does not come after ${current}`);
  return next.join(".");
}

function parseVersion(text: string): [number, number, number] {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  if (major === undefined) throw new Error(`${JSON.stringify(text)} is no version: write major.minor.patch`);
  return [Number(major), Number(minor), Number(patch)];
}

/** What a release makes of the changelog: the section of the version, and the whole text with a new empty section. */
export function releasedChangelog(
  changelog: string,
  version: string,
  date: string,
): { readonly section: string; readonly text: string } {
  const [, before = "", body = "", after = ""] =
    /^([\s\S]*?)## Unreleased\n([\s\S]*?)(?=\n## |$(?![\s\S]))([\s\S]*)$/.exec(changelog) ?? [];
  const changes = body.trim();
  if (changes === "") throw new Error("CHANGELOG.md has nothing under Unreleased: there is nothing to release");
  const section = `## ${version} (${date})\n\n${changes}\n`;
  return { section, text: `${before}## Unreleased\n\n${section}${after}` };
}

/** A manifest as far as a release looks at it. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly description?: string;
  readonly license?: string;
  readonly engines?: { readonly node?: string };
  readonly exports?: object;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly repository?: { readonly url?: string; readonly directory?: string };
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean };
}

/**
 * Why a package cannot be published with provenance; empty when it can. Without `provenance`, as in a dry run of a
 * clone that has no remote, the rest is looked at.
 */
export function manifestProblems(manifest: Manifest, { provenance = true } = {}): string[] {
  const { name = "", description, license, engines, exports, files = [], dependencies = {} } = manifest;
  const problems = [
    description === undefined && "has no description",
    license !== "Apache-2.0" && `has the license ${license ?? "none"}, not Apache-2.0`,
    engines?.node === undefined && "does not say which Node it needs",
    exports === undefined && "has no exports",
    !files.includes("LICENSE") && "does not pack its LICENSE",
    !files.includes("README.md") && "does not pack its README.md",
    provenance &&
      manifest.repository?.url === undefined &&
      "has no repository: give --repository URL, or add a remote named origin",
    provenance && manifest.publishConfig?.provenance !== true && "does not ask for provenance",
    ...Object.entries(dependencies).map(
      ([one, version]) => !/^\d/.test(version) && `does not pin ${one} exactly (${version})`,
    ),
  ];
  return problems.filter((problem) => problem !== false).map((problem) => `${name} ${problem}`);
}

/** Licenses that a dependency of the packages may have. */
const acceptedLicenses = new Set(["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "BlueOak-1.0.0"]);

/** Dependencies whose license is not one of those that may be combined with Apache-2.0 without a further look. */
export function licenseProblems(licenses: ReadonlyMap<string, string | undefined>): string[] {
  return [...licenses]
    .filter(([, license]) => license === undefined || !acceptedLicenses.has(license))
    .map(([name, license]) => `${name} has the license ${license ?? "none"}: look at it before a release`);
}

/** The largest sizes, in bytes, of what is published. */
export const sizeLimits: Readonly<Record<string, { readonly packed: number; readonly unpacked: number }>> = {
  "client-ts": { packed: 1_800_000, unpacked: 8_000_000 },
  "client-ts-testing": { packed: 1_000_000, unpacked: 4_000_000 },
};

/** Tarballs that are larger than their limit. */
export function sizeProblems(name: string, size: { readonly packed: number; readonly unpacked: number }): string[] {
  const limit = sizeLimits[name];
  if (limit === undefined) return [`${name} has no size limit`];
  return (["packed", "unpacked"] as const)
    .filter((which) => size[which] > limit[which])
    .map((which) => `${name} has ${size[which]} bytes ${which}; at most ${limit[which]} are allowed`);
}
