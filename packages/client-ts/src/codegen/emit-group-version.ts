import { accessorName, apiVersionOf, type Verb } from "../meta/index.ts";
import { defined } from "../util/index.ts";
import { docComment } from "./doc-comment.ts";
import type { KindModel, Schema } from "./kind-model.ts";
import { literal, NameTable, pascalCase, propertyName } from "./names.ts";
import { unionBranches } from "./union-branches.ts";

/** The first line of every generated file; a file that does not begin with it is not overwritten. */
export const generatedMark = "// Made by `client-ts codegen`; do not edit.";

/**
 * The file of one group version, in the form of the built-in ones: for each kind its interface and its descriptor under
 * one name, the list and what can be applied; then the other types in the order of the alphabet. The same kinds give
 * the same text, in whatever order they come.
 */
export function emitGroupVersion(kinds: readonly KindModel[]): string {
  return new GroupVersionFile(kinds).text();
}

/** Components of OpenAPI documents that client-ts has, and where. */
const knownReferences: readonly (readonly [suffix: RegExp, type: string])[] = [
  [/\.meta\.v1\.ObjectMeta(?:_v\d+)?$/, "ObjectMeta"],
  [/\.meta\.v1\.ListMeta(?:_v\d+)?$/, "ListMeta"],
  [/\.meta\.v1\.OwnerReference(?:_v\d+)?$/, "OwnerReference"],
  [/\.meta\.v1\.ManagedFieldsEntry(?:_v\d+)?$/, "ManagedFieldsEntry"],
];

/** Components whose JSON is not that of their schema. */
const leafReferences: readonly (readonly [suffix: RegExp, type: string])[] = [
  [/\.meta\.v1\.(?:Time|MicroTime|Duration)(?:_v\d+)?$/, "string"],
  [/\.api\.resource\.Quantity(?:_v\d+)?$/, "string"],
  [/\.util\.intstr\.IntOrString(?:_v\d+)?$/, "number | string"],
  [/\.runtime\.RawExtension(?:_v\d+)?$/, "unknown"],
  [/\.meta\.v1\.FieldsV1(?:_v\d+)?$/, "unknown"],
];

const allVerbs: readonly Verb[] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

interface KindNames {
  readonly model: KindModel;
  readonly type: string;
  readonly list: string;
  readonly apply: string;
}

class GroupVersionFile {
  readonly #kinds: readonly KindNames[];
  readonly #names = new NameTable();
  readonly #imports = new Map<string, string>();
  /** The interfaces of nested objects, by kind and body. */
  readonly #bodies = new Map<string, NestedType>();
  /** The interfaces that are made from components of OpenAPI documents. */
  readonly #types = new Map<string, string>();
  readonly #references = new Map<string, string>();

