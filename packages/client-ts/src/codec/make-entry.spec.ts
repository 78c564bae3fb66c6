import { describe, expect, it } from "vitest";
import { isUndecodable } from "../errors/index.ts";
import type { KubeObject } from "../meta/index.ts";
import { Brackets, findBrackets } from "./brackets.ts";
import type { Entry } from "./entry.ts";
import { EntryContext, type EntryOptions } from "./entry-context.ts";
import { encodeEntry, makeEntry } from "./make-entry.ts";
import { plainEntry } from "./plain-entry.ts";
import type { RawEntry } from "./raw-entry.ts";
import { scannerFor } from "./scanner.ts";
import { SlabArena } from "./slab.ts";
import { failure } from "./test-support/failures.ts";

type Known = (key: string) => Entry<KubeObject> | undefined;

/** The entry of one document, which lies between other bytes. */
function made(
  document: string | Buffer,
  context = new EntryContext(),
  known?: Known,
  arena = new SlabArena(),
): RawEntry<KubeObject> {
  const own = Buffer.from(document);
  const bytes = Buffer.concat([Buffer.from("{é"), own, Buffer.from("}]")]);
  const brackets = new Brackets();
  findBrackets(scannerFor("js"), bytes, 3, 3 + own.length, 2, brackets);
  return makeEntry<KubeObject>(context, arena, bytes, 3, brackets, 0, false, known) as RawEntry<KubeObject>;
}

function facts(entry: Entry<unknown>): unknown[] {
  const { key, name, namespace, uid, resourceVersion, apiVersion, kind } = entry;
  return [key, name, namespace, uid, resourceVersion, apiVersion, kind];
}

const identity = '"name":"a","namespace":"shop","uid":"u-1","resourceVersion":"5"';

describe("an entry of a document whose keys come twice or are escaped", () => {
  it("has what JSON.parse finds, and empty texts for everything that is not text", () => {
    const odd = '"\\u0061":1';
    const table: [document: string, found: unknown[]][] = [
      [
        `{${odd},"metadata":{${identity}},"kind":"K","apiVersion":"v2"}`,
        ["shop/a", "a", "shop", "u-1", "5", "v2", "K"],
      ],
      [`{${odd},"metadata":{"name":"a"}}`, ["a", "a", "", "", "", "", ""]],
      [`{${odd},"metadata":{"namespace":"shop"}}`, ["", "", "shop", "", "", "", ""]],
      [`{${odd},"metadata":null}`, ["", "", "", "", "", "", ""]],
      [`{${odd},"metadata":"name"}`, ["", "", "", "", "", "", ""]],
      [`{${odd},"metadata":[{"name":"a"}]}`, ["", "", "", "", "", "", ""]],
      [`{${odd}}`, ["", "", "", "", "", "", ""]],
      [
        `{${odd},"metadata":{"name":1,"namespace":{},"uid":true,"resourceVersion":5},"kind":[],"apiVersion":null}`,
        ["", "", "", "", "", "", ""],
      ],
      [`{${odd},"__proto__":{"metadata":{"name":"a"},"kind":"K"}}`, ["", "", "", "", "", "", ""]],
    ];
    for (const [document, found] of table) {
      const entry = made(document, new EntryContext({ freeze: "never" }));
      // A name without a namespace is what is left when one of them is missing.
      expect(facts(entry).toSpliced(1, 1), document).toEqual(found.toSpliced(1, 1));
      expect(entry.object, document).toEqual(JSON.parse(document));
      expect(entry.bytes().toString(), document).toBe(document);
    }
  });

  it("loses managedFields unless they are kept, and is otherwise copied byte for byte", () => {
    const document = '{ "metadata":{"n\\u0061me":"ä","managedFields":[1]},"kind":"K" }';
    expect(made(document).bytes().toString()).toBe('{"metadata":{"name":"ä"},"kind":"K"}');
    const kept = made(document, new EntryContext({ keepManagedFields: true }));
    expect([kept.bytes().toString(), kept.name]).toEqual([document, "ä"]);
    expect(kept.meta).toEqual({ name: "ä", managedFields: [1] });
    const without = document.replace("managedFields", "others");
    expect(made(without).bytes().toString()).toBe(without);
    const list = '{"\\u0061":1,"metadata":[{"managedFields":1}]}';
    expect(made(list).bytes().toString()).toBe(list);
  });

  it("keeps managedFields of what is nested too deep to be written again, and cannot be decoded", () => {
    const levels = 20_000;
    const document = `{"\\u0061":${"[".repeat(levels)}${"]".repeat(levels)},"metadata":{"name":"a","managedFields":[]}}`;
    const entry = made(document);
    expect([entry.name, entry.weight]).toEqual(["a", document.length]);
    expect(failure(() => entry.object).message).toContain("nested deeper than 1000 levels");
    const open = made(document, new EntryContext({ freeze: "never" }));
    expect(failure(() => open.object).message).toContain("nested deeper than 1000 levels");
  });
});

