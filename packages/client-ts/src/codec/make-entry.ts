import { isAscii, isUtf8 } from "node:buffer";
import { ProtocolError } from "../errors/index.ts";
import { isRecord } from "../util/index.ts";
import { Brackets, findBrackets } from "./brackets.ts";
import type { Entry } from "./entry.ts";
import type { EntryContext } from "./entry-context.ts";
import { keyOf } from "./object-key.ts";
import { ObjectScan, scanObject } from "./object-scan.ts";
import { packRange, problems, RawEntry, RawFacts } from "./raw-entry.ts";
import { scannerFor } from "./scanner.ts";
import type { SlabArena } from "./slab.ts";
import { utf8Text } from "./text.ts";
import type { WatchObjects } from "./watch-decoder.ts";

/**
 * The entry that a cache has under a key. When its uid and resourceVersion are the same, it is used again and nothing
 * is copied.
 */
export type KnownEntry<T> = (key: string) => Entry<T> | undefined;

const scan = new ObjectScan();
const facts = new RawFacts();

/**
 * Makes the entry of the object with number `bracket` among the brackets of a document at `base`: looks at it, leaves
 * out managedFields and copies the rest into the arena. An object that is not UTF-8 or not JSON becomes an entry whose
 * object cannot be decoded, and the context says whether to refuse it; it is refused at once when not even its name and
 * version can be read. `surelyAscii` saves looking.
 */
export function makeEntry<T>(
  context: EntryContext,
  arena: SlabArena,
  bytes: Buffer,
  base: number,
  brackets: Brackets,
  bracket: number,
  surelyAscii: boolean,
  known?: KnownEntry<T>,
): Entry<T> {
  const start = base + brackets.open[bracket]!;
  const end = base + brackets.close[bracket]! + 1;
  const unsure = surelyAscii ? undefined : bytes.subarray(start, end);
  const ascii = unsure === undefined || isAscii(unsure);
  let problem: string | undefined = ascii || isUtf8(unsure) ? undefined : problems.notUtf8;
  if (!scanObject(bytes, base, brackets, bracket, ascii, scan)) {
    if (problem === undefined) {
      const object = parsed(bytes, start, end);
      if (object !== undefined) return encode(context, arena, object, ascii, bytes, start, end);
      problem = problems.notJson;
    }
    scan.cutStart = scan.cutEnd = -1;
  }
  const { namespace, resourceVersion } = scan;
  const key = scan.keyIn(bytes);
  if (problem !== undefined) refuseUnidentified(key, resourceVersion, problem);
  if (known !== undefined) {
    const same = known(key);
    const isKnown = same?.resourceVersion === resourceVersion && resourceVersion !== "" && hasUid(same, bytes);
    // What could not be decoded before may have been damaged on its way: the new bytes are looked at.
    if (isKnown && !(same instanceof RawEntry && same.hasFailed)) return same;
  }
  const cut = context.keepManagedFields || scan.cutStart < 0 ? 0 : scan.cutEnd - scan.cutStart;
  const length = end - start - cut;
  const slab = arena.reserve(length);
  const at = slab.used;
  if (cut === 0) bytes.copy(slab.bytes, at, start, end);
  else {
    bytes.copy(slab.bytes, at, start, scan.cutStart);
    bytes.copy(slab.bytes, at + scan.cutStart - start, scan.cutEnd, end);
  }
  // What was cut need not be JSON; what is kept must be.
  if (context.verify && problem === undefined && !isJson(context, slab.bytes, at, at + length))
    problem = problems.notJson;
  slab.used = at + length;
  const uidLength = scan.uidEnd - scan.uidStart;
  // What comes behind the cut has moved.
  const uidStart = (cut > 0 && scan.uidStart > scan.cutStart ? scan.uidStart - cut : scan.uidStart) - start;
  facts.key = key;
  facts.namespace = namespace;
  facts.resourceVersion = resourceVersion;
  facts.apiVersion = scan.apiVersion;
  facts.kind = scan.kind;
  if (scan.uidStart < 0) facts.uid = "";
  else facts.uid = uidLength < 256 ? uidStart * 256 + uidLength : utf8Text(bytes, scan.uidStart, scan.uidEnd);
  facts.length = length;
  facts.meta = scan.metaStart < 0 ? -1 : packRange("meta", scan.metaStart - start, scan.metaEnd - cut - scan.metaStart);
  facts.labels = labelsIn(start, cut);
  facts.ascii = ascii;
  facts.shallow = brackets.shallow;
  facts.problem = problem;
  return new RawEntry<T>(context, slab, at, facts);
}

/**
 * What a watch makes of the objects of its events: entries. An object that arrived in a form that cannot be decoded
 * fails the watch the first time.
 */
