import { defined, type FieldSchema, type SchemaSet, seededRandom } from "client-ts/internal";

/**
 * Makes objects and strategic merge patches of real kinds out of their schema, from one number. The same number makes
 * the same case.
 */
export class CaseMaker {
  readonly #schemas: SchemaSet;
  readonly #random: () => number;

  constructor(schemas: SchemaSet, seed: number) {
    this.#schemas = schemas;
    this.#random = seededRandom(seed);
  }

  /** A number below `limit`. */
  below(limit: number): number {
    return (this.#random() * 2 ** 32) % limit;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** An object of a type. `depth` bounds how far it reaches down. */
  object(struct: string, depth: number): { [key: string]: unknown } {
    const object: { [key: string]: unknown } = {};
    for (const [name, schema] of this.#fields(struct)) {
      if (this.chance(this.#share(struct, schema))) object[name] = this.value(schema, depth - 1);
    }
    return object;
  }

  value(schema: FieldSchema, depth: number): unknown {
    switch (schema.type) {
      case "struct":
        return depth > 0 ? this.object(schema.struct!, depth) : {};
      case "map":
        return Object.fromEntries(this.#words(3).map((key) => [key, this.value(schema.items!, depth - 1)]));
      case "list":
        return this.#list(schema, depth);
      case "boolean":
        return this.chance(50);
      case "integer":
        return this.below(5);
      case "number":
        return this.below(5) + 0.5;
      default:
        return this.pick(words);
    }
  }

  /** A patch for an object of a type: additions, changes, nulls and directives. */
  patch(struct: string, original: unknown, depth: number): { [key: string]: unknown } {
    const old = (typeof original === "object" && original !== null ? original : {}) as { [key: string]: unknown };
    const patch: { [key: string]: unknown } = {};
    if (depth > 0 && this.chance(4)) patch["$patch"] = this.pick(["replace", "delete", "merge"]);
    for (const [name, schema] of this.#fields(struct)) {
      const present = Object.hasOwn(old, name);
      if (!this.chance(present ? 45 : this.#share(struct, schema) / 2)) continue;
      if (this.chance(12)) patch[name] = null;
      else if (schema.type === "struct" && depth > 1) patch[name] = this.patch(schema.struct!, old[name], depth - 1);
      else if (schema.type === "list") this.#patchList(patch, name, schema, old[name], depth);
      else if (schema.type === "map" && this.chance(50))
        patch[name] = { ...(this.value(schema, depth) as object), [this.pick(words)]: null };
      else patch[name] = this.value(schema, depth - 1);
    }
    if (this.chance(6))
      patch["$retainKeys"] = this.chance(70)
        ? [...Object.keys(patch), ...Object.keys(old).slice(0, 1)]
        : [this.pick(words)];
    return patch;
  }

  #patchList(
    patch: { [key: string]: unknown },
    name: string,
    schema: FieldSchema,
    original: unknown,
    depth: number,
  ): void {
    const old = Array.isArray(original) ? original : [];
    const key = schema.patchMergeKey;
    let list = this.#list(schema, depth) as unknown[];
    if (key !== undefined && schema.items!.type === "struct") {
      list = list.map((element) => {
        const known = old.find(
          (candidate) =>
            (candidate as { [key: string]: unknown })[key] === (element as { [key: string]: unknown })[key],
        );
        const change = depth > 1 ? this.patch(schema.items!.struct!, known, depth - 1) : {};
        delete change["$patch"];
        delete change["$retainKeys"];
        const $patch = this.chance(15) ? (this.chance(90) ? "delete" : this.pick(["merge", "replace"])) : undefined;
        return this.chance(97)
          ? { ...change, ...defined({ $patch }), [key]: (element as { [key: string]: unknown })[key] }
          : { ...change };
      });
      if (this.chance(5)) list.push({ $patch: "replace" });
    }
    if (this.chance(85)) patch[name] = list;
    if (this.chance(30)) patch[`$setElementOrder/${name}`] = this.#order(list, old, key);
    else if (key === undefined && this.chance(20)) {
      delete patch[name];
      patch[`$deleteFromPrimitiveList/${name}`] = this.#list(schema, depth);
    }
  }

  #order(list: readonly unknown[], old: readonly unknown[], key: string | undefined): unknown[] {
    if (key === undefined) return [...new Set([...list, ...old.filter(() => this.chance(50))])];
    const identities = new Set<unknown>();
    for (const element of list) {
      const { [key]: identity, $patch: directive } = element as { [key: string]: unknown };
      if (directive === undefined && identity !== undefined) identities.add(identity);
    }
    for (const element of old) if (this.chance(50)) identities.add((element as { [key: string]: unknown })[key]);
    const order = [...identities].map((identity) => ({ [key]: identity }));
    return this.chance(10) ? order.reverse() : order;
  }

  /** A list without two elements of one identity: what Go makes of repeats depends on how its lists lie in memory. */
  #list(schema: FieldSchema, depth: number): unknown[] {
    const items = schema.items!;
    const key = schema.patchMergeKey;
    const seen = new Set<unknown>();
    const list: unknown[] = [];
    for (let i = this.below(4); i > 0; i--) {
      const element = depth > 0 || items.type !== "struct" ? this.value(items, depth - 1) : {};
      if (key !== undefined && items.type === "struct") {
        const keySchema = this.#schemas.struct(items.struct!)?.fields.get(key);
        (element as { [key: string]: unknown })[key] =
          keySchema === undefined ? this.pick(words) : this.value(keySchema, 0);
      }
      const identity = key === undefined ? JSON.stringify(element) : (element as { [key: string]: unknown })[key];
      if (seen.has(identity)) continue;
      seen.add(identity);
      list.push(element);
    }
    return list;
  }

  #words(limit: number): string[] {
    return Array.from({ length: this.below(limit + 1) }, () => this.pick(words));
  }

  #fields(struct: string): [string, FieldSchema][] {
    return [...(this.#schemas.struct(struct)?.fields ?? [])].filter(([name]) => name !== "managedFields");
  }

  /** Fields that merge are what this is about: they are there more often, and large types are thinned out. */
  #share(struct: string, schema: FieldSchema): number {
    const size = this.#schemas.struct(struct)?.fields.size ?? 1;
    if (schema.patchStrategy !== undefined) return 60;
    return Math.max(8, Math.min(50, 250 / size));
  }
}

const words = ["a", "b", "c", "d", "e"];
