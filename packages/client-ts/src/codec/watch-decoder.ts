/**
 * Decodes a watch: a sequence of JSON objects with space between them, usually lines. Nothing is skipped: a byte that
 * is not understood, a frame that is too large and an event of unknown type are errors. The one exception is a frame
 * that the end of the body cuts off: it was never sent as a whole, so it is dropped, and the next watch starts at the
 * last version that was delivered. Informers and `watch()` both read by this class, so that the same bytes mean the
 * same to both; they differ only in what they make of an event's object ({@link WatchObjects}).
 */

import { isUtf8 } from "node:buffer";
import { type ClientError, errorFromObject, ProtocolError, type RequestFacts } from "../errors/index.ts";
import { PendingResults } from "./pending-results.ts";
import { isRecord } from "../util/index.ts";
import type { Brackets } from "./brackets.ts";
import { Members } from "./members.ts";
import { defaultMaxBytes } from "./read-list.ts";
import { pieceBytes, type Scanner } from "./scanner.ts";
import { isSpace, Splitter, type UnitHandler } from "./splitter.ts";
import { utf8Text, withoutText } from "./text.ts";

/** What can happen to an object. */
export type WatchEventType = "ADDED" | "MODIFIED" | "DELETED";

/** The annotation by which a server marks the bookmark that ends the initial events. */
export const initialEventsEndAnnotation = "k8s.io/initial-events-end";

/** Makes values from the objects of events. */
export interface WatchObjects<E> {
  /** From the bytes of a frame that begins at `start`: the object is number `bracket` among its brackets. */
  fromBytes(bytes: Buffer, start: number, brackets: Brackets, bracket: number, ascii: boolean): E;
  /** From an object of a frame that only a parser could read. */
  fromParsed(object: object): E;
  /** The metadata that a bookmark consists of. */
  bookmarkOf(made: E): BookmarkMeta;
}

/** The metadata of a bookmark. */
export interface BookmarkMeta {
  readonly resourceVersion?: unknown;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** Options of {@link WatchDecoder}. */
export interface WatchDecoderOptions<E> {
  readonly objects: WatchObjects<E>;
  readonly scanner: Scanner;
  readonly onEvent: (type: WatchEventType, made: E) => void | Promise<void>;
  /** `initialEventsEnd` when the bookmark ends the initial events of a streaming list. */
  readonly onBookmark?: ((resourceVersion: string, initialEventsEnd: boolean) => void | Promise<void>) | undefined;
  /** The largest frame, in bytes; a larger one is a TransportError with code `limit`. Default 16 MiB. */
  readonly maxFrameBytes?: number | undefined;
  /** The request, for the message of an error that the server sends in an ERROR event. */
  readonly facts?: RequestFacts | undefined;
}

const lineFeed = 10;
const typeKey = Buffer.from("type");
const objectKey = Buffer.from("object");
const frameMembers = new Members();

/**
 * Takes the bytes of one watch, and calls `onEvent` and `onBookmark`. Throws at the first bytes that are not a watch
 * event.
 */
export class WatchDecoder<E> implements UnitHandler {
  readonly unitDepth = 0;
  readonly detail = 3;
  /** Events that were delivered. */
  events = 0;
  /** Bookmarks that were delivered. */
  bookmarks = 0;
  readonly #options: WatchDecoderOptions<E>;
  readonly #splitter: Splitter;
  readonly #pending = new PendingResults();

  constructor(options: WatchDecoderOptions<E>) {
    this.#options = options;
    const maxUnitBytes = options.maxFrameBytes ?? defaultMaxBytes;
    this.#splitter = new Splitter(options.scanner, this, { maxUnitBytes, what: "a frame of the watch" });
  }

  /** Whether the bytes so far end in the middle of a frame. */
  get partial(): boolean {
    return this.#splitter.unfinished;
  }

  /** Takes the next bytes. Returns what the handlers of their events wait for, if anything. */
  readonly push = (chunk: Buffer): Promise<void> | undefined => {
    if (chunk.length <= pieceBytes) this.#take(chunk);
    else for (let at = 0; at < chunk.length; at += pieceBytes) this.#take(chunk.subarray(at, at + pieceBytes));
    return this.#pending.take();
  };

