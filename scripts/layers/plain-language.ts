import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./source-tree.ts";

/** The longest line of code, comments and Markdown. */
export const maxColumns = 120;

/** A phrase that readers stumble over, and what to write instead. */
export interface Phrase {
  readonly pattern: RegExp;
  readonly write: string;
}

/** One line that the check does not accept. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly problem: string;
}

/**
 * Phrases that do not belong in code, comments, messages, titles and documents. The list grows: add what a review
 * finds, with the wording that replaces it. Words that also have a conventional meaning are matched only in the other
 * one (`Math.floor`, "wall clock" and "flow-control window" are fine).
 */
export const phrases: readonly Phrase[] = [
  { pattern: /\brooms?\b/i, write: "module, space or capacity" },
  { pattern: /(?<!Math\.)\bfloors?\b/i, write: "layer, or the lowest supported version" },
  { pattern: /\b(?:front )?doors?\b/i, write: "entry" },
  { pattern: /\bwalls?\b(?! clocks?\b| times?\b)/i, write: "boundary" },
  { pattern: /\b(?:the|our|in) houses?\b|scripts\/house/i, write: "the repository, the source tree" },
  { pattern: /\bby the window\b/i, write: "without its index.ts" },
  { pattern: /misfortune/i, write: "failure counters" },
  { pattern: /\bpatience\b/i, write: "defaults, timeouts" },
  { pattern: /oddit(?:y|ies)/i, write: "anomaly" },
  { pattern: /\btwins?\b/i, write: "duplicate, or the other implementation" },
  { pattern: /\bjudge[sd]?\b/i, write: "classify, compare, check" },
  { pattern: /verdict/i, write: "result, outcome" },
  { pattern: /\btenants?\b/i, write: "owner, client" },
  { pattern: /surroundings/i, write: "environment, dependencies" },
  { pattern: /audience(?!s?["'`:?.\])]|s\b)/, write: "listeners" },
  { pattern: /kubeconfig-later/i, write: "lazy kubeconfig" },
  { pattern: /\b(?:for|to|by|from|of|reaches) who\b/i, write: "the caller that, the user who: name the noun" },
  { pattern: /\b(?:for|to|by|from|of|as) whom\b/i, write: "for callers that, to the listeners that: name the noun" },
  {
    pattern: /(?:[;:.]|\/\/) who (?:was|can|never|has|asks|comes|iterates|merely|says(?! so\b)|owns (?!what\b))/i,
    write: "a caller that, a user who",
  },
  { pattern: /\bwhoever\b/i, write: "a caller that, code that, the consumer" },
  { pattern: /\bfor ever\b/i, write: "forever, automatically after any failure, without a limit" },
  { pattern: /\b(?:not|never) heard of\b/i, write: "no contact with" },
  { pattern: /\bpeace\b/i, write: "gracefully, without a failure" },
  { pattern: /\bbelieve[sd]? (?:in|to)\b/i, write: "trust, accept, is taken for" },
  { pattern: /\bsee(?:s|n)? to it\b/i, write: "make sure" },
  { pattern: /\b(?:pay|pays|paid) for it\b/i, write: "say what it costs: loads it, is delayed" },
  { pattern: /\bhurt(?:s|ing)?\b/i, write: "delay, affect, damage" },
  { pattern: /\bwe die\b|\bdies? by (?:itself|themselves)\b/i, write: "the process ends, the object is replaced" },
  { pattern: /\bnone of ours\b/i, write: "not of this library, not written by this server" },
  { pattern: /\bcame of (?:it|a|an|the)\b/i, write: "the result, the outcome" },
  { pattern: /\bwhat bec(?:a|o)mes? of\b/i, write: "the result for, the outcome of" },
  { pattern: /\bcomplain(?:s|ed|ing)? (?:of|about)\b/i, write: "report, warn about" },
  { pattern: /\bdone without\b/i, write: "skipped" },
  { pattern: /\bsays? so once\b/i, write: "with one warning" },
  { pattern: /\b(?:somebody|nobody|anybody)\b/i, write: "say who: a caller, a user, another client, no reader" },
  { pattern: /\b(?:everybody|everyone)\b/i, write: "say who: all callers, every client, each handler" },
  { pattern: /\b(?:is|are|was|were|be) told\b(?! apart| from)/i, write: "is called with, is notified of, receives" },
  { pattern: /\b(?:tell|tells|told) of\b/i, write: "report, notify about" },
  { pattern: /\bgoes around\b/i, write: "bypasses" },
  { pattern: /\blives (?:on|by)\b/i, write: "uses, depends on" },
  { pattern: /\bhears?\b/i, write: "receives, is notified" },
  { pattern: /\bwithout a word\b/i, write: "silently, without an error" },
  { pattern: /\bwho keeps\b/i, write: "code that keeps" },
  { pattern: /\bdice\b/i, write: "random source" },
  { pattern: /courteous/i, write: "say which rule: without unneeded requests" },
  { pattern: /strangers?\b/i, write: "anonymous, untrusted, another user" },
];

/**
 * Folders and files that still have to be rewritten. The list may only shrink: the specification holds its length, and
 * reports entries that have become clean.
 */
export const stillToRewrite: readonly string[] = [];

/** Files that quote the phrases; only the length of their lines is checked. */
const quotesPhrases = new Set([
  "scripts/layers/plain-language.ts",
  "scripts/layers/plain-language.spec.ts",
  "docs/contributing/style.md",
]);

/** Files that are made by a program and have no mark that says so. Files with the mark are skipped as well. */
const notChecked = [
  "packages/client-ts/api-report.md",
  "packages/testing/api-report.md",
  "conformance/COVERAGE.md",
  "docs/reference/",
  "docs/project/",
  "docs/examples.md",
];

/** The first line of what our generators write. */
const generatedMark = /^\/[/*] (?:Made|Generated) by .*do not edit/;

/** Folders that hold what a program made or fetched. */
const skippedFolders = new Set(["node_modules", "dist", "coverage", "test-results", "results", "facts", "tmp"]);

/** Every file of the repository that the check reads. It works without git, as in an unpacked archive. */
export function checkedFiles(folder = ""): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder + entry.name;
      if (!entry.isDirectory()) return entry.isFile() && /\.(?:md|ts|mjs|cjs|sh)$/.test(path) ? [path] : [];
      return skippedFolders.has(entry.name) || entry.name.startsWith(".") ? [] : checkedFiles(`${path}/`);
    })
    .filter((path) => !notChecked.some((start) => path.startsWith(start)));
}

/** What is wrong in the files given, or in every checked file. */
export function findingsIn(paths: readonly string[] = checkedFiles()): Finding[] {
  return paths.flatMap((path) => checkText(path, readFileSync(join(repository, path), "utf8")));
}

/** What is wrong in the text of a file; nothing in one that is marked as made by a program. */
export function checkText(path: string, text: string): Finding[] {
  if (generatedMark.test(text)) return [];
  const findings: Finding[] = [];
  const markdown = path.endsWith(".md");
  let fenced = false;
  let quotedPhrases = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (markdown && /^\s*```/.test(line)) {
      fenced = !fenced;
      quotedPhrases = fenced && /```(?:text|console)\s*$/.test(line);
    }
    const found = (problem: string): number => findings.push({ path, line: index + 1, problem });
    if (!quotedPhrases && !quotesPhrases.has(path)) {
      for (const { pattern, write } of phrases) {
        const match = withoutNames(path, line).match(pattern);
        if (match !== null) found(`"${match[0]}": write ${write}`);
      }
    }
    const columns = [...line].length;
    if (columns > maxColumns && !mayBeLong(line, markdown, quotedPhrases))
      found(`${columns} columns; at most ${maxColumns}`);
  }
  return findings;
}

/** Whether a path lies in one of the entries of `stillToRewrite`. */
export function isStillToRewrite(path: string): boolean {
  return stillToRewrite.some((entry) => path === entry || (entry.endsWith("/") && path.startsWith(entry)));
}

/** A rename in the changelog names the old word between backticks; a file name is a name. */
function withoutNames(path: string, line: string): string {
  return path === "CHANGELOG.md" ? line.replace(/`[^`]*`/g, "") : line;
}

/**
 * Whether a line may exceed the limit: a Markdown table or output in Markdown, and a line that is mostly one string,
 * regular expression or URL, which would be harder to read or to search for in pieces. Titles of tests are not excused.
 */
function mayBeLong(line: string, markdown: boolean, output: boolean): boolean {
  if (markdown) return output || line.startsWith("|") || /https?:\/\/\S{60}/.test(line);
  if (/^\s*(?:it|describe|test)(?:\.\w+)?\(/.test(line)) return false;
  if (/\S{80}/.test(line)) return true;
  const literals = line.match(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`?|'(?:[^'\\]|\\.)*'|\/(?:[^/\\\n]|\\.)+\//g) ?? [];
  return !/^\s*(?:\/\/|\*|\/\*)/.test(line) && literals.some((literal) => literal.length > 80);
}
