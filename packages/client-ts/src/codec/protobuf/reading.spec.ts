import { isDeepStrictEqual } from "node:util";
import { isUndecodable, ProtocolError, StatusError, TransportError } from "../../errors/index.ts";
import { seededRandom } from "../../util/index.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { Entry } from "../entry.ts";
import { FailedObjects } from "../failed-objects.ts";
import { RawEntry } from "../raw-entry.ts";
import { bodyOf } from "../test-support/bodies.ts";
import { writeEnvelope, writeWatchFrame } from "./envelope.ts";
import { loadCodec, type ProtobufCodec, type TypedObject } from "./protobuf-codec.ts";

interface Pod extends TypedObject {
  metadata: Record<string, unknown>;
  spec: Record<string, unknown>;
}

function pod(number: number, version = String(100 + number)): Pod {
  const managedFields = [{ manager: "kubelet", operation: "Update", fieldsV1: { "f:spec": {} } }];
  return {
    kind: "Pod",
    apiVersion: "v1",
    metadata: {
      name: `web-${number}`,
      namespace: "shop",
      uid: `uid-${number}`,
      resourceVersion: version,
      labels: { app: "größe".repeat(number % 40) },
      managedFields: number % 3 === 0 ? [] : [...managedFields, ...managedFields].slice(number % 2),
    },
    spec: { containers: [{ name: "c", image: `nginx:${number}`, resources: {} }], nodeName: `node-${number % 7}` },
    status: {},
  };
}

const pods = Array.from({ length: 60 }, (_, number) => pod(number));

function stripped(object: Pod): unknown {
  const { managedFields: _, ...metadata } = object.metadata;
  const { labels, ...rest } = metadata as { labels: { app: string } };
  return { ...object, metadata: { ...rest, labels } };
}

