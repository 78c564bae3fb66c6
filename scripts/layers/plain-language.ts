import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./source-tree.ts";

/** The longest line of code, comments and Markdown. */
export const maxColumns = 120;

/** A phrase that readers stumble over, and what to write instead. */
export interface Phrase {
  readonly pattern: RegExp;
  readonly write: string;
  /** The word is conventional as a part of a name, such as `wallMs` and `floorDiv`. */
  readonly inTextOnly?: true;
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
  { pattern: /(?<!Math\.)\bfloors?\b/i, write: "layer, or the lowest supported version", inTextOnly: true },
  { pattern: /\b(?:front )?doors?\b/i, write: "entry" },
  { pattern: /\bwalls?\b(?! clocks?\b| times?\b)/i, write: "boundary", inTextOnly: true },
  { pattern: /\b(?:the|our|in) houses?\b|scripts\/house/i, write: "the repository, the source tree" },
  { pattern: /\bby the window\b/i, write: "without its index.ts" },
  { pattern: /misfortune/i, write: "failure counters" },
  { pattern: /\bpatience\b/i, write: "defaults, timeouts" },
  { pattern: /oddit(?:y|ies)/i, write: "anomaly" },
  { pattern: /\btwins?\b/i, write: "duplicate, or the other implementation" },
  { pattern: /\bjudg(?:e[sd]?|e?ments?|ing)\b/i, write: "classify, compare, check, result" },
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
  { pattern: /\b(?:those|these|all|any|many|one|ones) who\b/i, write: "the callers that, the user who: name the noun" },
  { pattern: /\blast words\b/i, write: "the last lines of its output" },
  { pattern: /\b(?:came|comes|come) to(?=[.;,*]| \*)/i, write: "the result, the sum, what it needed" },
  { pattern: /\bby whose\b/i, write: "by operator, by owner: name the noun" },
  { pattern: /\bfor ever\b/i, write: "forever, automatically after any failure, without a limit" },
  { pattern: /\bpeace\b/i, write: "gracefully, without a failure" },
  { pattern: /\bbelie(?:ve[sd]?|ving|fs?)\b/i, write: "trust, accept, is taken for" },
  { pattern: /\bsee(?:s|n)? to it\b/i, write: "make sure" },
  { pattern: /\b(?:pay|pays|paid) for it\b/i, write: "say what it costs: loads it, is delayed" },
  { pattern: /\bhurt(?:s|ing)?\b/i, write: "delay, affect, damage" },
  { pattern: /\bwe die\b|\bdies? by (?:itself|themselves)\b/i, write: "the process ends, the object is replaced" },
  { pattern: /\bnone of ours\b/i, write: "not of this library, not written by this server" },
  { pattern: /\bcame of (?:it|a|an|the)\b/i, write: "the result, the outcome" },
  { pattern: /\bwhat bec(?:a|o)mes? of\b/i, write: "the result for, the outcome of" },
  { pattern: /\bcomplain(?:s|ed|ing|ts?)?\b/i, write: "report, warn about, violation" },
  { pattern: /\bdone without\b/i, write: "skipped" },
  { pattern: /\bsays? so once\b/i, write: "with one warning" },
  {
    pattern: /\b(?:some|any|no)(?:body|one)\b|\bno one\b/i,
    write: "say who: a caller, a user, another client, no reader",
  },
  { pattern: /\b(?:everybody|everyone)\b/i, write: "say who: all callers, every client, each handler" },
  { pattern: /\b(?:is|are|was|were|be) told\b(?! apart| from)/i, write: "is called with, is notified of, receives" },
  { pattern: /\b(?:tell|tells|told) of\b/i, write: "report, notify about" },
  { pattern: /\bgoes around\b/i, write: "bypasses" },
  { pattern: /\blives (?:on|by)\b/i, write: "uses, depends on" },
  { pattern: /\b(?:un)?hear(?:s|d|ing)?\b/i, write: "receives, is notified; no contact with" },
  { pattern: /\bwithout a word\b/i, write: "silently, without an error" },
  { pattern: /\bwho keeps\b/i, write: "code that keeps" },
  { pattern: /\bdice\b/i, write: "random source" },
  { pattern: /courteous/i, write: "say which rule: without unneeded requests" },
  { pattern: /strangers?\b/i, write: "anonymous, untrusted, another user" },
  { pattern: /good-?bye/i, write: "the message that closes the connection, GOAWAY" },
  { pattern: /\bin so many words\b/i, write: "explicitly" },
  { pattern: /\bso many\b(?!.*\bthat\b)/i, write: "this many, at this rate" },
  { pattern: /\bown business\b/i, write: "say whose task or decision it is" },
  { pattern: /\btold otherwise\b/i, write: "configured otherwise, by default" },
  { pattern: /\bforg(?:iv(?:e[sn]?|ing)|ave)\b/i, write: "tolerate, ignore, reset" },
  { pattern: /\banew\b/i, write: "again" },
];

/**
 * Folders and files that still have to be rewritten. The list may only shrink: the specification holds its length, and
 * reports entries that have become clean.
 */
export const stillToRewrite: readonly string[] = [];

/** Files that quote the phrases; only the length of their lines is checked. */
const quotesPhrases = new Set(["scripts/layers/plain-language.ts", "scripts/layers/plain-language.spec.ts"]);

