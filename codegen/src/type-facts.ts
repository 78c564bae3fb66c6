import { defined } from "client-ts/internal";
import type { FieldFact, InlineFact, PackageFacts, ProtoFact, TypeFact } from "./facts.ts";
import type { GoField, GoPackage, GoSource, GoType } from "./go-source.ts";
import { leafPackages, sourcePackages } from "./packages.ts";
import type { ProtoFile } from "./proto.ts";

/** A place where two sources say different things. */
export interface Disagreement {
  /** What the disagreement is about, the same words for all of one sort. */
  readonly about: string;
  /** `core/v1.Pod.spec`, or a kind. */
  readonly where: string;
  readonly says: string;
}

/** Types with a shape of their own in JSON; their fields are Go's business. */
export const leafTypes: ReadonlySet<string> = new Set([
  "meta/v1.Time",
  "meta/v1.MicroTime",
  "meta/v1.Duration",
  "meta/v1.FieldsV1",
  "meta/v1.Timestamp",
  "apiextensions/v1.JSON",
  "apiextensions/v1.JSONSchemaPropsOrArray",
  "apiextensions/v1.JSONSchemaPropsOrBool",
  "apiextensions/v1.JSONSchemaPropsOrStringArray",
]);

const shortNames = new Map<string, string>([
  ...sourcePackages.map(({ go, name }) => [go, name] as const),
  ...Object.entries(leafPackages),
]);

/** `k8s.io/api/core/v1.Pod` to `core/v1.Pod`, inside lists, maps and pointers too. */
export function shortType(type: string): string {
  return type.replaceAll(/[\w.-]+(?:\/[\w.-]+)+\.\w+/g, (full) => {
    const dot = full.lastIndexOf(".");
    const short = shortNames.get(full.slice(0, dot));
    return short ? `${short}${full.slice(dot)}` : full;
  });
}

/** Turns what Go's sources say about types into facts, and notes where tags, markers and `.proto` files disagree. */
export function typeFacts(source: GoSource, note: (disagreement: Disagreement) => void): PackageFacts[] {
  return sourcePackages.map(({ name, go, role }): PackageFacts => {
    const pkg = source.packages[go] as GoPackage;
    const file = source.protos[go] as ProtoFile;
    const proto = file.messages;
    const model = marker(pkg.markers, "k8s:openapi-model-package");
    if (!model) throw new Error(`${go} does not say its OpenAPI package`);
    const types: Record<string, TypeFact> = {};
    const wanted = reachable(pkg, go, new Set(proto.keys()));
    for (const typeName of [...wanted].sort()) {
      const type = pkg.types[typeName] as GoType;
      if (leafTypes.has(`${name}.${typeName}`)) {
        types[typeName] = { of: "json", proto: Object.fromEntries(proto.get(typeName) ?? []) };
        continue;
      }
      types[typeName] = type.struct
        ? structFact(`${name}.${typeName}`, type, proto.get(typeName), note)
        : namedFact(pkg, typeName, type, proto.get(typeName));
    }
    const declared = marker(pkg.markers, "groupName");
    if (declared !== undefined && declared !== pkg.group) {
      note({ about: "group name", where: name, says: `+groupName says ${declared}, GroupName says ${pkg.group}` });
    }
    return {
      name,
      ...defined({ group: role === "shared" ? undefined : pkg.group }),
      go,
      model,
      proto: file.package,
      types,
    };
  });
}

/**
 * Types with an `apiVersion` and `kind`, those with a protobuf message, and all that these refer to within the package.
 */
function reachable(pkg: GoPackage, path: string, messages: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const type = pkg.types[name];
    if (!type || found.has(name)) return;
    found.add(name);
    for (const text of [
      type.of ?? "",
      ...(type.fields ?? []).filter((field) => field.tagged).map((field) => field.type),
    ]) {
      for (const match of text.matchAll(/[\w./-]+/g))
        if (match[0].startsWith(`${path}.`)) visit(match[0].slice(path.length + 1));
    }
  };
  for (const [name, type] of Object.entries(pkg.types)) {
    const isKind = type.fields?.some((field) => field.embedded && field.type.endsWith(".TypeMeta") && field.tagged);
    if (isKind || messages.has(name)) visit(name);
  }
  return found;
}

function namedFact(
  pkg: GoPackage,
  name: string,
  type: GoType,
  proto: ReadonlyMap<string, ProtoFact> | undefined,
): TypeFact {
  const values = pkg.constants[name];
  return {
    of: shortType(type.of ?? "?"),
    ...defined({
      values: values && [...new Set(values)],
      closed:
        (values && (marker(type.markers, "enum") !== undefined || marker(type.markers, "k8s:enum") !== undefined)) ||
        undefined,
      proto: proto && Object.fromEntries(proto),
    }),
  };
}

