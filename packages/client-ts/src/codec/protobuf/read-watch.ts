/**
 * Reads a protobuf watch: frames of four bytes of length and an event, whose object is in an envelope of its own. As in
 * JSON nothing is skipped: a frame that is too large, that does not end where it says or that holds no event is an
 * error. Only a frame that the end of the body cuts off is dropped: the next watch starts at the last version that was
 * delivered.
 */

import type { Readable } from "node:stream";
import { isClientError, ProtocolError } from "../../errors/index.ts";
import { parseApiVersion } from "../../meta/index.ts";
import type { Entry } from "../entry.ts";
import { EntryContext } from "../entry-context.ts";
import { encodeEntry } from "../make-entry.ts";
import { PendingResults } from "../pending-results.ts";
import { pump } from "../pump.ts";
import { defaultMaxBytes } from "../read-list.ts";
import { SlabArena } from "../slab.ts";
import { withoutText } from "../text.ts";
import {
  endsInitialEvents,
  errorOfEvent,
  isKnownEvent,
  objectOfEvent,
  unknownEvent,
  versionOfBookmark,
  type WatchEventType,
} from "../watch-decoder.ts";
import type { ReadWatchOptions, WatchEnd } from "../read-watch.ts";
import { type Envelope, readEnvelope } from "./envelope.ts";
import { makeProtobufEntry } from "./make-entry.ts";
import type { KindDecoder } from "./kind-decoder.ts";
import { protobufFormat } from "./protobuf-format.ts";
import { type RecordHandler, RecordSplitter } from "./record-splitter.ts";
import { WireReader } from "./wire-reader.ts";

const lengthBytes = 4;

/** As `readWatch` of JSON, for a body of protobuf. */
export async function readProtobufWatch<T>(
  codec: KindDecoder,
  body: Readable,
  options: ReadWatchOptions<T>,
): Promise<WatchEnd> {
  const arena = options.arena ?? new SlabArena();
  const watch = new WatchReader<T>(codec, options, arena);
  const splitter = new RecordSplitter(watch);
  await pump(
    body,
    (piece) => {
      splitter.push(piece);
      return watch.takePending();
    },
    options,
  );
  if (options.arena === undefined) arena.seal();
  const { events, bookmarks } = watch;
  return { partial: splitter.unfinished, events, bookmarks };
}

class WatchReader<T> implements RecordHandler {
  needed = 0;
  events = 0;
  bookmarks = 0;
  readonly #codec: KindDecoder;
  readonly #options: ReadWatchOptions<T>;
  readonly #arena: SlabArena;
  readonly #maxBytes: number;
  readonly #reader = new WireReader(Buffer.alloc(0));
  /** The kind whose objects {@link #context} reads. */
  #kind = "";
  #apiVersion = "";
  #context: EntryContext | undefined;
  readonly #pending = new PendingResults();

  constructor(codec: KindDecoder, options: ReadWatchOptions<T>, arena: SlabArena) {
    this.#codec = codec;
    this.#options = options;
    this.#arena = arena;
    this.#maxBytes = options.maxFrameBytes ?? defaultMaxBytes;
  }

