import { beforeAll, describe, expect, it } from "vitest";
import { ProtocolError } from "../../errors/index.ts";
import type { Entry } from "../entry.ts";
import type { RawEntry } from "../raw-entry.ts";
import type { ListSummary, ReadListOptions } from "../read-list.ts";
import type { ReadWatchOptions } from "../read-watch.ts";
import { SlabArena } from "../slab.ts";
import { bodyOf } from "../test-support/bodies.ts";
import { UnknownEventError } from "../watch-decoder.ts";
import { magic, writeEnvelope, writeWatchFrame } from "./envelope.ts";
import { loadCodec, type ProtobufCodec, type TypedObject } from "./protobuf-codec.ts";
import { protobufFormat } from "./protobuf-format.ts";
import { rejection } from "../test-support/failures.ts";
import { part, written } from "../test-support/messages.ts";
import { defined } from "../../util/index.ts";

type ListOptions = Partial<ReadListOptions<TypedObject>>;
type WatchOptions = Partial<ReadWatchOptions<TypedObject>>;

let codec: ProtobufCodec;

beforeAll(async () => {
  codec = await loadCodec();
});

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

const type = (kind: string, apiVersion = "v1") => part(1, written(part(1, apiVersion), part(2, kind)));
const body = (...parts: Parameters<typeof written>): Buffer => Buffer.concat([magic, written(...parts)]);
/** An item's own bytes. */
const item = (name: string): Buffer => written(part(1, written(part(1, name), part(5, `uid-${name}`), part(6, "1"))));
const list = (...items: string[]): Buffer =>
  written(part(1, written(part(2, "9"))), ...items.map((name) => part(2, item(name))));

async function readList(bytes: Buffer, options: ListOptions = {}, sizes?: number[]) {
  const entries: RawEntry<TypedObject>[] = [];
  const onItem = (entry: Entry<TypedObject>): void => void entries.push(entry as RawEntry<TypedObject>);
  const summary: ListSummary = await codec.readList<TypedObject>(bodyOf(bytes, sizes), { onItem, ...options });
  return { entries, summary };
}

async function readWatch(bytes: Buffer, options: WatchOptions = {}) {
  const entries: RawEntry<TypedObject>[] = [];
  const onEvent = (_type: string, entry: Entry<TypedObject>): void => void entries.push(entry as RawEntry<TypedObject>);
  const end = await codec.readWatch<TypedObject>(bodyOf(bytes), { onEvent, ...options });
  return { entries, end };
}