describe("an entry in memory that it shares with others", () => {
  it("lies behind those before it, without the bytes that were cut out", () => {
    const arena = new SlabArena();
    const context = new EntryContext({ freeze: "never" });
    const managed = '"managedFields":[{"a":{}}]';
    const documents = [
      `{"metadata":{${identity}},"b":1}`,
      `{"metadata":{${managed},${identity}}}`,
      `{"metadata":{${identity},${managed}},"b":2}`,
      `{"metadata":{"name":"a",${managed},"namespace":"shop","uid":"u-1","resourceVersion":"5"}}`,
      `{"\\u0061":1,"metadata":{${identity},${managed}}}`,
      `{"\\u0061":1,"metadata":{${identity}}}`,
    ];
    const entries = documents.map((document) => made(document, context, undefined, arena));
    let used = 0;
    for (const [number, entry] of entries.entries()) {
      const parsed = JSON.parse(documents[number]!) as { metadata: Record<string, unknown> };
      delete parsed.metadata["managedFields"];
      expect(facts(entry)).toEqual(["shop/a", "a", "shop", "u-1", "5", "", ""]);
      expect(JSON.parse(entry.bytes().toString())).toEqual(parsed);
      expect([entry.object, entry.meta]).toEqual([parsed, parsed.metadata]);
      expect(entry.field(["metadata", "uid"])).toBe("u-1");
      used += entry.weight;
    }
    expect(entries.every(({ slab }) => slab === entries[0]!.slab)).toBe(true);
    expect(entries[0]!.slab.used).toBe(used);
  });

  it("finds its uid whatever its length, before and behind what was cut out", () => {
    for (const length of [0, 1, 36, 254, 255, 256, 257, 1_000])
      for (const letter of ["x", "é"]) {
        const uid = letter.repeat(length);
        for (const members of [
          `"uid":"${uid}","managedFields":[1],"name":"a"`,
          `"managedFields":[1],"uid":"${uid}","name":"a"`,
          `"name":"a","uid":"${uid}"`,
        ]) {
          const entry = made(`{"metadata":{${members}}}`);
          expect(entry.uid === uid, members.slice(0, 40)).toBe(true);
          expect(entry.meta).toEqual(length === 0 ? { uid: "", name: "a" } : { uid, name: "a" });
        }
      }
  });
});

describe("an entry that a cache may have already", () => {
  const document = `{"metadata":{${identity}}}`;
  const again = (held: Entry<KubeObject>, other = document): boolean => {
    const arena = new SlabArena();
    const keys: string[] = [];
    const known: Known = (key) => {
      keys.push(key);
      return held;
    };
    const entry = made(other, new EntryContext(), known, arena);
    expect(keys).toHaveLength(1);
    // What is used again takes no memory.
    if ((entry as Entry<KubeObject>) === held) expect(arena.reserve(1).used).toBe(0);
    return (entry as Entry<KubeObject>) === held;
  };

  it("is the cache's own only with the same uid and version", () => {
    const held = made(document);
    expect(again(held)).toBe(true);
    expect(again(held, document.replace("u-1", "u-2"))).toBe(false);
    expect(again(held, document.replace('"5"', '"6"'))).toBe(false);
    expect(again(held, document.replace('"u-1"', "1"))).toBe(false);
    const metadata = { name: "a", namespace: "shop", uid: "u-1", resourceVersion: "5" };
    expect(again(plainEntry({ metadata }))).toBe(true);
    expect(again(plainEntry({ metadata: { ...metadata, uid: "" } }), document.replace('"uid":"u-1",', ""))).toBe(false);
    const unversioned = document.replace('"5"', '""');
    expect(again(made(unversioned), unversioned)).toBe(false);
    expect((made(document, new EntryContext(), () => undefined) as Entry<KubeObject>) === held).toBe(false);
  });

  it("is asked for by its key", () => {
    const keys: string[] = [];
    const known: Known = (key) => void keys.push(key);
    for (const metadata of [identity, '"name":"a"', '"namespace":"shop"', '"name":"é","namespace":"shop"'])
      made(`{"metadata":{${metadata}}}`, new EntryContext(), known);
    expect(keys).toEqual(["shop/a", "a", "", "shop/é"]);
  });
});

