import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
/** Pages that `npm run docs:build` makes; the site's builder checks links to them. */
const generated = /^docs\/(?:reference\/|project\/|examples\.md$)/;
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "packages/client-ts/README.md",
  "packages/testing/README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md") && name !== "examples.md")
    .map((name) => `docs/${name}`),
];

/** The anchors of the headings of a document, as the site and code hosts make them. */
function anchorsOf(path: string): Set<string> {
  const text = readFileSync(join(root, path), "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, "-")
        .replaceAll(/^-|-$/g, ""),
    ),
  );
}

/** What is wrong with the links of a document to files of the repository. */
function deadLinksOf(document: string): string[] {
  const text = readFileSync(join(root, document), "utf8").replaceAll(/^```[\s\S]*?^```/gm, "");
  return [...text.matchAll(/\]\((?![a-z]+:|\/)([^)\s]*)\)/g)].flatMap(([, href = ""]) => {
    const [file = "", anchor] = href.split("#");
    const path = file === "" ? document : posix.join(posix.dirname(document), file);
    if (generated.test(path)) return [];
    if (!existsSync(join(root, path))) return [`${document}: ${href}`];
    return anchor === undefined || anchorsOf(path).has(anchor) ? [] : [`${document}: ${href} has no such heading`];
  });
}

describe("links", () => {
  it("of documents lead to files and headings that exist", () => {
    expect(documents.flatMap(deadLinksOf)).toEqual([]);
  });

  it("of the site's sidebar lead to pages that exist", () => {
    const config = readFileSync(join(root, "docs/.vitepress/config.mts"), "utf8");
    const pages = [...config.matchAll(/link: "\/([^"]+)"/g)].map(([, page = ""]) => `docs/${page}.md`);
    expect(pages.length).toBeGreaterThan(25);
    expect(pages.filter((page) => !generated.test(page) && !existsSync(join(root, page)))).toEqual([]);
  });
});