describe("the answer to a list in protobuf", () => {
  it("is refused with what it is when it is not such a list", async () => {
    const invalid = "the list is not valid protobuf";
    const inside = "the list is cut off: its body ended in the middle of a record";
    const long = "K".repeat(150);
    const table: [what: string, bytes: Buffer, options: ListOptions, message: string][] = [
      ["nothing", Buffer.alloc(0), {}, "the body is empty, not a list"],
      ["a part of the first bytes", Buffer.from("k8"), {}, inside],
      ["other first bytes", Buffer.from("k8s1"), {}, "the body is not the protobuf of Kubernetes"],
      ["other first bytes at once", Buffer.from("{"), {}, "the body is not the protobuf of Kubernetes"],
      ["the first bytes alone", magic, {}, "the body is an envelope without a list"],
      ["a type alone", body(type("PodList")), {}, "the body is an envelope without a list"],
      ["a number in the envelope", Buffer.concat([magic, hex("0801")]), {}, invalid],
      ["a tag that never ends", Buffer.concat([magic, Buffer.alloc(20, 255)]), {}, invalid],
      ["a tag that has not ended", Buffer.concat([magic, Buffer.alloc(19, 255)]), {}, inside],
      ["a length that has not ended", Buffer.concat([magic, hex("0aff")]), {}, inside],
      ["a damaged type", Buffer.concat([magic, hex("0a020a05")]), {}, invalid],
      ["a type that is cut off", Buffer.concat([magic, hex("0a0109")]), {}, invalid],
      ["no type", body(part(2, list())), {}, 'the body is a "" of "", not a list'],
      ["an object", body(type("Pod"), part(2, "")), {}, 'the body is a "Pod" of "v1", not a list'],
      [
        "another list",
        body(type("NodeList"), part(2, "")),
        { kind: "Pod" },
        'the body is a "NodeList" of "v1", not a PodList',
      ],
      [
        "a list of another name",
        body(type("PodList"), part(2, "")),
        { listKind: "Pods" },
        'the body is a "PodList" of "v1", not a Pods',
      ],
      [
        "an unknown list",
        body(type("WidgetList", "a.io/v1"), part(2, "")),
        {},
        'the body is a "WidgetList" of "a.io/v1", whose protobuf is not known',
      ],
      [
        "a list of no items",
        body(type("APIResourceList"), part(2, "")),
        {},
        'the body is a "APIResourceList" of "v1", whose protobuf is not known',
      ],
      [
        "long names",
        body(type(long, long), part(2, "")),
        {},
        `the body is a "${long.slice(0, 100)}" of "${long.slice(0, 100)}", not a list`,
      ],
      ["two lists", body(type("PodList"), part(2, list()), part(2, list())), {}, "the body has two lists"],
      [
        "an item longer than the list",
        Buffer.concat([body(type("PodList")), hex("1203 120500 0000000000")]),
        {},
        invalid,
      ],
      ["a number in the list", body(type("PodList"), part(2, hex("0801"))), {}, invalid],
      ["damaged metadata", body(type("PodList"), part(2, hex("0a021205"))), {}, invalid],
      [
        "a list that goes on",
        Buffer.concat([body(type("PodList")), hex("1220"), list()]),
        {},
        "the list is cut off: its body ended before its items did",
      ],
      ["a damaged Status", body(type("Status"), part(2, hex("0aff01"))), {}, invalid],
    ];
    for (const [what, bytes, options, message] of table)
      for (const sizes of [[65_536], [1]]) {
        const error = await rejection(readList(bytes, options, sizes));
        expect([error.message, error instanceof ProtocolError], what).toEqual([message, true]);
        if (message === invalid) expect((error.cause as Error).message, what).toBe("WireError");
      }
  });

  it("may have fields that are not known, and anything in any order", async () => {
    const content = written(
      part(7, "new"),
      part(2, item("a")),
      part(9, ""),
      part(1, written(part(2, "9"), part(3, "c"))),
      part(2, item("b")),
    );
    const names = written(part(1, "v1"), part(5, "x"), part(2, "PodList"));
    const bytes = body(part(6, "new"), part(1, names), part(2, content), part(4, ""), part(3, ""));
    for (const sizes of [[65_536], [1], [3, 50]]) {
      const { entries, summary } = await readList(bytes, {}, sizes);
      expect(summary).toEqual({
        kind: "PodList",
        apiVersion: "v1",
        metadata: { resourceVersion: "9", continue: "c" },
        count: 2,
      });
      expect(entries.map(({ key, uid, kind, apiVersion }) => [key, uid, kind, apiVersion])).toEqual([
        ["a", "uid-a", "Pod", "v1"],
        ["b", "uid-b", "Pod", "v1"],
      ]);
    }
    const empty = await readList(body(type("PodList"), part(2, "")));
    expect(empty).toEqual({ entries: [], summary: { kind: "PodList", apiVersion: "v1", metadata: {}, count: 0 } });
  });

  it("gives its items the type that was asked for, and its own otherwise", async () => {
    const bytes = body(type("PodList"), part(2, list("a")));
    for (const [options, kind, apiVersion] of [
      [{}, "Pod", "v1"],
      [{ kind: "Pod" }, "Pod", "v1"],
      [{ apiVersion: "v2" }, "Pod", "v2"],
      [{ kind: "Other", listKind: "PodList" }, "Other", "v1"],
    ] as const) {
      const [entry] = (await readList(bytes, options)).entries;
      expect([entry!.kind, entry!.apiVersion, entry!.object.kind, entry!.object.apiVersion]).toEqual([
        kind,
        apiVersion,
        kind,
        apiVersion,
      ]);
    }
  });

  it("writes nothing more into the memory of its items once it is complete, unless that was given", async () => {
    const bytes = body(type("PodList"), part(2, list("a")));
    expect((await readList(bytes)).entries[0]!.slab.sealed).toBe(true);
    const arena = new SlabArena();
    const { slab } = (await readList(bytes, { arena })).entries[0]!;
    expect([slab.sealed, arena.reserve(1) === slab]).toEqual([false, true]);
    const frame = writeWatchFrame("ADDED", writeEnvelope("v1", "Pod", item("a")));
    expect((await readWatch(frame)).entries[0]!.slab.sealed).toBe(true);
    expect((await readWatch(frame, { arena })).entries[0]!.slab.sealed).toBe(false);
  });

  it("refuses an item above the limit when it begins, and names the limit", async () => {
    const head = body(type("PodList"));
    const begun = Buffer.concat([head, hex("12ffffff07 12ffff3f"), Buffer.alloc(100)]);
    const error = await rejection(readList(begun, { maxItemBytes: 1_000 }));
    expect(error).toMatchObject({ kind: "Transport", code: "limit" });
    expect(error.message).toBe("an item of the list: larger than the limit of 1000 bytes");
    const large = Buffer.concat([head, hex("12ffffff7f 1281808008"), Buffer.alloc(100)]);
    expect((await rejection(readList(large))).message).toBe(
      "an item of the list: larger than the limit of 16777216 bytes",
    );
    const exact = Buffer.concat([head, hex("12ffffff7f 1280808008"), Buffer.alloc(100)]);
    expect((await rejection(readList(exact))).message).toContain("in the middle of a record");
  });
});

