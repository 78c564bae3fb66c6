import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { type CorpusName, type CorpusFacts, corpora, eventCount, shardSize } from "../corpus/corpus.ts";
import { eventsPath, shardPath, shardsFor } from "../corpus/files.ts";
import { envelope, field, recordBytes, textField, watchFrame } from "./protobuf.ts";

/** The encodings that the server speaks. */
export type Encoding = "json" | "pb";

/** Documents in a file with the places where they begin. */
interface Indexed {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;
}

/**
 * A corpus in memory, cut and framed in every way a client may ask for. Only small heads are made per request; objects
 * are never copied for lists.
 */
export class Content {
  readonly facts: CorpusFacts;
  readonly #shards: Readonly<Record<Encoding, readonly Indexed[]>>;
  readonly #events: Readonly<Record<Encoding, Indexed | undefined>>;
  readonly size: number;
  /** What lists say their version is. */
  readonly resourceVersion = "1999999";

  constructor(corpus: CorpusName, size: number) {
    this.facts = corpora[corpus];
    this.size = size;
    const numbers = Array.from({ length: shardsFor(size) }, (_, i) => i);
    const read = (ending: string): Indexed[] =>
      numbers.every((i) => existsSync(`${shardPath(corpus, i)}${ending}.idx`))
        ? numbers.map((i) => load(shardPath(corpus, i), ending))
        : [];
    this.#shards = { json: read(""), pb: read(".pb") };
    const events = eventsPath(corpus);
    this.#events = { json: load(events, ""), pb: existsSync(`${events}.pb.idx`) ? load(events, ".pb") : undefined };
  }

  /** Whether there is a protobuf version. */
  get hasProtobuf(): boolean {
    return this.#shards.pb.length > 0;
  }

  /** A list of the items from one position to another, in pieces ready to be written. */
  list(encoding: Encoding, from: number, to: number, continueToken: string): Buffer[] {
    return encoding === "json" ? this.#jsonList(from, to, continueToken) : this.#protobufList(from, to, continueToken);
  }

  /** One object, with kind and apiVersion. */
  object(encoding: Encoding, index: number): Buffer {
    const record = this.#record(encoding, index);
    if (encoding === "json")
      return Buffer.concat([Buffer.from(this.#jsonHead("")), record.subarray(this.facts.bareItems ? 1 : 0, -1)]);
    const raw = recordBytes(record);
    const { head, tail } = envelope(this.facts.apiVersion, this.facts.kind, raw.length);
    return Buffer.concat([head, raw, tail]);
  }

  /** The items as ADDED events, about `chunkBytes` at a time, and then the bookmark that ends them. */
  *initialEvents(encoding: Encoding, chunkBytes = 256 * 1024): Generator<Buffer> {
    const head = Buffer.from(`{"type":"ADDED","object":${this.#jsonHead("")}`);
    const tail = Buffer.from("}\n");
    let [parts, bytes]: [Buffer[], number] = [[], 0];
    for (let i = 0; i < this.size; i++) {
      const record = this.#record(encoding, i);
      if (encoding === "json") parts.push(head, record.subarray(this.facts.bareItems ? 1 : 0, -1), tail);
      else parts.push(watchFrame("ADDED", this.facts.apiVersion, this.facts.kind, recordBytes(record)));
      bytes += record.length;
      if (bytes < chunkBytes) continue;
      yield Buffer.concat(parts);
      [parts, bytes] = [[], 0];
    }
    yield Buffer.concat([...parts, this.#bookmark(encoding)]);
  }

  /** The first `count` change events as one run of bytes. */
  events(encoding: Encoding, from: number, to: number): Buffer {
    const { bytes, starts } = this.#eventFile(encoding);
    return bytes.subarray(starts[from], starts[to]);
  }

  /** The deletion that ends a burst. */
  lastEvent(encoding: Encoding): Buffer {
    return this.events(encoding, eventCount, eventCount + 1);
  }

  /** Writes a version of sixteen digits over an event's own; the same bytes are what `events` gives. */
  stamp(encoding: Encoding, index: number, version: string): void {
    const { bytes, starts } = this.#eventFile(encoding);
    const event = bytes.subarray(starts[index], starts[index + 1]);
    const marker = encoding === "json" ? '"resourceVersion":"' : "\x32\x10";
    const at = event.indexOf(marker, 0, "latin1");
    event.write(version, at + marker.length, "latin1");
  }

  #eventFile(encoding: Encoding): Indexed {
    const found = this.#events[encoding];
    if (found === undefined) throw new Error(`no events in ${encoding}`);
    return found;
  }

  #record(encoding: Encoding, index: number): Buffer {
    const { bytes, starts } = this.#shards[encoding][Math.floor(index / shardSize)] as Indexed;
    return bytes.subarray(starts[index % shardSize], starts[(index % shardSize) + 1]);
  }

  /** The opening of an object, up to where the item's own fields begin. */
  #jsonHead(suffix: string): string {
    return this.facts.bareItems ? `{"kind":"${this.facts.kind}${suffix}","apiVersion":"${this.facts.apiVersion}",` : "";
  }

  #jsonList(from: number, to: number, continueToken: string): Buffer[] {
    const token = continueToken === "" ? "" : `"continue":"${continueToken}",`;
    const remaining = continueToken === "" ? "" : `,"remainingItemCount":${this.size - to}`;
    const pieces = this.#runs("json", from, to);
    const last = pieces.pop();
    if (last !== undefined) pieces.push(last.subarray(0, -1));
    const { apiVersion, kind } = this.facts;
    if (this.facts.bareItems) {
      const next = token === "" ? "" : `,${token.slice(0, -1)}`;
      const meta = `"metadata":{"resourceVersion":"${this.resourceVersion}"${next}${remaining}}`;
      return [
        Buffer.from(`{"kind":"${kind}List","apiVersion":"${apiVersion}",${meta},"items":[`),
        ...pieces,
        Buffer.from("]}\n"),
      ];
    }
    const meta = `"metadata":{${token === "" ? '"continue":"",' : token}"resourceVersion":"${this.resourceVersion}"}`;
    return [
      Buffer.from(`{"apiVersion":"${apiVersion}","items":[`),
      ...pieces,
      Buffer.from(`],"kind":"${kind}List",${meta}}\n`),
    ];
  }

