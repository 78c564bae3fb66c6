/**
 * Reads a protobuf list as it arrives: the envelope, in it the list, in it the items, each by its length. Items are
 * handed on one by one, as entries whose bytes lie in an arena. As in JSON, nothing is final before the promise
 * resolves: a body that is cut or that is not a list rejects, and a caller that collected its items must discard them.
 */

import type { Readable } from "node:stream";
import { errorFromObject, ProtocolError, TransportError } from "../../errors/index.ts";
import { type ListMeta, parseApiVersion } from "../../meta/index.ts";
import { EntryContext } from "../entry-context.ts";
import { defaultMaxBytes, type ListSummary, type ReadListOptions } from "../read-list.ts";
import { PendingResults } from "../pending-results.ts";
import { pump } from "../pump.ts";
import { SlabArena } from "../slab.ts";
import { withoutText } from "../text.ts";
import { magic } from "./envelope.ts";
import { makeProtobufEntry, noType } from "./make-entry.ts";
import type { MessagePlan } from "./message-plan.ts";
import type { KindDecoder } from "./kind-decoder.ts";
import { protobufFormat } from "./protobuf-format.ts";
import { type RecordHandler, RecordSplitter } from "./record-splitter.ts";
import { textOf, WireError, WireReader } from "./wire-reader.ts";

/** Tags of the envelope, and of a list in it. */
const typeTag = 10;
const rawTag = 18;
const metadataTag = 10;
const itemTag = 18;

/** As `readList` of JSON, for a body of protobuf. */
export async function readProtobufList<T>(
  codec: KindDecoder,
  body: Readable,
  options: ReadListOptions<T>,
): Promise<ListSummary> {
  const arena = options.arena ?? new SlabArena();
  const list = new ListReader<T>(codec, options, arena);
  const splitter = new RecordSplitter(list);
  await pump(
    body,
    (piece) => {
      splitter.push(piece);
      return list.takePending();
    },
    options,
  );
  if (options.arena === undefined) arena.seal();
  if (splitter.unfinished) throw new ProtocolError("the list is cut off: its body ended in the middle of a record");
  return list.finish();
}

class ListReader<T> implements RecordHandler {
  needed = 0;
  readonly #codec: KindDecoder;
  readonly #options: ReadListOptions<T>;
  readonly #arena: SlabArena;
  readonly #maxBytes: number;
  readonly #reader = new WireReader(Buffer.alloc(0));
  #context: EntryContext | undefined;
  #plan: MessagePlan | undefined;
  #state: "magic" | "envelope" | "list" = "magic";
  #apiVersion = "";
  #kind = "";
  #metadata: ListMeta = {};
  #hasList = false;
  /** How much of the list's own bytes is still to come. */
  #left = 0;
  #count = 0;
  readonly #pending = new PendingResults();

  constructor(codec: KindDecoder, options: ReadListOptions<T>, arena: SlabArena) {
    this.#codec = codec;
    this.#options = options;
    this.#arena = arena;
    this.#maxBytes = options.maxItemBytes ?? defaultMaxBytes;
  }

