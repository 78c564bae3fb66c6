import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Observation } from "./stage.ts";

/** What the real control plane answered in one area, by scenario title. */
export interface Golden {
  /** Kubernetes' minor version that was recorded. */
  readonly minor: string;
  readonly observations: Readonly<Record<string, Observation>>;
}

const directory = new URL("./golden/", import.meta.url);

/** The version whose answers the fake and the in-memory server give; other versions have folders of their own. */
export const pinnedMinor = "37";

function folderOf(minor: string): URL {
  return minor === pinnedMinor ? directory : new URL(`1.${minor}/`, directory);
}

/** The recording of an area; empty when there is none. */
export function readGolden(area: string, minor: string = pinnedMinor): Golden {
  const file = new URL(`${area}.json`, folderOf(minor));
  if (!existsSync(file)) return { minor: "", observations: {} };
  return JSON.parse(readFileSync(file, "utf8")) as Golden;
}

/** The other minor versions that were recorded. */
export function otherMinors(): string[] {
  return readdirSync(directory).flatMap((name) => /^1\.(\d+)$/.exec(name)?.[1] ?? []);
}

/** Writes the recording of an area: one line per step, so that a change is seen where it is. */
export function writeGolden(area: string, { minor, observations }: Golden): void {
  const folder = folderOf(minor);
  mkdirSync(folder, { recursive: true });
  const generated = "recorded from a real control plane by conformance/src/server/record.ts; do not edit";
  writeFileSync(new URL(`${area}.json`, folder), `${JSON.stringify({ generated, minor, observations }, null, 2)}\n`);
}
