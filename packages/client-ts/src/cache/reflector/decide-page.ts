import type { ListMeta } from "../../meta/index.ts";
import { classifyError } from "./classify-error.ts";
import { reflectorDefaults } from "./defaults.ts";

/** What is known of a list in pages, before a page after the first one. */
export interface PagesRead {
  /** The version of the first page. */
  readonly resourceVersion: string | undefined;
  /** The continue tokens that were used. */
  readonly tokens: ReadonlySet<string>;
  /** How many pages in a row brought no new object. */
  readonly emptyPages: number;
}

/** How the next page went. */
export type PageOutcome =
  | { readonly type: "read"; readonly meta: ListMeta; readonly newObjects: number }
  | { readonly type: "failed"; readonly error: unknown };

/**
 * What follows: the next page, the end of a complete list, everything once more in one piece, or a failure of the list:
 * the error of the page, or a reason of our own.
 */
export type PageStep =
  | { readonly to: "page"; readonly token: string; readonly emptyPages: number }
  | { readonly to: "end" }
  | { readonly to: "list at once" }
  | { readonly to: "fail"; readonly error: unknown }
  | { readonly to: "refuse"; readonly why: string };

/**
 * Decides what follows a page of a list. All pages have one version: when the token has expired, or a page has another
 * version than the first, paging is given up. A token that comes again, and too many pages without a new object, would
 * have no end.
 */
export function decidePage({ resourceVersion, tokens, emptyPages: before }: PagesRead, page: PageOutcome): PageStep {
  if (page.type === "failed")
    return classifyError(page.error) === "expired" ? { to: "list at once" } : { to: "fail", error: page.error };
  if (page.meta.resourceVersion !== resourceVersion) return { to: "list at once" };
  const emptyPages = page.newObjects === 0 ? before + 1 : 0;
  if (emptyPages >= reflectorDefaults.maxEmptyPages)
    return refuse(`the server sent ${emptyPages} pages in a row without a new object: the list has no end`);
  const token = page.meta.continue ?? "";
  if (token === "") return { to: "end" };
  if (tokens.has(token)) return refuse("the server sent the same continue token twice: the list has no end");
  return { to: "page", token, emptyPages };
}

function refuse(why: string): PageStep {
  return { to: "refuse", why };
}
