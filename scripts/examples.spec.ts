import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { exampleFiles, examples, whereItRuns } from "./examples.ts";

const index = readFileSync(join(examples, "README.md"), "utf8");

/** What readers who come from client-go look for by name; each of them has an example. */
const namesFromClientGo: readonly string[] = [
  ...["until", "TaskGroup", "newTaskGroup"],
  ...["Store", "newStore", "ThreadSafeStore", "newThreadSafeStore", "Indexer", "newIndexer"],
  ...["FIFO", "newFIFO", "DeltaFIFO", "newDeltaFIFO"],
  ...["ListWatch", "newListWatch", "Reflector", "newReflector", "Controller", "newController"],
  ...["newInformer", "newIndexerInformer"],
  ...["metaNamespaceKeyFunc", "deletionHandlingMetaNamespaceKeyFunc", "splitMetaNamespaceKey"],
  "newCacheMutationDetector",
];

/** The names that a file imports from the public entries of the package. */
function importedNames(file: string): string[] {
  const imports = readFileSync(file, "utf8").matchAll(/^import (?:type )?\{([^}]*)\} from "client-ts(?:\/[^"]*)?";$/gm);
  return [...imports].flatMap(([, names = ""]) => names.split(",").map((name) => name.trim().replace(/^type /, "")));
}

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

  it.each(exampleFiles().map((file) => [relative(examples, file), file]))("%s asks for errors by guards", (_, file) => {
    expect(readFileSync(file, "utf8")).not.toMatch(/instanceof \w+Error/);
  });

  it.each(namesFromClientGo)("%s is used by an example for readers who come from client-go", (name) => {
    const files = exampleFiles().filter((file) => dirname(file) === join(examples, "from-client-go"));
    expect(files.filter((file) => importedNames(file).includes(name))).not.toEqual([]);
  });

  it("are at least thirty, and most run on both servers", () => {
    const files = exampleFiles();
    expect(files.length).toBeGreaterThanOrEqual(30);
    expect(files.filter((file) => whereItRuns(file) === "both").length).toBeGreaterThan(files.length / 2);
  });
});