function structFact(
  where: string,
  type: GoType,
  proto: ReadonlyMap<string, ProtoFact> | undefined,
  note: (disagreement: Disagreement) => void,
): TypeFact {
  const fields: Record<string, FieldFact> = {};
  const inline: InlineFact[] = [];
  const seen = new Set<string>();
  for (const field of type.fields ?? []) {
    const [jsonName = "", ...flags] = field.json.split(",");
    const protoName = /name=(\w+)/.exec(field.protobuf ?? "")?.[1];
    const number = Number(/^\w+,(\d+)/.exec(field.protobuf ?? "")?.[1]);
    const inProto = field.protobuf ? protoField(proto, protoName, number) : undefined;
    if (inProto) seen.add(inProto.name);
    if (field.protobuf && proto && !inProto) {
      note({
        about: "protobuf number",
        where: `${where}.${jsonName}`,
        says: `the tag says ${field.protobuf}, the .proto file has no such field`,
      });
    }
    if (!field.tagged || jsonName === "-") continue;
    if (field.embedded && jsonName === "") {
      inline.push({ type: shortType(field.type), ...defined({ proto: inProto?.fact }) });
      continue;
    }
    if (jsonName === "") throw new Error(`${where}: ${field.go} has no JSON name`);
    fields[jsonName] = fieldFact(`${where}.${jsonName}`, field, flags, inProto?.fact, note);
  }
  for (const name of proto?.keys() ?? []) {
    if (!seen.has(name))
      note({
        about: "protobuf field without a tag",
        where: `${where}.${name}`,
        says: "the .proto file has it, no Go tag does",
      });
  }
  return {
    fields,
    ...defined({
      inline: inline.length > 0 ? inline : undefined,
      atomic:
        marker(type.markers, "structType") === "atomic" || marker(type.markers, "mapType") === "atomic" || undefined,
    }),
  };
}

function protoField(
  proto: ReadonlyMap<string, ProtoFact> | undefined,
  name: string | undefined,
  number: number,
): { name: string; fact: ProtoFact } | undefined {
  for (const [key, fact] of proto ?? [])
    if (fact[0] === number && (name === undefined || key === name)) return { name: key, fact };
  return undefined;
}

function fieldFact(
  where: string,
  field: GoField,
  flags: readonly string[],
  proto: ProtoFact | undefined,
  note: (disagreement: Disagreement) => void,
): FieldFact {
  const omitEmpty = flags.includes("omitempty");
  const omitZero = flags.includes("omitzero");
  const optional = marker(field.markers, "optional") !== undefined;
  const required = marker(field.markers, "required") !== undefined;
  if (optional && !omitEmpty && !omitZero)
    note({ about: "+optional without omitempty", where, says: "Go always writes the field" });
  if (required && (omitEmpty || omitZero))
    note({ about: "+required with omitempty", where, says: "Go leaves out the empty field" });
  if (!optional && !required && (omitEmpty || omitZero))
    note({ about: "omitempty without +optional", where, says: "the marker is missing" });
  const list = marker(field.markers, "listType");
  const newList = marker(field.markers, "k8s:listType");
  if (newList !== undefined && newList !== list) {
    note({
      about: "+k8s:listType",
      where,
      says: `+k8s:listType=${newList}, +listType=${list ?? "(none)"}; the latter is taken`,
    });
  }
  const strategyMarker = marker(field.markers, "patchStrategy");
  if (strategyMarker !== undefined && strategyMarker !== (field.patchStrategy ?? "")) {
    note({
      about: "patch strategy",
      where,
      says: `marker ${strategyMarker}, tag ${field.patchStrategy ?? "(none)"}; the tag is taken`,
    });
  }
  const keyMarker = marker(field.markers, "patchMergeKey");
  if (keyMarker !== undefined && keyMarker !== (field.patchMergeKey ?? "")) {
    note({
      about: "patch merge key",
      where,
      says: `marker ${keyMarker}, tag ${field.patchMergeKey ?? "(none)"}; the tag is taken`,
    });
  }
  const keys = markers(field.markers, "listMapKey");
  const map = marker(field.markers, "mapType") ?? marker(field.markers, "structType");
  const value = marker(field.markers, "default");
  return {
    type: shortType(field.type),
    ...defined({
      required: required || !(optional || omitEmpty) || undefined,
      omit: omitEmpty || omitZero ? (`${omitEmpty ? "e" : ""}${omitZero ? "z" : ""}` as "e") : undefined,
      list: list as "atomic" | undefined,
      keys: keys.length > 0 ? keys : undefined,
      map: map as "atomic" | undefined,
      patch: field.patchStrategy || undefined,
      mergeKey: field.patchMergeKey || undefined,
      default: value !== undefined && !value.startsWith("ref(") ? (JSON.parse(value) as unknown) : undefined,
      proto,
    }),
  };
}

/** The values of every `+name=value` marker. */
export function markers(lines: readonly string[] | undefined, name: string): string[] {
  const found: string[] = [];
  for (const line of lines ?? []) {
    const match = /^\+([^=\s]+)(?:=(.*))?$/.exec(line.trim());
    if (match?.[1] === name) found.push((match[2] ?? "").trim());
  }
  return found;
}

/** The value of a `+name=value` marker; empty when it has none; undefined when it is not there. */
export function marker(lines: readonly string[] | undefined, name: string): string | undefined {
  return markers(lines, name)[0];
}
