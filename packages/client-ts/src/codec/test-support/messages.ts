/* For the specs of protobuf: messages that are put together by hand. */
import { WireWriter } from "../protobuf/wire-writer.ts";

/** Writes one part of a message. */
export type Part = (writer: WireWriter) => void;

/** Bytes from functions that write one part each, in the order of the parts. */
export function written(...parts: Part[]): Buffer {
  const writer = new WireWriter();
  for (const part of parts.toReversed()) part(writer);
  return writer.take();
}

/** A field with a text, or with the bytes of a message. */
export function part(number: number, content: Uint8Array | string): Part {
  return (writer) => writer.bytes(number, typeof content === "string" ? Buffer.from(content) : content);
}
