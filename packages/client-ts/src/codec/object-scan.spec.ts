import { describe, expect, it } from "vitest";
import type { KubeObject } from "../meta/index.ts";
import { Brackets, findBrackets } from "./brackets.ts";
import { findPathIn, ObjectScan, scanObject } from "./object-scan.ts";
import { readList } from "./read-list.ts";
import { scannerFor } from "./scanner.ts";
import { bodyOf } from "./test-support/bodies.ts";

const before = "[[é";

interface Found {
  readonly names: string[];
  readonly uid: string | undefined;
  readonly meta: string | undefined;
  readonly cut: string | undefined;
}

/** What the scan finds in a document between other bytes; false when it is unsure. */
function scanned(document: string, ascii = false, scan = new ObjectScan()): Found | false {
  const bytes = Buffer.from(`${before}${document}]]`);
  const start = Buffer.byteLength(before);
  const brackets = new Brackets();
  findBrackets(scannerFor("js"), bytes, start, bytes.length - 2, 2, brackets);
  if (!scanObject(bytes, start, brackets, 0, ascii, scan)) return false;
  const { namespace, resourceVersion, kind, apiVersion } = scan;
  const name = scan.keyIn(bytes).replace(`${namespace}/`, "");
  const part = (from: number, to: number): string | undefined =>
    from < 0 && to < 0 ? undefined : bytes.toString("utf8", from, to);
  return {
    names: [name, namespace, resourceVersion, kind, apiVersion],
    uid: part(scan.uidStart, scan.uidEnd),
    meta: part(scan.metaStart, scan.metaEnd),
    cut: part(scan.cutStart, scan.cutEnd),
  };
}

const nothing: Found = { names: ["", "", "", "", ""], uid: undefined, meta: undefined, cut: undefined };

