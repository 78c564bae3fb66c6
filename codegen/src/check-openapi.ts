import type { FieldFact, PackageFacts, TypeFact } from "./facts.ts";
import type { OpenApiSchema } from "./server.ts";
import type { Disagreement } from "./type-facts.ts";

/**
 * Holds the facts from Go's sources against the server's OpenAPI documents, notes each difference, and takes from the
 * documents what the sources cannot tell: defaults. Types that the server does not publish are left as they are.
 */
export function checkOpenApi(
  packages: readonly PackageFacts[],
  schemas: ReadonlyMap<string, OpenApiSchema>,
  note: (disagreement: Disagreement) => void,
): { packages: PackageFacts[]; published: number } {
  let published = 0;
  const find = (reference: string): { pkg: PackageFacts; type: TypeFact } | undefined => {
    const dot = reference.lastIndexOf(".");
    const pkg = packages.find((one) => one.name === reference.slice(0, dot));
    const type = pkg?.types[reference.slice(dot + 1)];
    return pkg && type ? { pkg, type } : undefined;
  };
  const flatten = (type: TypeFact): Map<string, FieldFact> => {
    if (type.of) return flatten(find(type.of)?.type ?? {});
    const all = new Map(Object.entries(type.fields ?? {}));
    for (const inline of type.inline ?? []) {
      for (const [name, field] of flatten(find(inline.type)?.type ?? {})) if (!all.has(name)) all.set(name, field);
    }
    return all;
  };
  const enumOf = (reference: string): readonly string[] | undefined => {
    const target = find(reference.replace(/^(\*|\[\])+/, ""))?.type;
    return target?.of === "string" && target.closed ? target.values : target?.of ? enumOf(target.of) : undefined;
  };
  const result = packages.map((pkg): PackageFacts => {
    const types: Record<string, TypeFact> = {};
    for (const [name, type] of Object.entries(pkg.types)) {
      types[name] = type;
      const schema = schemas.get(`${pkg.model}.${name}`);
      if (!schema || !type.fields) continue;
      published += 1;
      const where = `${pkg.name}.${name}`;
      const fields = { ...type.fields };
      const all = flatten(type);
      for (const key of new Set([...all.keys(), ...Object.keys(schema.properties ?? {})])) {
        const field = all.get(key);
        const property = schema.properties?.[key];
        if (!field || !property) {
          note({
            about: "field in one source only",
            where: `${where}.${key}`,
            says: field ? "OpenAPI lacks it" : "Go lacks it",
          });
          continue;
        }
        compareField(
          `${where}.${key}`,
          field,
          property,
          schema.required?.includes(key) ?? false,
          enumOf(field.type),
          note,
        );
        const own = fields[key];
        const value = property.default;
        if (own && value !== undefined && !isZero(value) && own.default === undefined)
          fields[key] = { ...own, default: value };
      }
      if ((schema["x-kubernetes-map-type"] === "atomic") !== (type.atomic === true)) {
        note({
          about: "atomic struct",
          where,
          says: `OpenAPI ${schema["x-kubernetes-map-type"] ?? "(none)"}, Go ${type.atomic ? "atomic" : "(none)"}`,
        });
      }
      types[name] = { ...type, fields };
    }
    return { ...pkg, types };
  });
  return { packages: result, published };
}

function isZero(value: unknown): boolean {
  return (
    value === "" ||
    value === 0 ||
    value === false ||
    (typeof value === "object" && value !== null && Object.keys(value).length === 0)
  );
}

function compareField(
  where: string,
  field: FieldFact,
  property: OpenApiSchema,
  required: boolean,
  values: readonly string[] | undefined,
  note: (disagreement: Disagreement) => void,
): void {
  const differ = (about: string, server: unknown, go: unknown): void => {
    if (JSON.stringify(server) !== JSON.stringify(go)) {
      note({
        about,
        where,
        says: `OpenAPI ${JSON.stringify(server) ?? "(none)"}, Go ${JSON.stringify(go) ?? "(none)"}`,
      });
    }
  };
  differ("required", required, field.required ?? false);
  differ("list type", property["x-kubernetes-list-type"], field.list);
  differ("list map keys", property["x-kubernetes-list-map-keys"], field.keys);
  differ("map type of a field", property["x-kubernetes-map-type"], field.map);
  differ("patch strategy in OpenAPI", property["x-kubernetes-patch-strategy"], field.patch);
  differ("patch merge key in OpenAPI", property["x-kubernetes-patch-merge-key"], field.mergeKey);
  if (field.default !== undefined) differ("default", property.default, field.default);
  const listed = property.enum ?? property.items?.enum;
  const sorted = values && [...values].sort();
  differ("enum", listed && [...listed].sort(), sorted);
  const shape =
    property.type === "array"
      ? "list"
      : property.type === "object" && property.additionalProperties
        ? "map"
        : undefined;
  if (shape === "list" && !field.type.includes("[]") && !/\.[A-Z]\w*$/.test(field.type))
    differ("shape", shape, field.type);
}