  take(bytes: Buffer, start: number, end: number): number {
    let at = start;
    for (;;) {
      this.needed = lengthBytes;
      if (end - at < lengthBytes) return at;
      const length = bytes.readUInt32BE(at);
      if (length > this.#maxBytes)
        throw new ProtocolError(`the watch sent a frame of ${length} bytes, more than the limit of ${this.#maxBytes}`);
      this.needed = lengthBytes + length;
      if (end - at < this.needed) return at;
      at += lengthBytes;
      this.#frame(bytes, at, at + length);
      at += length;
    }
  }

  /** What the handlers of the last events wait for, if anything. */
  takePending(): Promise<void> | undefined {
    return this.#pending.take();
  }

  #frame(bytes: Buffer, start: number, end: number): void {
    const reader = this.#reader;
    reader.bytes = bytes;
    reader.at = start;
    let type = "";
    let [from, to] = [-1, -1];
    let envelope: Envelope;
    try {
      while (reader.at < end) {
        const tag = reader.tag();
        if (tag === 10) type = reader.text(reader.stop(end));
        else if (tag === 18) {
          // The object, in a message that has nothing else.
          const stop = reader.stop(end);
          while (reader.at < stop) {
            const inner = reader.tag();
            if (inner !== 10) reader.skip(inner, stop);
            else {
              to = reader.stop(stop);
              from = reader.at;
              reader.at = to;
            }
          }
          reader.endAt(stop);
        } else reader.skip(tag, end);
      }
      reader.endAt(end);
      if (!isKnownEvent(type)) throw unknownEvent({ type });
      if (from < 0) objectOfEvent(type, undefined);
      envelope = readEnvelope(bytes, from, to);
    } catch (error) {
      if (isClientError(error, "Protocol")) throw error;
      throw new ProtocolError("the watch sent an event that is not valid protobuf", { cause: withoutText(error) });
    }
    this.#emit(type, bytes, envelope);
  }

  #emit(type: string, bytes: Buffer, envelope: Envelope): void {
    const { onEvent, onBookmark, facts } = this.#options;
    if (type === "ERROR") throw errorOfEvent(this.#decode(bytes, envelope), facts);
    const entry = this.#entry(bytes, envelope);
    let later: void | Promise<void>;
    if (type === "BOOKMARK") {
      const version = versionOfBookmark(entry);
      this.bookmarks++;
      later = onBookmark?.(version, endsInitialEvents(entry.meta));
    } else {
      this.events++;
      later = onEvent(type as WatchEventType, entry);
    }
    this.#pending.add(later);
  }

  #entry(bytes: Buffer, envelope: Envelope): Entry<T> {
    const { apiVersion, kind, start, end } = envelope;
    if (this.#context === undefined) this.#begin(apiVersion, kind);
    const context = this.#context!;
    if (kind !== this.#kind || apiVersion !== this.#apiVersion) {
      // An object of another kind than the first: its reader must see what it is, so that it is kept as JSON.
      return encodeEntry(this.#decode(bytes, envelope) as T, new EntryContext(this.#options), this.#arena);
    }
    const entry = makeProtobufEntry<T>(context, this.#arena, bytes, start, end, envelope, this.#options.known);
    // An object that arrived in a form that cannot be decoded fails the watch the first time.
    if (context.refused !== undefined) throw context.refused;
    return entry;
  }

  #begin(apiVersion: string, kind: string): void {
    const plan = this.#codec.planFor({ ...parseApiVersion(apiVersion), kind });
    if (plan === undefined) throw unknownKind(kind);
    this.#kind = kind;
    this.#apiVersion = apiVersion;
    // In protobuf the envelope alone says what an object is.
    const { kind: asKind = kind, apiVersion: asVersion = apiVersion } = this.#options;
    const options = { ...this.#options, kind: asKind, apiVersion: asVersion };
    this.#context = new EntryContext(options, protobufFormat(this.#codec.decoder, plan));
  }

  #decode(bytes: Buffer, { apiVersion, kind, start, end }: Envelope): object {
    const plan = this.#codec.planFor({ ...parseApiVersion(apiVersion), kind });
    if (plan === undefined) throw unknownKind(kind);
    try {
      return { kind, apiVersion, ...(this.#codec.decoder.decode(plan, bytes, start, end) as object) };
    } catch (error) {
      throw new ProtocolError("the watch sent an event that is not valid protobuf", { cause: withoutText(error) });
    }
  }
}

function unknownKind(kind: string): ProtocolError {
  return new ProtocolError(`the watch sent a ${JSON.stringify(kind.slice(0, 100))}, whose protobuf is not known`);
}
