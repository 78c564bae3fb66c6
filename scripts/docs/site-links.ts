import { posix } from "node:path";

/** Documents outside of `docs/` that are pages of the site too, by their path in the repository. Long lists are not. */
export const projectPages: ReadonlyMap<string, string> = new Map([
  ["ARCHITECTURE.md", "project/architecture.md"],
  ["CHANGELOG.md", "project/changelog.md"],
  ["CONTRIBUTING.md", "project/contributing.md"],
  ["SECURITY.md", "project/security.md"],
  ["conformance/NOT-COVERED.md", "project/not-covered.md"],
]);

/** Documents below `docs/` that the site leaves out: lists for contributors, made by a program. */
export const notPages: readonly string[] = ["docs/contributing/error-messages.md"];

/** Where a link of a document leads on the site. */
export type SiteLink =
  | { readonly type: "page"; readonly href: string }
  /** A file of the repository without a page: the text of the link stays, the link does not. */
  | { readonly type: "file"; readonly path: string }
  /** Nothing is there. */
  | { readonly type: "dead"; readonly path: string };

/**
 * Turns a link between files of the repository into a link between pages. `origin` is the document that has the link,
 * as a path in the repository. Links to other hosts, to headings of the same page and to pages by `/…` stay as they
 * are, so `undefined` is returned for them; the site's builder checks the last.
 */
export function siteLink(origin: string, href: string, exists: (path: string) => boolean): SiteLink | undefined {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return undefined;
  const [file = "", fragment] = href.split("#");
  const path = posix.join(posix.dirname(origin), decodeURI(file)).replace(/\/$/, "");
  const anchor = fragment === undefined ? "" : `#${fragment}`;
  const project = projectPages.get(path);
  if (project !== undefined) return { type: "page", href: `/${project}${anchor}` };
  if (path === "docs" || path === "README.md") return { type: "page", href: "/" };
  if (notPages.includes(path)) return { type: "file", path };
  if (/^docs\/.*\.md$/.test(path) || /^docs\/(?:reference|examples)(?:\/|$)/.test(path))
    return { type: "page", href: `/${path.slice("docs/".length)}${anchor}` };
  if (path === "examples" || path.startsWith("examples/")) return { type: "page", href: exampleHref(path) };
  return { type: exists(path) ? "file" : "dead", path };
}

/** `examples/from-client-go/workqueue.ts` is the heading `from-client-go/workqueue` of the page of examples. */
function exampleHref(path: string): string {
  const name = path.replace(/^examples\/?/, "").replace(/\.ts$/, "");
  return name === "" ? "/examples.md" : `/examples.md#${exampleAnchor(name)}`;
}

/** The anchor of an example on the page of examples. */
export function exampleAnchor(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