  /**
   * Servers send each frame in one line. A frame that goes on after the end of its line is damaged: a stray quote or
   * bracket would otherwise silently hide every event that follows.
   */
  #take(piece: Buffer): void {
    this.#splitter.push(piece);
    if (!this.partial || !this.#splitter.isLineBroken) return;
    const begunHere = Math.min(this.#splitter.begun.length, piece.length);
    if (piece.includes(lineFeed, piece.length - begunHere)) throw severalLines();
  }

  /** For the splitter. */
  between(bytes: Buffer, start: number, end: number): void {
    if (!isSpace(bytes, start, end)) throw new ProtocolError("the watch sent something that is not a JSON object");
  }

  /** For the splitter. */
  opens(byte: number): boolean {
    if (byte !== 123) throw new ProtocolError("the watch sent an array instead of an event");
    return true;
  }

  /** For the splitter. */
  closes(): void {}

  /** For the splitter: a frame is complete. */
  unit(bytes: Buffer, start: number, end: number, brackets: Brackets, ascii: boolean): void {
    if (this.#splitter.isLineBroken && bytes.subarray(start, end).includes(lineFeed)) throw severalLines();
    const members = frameMembers;
    let type = "";
    let object = -1;
    let objectStart = 0;
    let objectEnd = 0;
    let seen = 0;
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
    else if (type === "ERROR") throw errorOfEvent(parseJson(bytes, objectStart, objectEnd), this.#options.facts);
    else this.#emit(type, this.#options.objects.fromBytes(bytes, start, brackets, object, ascii));
  }

  /** Reads a frame with a parser. */
  #parse(bytes: Buffer, start: number, end: number): void {
    const frame = parseJson(bytes, start, end) as { type?: unknown; object?: unknown };
    const type = Object.hasOwn(frame, "type") ? frame.type : undefined;
    const object = Object.hasOwn(frame, "object") ? frame.object : undefined;
    if (!isKnownEvent(type)) throw unknownEvent({ ...frame, type }, this.#options.facts);
    if (type === "ERROR") throw errorOfEvent(object, this.#options.facts);
    this.#emit(type, this.#options.objects.fromParsed(objectOfEvent(type, object)));
  }

  #emit(type: string, made: E): void {
    const { objects, onEvent, onBookmark } = this.#options;
    let later: void | Promise<void>;
    if (type === "BOOKMARK") {
      const bookmark = objects.bookmarkOf(made);
      const version = versionOfBookmark(bookmark);
      this.bookmarks++;
      later = onBookmark?.(version, endsInitialEvents(bookmark));
    } else {
      this.events++;
      later = onEvent(type as WatchEventType, made);
    }
    this.#pending.add(later);
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

/** Whether a value is the type of an event that a server sends. */
export function isKnownEvent(type: unknown): type is WatchEventType | "BOOKMARK" | "ERROR" {
  return (knownTypes as readonly unknown[]).includes(type);
}

/**
 * The error for an event of another type. A server that has nothing to watch may answer with a Status instead of
 * events.
 */
export function unknownEvent(event: unknown, facts?: RequestFacts): ClientError {
  const { type, kind } = (isRecord(event) ? event : {}) as { readonly type?: unknown; readonly kind?: unknown };
  if (type === undefined && kind === "Status") return errorFromObject(event, facts);
  return new UnknownEventError(typeof type === "string" ? type : JSON.stringify(type));
}

/** The object of an event. Throws a ProtocolError when there is none. */
export function objectOfEvent<O>(type: string, object: O): O & object {
  if (!isRecord(object)) throw noObject(type);
  return object as O & object;
}

/** The error of an ERROR event: that of its Status, or an UnexpectedObjectError for another object. */
export function errorOfEvent(object: unknown, facts?: RequestFacts): ClientError {
  return errorFromObject(objectOfEvent("ERROR", object), facts);
}

/** The version that a bookmark brings. Throws a ProtocolError when there is none. */
export function versionOfBookmark({ resourceVersion }: BookmarkMeta): string {
  if (typeof resourceVersion === "string" && resourceVersion !== "") return resourceVersion;
  throw new ProtocolError("the watch sent a bookmark without a resourceVersion");
}

/** Whether a bookmark ends the initial events of a streaming list. */
export function endsInitialEvents({ annotations }: BookmarkMeta): boolean {
  return annotations?.[initialEventsEndAnnotation] === "true";
}

function severalLines(): ProtocolError {
  return new ProtocolError("the watch sent a line that is not a whole JSON object");
}

function noObject(type: string): ProtocolError {
  return new ProtocolError(`the watch sent an event of type ${type} without an object`);
}

const knownTypes = ["MODIFIED", "ADDED", "DELETED", "BOOKMARK", "ERROR"] as const;
const typeBytes = knownTypes.map((type) => Buffer.from(`"${type}"`));

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
