import type { JSONSchemaProps } from "../api/apiextensions/v1.ts";

/**
 * A schema of a library that implements Standard JSON Schema (standardschema.dev): zod 4, arktype, and valibot through
 * `toStandardJsonSchema`. Only this interface is used; client-ts depends on none of them.
 */
export interface StandardJsonSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
    readonly jsonSchema: { readonly input: (options: { readonly target: string }) => Record<string, unknown> };
  };
}

/** A JSON Schema as data: any draft, and the extensions of Kubernetes. */
export interface JsonSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly properties?: { readonly [name: string]: JsonSchema } | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: JsonSchema | undefined;
  readonly additionalProperties?: JsonSchema | boolean | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly [keyword: string]: unknown;
}

/** The JSON that a schema describes, by type. */
export type InferSchema<S> = S extends { readonly "~standard": { readonly types?: infer T } }
  ? NonNullable<T> extends { readonly input: infer I }
    ? I
    : unknown
  : S extends JsonSchema
    ? Nullable<S, FromJsonSchema<S>>
    : unknown;

type Nullable<S, T> = S extends { readonly nullable: true } ? T | null : T;

/** The type of a plain JSON Schema, for the keywords that types are made of; everything else is `unknown`. */
type FromJsonSchema<S> = S extends { readonly const: infer C }
  ? C
  : S extends { readonly "x-kubernetes-int-or-string": true }
    ? number | string
    : S extends { readonly enum: readonly (infer E)[] }
      ? E
      : S extends { readonly anyOf: readonly (infer A)[] }
        ? A extends unknown
          ? InferSchema<A>
          : never
        : S extends { readonly type: "object" }
          ? FromObject<S>
          : S extends { readonly type: "array" }
            ? S extends { readonly items: infer I }
              ? InferSchema<I>[]
              : unknown[]
            : S extends { readonly type: readonly (infer N)[] }
              ? N extends string
                ? FromJsonSchema<Omit<S, "type"> & { readonly type: N }>
                : unknown
              : S extends { readonly type: keyof Scalars }
                ? Scalars[S["type"]]
                : unknown;

interface Scalars {
  string: string;
  integer: number;
  number: number;
  boolean: boolean;
  null: null;
}

type FromObject<S> = S extends { readonly properties: infer P }
  ? Flat<
      { -readonly [K in keyof P as K extends RequiredOf<S, P> ? K : never]: InferSchema<P[K]> } & {
        -readonly [K in keyof P as K extends RequiredOf<S, P> ? never : K]?: InferSchema<P[K]>;
      } & (S extends { readonly "x-kubernetes-preserve-unknown-fields": true } ? { [field: string]: unknown } : unknown)
    >
  : S extends { readonly additionalProperties: infer A extends JsonSchema }
    ? { [key: string]: InferSchema<A> }
    : { [key: string]: unknown };

/** Names of the fields that must be given: required, and without a default. */
type RequiredOf<S, P> = {
  [K in keyof P]: S extends { readonly required: readonly (infer R)[] }
    ? K extends R
      ? P[K] extends { readonly default: unknown }
        ? never
        : K
      : never
    : never;
}[keyof P];

type Flat<T> = { [K in keyof T]: T[K] };

/** The JSON Schema of whatever was given as a schema. */
export function jsonSchemaOf(schema: StandardJsonSchema | JsonSchema): unknown {
  const standard = (schema as Partial<StandardJsonSchema>)["~standard"];
  return standard === undefined ? schema : standard.jsonSchema.input({ target: "draft-2020-12" });
}

/** Formats that API servers check; any other one is a remark. */
export const serverFormats: ReadonlySet<string> = new Set(
  (
    "bsonobjectid uri email hostname ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 isbn isbn10 isbn13 creditcard ssn " +
    "hexcolor rgbcolor byte password date duration datetime date-time int32 int64 float double"
  ).split(" "),
);

/** What a schema says about a value, without saying what the value is: the form that conditions have. */
export function conditionOf(schema: JSONSchemaProps): JSONSchemaProps {
  const present = valueKeywords.filter((name) => schema[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, schema[name]]));
}

/** Keywords that restrict a value and may stand in a condition of a structural schema. */
const valueKeywords: readonly (keyof JSONSchemaProps)[] = [
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "required",
  "enum",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
];
