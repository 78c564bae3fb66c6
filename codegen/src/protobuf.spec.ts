import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadProtobufTables, type ProtobufField, type ProtobufTables } from "client-ts/api/tables";
import { describe, expect, it } from "vitest";
import { readFacts } from "./facts-files.ts";
import { populatedFolder } from "./populated.ts";

/**
 * Reads protobuf with the tables alone, as slowly as can be: it proves the numbers and types, and is not the library's
 * decoder. Objects are fully populated, so what Go leaves out does not matter here.
 */
class PlainReader {
  readonly #tables: ProtobufTables;

  constructor(tables: ProtobufTables) {
    this.#tables = tables;
  }

  object(name: string, bytes: Buffer): unknown {
    const special = specials[name];
    if (special) return special(new Map(wire(bytes)), this);
    const message = this.#tables.message(name);
    if (!message) throw new Error(`no message ${name}`);
    const result: Record<string, unknown> = {};
    for (const [number, raw] of wire(bytes)) {
      const field = message.fields.get(number);
      if (!field) throw new Error(`${name} has no field ${number}`);
      if (field.many === "map") {
        const entry = new Map(wire(raw as Buffer));
        const value =
          field.type === "message"
            ? this.object(field.message as string, (entry.get(2) ?? Buffer.alloc(0)) as Buffer)
            : this.value(field, entry.get(2) ?? Buffer.alloc(0));
        result[field.name] = { ...(result[field.name] as object), [String(entry.get(1) ?? "")]: value };
      } else {
        const value = this.value(field, raw);
        if (field.name === "") Object.assign(result, value);
        else if (field.many === "list") result[field.name] = [...((result[field.name] as unknown[]) ?? []), value];
        else result[field.name] = value;
      }
    }
    return message.form === "list" ? Object.values(result)[0] : result;
  }

  value(field: ProtobufField, raw: bigint | Buffer): unknown {
    switch (field.type) {
      case "message":
        return this.object(field.message as string, raw as Buffer);
      case "string":
        return (raw as Buffer).toString("utf8");
      case "bytes":
        return (raw as Buffer).toString("base64");
      case "bool":
        return raw === 1n;
      case "double":
        return Buffer.from(raw as Buffer).readDoubleLE(0);
      default:
        return Number(BigInt.asIntN(64, raw as bigint));
    }
  }
}

type Wire = Map<number, bigint | Buffer>;

const text = (fields: Wire, number: number): string => String(fields.get(number) ?? "");
const count = (fields: Wire, number: number): number =>
  Number(BigInt.asIntN(64, (fields.get(number) as bigint | undefined) ?? 0n));
const json = (fields: Wire): unknown => JSON.parse(text(fields, 1));
const time = (fields: Wire): string | null => {
  if (fields.size === 0) return null;
  return new Date(count(fields, 1) * 1000).toISOString().replace(".000Z", "Z");
};
const meta = "k8s.io.apimachinery.pkg.apis.meta.v1";

const specials: Readonly<Record<string, (fields: Wire, reader: PlainReader) => unknown>> = {
  [`${meta}.Time`]: time,
  [`${meta}.MicroTime`]: (fields) =>
    time(fields)?.replace("Z", `.${String(Math.trunc(count(fields, 2) / 1000)).padStart(6, "0")}Z`),
  [`${meta}.FieldsV1`]: json,
  "k8s.io.apimachinery.pkg.api.resource.Quantity": (fields) => text(fields, 1),
  "k8s.io.apimachinery.pkg.runtime.RawExtension": json,
  "k8s.io.apimachinery.pkg.util.intstr.IntOrString": (fields) =>
    count(fields, 1) === 0 ? count(fields, 2) : text(fields, 3),
};

function* wire(bytes: Buffer): Iterable<[number, bigint | Buffer]> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] as number;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const key = Number(varint());
    const kind = key & 7;
    if (kind === 0) yield [key >> 3, varint()];
    else {
      const length = kind === 1 ? 8 : kind === 5 ? 4 : Number(varint());
      yield [key >> 3, bytes.subarray(at, at + length)];
      at += length;
    }
  }
}

const folder = populatedFolder();
if (!folder) console.log("skipped: the populated protobuf files need Go and k8s.io/api in its module cache");

describe.skipIf(!folder)("the protobuf tables", () => {
  it("read every populated file of k8s.io/api into the object that its JSON file holds", async () => {
    const tables = await loadProtobufTables();
    const reader = new PlainReader(tables);
    const groups = new Map(
      readFacts().packages.map((pkg) => [
        `${pkg.group === "" ? "core" : pkg.group}/${pkg.name.split("/")[1]}`,
        pkg.group ?? "",
      ]),
    );
    let compared = 0;
    const without: string[] = [];
    for (const name of readdirSync(folder as string).filter((one) => one.endsWith(".json"))) {
      const [, group, version, kind] = /^(.+)\.(v\w+)\.(\w+)\.json$/.exec(name) as unknown as [
        string,
        string,
        string,
        string,
      ];
      // WatchEvent has no apiVersion and kind of its own.
      const message = tables.root(groups.get(`${group}/${version}`) ?? group, version, kind) ?? `${meta}.${kind}`;
      const path = join(folder as string, name.replace(/json$/, "pb"));
      if (!tables.message(message) || !existsSync(path)) {
        without.push(name);
        continue;
      }
      const {
        kind: _kind,
        apiVersion: _apiVersion,
        ...expected
      } = JSON.parse(readFileSync(join(folder as string, name), "utf8")) as Record<string, unknown>;
      const file = readFileSync(path);
      expect(file.subarray(0, 4).toString("latin1")).toBe("k8s\0");
      const envelope = new Map(wire(file.subarray(4)));
      expect(reader.object(message, envelope.get(2) as Buffer), name).toEqual(expected);
      compared += 1;
    }
    expect(without).toEqual([]);
    expect(compared).toBe(193);
  });
});
