import type {
  CustomResourceColumnDefinition,
  CustomResourceDefinition,
  CustomResourceSubresourceScale,
  JSONSchemaProps,
  SelectableField,
} from "../api/apiextensions/v1.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import { defineResource, type KubeObject, parseApiVersion, type Resource, type Scope } from "../meta/index.ts";
import { defined } from "../util/index.ts";
import type { FieldError } from "./field-error.ts";
import { type InferSchema, type JsonSchema, jsonSchemaOf, type StandardJsonSchema } from "./json-schema.ts";
import { readDefinition } from "./read-definition.ts";
import { structuralSchema } from "./structural-schema.ts";
import { validateValue } from "./validate-value.ts";

/** One version of a kind that {@link defineCustomResource} defines. */
export interface CustomResourceVersionOptions {
  /**
   * The fields of an object in addition to `apiVersion`, `kind` and `metadata`: a schema of zod 4, of arktype, of
   * valibot (through `toStandardJsonSchema`), or a plain JSON Schema. CEL rules pass through as
   * `x-kubernetes-validations`.
   */
  readonly schema: StandardJsonSchema | JsonSchema;
  /**
   * Whether the kind has the `status` subresource, by which the status is written on its own. The schema must describe
   * the status, else servers drop it. Default `false`.
   */
  readonly status?: boolean | undefined;
  /** Where the scale subresource finds the replicas. Default: the kind has none. */
  readonly scale?: CustomResourceSubresourceScale | undefined;
  /** The columns of `kubectl get`. Default: name and age. */
  readonly printerColumns?: readonly CustomResourceColumnDefinition[] | undefined;
  /** Fields that field selectors can use. */
  readonly selectableFields?: readonly SelectableField[] | undefined;
  /** Whether the server serves this version. Default `true`. */
  readonly served?: boolean | undefined;
  /** The version in which objects are stored; exactly one. Default: the first. */
  readonly storage?: boolean | undefined;
  /** Clients that use this version get a warning: `true` for the server's own text, or your text. Default `false`. */
  readonly deprecated?: boolean | string | undefined;
}

/** Options of {@link defineCustomResource}. */
export interface CustomResourceOptions {
  /** The API group, such as `shop.example.com`. */
  readonly group: string;
  readonly kind: string;
  /** The plural in URLs, lower case: `websites`. */
  readonly plural: string;
  readonly scope: Scope;
  /** The versions, by their names such as `v1`. */
  readonly versions: { readonly [version: string]: CustomResourceVersionOptions };
  /** The singular, for kubectl. Default: the kind in lower case. */
  readonly singular?: string | undefined;
  readonly shortNames?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly labels?: { readonly [key: string]: string } | undefined;
  readonly annotations?: { readonly [key: string]: string } | undefined;
}

/** The facts of a version that the typed client needs. */
type VersionTraits<O extends CustomResourceOptions, V> = {
  scope: O["scope"];
  plural: O["plural"];
} & (V extends { readonly status: true } ? { status: true } : unknown) &
  (V extends { readonly scale: object } ? { scale: true } : unknown);

/** An object of a kind as the schema of one version describes it. */
type CustomObject<S> = KubeObject & Omit<InferSchema<S>, keyof KubeObject>;

/** A kind made from schemas: the manifest, and a descriptor for each version. */
export interface CustomResource<O extends CustomResourceOptions = CustomResourceOptions> {
  /** The manifest, for `installCRDs` and for YAML files. */
  readonly crd: CustomResourceDefinition;
  /** The descriptors, by version. */
  readonly versions: {
    readonly [V in keyof O["versions"]]: Resource<
      CustomObject<O["versions"][V]["schema"]>,
      VersionTraits<O, O["versions"][V]>
    >;
  };
  /**
   * What a server would say is wrong with an object: one entry for each field, none when it is valid. The version is
   * that of `apiVersion`, else the one in which objects are stored. Rules in CEL are not evaluated, and defaults are
   * not filled in.
   */
  validate(object: unknown): readonly FieldError[];
}

/**
 * Makes a kind from schemas: the CustomResourceDefinition, typed descriptors and a validator. The schema is turned into
 * a structural one: references are inlined, and what has an equivalent is rewritten. Throws an InvalidArgumentError
 * that lists, with names and paths, what has no structural form.
 *
 * ```ts
 * const websites = defineCustomResource({
 *   group: "shop.example.com", kind: "Website", plural: "websites", scope: "Namespaced",
 *   versions: { v1: { schema: z.object({ spec: z.object({ host: z.string() }) }) } },
 * });
 * const { v1: Website } = websites.versions;
 * await installCRDs(client, [websites]);
 * const site = { metadata: { name: "web" }, spec: { host: "a.example" } };
 * await client.resource(Website, { namespace: "shop" }).create(site);
 * ```
 */
