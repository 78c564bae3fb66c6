import { PassThrough, type Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { KubeObject } from "../meta/index.ts";
import type { Entry } from "./entry.ts";
import { loadProtobuf } from "./load-protobuf.ts";
import type { RawEntry } from "./raw-entry.ts";
import { readList } from "./read-list.ts";
import { type ReadWatchOptions, readWatch } from "./read-watch.ts";
import { SlabArena } from "./slab.ts";
import { bodyOf } from "./test-support/bodies.ts";

type Options = Partial<ReadWatchOptions<KubeObject>>;

async function entriesOf(text: string, options: Options = {}): Promise<RawEntry<KubeObject>[]> {
  const entries: Entry<KubeObject>[] = [];
  await readWatch<KubeObject>(bodyOf(text), { onEvent: (_type, entry) => void entries.push(entry), ...options });
  return entries as RawEntry<KubeObject>[];
}

const object =
  '{"kind":"Pod","metadata":{"name":"é","namespace":"shop","uid":"u","resourceVersion":"5","labels":{"a":"b"}}}';
/** The same event as the scanner reads it, and as only a parser can. */
const frames = [
  `{"type":"ADDED","object":${object}}\n`,
  `{"\\u0074ype":"ADDED","object":${object.replace('"name"', '"n\\u0061me"')}}\n`,
];

describe("an entry of a watch", () => {
  it("has its bytes in an arena of the watch, or in the one that was given", async () => {
    for (const frame of frames) {
      const [own] = await entriesOf(frame);
      expect(own!.slab.sealed).toBe(true);
      const arena = new SlabArena();
      const [given] = await entriesOf(frame, { arena });
      expect([given!.slab.sealed, arena.reserve(1) === given!.slab]).toEqual([false, true]);
    }
  });

  it("is the same whether a scanner or a parser has read its frame", async () => {
    for (const scanner of ["wasm", "js"] as const)
      for (const frame of frames) {
        const [entry] = await entriesOf(frame, { scanner, kind: "Other", apiVersion: "v1", freeze: "never" });
        const { key, uid, resourceVersion, kind, apiVersion, meta } = entry!;
        expect([key, uid, resourceVersion, kind, apiVersion]).toEqual(["shop/é", "u", "5", "Pod", "v1"]);
        expect(meta.labels).toEqual({ a: "b" });
        expect(entry!.object).toEqual({ ...(JSON.parse(object) as object), apiVersion: "v1" });
      }
  });

  it("is the cache's own when that has the same uid and version, however it was read", async () => {
    const [held] = await entriesOf(frames[0]!);
    for (const frame of frames) {
      const keys: string[] = [];
      const known = (key: string): Entry<KubeObject> => {
        keys.push(key);
        return held!;
      };
      const [same] = await entriesOf(frame, { known });
      const [other] = await entriesOf(frame.replace('"5"', '"6"'), { known });
      expect([same === held, other === held, keys]).toEqual([true, false, ["shop/é", "shop/é"]]);
    }
  });

  it("passes bookmarks on with what their metadata says", async () => {
    const bookmark = (annotations: string): string =>
      `{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"7"${annotations}}}}\n`;
    const end = ',"annotations":{"k8s.io/initial-events-end":"true"}';
    const seen: unknown[] = [];
    const text = bookmark("") + bookmark(end) + bookmark(end).replace('"type"', '"\\u0074ype"');
    expect(await entriesOf(text, { onBookmark: (...bookmark) => void seen.push(bookmark) })).toEqual([]);
    expect(seen).toEqual([
      ["7", false],
      ["7", true],
      ["7", true],
    ]);
  });
});

describe("a body whose consumer waits for one object alone", () => {
  it("is paused once, in JSON and in protobuf", async () => {
    const codec = await loadProtobuf();
    const pod = { kind: "Pod", apiVersion: "v1", metadata: { name: "a", resourceVersion: "1" } };
    const list = { kind: "PodList", apiVersion: "v1", metadata: {}, items: [pod, pod] };
    const event = codec.encodeEvent("ADDED", pod)!;
    type Take = () => Promise<void> | undefined;
    const bodies: [bytes: Buffer, read: (body: Readable, take: Take) => Promise<unknown>][] = [
      [Buffer.from(JSON.stringify(list)), (body, take) => readList(body, { onItem: take })],
      [Buffer.from(frames[0]! + frames[1]!), (body, take) => readWatch(body, { onEvent: take })],
      [codec.encode(list)!, (body, take) => codec.readList(body, { onItem: take })],
      [Buffer.concat([event, event]), (body, take) => codec.readWatch(body, { onEvent: take })],
    ];
    for (const [bytes, read] of bodies)
      for (const waits of [0, 1]) {
        const body = new PassThrough();
        let [pauses, taken] = [0, 0];
        body.on("pause", () => pauses++);
        const reading = read(body, () => (taken++ < waits ? Promise.resolve() : undefined));
        for (const byte of bytes) body.write(Buffer.from([byte]));
        body.end();
        await reading;
        expect([taken, pauses]).toEqual([2, waits]);
      }
  });
});