  #protobufList(from: number, to: number, continueToken: string): Buffer[] {
    const pieces = this.#runs("pb", from, to);
    const meta = field(1, textField(1, ""), textField(2, this.resourceVersion), textField(3, continueToken));
    const length = pieces.reduce((sum, piece) => sum + piece.length, meta.length);
    const { head, tail } = envelope(this.facts.apiVersion, `${this.facts.kind}List`, length);
    return [head, meta, ...pieces, tail];
  }

  /** The records from one position to another as few pieces of the shards. */
  #runs(encoding: Encoding, from: number, to: number): Buffer[] {
    const pieces: Buffer[] = [];
    for (let at = from; at < to; ) {
      const { bytes, starts } = this.#shards[encoding][Math.floor(at / shardSize)] as Indexed;
      const end = Math.min(to, (Math.floor(at / shardSize) + 1) * shardSize);
      pieces.push(bytes.subarray(starts[at % shardSize], starts[((end - 1) % shardSize) + 1]));
      at = end;
    }
    return pieces;
  }

  #bookmark(encoding: Encoding): Buffer {
    const { apiVersion, kind } = this.facts;
    if (encoding === "json") {
      const meta = `"metadata":{"resourceVersion":"${this.resourceVersion}","creationTimestamp":null,"annotations":{"k8s.io/initial-events-end":"true"}}`;
      return Buffer.from(`{"type":"BOOKMARK","object":{"kind":"${kind}","apiVersion":"${apiVersion}",${meta}}}\n`);
    }
    const annotation = field(12, textField(1, "k8s.io/initial-events-end"), textField(2, "true"));
    return watchFrame("BOOKMARK", apiVersion, kind, field(1, textField(6, this.resourceVersion), annotation));
  }
}

function load(path: string, ending: string): Indexed {
  const index = readWhole(`${path}${ending}.idx`);
  const starts = new Uint32Array(index.buffer, index.byteOffset, index.length / 4);
  return { bytes: readWhole(`${path}${ending === "" ? ".json" : ending}`), starts };
}

/** A file in memory of its own: pages are touched before the first client comes. */
function readWhole(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(fstatSync(file).size);
    for (let at = 0; at < bytes.length; ) at += readSync(file, bytes, at, bytes.length - at, at);
    return bytes;
  } finally {
    closeSync(file);
  }
}
