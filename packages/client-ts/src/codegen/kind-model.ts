import type { JSONSchemaProps } from "../api/apiextensions/v1.ts";
import type { Scope, Verb } from "../meta/index.ts";

/** A schema as types are made from it: that of a definition, or of an OpenAPI document, where references lead on. */
export type Schema = JSONSchemaProps;

/** One version of a kind, checked: what a type and a descriptor are made from. */
export interface KindModel {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: Scope;
  readonly singular?: string | undefined;
  readonly shortNames?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly listKind?: string | undefined;
  /** Absent: all. */
  readonly verbs?: readonly Verb[] | undefined;
  readonly status: boolean;
  readonly scale: boolean;
  /** Further subresources. */
  readonly subresources?: readonly string[] | undefined;
  /** What the definition says about its deprecation. */
  readonly deprecated?: string | undefined;
  readonly schema: Schema;
  /** What `$ref` leads to, by the name behind `#/components/schemas/`. */
  readonly references?: ReadonlyMap<string, Schema> | undefined;
}
