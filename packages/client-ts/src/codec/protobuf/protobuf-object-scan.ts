import { keyOf, keyOfBytes } from "../object-key.ts";
import { textOf, type WireError, WireReader } from "./wire-reader.ts";

/** Tags in an object and in its metadata, the same for every kind. */
const tags = {
  metadata: 10,
  name: 10,
  namespace: 26,
  uid: 42,
  resourceVersion: 50,
  labels: 90,
  managedFields: 138,
} as const;

/**
 * What the first look at an object finds. Positions are in the bytes that were looked at. One is used again and again.
 */
export class ProtobufObjectScan {
  /** Where the name is; -1 when there is none. */
  nameStart = -1;
  nameEnd = -1;
  namespace = "";
  resourceVersion = "";
  /** Where the uid is; -1 when there is none. */
  uidStart = -1;
  uidEnd = -1;
  /** Where the tag of the metadata is; -1 when there is none. */
  metaTag = -1;
  /** Where the content of the metadata is. */
  metaStart = -1;
  metaEnd = -1;
  /** Where the labels are, one behind the other; -1 when there are none, -2 when something is between them. */
  labelsStart = -1;
  labelsEnd = -1;
  /** The managedFields in the metadata: where each begins and ends. */
  readonly managed: number[] = [];
  /** Why the object cannot be read to its end; what was found before stands. */
  problem: WireError | undefined;

  reset(): void {
    this.namespace = this.resourceVersion = "";
    this.nameStart = this.nameEnd = -1;
    this.uidStart = this.uidEnd = this.metaTag = this.metaStart = this.metaEnd = -1;
    this.labelsStart = this.labelsEnd = -1;
    this.managed.length = 0;
    this.problem = undefined;
  }

  /** The object's key; empty when it has no name. `bytes` are those that were looked at. */
  keyIn(bytes: Buffer): string {
    const { namespace, nameStart, nameEnd } = this;
    if (nameStart < 0) return "";
    return keyOfBytes(namespace, bytes, nameStart, nameEnd) ?? keyOf(namespace, textOf(bytes, nameStart, nameEnd));
  }
}

const reader = new WireReader(Buffer.alloc(0));

/**
 * Reads identity and version of an object in about a microsecond, and checks that its fields end where it ends. What is
 * inside of the fields is not looked at, the metadata apart.
 */
export function scanProtobufObject(bytes: Buffer, start: number, end: number, scan: ProtobufObjectScan): void {
  scan.reset();
  reader.bytes = bytes;
  reader.at = start;
  try {
    while (reader.at < end) {
      const at = reader.at;
      const tag = reader.tag();
      if (tag !== tags.metadata) {
        reader.skip(tag, end);
        continue;
      }
      const stop = reader.stop(end);
      scan.reset();
      scan.metaTag = at;
      scan.metaStart = reader.at;
      scan.metaEnd = stop;
      scanMeta(stop, scan);
    }
    reader.endAt(end);
  } catch (error) {
    scan.problem = error as WireError;
  }
}

function scanMeta(end: number, scan: ProtobufObjectScan): void {
  while (reader.at < end) {
    const at = reader.at;
    const tag = reader.tag();
    switch (tag) {
      case tags.name:
        scan.nameEnd = reader.stop(end);
        scan.nameStart = reader.at;
        reader.at = scan.nameEnd;
        break;
      case tags.namespace:
        scan.namespace = reader.text(reader.stop(end));
        break;
      case tags.resourceVersion:
        scan.resourceVersion = reader.text(reader.stop(end));
        break;
      case tags.uid:
        scan.uidEnd = reader.stop(end);
        scan.uidStart = reader.at;
        reader.at = scan.uidEnd;
        break;
      case tags.labels:
        reader.at = reader.stop(end);
        if (scan.labelsStart === -1) scan.labelsStart = at;
        else if (scan.labelsEnd !== at) scan.labelsStart = -2;
        scan.labelsEnd = reader.at;
        break;
      case tags.managedFields:
        reader.at = reader.stop(end);
        scan.managed.push(at, reader.at);
        break;
      default:
        reader.skip(tag, end);
    }
  }
  reader.endAt(end);
}
