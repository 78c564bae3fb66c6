import { WireError, WireReader } from "./wire-reader.ts";
import { WireWriter } from "./wire-writer.ts";

/** The four bytes in front of everything that Kubernetes sends as protobuf: `k8s` and a zero. */
export const magic: Buffer = Buffer.from("k8s\0");
const magicNumber = magic.readUInt32BE();

/** What an envelope says of the bytes in it. */
export interface Envelope {
  readonly apiVersion: string;
  readonly kind: string;
  /** Where the object's own bytes are. */
  readonly start: number;
  readonly end: number;
}

/** Reads Kubernetes' envelope around an object. Throws a {@link WireError} when it is something else. */
export function readEnvelope(bytes: Buffer, start: number, end: number): Envelope {
  if (end - start < magic.length || bytes.readUInt32BE(start) !== magicNumber)
    throw new WireError("it does not begin as the protobuf of Kubernetes does");
  const reader = new WireReader(bytes, start + magic.length);
  let [apiVersion, kind, rawStart, rawEnd] = ["", "", -1, -1];
  while (reader.at < end) {
    const tag = reader.tag();
    if (tag === 10) {
      const stop = reader.stop(end);
      while (reader.at < stop) {
        const inner = reader.tag();
        if (inner === 10) apiVersion = reader.text(reader.stop(stop));
        else if (inner === 18) kind = reader.text(reader.stop(stop));
        else reader.skip(inner, stop);
      }
      reader.endAt(stop);
    } else if (tag === 18) {
      rawEnd = reader.stop(end);
      rawStart = reader.at;
      reader.at = rawEnd;
    } else reader.skip(tag, end);
  }
  reader.endAt(end);
  if (rawStart < 0) throw new WireError("its envelope is empty");
  return { apiVersion, kind, start: rawStart, end: rawEnd };
}

/** Puts an object's bytes into Kubernetes' envelope. */
export function writeEnvelope(apiVersion: string, kind: string, raw: Uint8Array): Buffer {
  const writer = new WireWriter();
  writer.text(4, "");
  writer.text(3, "");
  writer.bytes(2, raw);
  const before = writer.length;
  writer.text(2, kind);
  writer.text(1, apiVersion);
  writer.enclose(1, before);
  writer.raw(magic);
  return writer.take();
}

/** The frame of a watch event around an object in its envelope: four bytes of length, then the event. */
export function writeWatchFrame(type: string, object: Uint8Array): Buffer {
  const writer = new WireWriter();
  writer.bytes(1, object);
  writer.enclose(2, 0);
  writer.text(1, type);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(writer.length);
  writer.raw(length);
  return writer.take();
}
