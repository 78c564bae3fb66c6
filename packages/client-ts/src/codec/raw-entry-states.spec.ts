import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { UndecodableObjectError } from "../errors/index.ts";
import type { KubeObject } from "../meta/index.ts";
import { EntryContext, type EntryOptions } from "./entry-context.ts";
import { encodeEntry } from "./make-entry.ts";
import { ObjectMemo } from "./object-memo.ts";
import { plainEntry } from "./plain-entry.ts";
import { objectAfter, packRange, RawEntry, RawFacts } from "./raw-entry.ts";
import { Slab, SlabArena } from "./slab.ts";
import { failure } from "./test-support/failures.ts";

interface Pod extends KubeObject {
  spec?: unknown;
}

const pod: Pod = { metadata: { name: "a", namespace: "shop", uid: "u", resourceVersion: "5" }, spec: { n: [1] } };

function made(object: Pod = pod, options: EntryOptions = {}, arena = new SlabArena()): RawEntry<Pod> {
  return encodeEntry(object, new EntryContext(options), arena) as RawEntry<Pod>;
}

/** An entry of this text, whose facts are as given. */
function raw(text: string, more: Partial<RawFacts> = {}, context = new EntryContext()): RawEntry<Pod> {
  const slab = new Slab(text.length + 10);
  slab.bytes.write(text, 10);
  const facts = new RawFacts();
  Object.assign(facts, { key: "shop/a", namespace: "shop", resourceVersion: "5", uid: "u", ascii: true, ...more });
  facts.length = text.length;
  return new RawEntry<Pod>(context, slab, 10, facts);
}

describe("a packed range", () => {
  it("has metadata of up to a megabyte near the beginning, and short labels far from it", () => {
    const unpacked = (packed: number, bits: number): number[] => [packed >>> bits, packed & ((1 << bits) - 1)];
    for (const [start, length] of [
      [0, 0],
      [12, 500],
      [2047, (1 << 20) - 1],
    ] as const)
      expect(unpacked(packRange("meta", start, length), 20)).toEqual([start, length]);
    expect(unpacked(packRange("labels", (1 << 15) - 1, (1 << 16) - 1), 16)).toEqual([(1 << 15) - 1, (1 << 16) - 1]);
    expect([packRange("meta", 2048, 1), packRange("meta", 0, 1 << 20)]).toEqual([-1, -1]);
    expect([packRange("labels", 1 << 15, 1), packRange("labels", 0, 1 << 16)]).toEqual([-1, -1]);
  });
});

describe("the stores that hold an entry", () => {
  it.each([true, false])("are counted, whatever else is known of it (ASCII: %s)", (ascii) => {
    const entry = raw('{"metadata":{"name":"a"}}', { ascii });
    const memo = new ObjectMemo();
    expect([entry.held, entry.release(), entry.slab.live]).toEqual([false, false, 0]);
    expect([entry.retain(memo), entry.held, entry.slab.live]).toEqual([true, true, entry.weight]);
    expect([entry.retain(memo), entry.release(), entry.held]).toEqual([false, false, true]);
    expect([entry.release(), entry.held, entry.slab.live]).toEqual([true, false, 0]);
    expect([entry.release(), entry.held, entry.slab.live]).toEqual([false, false, 0]);
  });
});

