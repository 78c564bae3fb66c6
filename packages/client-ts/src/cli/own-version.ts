import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The version of this package, found above the file that runs. */
export function ownVersion(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const file = join(folder, "package.json");
    if (!existsSync(file)) continue;
    const { name, version } = JSON.parse(readFileSync(file, "utf8")) as { name?: string; version?: string };
    if (name === "client-ts" && version !== undefined) return version;
  }
}
