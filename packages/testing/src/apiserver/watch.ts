import { afterTurn, type Timer } from "client-ts/internal";
import { type ApiError, expired, tooLargeResourceVersion } from "./api-error.ts";
import type { Call } from "./core.ts";
import type { ResponseStream } from "./exchange.ts";
import type { ListRequest } from "./list-options.ts";
import { bytesOf, groupVersion, type Json, prepareConversions, serialize, objectOf } from "./objects.ts";
import { protobufEvent } from "./protobuf.ts";
import { formOf, render, type Rendering } from "./rendering.ts";
import { parseRevision } from "./revision.ts";
import type { StoredRecord, StoreEvent } from "./storage.ts";

/**
 * One watch. Its states: sending initial objects (in slices, as the peer reads), live, ended. Events that commit while
 * the initial objects are still on their way wait in order behind them. Guarantees: after a start at revision X every
 * later event that the selector covers, once, in order of revision; a bookmark at B means that everything up to B was
 * sent. A peer that does not read is cut when more than `slowWatcherBytes` wait for it, behind the initial objects too.
 */
export async function serveWatch(call: Call, request: ListRequest, rendering: Rendering): Promise<void> {
  const { core, collection } = call;
  const { storage } = core;
  const asked = request.resourceVersion === undefined ? 0 : parseRevision(request.resourceVersion, "watch");
  const stream = new WatchStream(call, request, rendering);
  const initial = request.sendInitialEvents === true || (request.sendInitialEvents === undefined && asked === 0);
  if (initial && asked > storage.revision) {
    stream.fail(tooLargeResourceVersion(String(asked), storage.revision));
    return;
  }
  if (!initial && asked > 0 && asked < storage.oldest(collection)) {
    stream.fail(expired(`too old resource version: ${asked} (${storage.oldest(collection)})`));
    return;
  }
  // From here to the subscription nothing may wait, or an event could be missed or sent twice.
  const { readRevision } = call.exchange;
  const revision = readRevision ?? storage.revision;
  const records = initial ? collection.at(revision) : [];
  const replay =
    readRevision === undefined && (initial || asked === 0)
      ? []
      : collection.since(initial || asked === 0 ? revision : asked);
  stream.subscribe(Math.max(asked, initial || asked === 0 ? revision : 0));
  await stream.begin(records, replay, initial && request.sendInitialEvents === true ? revision : undefined);
}

class WatchStream {
  readonly #call: Call;
  readonly #request: ListRequest;
  readonly #rendering: Rendering;
  readonly #out: ResponseStream;
  #pending: Buffer[] = [];
  /** Of what waits behind the initial objects. */
  #pendingBytes = 0;
  #flushing = false;
  #initial = true;
  #ended = false;
  #columnsSent = false;
  /** Changes up to here are not sent. */
  #from = 0;
  #revision = 0;
  #timers: Timer[] = [];
  /** When its time is over, by the monotonic clock. */
  #endAtMs = 0;
  /** When the next bookmark is due, by the monotonic clock. */
  #bookmarkAtMs = Number.POSITIVE_INFINITY;
  /** Events that wait for their conversion, in order. */
  #converting: Promise<void> = Promise.resolve();
  readonly #listener = (event: StoreEvent): void => this.#onCommit(event);
  readonly #onReset = (): void => this.#outdated();

