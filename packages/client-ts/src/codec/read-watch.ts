/**
 * Reads a watch as it arrives: a sequence of JSON objects with space between them, lines as a rule. Each event's object becomes an entry
 * whose bytes lie in an arena. Nothing is skipped: a byte that is not understood, a frame that is too large, an event of unknown type ends
 * the reading with an error. The one exception is a frame that the end of the body cuts: it was never sent as a whole, and the end says so.
 */

import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { errorFromObject, ProtocolError } from "../errors/index.ts";
import { Brackets, findBrackets } from "./brackets.ts";
import type { Entry } from "./entry.ts";
import { EntryContext, type EntryOptions } from "./entry-context.ts";
import { type KnownEntry, makeEntry } from "./make-entry.ts";
import { Members } from "./members.ts";
import { type PumpOptions, pump } from "./pump.ts";
import { defaultMaxBytes } from "./read-list.ts";
import { scannerFor } from "./scanner.ts";
import { SlabArena } from "./slab.ts";
import { isSpace, Splitter, type Surroundings } from "./splitter.ts";
import { utf8Text, withoutText } from "./text.ts";

/** What can happen to an object. */
export type WatchEventType = "ADDED" | "MODIFIED" | "DELETED";

/** Options of {@link readWatch}. */
export interface ReadWatchOptions<T> extends EntryOptions, PumpOptions {
  /**
   * Takes the next event. A promise holds the body back until it settles (after the bytes at hand, at most 64 KiB, are through); a failure
   * ends the reading.
   */
  readonly onEvent: (type: WatchEventType, entry: Entry<T>) => void | Promise<void>;
  /** Everything up to this version was sent; `initialEventsEnd` when it ends the initial events of a streaming list. */
  readonly onBookmark?: (resourceVersion: string, initialEventsEnd: boolean) => void | Promise<void>;
  /** The largest frame, in bytes; a larger one is a TransportError with code `limit`. Default 16 MiB. */
  readonly maxFrameBytes?: number;
  /** Where the objects' bytes go. Default: an arena for this watch alone. */
  readonly arena?: SlabArena;
  /** As for a list; of use with the initial events of a streaming list. */
  readonly known?: KnownEntry<T>;
}

/** How a watch ended. */
export interface WatchEnd {
  /** Whether the end came in the middle of a frame, which was dropped. The next watch begins at the last version that was handed on. */
  readonly partial: boolean;
  /** Events that were handed on. */
  readonly events: number;
  /** Bookmarks that were handed on. */
  readonly bookmarks: number;
}

/** The annotation by which a server marks the bookmark that ends the initial events. */
export const initialEventsEndAnnotation = "k8s.io/initial-events-end";

/**
 * Reads a watch from a response's body. Resolves when the server ends it. Rejects with the StatusError of an ERROR event, with a
 * ProtocolError for what is not a watch, with the body's own error when the connection breaks.
 */
export async function readWatch<T>(body: Readable, options: ReadWatchOptions<T>): Promise<WatchEnd> {
  const arena = options.arena ?? new SlabArena();
  const watch = new WatchReader<T>(options, arena);
  const splitter = new Splitter(scannerFor(watch.context.scanner), watch, {
    maxUnitBytes: options.maxFrameBytes ?? defaultMaxBytes,
    what: "a frame of the watch",
  });
  await pump(
    body,
    (piece) => {
      splitter.push(piece);
      return watch.takePending();
    },
    options,
  );
  if (options.arena === undefined) arena.seal();
  return { partial: splitter.unfinished, events: watch.events, bookmarks: watch.bookmarks };
}

const typeKey = Buffer.from("type");
const objectKey = Buffer.from("object");
const frameMembers = new Members();

class WatchReader<T> implements Surroundings {
  readonly unitDepth = 0;
  readonly detail = 3;
  readonly context: EntryContext;
  events = 0;
  bookmarks = 0;
  readonly #options: ReadWatchOptions<T>;
  readonly #arena: SlabArena;
  #pending: Promise<void>[] = [];

  constructor(options: ReadWatchOptions<T>, arena: SlabArena) {
    this.#options = options;
    this.#arena = arena;
    this.context = new EntryContext(options);
  }

  between(bytes: Buffer, start: number, end: number): void {
    if (!isSpace(bytes, start, end)) throw new ProtocolError("the watch sent something that is not a JSON object");
  }

  opens(byte: number): boolean {
    if (byte !== 123) throw new ProtocolError("the watch sent an array where an event was due");
    return true;
  }

  closes(): void {}

