import { ProtocolError } from "../../errors/index.ts";
import type { Entry } from "../entry.ts";
import type { EntryContext } from "../entry-context.ts";
import type { KnownEntry } from "../make-entry.ts";
import { packRange, RawEntry, RawFacts } from "../raw-entry.ts";
import type { SlabArena } from "../slab.ts";
import { utf8Text } from "../text.ts";
import { ProtobufObjectScan, scanProtobufObject } from "./protobuf-object-scan.ts";

/** What an object says it is; empty where it does not say. */
export interface TypeNames {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The type of the items of a list, which do not say it themselves. */
export const noType: TypeNames = { apiVersion: "", kind: "" };

const scan = new ProtobufObjectScan();
const facts = new RawFacts();
// Its reader counts the depth itself.
facts.shallow = true;

/**
 * Makes the entry of an object that lies in `bytes` from `start` to `end`: looks at it, leaves out managedFields and
 * copies the rest into the arena. An object that is not protobuf becomes an entry whose object cannot be decoded, and
 * the context says whether to refuse it; it is refused at once when not even its name and version can be read.
 */
export function makeProtobufEntry<T>(
  context: EntryContext,
  arena: SlabArena,
  bytes: Buffer,
  start: number,
  end: number,
  type: TypeNames,
  known?: KnownEntry<T>,
): Entry<T> {
  scanProtobufObject(bytes, start, end, scan);
  const { namespace, resourceVersion, uidStart, uidEnd } = scan;
  const key = scan.keyIn(bytes);
  let problem = scan.problem === undefined ? undefined : context.format.problem;
  if (problem !== undefined && (key === "" || resourceVersion === ""))
    throw new ProtocolError(`the server sent an object whose name and version cannot be read: ${problem}`);
  if (problem === undefined && context.verify && !isReadable(context, bytes, start, end))
    problem = context.format.problem;
  if (known !== undefined) {
    const same = known(key);
    const isKnown =
      same?.resourceVersion === resourceVersion &&
      resourceVersion !== "" &&
      uidStart >= 0 &&
      utf8Text(bytes, uidStart, uidEnd) === same.uid;
    // What could not be decoded before may have been damaged on its way: the new bytes are looked at.
    if (isKnown && !(same instanceof RawEntry && same.hasFailed)) return same;
  }
  const isCut = !context.keepManagedFields && scan.managed.length > 0 && problem === undefined;
  const slab = arena.reserve(end - start);
  const at = slab.used;
  const length = isCut
    ? copyWithoutManaged(bytes, start, end, slab.bytes, at)
    : copyAll(bytes, start, end, slab.bytes, at);
  slab.used = at + length;
  if (problem === undefined) context.format.arrived?.(slab.bytes, at, at + length);
  const uidLength = uidEnd - uidStart;
  facts.key = key;
  facts.namespace = namespace;
  facts.resourceVersion = resourceVersion;
  facts.apiVersion = type.apiVersion;
  facts.kind = type.kind;
  if (uidStart < 0) facts.uid = "";
  else facts.uid = uidLength < 256 ? moved.uid * 256 + uidLength : utf8Text(bytes, uidStart, uidEnd);
  facts.length = length;
  facts.meta = scan.metaStart < 0 ? -1 : packRange("meta", moved.metaStart, moved.metaEnd - moved.metaStart);
  facts.labels = labelsIn();
  facts.problem = problem;
  return new RawEntry<T>(context, slab, at, facts);
}

/** Where the last copy has put the labels. What is cut out of the metadata lies behind them in what servers send. */
function labelsIn(): number {
  const { labelsStart, labelsEnd, metaStart, managed } = scan;
  if (labelsStart < 0) return labelsStart === -1 ? 0 : -1;
  if (managed.length > 0 && managed[0]! < labelsEnd) return -1;
  return packRange("labels", moved.metaStart + labelsStart - metaStart, labelsEnd - labelsStart);
}

/** Where the last copy has put what the scan found, counted from the beginning of the object. */
const moved = { uid: 0, metaStart: 0, metaEnd: 0 };

function copyAll(bytes: Buffer, start: number, end: number, target: Buffer, at: number): number {
  bytes.copy(target, at, start, end);
  moved.uid = scan.uidStart - start;
  moved.metaStart = scan.metaStart - start;
  moved.metaEnd = scan.metaEnd - start;
  return end - start;
}

/** Copies an object without its managedFields, and writes the new length of the metadata. */
function copyWithoutManaged(bytes: Buffer, start: number, end: number, target: Buffer, at: number): number {
  const { managed, metaTag, metaStart, metaEnd, uidStart } = scan;
  let metaLength = metaEnd - metaStart;
  for (let i = 0; i < managed.length; i += 2) metaLength -= managed[i + 1]! - managed[i]!;
  bytes.copy(target, at, start, metaTag + 1);
  let to = at + metaTag + 1 - start;
  let rest = metaLength;
  for (; rest > 127; rest >>>= 7) target[to++] = (rest & 127) | 128;
  target[to++] = rest;
  moved.metaStart = to - at;
  moved.metaEnd = moved.metaStart + metaLength;
  let from = metaStart;
  for (let i = 0; i <= managed.length; i += 2) {
    const stop = managed[i] ?? metaEnd;
    if (uidStart >= from && uidStart < stop) moved.uid = to - at + uidStart - from;
    bytes.copy(target, to, from, stop);
    to += stop - from;
    from = managed[i + 1] ?? metaEnd;
  }
  bytes.copy(target, to, metaEnd, end);
  return to + end - metaEnd - at;
}

function isReadable({ format }: EntryContext, bytes: Buffer, start: number, end: number): boolean {
  try {
    format.decode(bytes, start, end, false);
    return true;
  } catch {
    return false;
  }
}
