import { PassThrough, Readable } from "node:stream";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { isClientError, isForbidden } from "../errors/index.ts";
import type { KubeObject } from "../meta/index.ts";
import type { Entry } from "./entry.ts";
import { FailedObjects } from "./failed-objects.ts";
import type { RawEntry } from "./raw-entry.ts";
import { type ListSummary, type ReadListOptions, readList } from "./read-list.ts";
import { SlabArena } from "./slab.ts";
import { bodyOf } from "./test-support/bodies.ts";
import { countTurns } from "./test-support/count-turns.ts";
import { rejection } from "./test-support/failures.ts";

interface Got extends ListSummary {
  readonly entries: Entry<KubeObject>[];
}

async function read(
  body: string | Buffer | Readable,
  options: Partial<ReadListOptions<KubeObject>> = {},
  sizes?: number[],
): Promise<Got> {
  const entries: Entry<KubeObject>[] = [];
  const source = body instanceof Readable ? body : bodyOf(body, sizes);
  const summary = await readList<KubeObject>(source, { onItem: (entry) => void entries.push(entry), ...options });
  return { ...summary, entries };
}

function item(name: string, more = ""): string {
  return `{"metadata":{"name":"${name}","namespace":"shop","resourceVersion":"1"}${more}}`;
}

const head = '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"42","continue":"abc"}';

