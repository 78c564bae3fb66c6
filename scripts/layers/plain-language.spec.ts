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
    ["// Whom to believe to be the proxy.", "believe"],
    ["// A task sees to it that it stands there once.", "sees to it"],
    ["/** What came of a run. */", "came of a"],
    ["// wakes everybody who waits", "everybody"],
    ["// An error reaches who called `pop`.", "reaches who"],
    ["// a new array for each change: who iterates is not disturbed", ": who iterates"],
    ["// what every informer has heard", "heard"],
    ["/** The judgement on one bar. */", "judgement"],
    ["// no one reads it", "no one"],
    ["// serves those who wait", "those who"],
    ["// for the one who asks", "one who"],
    ["/** What one run of a program came to. */", "came to"],
    ["// sorted by whose it was", "by whose"],
    ["// forgives one failure", "forgives"],
    ["// all keys together, so many a second", "so many"],
    ['import * as frontDoor from "client-ts";', "front Door"],
    ["func twin(path string) {", "twin"],
  ])("finds the phrase in %j", (line, phrase) => {
    expect(checkText("a.ts", line)[0]?.problem).toContain(`"${phrase}"`);
  });

  it.each([
    ["a.ts", "// Writes what it is\n// told into the ConfigMap.", "is told"],
    ["a.ts", "/**\n * It takes all without\n * a word.\n */", "without a word"],
    ["a.ts", 'const text = "it is silent for " +\n  "who reads";', "for who"],
    ["a.md", "> It takes all without\n> a word.", "without a word"],
    ["a.sh", "# It takes all without\n# a word.", "without a word"],
  ])("finds in %s the phrase that continues in the next line: %j", (path, text, phrase) => {
    const [finding, ...others] = checkText(path, text);
    expect(finding?.problem).toContain(`"${phrase}"`);
    expect(others).toEqual([]);
  });

  it.each([
    ["a.ts", "list(for);\n// who knows"],
    ["a.ts", "// what it is good for\n/** Who asks. */"],
    ["a.md", "- what it is good for\n- who asks"],
    ["a.md", "what it is good for\n\nwho asks"],
  ])("joins no sentences that do not continue: %s %j", (path, text) => {
    expect(checkText(path, text)).toEqual([]);
  });

  it("finds a phrase in the name of a file", () => {
    expect(checkText("src/front-door.ts", "")).toEqual([
      { path: "src/front-door.ts", line: 0, problem: '"door": write entry' },
    ]);
  });

  it("reads every kind of file that is written by hand, and no recording", () => {
    const paths = checkedFiles();
    const kinds = [
      "README.md",
      "bench/go/main.go",
      "conformance/foreign/kopf_operator.py",
      "conformance/foreign/kube-rs/src/main.rs",
      "docs/.vitepress/config.mts",
      "docs/.vitepress/theme/style.css",
      "examples/operator/Dockerfile",
      "packages/client-ts/src/codec/wasm/scanner.c",
      "scripts/consumer/project/types.cts",
      "scripts/mutation/equivalent.jsonl",
      ".ci/run",
    ];
    expect(kinds.filter((path) => !paths.includes(path))).toEqual([]);
    const made = ["package-lock.json", "conformance/REPORT.json", "conformance/src/server/golden/crud.json"];
    expect(made.filter((path) => paths.includes(path))).toEqual([]);
  });

  it("reads output in a document, whose lines may be long", () => {
    const [finding, ...others] = checkText("a.md", `\`\`\`text\nthe user is told ${"word ".repeat(30)}\n\`\`\``);
    expect(finding?.problem).toContain('"is told"');
    expect(others).toEqual([]);
  });

  it.each([
    "const half = Math.floor(length / 2);",
    "// The wall clock may jump.",
    "// A flow-control window of 16 MiB.",
    "const audiences: readonly string[] = [];",
    "// so that both can be told apart",
    "// Server-side apply: who owns what.",
    "const wallMs = clock.now();",
    "// A queue in which so many items wait that the source holds back.",
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