  take(bytes: Buffer, start: number, end: number): number {
    this.#reader.bytes = bytes;
    let at = start;
    for (;;) {
      if (this.#state === "list" && this.#left === 0) this.#state = "envelope";
      const next = this.#state === "magic" ? this.#takeMagic(bytes, at, end) : this.#takeRecord(bytes, at, end);
      if (next === at) return at;
      at = next;
    }
  }

  /** What the items of the last piece wait for, if anything. */
  takePending(): Promise<void> | undefined {
    return this.#pending.take();
  }

  finish(): ListSummary {
    if (this.#state === "magic") throw new ProtocolError("the body is empty, not a list");
    if (this.#state === "list" && this.#left > 0)
      throw new ProtocolError("the list is cut off: its body ended before its items did");
    if (!this.#hasList) throw new ProtocolError("the body is an envelope without a list");
    if (this.#context?.refused !== undefined) throw this.#context.refused;
    return { metadata: this.#metadata, kind: this.#kind, apiVersion: this.#apiVersion, count: this.#count };
  }

  #takeMagic(bytes: Buffer, at: number, end: number): number {
    this.needed = magic.length;
    for (let i = 0; i < magic.length && at + i < end; i++)
      if (bytes[at + i] !== magic[i]) throw new ProtocolError("the body is not the protobuf of Kubernetes");
    if (end - at < magic.length) return at;
    this.#state = "envelope";
    return at + magic.length;
  }

  /** One field of the envelope or of the list; of the envelope's content only the beginning. */
  #takeRecord(bytes: Buffer, at: number, end: number): number {
    this.needed = 0;
    if (!hasHeader(bytes, at, end)) return at;
    const reader = this.#reader;
    reader.at = at;
    const inList = this.#state === "list";
    const limit = inList ? at + this.#left : Number.POSITIVE_INFINITY;
    let [tag, stop] = [0, 0];
    try {
      tag = reader.tag();
      if ((tag & 7) !== 2) throw new WireError("it has a field that is not a message");
      stop = reader.stop(limit);
    } catch (error) {
      throw new ProtocolError("the list is not valid protobuf", { cause: withoutText(error) });
    }
    const from = reader.at;
    if (!inList && tag === rawTag && this.#kind !== "Status") {
      if (this.#hasList) throw new ProtocolError("the body has two lists");
      this.#begin(stop - from);
      return from;
    }
    if (stop - from > this.#maxBytes)
      throw new TransportError(`an item of the list: larger than the limit of ${this.#maxBytes} bytes`, {
        code: "limit",
      });
    if (stop > end) {
      this.needed = stop - at;
      return at;
    }
    if (inList) {
      this.#left -= stop - at;
      if (tag === itemTag) this.#item(bytes, from, stop);
      else if (tag === metadataTag) this.#metadata = this.#readMetadata(bytes, from, stop);
    } else if (tag === typeTag) this.#readType(bytes, from, stop);
    else if (tag === rawTag) throw this.#status(bytes, from, stop);
    return stop;
  }

  #item(bytes: Buffer, from: number, stop: number): void {
    this.#count++;
    const { onItem, known } = this.#options;
    const later = onItem(makeProtobufEntry<T>(this.#context!, this.#arena, bytes, from, stop, noType, known));
    this.#pending.add(later);
  }

  #readType(bytes: Buffer, from: number, stop: number): void {
    const reader = this.#reader;
    reader.at = from;
    this.#parsing(() => {
      while (reader.at < stop) {
        const tag = reader.tag();
        if (tag !== 10 && tag !== 18) reader.skip(tag, stop);
        else {
          const end = reader.stop(stop);
          const text = textOf(bytes, reader.at, end);
          if (tag === 10) this.#apiVersion = text;
          else this.#kind = text;
          reader.at = end;
        }
      }
      reader.endAt(stop);
    });
  }

  #readMetadata(bytes: Buffer, from: number, stop: number): ListMeta {
    const plan = this.#plan!.byName.get("metadata")!.plan;
    return this.#parsing(() => this.#codec.decoder.decode(plan, bytes, from, stop) as ListMeta);
  }

  /** The envelope's content begins: it must be the list that was asked for. */
  #begin(length: number): void {
    const [kind, apiVersion] = [this.#kind, this.#apiVersion];
    const wanted =
      this.#options.listKind ?? (this.#options.kind === undefined ? undefined : `${this.#options.kind}List`);
    const described = `a ${JSON.stringify(kind.slice(0, 100))} of ${JSON.stringify(apiVersion.slice(0, 100))}`;
    if (wanted === undefined ? !kind.endsWith("List") : kind !== wanted)
      throw new ProtocolError(`the body is ${described}, not ${wanted === undefined ? "a list" : `a ${wanted}`}`);
    this.#plan = this.#codec.planFor({ ...parseApiVersion(apiVersion), kind });
    const items = this.#plan?.byName.get("items")?.plan;
    if (items === undefined) throw new ProtocolError(`the body is ${described}, whose protobuf is not known`);
    const type = { kind: kind.slice(0, -"List".length), apiVersion };
    const { kind: asKind = type.kind, apiVersion: asVersion = type.apiVersion } = this.#options;
    const options = { ...this.#options, kind: asKind, apiVersion: asVersion };
    this.#context = new EntryContext(options, protobufFormat(this.#codec.decoder, items));
    this.#state = "list";
    this.#left = length;
    this.#hasList = true;
  }

  /** The server sent a Status instead of a list. */
  #status(bytes: Buffer, from: number, stop: number): Error {
    const plan = this.#codec.planFor({ group: "", version: "v1", kind: "Status" })!;
    const status = this.#parsing(() => ({
      kind: "Status",
      ...(this.#codec.decoder.decode(plan, bytes, from, stop) as object),
    }));
    return errorFromObject(status, this.#options.facts);
  }

  #parsing<V>(run: () => V): V {
    try {
      return run();
    } catch (error) {
      throw new ProtocolError("the list is not valid protobuf", { cause: withoutText(error) });
    }
  }
}

/** Whether a tag and a length lie before `end`: two numbers, whose last bytes are below 128. */
function hasHeader(bytes: Buffer, at: number, end: number): boolean {
  let numbers = 0;
  // Two numbers of ten bytes at most: after that the reader finds what is wrong.
  const stop = Math.min(end, at + 20);
  for (let i = at; i < stop; i++) if (bytes[i]! < 128 && ++numbers === 2) return true;
  return stop === at + 20;
}
