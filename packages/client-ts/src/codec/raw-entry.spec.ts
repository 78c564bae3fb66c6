import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isClientError } from "../errors/index.ts";
import type { KubeObject } from "../meta/index.ts";
import type { Entry } from "./entry.ts";
import { EntryContext } from "./entry-context.ts";
import { fieldOf } from "./field-path.ts";
import { encodeEntry } from "./make-entry.ts";
import { ObjectMemo } from "./object-memo.ts";
import { plainEntry } from "./plain-entry.ts";
import type { RawEntry } from "./raw-entry.ts";
import { readList } from "./read-list.ts";
import { SlabArena } from "./slab.ts";
import { bodyOf, objectArbitrary, styleFrom, writeJson } from "./test-support/bodies.ts";
import { labelKeys } from "./label-text.ts";

interface Pod extends KubeObject {
  spec?: { nodeName?: string; [field: string]: unknown };
}

/** The entry of one object as the server would send it in a list. */
async function received(
  text: string,
  options: Partial<Parameters<typeof readList>[1]> = {},
  sizes?: readonly number[],
): Promise<Entry<Pod>> {
  const entries: Entry<Pod>[] = [];
  const body = `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[${text}]}`;
  await readList<Pod>(bodyOf(body, sizes), { ...(options as object), onItem: (entry) => void entries.push(entry) });
  return entries[0]!;
}

const web =
  '{"metadata":{"name":"web","namespace":"shop","uid":"u-1","resourceVersion":"12"},"spec":{"nodeName":"n1"}}';

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

