import type { FieldEncoder, FieldPlan, MessagePlan } from "./message-plan.ts";
import { WireWriter } from "./wire-writer.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Writes objects as Go writes them after reading their JSON: fields in the order of their numbers, maps in the order
 * of their keys, and zeros that are not behind a pointer as well. What the tables do not know is left out.
 */
export class MessageEncoder implements FieldEncoder {
  readonly writer: WireWriter = new WireWriter();

  /** The bytes of one message. */
  encode(plan: MessagePlan, value: JsonObject): Buffer {
    try {
      this.#message(plan, value);
    } catch (error) {
      this.writer.take();
      throw error;
    }
    return this.writer.take();
  }

  /** For messages with a JSON form of their own: writes fields by their names, and only those that are there. */
  members(plan: MessagePlan, value: JsonObject): void {
    for (let i = plan.ordered.length - 1; i >= 0; i--) {
      const field = plan.ordered[i]!;
      if (value[field.name] !== undefined) this.#field(field, value[field.name]);
    }
  }

  #message(plan: MessagePlan, value: unknown): void {
    if (plan.special !== undefined) {
      plan.special.encode(this, value, plan);
      return;
    }
    const { ordered, form } = plan;
    const object = (form === "list" ? { [ordered[0]!.name]: value } : (value ?? {})) as JsonObject;
    for (let i = ordered.length - 1; i >= 0; i--) {
      const field = ordered[i]!;
      this.#field(field, field.name === "" ? object : own(object, field.name));
    }
  }

  #field(field: FieldPlan, value: unknown): void {
    if (field.many === "list") {
      const list = (value ?? []) as readonly unknown[];
      for (let i = list.length - 1; i >= 0; i--) this.#value(field.number, field, list[i]);
    } else if (field.many === "map") {
      const map = (value ?? {}) as JsonObject;
      for (const key of Object.keys(map).sort(byBytes).reverse()) {
        const before = this.writer.length;
        this.#value(2, field, map[key]);
        this.writer.text(1, key);
        this.writer.enclose(field.number, before);
      }
    } else if ((value !== undefined && value !== null) || !(field.pointer || field.type === "bytes"))
      this.#value(field.number, field, value);
  }

  #value(number: number, field: FieldPlan, value: unknown): void {
    const { writer } = this;
    switch (field.type) {
      case "string":
        writer.text(number, value === undefined || value === null ? "" : String(value));
        break;
      case "bytes":
        writer.bytes(number, Buffer.from(String(value ?? ""), "base64"));
        break;
      case "bool":
        writer.integer(number, value === true ? 1 : 0);
        break;
      case "message": {
        const before = writer.length;
        this.#message(field.plan, value);
        writer.enclose(number, before);
        break;
      }
      case "double":
        writer.double(number, Number(value ?? 0));
        break;
      case "float":
        writer.float(number, Number(value ?? 0));
        break;
      default:
        writer.integer(number, Math.trunc(Number(value ?? 0)));
    }
  }
}

function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Go sorts the bytes of UTF-8, JavaScript UTF-16. */
function byBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
