import { defined } from "client-ts/internal";
import type { Facts, FieldFact, KindFact } from "./facts.ts";
import { type Shape, TypeIndex } from "./type-index.ts";

const basicCodes: Readonly<Record<string, string>> = {
  string: "s",
  bool: "b",
  int: "i",
  int16: "i",
  int32: "i",
  int64: "i",
  uint16: "i",
  uint32: "i",
  uint64: "i",
  float32: "n",
  float64: "n",
  "[]byte": "B",
  any: "j",
};

const leafCodes: Readonly<Record<string, string>> = {
  "meta/v1.Time": "t",
  "meta/v1.MicroTime": "u",
  "meta/v1.Duration": "d",
  "meta/v1.FieldsV1": "j",
  "resource.Quantity": "q",
  "intstr.IntOrString": "x",
  "runtime.RawExtension": "j",
  "runtime.Object": "j",
  "types.UID": "s",
  "types.NodeName": "s",
  "types.NamespacedName": "s",
  "apiextensions/v1.JSON": "j",
  "apiextensions/v1.JSONSchemaPropsOrArray": "j",
  "apiextensions/v1.JSONSchemaPropsOrBool": "j",
  "apiextensions/v1.JSONSchemaPropsOrStringArray": "j",
};

const banner = "// Made by `npm run api:generate` from codegen/facts; do not edit.\n";