describe("a watch in protobuf", () => {
  const framed = (content: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, content]);
  };

  it("is refused with what is wrong with an event", async () => {
    const invalid = "the watch sent an event that is not valid protobuf";
    const long = "K".repeat(150);
    const pod = writeEnvelope("v1", "Pod", item("a"));
    const status = writeEnvelope("v1", "Status", hex("0aff01"));
    const table: [what: string, bytes: Buffer, message: string][] = [
      ["too long", hex("01000001"), "the watch sent a frame of 16777217 bytes, more than the limit of 16777216"],
      ["garbage", framed(hex("ffffff")), invalid],
      ["a length that is too long", framed(hex("0a05")), invalid],
      ["an object that is cut off", framed(written(part(1, "ADDED"), part(2, hex("0a05")))), invalid],
      ["an object that ends in a value", framed(written(part(1, "ADDED"), part(2, hex("09")))), invalid],
      ["no envelope", writeWatchFrame("ADDED", Buffer.from("none")), invalid],
      ["no object", framed(written(part(1, "ADDED"))), "the watch sent an event of type ADDED without an object"],
      [
        "an empty object",
        framed(written(part(1, "ADDED"), part(2, ""))),
        "the watch sent an event of type ADDED without an object",
      ],
      [
        "an unknown kind",
        writeWatchFrame("ADDED", writeEnvelope("a.io/v1", "Widget", item("a"))),
        'the watch sent a "Widget", whose protobuf is not known',
      ],
      [
        "an error of unknown kind",
        writeWatchFrame("ERROR", writeEnvelope("a.io/v1", "Widget", item("a"))),
        'the watch sent a "Widget", whose protobuf is not known',
      ],
      [
        "a long kind",
        writeWatchFrame("ADDED", writeEnvelope("v1", long, item("a"))),
        `the watch sent a "${long.slice(0, 100)}", whose protobuf is not known`,
      ],
      ["a damaged Status", writeWatchFrame("ERROR", status), invalid],
      [
        "a bookmark without a version",
        writeWatchFrame("BOOKMARK", writeEnvelope("v1", "Pod", written(part(1, "")))),
        "the watch sent a bookmark without a resourceVersion",
      ],
      [
        "another kind that is unknown",
        Buffer.concat([
          writeWatchFrame("ADDED", pod),
          writeWatchFrame("ADDED", writeEnvelope("v1", "Widget", item("a"))),
        ]),
        'the watch sent a "Widget", whose protobuf is not known',
      ],
    ];
    for (const [what, bytes, message] of table) {
      const error = await rejection(readWatch(bytes));
      expect([error.message, error instanceof ProtocolError], what).toEqual([message, true]);
      if (message === invalid) expect((error.cause as Error).message, what).toBe("WireError");
    }
    for (const [name, said] of [
      ["RENAMED", 'type "RENAMED"'],
      ["", 'type ""'],
    ] as const) {
      const error = (await rejection(readWatch(writeWatchFrame(name, pod)))) as UnknownEventError;
      expect(error).toBeInstanceOf(UnknownEventError);
      expect([error.type, error.message]).toEqual([name, `the watch sent an event of ${said}`]);
    }
  });

  it("may have fields that are not known around its objects", async () => {
    const object = written(part(3, "new"), part(1, writeEnvelope("v1", "Pod", item("a"))), part(2, "new"));
    const frame = framed(written(part(5, "new"), part(2, object), part(1, "MODIFIED"), part(3, "")));
    const seen: unknown[] = [];
    const { end } = await readWatch(Buffer.concat([frame, frame]), {
      onEvent: (name, { key, uid }) => void seen.push([name, key, uid]),
    });
    expect(seen).toEqual([
      ["MODIFIED", "a", "uid-a"],
      ["MODIFIED", "a", "uid-a"],
    ]);
    expect(end).toEqual({ partial: false, events: 2, bookmarks: 0 });
  });

  it("keeps apart objects of another kind and of another version than the first", async () => {
    const event = (apiVersion: string, kind: string): Buffer =>
      writeWatchFrame("ADDED", writeEnvelope(apiVersion, kind, item("a")));
    const kinds = [
      ["apps/v1", "Deployment"],
      ["apps/v1beta1", "Deployment"],
      ["apps/v1", "ReplicaSet"],
      ["apps/v1", "Deployment"],
    ] as const;
    const { entries } = await readWatch(Buffer.concat(kinds.map(([version, kind]) => event(version, kind))));
    expect(entries.map(({ apiVersion, kind, object }) => [apiVersion, kind, object.apiVersion, object.kind])).toEqual(
      kinds.map(([version, kind]) => [version, kind, version, kind]),
    );
    expect(entries.map((entry) => entry.bytes().toString("latin1", 0, 1) === "{")).toEqual([false, true, true, false]);
  });
});

