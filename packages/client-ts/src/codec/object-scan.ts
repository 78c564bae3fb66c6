import { type Brackets, findBrackets } from "./brackets.ts";
import { Members } from "./members.ts";
import { keyOf, keyOfBytes } from "./object-key.ts";
import type { Scanner } from "./scanner.ts";
import { asciiText, utf8Text } from "./text.ts";

/**
 * What the first look at a Kubernetes object in JSON finds. Positions are in the bytes that were looked at. One is used
 * again and again.
 */
export class ObjectScan {
  /** A name with escapes; of another, where it is. */
  escapedName = "";
  nameStart = -1;
  nameEnd = -1;
  namespace = "";
  resourceVersion = "";
  /** What the object says; empty when it does not. */
  kind = "";
  /** What the object says; empty when it does not. */
  apiVersion = "";
  /** Where the text of the uid is, without its quotes; -1 when there is none that can be read without decoding. */
  uidStart = -1;
  uidEnd = -1;
  /** Where the metadata is; -1 when there is none. */
  metaStart = -1;
  metaEnd = -1;
  /** Where the labels are; -1 when there are none, -2 when they come twice. */
  labelsStart = -1;
  labelsEnd = -1;
  /**
   * The bytes to leave out so that managedFields are gone, with the comma that goes with them; -1 when there are none.
   */
  cutStart = -1;
  cutEnd = -1;

  reset(): void {
    this.escapedName = this.namespace = this.resourceVersion = this.kind = this.apiVersion = "";
    this.#forgetMeta();
  }

  /** The object's key; empty when it has no name. `bytes` are those that were looked at. */
  keyIn(bytes: Buffer): string {
    const { namespace, nameStart, nameEnd } = this;
    if (nameStart < 0) return keyOf(namespace, this.escapedName);
    return keyOfBytes(namespace, bytes, nameStart, nameEnd) ?? keyOf(namespace, utf8Text(bytes, nameStart, nameEnd));
  }

  #forgetMeta(): void {
    this.escapedName = this.namespace = this.resourceVersion = "";
    this.nameStart = this.nameEnd = -1;
    this.uidStart = this.uidEnd = this.metaStart = this.metaEnd = this.cutStart = this.cutEnd = -1;
    this.labelsStart = this.labelsEnd = -1;
  }
}

const keys = {
  kind: Buffer.from("kind"),
  apiVersion: Buffer.from("apiVersion"),
  metadata: Buffer.from("metadata"),
  name: Buffer.from("name"),
  namespace: Buffer.from("namespace"),
  uid: Buffer.from("uid"),
  resourceVersion: Buffer.from("resourceVersion"),
  managedFields: Buffer.from("managedFields"),
  labels: Buffer.from("labels"),
};

const outer = new Members();
const inner = new Members();

/**
 * Reads identity and version of the object with number `bracket`, in about a microsecond and in any order of keys.
 * `brackets` must reach two levels below the object. `ascii` says that all bytes are ASCII. False when unsure:
 * duplicate or escaped keys, a uid with escapes, or something that is not JSON; then `JSON.parse` must decide.
 */
export function scanObject(
  bytes: Buffer,
  base: number,
  brackets: Brackets,
  bracket: number,
  ascii: boolean,
  out: ObjectScan,
): boolean {
  out.reset();
  let seen = 0;
  outer.begin(bytes, base, brackets, bracket);
  while (outer.next()) {
    switch (outer.keyEnd - outer.keyStart) {
      case 4:
        if (outer.keyIs(keys.kind)) {
          if (seen & 1) return false;
          seen |= 1;
          out.kind = shared(bytes, outer, ascii);
        }
        break;
      case 10:
        if (outer.keyIs(keys.apiVersion)) {
          if (seen & 2) return false;
          seen |= 2;
          out.apiVersion = shared(bytes, outer, ascii);
        }
        break;
      case 8:
        if (outer.keyIs(keys.metadata)) {
          if (seen & 4) return false;
          seen |= 4;
          if (outer.bracket >= 0 && bytes[outer.valueStart] === 123) {
            out.metaStart = outer.valueStart;
            out.metaEnd = outer.valueEnd;
            if (!scanMetadata(bytes, base, brackets, outer.bracket, ascii, out)) return false;
          }
        }
        break;
    }
  }
  return !outer.unsure;
}

