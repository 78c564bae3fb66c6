import { describe, expect, it } from "vitest";
import { siteLink } from "./site-links.ts";

const exists = (path: string): boolean =>
  path === "packages/client-ts/api-report.md" || path === "conformance/REPORT.md";

describe("a link between documents, on the site", () => {
  it.each([
    ["docs/testing.md", "streaming.md", "/streaming.md"],
    ["docs/testing.md", "informers.md#parts", "/informers.md#parts"],
    ["docs/contributing/style.md", "../connect.md", "/connect.md"],
    ["docs/from-client-go.md", "../conformance/NOT-COVERED.md", "/project/not-covered.md"],
    ["CONTRIBUTING.md", "docs/contributing/style.md", "/contributing/style.md"],
    ["docs/recipes.md", "../examples/watch.ts", "/examples.md#watch"],
    ["docs/from-client-go.md", "../examples/from-client-go", "/examples.md#from-client-go"],
    ["docs/objects.md", "reference/kinds.md", "/reference/kinds.md"],
    ["docs/objects.md", "../README.md", "/"],
  ])("of %s to %s leads to %s", (origin, href, page) => {
    expect(siteLink(origin, href, exists)).toEqual({ type: "page", href: page });
  });

  it.each(["https://kubernetes.io", "#reading", "/reference/", "mailto:a@example.com"])(
    "stays as it is: %s",
    (href) => {
      expect(siteLink("docs/testing.md", href, exists)).toBeUndefined();
    },
  );

  it("to a file without a page is no link", () => {
    expect(siteLink("docs/support.md", "../packages/client-ts/api-report.md", exists)).toEqual({
      type: "file",
      path: "packages/client-ts/api-report.md",
    });
    expect(siteLink("CONTRIBUTING.md", "docs/contributing/error-messages.md", exists)).toEqual({
      type: "file",
      path: "docs/contributing/error-messages.md",
    });
  });

  it("to nothing is dead", () => {
    expect(siteLink("docs/testing.md", "../nothing.txt", exists)).toEqual({ type: "dead", path: "nothing.txt" });
  });
});