describe("protobuf from a body", () => {
  let codec: ProtobufCodec;
  let list: Buffer;
  let watch: Buffer;

  beforeAll(async () => {
    codec = await loadCodec();
    const items = pods.map(({ kind: _kind, apiVersion: _version, ...item }) => item);
    list = codec.encode({ kind: "PodList", apiVersion: "v1", metadata: { resourceVersion: "999" }, items })!;
    const bookmark = { resourceVersion: "1000", annotations: { "k8s.io/initial-events-end": "true" } };
    watch = Buffer.concat([
      ...pods.map((object) => codec.encodeEvent("ADDED", object)!),
      codec.encodeEvent("BOOKMARK", { kind: "Pod", apiVersion: "v1", metadata: bookmark })!,
      codec.encodeEvent("DELETED", pods[3]!)!,
    ]);
  });

  const readList = async (bytes: Buffer, sizes?: readonly number[], options: object = {}) => {
    const entries: Entry<Pod>[] = [];
    const summary = await codec.readList<Pod>(bodyOf(bytes, sizes), {
      kind: "Pod",
      apiVersion: "v1",
      onItem: (entry) => void entries.push(entry),
      ...options,
    });
    return { entries, summary };
  };

  const readWatch = async (bytes: Buffer, sizes?: readonly number[], options: object = {}) => {
    const seen: string[] = [];
    const entries: Entry<Pod>[] = [];
    const end = await codec.readWatch<Pod>(bodyOf(bytes, sizes), {
      kind: "Pod",
      apiVersion: "v1",
      onEvent: (type, entry) => {
        seen.push(`${type} ${entry.key} ${entry.resourceVersion}`);
        entries.push(entry);
      },
      onBookmark: (version, isEnd) => void seen.push(`BOOKMARK ${version} ${isEnd}`),
      ...options,
    });
    return { seen, entries, end };
  };

  it("gives the items of a list one by one, however the bytes are cut, without managedFields", async () => {
    for (const sizes of [[65_536], [1], [7, 1, 300], [4096]]) {
      const { entries, summary } = await readList(list, sizes);
      expect(summary).toEqual({
        metadata: { resourceVersion: "999" },
        kind: "PodList",
        apiVersion: "v1",
        count: pods.length,
      });
      for (const [number, entry] of entries.entries()) {
        const [{ metadata }, want] = [pods[number]!, stripped(pods[number]!) as Pod];
        expect([entry.key, entry.uid, entry.resourceVersion, entry.kind]).toEqual([
          `shop/web-${number}`,
          metadata["uid"],
          metadata["resourceVersion"],
          "Pod",
        ]);
        expect(entry.field(["spec", "nodeName"])).toBe(want.spec["nodeName"]);
        expect(entry.field(["spec", "containers", "0", "image"])).toBe(`nginx:${number}`);
        expect(entry.field(["kind"])).toBe("Pod");
        expect(entry.meta).toEqual(metadata["labels"] === undefined ? {} : want.metadata);
        expect(isDeepStrictEqual({ ...entry.object, kind: "Pod" }, { ...want })).toBe(true);
      }
    }
  });

  it("keeps managedFields when asked, and does not copy what the cache has already", async () => {
    const { entries } = await readList(list, undefined, { keepManagedFields: true });
    expect(entries[1]!.object.metadata["managedFields"]).toHaveLength(1);
    const known = new Map(entries.map((entry) => [entry.key, entry]));
    const again = await readList(list, undefined, { known: (key: string) => known.get(key) });
    expect(again.entries.every((entry, number) => entry === entries[number])).toBe(true);
  });

  it("gives the events of a watch in order, and its bookmarks, however the bytes are cut", async () => {
    const expected = [
      ...pods.map((_, number) => `ADDED shop/web-${number} ${100 + number}`),
      "BOOKMARK 1000 true",
      "DELETED shop/web-3 103",
    ];
    for (const sizes of [[65_536], [1], [3, 900, 5]]) {
      const { seen, entries, end } = await readWatch(watch, sizes);
      expect(seen).toEqual(expected);
      expect(end).toEqual({ partial: false, events: pods.length + 1, bookmarks: 1 });
      expect(entries[5]!.object).toEqual(stripped(pods[5]!));
    }
  });

  it("drops a frame that the end of the watch cuts off, and says so", async () => {
    const { end } = await readWatch(watch.subarray(0, -3));
    expect(end).toMatchObject({ partial: true, events: pods.length });
  });

  it("rejects a list that is cut off anywhere", async () => {
    for (let length = 0; length < 2_000; length += 13)
      await expect(readList(list.subarray(0, length)), String(length)).rejects.toBeInstanceOf(ProtocolError);
  });

  it("refuses what is not such a list: JSON, another kind, a list of lists, an item above the limit", async () => {
    await expect(readList(Buffer.from('{"kind":"PodList"}'))).rejects.toThrow("not the protobuf of Kubernetes");
    const nodes = codec.encode({ kind: "NodeList", apiVersion: "v1", metadata: {}, items: [] })!;
    await expect(readList(nodes)).rejects.toThrow('the body is a "NodeList" of "v1", not a PodList');
    await expect(readList(pods[0] === undefined ? list : codec.encode(pods[0])!)).rejects.toThrow(/is a "Pod"/);
    await expect(readList(list, undefined, { maxItemBytes: 50 })).rejects.toMatchObject({ code: "limit" });
    await expect(readList(list, undefined, { maxItemBytes: 50 })).rejects.toBeInstanceOf(TransportError);
  });

  it("throws the Status that comes instead of a list, and the one in an ERROR event", async () => {
    const status = {
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      reason: "Expired",
      code: 410,
      message: "old",
    };
    await expect(readList(codec.encode(status)!)).rejects.toMatchObject({ reason: "Expired" });
    await expect(readWatch(codec.encodeEvent("ERROR", status)!)).rejects.toBeInstanceOf(StatusError);
  });

  it.each([
    ["a frame that is too long", Buffer.from("7fffffff", "hex")],
    ["JSON", Buffer.from('{"type":"ADDED","object":{}}\n')],
    ["an empty frame", Buffer.from("00000000", "hex")],
    ["a frame of garbage", Buffer.from("00000003ffffff", "hex")],
    ["an event of unknown type", writeWatchFrame("RENAMED", Buffer.from("k8s\0"))],
    ["an object without an envelope", writeWatchFrame("ADDED", Buffer.from("none"))],
    [
      "an object of an unknown kind",
      writeWatchFrame("ADDED", writeEnvelope("example.com/v1", "Widget", Buffer.alloc(0))),
    ],
    [
      "an object without a name in broken bytes",
      writeWatchFrame("ADDED", writeEnvelope("v1", "Pod", Buffer.from([255]))),
    ],
  ])("ends a watch that sends %s with a protocol error", async (_what, bytes) => {
    await expect(readWatch(bytes)).rejects.toBeInstanceOf(ProtocolError);
    // What came before is delivered.
    const seen: string[] = [];
    const onEvent = (_type: string, entry: Entry<Pod>): void => void seen.push(entry.key);
    await expect(readWatch(Buffer.concat([watch, bytes]), [1000], { onEvent })).rejects.toBeInstanceOf(ProtocolError);
    expect(seen).toHaveLength(pods.length + 1);
  });

  it("fails once over an object that is damaged inside, and then takes it in without hiding the others", async () => {
    const damaged = Buffer.from(list);
    // The length of the image's name: the object's own fields still end where they should.
    const at = damaged.indexOf("nginx:7");
    damaged[at - 1] = 200;
    const { entries } = await readList(damaged);
    const broken = entries.filter((entry) => {
      try {
        return entry.object === undefined;
      } catch (error) {
        return isUndecodable(error) && /not valid protobuf/.test(String(error));
      }
    });
    expect(broken.map(({ key }) => key)).toEqual(["shop/web-7"]);
    expect(broken[0]!.meta.name).toBe("web-7");
    expect(entries).toHaveLength(pods.length);
    const failed = new FailedObjects();
    await expect(readList(damaged, undefined, { failed, verify: true })).rejects.toSatisfy(isUndecodable);
    const second = await readList(damaged, undefined, { failed, verify: true });
    expect(second.entries.filter((entry) => entry instanceof RawEntry && entry.hasFailed)).toHaveLength(1);
  });

  it(`finds nothing but protocol errors in damaged bytes`, async () => {
    const random = seededRandom(Number(process.env["PROTOBUF_FUZZ_SEED"] ?? 7));
    const rounds = Number(process.env["PROTOBUF_FUZZ_ROUNDS"] ?? 300);
    const pods = codec.planFor({ group: "", version: "v1", kind: "Pod" })!;
    for (let round = 0; round < rounds; round++) {
      if (round === rounds >> 1) codec.decoder.compile(pods);
      const [bytes, read] = round % 2 === 0 ? ([list, readList] as const) : ([watch, readWatch] as const);
      const damaged = Buffer.from(bytes.subarray(0, 3_000));
      for (let k = 0; k < 3; k++) damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
      await read(damaged, [512]).then(
        ({ entries }) => {
          for (const entry of entries) {
            try {
              void entry.object;
              void entry.meta;
            } catch (error) {
              expect(isUndecodable(error), String(error)).toBe(true);
            }
          }
        },
        (error: unknown) =>
          expect((error as Error).name).toMatch(/^(ProtocolError|TransportError|StatusError|Un.*Error)$/),
      );
    }
  }, 180_000);
});
