import type { Readable } from "node:stream";
import { loadProtobufTables, type ProtobufTables } from "../../api/tables/index.ts";
import { type GroupVersionKind, parseApiVersion } from "../../meta/index.ts";
import type { ListSummary, ReadListOptions } from "../read-list.ts";
import type { ReadWatchOptions, WatchEnd } from "../read-watch.ts";
import { MessageDecoder } from "./message-decoder.ts";
import { MessageEncoder } from "./message-encoder.ts";
import { type Envelope, readEnvelope, writeEnvelope, writeWatchFrame } from "./envelope.ts";
import type { MessagePlan } from "./message-plan.ts";
import { MessagePlans } from "./message-plans.ts";
import type { KindDecoder } from "./kind-decoder.ts";
import { readProtobufList } from "./read-list.ts";
import { readProtobufWatch } from "./read-watch.ts";
import { WireError } from "./wire-reader.ts";

/** An object that says what it is. */
export interface TypedObject extends Record<string, unknown> {
  kind: string;
  apiVersion: string;
}

/** Reads and writes the protobuf of Kubernetes: built-in kinds in their envelope, as the objects of their JSON. */
export class ProtobufCodec implements KindDecoder {
  readonly decoder: MessageDecoder = new MessageDecoder();
  readonly #encoder = new MessageEncoder();
  readonly #plans: MessagePlans;

  constructor(tables: ProtobufTables) {
    this.#plans = new MessagePlans(tables);
  }

  planFor({ group, version, kind }: GroupVersionKind): MessagePlan | undefined {
    return this.#plans.root(group, version, kind);
  }

  /** What an envelope holds, and where. Throws a {@link WireError} when it is not Kubernetes' envelope. */
  envelopeOf(bytes: Buffer): Envelope {
    return readEnvelope(bytes, 0, bytes.length);
  }

  /** Reads one object in its envelope. Throws a {@link WireError} when it is something else, or of an unknown kind. */
  decode(bytes: Buffer, start = 0, end: number = bytes.length): TypedObject {
    const { apiVersion, kind, ...raw } = readEnvelope(bytes, start, end);
    const plan = this.#planOf(apiVersion, kind);
    if (plan === undefined) throw new WireError(`it is of the unknown kind ${JSON.stringify(kind.slice(0, 100))}`);
    return { kind, apiVersion, ...(this.decoder.decode(plan, bytes, raw.start, raw.end) as object) };
  }

  /** Writes one object in its envelope; `undefined` when its kind has no protobuf, or none that we know. */
  encode(object: TypedObject): Buffer | undefined {
    const { apiVersion, kind } = object;
    const plan = this.#planOf(apiVersion, kind);
    return plan === undefined ? undefined : writeEnvelope(apiVersion, kind, this.#encoder.encode(plan, object));
  }

  /** Writes the frame of a watch event; `undefined` as for {@link encode}. */
  encodeEvent(type: string, object: TypedObject): Buffer | undefined {
    const bytes = this.encode(object);
    return bytes === undefined ? undefined : writeWatchFrame(type, bytes);
  }

  /** Reads a list from a response's body, as `readList` reads JSON. */
  readList<T>(body: Readable, options: ReadListOptions<T>): Promise<ListSummary> {
    return readProtobufList(this, body, options);
  }

  /** Reads a watch from a response's body, as `readWatch` reads JSON. */
  readWatch<T>(body: Readable, options: ReadWatchOptions<T>): Promise<WatchEnd> {
    return readProtobufWatch(this, body, options);
  }

  #planOf(apiVersion: string, kind: string): MessagePlan | undefined {
    return this.planFor({ ...parseApiVersion(apiVersion), kind });
  }
}

let loading: Promise<ProtobufCodec> | undefined;

/** The codec, with its tables: loaded with the first call, and kept. */
export function loadCodec(): Promise<ProtobufCodec> {
  loading ??= loadProtobufTables().then((tables) => new ProtobufCodec(tables));
  return loading;
}
