import type { LabelKey, LabelValues } from "./label-text.ts";

/**
 * How the bytes behind an entry are read. JSON is one; another encoding brings its own and the cache does not notice.
 * `ascii` says that all bytes are known to be ASCII.
 */
export interface ByteFormat {
  readonly name: string;
  /** Why bytes cannot be read in this format: "it is not valid JSON". */
  readonly problem: string;
  /**
   * The whole object. Throws when the bytes are not what they should be. Parts that are the same in an earlier version
   * of the object may be taken from there.
   */
  decode(bytes: Buffer, start: number, end: number, ascii: boolean, earlier?: DecodedBytes): unknown;
  /** The metadata alone; `start` and `end` are where it was found. */
  decodeMeta(bytes: Buffer, start: number, end: number, ascii: boolean): unknown;
  /** Labels by name; `text` has one character for each byte of where they were found. `undefined` when unsure. */
  labels(text: string, keys: readonly LabelKey[]): LabelValues | undefined;
  /** One field without the rest; `undefined` when it is not there. */
  field(bytes: Buffer, start: number, end: number, ascii: boolean, path: readonly string[]): unknown;
  /** One field of the metadata; `start` and `end` are where that was found, and `path` leads from there. */
  metaField(bytes: Buffer, start: number, end: number, ascii: boolean, path: readonly string[]): unknown;
  /** An object arrived: an opportunity to prepare for decoding more like it. */
  arrived?(bytes: Buffer, start: number, end: number): void;
}

/** The bytes of an object, and what they were decoded to. */
export interface DecodedBytes {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly object: unknown;
}
