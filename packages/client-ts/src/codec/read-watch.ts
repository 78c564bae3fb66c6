import type { Readable } from "node:stream";
import type { RequestFacts } from "../errors/index.ts";
import type { Entry } from "./entry.ts";
import { EntryContext, type EntryOptions } from "./entry-context.ts";
import { entryObjects, type KnownEntry } from "./make-entry.ts";
import { type PumpOptions, pump } from "./pump.ts";
import { scannerFor } from "./scanner.ts";
import { SlabArena } from "./slab.ts";
import { WatchDecoder, type WatchEventType } from "./watch-decoder.ts";

/** Options of {@link readWatch}. */
export interface ReadWatchOptions<T> extends EntryOptions, PumpOptions {
  /**
   * Takes the next event. A promise holds the body back until it settles (after the bytes at hand, at most 64 KiB, are
   * through); a failure ends the reading.
   */
  readonly onEvent: (type: WatchEventType, entry: Entry<T>) => void | Promise<void>;
  /** Everything up to this version was sent; `initialEventsEnd` when it ends the initial events of a streaming list. */
  readonly onBookmark?: ((resourceVersion: string, initialEventsEnd: boolean) => void | Promise<void>) | undefined;
  /**
   * The largest frame, in bytes. A larger one is a TransportError with code `limit`, in protobuf a ProtocolError: a
   * damaged length looks the same there. Default 16 MiB.
   */
  readonly maxFrameBytes?: number | undefined;
  /** The request, for the message of an error that the server sends in an ERROR event. */
  readonly facts?: RequestFacts | undefined;
  /** Where the objects' bytes go. Default: an arena for this watch alone. */
  readonly arena?: SlabArena | undefined;
  /**
   * The cache's present entries: an object with the same uid and resourceVersion is given as that entry, and takes no
   * memory again. Of use with the initial events of a streaming list.
   */
  readonly known?: KnownEntry<T> | undefined;
}

/** How a watch ended. */
export interface WatchEnd {
  /**
   * Whether the end came in the middle of a frame, which was dropped. The next watch starts at the last version that
   * was delivered.
   */
  readonly partial: boolean;
  /** Events that were delivered. */
  readonly events: number;
  /** Bookmarks that were delivered. */
  readonly bookmarks: number;
}

/**
 * Reads a watch from a response's body into entries whose bytes lie in an arena. Resolves when the server ends it.
 * Rejects with the StatusError of an ERROR event, with a ProtocolError for what is not a watch, with the body's own
 * error when the connection breaks.
 */
export async function readWatch<T>(body: Readable, options: ReadWatchOptions<T>): Promise<WatchEnd> {
  const { onEvent, onBookmark, maxFrameBytes, facts } = options;
  const arena = options.arena ?? new SlabArena();
  const context = new EntryContext(options);
  const scanner = scannerFor(context.scanner);
  const objects = entryObjects<T>(context, arena, options.known);
  const decoder = new WatchDecoder<Entry<T>>({ objects, scanner, onEvent, onBookmark, maxFrameBytes, facts });
  await pump(body, decoder.push, options);
  if (options.arena === undefined) arena.seal();
  const { partial, events, bookmarks } = decoder;
  return { partial, events, bookmarks };
}
