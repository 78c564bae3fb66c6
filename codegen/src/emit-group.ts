import { defined } from "client-ts/internal";
import { accessorName } from "../../packages/client-ts/src/meta/accessor-name.ts";
import type { Facts, FieldFact, KindFact, PackageFacts, TypeFact } from "./facts.ts";
import { Imports } from "./imports.ts";
import { leafTypes } from "./type-facts.ts";
import { type Shape, TypeIndex } from "./type-index.ts";
import { Uses } from "./uses.ts";

const basicTypes: Readonly<Record<string, string>> = {
  string: "string",
  bool: "boolean",
  int: "number",
  int16: "number",
  int32: "number",
  int64: "number",
  uint16: "number",
  uint32: "number",
  uint64: "number",
  float32: "number",
  float64: "number",
  "[]byte": "string",
  any: "unknown",
};

/** Types whose JSON is not that of their Go fields. A `@` names a struct of the facts. */
const leafTypeScript: Readonly<Record<string, string>> = {
  "meta/v1.Time": "string",
  "meta/v1.MicroTime": "string",
  "meta/v1.Duration": "string",
  "meta/v1.FieldsV1": "unknown",
  "resource.Quantity": "string",
  "intstr.IntOrString": "number | string",
  "runtime.RawExtension": "unknown",
  "runtime.Object": "unknown",
  "types.UID": "string",
  "types.NodeName": "string",
  "types.NamespacedName": "string",
  "apiextensions/v1.JSON": "unknown",
  "apiextensions/v1.JSONSchemaPropsOrArray": "@apiextensions/v1.JSONSchemaProps | @apiextensions/v1.JSONSchemaProps[]",
  "apiextensions/v1.JSONSchemaPropsOrBool": "@apiextensions/v1.JSONSchemaProps | boolean",
  "apiextensions/v1.JSONSchemaPropsOrStringArray": "@apiextensions/v1.JSONSchemaProps | string[]",
};

/** Types that hand-written modules have: they are imported, never made a second time. */
export const handWritten: Readonly<Record<string, string>> = {
  "meta/v1.ObjectMeta": "meta",
  "meta/v1.ListMeta": "meta",
  "meta/v1.OwnerReference": "meta",
  "meta/v1.ManagedFieldsEntry": "meta",
  "meta/v1.LabelSelector": "meta",
  "meta/v1.LabelSelectorRequirement": "meta",
  "meta/v1.Status": "errors",
  "meta/v1.StatusDetails": "errors",
  "meta/v1.StatusCause": "errors",
  "meta/v1.StatusReason": "errors",
};

const allVerbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/**
 * One group-version file: descriptors and interfaces of the kinds, their lists, then the other types, each part in the
 * order of the alphabet.
 */
export function emitGroup(
  facts: Facts,
  pkg: PackageFacts,
  index: TypeIndex = new TypeIndex(facts),
  uses: Uses = new Uses(facts),
): string {
  return new GroupFile(facts, pkg, index, uses).text();
}

class GroupFile {
  readonly #pkg: PackageFacts;
  readonly #index: TypeIndex;
  readonly #uses: Uses;
  readonly #kinds: readonly KindFact[];
  readonly #imports: Imports;

  constructor(facts: Facts, pkg: PackageFacts, index: TypeIndex, uses: Uses) {
    this.#pkg = pkg;
    this.#index = index;
    this.#uses = uses;
    this.#kinds = facts.kinds.filter((kind) => kind.package === pkg.name);
    this.#imports = new Imports(pkg.name, new Set(Object.keys(pkg.types)));
  }