function scanMetadata(
  bytes: Buffer,
  base: number,
  brackets: Brackets,
  bracket: number,
  ascii: boolean,
  out: ObjectScan,
): boolean {
  const members = inner;
  let seen = 0;
  let previousEnd = -1;
  let cutFirst = false;
  members.begin(bytes, base, brackets, bracket);
  while (members.next()) {
    // The first key carries no comma before it; then the one after it goes.
    if (cutFirst) {
      out.cutEnd = members.keyStart - 1;
      cutFirst = false;
    }
    switch (members.keyEnd - members.keyStart) {
      case 4:
        if (members.keyIs(keys.name)) {
          if (seen & 1) return false;
          seen |= 1;
          if (members.escaped) out.escapedName = text(bytes, members, ascii);
          else if (bytes[members.valueStart] === 34) {
            out.nameStart = members.valueStart + 1;
            out.nameEnd = members.valueEnd - 1;
          }
        }
        break;
      case 9:
        if (members.keyIs(keys.namespace)) {
          if (seen & 2) return false;
          seen |= 2;
          out.namespace = shared(bytes, members, ascii);
        }
        break;
      case 3:
        if (members.keyIs(keys.uid)) {
          if (seen & 4) return false;
          seen |= 4;
          if (bytes[members.valueStart] === 34) {
            if (members.escaped) return false;
            out.uidStart = members.valueStart + 1;
            out.uidEnd = members.valueEnd - 1;
          }
        }
        break;
      case 6:
        if (members.keyIs(keys.labels)) {
          out.labelsStart = out.labelsStart === -1 ? members.valueStart : -2;
          out.labelsEnd = members.valueEnd;
        }
        break;
      case 15:
        if (members.keyIs(keys.resourceVersion)) {
          if (seen & 8) return false;
          seen |= 8;
          out.resourceVersion = text(bytes, members, ascii);
        }
        break;
      case 13:
        if (members.keyIs(keys.managedFields)) {
          if (seen & 16) return false;
          seen |= 16;
          if (previousEnd < 0) {
            out.cutStart = members.keyStart - 1;
            cutFirst = true;
          } else out.cutStart = previousEnd;
          out.cutEnd = members.valueEnd;
        }
        break;
    }
    previousEnd = members.valueEnd;
  }
  return !members.unsure;
}

/** The value if it is a string, else `""`. */
function text(bytes: Buffer, members: Members, ascii: boolean): string {
  const start = members.valueStart;
  if (bytes[start] !== 34) return "";
  if (members.escaped) return unescaped(utf8Text(bytes, start, members.valueEnd), members);
  return ascii ? asciiText(bytes, start + 1, members.valueEnd - 1) : utf8Text(bytes, start + 1, members.valueEnd - 1);
}

/** What a string with escapes says; the walk is unsure when they are not JSON's. */
function unescaped(quoted: string, members: Members): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    members.unsure = true;
    return "";
  }
}

/**
 * Strings that many objects share, so that a thousand Pods of one namespace hold one string. Sized for the namespaces
 * of a large cluster.
 */
const pool: (string | undefined)[] = new Array(1024).fill(undefined);

/** As {@link text}, for values that repeat. */
function shared(bytes: Buffer, members: Members, ascii: boolean): string {
  const start = members.valueStart + 1;
  const end = members.valueEnd - 1;
  const length = end - start;
  if (bytes[start - 1] !== 34 || members.escaped || length > 64) return text(bytes, members, ascii);
  let hash = length;
  let bits = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    bits |= byte;
    hash = (hash * 31 + byte) | 0;
  }
  if (bits > 127) return text(bytes, members, ascii);
  const slot = (hash ^ (hash >>> 10) ^ (hash >>> 20)) & 1023;
  const known = pool[slot];
  if (known !== undefined && known.length === length) {
    let i = 0;
    while (i < length && known.charCodeAt(i) === bytes[start + i]) i++;
    if (i === length) return known;
  }
  const fresh = asciiText(bytes, start, end);
  pool[slot] = fresh;
  return fresh;
}

/**
 * One value by its path, in the document with number 0. `unsure` when `JSON.parse` must decide; `missing` when it is
 * not there.
 */
function findPath(
  bytes: Buffer,
  base: number,
  brackets: Brackets,
  path: readonly string[],
): ValueRange | "unsure" | "missing" {
  const members = outer;
  let bracket = 0;
  for (let step = 0; ; step++) {
    const key = bytesOfStep(path[step]!);
    let hit = false;
    let start = 0;
    let end = 0;
    let inside = -1;
    members.begin(bytes, base, brackets, bracket);
    while (members.next()) {
      if (!members.keyIs(key)) continue;
      // A key that comes twice: the last one counts, so the walk goes on to the end.
      hit = true;
      start = members.valueStart;
      end = members.valueEnd;
      inside = members.bracket;
    }
    if (members.unsure) return "unsure";
    if (!hit) return "missing";
    if (step === path.length - 1) return { start, end };
    if (inside < 0) return "missing";
    if (bytes[start] === 91) return "unsure";
    bracket = inside;
  }
}

/** Where a value lies. */
export interface ValueRange {
  readonly start: number;
  readonly end: number;
}

/** As {@link findPath}, for a document that has not been scanned. */
export function findPathIn(
  scanner: Scanner,
  brackets: Brackets,
  bytes: Buffer,
  start: number,
  end: number,
  path: readonly string[],
): ValueRange | "unsure" | "missing" {
  if (!findBrackets(scanner, bytes, start, end, path.length, brackets)) return "unsure";
  return findPath(bytes, start, brackets, path);
}

const steps = new Map<string, Uint8Array>();

function bytesOfStep(step: string): Uint8Array {
  let bytes = steps.get(step);
  if (bytes === undefined) {
    // Paths come from programs, not from servers; the limit only guards against a program that makes them up.
    if (steps.size >= 1024) steps.clear();
    bytes = Buffer.from(step);
    steps.set(step, bytes);
  }
  return bytes;
}