describe("the scan of an object", () => {
  it("distinguishes all namespaces, even when there are more than the string pool has slots", async () => {
    // 3,000 of one length in 1,024 slots; each comes twice, before and after others have taken its slot.
    const namespaces = Array.from({ length: 3_000 }, (_, n) => `team-${String(n).padStart(4, "0")}`);
    const all = [...namespaces, ...namespaces.map((namespace) => `${namespace}-b`), ...namespaces];
    const items = all.map(
      (namespace, n) => `{"metadata":{"name":"x${n}","namespace":"${namespace}","resourceVersion":"1"}}`,
    );
    const body = `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"42"},"items":[${items.join()}]}`;
    for (const scanner of ["wasm", "js"] as const) {
      const found: string[] = [];
      await readList<KubeObject>(bodyOf(body), { scanner, onItem: ({ namespace }) => void found.push(namespace) });
      expect(found).toEqual(all);
    }
  });

  it("takes no text for a longer one that begins with it, whatever the string pool has", () => {
    for (let n = 0; n < 3_000; n++) {
      expect(scanned(`{"kind":"team${n}"}`)).toMatchObject({ names: ["", "", "", `team${n}`, ""] });
      expect(scanned('{"kind":"team"}')).toMatchObject({ names: ["", "", "", "team", ""] });
    }
  });

  it("finds identity, version and type in any order of keys", () => {
    const meta = '{"name":"a","namespace":"shop","uid":"u-1","resourceVersion":"5"}';
    const expected: Found = { ...nothing, names: ["a", "shop", "5", "Pod", "v1"], uid: "u-1", meta };
    for (const ascii of [true, false]) {
      expect(scanned(`{"kind":"Pod","apiVersion":"v1","metadata":${meta}}`, ascii)).toEqual(expected);
      expect(scanned(`{"metadata":${meta},"spec":{},"apiVersion":"v1","kind":"Pod"}`, ascii)).toEqual(expected);
      expect(scanned("{}", ascii)).toEqual(nothing);
      expect(scanned('{"metadata":{}}', ascii)).toEqual({ ...nothing, meta: "{}" });
    }
    const turned = '{"resourceVersion":"5","uid":"","namespace":"é","name":"ä"}';
    expect(scanned(`{"metadata":${turned},"kind":"ü"}`)).toEqual({
      ...nothing,
      names: ["ä", "é", "5", "ü", ""],
      uid: "",
      meta: turned,
    });
  });

  it("tells keys of the same length apart, and ignores values that are not text", () => {
    expect(scanned('{"kinb":"x","apiVersioo":"x","metadate":{"name":"x"}}')).toEqual(nothing);
    const others = '{"nama":"x","namespacf":"x","uie":"x","resourceVersiom":"x","managedFieldz":[]}';
    expect(scanned(`{"metadata":${others}}`)).toEqual({ ...nothing, meta: others });
    for (const value of ["1", "null", "true", '["a"]', '{"a":"b"}']) {
      const meta = `{"name":${value},"namespace":${value},"uid":${value},"resourceVersion":${value}}`;
      expect(scanned(`{"metadata":${meta},"kind":${value},"apiVersion":${value}}`)).toEqual({ ...nothing, meta });
    }
    for (const value of ["1", "null", '["a"]', '"name"']) expect(scanned(`{"metadata":${value}}`)).toEqual(nothing);
  });

  it("leaves keys that come twice to a parser, and uids and texts that have strange escapes", () => {
    for (const document of [
      '{"kind":"a","kind":"a"}',
      '{"apiVersion":"a","apiVersion":"a"}',
      '{"metadata":{},"metadata":{}}',
      '{"metadata":1,"metadata":1}',
      '{"metadata":{"name":"a","name":"a"}}',
      '{"metadata":{"namespace":"a","namespace":"a"}}',
      '{"metadata":{"uid":"a","uid":"a"}}',
      '{"metadata":{"uid":1,"uid":1}}',
      '{"metadata":{"resourceVersion":"a","resourceVersion":"a"}}',
      '{"metadata":{"managedFields":[],"managedFields":[]}}',
      '{"metadata":{"uid":"\\u0061"}}',
      '{"metadata":{"name":"\\x"}}',
      '{"metadata":{"namespace":"\\x"}}',
      '{"kind":"\\x"}',
      '{"\\u006bind":"a"}',
      '{"metadata":{"\\u006eame":"a"}}',
      '{"kind" "a"}',
      '{"metadata":{"name" "a"}}',
      "[]",
    ])
      expect(scanned(document), document).toBe(false);
    expect(scanned('{"spec":1,"spec":2,"metadata":{"labels":1,"labels":2}}')).toEqual({
      ...nothing,
      meta: '{"labels":1,"labels":2}',
    });
    const meta = '{"name":"\\u0061","namespace":"\\"","resourceVersion":"\\n"}';
    expect(scanned(`{"metadata":${meta},"kind":"\\u00e9"}`)).toEqual({
      ...nothing,
      names: ["a", '"', "\n", "é", ""],
      meta,
    });
  });

  it("finds managedFields with the comma that goes with them", () => {
    const managed = '"managedFields":[{"a":"}"}]';
    for (const [members, cut] of [
      [`${managed}`, managed],
      [`${managed},"name":"a"`, `${managed},`],
      [`${managed} , "name":"a"`, `${managed} , `],
      [`"name":"a",${managed}`, `,${managed}`],
      [`"name":"a" , ${managed} ,"uid":"u"`, ` , ${managed}`],
      ['"name":"a","managedFields":null', ',"managedFields":null'],
      [` ${managed} `, managed],
    ] as const)
      expect((scanned(`{"metadata":{${members}}}`) as Found).cut, members).toBe(cut);
  });

  it("forgets one object before it looks at the next", () => {
    const scan = new ObjectScan();
    const meta = '{"name":"a","namespace":"shop","uid":"u-1","resourceVersion":"5","managedFields":[]}';
    scanned(`{"kind":"Pod","apiVersion":"v1","metadata":${meta}}`, true, scan);
    expect(scan.cutStart).toBeGreaterThan(0);
    expect(scanned("{}", true, scan)).toEqual(nothing);
    expect(scan).toEqual(new ObjectScan());
  });

  it("keeps apart texts that many objects share, of any length", () => {
    const texts = [1, 2, 63, 64, 65, 200].flatMap((length) => [
      "x".repeat(length),
      `${"x".repeat(length - 1)}y`,
      `y${"x".repeat(length - 1)}`,
    ]);
    for (const text of [...texts, ...texts])
      expect((scanned(`{"metadata":{"namespace":"${text}"},"kind":"${text}"}`, true) as Found).names).toEqual([
        "",
        text,
        "",
        text,
        "",
      ]);
  });
});

describe("a value by its path", () => {
  const find = (document: string, ...path: string[]): string => {
    const bytes = Buffer.from(`[[${document}]]`);
    const range = findPathIn(scannerFor("js"), new Brackets(), bytes, 2, bytes.length - 2, path);
    return typeof range === "string" ? range : `=${bytes.toString("utf8", range.start, range.end)}`;
  };

  it("is where the last of its keys is, missing, or left to a parser", () => {
    const document = '{"a":{"b":{"c":1},"d":"x","e":[{"f":2}]},"a2":null,"g":3,"g":4,"h":{"i":1},"h":{"j":2}}';
    const table: [path: string[], found: string][] = [
      [["a2"], "=null"],
      [["a", "d"], '="x"'],
      [["a", "b"], '={"c":1}'],
      [["a", "b", "c"], "=1"],
      [["a", "e"], '=[{"f":2}]'],
      [["a", "e", "0"], "unsure"],
      [["g"], "=4"],
      [["h", "j"], "=2"],
      [["h", "i"], "missing"],
      [["g", "x"], "missing"],
      [["a", "d", "x"], "missing"],
      [["a2", "x"], "missing"],
      [["x"], "missing"],
      [["a", "b", "x"], "missing"],
    ];
    for (const [path, found] of table) expect(find(document, ...path), path.join(".")).toBe(found);
    for (const [broken, ...path] of [
      ['{"a":1', "a"],
      ['{"a":1}{}', "a"],
      ['{"\\u0061":1}', "a"],
      ['{"a":1,}', "a"],
      ['{"a":{"b":1,}}', "a", "b"],
      ["[]", "0"],
      ["1", "a"],
    ] as const)
      expect(find(broken, ...path), broken).toBe("unsure");
  });
});
