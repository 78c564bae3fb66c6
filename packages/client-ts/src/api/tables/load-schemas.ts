import type { FieldSchema, SchemaSet, StructSchema } from "../../meta/index.ts";

/** The types of all built-in kinds. */
export interface BuiltInSchemas extends SchemaSet {
  /** The name of a kind's type, for {@link SchemaSet.struct}; undefined when it is no built-in kind. */
  root(group: string, version: string, kind: string): string | undefined;
  /** The names of all types, as OpenAPI documents have them: `io.k8s.api.core.v1.Pod`. */
  names(): Iterable<string>;
}

let loading: Promise<BuiltInSchemas> | undefined;

/**
 * The fields of every built-in type: required, merge keys, list types, enums, what Go omits. The data loads with the
 * first call and is kept; a type's text is read when the type is first requested.
 */
export function loadSchemas(): Promise<BuiltInSchemas> {
  loading ??= import("./data/schemas.ts").then(({ schemas }) => new SchemaTable(schemas));
  return loading;
}

/**
 * The format: a line `#package TAB model TAB group` opens a package; then each type is `name TAB flags TAB fields`.
 * Flags: `k` has apiVersion and kind, `a` is atomic. Fields are a JSON object from JSON name to a type code or to `{t,
 * l, k, m, p, g, e, d}`. A code may begin with `!` (required) and `?` (omitted when empty); `[` is a list, `{` a map,
 * `@` a struct of some package, a letter a basic type.
 */
class SchemaTable implements BuiltInSchemas {
  readonly #text = new Map<string, string>();
  readonly #parsed = new Map<string, StructSchema>();
  readonly #roots = new Map<string, string>();
  readonly #models = new Map<string, string>();

  constructor(text: string) {
    let model = "";
    let owner: string | undefined;
    for (const line of text.split("\n")) {
      if (line.startsWith("#")) {
        const [name = "", prefix = "", group = "-"] = line.slice(1).split("\t");
        model = prefix;
        this.#models.set(name, prefix);
        // The kinds of meta/v1 (Status, DeleteOptions) belong to "v1".
        owner = group === "-" ? "/v1/" : `${group}/${name.slice(name.indexOf("/") + 1)}/`;
        continue;
      }
      const first = line.indexOf("\t");
      const second = line.indexOf("\t", first + 1);
      const name = line.slice(0, first);
      this.#text.set(`${model}.${name}`, line.slice(second + 1));
      if (line.slice(first + 1, second).includes("k")) {
        const key = `${owner}${name}`;
        if (!this.#roots.has(key)) this.#roots.set(key, `${model}.${name}`);
      }
    }
  }

  root(group: string, version: string, kind: string): string | undefined {
    return this.#roots.get(`${group}/${version}/${kind}`);
  }

  names(): Iterable<string> {
    return this.#text.keys();
  }

  struct(name: string): StructSchema | undefined {
    const known = this.#parsed.get(name);
    if (known) return known;
    const text = this.#text.get(name);
    if (text === undefined) return undefined;
    const fields = new Map<string, FieldSchema>();
    for (const [key, value] of Object.entries(JSON.parse(text) as Record<string, string | FieldText>))
      fields.set(key, this.#field(value));
    const struct: StructSchema = { fields };
    this.#parsed.set(name, struct);
    return struct;
  }

  #field(value: string | FieldText): FieldSchema {
    const more: FieldText = typeof value === "string" ? { t: value } : value;
    const required = more.t.startsWith("!");
    const rest = required ? more.t.slice(1) : more.t;
    const omitEmpty = rest.startsWith("?");
    const base = this.#type(omitEmpty ? rest.slice(1) : rest, more.e);
    return {
      ...base,
      ...(required ? { required } : {}),
      ...(omitEmpty ? { omitEmpty } : {}),
      ...(more.l ? { listType: more.l } : {}),
      ...(more.k ? { listMapKeys: more.k } : {}),
      ...(more.m ? { mapType: more.m } : {}),
      ...(more.p ? { patchStrategy: more.p.split(",") as ("merge" | "replace" | "retainKeys")[] } : {}),
      ...(more.g ? { patchMergeKey: more.g } : {}),
      ...(more.d === undefined ? {} : { default: more.d }),
    };
  }

  #type(code: string, values: readonly string[] | undefined): FieldSchema {
    const rest = code.slice(1);
    switch (code[0]) {
      case "[":
        return { type: "list", items: this.#type(rest, values) };
      case "{":
        return { type: "map", items: this.#type(rest, values) };
      case "@": {
        const dot = rest.lastIndexOf(".");
        return { type: "struct", struct: `${this.#models.get(rest.slice(0, dot))}${rest.slice(dot)}` };
      }
      default: {
        const type = basicTypes[code];
        if (!type) throw new Error(`the schema table has the unknown type code "${code}"`);
        return values ? { type, enum: values } : { type };
      }
    }
  }
}

interface FieldText {
  t: string;
  l?: "atomic" | "set" | "map";
  k?: string[];
  m?: "atomic" | "granular";
  p?: string;
  g?: string;
  e?: string[];
  d?: unknown;
}

const basicTypes: Readonly<Record<string, FieldSchema["type"]>> = {
  s: "string",
  b: "boolean",
  i: "integer",
  n: "number",
  B: "bytes",
  j: "json",
  t: "time",
  u: "microTime",
  d: "duration",
  q: "quantity",
  x: "intOrString",
};
