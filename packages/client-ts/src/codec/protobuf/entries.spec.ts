import { PassThrough } from "node:stream";
import { beforeAll, describe, expect, it } from "vitest";
import { isUndecodable, ProtocolError } from "../../errors/index.ts";
import type { Entry } from "../entry.ts";
import { FailedObjects } from "../failed-objects.ts";
import type { RawEntry } from "../raw-entry.ts";
import type { ReadListOptions } from "../read-list.ts";
import type { ReadWatchOptions, WatchEnd } from "../read-watch.ts";
import { bodyOf } from "../test-support/bodies.ts";
import { magic, writeEnvelope, writeWatchFrame } from "./envelope.ts";
import { loadCodec, type ProtobufCodec, type TypedObject } from "./protobuf-codec.ts";
import { WireWriter } from "./wire-writer.ts";
import { labelKeys } from "../label-text.ts";

interface Pod extends TypedObject {
  metadata: Record<string, unknown>;
}

const pod = (name: string, version: string, more: object = {}): Pod => ({
  kind: "Pod",
  apiVersion: "v1",
  metadata: { name, namespace: "shop", uid: `uid-${name}`, resourceVersion: version, ...more },
  spec: { containers: [{ name: "c", image: `nginx:${name}`, resources: {} }] },
  status: {},
});

let codec: ProtobufCodec;

beforeAll(async () => {
  codec = await loadCodec();
});

function listOf(...pods: Pod[]): Buffer {
  const items = pods.map(({ kind: _kind, apiVersion: _version, ...item }) => item);
  return codec.encode({ kind: "PodList", apiVersion: "v1", metadata: { resourceVersion: "9" }, items })!;
}

async function readList(bytes: Buffer, options: Partial<ReadListOptions<Pod>> = {}): Promise<Entry<Pod>[]> {
  const entries: Entry<Pod>[] = [];
  await codec.readList<Pod>(bodyOf(bytes), { kind: "Pod", onItem: (entry) => void entries.push(entry), ...options });
  return entries;
}

async function readWatch(
  bytes: Buffer,
  options: Partial<ReadWatchOptions<Pod>> = {},
): Promise<{ end: WatchEnd; entries: Entry<Pod>[]; bookmarks: unknown[] }> {
  const entries: Entry<Pod>[] = [];
  const bookmarks: unknown[] = [];
  const end = await codec.readWatch<Pod>(bodyOf(bytes), {
    onEvent: (_type, entry) => void entries.push(entry),
    onBookmark: (...bookmark) => void bookmarks.push(bookmark),
    ...options,
  });
  return { end, entries, bookmarks };
}

/** The bytes with the length of one image's name damaged: the object's own fields still end where they should. */
function damaged(bytes: Buffer, name: string): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.indexOf(`nginx:${name}`) - 1] = 200;
  return copy;
}