/** A data module: one exported text, so that it stays a string until a caller reads it. */
function dataModule(name: string, doc: string, text: string): string {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${");
  return `${banner}\n/** ${doc} */\nexport const ${name}: string = \`${escaped}\`;\n`;
}

function code(shape: Shape): string {
  switch (shape.is) {
    case "basic": {
      const found = basicCodes[shape.name];
      if (!found) throw new Error(`no table code for the Go type ${shape.name}`);
      return found;
    }
    case "leaf": {
      const found = leafCodes[shape.name];
      if (!found) throw new Error(`no table code for ${shape.name}`);
      return found;
    }
    case "struct":
      return `@${shape.name}`;
    case "list":
      return `[${code(shape.items)}`;
    case "map":
      return `{${code(shape.items)}`;
  }
}

function innermost(shape: Shape): Shape {
  return shape.is === "list" || shape.is === "map" ? innermost(shape.items) : shape;
}

function fieldText(index: TypeIndex, field: FieldFact): unknown {
  const shape = index.shape(field.type);
  const text = `${field.required ? "!" : ""}${field.omit ? "?" : ""}${code(shape)}`;
  const end = innermost(shape);
  const atomic = field.map ?? (shape.is === "struct" && index.type(shape.name).atomic ? "atomic" : undefined);
  const values = end.is === "basic" && end.alias ? index.values(end.alias) : undefined;
  const more = defined({
    l: field.list,
    k: field.keys,
    m: atomic,
    p: field.patch,
    g: field.mergeKey,
    e: values?.closed ? values.values : undefined,
    d: field.default,
  });
  return Object.keys(more).length > 0 ? { t: text, ...more } : text;
}

/** Fields, merge keys, list types and enums of every type, one type a line: what `loadSchemas` reads. */
export function emitSchemas(facts: Facts): string {
  const index = new TypeIndex(facts);
  const lines: string[] = [];
  for (const pkg of facts.packages) {
    lines.push(`#${pkg.name}\t${pkg.model}\t${pkg.group ?? "-"}`);
    for (const [name, type] of Object.entries(pkg.types)) {
      if (!type.fields) continue;
      const fields = [...index.fields(type)].map(([key, field]) => [key, fieldText(index, field)]);
      lines.push(
        `${name}\t${index.isKind(type) ? "k" : ""}${type.atomic ? "a" : ""}\t${JSON.stringify(Object.fromEntries(fields))}`,
      );
    }
  }
  return dataModule("schemas", "Fields of every built-in type; `load-schemas.ts` knows the format.", lines.join("\n"));
}

/** Every kind with a resource, one a line: what `loadKinds` reads. */
export function emitKinds(facts: Facts): string {
  const index = new TypeIndex(facts);
  const lines = facts.kinds.map((kind) => JSON.stringify(tableKind(kind, index)));
  return dataModule("kinds", "Every built-in kind; `load-kinds.ts` knows the format.", lines.join("\n"));
}

function tableKind(kind: KindFact, index: TypeIndex): object {
  const { package: pkg, subresources, ...rest } = kind;
  const has = (name: string): boolean => subresources?.some((one) => one.name === name) ?? false;
  const list = `${kind.kind}List`;
  return {
    ...rest,
    ...defined({ listKind: index.split(`${pkg}.${list}`).pkg?.types[list] ? list : undefined }),
    model: index.model(`${pkg}.${kind.kind}`),
    status: has("status"),
    scale: has("scale"),
    subresources: subresources ?? [],
  };
}

/** Numbers and types of every protobuf message, one message a line: what `loadProtobufTables` reads. */
export function emitProtobuf(facts: Facts): string {
  const index = new TypeIndex(facts);
  const lines: string[] = [];
  for (const pkg of facts.packages) {
    lines.push(`#${pkg.name}\t${pkg.proto}\t${pkg.group ?? "-"}`);
    for (const [name, named] of Object.entries(pkg.types)) {
      // A name for another struct (`type MatchCondition v1.MatchCondition`) has a message of its own with that struct's
      // fields.
      const target = named.proto && named.of !== "json" ? index.shape(named.of as string) : undefined;
      const type = target?.is === "struct" ? index.type(target.name) : named;
      const fields: [number, string][] = [];
      for (const inline of type.inline ?? [])
        if (inline.proto) fields.push([inline.proto[0], `:${protoCode(inline.proto[1])}`]);
      for (const [key, { proto, type: go, omit }] of Object.entries(type.fields ?? {})) {
        if (!proto) continue;
        const flags = `${go.startsWith("*") ? "*" : ""}${omit?.includes("e") ? "?" : ""}${omit?.includes("z") ? "~" : ""}`;
        // Written from the package of the message, where another struct's fields are borrowed.
        const written = Object.values(named.proto ?? {}).find(([number]) => number === proto[0]) ?? proto;
        fields.push([proto[0], `${key}:${flags}${protoCode(written[1])}`]);
      }
      for (const [key, proto] of Object.entries(type.proto ?? {}))
        fields.push([proto[0], `${key}:${protoCode(proto[1])}`]);
      // A struct whose fields have no numbers is never sent as protobuf; an empty struct is an empty message.
      if (fields.length === 0 && (!type.fields || Object.keys(type.fields).length > 0)) continue;
      const flags = `${index.isKind(type) ? "k" : ""}${type.proto && type.of !== "json" ? "l" : ""}${type.of === "json" ? "j" : ""}`;
      fields.sort(([a], [b]) => a - b);
      lines.push(`${name}\t${flags}\t${fields.map(([number, text]) => `${number}:${text}`).join(" ")}`);
    }
  }
  return dataModule(
    "protobuf",
    "Every protobuf message of the built-in kinds; `load-protobuf.ts` knows the format.",
    lines.join("\n"),
  );
}

/** `[` repeated, `{` a map from string, `@` a message (with its package when it is not of the same file). */
function protoCode(type: string): string {
  const list = /^repeated (.+)$/.exec(type)?.[1];
  if (list) return `[${protoCode(list)}`;
  const map = /^map<string,(.+)>$/.exec(type)?.[1];
  if (map) return `{${protoCode(map)}`;
  if (type.startsWith("map<")) throw new Error(`a protobuf map whose key is no string: ${type}`);
  return /^(string|bytes|bool|u?int(32|64)|double|float)$/.test(type) ? type : `@${type}`;
}
