import { type Entry, readList } from "../../codec/index.ts";
import { bodyOf } from "../../codec/test-support/bodies.ts";
import type { RawListerWatcher } from "../lister-watcher.ts";
import type { Thing } from "./scripted-source.ts";

/** A list of `n0`, `n1` and so on in namespace `shop`, of which `bad` is damaged behind its metadata. */
export function damagedList(count: number, bad: string): string {
  const items = Array.from({ length: count }, (_, n) => {
    const metadata = `{"name":"n${n}","namespace":"shop","uid":"u${n}","resourceVersion":"${n + 1}"}`;
    return `{"metadata":${metadata},"spec":{"value":${`n${n}` === bad ? "tru" : "1"}}}`;
  });
  return `{"kind":"ThingList","apiVersion":"example.com/v1","metadata":{"resourceVersion":"9"},"items":[${items}]}`;
}

/** Entries of which `bad` turns out to be damaged when it is read. */
export async function damagedEntries(count: number, bad: string): Promise<Entry<Thing>[]> {
  const entries: Entry<Thing>[] = [];
  await readList<Thing>(bodyOf(damagedList(count, bad)), { onItem: (entry) => void entries.push(entry) });
  return entries;
}

/** A source that lists such entries, and whose watch stays silent. */
export function damagedSource(count: number, bad: string): RawListerWatcher<Thing> {
  return {
    list: async (_options, { onItem, known }) =>
      (await readList<Thing>(bodyOf(damagedList(count, bad)), { onItem, known })).metadata,
    watch: ({ signal }, { onOpen }) => {
      onOpen();
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    },
  };
}