  constructor(kinds: readonly KindModel[]) {
    const sorted = [...kinds].sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0));
    // Kinds come first, so that no list and no nested type takes the name of a kind.
    const types = sorted.map(({ kind }) => this.#names.claim(kind));
    const lists = types.map((type) => this.#names.claim(`${type}List`));
    const applies = types.map((type) => this.#names.claim(`${type}ApplyConfiguration`));
    this.#kinds = sorted.map((model, index) => ({
      model,
      type: types[index]!,
      list: lists[index]!,
      apply: applies[index]!,
    }));
  }

  text(): string {
    const kinds = this.#kinds.map((kind) => this.#kind(kind));
    const nested = [...this.#bodies.values()].map((type): [string, string] => [type.name, nestedType(type)]);
    const types = [...this.#types, ...nested].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, source]) => source);
    return [generatedMark, this.#importLines(), ...kinds, ...types].join("\n").trimEnd().concat("\n");
  }

  #importLines(): string {
    const from = (module: string, names: readonly string[]): string[] => {
      const list = names.filter((name) => this.#imports.has(name)).sort();
      const items = list.map((name) =>
        this.#imports.get(name) === name ? name : `${name} as ${this.#imports.get(name)}`,
      );
      return items.length === 0 ? [] : [`import type { ${items.join(", ")} } from "${module}";`];
    };
    const meta = [...this.#imports.keys()].filter((name) => name !== "ApplyConfiguration");
    return [...from("client-ts/api/apply", ["ApplyConfiguration"]), ...from("client-ts/meta", meta), ""].join("\n");
  }

  /** How a type of client-ts is called in this file. */
  #import(name: string): string {
    const known = this.#imports.get(name);
    if (known !== undefined) return known;
    const local = this.#names.claim(name);
    this.#imports.set(name, local);
    return local;
  }

  #kind({ model, type, list, apply }: KindNames): string {
    const { schema, kind, plural } = model;
    const scope = model.scope === "Namespaced" ? "in a namespace" : "of the cluster";
    const sentence = `\`${plural}\` of \`${apiVersionOf(model)}\`, ${scope}.`;
    const deprecated = model.deprecated === undefined ? undefined : `@deprecated ${model.deprecated}`;
    const keys = new Set<string>();
    const members = this.#members(withoutIdentity(schema), { parent: type, place: kind, model, keys });
    const base = this.#import("KubeObject");
    const doc = docComment([sentence, schema.description, deprecated], "");
    const moreKeys = [...keys].sort().map((key) => literal(key));
    return [
      `${doc}export interface ${type} extends ${base} ${block(members)}\n`,
      `${docComment([sentence, deprecated], "")}${this.#descriptor(model, type)}\n`,
      `/** A list of ${type} as the server sends it. */`,
      `export interface ${list} extends ${this.#import("KubeList")}<${type}> {}\n`,
      `/** What can be applied to objects of the kind ${type}. */`,
      `export type ${apply} = ${this.#import("ApplyConfiguration")}<${[type, moreKeys.join(" | ")].filter(Boolean).join(", ")}>;\n`,
    ].join("\n");
  }

  #descriptor(model: KindModel, type: string): string {
    const { group, version, kind, plural, scope, singular, shortNames, categories, listKind, verbs } = model;
    const accessor = accessorName(kind, plural);
    const every = verbs === undefined || allVerbs.every((verb) => verbs.includes(verb));
    const facts = defined({
      accessor: accessor === plural ? undefined : accessor,
      singular: singular || undefined,
      shortNames: shortNames?.length ? shortNames : undefined,
      categories: categories?.length ? categories : undefined,
      listKind,
      verbs: every ? undefined : verbs,
      status: model.status || undefined,
      scale: model.scale || undefined,
      subresources: model.subresources?.length ? model.subresources : undefined,
    });
    const union = (values: readonly string[]): string => values.map((value) => literal(value)).join(" | ");
    const traits = [
      `scope: ${literal(scope)}`,
      `plural: ${literal(plural)}`,
      ...(facts.accessor === undefined ? [] : [`accessor: ${literal(accessor)}`]),
      ...(model.status ? ["status: true"] : []),
      ...(model.scale ? ["scale: true"] : []),
      ...(facts.verbs === undefined ? [] : [`verbs: ${union(facts.verbs)}`]),
      ...(facts.subresources === undefined ? [] : [`subresources: ${union(facts.subresources)}`]),
    ];
    const lines = Object.entries({ group, version, kind, plural, scope, ...facts }).map(
      ([key, value]) => `  ${key}: ${Array.isArray(value) ? `[${value.map(literal).join(", ")}]` : literal(value)},`,
    );
    const head = `export const ${type}: ${this.#import("Resource")}<${type}, { ${traits.join("; ")} }> = {`;
    return [head, ...lines, "};"].join("\n");
  }

  /** The members of an interface, sorted by name. */
  #members(schema: Schema, at: Place): string[] {
    const needed = new Set(schema.required ?? []);
    const members = Object.entries(schema.properties ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, property]) => {
        const type = this.#type(property, below(at, pascalCase(key), `.${key}`));
        // The server fills in a default before it looks for what is required.
        const optional = needed.has(key) && property.default === undefined ? "" : "?";
        return `${docComment([property.description, facts(property)], "  ")}  ${propertyName(key)}${optional}: ${type};`;
      });
    if (schema["x-kubernetes-preserve-unknown-fields"] === true) members.push("  [field: string]: unknown;");
    return members;
  }

  #type(schema: Schema, at: Place): string {
    const type = this.#nonNull(schema, at);
    return schema.nullable === true && type !== "unknown" && !/(?:^|\| )null$/.test(type) ? `${type} | null` : type;
  }

  #nonNull(schema: Schema, at: Place): string {
    if (schema.$ref !== undefined) return this.#reference(schema.$ref, at);
    const [only, ...others] = schema.allOf ?? [];
    // OpenAPI documents wrap a reference when it has a description or a default of its own.
    if (only?.$ref !== undefined && others.length === 0) return this.#reference(only.$ref, at);
    if (schema["x-kubernetes-int-or-string"] === true || schema.format === "int-or-string") return "number | string";
    const { enum: values } = schema;
    if (
      values !== undefined &&
      values.length > 0 &&
      values.every((value) => typeof value !== "object" || value === null)
    )
      return [...new Set(values.map(literal))].join(" | ");
    switch (schema.type) {
      case "string":
        return "string";
      case "integer":
      case "number":
        return "number";
      case "boolean":
        return "boolean";
      case "array":
        return this.#array(schema, at);
      case "object":
        return this.#object(schema, at);
      default:
        return "unknown";
    }
  }

  #array({ items, ...schema }: Schema, at: Place): string {
    if (items === undefined || Array.isArray(items)) return "unknown[]";
    for (const key of schema["x-kubernetes-list-map-keys"] ?? [])
      if (items.required?.includes(key) === true) at.keys.add(key);
    const type = this.#type(items, below(at, "Item", "[]"));
    return type.includes("|") ? `(${type})[]` : `${type}[]`;
  }

  #object(schema: Schema, at: Place): string {
    const { additionalProperties } = schema;
    const keeps = schema["x-kubernetes-preserve-unknown-fields"] === true;
    const embedded = schema["x-kubernetes-embedded-resource"] === true;
    const own = Object.keys(schema.properties ?? {});
    if (own.length === 0) {
      if (embedded) return this.#import("Unstructured");
      if (keeps || additionalProperties === undefined || typeof additionalProperties === "boolean")
        return "{ [key: string]: unknown }";
      return `{ [key: string]: ${this.#type(additionalProperties, below(at, "Value", "{}"))} }`;
    }
    const union = unionBranches(schema);
    if (union !== undefined) {
      const types = union.map((part) => this.#object(part.schema, below(at, pascalCase(part.value), "")));
      return [...new Set(types)].join(" | ");
    }
    const members = this.#members(embedded ? withoutIdentity(schema) : schema, at);
    const body = `${embedded ? `extends ${this.#import("KubeObject")} ` : ""}${block(members)}`;
    // Definitions repeat what Go has as one type, such as the selectors of an affinity: it is one type here as well.
    const key = `${at.model.kind} ${body}`;
    const known = this.#bodies.get(key);
    if (known !== undefined) {
      known.places++;
      return known.name;
    }
    const made = { name: this.#names.claim(at.parent), body, place: at.place, places: 1 };
    this.#bodies.set(key, made);
    return made.name;
  }

  /** The type of a component of an OpenAPI document: one of client-ts, or one that this file gets. */
  #reference(reference: string, at: Place): string {
    const component = reference.slice(reference.lastIndexOf("/") + 1);
    const known = knownReferences.find(([suffix]) => suffix.test(component));
    if (known !== undefined) return this.#import(known[1]);
    const leaf = leafReferences.find(([suffix]) => suffix.test(component));
    if (leaf !== undefined) return leaf[1];
    const schema = at.model.references?.get(component);
    if (schema === undefined) return "unknown";
    const made = this.#references.get(component);
    if (made !== undefined) return made;
    const last = component.slice(component.lastIndexOf(".") + 1);
    const kind = this.#kinds.find(({ model }) => model.schema === schema);
    if (kind !== undefined) return kind.type;
    if (schema.type !== "object" || Object.keys(schema.properties ?? {}).length === 0)
      return this.#type(schema, { ...at, parent: pascalCase(last) });
    const name = this.#names.claim(last);
    this.#references.set(component, name);
    const members = this.#members(schema, { ...at, parent: name, place: name });
    const doc = docComment([schema.description ?? `In \`${at.place}\`.`], "");
    this.#types.set(name, `${doc}export interface ${name} ${block(members)}\n`);
    return name;
  }
}

