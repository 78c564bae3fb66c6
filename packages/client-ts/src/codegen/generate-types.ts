import { InvalidArgumentError } from "../errors/index.ts";
import { emitGroupVersion } from "./emit-group-version.ts";
import type { KindModel } from "./kind-model.ts";
import { type DefinitionSource, readDefinition } from "./read-definition.ts";

/**
 * TypeScript for the kinds of CustomResourceDefinitions: the text of each file by its path, such as
 * `shop.example.com/v1.ts`. A file has one group version in the form of the built-in kinds (`client-ts/api/...`).
 * Throws an InvalidArgumentError that lists what is wrong with the definitions, one line for each problem, when any of
 * them cannot be used.
 *
 * ```ts
 * for (const [path, text] of generateTypes([{ definition, from: "website.yaml" }])) console.log(path, text.length);
 * ```
 */
export function generateTypes(sources: readonly DefinitionSource[]): ReadonlyMap<string, string> {
  const read = sources.map(readDefinition);
  const problems = read.flatMap((one) => one.problems);
  const kinds = read.flatMap((one) => one.kinds);
  problems.push(...duplicates(kinds));
  if (problems.length > 0) throw new InvalidArgumentError(problems.join("\n"));
  return emitKinds(kinds);
}

/** The text of each file by its path, for kinds that were checked. */
export function emitKinds(kinds: readonly KindModel[]): ReadonlyMap<string, string> {
  const files = new Map<string, KindModel[]>();
  for (const kind of kinds) {
    const path = `${kind.group === "" ? "core" : kind.group}/${kind.version}.ts`;
    files.set(path, [...(files.get(path) ?? []), kind]);
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, list]) => [path, emitGroupVersion(list)]));
}

function duplicates(kinds: readonly KindModel[]): string[] {
  const seen = new Set<string>();
  return kinds.flatMap(({ group, version, kind }) => {
    const name = `${group}/${version} ${kind}`;
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [`${name} is defined twice: leave one of the definitions out`];
  });
}
