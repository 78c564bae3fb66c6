import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { type Entry, plainEntry, readWatch } from "../../codec/index.ts";
import { bodyOf } from "../../codec/test-support/bodies.ts";
import { ClientError } from "../../errors/index.ts";
import type { WatchEvent } from "../../meta/index.ts";
import { FakeClock, type Deferred, withResolvers } from "../../util/index.ts";
import type { ListerWatcher, RawWatchSink } from "../lister-watcher.ts";
import { status } from "../test-support/reflecting.ts";
import { ScriptedWatch, settled, type Thing, thing } from "../test-support/scripted-source.ts";
import { StridedClock } from "../test-support/strided-clock.ts";
import { watchOnce } from "./watch-once.ts";

/** A sink that records, and holds the watch back with what `hold` gives. */
function recording(hold: () => Promise<void> | undefined = () => undefined) {
  const seen: string[] = [];
  const sink: RawWatchSink<Thing> = {
    onOpen: () => void seen.push("open"),
    onEvent: (type, { key, resourceVersion }) => {
      seen.push(`${type} ${key}@${resourceVersion}`);
      return hold();
    },
    onBookmark: (version, end) => void seen.push(`bookmark ${version}${end ? " end" : ""}`),
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

  it("gives nothing to its sink after the signal fired, however far the opening or an event has come", async () => {
    for (const what of ["open", "event"] as const) {
      for (let hops = 0; hops < 8; hops++) {
        const { watch, stopper, seen, outcome } = plain();
        if (what === "event") {
          watch.open();
          await settled();
          void watch.added(thing("a", "5"));
        } else watch.open();
        for (let hop = 0; hop < hops; hop++) await undefined;
        const before = [...seen];
        stopper.abort(new Error("enough"));
        expect(await outcome).toBe("enough");
        await settled();
        expect(seen).toEqual(before);
        expect(watch.stops).toBe(1);
      }
    }
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

  it.each([
    ["ADDED without an object", { type: "ADDED", object: null }],
    ["MODIFIED with a list for an object", { type: "MODIFIED", object: [] }],
    ["DELETED without any", { type: "DELETED" }],
    ["of an unknown type", { type: "SHRUNK", object: {} }],
    ["without a type", { object: {} }],
    ["with a number for its type", { type: 5, object: {} }],
    ["that is a Status", { ...status("Expired", 410).status }],
    ["ERROR with a Status", { type: "ERROR", object: status("Expired", 410).status }],
    ["ERROR with another object", { type: "ERROR", object: { odd: true } }],
    ["ERROR without an object", { type: "ERROR" }],
    ["BOOKMARK without an object", { type: "BOOKMARK" }],
    ["BOOKMARK without a version", { type: "BOOKMARK", object: { metadata: {} } }],
    ["BOOKMARK with an empty version", { type: "BOOKMARK", object: { metadata: { resourceVersion: "" } } }],
  ])("fails for an event %s as a watch on a connection does", async (_title, event) => {
    const { watch, seen, outcome } = plain();
    const { metadata } = (event as { object?: { metadata?: object } }).object ?? {};
    const isBookmark = (event as { type?: unknown }).type === "BOOKMARK";
    await watch.send((isBookmark ? { type: "BOOKMARK", ...metadata } : event) as unknown as WatchEvent<Thing>);
    const error = await readWatch<Thing>(bodyOf(`${JSON.stringify(event)}\n`), { onEvent: () => {} }).then(
      () => undefined,
      (failed: Error) => failed,
    );
    expect(error).toBeInstanceOf(ClientError);
    // A bookmark of a source of plain events has no object, only the version of it.
    const said = error?.message.replace(
      "an event of type BOOKMARK without an object",
      "a bookmark without a resourceVersion",
    );
    expect([await outcome, seen, watch.stops]).toEqual([said, ["open"], 1]);
  });

  it("fails for what is not an event at all", async () => {
    for (const event of [null, "ADDED", 5]) {
      const { watch, outcome } = plain();
      await watch.send(event as unknown as WatchEvent<Thing>);
      expect(await outcome).toBe("the watch sent an event of no type");
    }
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

  it("is over with the signal, although the source does not end", async () => {
    const { stopper, seen, outcome } = raw();
    stopper.abort(new Error("enough"));
    expect([await outcome, seen]).toEqual(["enough", []]);
    expect(getEventListeners(stopper.signal, "abort")).toHaveLength(0);
  });
});
