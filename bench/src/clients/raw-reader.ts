/**
 * What Node can do at most, with nothing around it: bodies are read by `node:http2` with large windows and thrown away,
 * and objects go through `JSON.parse` when they are read and are kept.
 */

import { readFileSync } from "node:fs";
import http2, { type ClientHttp2Session } from "node:http2";
import type { CorpusName } from "../corpus/corpus.ts";
import { shardPath, shardsFor } from "../corpus/files.ts";
import { drive } from "./harness.ts";

let session: ClientHttp2Session | undefined;
let texts: Buffer[] = [];
const parsed: object[] = [];

await drive(async (config) => ({
  start: (reports) => {
    texts = textsOf(config.corpus, config.size);
    for (let i = 0; i < texts.length; i++) reports.added();
  },
  list: () => Object.assign([], { [Symbol.iterator]: objects }),
  select: () => [],
  transfer: (path) =>
    new Promise((resolve, reject) => {
      if (session === undefined) {
        const opened = http2.connect(config.url, { ca: config.ca, settings: { initialWindowSize: 16 << 20 } });
        opened.on("error", reject);
        opened.on("connect", () => opened.setLocalWindowSize(32 << 20));
        session = opened;
      }
      const stream = session.request({
        ":path": path,
        accept: config.protobuf ? "application/vnd.kubernetes.protobuf" : "application/json",
      });
      let bytes = 0;
      stream.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      stream.on("error", reject);
      stream.on("end", () => resolve(bytes));
    }),
}));

function* objects(): Generator<object> {
  for (const [i, text] of texts.entries()) {
    parsed[i] ??= JSON.parse(text.toString("latin1")) as object;
    yield parsed[i];
  }
}

/** The JSON of each object, without managedFields, as a cache of ours holds it. */
function textsOf(corpus: CorpusName, size: number): Buffer[] {
  const found: Buffer[] = [];
  for (let shard = 0; shard < shardsFor(size); shard++) {
    const path = shardPath(corpus, shard);
    const bytes = readFileSync(`${path}.json`);
    const index = readFileSync(`${path}.idx`);
    for (let i = 0; i + 8 <= index.length && found.length < size; i += 4) {
      // A comma stands between two objects.
      const text = bytes.toString("utf8", index.readUInt32LE(i), index.readUInt32LE(i + 4)).replace(/,$/, "");
      const object = JSON.parse(text) as { metadata: { managedFields?: unknown } };
      delete object.metadata.managedFields;
      found.push(Buffer.from(JSON.stringify(object)));
    }
  }
  return found;
}
