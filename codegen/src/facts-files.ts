import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Facts, FieldFact, KindFact, PackageFacts, Sources, TypeFact } from "./facts.ts";

/** Where the committed facts are. */
export const factsDirectory: string = fileURLToPath(new URL("../facts", import.meta.url));

/** Reads the committed facts; another directory can be given. */
export function readFacts(directory: string = factsDirectory): Facts {
  const read = <T>(name: string): T => JSON.parse(readFileSync(`${directory}/${name}`, "utf8")) as T;
  return {
    sources: read<Sources>("sources.json"),
    kinds: read<KindFact[]>("kinds.json"),
    packages: readdirSync(`${directory}/types`)
      .sort()
      .map((name) => read<PackageFacts>(`types/${name}`)),
  };
}

/** Writes facts so that a change reads well as a diff: one kind or field a line. */
export function writeFacts(facts: Facts, directory: string = factsDirectory): void {
  rmSync(`${directory}/types`, { recursive: true, force: true });
  mkdirSync(`${directory}/types`, { recursive: true });
  writeFileSync(`${directory}/sources.json`, `${JSON.stringify(facts.sources, undefined, 1)}\n`);
  writeFileSync(`${directory}/kinds.json`, `[\n${facts.kinds.map((kind) => JSON.stringify(kind)).join(",\n")}\n]\n`);
  for (const pkg of facts.packages)
    writeFileSync(`${directory}/types/${pkg.name.replace("/", ".")}.json`, packageText(pkg));
}

function packageText(pkg: PackageFacts): string {
  const { types, ...head } = pkg;
  const body = Object.entries(types).map(([name, type]) => `${JSON.stringify(name)}:${typeText(type)}`);
  return `${JSON.stringify(head).slice(0, -1)},"types":{\n${body.join(",\n")}\n}}\n`;
}

function typeText(type: TypeFact): string {
  const { fields, ...head } = type;
  if (!fields) return JSON.stringify(head);
  const lines = Object.entries(fields).map(
    ([name, field]: [string, FieldFact]) => ` ${JSON.stringify(name)}:${JSON.stringify(field)}`,
  );
  const start = Object.keys(head).length > 0 ? `${JSON.stringify(head).slice(0, -1)},` : "{";
  return lines.length > 0 ? `${start}"fields":{\n${lines.join(",\n")}}}` : `${start}"fields":{}}`;
}
