/**
 * Reads a list as it arrives. Items are handed on one by one, as entries whose bytes lie in an arena; the list is never
 * one string, so there is no limit of 512 MiB and no long parse. What is around the items, the envelope, is kept with a
 * placeholder for each item and parsed at the end: commas, key order, duplicate keys and trailing bytes are checked by
 * `JSON.parse`, not by us.
 *
 * Nothing is final before the promise resolves: a body that is cut, that is not a list, or that ends in garbage
 * rejects, and a caller that collected its items must discard them.
 */

import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { errorFromObject, ProtocolError, type RequestFacts, TransportError } from "../errors/index.ts";
import type { ListMeta } from "../meta/index.ts";
import type { Brackets } from "./brackets.ts";
import { PendingResults } from "./pending-results.ts";
import { ByteCollector } from "./byte-collector.ts";
import type { Entry } from "./entry.ts";
import { EntryContext, type EntryOptions } from "./entry-context.ts";
import { type KnownEntry, makeEntry } from "./make-entry.ts";
import { type PumpOptions, pump } from "./pump.ts";
import { scannerFor } from "./scanner.ts";
import { SlabArena } from "./slab.ts";
import { isSpace, Splitter, type UnitHandler } from "./splitter.ts";
import { withoutText } from "./text.ts";

/** Options of {@link readList}. */
export interface ReadListOptions<T> extends EntryOptions, PumpOptions {
  /**
   * Takes the next item. A promise holds the body back until it settles (after the bytes at hand, at most 64 KiB, are
   * through); a failure ends the reading.
   */
  readonly onItem: (entry: Entry<T>) => void | Promise<void>;
  /** The kind that the list must have. Default: `kind` and "List"; any that ends in "List" when `kind` is not given. */
  readonly listKind?: string | undefined;
  /** The largest item, in bytes; a larger one is a TransportError with code `limit`. Default 16 MiB. */
  readonly maxItemBytes?: number | undefined;
  /** Where the items' bytes go. Default: an arena for this list alone. */
  readonly arena?: SlabArena | undefined;
  /**
   * The cache's present entries: an item with the same uid and resourceVersion is given as that entry, and takes no
   * memory again.
   */
  readonly known?: KnownEntry<T> | undefined;
  /** The request, for the message of an error that the server sends instead of a list. */
  readonly facts?: RequestFacts | undefined;
}

/** What a list says in addition to its items. */
export interface ListSummary {
  /** `resourceVersion` in it is `undefined` when the server sent none: then no watch can begin here. */
  readonly metadata: ListMeta;
  readonly kind: string;
  readonly apiVersion: string;
  /** How many items were handed on. */
  readonly count: number;
}

/** The largest object or frame that is accepted by default. */
export const defaultMaxBytes: number = 16 << 20;

/** What may stand around the items; a server's metadata takes a few hundred bytes, and each item leaves two. */
const maxEnvelopeBytes = 64 << 20;

/**
 * Reads a list from a response's body. Rejects with a StatusError when the body is a Status, with a ProtocolError when
 * it is not a list of the expected kind.
 */
export async function readList<T>(body: Readable, options: ReadListOptions<T>): Promise<ListSummary> {
  const arena = options.arena ?? new SlabArena();
  const list = new ListReader<T>(options, arena);
  const splitter = new Splitter(scannerFor(list.context.scanner), list, {
    maxUnitBytes: options.maxItemBytes ?? defaultMaxBytes,
    what: "an item of the list",
  });
  await pump(
    body,
    (piece) => {
      splitter.push(piece);
      return list.takePending();
    },
    options,
  );
  if (options.arena === undefined) arena.seal();
  if (splitter.unfinished) throw new ProtocolError("the list is cut off: its body ended before its JSON did");
  return list.finish();
}

const placeholder = 0x30; // "0"

class ListReader<T> implements UnitHandler {
  readonly unitDepth = 2;
  readonly detail = 2;
  readonly context: EntryContext;
  readonly #options: ReadListOptions<T>;
  readonly #arena: SlabArena;
  readonly #envelope = new ByteCollector();
  readonly #pending = new PendingResults();
  #count = 0;
  #inItems = false;
  #closed = false;

  constructor(options: ReadListOptions<T>, arena: SlabArena) {
    this.#options = options;
    this.#arena = arena;
    this.context = new EntryContext(options);
  }