describe("an entry made from bytes", () => {
  it("says what it is, itself before its list", () => {
    const named = made({ ...pod, apiVersion: "v2", kind: "Own" }, { apiVersion: "v1", kind: "Pod" });
    expect([named.apiVersion, named.kind, named.field(["kind"]), named.field(["apiVersion"])]).toEqual([
      "v2",
      "Own",
      "Own",
      "v2",
    ]);
    expect(named.object).toMatchObject({ apiVersion: "v2", kind: "Own" });
    const listed = made(pod, { apiVersion: "v1", kind: "Pod" });
    expect([listed.apiVersion, listed.kind, listed.field(["kind"]), listed.field(["apiVersion"])]).toEqual([
      "v1",
      "Pod",
      "Pod",
      "v1",
    ]);
    expect(listed.object).toEqual({ ...pod, apiVersion: "v1", kind: "Pod" });
    const bare = made();
    expect([bare.apiVersion, bare.kind, bare.field(["kind"]), bare.field(["apiVersion"])]).toEqual([
      "",
      "",
      undefined,
      undefined,
    ]);
    expect(bare.object).toStrictEqual(pod);
    expect([bare.field(["kind", "x"]), bare.field(["other"]), bare.field([])]).toEqual([undefined, undefined, pod]);
  });

  it("is equal to another by its bytes alone", () => {
    const [arena, other] = [new SlabArena(), { ...pod, spec: { n: [2] } }];
    const [one, two, three] = [made(pod, {}, arena), made(other, {}, arena), made(pod, {}, arena)];
    expect([one.hasBytesOf(three), one.hasBytesOf(two), two.hasBytesOf(one)]).toEqual([true, false, false]);
    expect(one.hasBytesOf(made({ ...pod, spec: { n: [10] } }))).toBe(false);
    expect(one.hasBytesOf(plainEntry(pod))).toBe(false);
    expect([one.bytes().toString(), one.weight]).toEqual([JSON.stringify(pod), JSON.stringify(pod).length]);
    const copy = one.bytes();
    copy.fill(0);
    expect(one.object).toEqual(pod);
  });

  it("prints as its object, and as nothing when that cannot be decoded", () => {
    expect(inspect(made())).toBe(inspect(pod));
    expect(inspect(raw('{"a":tru}'))).toBe("undefined");
  });

  it("gives metadata that is an object, whatever the document has in its place", () => {
    for (const metadata of ["null", "[1]", '"text"', "1"]) {
      expect(raw(`{"metadata":${metadata}}`).meta).toEqual({});
      const read = raw(`{"metadata":${metadata}}`);
      void read.object;
      expect(read.meta).toEqual({});
    }
    expect(raw('{"metadata":{"name":"b"}}').meta).toEqual({ name: "b" });
    expect(raw("{}").meta).toEqual({});
  });

  it("may be nested as deep as its scan has said, and is checked when that is not sure", () => {
    const deep = `{"a":${"[".repeat(1_001)}${"]".repeat(1_001)}}`;
    const never = (): EntryContext => new EntryContext({ freeze: "never" });
    expect(failure(() => raw(deep, { shallow: false }, never()).object).message).toBe(
      'object "shop/a" at resourceVersion "5" cannot be decoded: it is nested deeper than 1000 levels',
    );
    expect(failure(() => raw(deep, { shallow: true }).object).message).toContain("nested deeper than 1000 levels");
    // The cause says what the check has found.
    expect((failure(() => raw(deep, {}, never()).object).cause as Error).message).toBe(
      "the object is nested deeper than 1000 levels",
    );
    expect(raw(deep, { shallow: true }, never()).object).toHaveProperty("a");
    const shallow = `{"a":${"[".repeat(1_000)}${"]".repeat(1_000)}}`;
    expect(raw(shallow, {}, never()).object).toHaveProperty("a");
  });
});

