import type { Facts } from "./facts.ts";
import { emitGroup } from "./emit-group.ts";
import { emitKinds, emitProtobuf, emitSchemas } from "./emit-tables.ts";
import { TypeIndex } from "./type-index.ts";
import { Uses } from "./uses.ts";

/**
 * Every generated file of `packages/client-ts/src/api`, by its path in that folder. The same facts give the same bytes.
 */
export function generate(facts: Facts): Map<string, string> {
  const files = new Map<string, string>();
  const index = new TypeIndex(facts);
  const uses = new Uses(facts);
  for (const pkg of facts.packages) files.set(`${pkg.name}.ts`, emitGroup(facts, pkg, index, uses));
  files.set("tables/data/schemas.ts", emitSchemas(facts));
  files.set("tables/data/kinds.ts", emitKinds(facts));
  files.set("tables/data/protobuf.ts", emitProtobuf(facts));
  return files;
}