  constructor(call: Call, request: ListRequest, rendering: Rendering) {
    this.#call = call;
    this.#request = request;
    this.#rendering = rendering;
    const headers = { "content-type": rendering.contentType, "cache-control": "no-cache, private" };
    this.#out = call.exchange.open(200, headers);
    call.exchange.onClose(() => this.#end());
  }

  /** Sends an error as an event, as the real server does once it has begun, and ends. */
  fail(error: ApiError): void {
    this.#out.write(this.#frame("ERROR", { ...error.status }));
    this.#out.end();
    this.#end();
  }

  subscribe(revision: number): void {
    this.#from = revision;
    this.#revision = revision;
    this.#call.collection.listeners.add(this.#listener);
    this.#call.collection.resets.add(this.#onReset);
    const { clock, settings } = this.#call.core;
    const timeoutMs = this.#request.timeoutSeconds ? this.#request.timeoutSeconds * 1000 : settings.watchTimeoutMs;
    this.#endAtMs = clock.monotonic() + timeoutMs;
    this.#timers.push(clock.setTimer(timeoutMs, () => this.#timeOut(), { ref: false }));
    if (!this.#request.allowBookmarks) return;
    // A watch that is too short for a bookmark before its end gets it half way.
    const isShort = timeoutMs <= beforeEndMs;
    this.#armBookmark(isShort ? Math.min(settings.bookmarkIntervalMs, timeoutMs / 2) : settings.bookmarkIntervalMs);
  }

  async begin(
    records: readonly StoredRecord[],
    replay: readonly StoreEvent[],
    endRevision: number | undefined,
  ): Promise<void> {
    const { namespace } = this.#call;
    await prepareConversions(
      [...records, ...replay.flatMap((event) => [event.record, ...(event.previous ? [event.previous] : [])])],
      this.#call.resource,
    );
    const slice: Buffer[] = [];
    let bytes = 0;
    for (const record of records) {
      if (this.#ended) return;
      if (namespace !== "" && record.namespace !== namespace) continue;
      if (!this.#request.selector.matches(record)) continue;
      const line = this.#line("ADDED", record);
      slice.push(line);
      bytes += line.length;
      if (bytes < sliceBytes) continue;
      this.#out.write(Buffer.concat(slice.splice(0)));
      bytes = 0;
      await this.#out.drained();
    }
    if (slice.length > 0) this.#out.write(Buffer.concat(slice));
    const live = this.#pending;
    this.#pending = [];
    this.#initial = false;
    // The loop has not turned yet: what follows goes out in one piece.
    this.#flushing = true;
    for (const event of replay) this.#onEvent(event);
    if (endRevision !== undefined && this.#request.allowBookmarks) {
      this.#pending.push(this.#bookmarkLine(endRevision, { "k8s.io/initial-events-end": "true" }));
    }
    // What committed while the initial objects were on their way was kept and comes now, behind the mark.
    this.#pending = this.#pending.concat(live);
    this.#flushing = false;
    this.#flush();
  }

  /** A kind whose versions a webhook converts: events wait for that, one after the other. */
  #onCommit(event: StoreEvent): void {
    const { resource } = this.#call;
    if (resource.custom?.conversion === undefined) {
      this.#onEvent(event);
      return;
    }
    const states = event.previous === undefined ? [event.record] : [event.record, event.previous];
    this.#converting = this.#converting
      .then(() => prepareConversions(states, resource))
      .then(() => this.#onEvent(event))
      // What cannot be converted ends the watch, as it does on the real server.
      .catch(() => this.#cut());
  }

  #onEvent(event: StoreEvent): void {
    if (this.#ended) return;
    const { record, previous, revision } = event;
    // A watch may begin at a version that is still to come.
    if (revision <= this.#from) return;
    this.#revision = Math.max(this.#revision, revision);
    const { namespace } = this.#call;
    if (namespace !== "" && record.namespace !== namespace) return;
    const { selector } = this.#request;
    let type: StoreEvent["type"] = event.type;
    let shown = record;
    if (!selector.isEmpty) {
      const now = event.type !== "DELETED" && selector.matches(record);
      const before = previous !== undefined && selector.matches(previous);
      if (!now && !before) return;
      type = now ? (before ? "MODIFIED" : "ADDED") : "DELETED";
      // An object that left the selection is shown as it was last seen, under the revision at which it left.
      if (type === "DELETED" && event.type !== "DELETED")
        shown = { ...previous!, revision, bytes: withRevision(previous!, revision, this.#call) };
    }
    this.#push(this.#sharedLine(event, type, shown));
  }

  #push(line: Buffer): void {
    this.#pending.push(line);
    if (this.#initial) {
      this.#pendingBytes += line.length;
      if (this.#pendingBytes > this.#call.core.settings.slowWatcherBytes) this.#cut();
      return;
    }
    if (this.#flushing) return;
    this.#flushing = true;
    // One write for all that commits in this turn of the loop.
    afterTurn(() => {
      this.#flushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#ended || this.#pending.length === 0) return;
    const chunk = this.#pending.length === 1 ? this.#pending[0]! : Buffer.concat(this.#pending);
    this.#pending = [];
    this.#out.write(chunk);
    if (this.#out.backlog > this.#call.core.settings.slowWatcherBytes) this.#finish();
  }

  /** Lines that are the same for every watcher are made once. */
  #sharedLine(event: StoreEvent, type: StoreEvent["type"], shown: StoredRecord): Buffer {
    if (this.#rendering.form !== "object" || shown !== event.record) return this.#line(type, shown);
    const { group, version } = this.#call.resource;
    const cacheKey = `${type} ${group}/${version} ${this.#rendering.format}`;
    let line = event.lines.get(cacheKey);
    if (line === undefined) {
      line = this.#line(type, shown);
      event.lines.set(cacheKey, line);
    }
    return line;
  }

  #line(type: string, record: StoredRecord): Buffer {
    const { resource, core } = this.#call;
    if (this.#rendering.format === "protobuf")
      return protobufEvent(type, formOf(objectOf(record, resource), resource, this.#rendering, core));
    const body = this.#rendering.form === "object" ? bytesOf(record, resource) : this.#rendered(record);
    return Buffer.concat([heads[type] ?? Buffer.from(`{"type":${JSON.stringify(type)},"object":`), body, tail]);
  }

  /** Only the first table of a watch says what its columns are. */
  #rendered(record: StoredRecord): Buffer {
    const { resource, core } = this.#call;
    const bytes = render(objectOf(record, resource), resource, this.#rendering, core);
    if (this.#rendering.form !== "table" || !this.#columnsSent) {
      this.#columnsSent = true;
      return bytes;
    }
    return Buffer.from(JSON.stringify({ ...(JSON.parse(bytes.toString("utf8")) as object), columnDefinitions: null }));
  }

  #bookmarkLine(revision: number, annotations?: Record<string, string>): Buffer {
    const { resource } = this.#call;
    const metadata = { resourceVersion: String(revision), annotations };
    const object =
      this.#rendering.form === "object"
        ? { kind: resource.kind, apiVersion: groupVersion(resource), metadata }
        : { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata };
    return this.#frame("BOOKMARK", object);
  }

  #frame(type: string, object: Json): Buffer {
    if (this.#rendering.format === "protobuf") return protobufEvent(type, object);
    return Buffer.from(`${JSON.stringify({ type, object })}\n`);
  }

  /** One comes shortly before the end, so that a client that resumes has little to catch up with. */
  #armBookmark(intervalMs: number): void {
    const { clock, settings } = this.#call.core;
    const untilLastMs = this.#endAtMs - beforeEndMs - clock.monotonic();
    const delayMs = untilLastMs > 0 ? Math.min(intervalMs, untilLastMs) : intervalMs;
    this.#bookmarkAtMs = clock.monotonic() + delayMs;
    const timer = clock.setTimer(
      delayMs,
      () => {
        if (this.#ended) return;
        this.#sendBookmark();
        this.#timers = this.#timers.filter((one) => one !== timer);
        this.#armBookmark(settings.bookmarkIntervalMs);
      },
      { ref: false },
    );
    this.#timers.push(timer);
  }

  #sendBookmark(): void {
    if (this.#initial) return;
    this.#flush();
    // Everything committed so far was offered to this stream, so the mark may stand at the newest revision.
    this.#push(this.#bookmarkLine(Math.max(this.#revision, this.#call.core.storage.revision)));
  }

  /** Ends the watch without an error when its time is over. */
  #timeOut(): void {
    // Timers that come due while the process is busy fire in any order, and the bookmark belongs before the end.
    if (this.#bookmarkAtMs <= this.#call.core.clock.monotonic()) this.#sendBookmark();
    this.#finish();
  }

  /** Everything was replaced at once: the client must list again. */
  #outdated(): void {
    const { storage } = this.#call.core;
    this.fail(expired(`too old resource version: ${this.#revision} (${storage.revision})`));
  }

  /** Breaks off before everything was sent. */
  #cut(): void {
    this.#end();
    this.#out.abort();
  }

  #finish(): void {
    // What waits behind the initial objects must not come before the rest of them.
    if (!this.#initial) this.#flush();
    this.#out.end();
    this.#end();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#pending = [];
    this.#call.collection.listeners.delete(this.#listener);
    this.#call.collection.resets.delete(this.#onReset);
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
  }
}

const sliceBytes = 256 * 1024;
/** How long before the end of a watch its last bookmark comes. */
const beforeEndMs = 2000;
const heads: Readonly<Record<string, Buffer>> = {
  ADDED: Buffer.from('{"type":"ADDED","object":'),
  MODIFIED: Buffer.from('{"type":"MODIFIED","object":'),
  DELETED: Buffer.from('{"type":"DELETED","object":'),
};
const tail = Buffer.from("}\n");

function withRevision(record: StoredRecord, revision: number, { resource }: Call): Buffer {
  const object = objectOf(record, resource);
  object.metadata.resourceVersion = String(revision);
  return serialize(object, resource);
}
