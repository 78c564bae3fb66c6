import { describe, expect, it } from "vitest";
import { checkedFiles, checkText, findingsIn, isStillToRewrite, phrases, stillToRewrite } from "./plain-language.ts";

describe("the text of the repository", () => {
  it("uses conventional English in lines of at most 120 columns", () => {
    const findings = findingsIn(checkedFiles().filter((path) => !isStillToRewrite(path)));
    expect(findings.map(({ path, line, problem }) => `${path}:${line}: ${problem}`)).toEqual([]);
  });

  it("has a list of files that still have to be rewritten, which only shrinks", () => {
    expect(stillToRewrite.length).toBeLessThanOrEqual(0);
    const open = new Set(findingsIn(checkedFiles().filter(isStillToRewrite)).map(({ path }) => path));
    const clean = stillToRewrite.filter((entry) => ![...open].some((path) => path.startsWith(entry)));
    if (clean.length > 0) console.log(`plain language: can be removed from stillToRewrite: ${clean.join(", ")}`);
    if (open.size > 0) console.log(`plain language: ${open.size} files still have to be rewritten`);
  });
});

describe("the check of plain language", () => {
  it.each([
    ["// restarts for ever", "for ever"],
    ["interface CommandSurroundings {", "Surroundings"],
    ["// the room of errors", "room"],
    ["// a session that ended in peace", "peace"],
    ["const verdict = compare(bar);", "verdict"],
    ["// the proxy cannot be told a longer name", "be told"],
    ["// ends without a word", "without a word"],
    ["// Whom to believe to be the proxy.", "believe to"],
    ["// A task sees to it that it stands there once.", "sees to it"],
    ["/** What came of a run. */", "came of a"],
    ["// wakes everybody who waits", "everybody"],
    ["// An error reaches who called `pop`.", "reaches who"],
    ["// a new array for each change: who iterates is not disturbed", ": who iterates"],
  ])("finds the phrase in %j", (line, phrase) => {
    expect(checkText("a.ts", line)[0]?.problem).toContain(`"${phrase}"`);
  });

  it.each([
    "const half = Math.floor(length / 2);",
    "// The wall clock may jump.",
    "// A flow-control window of 16 MiB.",
    "const audiences: readonly string[] = [];",
    "// so that both can be told apart",
    "// Server-side apply: who owns what.",
  ])("accepts the conventional meaning in %j", (line) => {
    expect(checkText("a.ts", line)).toEqual([]);
  });

  it("finds a line above 120 columns, and excuses tables, output and long strings", () => {
    const long = "word ".repeat(30);
    expect(checkText("a.ts", `// ${long}`)).toHaveLength(1);
    expect(checkText("a.ts", `  it("${long}", () => {`)).toHaveLength(1);
    expect(checkText("a.md", long)).toHaveLength(1);
    expect(checkText("a.md", `| ${long} |`)).toEqual([]);
    expect(checkText("a.md", `\`\`\`text\n${long}\n\`\`\``)).toEqual([]);
    expect(checkText("a.ts", `const text = "${long}";`)).toEqual([]);
  });

  it("leaves out a file that is marked as generated", () => {
    const long = "word ".repeat(30);
    expect(
      checkText("a.ts", `// Made by \`npm run api:generate\` from codegen/facts; do not edit.\n// ${long}`),
    ).toEqual([]);
  });

  it("reads an old name in the changelog as a name", () => {
    expect(checkText("CHANGELOG.md", "- `Oddity` is `Anomaly`.")).toEqual([]);
  });

  it("suggests a wording for every phrase", () => {
    expect(phrases.filter(({ write }) => write === "")).toEqual([]);
  });
});
