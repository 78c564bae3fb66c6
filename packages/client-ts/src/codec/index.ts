/** Bytes to objects: splitting, scanning, decoding when read. */
export type { ListSummary, ReadListOptions } from "./read-list.ts";
export { readList } from "./read-list.ts";
export type { ReadWatchOptions, WatchEnd } from "./read-watch.ts";
export { readWatch } from "./read-watch.ts";
export type { BookmarkMeta, WatchDecoderOptions, WatchEventType, WatchObjects } from "./watch-decoder.ts";
export {
  errorOfEvent,
  initialEventsEndAnnotation,
  objectOfEvent,
  unknownEvent,
  UnknownEventError,
  versionOfBookmark,
  WatchDecoder,
} from "./watch-decoder.ts";
export { plainWatchObjects } from "./plain-watch-objects.ts";
export type { Entry } from "./entry.ts";
export { brandEntry, isEntry, objectIfDecodable } from "./entry.ts";
export type { PlainEntryOptions } from "./plain-entry.ts";
export { plainEntry } from "./plain-entry.ts";
export type { EntryOptions, FreezePolicy } from "./entry-context.ts";
export { FailedObjects } from "./failed-objects.ts";
export { EntryContext, isFrozen } from "./entry-context.ts";
export type { KnownEntry } from "./make-entry.ts";
export { encodeEntry } from "./make-entry.ts";
export { objectAfter, RawEntry } from "./raw-entry.ts";
export type { ByteFormat } from "./byte-format.ts";
export { fieldOf, parseFieldPath } from "./field-path.ts";
export { deepFreeze } from "./deep-freeze.ts";
export type { Memoised } from "./object-memo.ts";
export { defaultMemoBytes, ObjectMemo } from "./object-memo.ts";
export type { SlabResident } from "./slab.ts";
export { evacuate, isSparse, Slab, SlabArena } from "./slab.ts";
export type { PumpOptions } from "./pump.ts";
export type { ScannerChoice } from "./scanner.ts";
export { scannerFor } from "./scanner.ts";
export type { ProtobufCodec } from "./load-protobuf.ts";
export { loadProtobuf } from "./load-protobuf.ts";
export { type LabelKey, labelKeys } from "./label-text.ts";