describe("an entry that cannot be decoded", () => {
  const text = '{"metadata":{"name":"a","labels":{"b":"c"}},"spec":tru}';
  const metaStart = text.indexOf('{"name"');
  const metaLength = text.indexOf(',"spec"') - metaStart;
  const meta = packRange("meta", metaStart, metaLength);

  it("throws the same error each time, and has the metadata that can be read", () => {
    const entry = raw(text, { meta });
    expect(entry.hasFailed).toBe(false);
    expect(entry.meta).toEqual({ name: "a", labels: { b: "c" } });
    expect(entry.field(["metadata", "labels", "b"])).toBe("c");
    const error = failure(() => entry.object) as UndecodableObjectError;
    expect({ ...error, message: error.message }).toMatchObject({
      key: "shop/a",
      uid: "u",
      resourceVersion: "5",
      reason: "it is not valid JSON",
      message: 'object "shop/a" at resourceVersion "5" cannot be decoded: it is not valid JSON',
    });
    expect((error.cause as Error).message).toBe("SyntaxError");
    expect([failure(() => entry.object), failure(() => entry.field([])), failure(() => entry.field(["spec"]))]).toEqual(
      [error, error, error],
    );
    expect(failure(() => entry.object)).toBe(error);
    expect([entry.hasFailed, entry.decoded, entry.remaining]).toEqual([true, undefined, undefined]);
    expect(entry.meta).toEqual({ name: "a", labels: { b: "c" } });
  });

  it("has its identity in the place of metadata that cannot be read", () => {
    const whole = { name: "a", namespace: "shop", uid: "u", resourceVersion: "5" };
    // The metadata is where it cannot be parsed.
    const damaged = raw(text, { meta: packRange("meta", metaStart, metaLength - 1) });
    expect(damaged.meta).toStrictEqual(whole);
    expect([Object.isFrozen(damaged.meta), damaged.hasFailed]).toEqual([true, true]);
    // It can be had only by decoding all.
    expect(raw(text).meta).toStrictEqual(whole);
    const bare = { key: "a", namespace: "", uid: "" };
    expect(raw(text, bare).meta).toStrictEqual({ name: "a", resourceVersion: "5" });
    // It is nested too deep.
    const deep = `{"metadata":{"a":${"[".repeat(1_002)}${"]".repeat(1_002)}}}`;
    const place = { meta: packRange("meta", 12, deep.length - 13) };
    const frozen = raw(deep, place);
    expect(frozen.meta).toStrictEqual(whole);
    expect(failure(() => frozen.object).message).toContain("nested deeper than 1000 levels");
    expect(Object.isFrozen(raw(deep, place, new EntryContext({ freeze: "never" })).meta)).toBe(false);
  });

  it("that was known on arrival reads nothing but its metadata", () => {
    const context = new EntryContext();
    const problem = "it is damaged";
    const entry = raw(text, { meta, problem }, context);
    expect(context.refused).toMatchObject({ key: "shop/a", reason: problem });
    expect([entry.hasFailed, failure(() => entry.object)]).toEqual([true, context.refused]);
    expect([entry.field(["metadata", "name"]), entry.field(["metadata"])]).toEqual([
      "a",
      { name: "a", labels: { b: "c" } },
    ]);
    expect([failure(() => entry.field(["spec"])), failure(() => entry.field(["kind"]))]).toEqual([
      context.refused,
      context.refused,
    ]);
    // The first of several is the one that a list fails with; the second time the same one is accepted.
    const first = context.refused;
    raw(text, { key: "shop/b", problem }, context);
    expect(context.refused).toBe(first);
    context.refused = undefined;
    raw(text, { problem }, context);
    expect(context.refused).toBeUndefined();
    raw(text, { problem, resourceVersion: "6" }, context);
    expect(context.refused).toMatchObject({ resourceVersion: "6" });
  });

  it("is reported once, to the store that holds it", () => {
    const errors: UndecodableObjectError[] = [];
    const memo = new ObjectMemo(1_000, undefined, (error) => void errors.push(error));
    const entry = raw(text);
    failure(() => entry.object);
    expect(errors).toEqual([]);
    entry.retain(memo);
    expect(errors).toEqual([failure(() => entry.object)]);
    entry.release();
    entry.retain(memo);
    failure(() => entry.field(["spec"]));
    expect(errors).toHaveLength(1);
    const held = raw(text, { key: "shop/b" });
    held.retain(memo);
    expect(errors).toHaveLength(1);
    failure(() => held.object);
    failure(() => held.object);
    expect(errors.map(({ key }) => key)).toEqual(["shop/a", "shop/b"]);
    // A memo without a listener is enough.
    const silent = raw(text);
    silent.retain(new ObjectMemo());
    expect(failure(() => silent.object).name).toBe("UndecodableObjectError");
  });
});

