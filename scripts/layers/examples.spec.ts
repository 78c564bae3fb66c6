import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { exampleFiles, examples, whereItRuns } from "../examples.ts";

const index = readFileSync(join(examples, "README.md"), "utf8");

describe("examples", () => {
  it.each(exampleFiles().map((file) => [relative(examples, file).replace(/\.ts$/, ""), file]))(
    "%s is short, begins with its command, and is in the index",
    (name, file) => {
      const lines = readFileSync(file, "utf8").split("\n");
      expect(lines.length).toBeLessThanOrEqual(100);
      const [first = "", second = ""] = lines;
      const command = `// Run: npm run examples -- ${name}`;
      expect(first === command || (first.startsWith(`${command} (`) && whereItRuns(file) !== "both")).toBe(true);
      expect(second).toMatch(/^\/\/ \S/);
      expect(index).toContain(`](${name}.ts) |`);
    },
  );

  it("there are at least thirty, and most run on both servers", () => {
    const files = exampleFiles();
    expect(files.length).toBeGreaterThanOrEqual(30);
    expect(files.filter((file) => whereItRuns(file) === "both").length).toBeGreaterThan(files.length / 2);
  });
});
