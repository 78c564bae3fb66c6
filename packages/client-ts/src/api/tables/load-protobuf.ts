/** How a value stands on the wire. */
export type ProtobufType =
  | "string"
  | "bytes"
  | "bool"
  | "int32"
  | "int64"
  | "uint32"
  | "uint64"
  | "double"
  | "float"
  | "message";

/** A field of a message. */
export interface ProtobufField {
  readonly number: number;
  /** The JSON name. Empty for an embedded struct, whose fields stand among the parent's in JSON. */
  readonly name: string;
  readonly type: ProtobufType;
  /** With `message`: the full name, `k8s.io.api.core.v1.PodSpec`. */
  readonly message?: string;
  /** A list, or a map whose keys are strings; absent for one value. */
  readonly many?: "list" | "map";
  /** Go holds a pointer: what is not on the wire is not in JSON, and a zero that is on the wire is. */
  readonly pointer: boolean;
  /**
   * Go's `omitempty`: an empty string, zero, false, nil pointer, empty list or map is left out of JSON. Structs are
   * not.
   */
  readonly omitEmpty: boolean;
  /** Go's `omitzero`: a zero struct is left out too. */
  readonly omitZero: boolean;
}

/** A protobuf message. */
export interface ProtobufMessage {
  readonly name: string;
  readonly fields: ReadonlyMap<number, ProtobufField>;
  /**
   * `struct`: fields are the JSON object's; `list`: JSON shows the one field alone (`type ExtraValue []string`);
   * `special`: JSON has a form of its own (times, JSON schema unions), and the field names are protobuf's.
   */
  readonly form: "struct" | "list" | "special";
}

/**
 * The messages of all built-in kinds. Quantity, IntOrString, RawExtension and TypeMeta of apimachinery are not among
 * them: decoders know these.
 */
export interface ProtobufTables {
  message(name: string): ProtobufMessage | undefined;
  /** The name of a kind's message; undefined when the kind is never sent as protobuf. */
  root(group: string, version: string, kind: string): string | undefined;
  names(): Iterable<string>;
}

let loading: Promise<ProtobufTables> | undefined;

/**
 * Numbers and types of every protobuf message. The data loads with the first call and is kept; a message's text is read
 * when it is asked for.
 */
export function loadProtobufTables(): Promise<ProtobufTables> {
  loading ??= import("./data/protobuf.ts").then(({ protobuf }) => new MessageTable(protobuf));
  return loading;
}

/**
 * The format: `#package TAB proto package TAB group` opens a package; then `name TAB flags TAB fields`. Flags: `k` a
 * kind, `l` a list, `j` special. Fields are separated by spaces: `number:name:code`. A code may begin with `*`
 * (pointer), `?` (omitempty) and `~` (omitzero); `[` is a list, `{` a map, `@` a message, of the same package unless
 * its name has a dot.
 */
class MessageTable implements ProtobufTables {
  readonly #text = new Map<string, string>();
  readonly #parsed = new Map<string, ProtobufMessage>();
  readonly #roots = new Map<string, string>();

  constructor(text: string) {
    let prefix = "";
    let owner = "";
    for (const line of text.split("\n")) {
      if (line.startsWith("#")) {
        const [name = "", proto = "", group = "-"] = line.slice(1).split("\t");
        prefix = proto;
        // The kinds of meta/v1 (Status, DeleteOptions) belong to "v1".
        owner = group === "-" ? "/v1/" : `${group}/${name.slice(name.indexOf("/") + 1)}/`;
        continue;
      }
      const tab = line.indexOf("\t");
      const name = line.slice(0, tab);
      this.#text.set(`${prefix}.${name}`, line.slice(tab + 1));
      const key = `${owner}${name}`;
      if (line[tab + 1] === "k" && !this.#roots.has(key)) this.#roots.set(key, `${prefix}.${name}`);
    }
  }

  root(group: string, version: string, kind: string): string | undefined {
    return this.#roots.get(`${group}/${version}/${kind}`);
  }

  names(): Iterable<string> {
    return this.#text.keys();
  }

  message(name: string): ProtobufMessage | undefined {
    const known = this.#parsed.get(name);
    if (known) return known;
    const text = this.#text.get(name);
    if (text === undefined) return undefined;
    const tab = text.indexOf("\t");
    const flags = text.slice(0, tab);
    const fields = new Map<number, ProtobufField>();
    for (const part of text.slice(tab + 1).split(" ")) {
      if (part === "") continue; // an empty message
      const field = parseField(part, name.slice(0, name.lastIndexOf(".") + 1));
      fields.set(field.number, field);
    }
    const message: ProtobufMessage = {
      name,
      fields,
      form: flags.includes("l") ? "list" : flags.includes("j") ? "special" : "struct",
    };
    this.#parsed.set(name, message);
    return message;
  }
}

function parseField(text: string, prefix: string): ProtobufField {
  const first = text.indexOf(":");
  const second = text.indexOf(":", first + 1);
  const [, flags = "", many = "", code = ""] = /^([*?~]*)([[{]?)(.+)$/.exec(text.slice(second + 1)) ?? [];
  const isMessage = code.startsWith("@");
  const target = code.slice(1);
  return {
    number: Number(text.slice(0, first)),
    name: text.slice(first + 1, second),
    type: isMessage ? "message" : (code as ProtobufType),
    ...(isMessage ? { message: target.includes(".") ? target : `${prefix}${target}` } : {}),
    ...(many === "" ? {} : { many: many === "[" ? "list" : "map" }),
    pointer: flags.includes("*"),
    omitEmpty: flags.includes("?"),
    omitZero: flags.includes("~"),
  };
}
