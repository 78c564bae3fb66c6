import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../util/index.ts";
import { newInformerWatcher } from "./informer-watcher.ts";
import { FakeControllerSource } from "./test-support/fake-controller-source.ts";
import { settled, ThingKind } from "./test-support/informing.ts";
import { ScriptedSource, type Thing, thing } from "./test-support/scripted-source.ts";
import { watchUntilWithSync } from "./watch-until-with-sync.ts";

describe("waiting through an informer", () => {
  it("asks the precondition once the cache is complete; the precondition may end the wait (B480)", async () => {
    const source = new FakeControllerSource();
    source.add(thing("a", ""));
    source.add(thing("b", ""));
    const seen: string[][] = [];
    const look = (answer: boolean) => (indexer: { listKeys(): readonly string[] }) => {
      seen.push([...indexer.listKeys()]);
      return answer;
    };
    const never = (): boolean => expect.unreachable("the precondition was met");
    expect(await watchUntilWithSync(source, ThingKind, never, { precondition: look(true) })).toBeUndefined();
    const goesOn = await watchUntilWithSync(
      source,
      ThingKind,
      (event) => event.type === "ADDED" && event.object.metadata?.name === "b",
      {
        precondition: look(false),
      },
    );
    expect(goesOn?.type).toBe("ADDED");
    expect(seen).toEqual([
      ["a", "b"],
      ["a", "b"],
    ]);
    const first = await watchUntilWithSync(source, ThingKind, [() => true]);
    expect(first?.type).toBe("ADDED");
    expect(source.openWatches).toBe(0);
  });

  it("ends with its signal or its limit while the cache is not complete yet", async () => {
    const clock = new FakeClock();
    const never = (): boolean => expect.unreachable("nothing was listed");
    const silent = new ScriptedSource();
    const stop = new AbortController();
    const waits = [
      watchUntilWithSync(silent, ThingKind, never, { clock, precondition: never, signal: stop.signal }),
      watchUntilWithSync(silent, ThingKind, never, { clock, precondition: never, timeoutMs: 1_000 }),
    ].map((wait) => wait.catch((error: Error) => error.message));
    await settled();
    stop.abort(new Error("enough"));
    await clock.advance(1_000);
    expect(await Promise.all(waits)).toEqual([
      "the operation was aborted",
      "the conditions of watchUntilWithSync were not met within 1000 ms",
    ]);
    expect(clock.pending).toBe(0);
  });

  it("rejects with an AbortedError whose cause is the reason, whatever it waits for", async () => {
    const filled = (): FakeControllerSource => {
      const source = new FakeControllerSource();
      source.add(thing("a", ""));
      return source;
    };
    const unanswered = (): Promise<boolean> => new Promise(() => {});
    const waits = [
      { waitsFor: "the first list", source: new ScriptedSource(), precondition: unanswered, condition: () => true },
      { waitsFor: "the precondition", source: filled(), precondition: unanswered, condition: () => true },
      { waitsFor: "an event", source: filled(), precondition: () => false, condition: () => false },
      { waitsFor: "a condition", source: filled(), precondition: undefined, condition: unanswered },
    ];
    for (const { waitsFor, source, precondition, condition } of waits)
      for (const timeoutMs of [undefined, 60_000]) {
        const clock = new FakeClock();
        const stop = new AbortController();
        const options = { precondition, timeoutMs, clock, signal: stop.signal };
        const waiting = watchUntilWithSync<Thing>(source, ThingKind, condition, options).catch(
          (error: unknown) => error,
        );
        await settled();
        stop.abort(new Error("enough"));
        expect(await waiting, waitsFor).toMatchObject({ kind: "Aborted", cause: new Error("enough") });
        expect([clock.pending, getEventListeners(stop.signal, "abort").length], waitsFor).toEqual([0, 0]);
      }
  });

  it("ends in time although its precondition never answers", async () => {
    const clock = new FakeClock();
    const source = new FakeControllerSource();
    const precondition = (): Promise<boolean> => new Promise(() => {});
    const late = watchUntilWithSync(source, ThingKind, () => true, { clock, precondition, timeoutMs: 1_000 });
    const failed = expect(late).rejects.toMatchObject({ kind: "Timeout" });
    await settled();
    await clock.advance(1_000);
    await failed;
    expect(source.openWatches).toBe(0);
  });

  it("requests nothing when its signal fired before", async () => {
    const source = new FakeControllerSource();
    const signal = AbortSignal.abort(new Error("enough"));
    for (const precondition of [undefined, () => true])
      await expect(watchUntilWithSync(source, ThingKind, () => true, { signal, precondition })).rejects.toMatchObject({
        kind: "Aborted",
        cause: new Error("enough"),
      });
    expect([source.lists, source.watches]).toEqual([0, 0]);
  });

  it("leaves no timer and nothing on its signal when the wait ends before its limit (B480)", async () => {
    const source = new FakeControllerSource();
    source.add(thing("a", ""));
    const clock = new FakeClock();
    const { signal } = new AbortController();
    const found = watchUntilWithSync(source, ThingKind, () => true, { clock, signal, timeoutMs: 60_000 });
    expect((await found)?.type).toBe("ADDED");
    expect([clock.pending, getEventListeners(signal, "abort").length]).toEqual([0, 0]);
    const late = watchUntilWithSync(source, ThingKind, () => false, { clock, timeoutMs: 60_000 }).catch(
      (error: unknown) => error,
    );
    await settled();
    await clock.advance(60_000);
    expect(await late).toMatchObject({
      kind: "Timeout",
      message: "the conditions of watchUntilWithSync were not met within 60000 ms",
    });
    expect(clock.pending).toBe(0);
  });

  it("survives the end of a watch, and closes its informer when a condition throws or on an abort (B480)", async () => {
    const source = new FakeControllerSource();
    source.add(thing("a", ""));
    const gone = watchUntilWithSync(source, ThingKind, (event) => event.type === "DELETED", {
      informer: { backoff: { next: () => 1 }, logger: false },
    });
    await settled();
    source.dropped("DELETED", thing("a", ""));
    source.resetWatch();
    expect((await gone)?.type).toBe("DELETED");
    source.add(thing("c", ""));
    const refusal = new Error("this condition cannot be met");
    for (const timeoutMs of [undefined, 60_000]) {
      const throwing = watchUntilWithSync(
        source,
        ThingKind,
        () => {
          throw refusal;
        },
        { timeoutMs },
      );
      await expect(throwing).rejects.toBe(refusal);
      const stop = new AbortController();
      const waiting = watchUntilWithSync(source, ThingKind, () => false, { signal: stop.signal, timeoutMs });
      await settled();
      stop.abort(new Error("enough"));
      await expect(waiting).rejects.toMatchObject({ kind: "Aborted", cause: new Error("enough") });
    }
    expect(source.openWatches).toBe(0);
  });
});