describe("an entry made from bytes", () => {
  it("gives the result of JSON.parse for any document, cut into any chunks (F-A30, F-B8, F-B15)", async () => {
    const paths = fc.array(
      fc.constantFrom(
        "metadata",
        "spec",
        "name",
        "uid",
        "labels",
        "kind",
        "apiVersion",
        "__proto__",
        "nodeName",
        "é",
        "",
        "0",
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    );
    const run = fc.record({
      node: objectArbitrary(fc),
      seed: fc.integer(),
      sizes: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 }),
      keepManagedFields: fc.boolean(),
      scanner: fc.constantFrom("wasm" as const, "js" as const),
      paths: fc.array(paths, { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(run, async ({ node, seed, sizes, keepManagedFields, scanner, paths }) => {
        const document = writeJson(node, styleFrom(seed));
        const parsed = JSON.parse(document) as Record<string, unknown>;
        const metadata = parsed["metadata"];
        const meta = (
          typeof metadata === "object" && metadata !== null && !Array.isArray(metadata) ? metadata : {}
        ) as Record<string, unknown>;
        if (!keepManagedFields) delete meta["managedFields"];
        const entry = await received(document, { keepManagedFields, scanner, freeze: "never" }, sizes);
        const own = (key: string): string => text(Object.hasOwn(meta, key) ? meta[key] : undefined);
        expect(entry.namespace).toBe(own("namespace"));
        expect(entry.name).toBe(own("name"));
        expect(entry.key).toBe(
          own("namespace") === "" || own("name") === "" ? own("name") : `${own("namespace")}/${own("name")}`,
        );
        expect(entry.uid).toBe(own("uid"));
        expect(entry.resourceVersion).toBe(own("resourceVersion"));
        if (parsed["kind"] === undefined) parsed["kind"] = "Pod";
        if (parsed["apiVersion"] === undefined) parsed["apiVersion"] = "v1";
        for (const path of paths) expect(entry.field(path), path.join(".")).toEqual(fieldOf(parsed, path));
        expect(entry.meta).toEqual(meta);
        expect(entry.object).toEqual(parsed);
        for (const path of paths) expect(entry.field(path)).toEqual(fieldOf(parsed, path));
      }),
      { numRuns: 3000 },
    );
  }, 60_000);

  it("cuts managedFields from the bytes wherever they stand, and keeps them when asked", async () => {
    const fields = '"managedFields":[{"manager":"kubelet","fieldsV1":{"f:a":{"}":"]"}}}]';
    const orders = [
      `${fields},"name":"web","uid":"u"`,
      `"name":"web",${fields},"uid":"u"`,
      `"name":"web","uid":"u",${fields}`,
      ` ${fields} , "name" : "web","uid":"u" `,
    ];
    for (const order of orders) {
      const cut = (await received(`{"metadata":{${order}},"spec":{}}`)) as RawEntry<Pod>;
      expect(cut.bytes().includes("managedFields")).toBe(false);
      expect(cut.meta).toEqual({ name: "web", uid: "u" });
      expect(cut.object).toEqual({ metadata: { name: "web", uid: "u" }, spec: {}, kind: "Pod", apiVersion: "v1" });
      expect(cut.uid).toBe("u");
      const kept = await received(`{"metadata":{${order}}}`, { keepManagedFields: true });
      expect(kept.object.metadata?.managedFields).toHaveLength(1);
    }
    expect((await received(`{"metadata":{${fields}}}`)).object.metadata).toEqual({});
  });

  it("takes the last of keys that come twice, as JSON.parse does", async () => {
    const entry = await received(
      '{"metadata":{"name":"a","name":"b"},"metadata":{"name":"c","managedFields":[]},"kind":"X","kind":"Y"}',
    );
    expect([entry.name, entry.kind]).toEqual(["c", "Y"]);
    expect(entry.object).toEqual({ metadata: { name: "c" }, kind: "Y", apiVersion: "v1" });
    const twice =
      '{"metadata":{"name":"a","managedFields":[{"manager":"x"}],"uid":"u","managedFields":[{"manager":"y"}]}}';
    expect((await received(twice)).object.metadata).toEqual({ name: "a", uid: "u" });
    expect((await received(twice, { keepManagedFields: true })).object.metadata?.managedFields).toEqual([
      { manager: "y" },
    ]);
    expect(
      (await received('{"metadata":{"name":"a"},"spec":{"nodeName":"x"},"spec":{"nodeName":"y"}}')).field([
        "spec",
        "nodeName",
      ]),
    ).toBe("y");
  });

  it("reads sorted keys, spaces, escapes and other alphabets (F-A30)", async () => {
    const entry = await received(
      '{\n  "apiVersion": "example.com/v1",\n  "kind": "Widget",\n  "metadata": {\n    "labels": {"app": "w\\u00e9b"},\n    "na\\u006de": "web", "namespace": "läden"\n  },\n "spec": {"nodeName": "ノード"}\n}',
    );
    expect([entry.key, entry.kind, entry.apiVersion]).toEqual(["läden/web", "Widget", "example.com/v1"]);
    expect(entry.meta.labels).toEqual({ app: "wéb" });
    expect(entry.field(["spec", "nodeName"])).toBe("ノード");
  });

  it("reads array elements and composite values by path", async () => {
    const entry = await received(
      '{"metadata":{"name":"a"},"spec":{"containers":[{"name":"x"},{"name":"y"}],"n":3,"t":true,"z":null}}',
    );
    expect(entry.field(["spec", "containers", "1", "name"])).toBe("y");
    expect(entry.field(["spec", "containers", "length"])).toBeUndefined();
    expect(entry.field(["spec", "containers"])).toEqual([{ name: "x" }, { name: "y" }]);
    expect([entry.field(["spec", "n"]), entry.field(["spec", "t"]), entry.field(["spec", "z"])]).toEqual([
      3,
      true,
      null,
    ]);
    expect(entry.field(["spec", "n", "deeper"])).toBeUndefined();
    expect(entry.field(["kind"])).toBe("Pod");
  });

  it("gives labels by name without decoding, wherever they and managedFields stand", async () => {
    const labels = '"labels":{"app":"web","tier":"front"}';
    const managed = '"managedFields":[{"manager":"kubelet"}]';
    const values = async (metadata: string, keepManagedFields = false): Promise<unknown> => {
      const entry = await received(`{"spec":{},"metadata":{${metadata}}}`, { keepManagedFields });
      const found = (entry as RawEntry<Pod>).labelValues(labelKeys(["app", "none"]));
      if (found !== undefined) expect(found["app"]).toBe(entry.meta.labels?.["app"]);
      expect((entry as RawEntry<Pod>).decoded).toBeUndefined();
      return found;
    };
    for (const order of [
      [labels, managed, '"name":"a"'],
      [managed, labels, '"name":"a"'],
      ['"name":"a"', managed, labels],
    ])
      for (const kept of [true, false]) expect(await values(order.join(), kept), order.join()).toEqual({ app: "web" });
    expect(await values('"name":"a"')).toEqual({});
    expect(await values('"name":"a","labels":null')).toBeUndefined();
    // What comes twice, has escapes, or lies too far behind is left to the parser.
    expect(await values(`"name":"a","labels":{"app":"old"},${labels}`)).toBeUndefined();
    expect(await values('"name":"a","labels":{"app":"w\\u0065b"}')).toBeUndefined();
    expect(await values(`"name":"a","annotations":{"x":"${"x".repeat(40_000)}"},${labels}`)).toBeUndefined();
  });

  it("gives the same object while a caller holds it, also after the memo dropped it", async () => {
    const entry = (await received(web)) as RawEntry<Pod>;
    const memo = new ObjectMemo(0);
    entry.retain(memo);
    const object = entry.object;
    expect(memo.size).toBe(0);
    expect(entry.decoded).toBeUndefined();
    expect(entry.object).toBe(object);
    expect(entry.meta).toBe(object.metadata);
    entry.release();
    expect(entry.object).toBe(object);
  });

  it("compares uids without decoding them, as their texts compare, whatever they hold", async () => {
    const uids = ["", "u-1", "u-2", "u-10", "ünïcode", 'with \\ and "', "x".repeat(300), `${"x".repeat(299)}y`];
    const document = (uid: string): string => JSON.stringify({ metadata: { name: "a", uid, resourceVersion: "1" } });
    const entries = await Promise.all(uids.map(async (uid) => (await received(document(uid))) as RawEntry<Pod>));
    const again = await Promise.all(uids.map((uid) => received(document(uid))));
    const plain = uids.map((uid) => plainEntry<Pod>({ metadata: { name: "a", uid } }));
    for (const [i, entry] of entries.entries()) {
      for (const [k, uid] of uids.entries()) {
        expect(entry.hasUidOf(again[k]!)).toBe(uids[i] === uid);
        expect(entry.hasUidOf(plain[k]!)).toBe(uids[i] === uid);
      }
    }
  });

  it("freezes what it hands out by default (F-E4)", async () => {
    for (const options of [
      { freeze: "always" },
      { freeze: "dev", production: false },
      { production: false },
    ] as const) {
      const { object, meta } = await received(web, options);
      expect(() => Object.assign(object.spec!, { nodeName: "n2" })).toThrow(TypeError);
      expect(() => Object.assign(object, { more: 1 })).toThrow(TypeError);
      expect(() => Object.assign(meta, { name: "other" })).toThrow(TypeError);
      const labelled = '{"metadata":{"name":"web","labels":{"app":"web"}}}';
      const alone = (await received(labelled, options)).meta;
      expect(() => Object.assign(alone.labels!, { app: "other" })).toThrow(TypeError);
    }
    for (const options of [{ freeze: "never" }, { freeze: "dev", production: true }] as const) {
      const { object } = await received(web, options);
      Object.assign(object.spec!, { nodeName: "n2" });
      expect(object.spec?.nodeName).toBe("n2");
    }
  });

  it("keeps __proto__ and constructor as data and leaves prototypes alone (F-B15)", async () => {
    const entry = await received(
      '{"metadata":{"name":"a","labels":{"__proto__":"x","constructor":"y"}},"__proto__":{"polluted":true}}',
    );
    expect(Object.keys(entry.meta.labels!)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(entry.object)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(entry.field(["metadata", "labels", "__proto__"])).toBe("x");
    expect(entry.field(["metadata", "labels", "toString"])).toBeUndefined();
  });

  it("stores an object that is nested 5,000 deep; decoding it throws an error, frozen or not (F-B16)", async () => {
    const nested = (levels: number): string =>
      `{"metadata":{"name":"a"},"spec":${'{"x":'.repeat(levels)}1${"}".repeat(levels)}}`;
    for (const freeze of ["always", "never"] as const) {
      const entry = await received(nested(5000), { freeze });
      expect([entry.name, entry.meta]).toEqual(["a", { name: "a" }]);
      expect(() => entry.object).toThrow("nested deeper than 1000 levels");
      // The object itself is the first level.
      expect((await received(nested(1000), { freeze })).object.metadata?.name).toBe("a");
      const over = await received(nested(1001), { freeze });
      expect(() => over.object).toThrow("nested deeper than 1000 levels");
    }
  });

  it("gives integers above 2^53 as JSON.parse does: the documented limit (F-B14)", async () => {
    const entry = await received(
      '{"metadata":{"name":"a","resourceVersion":"90071992547409931234"},"spec":{"big":9007199254740993}}',
    );
    expect(entry.resourceVersion).toBe("90071992547409931234");
    expect(entry.field(["spec", "big"])).toBe(9007199254740992);
    expect(entry.object.spec?.["big"]).toBe(9007199254740992);
    expect((entry as RawEntry<Pod>).bytes().includes("9007199254740993")).toBe(true);
  });

  it("says which object cannot be decoded, when that shows only on reading (F-A28)", async () => {
    const entry = await received('{"metadata":{"name":"web","namespace":"shop"},"spec":{"nodeName":tru}}');
    let error: unknown;
    try {
      void entry.object;
    } catch (caught) {
      error = caught;
    }
    expect(isClientError(error, "Protocol")).toBe(true);
    expect((error as Error).message).toContain('"shop/web"');
  });

  it("shows none of its content when it cannot be decoded: it may be a Secret's", async () => {
    const entry = await received('{"metadata":{"name":"web","resourceVersion":"1"},"data":{"password":s3cret}}');
    for (const read of [() => entry.object, () => entry.field(["data", "password"])]) {
      let error: unknown;
      try {
        void read();
      } catch (caught) {
        error = caught;
      }
      expect(isClientError(error, "Protocol")).toBe(true);
      expect(inspect(error, { depth: 10, showHidden: true })).not.toContain("s3c");
    }
  });

  it("is refused at once with verify when any of it is not JSON (F-A28)", async () => {
    for (const spec of ['{"nodeName":tru}', '{"a":1,}', '{"a" 1}', "[1 2]", '{"a":"\\x"}', '{"a":01}']) {
      const text = `{"metadata":{"name":"web"},"spec":${spec}}`;
      await expect(received(text, { verify: true })).rejects.toThrow("not valid JSON");
    }
    expect((await received(web, { verify: true })).key).toBe("shop/web");
    // What is left out is not checked.
    const managed = '{"metadata":{"name":"web","managedFields":[{"a":tru}],"resourceVersion":"1"}}';
    expect((await received(managed, { verify: true })).object.metadata).toEqual({ name: "web", resourceVersion: "1" });
    await expect(received(managed, { verify: true, keepManagedFields: true })).rejects.toThrow("not valid JSON");
  });

  it("is made from an object as well, for transformed ones", () => {
    const entry = encodeEntry<Pod>(
      { metadata: { name: "é", namespace: "shop", uid: "u", managedFields: [] }, spec: { nodeName: "n" } },
      new EntryContext({ kind: "Pod" }),
      new SlabArena(),
    );
    expect([entry.key, entry.uid, entry.kind]).toEqual(["shop/é", "u", "Pod"]);
    expect(entry.object).toEqual({
      metadata: { name: "é", namespace: "shop", uid: "u" },
      spec: { nodeName: "n" },
      kind: "Pod",
    });
  });
});

describe("metadata and objects read through a memo that is full", () => {
  const objects = (count: number, pad = 0): Pod[] =>
    Array.from({ length: count }, (_, i) => ({
      metadata: { name: `p-${i}`, namespace: "shop", uid: `u-${i}`, resourceVersion: String(i + 1) },
      spec: { pad: "x".repeat(pad + (i % 7) * 100) },
    }));

  function held(memo: ObjectMemo, pods: readonly Pod[]): RawEntry<Pod>[] {
    const [context, arena] = [new EntryContext({ kind: "Pod", apiVersion: "v1" }), new SlabArena()];
    return pods.map((pod) => {
      const entry = encodeEntry(pod, context, arena) as RawEntry<Pod>;
      entry.retain(memo);
      return entry;
    });
  }

  it("are given although the memo drops them while they are admitted", () => {
    for (const memoBytes of [0, 1, 300, 2_000, 1 << 20]) {
      const pods = objects(200, 50);
      const entries = held(new ObjectMemo(memoBytes), pods);
      let seed = 1;
      for (let read = 0; read < 4_000; read++) {
        seed = (seed * 48_271) % 2_147_483_647;
        const i = seed % entries.length;
        const entry = entries[i]!;
        if (seed % 3 === 0) expect(entry.object, `object ${i} with ${memoBytes} bytes`).toMatchObject(pods[i]!);
        else expect(entry.meta, `metadata ${i} with ${memoBytes} bytes`).toEqual(pods[i]!.metadata);
      }
    }
  });

  it("stay in it when they were read since the memo looked last, and the others go", () => {
    const pods = objects(4);
    const sameSize = pods.map((pod) => ({ ...pod, spec: { pad: "x" } }));
    const weight = held(new ObjectMemo(), sameSize)[0]!.weight;
    const entries = held(new ObjectMemo(3 * weight), sameSize);
    for (const entry of entries.slice(0, 3)) void entry.object;
    // The fourth makes the memo look at all of them, and drop the first.
    void entries[3]!.object;
    const kept = (): boolean[] => entries.map(({ memoAt }) => memoAt >= 0);
    expect(kept()).toEqual([false, true, true, true]);
    // Two of the three are read again, the first comes back: the one that was not read has to go.
    for (const at of [3, 1, 0]) void entries[at]!.object;
    expect(kept()).toEqual([true, true, false, true]);
  });

  it("leave the memo with their entry, and count when they were read before a store held the entry", () => {
    const memo = new ObjectMemo(1 << 20);
    const [entry, other] = objects(2).map(
      (pod) => encodeEntry(pod, new EntryContext(), new SlabArena()) as RawEntry<Pod>,
    ) as [RawEntry<Pod>, RawEntry<Pod>];
    const meta = entry.meta;
    expect([entry.retain(memo), entry.retain(memo), other.retain(memo)]).toEqual([true, false, true]);
    expect([memo.size, memo.bytes]).toEqual([1, entry.weight]);
    expect(entry.meta).toBe(meta);
    entry.evict();
    expect(entry.meta).not.toBe(meta);
    expect(entry.meta).toEqual(meta);
    const { object } = entry;
    expect(entry.decoded).toBe(object);
    expect([entry.release(), entry.decoded === object, entry.release(), entry.release()]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([entry.decoded, memo.size, entry.object === object]).toEqual([undefined, 0, true]);
  });

  it("belong to one object: uids of one length are compared to their last character", () => {
    const made = (uid: string): RawEntry<Pod> =>
      encodeEntry({ metadata: { name: "a", uid } } as Pod, new EntryContext(), new SlabArena()) as RawEntry<Pod>;
    expect([
      made("u-12").hasUidOf(made("u-12")),
      made("u-12").hasUidOf(made("u-13")),
      made("u-12").hasUidOf(made("u-1")),
    ]).toEqual([true, false, false]);
    expect(made("u-1").hasUidOf(plainEntry({ metadata: { name: "a", uid: "u-1" } }))).toBe(true);
  });
});