describe("an entry of a protobuf object", () => {
  const made = async (object: Buffer, options: WatchOptions = {}): Promise<RawEntry<TypedObject>> =>
    (await readWatch(writeWatchFrame("ADDED", writeEnvelope("v1", "Pod", object)), options)).entries[0]!;

  it("has its key, its uid and its metadata whatever their length, with managedFields anywhere", async () => {
    for (const uidLength of [0, 36, 113, 114, 127, 255, 256])
      for (const managedLength of [-1, 5, 200])
        for (const order of [0, 1, 2]) {
          const uid = "u".repeat(uidLength);
          const managed = managedLength < 0 ? [] : [part(17, written(part(1, "m".repeat(managedLength))))];
          const others = [part(1, "a"), part(3, "shop"), part(5, uid), part(6, "7")];
          const metadata = [...others.slice(0, order), ...managed, ...others.slice(order), ...managed];
          const spec = part(2, written(part(10, "n1")));
          const bare = part(1, written(...others));
          for (const [parts, kept] of [
            [[part(1, written(...metadata)), spec], written(bare, spec)],
            [[spec, part(1, written(...metadata))], written(spec, bare)],
          ] as const) {
            const entry = await made(written(...parts), { freeze: "never" });
            expect(entry.bytes().equals(kept)).toBe(true);
            const what = `${uidLength} ${managedLength} ${order}`;
            expect([entry.key, entry.name, entry.namespace, entry.uid === uid], what).toEqual([
              "shop/a",
              "a",
              "shop",
              true,
            ]);
            const meta = { name: "a", namespace: "shop", ...defined({ uid: uid || undefined }), resourceVersion: "7" };
            expect(entry.meta, what).toEqual(meta);
            expect(entry.object, what).toMatchObject({ metadata: meta, spec: { nodeName: "n1" } });
            expect(Object.keys(entry.object["metadata"] as object), what).not.toContain("managedFields");
            expect(entry.field(["metadata", "resourceVersion"]), what).toBe("7");
            expect(entry.field(["spec", "nodeName"]), what).toBe("n1");
          }
        }
  });

  it("has a key of what it has, and no metadata when it has none", async () => {
    const keys: [parts: Parameters<typeof written>, key: string][] = [
      [[part(1, "a")], "a"],
      [[part(3, "shop")], ""],
      [[part(1, "a"), part(3, "shop")], "shop/a"],
      [[], ""],
    ];
    for (const [parts, key] of keys) expect((await made(written(part(1, written(...parts))))).key).toBe(key);
    const bare = await made(Buffer.alloc(0));
    expect([bare.key, bare.uid, bare.resourceVersion, bare.kind, bare.apiVersion]).toEqual(["", "", "", "Pod", "v1"]);
    expect(bare.meta).toEqual({});
    expect(bare.object["spec"]).toEqual({ containers: null });
  });

  it("that is damaged has what was read before the damage, or is refused at once", async () => {
    const identity = [part(1, "a"), part(3, "shop"), part(5, "u"), part(6, "7"), part(17, written(part(1, "m")))];
    const metadata = written(part(1, written(...identity)));
    const damaged = Buffer.concat([metadata, hex("1205")]);
    const error = await rejection(made(damaged));
    expect(error).toMatchObject({ key: "shop/a", uid: "u", resourceVersion: "7", reason: "it is not valid protobuf" });
    for (const parts of [[part(1, "a")], [part(6, "7")], []]) {
      const bytes = Buffer.concat([written(part(1, written(...parts))), hex("1205")]);
      expect((await rejection(made(bytes))).message).toBe(
        "the server sent an object whose name and version cannot be read: it is not valid protobuf",
      );
    }
  });
});