/** The interface of an object inside of a kind. */
interface NestedType {
  readonly name: string;
  readonly body: string;
  /** Where it stands first. */
  readonly place: string;
  places: number;
}

function nestedType({ name, body, place, places }: NestedType): string {
  const more = places === 1 ? "" : places === 2 ? " and one more place" : ` and ${places - 1} more places`;
  return `${docComment([`In \`${place}\`${more}.`], "")}export interface ${name} ${body}\n`;
}

/** Where in a kind a type stands. */
interface Place {
  /** The name that a type at this place gets. */
  readonly parent: string;
  /** The place as a reader would write it: `Website.spec.rules[]`. */
  readonly place: string;
  readonly model: KindModel;
  /** Required keys of list maps, collected on the way. */
  readonly keys: Set<string>;
}

function below(at: Place, name: string, step: string): Place {
  return { ...at, parent: at.parent + (name === "" ? "Field" : name), place: at.place + step };
}

/** A schema without the fields that every object has: `KubeObject` describes them. */
function withoutIdentity(schema: Schema): Schema {
  const own = Object.entries(schema.properties ?? {}).filter(
    ([name]) => name !== "apiVersion" && name !== "kind" && name !== "metadata",
  );
  return { ...schema, properties: Object.fromEntries(own) };
}

function block(members: readonly string[]): string {
  return members.length === 0 ? "{}" : `{\n${members.join("\n")}\n}`;
}

/** What the schema says about a value in addition to its type. */
function facts(schema: Schema): string | undefined {
  const keys = schema["x-kubernetes-list-map-keys"] ?? [];
  const sentences = [
    ...(schema.default === undefined ? [] : [`Default: ${literal(schema.default)}.`]),
    ...(keys.length === 0 ? [] : [`A list keyed by ${keys.map((key) => `\`${key}\``).join(" and ")}.`]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
