import { afterEach, describe, expect, it, vi } from "vitest";
import type { Warning } from "../transport/index.ts";
import { handleWarnings, logWarnings, newWarningWriter, parseWarnings } from "./warnings.ts";

const warning = (text: string, { code = 299, agent = "-" } = {}): Warning => ({ code, agent, text });

describe("the Warning headers of an answer", () => {
  it.each<[string, string | readonly string[] | undefined, readonly Warning[]]>([
    ["none", undefined, []],
    ["no text", "", []],
    ["one", '299 - "a"', [warning("a")]],
    [
      "spaces and tabs",
      ' \t299 \t- \t "a" \t"date"\t , 199  me  "b"',
      [warning("a"), warning("b", { code: 199, agent: "me" })],
    ],
    ["several headers", ['299 - "a", 299 - "b"', '299 - "c"'], [warning("a"), warning("b"), warning("c")]],
    ["equal ones", ['299 - "a", 299 - "a"', '299 - "a"'], [warning("a")]],
    ["another code", '299 - "a", 199 - "a"', [warning("a"), warning("a", { code: 199 })]],
    ["another agent", '299 - "a", 299 me "a"', [warning("a"), warning("a", { agent: "me" })]],
    ["an empty text", '299 - ""', [warning("")]],
    ["escapes", '299 - "a \\"b\\" \\\\ \\c"', [warning('a "b" \\ c')]],
    ["commas inside", '299 - "a, b" "c, d",299 - "e"', [warning("a, b"), warning("e")]],
    ["a comma at the end", '299 - "a",', [warning("a")]],
    ["rubbish behind", '299 - "a", rubbish, 299 - "b"', [warning("a")]],
    ["no comma", '299 - "a" 299 - "b"', []],
    ["rubbish behind the date", '299 - "a" "date"x', []],
    ["a date without an end", '299 - "a" "date', []],
    ["a code of two digits", '29 - "a"', []],
    ["a code of four digits", '2999 - "a"', []],
    ["letters in the code", '2x9 - "a"', []],
    ["a tab behind the code", '299\t- "a"', []],
    ["no agent", '299 "a"', []],
    ["no quotes", "299 - a b", []],
    ["no quote at the beginning", '299 - xa"', []],
    ["no end", '299 - "a', []],
    ["an escape at the end", '299 - "a\\', []],
    ["a header that cannot be read", ["rubbish", '299 - "a"'], [warning("a")]],
    ["UTF-8", `299 - "${Buffer.from("é").toString("latin1")}"`, [warning("é")]],
    ["latin-1", '299 - "\u00e9"', [warning("\u00e9")]],
    ["characters beyond latin-1", '299 - "\u00c3\u00a9 \u20ac"', [warning("\u00c3\u00a9 \u20ac")]],
  ])("with %s are read", (_name, value, expected) => {
    expect(parseWarnings(value)).toEqual(expected);
  });

  it("are escaped and cut, so that each is one line to print", () => {
    const [read] = parseWarnings(`299 ${"a".repeat(300)}\u001b "${"b\n".repeat(5_000)}"`);
    expect(read).toEqual(warning(`${"b\\n".repeat(1_365)}b…`, { agent: `${"a".repeat(256)}…` }));
    expect(parseWarnings('299 a\n\u001b "b\n\u001b"')).toEqual([warning("b\\n\\x1b", { agent: "a\\n\\x1b" })]);
  });

  it("are at most 100 and at most 64 KiB together", () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `299 - "${i}"`);
    expect([100, 101].map((count) => parseWarnings(many(count).join(",")).length)).toEqual([100, 100]);
    expect(parseWarnings(many(101)).length).toBe(100);
    const padded = (length: number) => '299 - "a"'.padEnd(length);
    const lengths = [65_536 - 9, 65_536 - 8, 65_536, 65_540];
    // The second header has spaces at its end, so that a part of it could still be read.
    const counts = lengths.map((length) => parseWarnings([padded(length), '299 - "b"', padded(30)]).length);
    expect(counts).toEqual([2, 1, 1, 1]);
    expect(parseWarnings([padded(65_540), '299 - "b"'.padEnd(30)])).toEqual([warning("a")]);
  });
});

describe("what is done with warnings", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("gives each to the handler, and reports a handler that throws", async () => {
    const seen: string[] = [];
    const reported = vi.spyOn(console, "error").mockImplementation(() => {});
    const response = { headers: { warning: ['299 - "a"', '299 - "b"'] } };
    const warnings = handleWarnings(response, ({ text }) => {
      seen.push(text);
      throw new Error("the handler's own");
    });
    expect([warnings, seen]).toEqual([
      [warning("a"), warning("b")],
      ["a", "b"],
    ]);
    expect(reported.mock.calls.map(([line]) => String(line).split(" at ")[0]?.trim())).toEqual(
      Array(2).fill("client-ts: unexpected error in the warning handler: Error: the handler's own"),
    );
    expect(handleWarnings(response, undefined)).toEqual(warnings);
    expect(handleWarnings({ headers: {} }, () => expect.unreachable("there is none"))).toEqual([]);
  });

  it("logs and writes those for users, which have the code 299 and a text", () => {
    const all = [warning("a"), warning("b", { code: 199 }), warning(""), warning("a"), warning("c")];
    const logged: string[] = [];
    const log = logWarnings({ debug() {}, info() {}, error() {}, warn: (message) => void logged.push(message) });
    for (const one of all) log(one);
    expect(logged).toEqual(["a", "a", "c"]);
    for (const [options, expected] of [
      [undefined, ["Warning: a\n", "Warning: a\n", "Warning: c\n"]],
      [{}, ["Warning: a\n", "Warning: a\n", "Warning: c\n"]],
      [{ deduplicate: true }, ["Warning: a\n", "Warning: c\n"]],
      [{ color: true, deduplicate: true }, ["\u001b[33;1mWarning:\u001b[0m a\n", "\u001b[33;1mWarning:\u001b[0m c\n"]],
    ] as const) {
      const lines: string[] = [];
      const writer = newWarningWriter((line) => void lines.push(line), options);
      for (const one of all) writer.handler(one);
      expect([writer.count, lines]).toEqual([expected.length, expected]);
    }
  });
});