describe("the format of a kind in protobuf", () => {
  it("reads the metadata where the kind has some", () => {
    const format = (kind: string) => protobufFormat(codec.decoder, codec.planFor({ group: "", version: "v1", kind })!);
    const pod = format("Pod");
    expect([pod.name, pod.problem]).toEqual(["protobuf", "it is not valid protobuf"]);
    const metadata = written(part(1, "a"));
    expect(pod.decodeMeta(metadata, 0, metadata.length, false)).toEqual({ name: "a" });
    expect(pod.metaField(metadata, 0, metadata.length, false, ["name"])).toBe("a");
    expect(pod.metaField(metadata, 0, metadata.length, false, ["uid"])).toBeUndefined();
    const options = format("DeleteOptions");
    expect(options.decodeMeta(metadata, 0, metadata.length, false)).toEqual({});
    expect(options.metaField(metadata, 0, metadata.length, false, ["name"])).toBeUndefined();
  });

  it("refuses an envelope of an unknown kind, and names it", () => {
    const long = "K".repeat(150);
    expect(() => codec.decode(writeEnvelope("a.io/v1", "Widget", Buffer.alloc(0)))).toThrow(
      'it is of the unknown kind "Widget"',
    );
    expect(() => codec.decode(writeEnvelope("v1", long, Buffer.alloc(0)))).toThrow(
      `it is of the unknown kind "${long.slice(0, 100)}"`,
    );
    expect(codec.encodeEvent("ADDED", { kind: "Widget", apiVersion: "a.io/v1" })).toBeUndefined();
  });
});