describe("an entry that a store holds", () => {
  it("counts as live while at least one store does, in the slab where it lies", () => {
    const [arena, memo] = [new SlabArena(), new ObjectMemo()];
    const entry = made(pod, {}, arena);
    const { slab, weight } = entry;
    expect([entry.held, slab.live, slab.residents.length]).toEqual([false, 0, 0]);
    expect([entry.retain(memo), entry.retain(memo), entry.held, slab.live]).toEqual([true, false, true, weight]);
    expect(slab.residents).toHaveLength(1);
    expect([entry.release(), entry.held, slab.live]).toEqual([false, true, weight]);
    expect([entry.release(), entry.held, slab.live]).toEqual([true, false, 0]);
    expect([entry.release(), slab.live]).toEqual([false, 0]);
  });

  it("moves with its bytes, and with what counts as live only when it is held", () => {
    const memo = new ObjectMemo();
    for (const held of [true, false]) {
      const target = new SlabArena();
      made(pod, {}, target);
      const entry = made();
      const { slab: before, weight } = entry;
      if (held) entry.retain(memo);
      entry.moveTo(target);
      const { slab } = entry;
      expect([slab === before, slab.used, before.live]).toEqual([false, 2 * weight, 0]);
      expect([slab.live, slab.residents.length]).toEqual(held ? [weight, 1] : [0, 0]);
      before.bytes.fill(0);
      expect([entry.object, entry.uid, entry.bytes().toString()]).toEqual([pod, "u", JSON.stringify(pod)]);
    }
  });

  it("has its object kept by the memo, then weakly, and decodes it again when it is gone", () => {
    const [memo, other] = [new ObjectMemo(), new ObjectMemo()];
    const entry = made();
    expect([entry.decoded, entry.remaining, entry.isKeptBy(memo)]).toEqual([undefined, undefined, false]);
    entry.retain(memo);
    expect(entry.isKeptBy(memo)).toBe(false);
    const { object } = entry;
    expect([entry.isKeptBy(memo), entry.isKeptBy(other), memo.size, memo.bytes]).toEqual([
      true,
      false,
      1,
      entry.weight,
    ]);
    entry.recent = false;
    expect([entry.decoded === object, entry.recent, entry.remaining]).toEqual([true, true, undefined]);
    entry.recent = false;
    expect([entry.object === object, entry.recent]).toEqual([true, true]);
    entry.release();
    entry.recent = false;
    expect([entry.decoded, entry.recent, entry.remaining === object, memo.size]).toEqual([undefined, false, true, 0]);
    expect([entry.isKeptBy(memo), entry.meta === object.metadata, entry.field(["spec"])]).toEqual([
      false,
      true,
      pod.spec,
    ]);
    // Without a store the entry itself keeps it.
    expect([entry.object === object, entry.decoded === object, entry.remaining]).toEqual([true, true, undefined]);
  });

  it("gives its metadata again while that is kept, and counts it when a store comes", () => {
    const memo = new ObjectMemo();
    const entry = made();
    const { meta } = entry;
    expect([entry.meta === meta, Object.isFrozen(meta)]).toEqual([true, true]);
    entry.retain(memo);
    expect([memo.size, entry.isKeptBy(memo)]).toEqual([1, true]);
    const { object } = entry;
    expect([entry.meta === object.metadata, entry.meta === meta, memo.size]).toEqual([true, false, 1]);
    entry.evict();
    entry.evict();
    expect([entry.decoded, entry.remaining === object]).toEqual([undefined, true]);
    expect(Object.isFrozen(made(pod, { freeze: "never" }).meta)).toBe(false);
  });
});

describe("an object that is read after an earlier version", () => {
  it("is decoded once, frozen as all are, and is the same as when it is read alone", () => {
    const changed: Pod = { ...pod, spec: { n: [{ m: {} }] } };
    for (const freeze of ["always", "never"] as const) {
      const [earlier, later] = [made(pod, { freeze }), made(changed, { freeze })];
      const before = earlier.object;
      const object = objectAfter(later, earlier);
      expect(object).toEqual(changed);
      expect(later.object).toBe(object);
      expect(objectAfter(later, earlier)).toBe(object);
      const inner = (object.spec as { n: [{ m: object }] }).n[0].m;
      const frozen = freeze === "always";
      expect([object, object.metadata, inner].map((part) => Object.isFrozen(part))).toEqual([frozen, frozen, frozen]);
      expect(before).toEqual(pod);
    }
  });

  it("does not need the earlier one to be decoded, or to be made from bytes", () => {
    const changed: Pod = { ...pod, spec: 2 };
    expect(objectAfter(made(changed), made())).toEqual(changed);
    expect(objectAfter(made(changed), plainEntry(pod))).toEqual(changed);
    expect(objectAfter(plainEntry(changed), made())).toBe(plainEntry(changed).object);
  });

  it("sees the version before as its format needs it, in the slab where that lies now", () => {
    const seen: unknown[] = [];
    const context = (name: string): EntryContext =>
      new EntryContext(
        { freeze: "never" },
        {
          ...new EntryContext().format,
          name,
          decode(bytes, start, end, ascii, earlier) {
            if (earlier === undefined) seen.push(undefined);
            else seen.push([earlier.bytes.toString("utf8", earlier.start, earlier.end), earlier.object]);
            return new EntryContext().format.decode(bytes, start, end, ascii);
          },
        },
      );
    const one = context("one");
    const [earlier, later] = [raw('{"a":1}', {}, one), raw('{"a":2}', {}, one)];
    const { object } = earlier;
    expect(later.objectAfter(earlier)).toEqual({ a: 2 });
    expect(seen).toEqual([undefined, ['{"a":1}', object]]);
    // One that is still in memory serves as well; one of another format does not.
    earlier.evict();
    expect(raw('{"a":3}', {}, one).objectAfter(earlier)).toEqual({ a: 3 });
    expect(raw('{"a":4}', {}, context("other")).objectAfter(earlier)).toEqual({ a: 4 });
    expect(raw('{"a":5}', {}, one).objectAfter(raw("{}", {}, one))).toEqual({ a: 5 });
    expect(seen.slice(2)).toEqual([['{"a":1}', object], undefined, undefined]);
  });
});