  between(bytes: Buffer, start: number, end: number, depth: number): void {
    // Outside of the list's braces only space may stand: an HTML page ends here, not after a gigabyte.
    if (depth === 0) {
      if (!isSpace(bytes, start, end)) {
        throw new ProtocolError(
          this.#closed ? "the body continues after the end of the list" : "the body is not JSON, or not an object",
        );
      }
      return;
    }
    // One comma between two items is by far the most common.
    if (end - start === 1) this.#envelope.addByte(bytes[start]!);
    else if (end > start) this.#envelope.add(bytes, start, end);
    if (this.#envelope.length > maxEnvelopeBytes)
      throw new TransportError("the list's metadata is larger than the limit", { code: "limit" });
  }

  opens(byte: number, depth: number): boolean {
    if (depth === 0) {
      if (this.#closed) throw new ProtocolError("the body continues after the end of the list");
      if (byte !== 123) throw new ProtocolError("the body is an array, not a list object");
    }
    if (depth === 1 && byte === 91 && endsWithItemsKey(this.#envelope)) {
      this.#inItems = true;
      this.#lookEarly();
    }
    if (depth !== 2 || !this.#inItems) return false;
    if (byte !== 123) throw new ProtocolError("the list has an item that is not an object");
    return true;
  }

  closes(depth: number): void {
    if (depth === 1) this.#inItems = false;
    if (depth === 0) this.#closed = true;
  }

  unit(bytes: Buffer, start: number, _end: number, brackets: Brackets, ascii: boolean): void {
    this.#envelope.addByte(placeholder);
    this.#count++;
    this.#pending.add(
      this.#options.onItem(
        makeEntry<T>(this.context, this.#arena, bytes, start, brackets, 0, ascii, this.#options.known),
      ),
    );
  }

  /** What the items of the last piece wait for, if anything. */
  takePending(): Promise<void> | undefined {
    return this.#pending.take();
  }

  finish(): ListSummary {
    if (!this.#closed) throw new ProtocolError("the body is empty, not a list");
    if (this.context.refused !== undefined) throw this.context.refused;
    const list = this.#parse("");
    this.#check(list);
    const { items, metadata } = list;
    if (items === undefined) throw new ProtocolError(`the body is ${describe(list)}, which has no items`);
    if (items !== null && !Array.isArray(items)) throw new ProtocolError("the list's items are not an array");
    if ((items?.length ?? 0) !== this.#count)
      throw new ProtocolError("the list has an item that is not an object, or items twice");
    if (metadata !== undefined && metadata !== null && typeof metadata !== "object")
      throw new ProtocolError("the list's metadata is not an object");
    return {
      metadata: (metadata ?? {}) as ListMeta,
      kind: String(list.kind ?? ""),
      apiVersion: String(list.apiVersion ?? ""),
      count: this.#count,
    };
  }

  /** At the first item: when the kind is known and wrong, there is no need to read on. */
  #lookEarly(): void {
    const soFar = this.#parse("[]}");
    if (soFar.kind !== undefined) this.#check(soFar);
  }

  #parse(rest: string): Envelope {
    const bytes = this.#envelope.bytes.subarray(0, this.#envelope.length);
    if (!isUtf8(bytes)) throw new ProtocolError("the list is not valid UTF-8");
    try {
      return JSON.parse(bytes.toString("utf8") + rest) as Envelope;
    } catch (error) {
      throw new ProtocolError("the list is not valid JSON", { cause: withoutText(error) });
    }
  }

  #check(list: Envelope): void {
    const { kind, apiVersion } = list;
    if (kind === "Status") throw errorFromObject(list, this.#options.facts);
    const wanted =
      this.#options.listKind ?? (this.#options.kind === undefined ? undefined : `${this.#options.kind}List`);
    const right =
      typeof kind === "string" && (wanted === undefined ? kind.endsWith("List") : kind === wanted || kind === "List");
    if (!right)
      throw new ProtocolError(`the body is ${describe(list)}, not ${wanted === undefined ? "a list" : `a ${wanted}`}`);
    if (kind === "List") return;
    if (this.context.kind === "") this.context.kind = kind.slice(0, -"List".length);
    if (this.context.apiVersion === "" && typeof apiVersion === "string") this.context.apiVersion = apiVersion;
  }
}

interface Envelope {
  readonly kind?: unknown;
  readonly apiVersion?: unknown;
  readonly metadata?: unknown;
  readonly items?: unknown[] | null | undefined;
}

function describe({ kind, apiVersion }: Envelope): string {
  if (typeof kind !== "string") return "an object without a kind";
  const version = typeof apiVersion === "string" ? ` of ${JSON.stringify(apiVersion.slice(0, 100))}` : "";
  return `a ${JSON.stringify(kind.slice(0, 100))}${version}`;
}

const itemsKey = Buffer.from('"items"');

/** Whether the next value belongs to the key `items`. */
function endsWithItemsKey({ bytes, length }: ByteCollector): boolean {
  let i = length - 1;
  const space = (): void => {
    while (i >= 0 && (bytes[i] === 32 || bytes[i] === 10 || bytes[i] === 13 || bytes[i] === 9)) i--;
  };
  space();
  if (bytes[i--] !== 58) return false;
  space();
  const start = i + 1 - itemsKey.length;
  return start > 0 && bytes[start - 1] !== 92 && bytes.compare(itemsKey, 0, itemsKey.length, start, i + 1) === 0;
}