  text(): string {
    const isKind = new Map(this.#kinds.map((kind) => [kind.kind, kind]));
    const parts: string[][] = [[], [], []];
    for (const [name, type] of Object.entries(this.#pkg.types)) {
      const reference = `${this.#pkg.name}.${name}`;
      if (handWritten[reference] || leafTypes.has(reference) || reference === "meta/v1.TypeMeta") continue;
      const kind = isKind.get(name);
      if (kind) parts[0]?.push(this.#interface(name, type, kindDoc(kind)), this.#descriptor(kind));
      else if (this.#listItem(type) !== undefined)
        parts[1]?.push(this.#interface(name, type, listDoc(type, this.#index)));
      else if (type.fields) parts[2]?.push(this.#interface(name, type, this.#doc(reference)));
      else parts[2]?.push(this.#alias(name, type, this.#doc(reference)));
    }
    const body = parts.flat().filter((part) => part !== "");
    const again = Object.entries(handWritten).filter(
      ([reference]) => this.#index.split(reference).package === this.#pkg.name,
    );
    const exports = [...new Set(again.map(([, module]) => module))].map((module) => {
      const names = again.filter(([, one]) => one === module).map(([reference]) => this.#index.split(reference).name);
      return `export type { ${names.sort().join(", ")} } from "../../${module}/index.ts";`;
    });
    const head = [
      "// Made by `npm run api:generate` from codegen/facts; do not edit.",
      ...this.#imports.lines(),
      ...(exports.length > 0 ? ["", ...exports] : []),
    ];
    return `${head.join("\n")}\n\n${body.join("\n\n")}\n`;
  }

  #doc(reference: string): string {
    return `/** ${this.#uses.sentence(reference)} */`;
  }

  #listItem(type: TypeFact): Shape | undefined {
    const { metadata, items } = type.fields ?? {};
    if (!this.#index.isKind(type) || metadata?.type !== "meta/v1.ListMeta" || !items) return undefined;
    const shape = this.#index.shape(items.type);
    return shape.is === "list" ? shape.items : undefined;
  }

  #interface(name: string, type: TypeFact, doc: string): string {
    const fields = new Map(Object.entries(type.fields ?? {}));
    const bases: string[] = [];
    for (const inline of type.inline ?? []) {
      if (inline.type !== "meta/v1.TypeMeta") {
        const shape = this.#index.shape(inline.type);
        if (shape.is !== "struct")
          throw new Error(`${this.#pkg.name}.${name} embeds ${inline.type}, which is no struct`);
        bases.push(this.#name(shape.name));
        continue;
      }
      const item = this.#listItem(type);
      const metadata = fields.get("metadata");
      if (item) {
        bases.push(`${this.#imports.use("../../meta/index.ts", "KubeList")}<${this.#shape(item)}>`);
        fields.delete("metadata");
        fields.delete("items");
      } else if (metadata?.type === "meta/v1.ObjectMeta") {
        bases.push(this.#imports.use("../../meta/index.ts", "KubeObject"));
        if (!metadata.required) fields.delete("metadata");
      } else {
        for (const [key, field] of this.#index.fields(this.#index.type("meta/v1.TypeMeta"))) fields.set(key, field);
      }
    }
    const lines = [...fields].map(([key, field]) => `  ${this.#property(key, field)}`);
    const head = `${doc}\nexport interface ${name}${bases.length > 0 ? ` extends ${bases.join(", ")}` : ""} {`;
    return lines.length > 0 ? `${head}\n${lines.join("\n")}\n}` : `${head}}`;
  }

  #property(key: string, field: FieldFact): string {
    const name = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? key : JSON.stringify(key);
    return `${name}${field.required ? "" : "?"}: ${this.#shape(this.#index.shape(field.type))};`;
  }

  #alias(name: string, type: TypeFact, doc: string): string {
    if (type.of === "string") return type.values ? `${doc}\nexport type ${name} = ${union(type.values)};` : "";
    const shape = this.#index.shape(type.of as string);
    if (shape.is === "basic" && !shape.alias) return "";
    return `${doc}\nexport type ${name} = ${this.#shape(shape)};`;
  }

  #shape(shape: Shape): string {
    switch (shape.is) {
      case "basic": {
        if (shape.alias && this.#index.type(shape.alias).values) return this.#name(shape.alias);
        const found = basicTypes[shape.name];
        if (!found) throw new Error(`no TypeScript type for the Go type ${shape.name}`);
        return found;
      }
      case "leaf": {
        const found = leafTypeScript[shape.name];
        if (!found) throw new Error(`no TypeScript type for ${shape.name}`);
        return found.replaceAll(/@([\w/.]+)/g, (_, reference: string) => this.#name(reference));
      }
      case "struct":
        return this.#name(shape.name);
      case "list": {
        if (shape.alias) return this.#name(shape.alias);
        const items = this.#shape(shape.items);
        return /[|&]/.test(items) ? `(${items})[]` : `${items}[]`;
      }
      case "map":
        return shape.alias ? this.#name(shape.alias) : `{ [key: string]: ${this.#shape(shape.items)} }`;
    }
  }

  /** How a type is called in this file; imports it when it is of another. */
  #name(reference: string): string {
    const { package: where, name } = this.#index.split(reference);
    const module = handWritten[reference];
    if (module) return this.#imports.use(`../../${module}/index.ts`, name);
    if (where === this.#pkg.name) return name;
    return this.#imports.use(`../${where}.ts`, name);
  }

  #descriptor(kind: KindFact): string {
    const resource = this.#imports.use("../../meta/index.ts", "Resource");
    const names = (kind.subresources ?? []).map((one) => one.name);
    const further = names.filter((name) => name !== "status" && name !== "scale");
    const every = allVerbs.every((verb) => kind.verbs.includes(verb));
    const accessor = accessorName(kind.kind, kind.plural);
    const traits = [
      `scope: "${kind.scope}"`,
      `plural: "${kind.plural}"`,
      ...(accessor === kind.plural ? [] : [`accessor: "${accessor}"`]),
      ...(names.includes("status") ? ["status: true"] : []),
      ...(names.includes("scale") ? ["scale: true"] : []),
      ...(every ? [] : [`verbs: ${kind.verbs.map((verb) => JSON.stringify(verb)).join(" | ")}`]),
      ...(further.length > 0 ? [`subresources: ${further.map((name) => JSON.stringify(name)).join(" | ")}`] : []),
    ];
    const value = {
      group: kind.group,
      version: kind.version,
      kind: kind.kind,
      plural: kind.plural,
      scope: kind.scope,
      ...defined({
        accessor: accessor === kind.plural ? undefined : accessor,
        singular: kind.singular,
        shortNames: kind.shortNames,
        categories: kind.categories,
        verbs: every ? undefined : kind.verbs,
        status: names.includes("status") || undefined,
        scale: names.includes("scale") || undefined,
        subresources: further.length > 0 ? further : undefined,
      }),
    };
    const lines = Object.entries(value).map(
      ([key, one]) => `  ${key}: ${JSON.stringify(one).replaceAll('","', '", "')},`,
    );
    return `${kindDoc(kind)}\nexport const ${kind.kind}: ${resource}<${kind.kind}, { ${traits.join("; ")} }> = {\n${lines.join("\n")}\n};`;
  }
}

function union(values: readonly string[]): string {
  return `${values.map((value) => JSON.stringify(value)).join(" | ")} | (string & {})`;
}

function kindDoc(kind: KindFact): string {
  const gv = kind.group === "" ? kind.version : `${kind.group}/${kind.version}`;
  const scope = kind.scope === "Namespaced" ? "in a namespace" : "of the cluster";
  const age = kind.served === "no" ? " Only older servers serve it." : "";
  return `/** \`${kind.plural}\` of \`${gv}\`, ${scope}.${age} */`;
}

function listDoc(type: TypeFact, index: TypeIndex): string {
  const items = type.fields?.["items"]?.type.replace("[]", "") ?? "";
  return `/** A list of ${index.split(items).name} as the server sends it. */`;
}
