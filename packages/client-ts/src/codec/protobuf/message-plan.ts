import type { ProtobufField } from "../../api/tables/index.ts";
import type { WireReader } from "./wire-reader.ts";
import type { WireWriter } from "./wire-writer.ts";

/** How a field is read and written: what the tables say, in the form that a loop needs. */
export interface FieldPlan {
  readonly number: number;
  /** The JSON name; empty for an embedded struct. */
  readonly name: string;
  readonly type: ProtobufField["type"];
  readonly many: "one" | "list" | "map";
  /** The tag with which each of its values begins. */
  readonly tag: number;
  /** The tag of a value of this type in a map's entry. */
  readonly valueTag: number;
  readonly pointer: boolean;
  /** A zero that is on the wire is not in JSON. */
  readonly dropsZero: boolean;
  /** A null is not in JSON. */
  readonly dropsNull: boolean;
  /** What is not on the wire is in JSON all the same, as zero or null. */
  readonly isAlwaysShown: boolean;
  /** With `message`: how to read it. Made on first use, because messages may contain themselves. */
  readonly plan: MessagePlan;
  /** Fields that JSON shows in each value in addition to those on the wire. */
  readonly implied: Readonly<Record<string, string>> | undefined;
}

/** How a message is read and written. */
export interface MessagePlan {
  readonly name: string;
  readonly form: "struct" | "list" | "special";
  /** By number. */
  readonly fields: readonly (FieldPlan | undefined)[];
  readonly byName: ReadonlyMap<string, FieldPlan>;
  /** In the order of their numbers, as Go writes them. */
  readonly ordered: readonly FieldPlan[];
  readonly alwaysShown: readonly FieldPlan[];
  readonly special: Special | undefined;
}

/** A message whose JSON is not the object of its fields: a time, a quantity, JSON inside of protobuf. */
export interface Special {
  /** Reads it in the form in which it usually comes, without a decoder; `undefined` when it has another form. */
  read?(bytes: Buffer, start: number, end: number): unknown;
  /** Reads it up to `end`. Without any byte it is what JSON shows for the zero value. */
  decode(decoder: FieldDecoder, end: number, plan: MessagePlan, depth: number): unknown;
  /** Writes the fields of a JSON value, last field first. */
  encode(encoder: FieldEncoder, value: unknown, plan: MessagePlan): void;
}

/** What a {@link Special} needs to read its parts. */
export interface FieldDecoder {
  readonly reader: WireReader;
  /** The fields that are on the wire, up to `end`, by their names. */
  members(plan: MessagePlan, end: number, depth: number): Record<string, unknown>;
}

/** What a {@link Special} needs to write its parts. */
export interface FieldEncoder {
  readonly writer: WireWriter;
  /** Writes fields by their names; one that is absent is left out. */
  members(plan: MessagePlan, value: Readonly<Record<string, unknown>>): void;
}
