import { isUtf8 } from "node:buffer";
import { errorFromObject, isAborted, type RequestFacts, TransportError } from "../errors/index.ts";
import type { KubeObject, WatchEvent } from "../meta/index.ts";
import type { TransportResponse } from "../transport/index.ts";
import { badFrame, FrameSplitter } from "./frame-splitter.ts";

/** Options of {@link WatchStream}. */
export interface WatchStreamOptions {
  /** Opens the watch; rejects when the server does not want to. */
  readonly open: () => Promise<TransportResponse>;
  /** What is watched, for messages. */
  readonly facts: () => RequestFacts;
  /** Limit of one event. */
  readonly eventBytes: number;
}

/**
 * The events of one watch, in order, until the server ends it. For one reader, once.
 *
 * Opened on first read, or by {@link open}. Bytes are read from the socket only when the reader asks for the next event, so a slow reader slows
 * the server, not our memory. Leaving the loop, {@link close} and the caller's signal close the stream. It ends quietly when the server ends it
 * between two events. An ERROR event is thrown as the StatusError it holds; bytes that are no event are thrown as a ProtocolError; a connection
 * that breaks is thrown as a TransportError. Nothing is skipped.
 */
export class WatchStream<T extends KubeObject> implements AsyncIterable<WatchEvent<T>> {
  readonly #options: WatchStreamOptions;
  #response: Promise<TransportResponse> | undefined;
  #closed = false;

  constructor(options: WatchStreamOptions) {
    this.#options = options;
  }

  /** Opens the watch now instead of on first read; settles when the server has accepted it. */
  async open(): Promise<void> {
    await this.#opened();
  }

  /** Ends the watch. A reader that waits for the next event sees the end. */
  close(): void {
    this.#closed = true;
    this.#response?.then(
      ({ body }) => body.destroy(),
      () => {},
    );
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WatchEvent<T>, void, undefined> {
    if (this.#closed) return;
    const { body } = await this.#opened();
    const splitter = new FrameSplitter(this.#options.eventBytes);
    try {
      for await (const chunk of body) for (const frame of splitter.push(chunk as Buffer)) yield this.#decode(frame);
      const rest = splitter.end();
      if (rest !== undefined) yield this.#decodeLast(rest);
    } catch (error) {
      // `close` destroys the body without an error; its reader is told that it ended too early, which is what was asked for.
      if (this.#closed && !isAborted(error)) return;
      throw error;
    } finally {
      this.#closed = true;
      body.on("error", () => {});
      body.destroy();
    }
  }

  /** Ends the watch, as {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  #opened(): Promise<TransportResponse> {
    this.#response ??= this.#options.open();
    return this.#response;
  }

  #decode(frame: Buffer): WatchEvent<T> {
    if (!isUtf8(frame)) throw badFrame("are not UTF-8", frame);
    let event: unknown;
    try {
      event = JSON.parse(frame.toString("utf8"));
    } catch {
      throw badFrame("are not JSON", frame);
    }
    return toWatchEvent<T>(event, frame, this.#options.facts());
  }

  /** A last line without a newline is an event when it is whole; else the server was cut off in the middle of it. */
  #decodeLast(frame: Buffer): WatchEvent<T> {
    try {
      return this.#decode(frame);
    } catch (error) {
      if (frame.includes("\n") || !isCutOff(frame)) throw error;
      throw new TransportError("the watch ended in the middle of an event", { code: "reset", cause: error });
    }
  }
}

/** Reads a decoded frame `{type, object}` as an event; throws for ERROR and for what is no event. */
function toWatchEvent<T extends KubeObject>(event: unknown, frame: Buffer, facts: RequestFacts): WatchEvent<T> {
  if (typeof event !== "object" || event === null) throw badFrame("are no watch event", frame);
  const { type, object } = event as { type?: unknown; object?: unknown };
  switch (type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      if (typeof object !== "object" || object === null || Array.isArray(object))
        throw badFrame("are a watch event without an object", frame);
      return { type, object: object as T };
    case "BOOKMARK": {
      const meta = (object as KubeObject | null | undefined)?.metadata;
      if (typeof meta?.resourceVersion !== "string") throw badFrame("are a bookmark without a resourceVersion", frame);
      const end = meta.annotations?.["k8s.io/initial-events-end"] === "true";
      return { type, resourceVersion: meta.resourceVersion, ...(end && { initialEventsEnd: true as const }) };
    }
    case "ERROR":
      throw errorFromObject(object, facts);
    default:
      throw badFrame("are a watch event of an unknown type", frame);
  }
}

/** Whether bytes look like the beginning of an event rather than like something else. */
function isCutOff(frame: Buffer): boolean {
  return frame.toString("latin1").trimStart().startsWith("{");
}
