import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Observation } from "./stage.ts";

/** What the real control plane answered in one area, by scenario title. */
export interface Golden {
  /** Kubernetes' minor version that was recorded. */
  readonly minor: string;
  readonly observations: Readonly<Record<string, Observation>>;
}

const directory = new URL("./golden/", import.meta.url);

/** The recording of an area; empty when there is none. */
export function readGolden(area: string): Golden {
  const file = new URL(`${area}.json`, directory);
  if (!existsSync(file)) return { minor: "", observations: {} };
  const { minor, observations } = JSON.parse(readFileSync(file, "utf8")) as Golden;
  return { minor, observations };
}

/** The version whose answers the fake and the in-memory server give; other versions have folders of their own. */
const pinnedMinor = "37";

/** Writes the recording of an area: one line per step, so that a change is seen where it is. */
export function writeGolden(area: string, { minor, observations }: Golden): void {
  const folder = minor === pinnedMinor ? directory : new URL(`1.${minor}/`, directory);
  mkdirSync(folder, { recursive: true });
  const generated = "recorded from a real control plane by conformance/src/server/record.ts; do not edit";
  writeFileSync(new URL(`${area}.json`, folder), `${JSON.stringify({ generated, minor, observations }, null, 2)}\n`);
}