describe("reading a list", () => {
  it("gives the items and the list's metadata, in one byte per chunk or all at once (F-A30)", async () => {
    const after = `{"items":[${item("a")} , ${item("b")}],"metadata":{"resourceVersion":"42","continue":"abc"},"kind":"PodList","apiVersion":"v1"}\n`;
    for (const text of [`${head},"items":[${item("a")},${item("b")}]}`, ` ${after}`]) {
      for (const sizes of [[1], [7, 3], [65_536]]) {
        const { entries, ...summary } = await read(text, {}, sizes);
        expect(summary).toEqual({
          kind: "PodList",
          apiVersion: "v1",
          metadata: { resourceVersion: "42", continue: "abc" },
          count: 2,
        });
        expect(entries.map(({ key }) => key)).toEqual(["shop/a", "shop/b"]);
        expect(entries[0]?.object).toEqual({
          kind: "Pod",
          apiVersion: "v1",
          metadata: { name: "a", namespace: "shop", resourceVersion: "1" },
        });
      }
    }
  });

  it("gives the same result in WebAssembly and in JavaScript", async () => {
    const text = `${head},"items":[${item("a", ',"x":"\\"}]{"')},${item("é")}]}`;
    const [left, right] = [await read(text, { scanner: "wasm" }, [5]), await read(text, { scanner: "js" }, [11])];
    expect(left.entries.map(({ object }) => object)).toEqual(right.entries.map(({ object }) => object));
  });

  it("fills in kind and apiVersion from the list's kind, and leaves those that an item has (F-B8)", async () => {
    const { entries } = await read(
      `${head},"items":[${item("a")},{"apiVersion":"v2","kind":"Other","metadata":{"name":"b"}}]}`,
    );
    expect(entries.map(({ kind, apiVersion, object }) => [kind, apiVersion, object.kind, object.apiVersion])).toEqual([
      ["Pod", "v1", "Pod", "v1"],
      ["Other", "v2", "Other", "v2"],
    ]);
  });

  it("takes items:null of the right kind for an empty list (F-B9)", async () => {
    expect(await read(`${head},"items":null}`, { kind: "Pod" })).toMatchObject({
      count: 0,
      entries: [],
      metadata: { resourceVersion: "42" },
    });
    expect(await read(`${head},"items":[]}`, { kind: "Pod" })).toMatchObject({ count: 0 });
    expect(isClientError(await rejection(read(`${head},"items":null}`, { kind: "Secret" })), "Protocol")).toBe(true);
  });

  it("refuses what is not a list: {}, [], null, HTML, nothing, a Table, another kind (F-B10)", async () => {
    const table =
      '{"kind":"Table","apiVersion":"meta.k8s.io/v1","columnDefinitions":[{"name":"Name"}],"rows":[{"object":{}}]}';
    const bodies = [
      "{}",
      "[]",
      "null",
      "",
      " \n",
      "<html><body>{}</body></html>",
      '"text"',
      table,
      '{"kind":"PodList","items":5}',
      '{"kind":"PodList"}',
    ];
    for (const body of bodies) {
      for (const sizes of [[1], [65_536]]) {
        const error = await rejection(read(body, { kind: "Pod" }, sizes));
        expect(isClientError(error, "Protocol"), body).toBe(true);
      }
    }
  });

  it("throws the StatusError of a Status that comes instead of a list (F-B10)", async () => {
    const error = await rejection(
      read('{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403,"message":"no"}', {
        kind: "Pod",
      }),
    );
    expect(isForbidden(error)).toBe(true);
  });

  it("names the request in the error that the server sends", async () => {
    const status = '{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403}';
    const facts = { method: "GET", resource: "pods", namespace: "shop" };
    expect(String(await rejection(read(status, { kind: "Pod", facts })))).toContain('pods in namespace "shop"');
  });

  it("takes a List for a list of any kind, and a list kind with another name when that is wanted", async () => {
    const text = (kind: string): string =>
      `{"kind":"${kind}","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[${item("a")}]}`;
    const [entry] = (await read(text("List"), { kind: "Pod", apiVersion: "v1" })).entries;
    expect([entry?.kind, entry?.apiVersion, entry?.object.kind]).toEqual(["Pod", "v1", "Pod"]);
    const options = { kind: "Widget", listKind: "WidgetCollection" };
    expect((await read(text("WidgetCollection"), options)).entries[0]?.kind).toBe("Widget");
    expect((await rejection(read(text("WidgetList"), options))).message).toBe(
      'the body is a "WidgetList" of "v1", not a WidgetCollection',
    );
    expect((await rejection(read(text("PodSet")))).message).toBe('the body is a "PodSet" of "v1", not a list');
  });

  it("may have no metadata, but refuses metadata that is not an object", async () => {
    expect((await read('{"kind":"PodList","metadata":null,"items":[]}')).metadata).toEqual({});
    for (const metadata of ['"text"', "5", "true"]) {
      const error = await rejection(read(`{"kind":"PodList","metadata":${metadata},"items":[]}`));
      expect(error.message).toBe("the list's metadata is not an object");
    }
  });

  it("refuses an HTML page at its first byte, not at its end", async () => {
    const body = new PassThrough();
    body.write("<html>");
    expect(isClientError(await rejection(read(body)), "Protocol")).toBe(true);
    expect(body.destroyed).toBe(true);
  });

  it("rejects a list that is cut off anywhere (F-B5)", async () => {
    const text = `${head},"items":[${item("a")},${item("b")}]}`;
    for (let length = 0; length < text.length; length++) {
      expect(isClientError(await rejection(read(text.slice(0, length))), "Protocol"), String(length)).toBe(true);
    }
  });

  it("rejects when the connection breaks in the middle (F-B5)", async () => {
    const body = new PassThrough();
    body.write(`${head},"items":[${item("a")},`);
    const reading = rejection(read(body));
    setImmediate(() => body.destroy(new Error("ECONNRESET")));
    expect((await reading).message).toBe("ECONNRESET");
    const silent = new PassThrough();
    silent.write(head);
    setImmediate(() => silent.destroy());
    expect(isClientError(await rejection(read(silent)), "Transport")).toBe(true);
  });

  it("refuses garbage after the list, between items and in their place", async () => {
    const list = `${head},"items":[${item("a")}]}`;
    const bad = [
      `${list}x`,
      `${list}{}`,
      `${list} ]`,
      `${head},"items":[${item("a")}${item("b")}]}`,
      `${head},"items":[${item("a")},]}`,
      `${head},"items":[${item("a")},5]}`,
      `${head},"items":[${item("a")},[]]}`,
      `${head},"items":[0]}`,
      `${head},"items":[${item("a")}],"items":[]}`,
      `${head},"items":[{"metadata":{"name":"a"}]]}`,
      `${head},"items":[{"metadata":{"name":"a" "b":1}}]}`,
      `${head},"items":[{"metadata":{"name":"\u0001"}}]}`,
      `${head} "items":[${item("a")}]}`,
    ];
    for (const body of bad) expect(isClientError(await rejection(read(body)), "Protocol"), body).toBe(true);
  });

  it("refuses bytes that are not UTF-8, in items and around them (F-A31)", async () => {
    const broken = Buffer.from([0xc3, 0x28]);
    const inItem = Buffer.concat([Buffer.from(`${head},"items":[{"metadata":{"name":"`), broken, Buffer.from('"}}]}')]);
    const around = Buffer.concat([Buffer.from('{"kind":"PodList","x":"'), broken, Buffer.from('","items":[]}')]);
    for (const body of [inItem, around]) {
      for (const sizes of [[1], [65_536]]) expect((await rejection(read(body, {}, sizes))).message).toContain("UTF-8");
    }
  });

  it("does not take another key for items, nor what is deeper", async () => {
    const text = `{"kind":"PodList","x\\"items":[{"metadata":{"name":"no"}}],"metadata":{"items":[{}]},"items":[${item("yes")}]}`;
    expect((await read(text)).entries.map(({ name }) => name)).toEqual(["yes"]);
    const behind = `${head},"items":[${item("yes")}],"x":[{"metadata":{"name":"no"}}]}`;
    expect((await read(behind)).entries.map(({ name }) => name)).toEqual(["yes"]);
  });

  it("writes nothing more into the memory of its items once it is complete, unless that was given", async () => {
    const sealed = async (arena?: SlabArena): Promise<boolean | undefined> => {
      const [entry] = (await read(`${head},"items":[${item("a")}]}`, { arena })).entries as [RawEntry<KubeObject>];
      return entry.slab.sealed;
    };
    expect([await sealed(), await sealed(new SlabArena())]).toEqual([true, false]);
  });

  it("takes objects of 10 MB, and refuses one above the limit with a typed error (F-B13)", async () => {
    const large = `${head},"items":[${item("a", `,"spec":{"data":"${"x".repeat(10 << 20)}"}`)},${item("b")}]}`;
    const { entries } = await read(large);
    expect(entries.map(({ name }) => name)).toEqual(["a", "b"]);
    expect((entries[0]!.field(["spec", "data"]) as string).length).toBe(10 << 20);
    const error = await rejection(read(`${head},"items":[${item("a", `,"spec":"${"x".repeat(17 << 20)}"`)}]}`));
    expect(error).toMatchObject({ kind: "Transport", code: "limit" });
    expect(await rejection(read(large, { maxItemBytes: 1000 }))).toMatchObject({ code: "limit" });
  });

  it("tells when a list has no resourceVersion", async () => {
    expect((await read('{"kind":"PodList","items":[]}')).metadata.resourceVersion).toBeUndefined();
  });

  it("reads 150,000 objects without one long string and lets the event loop turn all the while (F-B12)", async () => {
    const count = 150_000;
    function* chunks(): Generator<Buffer> {
      yield Buffer.from(`${head},"items":[`);
      for (let i = 0; i < count; i += 100) {
        const some = Array.from({ length: 100 }, (_, k) => item(`pod-${i + k}`, `,"spec":{"nodeName":"n${k}"}`)).join(
          ",",
        );
        yield Buffer.from(i === 0 ? some : `,${some}`);
      }
      yield Buffer.from("]}");
    }
    const endTurns = countTurns();
    let seen = 0;
    const { count: said } = await readList(Readable.from(chunks()), { onItem: () => void seen++ });
    const turns = endTurns();
    expect([seen, said]).toEqual([count, count]);
    expect(turns).toBeGreaterThan(20);
  });

  it("yields after its slice of time, also inside of one large chunk", async () => {
    const spec = `,"spec":"${"x".repeat(300)}"`;
    const items = Array.from({ length: 5000 }, (_, i) => item(`pod-${i}`, spec));
    const text = Buffer.from(`${head},"items":[${items.join(",")}]}`);
    let now = 0;
    const clock = { now: () => now, monotonic: () => (now += 1.5), setTimer: () => ({ cancel() {} }) };
    const endTurns = countTurns();
    const { count } = await read(bodyOf(text, [text.length]), { clock });
    const turns = endTurns();
    expect(count).toBe(5000);
    // 2 MB are 32 pieces; each look at this clock takes 1.5 ms, so every third piece or so ends a slice.
    expect(turns).toBeGreaterThan(5);
  });

  it("holds the body back while an item is being taken", async () => {
    const body = new PassThrough({ highWaterMark: 1024 });
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let items = 0;
    const reading = readList(body, { onItem: () => (++items === 1 ? held : undefined) });
    body.write(`${head},"items":[${item("a")}`);
    await new Promise((resolve) => setImmediate(resolve));
    expect(body.isPaused()).toBe(true);
    body.end(`,${item("b")}]}`);
    await new Promise((resolve) => setImmediate(resolve));
    expect(items).toBe(1);
    release();
    expect((await reading).count).toBe(2);
  });

  it("ends with the error of the function that takes the items, and closes the body", async () => {
    for (const onItem of [
      () => {
        throw new Error("full");
      },
      () => Promise.reject(new Error("full")),
    ]) {
      const body = new PassThrough();
      body.write(`${head},"items":[${item("a")},`);
      expect((await rejection(readList(body, { onItem }))).message).toBe("full");
      expect(body.destroyed).toBe(true);
    }
  });

  it("ends when its signal fires, before or in the middle", async () => {
    const stop = new AbortController();
    const body = new PassThrough();
    body.write(head);
    const reading = rejection(read(body, { signal: stop.signal }));
    setImmediate(() => stop.abort(new Error("enough")));
    const error = await reading;
    expect(isClientError(error, "Aborted")).toBe(true);
    expect((error.cause as Error).message).toBe("enough");
    expect(body.destroyed).toBe(true);
    const late = new PassThrough();
    expect(isClientError(await rejection(read(late, { signal: stop.signal })), "Aborted")).toBe(true);
    expect(late.destroyed).toBe(true);
  });

  it("uses the cache's entry again when uid and resourceVersion are the same", async () => {
    const known = new Map<string, Entry<KubeObject>>();
    const list = (version: string): string =>
      `${head},"items":[{"metadata":{"name":"a","uid":"1","resourceVersion":"1"}},{"metadata":{"name":"b","uid":"2","resourceVersion":"${version}"}}]}`;
    const first = await read(list("5"));
    for (const entry of first.entries) known.set(entry.key, entry);
    const arena = new SlabArena();
    const second = await read(list("6"), { known: (key) => known.get(key), arena });
    expect(second.entries[0]).toBe(first.entries[0]);
    expect(second.entries[1]).not.toBe(first.entries[1]);
    expect(second.entries[1]?.resourceVersion).toBe("6");
    const recreated = await read(list("5").replace('"uid":"1"', '"uid":"9"'), { known: (key) => known.get(key) });
    expect(recreated.entries[0]).not.toBe(first.entries[0]);
    expect(recreated.entries[1]).toBe(first.entries[1]);
  });

  it("makes a new entry in the place of a known one that could not be decoded", async () => {
    const list = (value: string): string =>
      `${head},"items":[{"metadata":{"name":"a","uid":"1","resourceVersion":"1"},"spec":{"value":${value}}}]}`;
    const [broken] = (await read(list("tru"))).entries;
    const again = async (value: string): Promise<unknown> =>
      (await read(list(value), { known: () => broken })).entries[0];
    // It has not been read, so that its damage is not known.
    expect(await again("true")).toBe(broken);
    expect(() => broken?.object).toThrow("cannot be decoded");
    expect(await again("true")).not.toBe(broken);
    expect(await again("true")).toMatchObject({ object: { spec: { value: true } } });
  });

  it("shows none of a list's content in the error about it", async () => {
    for (const text of [`{"kind":"PodList","x":s3cret,"items":[]}`, `${head},"items":[${item("a")}],"x":s3cret}`])
      expect(inspect(await rejection(read(text)), { depth: 10, showHidden: true })).not.toContain("s3c");
  });

  it("does not take a key that ends in items behind an escaped quote for the items", async () => {
    const text =
      '{"kind":"PodList","apiVersion":"v1","a\\"items":[{"metadata":{"name":"x"}}],"metadata":{"resourceVersion":"1"},"items":[]}';
    const names: string[] = [];
    const { count } = await readList<KubeObject>(bodyOf(text), {
      kind: "Pod",
      onItem: ({ name }) => void names.push(name),
    });
    expect([count, names]).toEqual([0, []]);
  });

  it("keeps the apiVersion and kind that it was given, and has none for a list of any kind", async () => {
    const entries: Entry<KubeObject>[] = [];
    const read = (head: string, options: object): Promise<unknown> =>
      readList<KubeObject>(bodyOf(`{${head},"metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"a"}}]}`), {
        ...options,
        onItem: (entry) => void entries.push(entry),
      });
    await read('"kind":"PodList","apiVersion":"v2"', { kind: "Pod", apiVersion: "v1" });
    await read('"kind":"List","apiVersion":"v1"', {});
    expect(entries.map(({ apiVersion, kind }) => [apiVersion, kind])).toEqual([
      ["v1", "Pod"],
      ["", ""],
    ]);
  });

  it("refuses another kind of list before its first item", async () => {
    let taken = 0;
    const text =
      '{"kind":"NodeList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"a"}}]}';
    await expect(readList<KubeObject>(bodyOf(text), { kind: "Pod", onItem: () => void taken++ })).rejects.toThrow(
      "NodeList",
    );
    expect(taken).toBe(0);
  });

  it("refuses a list with an object that cannot be decoded, and accepts that version the second time", async () => {
    const failed = new FailedObjects();
    const bad = (version: string, rest = ' oops,"status":{}'): string =>
      `{"metadata":{"managedFields":[{}],"name":"bad","resourceVersion":"${version}"},"spec":{}${rest}}`;
    const read = async (...texts: string[]): Promise<Entry<KubeObject>[]> => {
      const entries: Entry<KubeObject>[] = [];
      const text = `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[${texts.join(",")}]}`;
      // Each character is one byte.
      const body = bodyOf(Buffer.from(text, "latin1"));
      await readList<KubeObject>(body, { kind: "Pod", failed, onItem: (entry) => void entries.push(entry) });
      return entries;
    };
    const good = '{"metadata":{"name":"good","resourceVersion":"1"}}';
    await expect(read(good, bad("5"))).rejects.toThrow(
      'object "bad" at resourceVersion "5" cannot be decoded: it is not valid JSON',
    );
    const [first, second] = (await read(good, bad("5"))) as [Entry<KubeObject>, RawEntry<KubeObject>];
    expect([first.object.metadata?.name, second.key, second.meta.name]).toEqual(["good", "bad", "bad"]);
    expect(second.bytes().toString()).toBe(bad("5"));
    expect(() => second.object).toThrow("cannot be decoded");
    // Another version may have been damaged on its way.
    await expect(read(bad("6"))).rejects.toThrow("cannot be decoded");
    // The same holds for bytes that are not text, unless they are in the name.
    const odd = (name: string, value: string): Promise<Entry<KubeObject>[]> =>
      read(`{"metadata":{"name":"${name}","resourceVersion":"8"},"spec":{"x":"${value}"}}`);
    await expect(odd("text", "\u00ff")).rejects.toThrow("cannot be decoded: it is not valid UTF-8");
    const [text] = (await odd("text", "\u00ff")) as [RawEntry<KubeObject>];
    expect([text.key, text.meta.name, text.hasFailed]).toEqual(["text", "text", true]);
    expect(() => text.field(["spec", "x"])).toThrow("it is not valid UTF-8");
    for (let again = 0; again < 3; again++)
      await expect(odd("\u00ff", "")).rejects.toThrow("name and version cannot be read");
    // Without a name or a version there is nothing to keep.
    const nameless = '{"metadata":{"resourceVersion":"7"} oops}';
    for (let again = 0; again < 3; again++)
      await expect(read(nameless)).rejects.toThrow("name and version cannot be read");
  });
});