export function entryObjects<T>(
  context: EntryContext,
  arena: SlabArena,
  known: KnownEntry<T> | undefined,
): WatchObjects<Entry<T>> {
  const fromBytes: WatchObjects<Entry<T>>["fromBytes"] = (bytes, start, brackets, bracket, ascii) => {
    const entry = makeEntry<T>(context, arena, bytes, start, brackets, bracket, ascii, known);
    if (context.refused !== undefined) throw context.refused;
    return entry;
  };
  return {
    fromBytes,
    fromParsed: (object) => {
      const text = Buffer.from(JSON.stringify(object));
      const brackets = new Brackets();
      if (!findBrackets(scannerFor(context.scanner), text, 0, text.length, 2, brackets))
        throw new ProtocolError("the watch sent an event without an object");
      return fromBytes(text, 0, brackets, 0, false);
    },
    bookmarkOf: ({ resourceVersion, meta }) => ({ resourceVersion, annotations: meta.annotations }),
  };
}

/** Where the last scan found labels, in the object without what is cut out of it. */
function labelsIn(start: number, cut: number): number {
  const { labelsStart, labelsEnd, cutStart } = scan;
  if (labelsStart < 0) return labelsStart === -1 ? 0 : -1;
  return packRange("labels", labelsStart - start - (labelsStart > cutStart ? cut : 0), labelsEnd - labelsStart);
}

/** Of an object that cannot be decoded, the scan must at least have found what it is. */
function refuseUnidentified(key: string, resourceVersion: string, problem: string): void {
  if (key !== "" && resourceVersion !== "" && !`${key}${resourceVersion}`.includes("\ufffd")) return;
  throw new ProtocolError(`the server sent an object whose name and version cannot be read: ${problem}`);
}

function isJson(context: EntryContext, bytes: Buffer, start: number, end: number): boolean {
  return scannerFor(context.scanner).isSurelyJson(bytes, start, end) || parsed(bytes, start, end) !== undefined;
}

/** Whether the object that was scanned last has this entry's uid. */
function hasUid(entry: Entry<unknown>, bytes: Buffer): boolean {
  return scan.uidStart >= 0 && utf8Text(bytes, scan.uidStart, scan.uidEnd) === entry.uid;
}

/** The object; `undefined` when it is not JSON. */
function parsed(bytes: Buffer, start: number, end: number): Record<string, unknown> | undefined {
  try {
    return JSON.parse(utf8Text(bytes, start, end)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/**
 * The entry of an object that is there already, a transformed one for example: its JSON goes into the arena, the object
 * itself is not kept.
 */
export function encodeEntry<T>(object: T, context: EntryContext, arena: SlabArena): Entry<T> {
  const text = Buffer.from(JSON.stringify(object));
  const brackets = new Brackets();
  const ascii = isAscii(text);
  if (!findBrackets(scannerFor(context.scanner), text, 0, text.length, 2, brackets))
    throw new ProtocolError("the object is not a JSON object");
  return makeEntry(context, arena, text, 0, brackets, 0, ascii);
}

/** The slower way for what the scan leaves open: duplicate keys and escaped keys. */
function encode<T>(
  context: EntryContext,
  arena: SlabArena,
  object: Record<string, unknown>,
  ascii: boolean,
  bytes: Buffer,
  start: number,
  end: number,
): RawEntry<T> {
  const own = (value: unknown, key: string): unknown =>
    typeof value === "object" && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  const metadata = own(object, "metadata");
  const meta = isRecord(metadata) ? metadata : {};
  let source = bytes;
  let [from, to, plain] = [start, end, ascii];
  if (!context.keepManagedFields && Object.hasOwn(meta, "managedFields")) {
    delete meta["managedFields"];
    const text = written(object);
    if (text !== undefined) {
      source = text;
      [from, to, plain] = [0, source.length, isAscii(source)];
    }
  }
  const length = to - from;
  const slab = arena.reserve(length);
  const at = slab.used;
  source.copy(slab.bytes, at, from, to);
  slab.used = at + length;
  const namespace = text(own(meta, "namespace"));
  const name = text(own(meta, "name"));
  const found = new RawFacts();
  found.key = keyOf(namespace, name);
  found.namespace = namespace;
  found.resourceVersion = text(own(meta, "resourceVersion"));
  found.apiVersion = text(own(object, "apiVersion"));
  found.kind = text(own(object, "kind"));
  found.uid = text(own(meta, "uid"));
  found.length = length;
  found.ascii = plain;
  return new RawEntry<T>(context, slab, at, found);
}

/**
 * The object's JSON; `undefined` when it is nested too deep to be written. Then it cannot be decoded either, and may
 * keep its managedFields.
 */
function written(object: object): Buffer | undefined {
  try {
    return Buffer.from(JSON.stringify(object));
  } catch {
    return undefined;
  }
}