/** Files that are made by a program and have no mark that says so. Files with the mark are skipped as well. */
const notChecked = [
  "packages/client-ts/api-report.md",
  "packages/testing/api-report.md",
  "conformance/COVERAGE.md",
  "conformance/REPORT.json",
  "docs/reference/",
  "docs/project/",
  "docs/examples.md",
  "docs/images/demo.svg",
  "docs/.vitepress/cache/",
  "docs/.vitepress/dist/",
  "docs/.vitepress/generated/",
  "scripts/flakes/seconds.json",
];

/** The names of files that are written by hand. */
const handWritten = /\.(?:md|[mc]?[jt]s|sh|go|c|java|py|rs|css|svg|jsonl?|ya?ml|toml|xml)$|(?:^|\/)(?:Dockerfile|run)$/;

/** JSON files that a program wrote: locks, and recordings that tests compare with. */
const recordedJson = /(?:^|\/)package-lock\.json$|\/test-support\/[^/]+\.json$/;

/** Folders whose name begins with a dot and that hold files of ours. */
const dotFolders = new Set([".ci", ".vitepress"]);

/** The first line of what our generators write. */
const generatedMark = /^\/[/*] (?:Made|Generated) by .*do not edit/;

/** Folders that hold what a program made or fetched: an installation, a build, a test run, and what is recorded. */
const skippedFolders = new Set(["node_modules", "dist", "test-results", "results", "facts", "golden"]);

/** Every file of the repository that the check reads. It works without git, as in an unpacked archive. */
export function checkedFiles(folder = ""): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder + entry.name;
      if (!entry.isDirectory())
        return entry.isFile() && handWritten.test(path) && !recordedJson.test(path) ? [path] : [];
      const isHidden = entry.name.startsWith(".") && !dotFolders.has(entry.name);
      return isHidden || skippedFolders.has(entry.name) ? [] : checkedFiles(`${path}/`);
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
  const findings: Finding[] = quotesPhrases.has(path) ? [] : phrasesIn(path, text);
  const markdown = path.endsWith(".md");
  let fenced = false;
  let output = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (markdown && /^\s*```/.test(line)) {
      fenced = !fenced;
      output = fenced && /```(?:text|console)\s*$/.test(line);
    }
    const columns = [...line].length;
    if (columns > maxColumns && !mayHaveLongLines.test(path) && !mayBeLong(line, markdown, output))
      findings.push({ path, line: index + 1, problem: `${columns} columns; at most ${maxColumns}` });
  }
  return findings.sort((a, b) => a.line - b.line);
}

/**
 * Files whose lines are as long as their values, and Go sources that every machine would build again after a change of
 * their line breaks, in many minutes.
 */
const mayHaveLongLines = /\.(?:jsonl?|svg|xml|ya?ml)$|^packages\/testing\/control-plane\/modules\//;

/** The phrases in a path (reported at line 0) and in the text of its file. */
function phrasesIn(path: string, text: string): Finding[] {
  const lines = text.split("\n").map((line) => withoutNames(path, line));
  const continued = lines.map((line, index) => withNext(line, lines[index + 1] ?? "", path.endsWith(".md")));
  // Most patterns match nowhere in a file: asking that first takes a tenth of the time.
  const sentences = continued.map(({ joined }) => joined).join("\n");
  const names = splitNames(lines.join("\n"));
  return phrases.flatMap(({ pattern, write, inTextOnly = false }) => {
    const found = (line: number, phrase: string): Finding => ({ path, line, problem: `"${phrase}": write ${write}` });
    const inPath = match(pattern, path) ?? match(pattern, path.replace(/[-_./]/g, " "));
    const findings = inPath === undefined ? [] : [found(0, inPath)];
    if (!pattern.test(sentences) && (inTextOnly || !pattern.test(names))) return findings;
    for (const [index, line] of lines.entries()) {
      const { joined, end } = continued[index] as Continued;
      const phrase = match(pattern, joined, end) ?? (inTextOnly ? undefined : match(pattern, splitNames(line)));
      if (phrase !== undefined) findings.push(found(index + 1, phrase));
    }
    return findings;
  });
}

/** A line joined with the next one; what begins at `end` or later is a match of the next line. */
interface Continued {
  readonly joined: string;
  readonly end: number;
}

/** A line and the one that continues its sentence, without what marks a comment, a quote or a piece of a string. */
function withNext(line: string, next: string, markdown: boolean): Continued {
  const isComment = (text: string): boolean => !markdown && /^\s*(?:\/\/|\/?\*|#)/.test(text);
  const begins = markdown ? /^\s*(?:[-+*#|]|\d+\.|```|$)/ : /^\s*(?:\/\*|\*\/|#!|$)/;
  if (begins.test(next) || isComment(line) !== isComment(next)) return { joined: line, end: line.length };
  const rest = next.replace(markdown ? /^[\s>]+/ : /^\s*(?:\/\/+|\*|#+|["'`])?\s*/, "");
  const begun = line.replace(/\s*(?:["'`]\s*\+)?\s*$/, "");
  return { joined: `${begun} ${rest}`, end: begun.length };
}

/** What a pattern matches first, when it begins before `end`. */
function match(pattern: RegExp, text: string, end = text.length): string | undefined {
  const found = pattern.exec(text);
  return found === null || found.index >= end ? undefined : found[0];
}

/** `frontDoor` is read as "front Door". */
function splitNames(line: string): string {
  return line.replace(/([a-z])([A-Z])/g, "$1 $2");
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