  unit(bytes: Buffer, start: number, end: number, brackets: Brackets, ascii: boolean): void {
    const members = frameMembers;
    let type = "";
    let object = -1;
    let [objectStart, objectEnd, seen] = [0, 0, 0];
    members.begin(bytes, start, brackets, 0);
    while (members.next()) {
      if (members.keyIs(objectKey)) {
        seen += 1;
        object = members.bracket;
        objectStart = members.valueStart;
        objectEnd = members.valueEnd;
      } else if (members.keyIs(typeKey)) {
        seen += 4;
        type = eventType(bytes, members);
      }
    }
    const plain = !members.unsure && seen === 5 && type !== "";
    // An object's own bytes are checked when its entry is made.
    if (!ascii && !(plain && isObjectEvent(type)) && !isUtf8(bytes.subarray(start, end))) {
      throw new ProtocolError("the watch sent an event that is not valid UTF-8");
    }
    // Each key once, nothing strange: otherwise a parser decides what the frame means.
    if (!plain) this.#parse(bytes, start, end);
    else if (object < 0 || bytes[objectStart] !== 123) throw noObject(type);
    else if (type === "ERROR") throw errorFromObject(parseJson(bytes, objectStart, objectEnd));
    else this.#emit(type, makeEntry<T>(this.context, this.#arena, bytes, start, brackets, object, ascii, this.#options.known));
  }

  /** What the handlers of the last piece wait for, if anything. */
  takePending(): Promise<void> | undefined {
    if (this.#pending.length === 0) return undefined;
    const pending = this.#pending;
    this.#pending = [];
    return Promise.all(pending).then(() => undefined);
  }

  #parse(bytes: Buffer, start: number, end: number): void {
    const frame = parseJson(bytes, start, end) as { type?: unknown; object?: unknown };
    const type = Object.hasOwn(frame, "type") ? frame.type : undefined;
    const object = Object.hasOwn(frame, "object") ? frame.object : undefined;
    if (typeof type !== "string" || !isKnown(type)) {
      // A server that has nothing to watch may answer with a Status instead of events.
      if (type === undefined && (frame as { kind?: unknown }).kind === "Status") throw errorFromObject(frame);
      throw new UnknownEventError(typeof type === "string" ? type : JSON.stringify(type));
    }
    if (typeof object !== "object" || object === null || Array.isArray(object)) throw noObject(type);
    if (type === "ERROR") throw errorFromObject(object);
    const text = Buffer.from(JSON.stringify(object));
    const brackets = new Brackets();
    if (!findBrackets(scannerFor(this.context.scanner), text, 0, text.length, 2, brackets)) throw noObject(type);
    this.#emit(type, makeEntry<T>(this.context, this.#arena, text, 0, brackets, 0, false, this.#options.known));
  }

  #emit(type: string, entry: Entry<T>): void {
    if (this.context.refused !== undefined) throw this.context.refused;
    let later: void | Promise<void>;
    if (type === "BOOKMARK") {
      if (entry.resourceVersion === "") throw new ProtocolError("the watch sent a bookmark without a resourceVersion");
      this.bookmarks++;
      later = this.#options.onBookmark?.(entry.resourceVersion, entry.meta.annotations?.[initialEventsEndAnnotation] === "true");
    } else {
      this.events++;
      later = this.#options.onEvent(type as WatchEventType, entry);
    }
    if (later !== undefined) this.#pending.push(later);
  }
}

/** The watch sent an event whose type is not known. Nothing of it was used. */
export class UnknownEventError extends ProtocolError {
  /** The type that came. */
  readonly type: string | undefined;

  constructor(type: string | undefined) {
    const said = type === undefined ? "no type" : `type ${JSON.stringify(type.slice(0, 100))}`;
    super(`the watch sent an event of ${said}`);
    this.name = "UnknownEventError";
    this.type = type;
  }
}

function noObject(type: string): ProtocolError {
  return new ProtocolError(`the watch sent an event of type ${type} without an object`);
}

const knownTypes = ["MODIFIED", "ADDED", "DELETED", "BOOKMARK", "ERROR"] as const;
const typeBytes = knownTypes.map((type) => Buffer.from(`"${type}"`));

function isKnown(type: string): boolean {
  return (knownTypes as readonly string[]).includes(type);
}

function isObjectEvent(type: string): boolean {
  return type === "ADDED" || type === "MODIFIED" || type === "DELETED";
}

/** The type if it is one that is known, else `""`. */
function eventType(bytes: Buffer, members: Members): string {
  const start = members.valueStart;
  const length = members.valueEnd - start;
  for (let k = 0; k < knownTypes.length; k++) {
    const wanted = typeBytes[k]!;
    if (wanted.length !== length) continue;
    let i = 0;
    while (i < length && wanted[i] === bytes[start + i]) i++;
    if (i === length) return knownTypes[k]!;
  }
  return "";
}

function parseJson(bytes: Buffer, start: number, end: number): unknown {
  try {
    return JSON.parse(utf8Text(bytes, start, end));
  } catch (error) {
    throw new ProtocolError("the watch sent an event that is not valid JSON", { cause: withoutText(error) });
  }
}
