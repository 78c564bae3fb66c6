// The examples of the repository, and where each of them runs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./layers/source-tree.ts";

/** The folder of the examples. */
export const examples: string = join(repository, "examples");

/** Every example that is one file, as an absolute path. */
export function exampleFiles(): string[] {
  return ["", "from-client-go"].flatMap((folder) =>
    readdirSync(join(examples, folder))
      .filter((name) => name.endsWith(".ts"))
      .sort()
      .map((name) => join(examples, folder, name)),
  );
}

/** Where a file runs. An example that cannot run on both servers gives the reason in its first line. */
export function whereItRuns(file: string): "both" | "memory" | "cluster" {
  const [first = ""] = readFileSync(file, "utf8").split("\n", 1);
  if (/\(in memory only: .+\)$/.test(first)) return "memory";
  return /\(on a cluster only: .+\)$/.test(first) ? "cluster" : "both";
}
