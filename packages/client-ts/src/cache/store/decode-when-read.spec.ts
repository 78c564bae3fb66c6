import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Entry, readList } from "../../codec/index.ts";
import { bodyOf } from "../../codec/test-support/bodies.ts";
import type { KubeObject } from "../../meta/index.ts";
import { decodeWhenRead } from "./decode-when-read.ts";

interface Item extends KubeObject {
  readonly spec: { readonly number: number };
}

/** Undecoded entries with the numbers from 0 on; those in `bad` turn out to be undecodable when they are read. */
async function entriesOf(count: number, bad: readonly number[] = []): Promise<Entry<Item>[]> {
  const items = Array.from({ length: count }, (_, number) => {
    const metadata = `{"name":"i-${number}","uid":"u","resourceVersion":"1"}`;
    return `{"metadata":${metadata},"spec":{"number":${bad.includes(number) ? "bad" : number}}}`;
  });
  const entries: Entry<Item>[] = [];
  const body = `{"kind":"ItemList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[${items.join()}]}`;
  await readList<Item>(bodyOf(body), { kind: "Item", onItem: (item) => void entries.push(item) });
  return entries;
}

const listOf = async (count: number, bad?: readonly number[]): Promise<Item[]> =>
  decodeWhenRead<Item>(await entriesOf(count, bad));

const numberOf = ({ spec }: Item): number => spec.number;
const isDecoded = (entry: Entry<Item>): boolean => (entry as { decoded?: unknown }).decoded !== undefined;

/** What a program may do with an array. */
const uses: Readonly<Record<string, (list: Item[]) => unknown>> = {
  "for of": (list) => {
    const seen = [];
    for (const item of list) seen.push(numberOf(item));
    return seen;
  },
  "a loop up to the length": (list) => {
    const seen = [];
    for (let i = 0; i < list.length; i++) seen.push(numberOf(list[i]!));
    return seen;
  },
  "the last by its number": (list) => list[list.length - 1],
  spread: (list) => [...list],
  "Array.from": (list) => Array.from(list, numberOf),
  "Object.values": (list) => Object.values(list),
  "[].concat": (list) => ([] as Item[]).concat(list),
  "JSON.stringify": (list) => JSON.stringify(list),
  "at -1": (list) => list.at(-1),
  "at -2": (list) => list.at(-2),
  concat: (list) => list.concat(list),
  entries: (list) => Array.from(list.entries(), ([i, item]) => [i, numberOf(item)]),
  every: (list) => list.every((item, i) => numberOf(item) >= i),
  "every, not": (list) => list.every((item) => numberOf(item) < 7),
  filter: (list) => list.filter((item) => numberOf(item) % 2 === 0),
  find: (list) => list.find((item) => numberOf(item) === 7),
  "find without a hit": (list) => list.find((item) => numberOf(item) === -1),
  findIndex: (list) => list.findIndex((item) => numberOf(item) > 6),
  "findIndex without a hit": (list) => list.findIndex((item) => numberOf(item) === -1),
  findLast: (list) => list.findLast((item) => numberOf(item) < 7),
  "findLast without a hit": (list) => list.findLast((item) => numberOf(item) === -1),
  flatMap: (list) => list.flatMap((item) => [numberOf(item), numberOf(item)]),
  forEach: (list) => {
    const seen: number[] = [];
    list.forEach((item, i, all) => void seen.push(numberOf(item), i, all.length));
    return seen;
  },
  includes: (list) => list.includes(undefined as unknown as Item),
  join: (list) => list.map(numberOf).join(),
  keys: (list) => [...list.keys()],
  map: (list) => Object.keys(list.map(numberOf)),
  pop: (list) => [list.pop(), list.length],
  reduce: (list) => list.reduce((sum, item) => sum + numberOf(item), 0),
  reduceRight: (list) => list.reduceRight((text, item) => `${text} ${numberOf(item)}`, ""),
  reverse: (list) => [list.reverse().map(numberOf), [...list]],
  shift: (list) => [list.shift(), [...list]],
  slice: (list) => list.slice(),
  "slice from the end": (list) => list.slice(-3, -1),
  some: (list) => list.some((item) => numberOf(item) > 6),
  "some, not": (list) => list.some((item) => numberOf(item) < 0),
  sort: (list) => [list.sort((a, b) => numberOf(b) - numberOf(a)).map(numberOf), [...list]],
  splice: (list) => [list.splice(1, 2), [...list]],
  "the argument for this": (list) => {
    const seen: unknown[] = [];
    const note = function (this: unknown): boolean {
      seen.push(this);
      return true;
    };
    list.some(note, "some");
    list.every(note, "every");
    list.find(note, "find");
    list.findIndex(note, "findIndex");
    return seen.map(String);
  },
  "as a text": (list) => String(list),
  unshift: (list) => [list.unshift({ metadata: {}, spec: { number: -5 } }), [...list]],
  values: (list) => Array.from(list.values(), numberOf),
};

