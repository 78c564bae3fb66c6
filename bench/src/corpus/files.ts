import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../cache-folder.ts";
import {
  type CorpusName,
  corpusVersion,
  eventCount,
  eventObject,
  firstEventVersion,
  hotObjects,
  makeShard,
  sentinelIndex,
  shardSize,
} from "./corpus.ts";

/**
 * The files of a corpus. A shard holds the JSON of 10,000 items with commas between, so any run of whole shards is the
 * inside of a list; its `.idx` holds where each item begins (Uint32, one more than items). Events lie one per line,
 * with an index of the same kind. The Go program writes the protobuf versions (`.pb`, `.pb.idx`).
 */
export function corpusFolder(corpus: CorpusName): string {
  return cacheFolder(`corpus-v${corpusVersion}`, corpus);
}

/** The path of a shard without its ending. */
export function shardPath(corpus: CorpusName, shard: number): string {
  return join(corpusFolder(corpus), `shard-${String(shard).padStart(3, "0")}`);
}

/** The path of the events without their ending. */
export function eventsPath(corpus: CorpusName): string {
  return join(corpusFolder(corpus), "events");
}

/** The shards for this many objects. */
export function shardsFor(size: number): number {
  return Math.ceil(size / shardSize);
}

/** Writes what is missing of a corpus. */
export function ensureCorpus(corpus: CorpusName, size: number, progress: (text: string) => void): void {
  mkdirSync(corpusFolder(corpus), { recursive: true });
  for (let shard = 0; shard < shardsFor(size); shard++) {
    const path = shardPath(corpus, shard);
    if (existsSync(`${path}.idx`)) continue;
    progress(`making corpus ${corpus}, shard ${shard + 1} of ${shardsFor(size)}`);
    write(
      path,
      makeShard(corpus, shard).map((item) => JSON.stringify(item)),
      ",",
    );
  }
  if (existsSync(`${eventsPath(corpus)}.idx`)) return;
  progress(`making ${eventCount} events of ${corpus}`);
  write(eventsPath(corpus), makeEvents(corpus, eventCount), "\n");
}

/** Change events over the hot objects and the deletion that ends a burst, one JSON document each. */
export function makeEvents(corpus: CorpusName, count: number): string[] {
  const items = makeShard(corpus, 0);
  const frames: string[] = [];
  for (let i = 0; i < count; i++) {
    const item = items[i % hotObjects] as { [key: string]: unknown };
    const object = eventObject(corpus, item, String(firstEventVersion + BigInt(i)), 10 + Math.floor(i / hotObjects));
    frames.push(JSON.stringify({ type: "MODIFIED", object }));
  }
  const last = items[sentinelIndex] as { [key: string]: unknown };
  frames.push(
    JSON.stringify({
      type: "DELETED",
      object: eventObject(corpus, last, String(firstEventVersion + BigInt(count)), 99),
    }),
  );
  return frames;
}

/** The documents with a separator after each, and their index. The index comes last: where it is, all is there. */
function write(path: string, documents: readonly string[], separator: string): void {
  const offsets = new Uint32Array(documents.length + 1);
  const parts: Buffer[] = [];
  let at = 0;
  for (const [i, text] of documents.entries()) {
    offsets[i] = at;
    const bytes = Buffer.from(text + separator);
    parts.push(bytes);
    at += bytes.length;
  }
  offsets[documents.length] = at;
  writeWhole(`${path}.json`, Buffer.concat(parts));
  writeWhole(`${path}.idx`, Buffer.from(offsets.buffer));
}

function writeWhole(path: string, bytes: Uint8Array): void {
  const partial = `${path}.partial-${process.pid}`;
  writeFileSync(partial, bytes);
  renameSync(partial, path);
}
