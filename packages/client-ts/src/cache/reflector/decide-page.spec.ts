import { describe, expect, it } from "vitest";
import { TransportError } from "../../errors/index.ts";
import { defined } from "../../util/index.ts";
import { expired, status } from "../test-support/reflecting.ts";
import { decidePage, type PageOutcome } from "./decide-page.ts";

const read = (resourceVersion: string, token: string | undefined, newObjects = 1): PageOutcome => ({
  type: "read",
  meta: { resourceVersion, ...defined({ continue: token }) },
  newObjects,
});
const failed = (error: unknown): PageOutcome => ({ type: "failed", error });
const [broken, forbidden] = [new TransportError("cut", { code: "reset" }), status("Forbidden", 403)];

describe("decidePage", () => {
  const again = "the server sent the same continue token twice: the list has no end";
  const empty = "the server sent 100 pages in a row without a new object: the list has no end";
  it.each([
    // title, empty pages before, the page, what follows
    ["the next page by its token", 0, read("10", "t3"), { to: "page", token: "t3", emptyPages: 0 }],
    ["the end without a token", 0, read("10", undefined), { to: "end" }],
    ["the end with an empty token", 0, read("10", ""), { to: "end" }],
    ["a page without a new object is counted", 4, read("10", "t3", 0), { to: "page", token: "t3", emptyPages: 5 }],
    ["a page with one begins the count again", 4, read("10", "t3"), { to: "page", token: "t3", emptyPages: 0 }],
    ["99 empty pages are possible", 98, read("10", "t3", 0), { to: "page", token: "t3", emptyPages: 99 }],
    ["100 are not", 99, read("10", "t3", 0), { to: "refuse", why: empty }],
    ["also when the list ends there", 99, read("10", undefined, 0), { to: "refuse", why: empty }],
    ["a token that was used", 0, read("10", "t1"), { to: "refuse", why: again }],
    ["another version than the first page", 0, read("11", "t3"), { to: "list at once" }],
    ["another version on the last page", 0, read("11", undefined), { to: "list at once" }],
    ["no version", 0, read("", "t3"), { to: "list at once" }],
    ["an expired token", 0, failed(expired()), { to: "list at once" }],
    ["a broken connection", 0, failed(broken), { to: "fail", error: broken }],
    ["a refused page", 0, failed(forbidden), { to: "fail", error: forbidden }],
  ] as const)("%s", (_title, emptyPages, page, step) => {
    const before = { resourceVersion: "10", tokens: new Set(["t1", "t2"]), emptyPages };
    expect(decidePage(before, page)).toEqual(step);
    expect(before).toEqual({ resourceVersion: "10", tokens: new Set(["t1", "t2"]), emptyPages });
  });
});
