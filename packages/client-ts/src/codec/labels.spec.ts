import { beforeAll, describe, expect, it } from "vitest";
import type { KubeObject } from "../meta/index.ts";
import { EntryContext } from "./entry-context.ts";
import { encodeEntry } from "./make-entry.ts";
import { loadProtobuf, type ProtobufCodec } from "./load-protobuf.ts";
import { writeEnvelope, writeWatchFrame } from "./protobuf/envelope.ts";
import type { RawEntry } from "./raw-entry.ts";
import { readWatch } from "./read-watch.ts";
import { SlabArena } from "./slab.ts";
import { bodyOf } from "./test-support/bodies.ts";
import { part, written } from "./test-support/messages.ts";
import { labelKeys } from "./label-text.ts";

const keys = labelKeys(["app", "none"]);

describe("the labels of an entry from JSON", () => {
  const values = async (object: string, keepManagedFields = false): Promise<unknown> => {
    const found: unknown[] = [];
    await readWatch<KubeObject>(bodyOf(`{"type":"ADDED","object":${object}}\n`), {
      keepManagedFields,
      onEvent: (_type, entry) => void found.push((entry as RawEntry<KubeObject>).labelValues(keys)),
    });
    return found[0];
  };

  it("are found where they lie, before and behind what is cut out", async () => {
    const [labels, managed, name] = ['"labels":{"app":"web","x":"y"}', '"managedFields":[{"a":{}}]', '"name":"a"'];
    for (const members of [
      [labels],
      [name, labels],
      [labels, managed, name],
      [managed, labels],
      [name, managed, labels],
      [name, labels, managed],
    ])
      for (const keep of [false, true])
        expect(await values(`{"metadata":{${members.join()}}}`, keep), members.join()).toEqual({ app: "web" });
    expect(await values('{"spec":{"labels":{"app":"x"}},"metadata":{"name":"a"}}')).toEqual({});
    expect(await values(`{"metadata":{${managed}}}`)).toEqual({});
    expect(await values('{"metadata":{"labelz":{"app":"x"}}}')).toEqual({});
    expect(await values("{}")).toEqual({});
  });

  it("are left to a parser when they come twice, or when only a parser could read the object", async () => {
    expect(await values('{"metadata":{"labels":{"app":"a"},"labels":{"app":"b"}}}')).toBeUndefined();
    expect(await values('{"metadata":{"labels":{},"labels":{},"labels":{"app":"b"}}}')).toBeUndefined();
    expect(await values('{"metadata":{"n\\u0061me":"a","labels":{"app":"a"}}}')).toBeUndefined();
    expect(await values('{"metadata":{"labels":null}}')).toBeUndefined();
    expect(await values('{"metadata":{"labels":{"app":1,"x":"y"}}}')).toBeUndefined();
  });

  it("are left to a parser when they begin after 32 KiB or take more than 64 KiB", () => {
    const found = (before: number, length: number): unknown => {
      const object = { metadata: { annotations: { a: "" }, labels: { app: "web", x: "" } } };
      const start = JSON.stringify(object).indexOf('{"app"');
      object.metadata.annotations.a = "a".repeat(before - start);
      object.metadata.labels.x = "x".repeat(length - '{"app":"web","x":""}'.length);
      const entry = encodeEntry<unknown>(object, new EntryContext(), new SlabArena());
      return (entry as RawEntry<unknown>).labelValues(keys);
    };
    expect([found(32_767, 100), found(32_768, 100)]).toEqual([{ app: "web" }, undefined]);
    expect([found(100, 65_535), found(100, 65_536)]).toEqual([{ app: "web" }, undefined]);
  });
});

describe("the labels of an entry from protobuf", () => {
  let codec: ProtobufCodec;

  beforeAll(async () => {
    codec = await loadProtobuf();
  });

  const label = (key: string, value: string) => part(11, written(part(1, key), part(2, value)));
  const values = async (parts: Parameters<typeof written>, keepManagedFields = false): Promise<unknown> => {
    const found: unknown[] = [];
    const object = written(part(1, written(...parts)), part(2, ""));
    await codec.readWatch<KubeObject>(bodyOf(writeWatchFrame("ADDED", writeEnvelope("v1", "Pod", object))), {
      keepManagedFields,
      onEvent: (_type, entry) => void found.push((entry as RawEntry<KubeObject>).labelValues(keys)),
    });
    return found[0];
  };

  it("are found where they lie one behind the other, before what is cut out", async () => {
    const [name, managed] = [part(1, "a"), part(17, written(part(1, "m".repeat(200))))];
    const labels = [label("app", "web"), label("x", "y")];
    for (const keep of [false, true]) {
      expect(await values([name, ...labels], keep)).toEqual({ app: "web" });
      expect(await values([...labels, name], keep)).toEqual({ app: "web" });
      expect(await values([name, ...labels, managed], keep)).toEqual({ app: "web" });
      expect(await values([name, label("x", "y"), label("app", "web"), name, managed], keep)).toEqual({ app: "web" });
      expect(await values([name], keep)).toEqual({});
      expect(await values([name, managed], keep)).toEqual({});
      // Elsewhere the decoder has to find them.
      expect(await values([managed, ...labels], keep)).toBeUndefined();
      expect(await values([label("app", "web"), managed, label("x", "y")], keep)).toBeUndefined();
      expect(await values([label("app", "web"), name, label("x", "y")], keep)).toBeUndefined();
      expect(await values([label("x", "y"), name, label("x", "y"), label("app", "web")], keep)).toBeUndefined();
    }
  });
});
