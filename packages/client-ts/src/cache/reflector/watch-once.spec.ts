import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { type Entry, plainEntry } from "../../codec/index.ts";
import type { WatchEvent } from "../../meta/index.ts";
import { FakeClock, type Deferred, withResolvers } from "../../util/index.ts";
import type { ListerWatcher, RawWatchSink } from "../lister-watcher.ts";
import { ScriptedWatch, settled, type Thing, thing } from "../test-support/scripted-source.ts";
import { StridedClock } from "../test-support/strided-clock.ts";
import { type WatchSink, watchOnce } from "./watch-once.ts";

/** A sink that records, and holds the watch back with what `hold` gives. */
function recording(hold: () => Promise<void> | undefined = () => undefined) {
  const seen: string[] = [];
  const sink: WatchSink<Thing> = {
    onOpen: () => void seen.push("open"),
    onEvent: (type, { key, resourceVersion }) => {
      seen.push(`${type} ${key}@${resourceVersion}`);
      return hold();
    },
    onBookmark: (version, end) => void seen.push(`bookmark ${version}${end ? " end" : ""}`),
    onUnknown: (type) => {
      throw new Error(`unknown ${String(type)}`);
    },
    known: (key) => {
      seen.push(`known ${key}`);
      return undefined;
    },
  };
  return { seen, sink };
}

function plain(clock = new FakeClock(), hold?: () => Promise<void> | undefined) {
  const watch = new ScriptedWatch({});
  const source: ListerWatcher<Thing> = {
    list: () => Promise.reject(new Error("no list")),
    watch: () => watch.opening.promise,
  };
  const stopper = new AbortController();
  const { seen, sink } = recording(hold);
  const over = watchOnce<Thing>(source, {}, sink, { signal: stopper.signal, clock });
  const outcome = over.then(
    () => "ended",
    (error: unknown) => (error as Error).message,
  );
  return { watch, stopper, seen, outcome };
}

describe("a watch of a source that hands over objects", () => {
  it("settles when the server ends it, and does not stop it once more", async () => {
    const { watch, seen, outcome, stopper } = plain();
    await watch.added(thing("a", "5"));
    await watch.bookmark("6");
    await watch.bookmark("7", true);
    await watch.end();
    expect(await outcome).toBe("ended");
    expect([seen, watch.stops]).toEqual([["open", "ADDED a@5", "bookmark 6", "bookmark 7 end"], 0]);
    expect(getEventListeners(stopper.signal, "abort")).toHaveLength(0);
  });

  it("is stopped once by the signal, with its reason, and nothing comes after that", async () => {
    const { watch, stopper, seen, outcome } = plain();
    await watch.added(thing("a", "5"));
    stopper.abort(new Error("enough"));
    expect(await outcome).toBe("enough");
    await watch.added(thing("b", "6"));
    expect([seen, watch.stops]).toEqual([["open", "ADDED a@5"], 1]);
  });

  it("is stopped when the signal fired between two events", async () => {
    const { watch, stopper, seen, outcome } = plain(new FakeClock(), () => {
      stopper.abort(new Error("enough"));
      return undefined;
    });
    await watch.added(thing("a", "5"), thing("b", "6"));
    expect([await outcome, seen, watch.stops]).toEqual(["enough", ["open", "ADDED a@5"], 1]);
  });

  it("that opens after the signal fired is closed", async () => {
    const { watch, stopper, seen, outcome } = plain();
    stopper.abort(new Error("enough"));
    expect(await outcome).toBe("enough");
    watch.open();
    await settled();
    expect([seen, watch.stops]).toEqual([[], 1]);
  });

  it("waits while it is held back, unless the signal fires", async () => {
    const gates: Deferred<void>[] = [];
    const { watch, stopper, seen, outcome } = plain(new FakeClock(), () => {
      gates.push(withResolvers());
      return gates.at(-1)?.promise;
    });
    await watch.added(thing("a", "5"), thing("b", "6"));
    expect(seen).toEqual(["open", "ADDED a@5"]);
    gates[0]?.resolve();
    await settled();
    expect(seen).toEqual(["open", "ADDED a@5", "ADDED b@6"]);
    stopper.abort(new Error("enough"));
    expect([await outcome, watch.stops]).toEqual(["enough", 1]);
  });

  it("lets others have their turn in a burst", async () => {
    const { watch, seen, outcome } = plain(new StridedClock());
    watch.open();
    await settled();
    const events = Array.from({ length: 200 }, (_, n) => thing(`t${n}`, String(n + 1)));
    void watch.added(...events);
    const counts = new Set<number>();
    while (seen.length < 201) {
      await new Promise((resolve) => setImmediate(resolve));
      counts.add(seen.length);
    }
    expect(counts.size).toBeGreaterThan(5);
    await watch.end();
    await outcome;
  });

  it("fails for an event without an object, and for one of another type", async () => {
    const without = plain();
    await without.watch.send({ type: "ADDED", object: null as unknown as Thing });
    expect(await without.outcome).toBe("the watch sent an event of type ADDED without an object");
    const unknown = plain();
    await unknown.watch.send({ type: "SHRUNK" } as unknown as WatchEvent<Thing>);
    expect([await unknown.outcome, unknown.watch.stops]).toEqual(["unknown SHRUNK", 1]);
  });
});

describe("a watch of a source that hands over raw objects", () => {
  function raw() {
    const end = withResolvers();
    let sink: RawWatchSink<Thing> | undefined;
    const source: ListerWatcher<Thing> = {
      list: () => Promise.reject(new Error("no list")),
      watch: () => Promise.reject(new Error("not raw")),
      raw: {
        list: () => Promise.reject(new Error("no list")),
        watch: (_options, given) => {
          sink = given;
          return end.promise as Promise<never>;
        },
      },
    };
    const stopper = new AbortController();
    const { seen, sink: recorder } = recording();
    const over = watchOnce<Thing>(source, {}, recorder, { signal: stopper.signal, clock: new FakeClock() });
    const outcome = over.then(
      () => "ended",
      (error: unknown) => (error as Error).message,
    );
    const entry: Entry<Thing> = plainEntry(thing("a", "5"));
    return { end, stopper, seen, outcome, entry, sink: () => sink as RawWatchSink<Thing> };
  }

  it("settles with it", async () => {
    const { end, seen, outcome, entry, sink, stopper } = raw();
    sink().onOpen();
    void sink().onEvent("MODIFIED", entry);
    void sink().onBookmark("6", false);
    sink().known("a");
    end.resolve();
    expect(await outcome).toBe("ended");
    expect(seen).toEqual(["open", "MODIFIED a@5", "bookmark 6", "known a"]);
    expect(getEventListeners(stopper.signal, "abort")).toHaveLength(0);
  });

  it("is over with the signal, although the source does not end, and what still comes is dropped", async () => {
    const { stopper, seen, outcome, entry, sink } = raw();
    stopper.abort(new Error("enough"));
    expect(await outcome).toBe("enough");
    sink().onOpen();
    void sink().onEvent("MODIFIED", entry);
    void sink().onBookmark("6", false);
    expect(seen).toEqual([]);
  });
});
