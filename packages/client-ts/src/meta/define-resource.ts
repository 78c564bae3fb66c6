import { InvalidArgumentError } from "../errors/index.ts";
import { defined } from "../util/index.ts";
import { isDns1035Label, isDnsLabel, isDnsSubdomain } from "./names.ts";
import type { KubeObject, Scope } from "./object.ts";
import type { Resource } from "./resource.ts";

/** What {@link defineResource} needs to know about a kind. */
export interface ResourceDefinition {
  /** The API group, such as `shop.example.com`. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The plural in URLs, lower case: `websites`. */
  readonly plural: string;
  readonly scope: Scope;
  /** Names of the subresources; custom resources can have `status` and `scale`. Default: none. */
  readonly subresources?: readonly string[] | undefined;
  /** The name in an extended clientset and informer factory, such as `staticSites`. Default: the plural. */
  readonly accessor?: string | undefined;
  readonly singular?: string | undefined;
  readonly shortNames?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  /** The kind of the list. Default: `kind` + "List". */
  readonly listKind?: string | undefined;
}

/** The type of the objects of a kind, by its descriptor: `type Website = ObjectOf<typeof Website>`. */
export type ObjectOf<D> = D extends { readonly __object?: infer T } ? NonNullable<T> : never;

type SubresourceOf<D extends ResourceDefinition> = D["subresources"] extends readonly (infer S)[] ? S : never;

/** The facts of a definition that the typed client needs. */
export type TraitsOf<D extends ResourceDefinition> = { scope: D["scope"]; plural: D["plural"] } & (D extends {
  accessor: infer A extends string;
}
  ? { accessor: A }
  : unknown) &
  ("status" extends SubresourceOf<D> ? { status: true } : unknown) &
  ("scale" extends SubresourceOf<D> ? { scale: true } : unknown);

/**
 * The descriptor of a kind, for clients, informers, listers and fakes, without code generation. Throws an
 * InvalidArgumentError for names that no server accepts.
 *
 * ```ts
 * interface Website extends KubeObject { spec: { host: string } }
 * const Website = defineResource<Website>({
 *   group: "shop.example.com", version: "v1", kind: "Website", plural: "websites", scope: "Namespaced",
 *   subresources: ["status"],
 * });
 * ```
 *
 * Given this way, every call is offered by type and checked when it is made. With `defineResource<Website>()({ … })`
 * the compiler also knows the scope, the subresources and the plural; a clientset that is extended needs that.
 */
export function defineResource<T extends KubeObject>(definition: ResourceDefinition): Resource<T>;
export function defineResource<T extends KubeObject>(): <const D extends ResourceDefinition>(
  definition: D,
) => Resource<T, TraitsOf<D>>;
export function defineResource(definition?: ResourceDefinition): unknown {
  return definition === undefined ? descriptorOf : descriptorOf(definition);
}

function descriptorOf(definition: ResourceDefinition): Resource {
  const { group, version, kind, plural, scope, subresources = [] } = definition;
  const refuse = (field: string, value: unknown, expected: string): never => {
    throw new InvalidArgumentError(
      `the ${field} ${JSON.stringify(value)} of a resource must be ${expected}, such as ${examples[field]}`,
    );
  };
  if (group !== "" && !isDnsSubdomain(group)) refuse("group", group, "a DNS subdomain");
  if (!isDns1035Label(version)) refuse("version", version, "a DNS label that begins with a letter");
  if (!isDns1035Label(String(kind).toLowerCase())) refuse("kind", kind, "letters, digits and hyphens");
  if (!isDnsLabel(plural)) refuse("plural", plural, "a DNS label");
  if (scope !== "Namespaced" && scope !== "Cluster") refuse("scope", scope, '"Namespaced" or "Cluster"');
  const further = subresources.filter((name) => name !== "status" && name !== "scale");
  const optional = (["accessor", "singular", "shortNames", "categories", "listKind"] as const)
    .filter((name) => definition[name] !== undefined)
    .map((name) => [name, definition[name]]);
  return {
    group,
    version,
    kind,
    plural,
    scope,
    ...Object.fromEntries(optional),
    ...defined({
      status: subresources.includes("status") || undefined,
      scale: subresources.includes("scale") || undefined,
      subresources: further.length > 0 ? further : undefined,
    }),
  };
}

const examples: Readonly<Record<string, string>> = {
  group: '"shop.example.com"',
  version: '"v1"',
  kind: '"Website"',
  plural: '"websites"',
  scope: '"Namespaced"',
};
