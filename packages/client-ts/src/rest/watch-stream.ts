import type { WatchDecoder } from "../codec/index.ts";
import { isAborted, type RequestFacts } from "../errors/index.ts";
import type { KubeObject, WatchEvent } from "../meta/index.ts";
import type { TransportResponse } from "../transport/index.ts";
import { type Clock, defined, onReturn, slicersFor, systemClock } from "../util/index.ts";

/** Options of {@link WatchStream}. */
export interface WatchStreamOptions<T extends KubeObject = KubeObject> {
  /** Opens the watch; rejects when the server refuses, and when the signal fires before it is open. */
  readonly open: (closing: AbortSignal) => Promise<TransportResponse>;
  /** What is watched, for messages. */
  readonly facts: () => RequestFacts;
  /** Limit of one event. */
  readonly eventBytes: number;
  /** The object that a reader gets for what the server sent. Default: the same. */
  readonly decode?: ((object: KubeObject) => T) | undefined;
  /** Whose slices of the event loop it shares. Default: the machine's own. */
  readonly clock?: Clock | undefined;
}

/** This much is decoded before others may have their turn: half a dozen Pods. */
const pieceBytes = 32 << 10;

/**
 * The events of one watch, in order, until the server ends it. For one reader, once.
 *
 * Opened on first read, or by {@link open}. Bytes are read from the socket only when the reader asks for the next
 * event, so a slow reader slows the server and does not fill the memory; after a slice of a few milliseconds others
 * have a turn of the event loop. Leaving the loop, {@link close} and the
 * caller's signal close the stream. It ends without an error when the server ends it; an event that the end cuts off is
 * dropped, as informers do: the next watch starts at the last event's version. An ERROR event is thrown as the
 * StatusError it holds; bytes that are not an event are thrown as a ProtocolError; a connection that breaks is thrown
 * as a TransportError. Nothing is skipped.
 */
export class WatchStream<T extends KubeObject> implements AsyncIterable<WatchEvent<T>> {
  readonly #options: WatchStreamOptions<T>;
  /** Ends the opening. */
  readonly #closing = new AbortController();
  #response: Promise<TransportResponse> | undefined;
  #isOpen = false;
  #closed = false;

  constructor(options: WatchStreamOptions<T>) {
    this.#options = options;
  }

  /** Opens the watch now instead of on first read; settles when the server has accepted it. */
  async open(): Promise<void> {
    await this.#opened();
  }

  /** Ends the watch, also while it is being opened. A reader that waits for the next event sees the end. */
  close(): void {
    this.#closed = true;
    if (!this.#isOpen) this.#closing.abort();
    this.#response?.then(
      ({ body }) => body.destroy(),
      () => {},
    );
  }

  [Symbol.asyncIterator](): AsyncGenerator<WatchEvent<T>, void, undefined> {
    return onReturn(this.#events(), () => this.close());
  }

  /** As {@link close}. */
  [Symbol.dispose](): void {
    this.close();
  }

  async *#events(): AsyncGenerator<WatchEvent<T>, void, undefined> {
    if (this.#closed) return;
    const opened = await this.#opened().catch((error: unknown) => {
      if (this.#closing.signal.aborted) return undefined;
      throw error;
    });
    if (opened === undefined) return;
    const { body } = opened;
    const events: WatchEvent<T>[] = [];
    const slicer = slicersFor(this.#options.clock ?? systemClock).reading;
    try {
      const decoder = await newDecoder<T>(this.#options, events);
      for await (const chunk of body) {
        // A chunk may be all that the server has sent while the reader did something else.
        for (let at = 0; at < (chunk as Buffer).length; at += pieceBytes) {
          slicer.begin();
          if (slicer.isOver) {
            await slicer.nextTurn();
            if (this.#closed) return;
            if (isAborted(body.errored)) throw body.errored;
          }
          const failure = push(decoder, (chunk as Buffer).subarray(at, at + pieceBytes));
          yield* events.splice(0);
          if (failure !== undefined) throw failure.error;
        }
      }
    } catch (error) {
      // `close` destroys the body, and the loop above then fails with a premature end: that is not an error here.
      if (this.#closed && (!isAborted(error) || this.#closing.signal.aborted)) return;
      throw error;
    } finally {
      this.#closed = true;
      body.on("error", () => {});
      body.destroy();
    }
  }

  #opened(): Promise<TransportResponse> {
    this.#response ??= this.#open();
    return this.#response;
  }

  async #open(): Promise<TransportResponse> {
    const response = await this.#options.open(this.#closing.signal);
    this.#isOpen = true;
    return response;
  }
}

/** Loaded with the first watch: most programs that import this module never open one. */
let codec: Promise<typeof import("../codec/index.ts")> | undefined;

async function newDecoder<T extends KubeObject>(
  options: WatchStreamOptions<T>,
  events: WatchEvent<T>[],
): Promise<WatchDecoder<T>> {
  codec ??= import("../codec/index.ts");
  const { plainWatchObjects, scannerFor, WatchDecoder } = await codec;
  const { decode } = options;
  return new WatchDecoder<T>({
    objects: plainWatchObjects<T>(),
    scanner: scannerFor(),
    maxFrameBytes: options.eventBytes,
    facts: options.facts(),
    onEvent: (type, object) => void events.push({ type, object: decode === undefined ? object : decode(object) }),
    onBookmark: (resourceVersion, end) =>
      void events.push({ type: "BOOKMARK", resourceVersion, ...defined({ initialEventsEnd: end || undefined }) }),
  });
}

/** Decodes a chunk. Events before a failure are delivered first, so that it is returned instead of thrown. */
function push(decoder: { push(chunk: Buffer): unknown }, chunk: Buffer): { readonly error: unknown } | undefined {
  try {
    decoder.push(chunk);
    return undefined;
  } catch (error) {
    return { error };
  }
}
