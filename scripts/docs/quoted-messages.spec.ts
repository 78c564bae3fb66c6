import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../layers/source-tree.ts";
import { isQuoteOf, messagesOf, quotedMessages } from "./quoted-messages.ts";

const read = (path: string): string => readFileSync(join(repository, path), "utf8");
const messages = messagesOf(read("docs/contributing/error-messages.md"));

/** What other programs say. */
const foreign = new Map([
  ['Top-level await is currently not supported with the "cjs" output format', "esbuild"],
  ["Cannot assign to read only property", "Node"],
]);

describe("the messages that the troubleshooting tables quote", () => {
  const quotes = quotedMessages(read("docs/troubleshooting.md"));

  it("are messages of the packages", () => {
    const unknown = quotes.filter(({ text }) => !foreign.has(text) && !messages.some((one) => isQuoteOf(text, one)));
    expect(unknown).toEqual([]);
    expect(quotes.length).toBeGreaterThan(8);
  });

  it.each([...foreign])("quote %s of %s", (text) => {
    expect(quotes.map((quote) => quote.text)).toContain(text);
  });
});

describe("a quote of a message", () => {
  it("is a text in code or quotes in the first column", () => {
    const table = 'Text "of no table at all".\n| `the pool is full`, `isFull` or "too many Pods" | `not a symptom` |\n';
    expect(quotedMessages(table)).toEqual([
      { line: 2, text: "the pool is full" },
      { line: 2, text: "too many Pods" },
    ]);
  });

  it.each([
    ["PoolError: the pool is full", "the pool is full: close some streams", true],
    ["no script for pod web", "no script for pod {pod.metadata.name}", true],
    ['answered with "text/html"', "{where} answered with {…}: {text}", true],
    ["tar: not found", "the container has no tar", false],
    ["the pool is empty", "{…} {…}", false],
  ])("%s: is it of %s? %s", (quote, message, expected) => {
    expect(isQuoteOf(quote, message)).toBe(expected);
  });

  it("is looked for in the list with its lines put together", () => {
    expect(messagesOf("# List\n\n- log: the pool\n  is full\n- super: it ended\n")).toEqual([
      "the pool is full",
      "it ended",
    ]);
  });
});
