import type { ProtobufField, ProtobufTables } from "../../api/tables/index.ts";
import type { FieldPlan, MessagePlan } from "./message-plan.ts";
import { specialFor } from "./special-messages.ts";
import { wireTypes } from "./wire-reader.ts";

const metaPackage = "k8s.io.apimachinery.pkg.apis.meta.";

/** Makes the plans of messages from the tables, each on first use. */
export class MessagePlans {
  readonly #tables: ProtobufTables;
  readonly #plans = new Map<string, MessagePlan>();

  constructor(tables: ProtobufTables) {
    this.#tables = tables;
  }

  /** The plan of a kind's message; `undefined` for kinds that are never sent as protobuf. */
  root(group: string, version: string, kind: string): MessagePlan | undefined {
    const name = this.#tables.root(group, version, kind) ?? this.#shared(kind);
    return name === undefined ? undefined : this.of(name);
  }

  /** Options and the like belong to every group; the tables have them under "v1". */
  #shared(kind: string): string | undefined {
    const name = this.#tables.root("", "v1", kind);
    return name?.startsWith(metaPackage) ? name : undefined;
  }

  /** The plan of a message by its full name. A message that is not in the tables has no fields. */
  of(name: string): MessagePlan {
    let plan = this.#plans.get(name);
    if (plan === undefined) {
      plan = this.#make(name);
      this.#plans.set(name, plan);
    }
    return plan;
  }

  #make(name: string): MessagePlan {
    const message = this.#tables.message(name);
    const special = message === undefined || message.form === "special" ? specialFor(name) : undefined;
    const ordered = [...(message?.fields.values() ?? [])]
      .sort((a, b) => a.number - b.number)
      .map((field) => this.#field(field, name));
    const fields = new Array<FieldPlan | undefined>((ordered.at(-1)?.number ?? 0) + 1).fill(undefined);
    for (const field of ordered) fields[field.number] = field;
    return {
      name,
      form: special === undefined ? (message?.form ?? "struct") : "special",
      fields,
      byName: new Map(ordered.map((field) => [field.name, field])),
      ordered,
      alwaysShown: ordered.filter((field) => field.isAlwaysShown),
      special,
    };
  }

  #field(field: ProtobufField, owner: string): FieldPlan {
    const { number, name, type, message, many = "one", pointer, omitEmpty, omitZero } = field;
    const valueType = wireTypeOf(type);
    const isStruct = many === "one" && type === "message" && !pointer;
    const planOf = (): MessagePlan => this.of(message!);
    let plan: MessagePlan | undefined;
    return {
      number,
      name,
      type,
      many,
      tag: number * 8 + (many === "map" ? wireTypes.delimited : valueType),
      valueTag: 2 * 8 + valueType,
      pointer,
      dropsZero: omitEmpty && many === "one" && !pointer && type !== "message",
      dropsNull: omitZero,
      isAlwaysShown: isStruct ? !omitZero : !omitEmpty,
      get plan() {
        plan ??= planOf();
        return plan;
      },
      implied: claimTemplates.test(`${owner}.${name}`) ? claimType : undefined,
    };
  }
}

/**
 * In JSON a server names the kind of the claims in a StatefulSet. In protobuf only the outermost object has a kind, so
 * that we put in what the server would.
 */
const claimTemplates = /^k8s\.io\.api\.apps\.\w+\.StatefulSetSpec\.volumeClaimTemplates$/;
const claimType = { kind: "PersistentVolumeClaim", apiVersion: "v1" };

function wireTypeOf(type: ProtobufField["type"]): number {
  switch (type) {
    case "string":
    case "bytes":
    case "message":
      return wireTypes.delimited;
    case "double":
      return wireTypes.fixed64;
    case "float":
      return wireTypes.fixed32;
    default:
      return wireTypes.varint;
  }
}
