import { describe, expect, it } from "vitest";
import { DeltaFIFO } from "../delta-fifo.ts";
import { OrderedFIFO } from "../ordered-fifo.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { Resyncs } from "./resyncs.ts";

describe("a resync that is requested while another one waits", () => {
  it("serves the handlers that requested it, each resync its own, where a resync is one item of the queue", () => {
    const queue = new OrderedFIFO<Thing>();
    const resyncs = new Resyncs<string>(() => queue.resync());
    resyncs.request(["a"]);
    resyncs.request(["b", "c"]);
    expect(queue.length).toBe(2);
    expect([resyncs.take(), resyncs.take(), resyncs.take()]).toEqual([["a"], ["b", "c"], []]);
  });

  it("joins the other for the keys that still wait, where a resync has an item for each key", () => {
    const known = new Map(["x", "y", "z"].map((name) => [name, thing(name, "1")]));
    const queue = new DeltaFIFO<Thing>({
      knownObjects: { listKeys: () => [...known.keys()], getByKey: (key) => known.get(key) },
    });
    const resyncs = new Resyncs<string>(() => queue.resync(), {
      known: () => [...known.keys()],
      waiting: () => queue.listKeys(),
    });
    const taken: string[] = [];
    const pop = (): void => {
      void queue.tryPop((deltas) => {
        for (const { type, object } of deltas as readonly { readonly type: string; readonly object: Thing }[]) {
          const name = object.metadata?.name ?? "";
          taken.push(`${type} ${name} ${type === "Sync" ? resyncs.take(name).join("+") : ""}`.trim());
        }
      });
    };
    queue.update(thing("z", "2"));
    resyncs.request(["a"]);
    pop();
    pop();
    resyncs.request(["b", "a"]);
    for (let n = 0; n < 4; n++) pop();
    expect(taken).toEqual(["Updated z", "Sync x a", "Sync y a+b", "Sync x b+a", "Sync z b+a"]);
    expect(resyncs.take("z")).toEqual([]);
  });
});