describe("a watch through an informer", () => {
  it("ends without a reader, and while a reader waits for the next event; events keep their order (B481)", async () => {
    const unread = new FakeControllerSource();
    for (const name of ["a", "b", "c"]) unread.add(thing(name, ""));
    const blocked = newInformerWatcher(unread, ThingKind);
    await settled();
    await blocked.close();
    expect(unread.openWatches).toBe(0);

    const source = new FakeControllerSource();
    const watcher = newInformerWatcher(source, ThingKind);
    const names: string[] = [];
    const reading = (async () => {
      for await (const event of watcher.events)
        if (event.type !== "BOOKMARK") names.push(`${event.type} ${event.object.metadata?.name}`);
    })();
    await settled();
    for (const name of ["x", "y", "z"]) source.add(thing(name, ""));
    source.modify(thing("x", ""));
    await settled();
    await watcher.close();
    await reading;
    expect(names).toEqual(["ADDED x", "ADDED y", "ADDED z", "MODIFIED x"]);
  });

  it("makes no request and has no events when its signal fired before", async () => {
    const source = new FakeControllerSource();
    source.add(thing("a", ""));
    const watcher = newInformerWatcher(source, ThingKind, { signal: AbortSignal.abort() });
    for await (const _event of watcher.events) expect.unreachable("there is an event");
    await settled();
    expect([source.lists, source.watches]).toEqual([0, 0]);
    await watcher.close();
  });

  it("ends with its signal, and leaves nothing on it however it ends", async () => {
    const stop = new AbortController();
    for (const end of ["close", "break", "signal"] as const) {
      const source = new FakeControllerSource();
      source.add(thing("a", ""));
      const watcher = newInformerWatcher(source, ThingKind, { signal: stop.signal });
      const names: string[] = [];
      const reading = (async () => {
        for await (const event of watcher.events) {
          names.push(event.type);
          if (end === "break") break;
        }
      })();
      await settled();
      if (end === "close") await watcher.close();
      if (end === "signal") stop.abort();
      await reading;
      await settled();
      expect([names, source.openWatches, getEventListeners(stop.signal, "abort").length]).toEqual([["ADDED"], 0, 0]);
    }
  });

  it("has closed when its informer has stopped", async () => {
    const states: string[] = [];
    const source = new FakeControllerSource();
    const watcher = newInformerWatcher(source, ThingKind, { onState: (state) => void states.push(state) });
    await settled();
    expect(states.at(-1)).toBe("watching");
    await watcher.close();
    expect(states.at(-1)).toBe("stopped");
  });

  it("gives a deletion that was missed as DELETED, with the last object that was known (B482)", async () => {
    const source = new FakeControllerSource();
    source.add(thing("a", ""));
    const watcher = newInformerWatcher(source, ThingKind, { backoff: { next: () => 1 }, logger: false });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of watcher.events) {
        if (event.type === "BOOKMARK") continue;
        seen.push(`${event.type} ${event.object.metadata?.name}`);
        if (event.type === "DELETED") break;
      }
    })();
    await settled();
    source.dropped("DELETED", thing("a", ""));
    source.resetWatch();
    await reading;
    expect(seen).toEqual(["ADDED a", "DELETED a"]);
  });
});