describe("a reader of protobuf", () => {
  it("holds the body back while an item or an event is being taken, and goes on in order", async () => {
    const events = Buffer.concat([pod("a", "1"), pod("b", "2")].map((one) => codec.encodeEvent("ADDED", one)!));
    for (const [bytes, read] of [
      [
        listOf(pod("a", "1"), pod("b", "2")),
        (body: PassThrough, take: (entry: Entry<Pod>) => void | Promise<void>) =>
          codec.readList<Pod>(body, { kind: "Pod", onItem: take }),
      ],
      [
        events,
        (body: PassThrough, take: (entry: Entry<Pod>) => void | Promise<void>) =>
          codec.readWatch<Pod>(body, { onEvent: (_type, entry) => take(entry) }),
      ],
    ] as const) {
      const body = new PassThrough();
      let release = (): void => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const names: string[] = [];
      const reading = read(body, ({ name }) => {
        names.push(name);
        return name === "a" ? held : undefined;
      });
      const cut = bytes.indexOf("uid-b");
      body.write(bytes.subarray(0, cut));
      await new Promise((resolve) => setImmediate(resolve));
      expect(body.isPaused()).toBe(true);
      body.end(bytes.subarray(cut));
      await new Promise((resolve) => setImmediate(resolve));
      expect(names).toEqual(["a"]);
      release();
      await reading;
      expect(names).toEqual(["a", "b"]);
    }
  });

  it("ends with the error of its consumer, thrown or rejected, and closes the body", async () => {
    for (const take of [
      () => {
        throw new Error("full");
      },
      () => Promise.reject(new Error("full")),
    ]) {
      const [list, watch] = [new PassThrough(), new PassThrough()];
      list.write(listOf(pod("a", "1"), pod("b", "2")));
      watch.write(codec.encodeEvent("ADDED", pod("a", "1"))!);
      await expect(codec.readList<Pod>(list, { kind: "Pod", onItem: take })).rejects.toThrow("full");
      await expect(codec.readWatch<Pod>(watch, { onEvent: take })).rejects.toThrow("full");
      expect([list.destroyed, watch.destroyed]).toEqual([true, true]);
    }
  });

  it("takes an item and a frame of just the limit, and refuses one byte more", async () => {
    const { start, end } = codec.envelopeOf(codec.encode(pod("a", "1"))!);
    const list = listOf(pod("a", "1"));
    expect(await readList(list, { maxItemBytes: end - start })).toHaveLength(1);
    await expect(readList(list, { maxItemBytes: end - start - 1 })).rejects.toMatchObject({ code: "limit" });
    const frame = codec.encodeEvent("ADDED", pod("a", "1"))!;
    expect((await readWatch(frame, { maxFrameBytes: frame.length - 4 })).end.events).toBe(1);
    await expect(readWatch(frame, { maxFrameBytes: frame.length - 5 })).rejects.toThrow("more than the limit");
  });

  it("refuses an envelope without content, and one with two lists", async () => {
    const { start, end } = codec.envelopeOf(listOf(pod("a", "1")));
    const raw = listOf(pod("a", "1")).subarray(start, end);
    const envelope = (kind: string, ...contents: Buffer[]): Buffer => {
      const writer = new WireWriter();
      for (const content of contents) writer.bytes(2, content);
      const before = writer.length;
      writer.text(2, kind);
      writer.text(1, "v1");
      writer.enclose(1, before);
      writer.raw(magic);
      return writer.take();
    };
    expect(await readList(envelope("PodList", raw))).toHaveLength(1);
    await expect(readList(envelope("PodList"))).rejects.toThrow("the body is an envelope without a list");
    await expect(readList(envelope("PodList", raw, raw))).rejects.toThrow("the body has two lists");
    await expect(readList(Buffer.from("k8s"))).rejects.toBeInstanceOf(ProtocolError);
    expect(() => codec.decode(envelope("Pod"))).toThrow("its envelope is empty");
    await expect(readWatch(writeWatchFrame("ADDED", envelope("Pod")))).rejects.toBeInstanceOf(ProtocolError);
  });

  it("names the request in the error that the server sends", async () => {
    const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Expired", code: 410 };
    const facts = { method: "GET", resource: "pods", namespace: "shop" };
    for (const failed of [
      readList(codec.encode(status)!, { facts }),
      readWatch(codec.encodeEvent("ERROR", status)!, { facts }),
    ])
      expect(String(await failed.catch((error: unknown) => error))).toContain('pods in namespace "shop"');
  });
});