/** What counts places: an undecodable object ahead counts until it was read. */
const usesOfPlaces: typeof uses = {
  "at 2": (list) => list.at(2),
  "at 1.5 and beyond the ends": (list) => [list.at(1.5), list.at(1_000), list.at(-1_000)],
  "slice of some": (list) => list.slice(2, 6.5),
  "slice beyond the end": (list) => list.slice(5, 1_000),
  push: (list) => [list.push({ metadata: {}, spec: { number: -5 } }), [...list]],
};

describe("an array that decodes when it is read", () => {
  const places: readonly (readonly number[])[] = [[], [0], [5], [9], [4, 5], [8, 9], [0, 5, 9], [2, 3, 6, 7]];

  it.each(Object.keys(uses))("is used as one without its undecodable objects: %s", async (name) => {
    const use = uses[name]!;
    for (const bad of [...places, Array.from({ length: 10 }, (_, n) => n)]) {
      const model = [...(await listOf(10))].filter((item) => !bad.includes(numberOf(item)));
      expect(use(await listOf(10, bad)), `${name}, undecodable: ${bad}`).toEqual(use(model));
    }
  });

  it.each(Object.keys(usesOfPlaces))(
    "counts places as they are where nothing is undecodable ahead: %s",
    async (name) => {
      const use = usesOfPlaces[name]!;
      for (const bad of [[], [9], [8, 9]]) {
        const model = [...(await listOf(10))].filter((item) => !bad.includes(numberOf(item)));
        expect(use(await listOf(10, bad))).toEqual(use(model));
      }
      const read = await listOf(10, [0, 5]);
      for (const item of read) expect(numberOf(item)).not.toBe(5);
      const copy = [...read];
      expect(use(read)).toEqual(use(copy));
    },
  );

  it("stays the same array through any sequence of uses", async () => {
    const sequences = fc.array(fc.constantFrom(...Object.keys(uses)), { minLength: 1, maxLength: 6 });
    const bads = fc.uniqueArray(fc.nat(11), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(sequences, bads, async (names, bad) => {
        const list = await listOf(12, bad);
        const model = [...(await listOf(12))].filter((item) => !bad.includes(numberOf(item)));
        for (const name of names) expect(uses[name]!(list), names.join()).toEqual(uses[name]!(model));
      }),
      { numRuns: 100 },
    );
  });

  it("decodes as far as it is read", async () => {
    const reads: readonly (readonly [(list: Item[]) => unknown, number])[] = [
      [(list) => list[3], 1],
      [(list) => 3 in list, 1],
      [(list) => list.slice(3, 6), 4],
      [(list) => list.at(3), 2],
      [(list) => list.at(-1), 1],
      [(list) => list.find((item) => numberOf(item) === 4), 6],
      [(list) => list.findIndex((item) => numberOf(item) === 4), 6],
      [(list) => list.some((item) => numberOf(item) === 4), 6],
      [(list) => list.every((item) => numberOf(item) < 4), 6],
      [(list) => list[Symbol.iterator]().next(), 1],
      [(list) => list.entries().next(), 2],
      [(list) => list.push(list[0]!), 2],
      [(list) => list.map(numberOf), 100],
    ];
    for (const [read, count] of reads) {
      const entries = await entriesOf(100);
      read(decodeWhenRead<Item>([...entries]));
      expect(entries.filter(isDecoded), read.toString()).toHaveLength(count);
    }
  });

  it("can be iterated in parts, by an iterator with the methods of an array's", async () => {
    const list = await listOf(100, [50]);
    const iterator = list[Symbol.iterator]();
    for (const item of iterator) if (numberOf(item) === 9) break;
    expect([...iterator].map(numberOf)).toEqual(Array.from({ length: 90 }, (_, n) => n + 10).filter((n) => n !== 50));
    list.push(list[0]!, list[1]!, list[2]!);
    expect(iterator.next()).toEqual({ value: undefined, done: true });
    expect(iterator[Symbol.iterator]()).toBe(iterator);
    const shared = (value: object): unknown => Object.getPrototypeOf(Object.getPrototypeOf(value));
    expect(shared(iterator)).toBe(shared([][Symbol.iterator]()));
  });

  it("shows what is added or taken out while it is iterated", async () => {
    const list = await listOf(100);
    let count = 0;
    for (const item of list) {
      count++;
      if (numberOf(item) === 99 && count === 100) list.push(list[0]!);
    }
    expect(count).toBe(101);
  });

  it("has the methods of an array, each one all the time", async () => {
    const list = await listOf(100);
    expect(list[Symbol.iterator]).toBe(list[Symbol.iterator]);
    expect(list[Symbol.iterator]).toBe(list.values);
    expect(list.map).toBe([].map);
    expect(Array.isArray(list)).toBe(true);
    expect(list.constructor).toBe(Array);
    const own = (): Iterator<Item> => [][Symbol.iterator]();
    (list as { [Symbol.iterator]: unknown })[Symbol.iterator] = own;
    expect([...list]).toEqual([]);
  });

  it("takes what is put into the place of an object that was not read", async () => {
    const list = await listOf(10, [5]);
    const fresh: Item = { metadata: {}, spec: { number: -5 } };
    list[5] = fresh;
    expect(list.map(numberOf)).toEqual([0, 1, 2, 3, 4, -5, 6, 7, 8, 9]);
  });
});