describe("an entry of an object that is damaged", () => {
  const context = (options: EntryOptions = {}): EntryContext => new EntryContext({ freeze: "never", ...options });
  const broken = Buffer.from([0xff]);
  const around = (before: string, after: string): Buffer =>
    Buffer.concat([Buffer.from(before), broken, Buffer.from(after)]);

  it("has its identity and what can be read of its metadata, and the context refuses it", () => {
    const cases: [what: string, document: string | Buffer, reason: string, meta: object][] = [
      [
        "behind the metadata",
        around(`{"metadata":{${identity},"labels":{"a":"b"}},"spec":"`, '"}'),
        "it is not valid UTF-8",
        { name: "a", namespace: "shop", uid: "u-1", resourceVersion: "5", labels: { a: "b" } },
      ],
      [
        "in the metadata",
        around(`{"metadata":{${identity},"labels":{"a":"`, '"}}}'),
        "it is not valid UTF-8",
        { name: "a", namespace: "shop", uid: "u-1", resourceVersion: "5" },
      ],
      [
        "not JSON behind the metadata",
        `{"metadata":{${identity},"managedFields":[]},"spec" 1}`,
        "it is not valid JSON",
        { name: "a", namespace: "shop", uid: "u-1", resourceVersion: "5", managedFields: [] },
      ],
    ];
    for (const [what, document, reason, meta] of cases) {
      const one = context();
      const entry = made(document, one);
      expect(facts(entry), what).toEqual(["shop/a", "a", "shop", "u-1", "5", "", ""]);
      expect(entry.hasFailed, what).toBe(true);
      expect(entry.meta, what).toEqual(meta);
      expect(one.refused, what).toMatchObject({ key: "shop/a", uid: "u-1", resourceVersion: "5", reason });
      expect(
        failure(() => entry.object),
        what,
      ).toBe(one.refused);
      expect(
        failure(() => entry.field(["spec"])),
        what,
      ).toBe(one.refused);
      expect([entry.field(["metadata", "name"]), entry.field(["metadata"])], what).toEqual(["a", meta]);
      expect(entry.bytes().equals(Buffer.from(document)), what).toBe(true);
    }
  });

  it("is not repaired by a parser, and says what is wrong with its bytes before what is wrong with its text", () => {
    const twice = context();
    const entry = made(around(`{"metadata":{${identity}},"kind":"a","kind":"`, '"}'), twice);
    expect([entry.key, twice.refused?.reason]).toEqual(["shop/a", "it is not valid UTF-8"]);
    for (const scanner of ["wasm", "js"] as const) {
      const both = context({ verify: true, scanner });
      made(around(`{"metadata":{${identity}},"spec":{"a":tru,"b":"`, '"}}'), both);
      expect(both.refused?.reason).toBe("it is not valid UTF-8");
    }
  });

  it("is refused at once when its name or version cannot be read", () => {
    for (const [document, reason] of [
      ['{"metadata":{"namespace":"shop","resourceVersion":"5"},"spec" 1}', "it is not valid JSON"],
      ['{"metadata":{"name":"a"},"spec" 1}', "it is not valid JSON"],
      [around('{"metadata":{"name":"a', '","resourceVersion":"5"}}'), "it is not valid UTF-8"],
      [around('{"metadata":{"name":"a","namespace":"', '","resourceVersion":"5"}}'), "it is not valid UTF-8"],
      [around('{"metadata":{"name":"a","resourceVersion":"', '"}}'), "it is not valid UTF-8"],
    ] as const)
      expect(failure(() => made(document, context())).message).toBe(
        `the server sent an object whose name and version cannot be read: ${reason}`,
      );
  });

  it("is found on arrival with verify alone, whichever scanner is used", () => {
    const document = `{"metadata":{${identity}},"spec":{"a":tru}}`;
    const valid = `{"metadata":{${identity}},"spec":{"a":true}}`;
    for (const scanner of ["wasm", "js"] as const) {
      for (const [text, verify, refused] of [
        [document, false, false],
        [document, true, true],
        [valid, true, false],
      ] as const) {
        const one = context({ scanner, verify });
        const entry = made(text, one);
        expect([entry.hasFailed, isUndecodable(one.refused)]).toEqual([refused, refused]);
      }
    }
  });
});

describe("an entry made from an object", () => {
  it("has the object's JSON as its bytes", () => {
    const object = { metadata: { name: "é", namespace: "shop", uid: "u", managedFields: [] }, list: [{}, "}"] };
    const entry = encodeEntry<unknown>(object, new EntryContext({ freeze: "never" }), new SlabArena());
    expect(facts(entry)).toEqual(["shop/é", "é", "shop", "u", "", "", ""]);
    const expected = { metadata: { name: "é", namespace: "shop", uid: "u" }, list: [{}, "}"] };
    expect((entry as RawEntry<unknown>).bytes().toString()).toBe(JSON.stringify(expected));
    expect(entry.object).toEqual(expected);
    for (const scanner of ["wasm", "js"] as const)
      for (const value of ["text", 1, null])
        expect(failure(() => encodeEntry(value, new EntryContext({ scanner }), new SlabArena())).message).toBe(
          "the object is not a JSON object",
        );
  });
});
