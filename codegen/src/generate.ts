import type { Facts } from "./facts.ts";
import { emitKinds, emitSchemas } from "./emit-tables.ts";

/** Every generated file of `packages/client-ts/src/api`, by its path in that folder. The same facts give the same bytes. */
export function generate(facts: Facts): Map<string, string> {
  const files = new Map<string, string>();
  files.set("tables/data/schemas.ts", emitSchemas(facts));
  files.set("tables/data/kinds.ts", emitKinds(facts));
  return files;
}
