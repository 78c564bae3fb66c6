import { PatchError } from "./json-patch.ts";
import type { FieldSchema, SchemaSet } from "./schema.ts";

/** How a field of an object merges. */
export interface MergeRule {
  /** The field's own schema; for a list, that of its elements. */
  readonly schema: FieldSchema;
  readonly strategy: "merge" | "replace" | undefined;
  readonly retainKeys: boolean;
  /** Empty for lists of texts and numbers, and where none is known. */
  readonly mergeKey: string;
}

/** A schema and the family of types that it refers to. */
export class MergeSchema {
  readonly #schemas: SchemaSet;

  constructor(schemas: SchemaSet) {
    this.#schemas = schemas;
  }

  /** How the object or map `key` inside `parent` merges; fields that the schema does not know are an error. */
  forObject(parent: FieldSchema, key: string): MergeRule {
    const struct =
      parent.type === "struct" && parent.struct !== undefined ? this.#schemas.struct(parent.struct) : undefined;
    if (struct === undefined)
      throw new PatchError(
        "Invalid",
        `strategic merge patch: ${JSON.stringify(key)} is inside something without a schema`,
      );
    const schema = struct.fields.get(key);
    if (schema === undefined)
      throw new PatchError("Invalid", `strategic merge patch: ${parent.struct} has no field ${JSON.stringify(key)}`);
    const strategies = schema.patchStrategy ?? [];
    return {
      schema,
      strategy: strategies.find((strategy) => strategy !== "retainKeys") as "merge" | "replace" | undefined,
      retainKeys: strategies.includes("retainKeys"),
      mergeKey: schema.patchMergeKey ?? "",
    };
  }

  /** How the list `key` inside `parent` merges. */
  forList(parent: FieldSchema, key: string): MergeRule {
    const rule = this.forObject(parent, key);
    if (rule.schema.type !== "list" || rule.schema.items === undefined) {
      throw new PatchError("Invalid", `strategic merge patch: field ${JSON.stringify(key)} is not a list`);
    }
    if (rule.schema.items.type === "list")
      throw new PatchError("Invalid", `strategic merge patch: ${JSON.stringify(key)} is a list of lists`);
    return { ...rule, schema: rule.schema.items };
  }
}