describe("an entry from protobuf", () => {
  it("is the cache's own when uid and version are the same, and a new one otherwise", async () => {
    const [first] = await readList(listOf(pod("a", "1")));
    const again = async (one: Pod, held: Entry<Pod> = first!): Promise<boolean> =>
      (await readList(listOf(one), { known: (key) => (key === "shop/a" ? held : undefined) }))[0] === held;
    expect(await again(pod("a", "1"))).toBe(true);
    expect(await again(pod("a", "2"))).toBe(false);
    expect(await again(pod("a", "1", { uid: "another" }))).toBe(false);
    expect(await again(pod("a", "1", { uid: "" }))).toBe(false);
    const [unversioned] = await readList(listOf(pod("a", "")));
    expect(await again(pod("a", ""), unversioned!)).toBe(false);
    const events = Buffer.concat([codec.encodeEvent("ADDED", pod("a", "1"))!]);
    expect((await readWatch(events, { known: () => first })).entries[0]).toBe(first);
  });

  it("replaces one of the same version that could not be decoded", async () => {
    const [broken] = await readList(damaged(listOf(pod("a", "1")), "a"));
    expect(() => broken!.object).toThrow("cannot be decoded");
    const [fresh] = await readList(listOf(pod("a", "1")), { known: () => broken });
    expect(fresh?.object.metadata["name"]).toBe("a");
  });

  it("has its uid and its metadata where managedFields stand before them and among them", async () => {
    const managed = new WireWriter();
    managed.text(1, "kubelet".repeat(30));
    const bytes = managed.take();
    const writer = new WireWriter();
    // Written from the last to the first.
    writer.text(6, "7");
    writer.text(5, "u-1");
    writer.bytes(17, bytes);
    writer.text(1, "a");
    writer.bytes(17, bytes);
    writer.enclose(1, 0);
    const frame = writeWatchFrame("ADDED", writeEnvelope("v1", "Pod", writer.take()));
    const [entry] = (await readWatch(frame)).entries as [RawEntry<Pod>];
    expect([entry.key, entry.uid, entry.resourceVersion]).toEqual(["a", "u-1", "7"]);
    expect(entry.meta).toEqual({ name: "a", uid: "u-1", resourceVersion: "7" });
    expect(entry.field(["metadata", "resourceVersion"])).toBe("7");
    expect(entry.object.metadata).toEqual({ name: "a", uid: "u-1", resourceVersion: "7" });
    expect(entry.bytes().includes("kubelet")).toBe(false);
    const [kept] = (await readWatch(frame, { keepManagedFields: true })).entries as [RawEntry<Pod>];
    expect([kept.uid, (kept.meta.managedFields ?? []).length]).toEqual(["u-1", 2]);
  });

  it("gives labels by name without decoding, wherever they and managedFields stand", async () => {
    const entryOf = (key: string, value: string): Buffer => {
      const writer = new WireWriter();
      writer.text(2, value);
      writer.text(1, key);
      return writer.take();
    };
    const [app, tier, managed] = [entryOf("app", "web"), entryOf("tier", "front"), entryOf("kubelet".repeat(30), "")];
    const values = async (...fields: readonly (readonly [number, Buffer])[]): Promise<unknown> => {
      const writer = new WireWriter();
      writer.text(6, "7");
      for (const [number, bytes] of fields.toReversed()) writer.bytes(number, bytes);
      writer.text(1, "a");
      writer.enclose(1, 0);
      const frame = writeWatchFrame("ADDED", writeEnvelope("v1", "Pod", writer.take()));
      const [entry] = (await readWatch(frame)).entries as [RawEntry<Pod>];
      const found = entry.labelValues(labelKeys(["app", "none"]));
      if (found !== undefined) expect(found["app"]).toBe(entry.meta.labels?.["app"]);
      expect(entry.decoded).toBeUndefined();
      return found;
    };
    expect(await values([11, app], [11, tier])).toEqual({ app: "web" });
    expect(await values([11, tier], [11, app], [17, managed])).toEqual({ app: "web" });
    expect(await values([17, managed])).toEqual({});
    // Something between or before them is left to the decoder.
    expect(await values([11, app], [12, tier], [11, tier])).toBeUndefined();
    expect(await values([17, managed], [11, app])).toBeUndefined();
  });

  it("of another kind than the first of a watch says what it is", async () => {
    const map = {
      kind: "ConfigMap",
      apiVersion: "v1",
      metadata: { name: "c", namespace: "shop", resourceVersion: "5" },
      data: { a: "b" },
    };
    const { entries, end } = await readWatch(
      Buffer.concat([
        codec.encodeEvent("ADDED", pod("a", "1"))!,
        codec.encodeEvent("ADDED", map)!,
        codec.encodeEvent("ADDED", pod("b", "6"))!,
      ]),
    );
    expect(entries.map(({ kind, key, resourceVersion }) => [kind, key, resourceVersion])).toEqual([
      ["Pod", "shop/a", "1"],
      ["ConfigMap", "shop/c", "5"],
      ["Pod", "shop/b", "6"],
    ]);
    expect(entries[1]?.object).toMatchObject({ kind: "ConfigMap", data: { a: "b" } });
    expect(end.events).toBe(3);
  });

  it("that cannot be decoded fails a watch once, and is then handed on", async () => {
    const failed = new FailedObjects();
    const events = (version: string): Buffer =>
      Buffer.concat([
        codec.encodeEvent("ADDED", pod("good", "1"))!,
        damaged(codec.encodeEvent("ADDED", pod("bad", version))!, "bad"),
      ]);
    await expect(readWatch(events("2"), { failed, verify: true })).rejects.toSatisfy(isUndecodable);
    const { entries } = await readWatch(events("2"), { failed, verify: true });
    expect(entries.map((entry) => [entry.key, (entry as RawEntry<Pod>).hasFailed])).toEqual([
      ["shop/good", false],
      ["shop/bad", true],
    ]);
    // Another version may have been damaged on its way.
    await expect(readWatch(events("3"), { failed, verify: true })).rejects.toSatisfy(isUndecodable);
  });
});

describe("a bookmark in protobuf", () => {
  const bookmark = (metadata: object): Buffer =>
    codec.encodeEvent("BOOKMARK", { kind: "Pod", apiVersion: "v1", metadata })!;

  it("ends the initial events only when its annotation is true", async () => {
    const annotated = (value: string): Buffer =>
      bookmark({ resourceVersion: "5", annotations: { "k8s.io/initial-events-end": value } });
    const { bookmarks, end } = await readWatch(
      Buffer.concat([bookmark({ resourceVersion: "4" }), annotated("false"), annotated("true")]),
    );
    expect(bookmarks).toEqual([
      ["4", false],
      ["5", false],
      ["5", true],
    ]);
    expect(end).toEqual({ partial: false, events: 0, bookmarks: 3 });
  });

  it("without a version is refused", async () => {
    const failure = await readWatch(bookmark({})).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProtocolError);
    expect((failure as Error).message).toBe("the watch sent a bookmark without a resourceVersion");
  });
});

describe("a writer of protobuf", () => {
  it("leaves nothing of an object that it could not write in the next one", () => {
    const bad = pod("bad", "1", { creationTimestamp: "not a time", labels: { app: "s3cret" } });
    expect(() => codec.encode(bad)).toThrow("a time that cannot be read");
    const bytes = codec.encode(pod("good", "2"))!;
    expect(bytes.includes("s3cret")).toBe(false);
    expect(codec.decode(bytes)).toEqual(pod("good", "2"));
  });
});
