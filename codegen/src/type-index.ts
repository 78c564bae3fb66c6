import { defined } from "client-ts/internal";
import type { Facts, FieldFact, PackageFacts, TypeFact } from "./facts.ts";
import { leafTypes } from "./type-facts.ts";

/**
 * A type reference taken apart: pointers are dropped, names that stand for lists, maps and basic types are followed.
 */
export type Shape =
  | { readonly is: "basic"; readonly name: string; readonly alias?: string }
  | { readonly is: "leaf"; readonly name: string }
  | { readonly is: "struct"; readonly name: string }
  | { readonly is: "list"; readonly items: Shape; readonly alias?: string }
  | { readonly is: "map"; readonly items: Shape; readonly alias?: string };

/** Finds types by their reference and answers what the generators ask about them. */
export class TypeIndex {
  readonly #packages = new Map<string, PackageFacts>();

  constructor(facts: Facts) {
    for (const pkg of facts.packages) this.#packages.set(pkg.name, pkg);
  }

  /** The package a reference is in, with the type's own name. */
  split(reference: string): { pkg: PackageFacts | undefined; name: string; package: string } {
    const dot = reference.lastIndexOf(".");
    return {
      pkg: this.#packages.get(reference.slice(0, dot)),
      package: reference.slice(0, dot),
      name: reference.slice(dot + 1),
    };
  }

  /** The type behind a reference; a reference that leads nowhere is an error in the facts. */
  type(reference: string): TypeFact {
    const { pkg, name } = this.split(reference);
    const type = pkg?.types[name];
    if (!type) throw new Error(`the facts refer to ${reference}, which they do not have`);
    return type;
  }

  /** The name of a type in OpenAPI documents. */
  model(reference: string): string {
    const { pkg, name } = this.split(reference);
    return `${pkg?.model}.${name}`;
  }

  /** Follows pointers, aliases and named types down to what JSON shows. */
  shape(reference: string, alias?: string): Shape {
    const named = defined({ alias });
    if (reference.startsWith("*")) return this.shape(reference.slice(1), alias);
    if (reference === "[]byte") return { is: "basic", name: "[]byte" };
    if (reference.startsWith("[]")) return { is: "list", items: this.shape(reference.slice(2)), ...named };
    const map = /^map\[([^\]]+)\](.+)$/.exec(reference);
    if (map) return { is: "map", items: this.shape(map[2] as string), ...named };
    if (!reference.includes(".")) return { is: "basic", name: reference, ...named };
    if (leafTypes.has(reference) || !reference.includes("/")) return { is: "leaf", name: reference };
    const type = this.type(reference);
    if (type.fields) return { is: "struct", name: reference };
    return this.shape(type.of as string, type.values || alias === undefined ? reference : alias);
  }

  /** The fields as JSON has them: those of embedded structs among the struct's own, `apiVersion` and `kind` first. */
  fields(type: TypeFact): Map<string, FieldFact> {
    const all = new Map<string, FieldFact>();
    for (const inline of type.inline ?? [])
      for (const [name, field] of this.fields(this.#struct(inline.type))) all.set(name, field);
    for (const [name, field] of Object.entries(type.fields ?? {})) all.set(name, field);
    return all;
  }

  /** The values of a named string, with whether they are all there can be. */
  values(reference: string): { values: readonly string[]; closed: boolean } | undefined {
    const type = this.type(reference);
    if (type.values) return { values: type.values, closed: type.closed === true };
    return type.of?.includes("/") && !type.fields ? this.values(type.of) : undefined;
  }

  /** Has `apiVersion` and `kind`. */
  isKind(type: TypeFact): boolean {
    return type.inline?.some((inline) => inline.type === "meta/v1.TypeMeta") ?? false;
  }

  #struct(reference: string): TypeFact {
    const type = this.type(reference);
    return type.fields ? type : this.#struct(type.of as string);
  }
}
