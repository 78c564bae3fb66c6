import { describe, expect, it } from "vitest";
import { publishedManifest } from "./published-manifest.mjs";
import { publishedReadme } from "./published-readme.mjs";
import { licenseProblems, manifestProblems, nextVersion, releasedChangelog, sizeProblems } from "./release-plan.ts";

describe("the next version", () => {
  it.each([
    ["0.1.0", "patch", "0.1.1"],
    ["0.1.3", "minor", "0.2.0"],
    ["0.9.1", "major", "1.0.0"],
    ["0.1.0", "0.10.0", "0.10.0"],
  ])("after %s by %s is %s", (current, step, next) => expect(nextVersion(current, step)).toBe(next));

  it.each(["0.1.0", "0.0.9", "next", "1.0"])("is never %s after 0.1.0", (step) => {
    expect(() => nextVersion("0.1.0", step)).toThrow(/does not come after|is no version/);
  });
});

describe("the changelog of a release", () => {
  const changelog = "# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 0.1.0 (2026-01-01)\n\n- The first.\n";

  it("has the unreleased changes under the version, and an empty section for the next ones", () => {
    const { section, text } = releasedChangelog(changelog, "0.2.0", "2026-02-01");
    expect(section).toBe("## 0.2.0 (2026-02-01)\n\n### Added\n- A thing.\n");
    expect(text).toBe(
      "# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-02-01)\n\n### Added\n- A thing.\n\n" +
        "## 0.1.0 (2026-01-01)\n\n- The first.\n",
    );
  });

  it("of a first release takes everything there is", () => {
    const { text } = releasedChangelog("# Changelog\n\n## Unreleased\n\n- All.\n", "0.1.0", "2026-01-01");
    expect(text).toBe("# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-01-01)\n\n- All.\n");
  });

  it("needs a change", () => {
    expect(() => releasedChangelog("# Changelog\n\n## Unreleased\n", "0.2.0", "2026-02-01")).toThrow(
      "nothing to release",
    );
  });
});

describe("a manifest that is published", () => {
  const manifest = {
    name: "client-ts",
    description: "A client",
    license: "Apache-2.0",
    engines: { node: ">=20.19" },
    exports: {
      ".": { "client-ts-source": "./src/index.ts", import: "./dist/index.js" },
      "./workspace": { "client-ts-source": "./src/workspace.ts" },
      "./package.json": "./package.json",
    },
    files: ["dist", "README.md", "LICENSE"],
    dependencies: { ws: "8.22.2" },
  };

  it("has no condition that leads to the sources, no entry with that alone, and says where it was built", () => {
    const repository = "https://git.example.com/a/b.git";
    const published = publishedManifest(manifest, { repository, directory: "packages/client-ts" });
    expect(published["exports"]).toEqual({ ".": { import: "./dist/index.js" }, "./package.json": "./package.json" });
    expect(published["repository"]).toEqual({
      type: "git",
      url: "git+https://git.example.com/a/b.git",
      directory: "packages/client-ts",
    });
    expect(manifestProblems(published)).toEqual([]);
  });

  it("is not ready for provenance without a repository", () => {
    const published = publishedManifest(manifest, { directory: "packages/client-ts" });
    expect(manifestProblems(published)).toEqual([
      expect.stringContaining("client-ts has no repository"),
      "client-ts does not ask for provenance",
    ]);
    expect(manifestProblems(published, { provenance: false })).toEqual([]);
  });

  it("pins its dependencies and packs its license", () => {
    const loose = { ...manifest, dependencies: { ws: "^8.0.0" }, files: ["dist"], license: "MIT" };
    expect(manifestProblems(loose)).toEqual(
      expect.arrayContaining([
        "client-ts has the license MIT, not Apache-2.0",
        "client-ts does not pack its LICENSE",
        "client-ts does not pin ws exactly (^8.0.0)",
      ]),
    );
  });
});

describe("a README on its registry page", () => {
  const text = "See [Testing](../../docs/testing.md) and [the API](https://kubernetes.io/docs) or [below](#more).";
  const directory = "packages/testing";

  it("has absolute links where the repository is known", () => {
    expect(publishedReadme(text, { repository: "https://git.example.com/a/b.git", directory })).toBe(
      "See [Testing](https://git.example.com/a/b/blob/main/docs/testing.md) and [the API](https://kubernetes.io/docs) " +
        "or [below](#more).",
    );
  });

  it("has text in place of links that would be dead", () => {
    expect(publishedReadme(text, { directory })).toContain("See Testing and [the API]");
  });
});

describe("licenses and sizes", () => {
  it("are accepted within limits", () => {
    expect(licenseProblems(new Map([["ws", "MIT"]]))).toEqual([]);
    expect(
      licenseProblems(
        new Map([
          ["x", "GPL-3.0"],
          ["y", undefined],
        ]),
      ),
    ).toHaveLength(2);
    expect(sizeProblems("client-ts", { packed: 1_000_000, unpacked: 5_000_000 })).toEqual([]);
    expect(sizeProblems("client-ts", { packed: 9_000_000, unpacked: 5_000_000 })).toEqual([
      "client-ts has 9000000 bytes packed; at most 1800000 are allowed",
    ]);
  });
});