export function defineCustomResource<const O extends CustomResourceOptions>(options: O): CustomResource<O> {
  const crd = definitionFor(options);
  const { problems } = readDefinition({ definition: crd });
  if (problems.length > 0) throw new InvalidArgumentError(problems.join("\n"));
  const { group, kind, plural, scope, singular, shortNames, categories } = options;
  const versions = Object.entries(options.versions).map(([version, { status, scale }]) => [
    version,
    defineResource({
      group,
      version,
      kind,
      plural,
      scope,
      singular: singular ?? kind.toLowerCase(),
      shortNames,
      categories,
      subresources: [...(status === true ? ["status"] : []), ...(scale === undefined ? [] : ["scale"])],
    }),
  ]);
  return {
    crd,
    versions: Object.fromEntries(versions) as CustomResource<O>["versions"],
    validate: (object) => validateObject(crd, object),
  };
}

function definitionFor(options: CustomResourceOptions): CustomResourceDefinition {
  const { group, kind, plural, scope, singular, shortNames, categories, labels, annotations } = options;
  const named = Object.entries(options.versions);
  const stored = named.filter(([, version]) => version.storage === true).map(([name]) => name);
  if (stored.length > 1)
    throw new InvalidArgumentError(`${plural}.${group} is stored in one version, not in ${stored.join(" and ")}`);
  const storage = stored[0] ?? named[0]?.[0];
  const problems: string[] = [];
  const versions = named.map(([name, version]) => {
    const { status, scale, printerColumns, selectableFields, served = true, deprecated } = version;
    const where = `${plural}.${group} ${name}`;
    const schema = schemaFor(version.schema, where, problems);
    if (status === true && !keepsStatus(schema))
      problems.push(
        `the schema of ${where}: status: true needs a property "status" in the schema, because a server drops ` +
          "fields that the schema does not have: describe it, or leave status: true out",
      );
    return defined({
      name,
      served,
      storage: name === storage,
      deprecated: (deprecated !== undefined && deprecated !== false) || undefined,
      deprecationWarning: typeof deprecated === "string" ? deprecated : undefined,
      schema: { openAPIV3Schema: schema },
      subresources:
        status === true || scale !== undefined
          ? defined({ status: status === true ? {} : undefined, scale })
          : undefined,
      additionalPrinterColumns: printerColumns && [...printerColumns],
      selectableFields: selectableFields && [...selectableFields],
    });
  });
  if (problems.length > 0) throw new InvalidArgumentError(problems.join("\n"));
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}`, ...defined({ labels, annotations }) },
    spec: {
      group,
      scope,
      names: {
        kind,
        plural,
        singular: singular ?? kind.toLowerCase(),
        listKind: `${kind}List`,
        ...defined({ shortNames: shortNames && [...shortNames], categories: categories && [...categories] }),
      },
      versions,
    },
  };
}

function schemaFor(schema: StandardJsonSchema | JsonSchema, where: string, problems: string[]): JSONSchemaProps {
  let source: unknown;
  try {
    source = jsonSchemaOf(schema);
  } catch (error) {
    problems.push(`the schema of ${where} cannot be written as a JSON Schema: ${(error as Error).message}`);
    return { type: "object" };
  }
  const structural = structuralSchema(source, (path, problem) => {
    problems.push(`the schema of ${where}: ${path}: ${problem}`);
  });
  if (structural.type !== "object") problems.push(`the schema of ${where} must describe an object`);
  return structural;
}

/** Whether a server keeps a status that is written. */
function keepsStatus(schema: JSONSchemaProps): boolean {
  return schema.properties?.["status"] !== undefined || schema["x-kubernetes-preserve-unknown-fields"] === true;
}

function validateObject({ spec }: CustomResourceDefinition, object: unknown): readonly FieldError[] {
  const { apiVersion } = (object ?? {}) as KubeObject;
  const version = apiVersion === undefined ? undefined : parseApiVersion(apiVersion).version;
  const found = spec.versions.find((one) => (version === undefined ? one.storage : one.name === version));
  const schema = found?.schema?.openAPIV3Schema;
  if (schema === undefined)
    return [
      {
        reason: "FieldValueInvalid",
        field: "apiVersion",
        message: `Invalid value: ${JSON.stringify(apiVersion)}: the kind has no schema for this version`,
      },
    ];
  const errors = validateValue(object, schema as Readonly<Record<string, unknown>>, "", matches);
  return errors.map(({ reason, field, at = field, message }) => ({ reason, field: at, message }));
}

/** The schema is its author's own, so JavaScript's engine may match it; what it cannot read is left to the server. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern.replaceAll("(?P<", "(?<").replaceAll(/\\x\{([0-9a-fA-F]+)\}/g, "\\u{$1}"), "u").test(
      text,
    );
  } catch {
    return true;
  }
}
