import { describe, expect, it } from "vitest";
import { plainEntry } from "../../codec/index.ts";
import { silentLogger } from "../../util/index.ts";
import { guardHooks } from "../reflector/guard-hooks.ts";
import { LazyStore } from "../store/index.ts";
import { Recorder } from "../test-support/informing.ts";
import { type Thing, thing } from "../test-support/scripted-source.ts";
import { writerOn } from "../test-support/writer-on.ts";
import { AddEvent, DeleteEvent, UpdateEvent } from "./events.ts";
import { filteringHandler } from "./handler.ts";
import type { ListenerSink, Transform } from "./cache-writer.ts";
import { handle } from "./listener.ts";

const later = <V>(value: V): V => Promise.resolve(value) as unknown as V;
const messageOf = (error: unknown): string => (error as Error).message;
const notNow = (what: string): string => `${what} must be a value, not a promise`;

describe("a function of the user that fails, or gives a promise where a value is needed,", () => {
  it("is refused by name as a filter, and a filter that fails fails the event", () => {
    const recorder = new Recorder();
    const entry = plainEntry(thing("a", "1"));
    const events = [
      new AddEvent(entry, false),
      new UpdateEvent(entry, entry, false),
      new DeleteEvent("a", entry, false),
    ];
    const failing = (): never => {
      throw new Error("this filter failed");
    };
    for (const event of events) {
      const asynchronous = filteringHandler<Thing>(() => later(true), recorder);
      expect(() => handle(asynchronous, event)).toThrow(notNow("the result of a filter"));
      expect(() => handle(filteringHandler<Thing>(failing, recorder), event)).toThrow("this filter failed");
    }
    expect(recorder.seen).toEqual([]);
  });

  it("is reported by name as a hook of a reflector, as is a delay that cannot be waited for", () => {
    const reports: string[] = [];
    const hooks = (next: () => number) =>
      guardHooks<Thing>(
        {
          backoff: { next },
          shouldResync: () => later(false),
          onUnexpectedError: (error, where) => void reports.push(`${where}: ${messageOf(error)}`),
        },
        "things",
        silentLogger,
      );
    expect(hooks(() => 5).shouldResync?.()).toBe(true);
    expect([hooks(() => later(5)).backoff?.next(), hooks(() => Number.NaN).backoff?.next()]).toEqual([30_000, 30_000]);
    expect(hooks(() => 5).backoff?.next()).toBe(5);
    hooks(() => 5).backoff?.reset?.();
    expect(reports).toEqual([
      `shouldResync of reflector things: ${notNow("the result of shouldResync")}`,
      `the backoff of reflector things: ${notNow("the result of a backoff")}`,
      "the backoff of reflector things: a backoff must give a finite number of milliseconds, not NaN",
    ]);
  });

  it("is reported by name as a callback of a reflector, and changes nothing else", () => {
    const reports: string[] = [];
    const fail = (): never => {
      throw new Error("no");
    };
    const { onWatchError, onStale, onState } = guardHooks<Thing>(
      {
        onWatchError: fail,
        onStale: fail,
        onState: fail,
        onUnexpectedError: (_error, where) => void reports.push(where),
      },
      "things",
      silentLogger,
    );
    onWatchError?.({ name: "things", during: "list", error: undefined, expired: false });
    onStale?.(true);
    onState?.("idle");
    expect(reports).toEqual([
      "onWatchError of reflector things",
      "onStale of reflector things",
      "onState of reflector things",
    ]);
    const none = guardHooks<Thing>({}, "things", silentLogger);
    expect([none.onWatchError, none.onStale, none.onState, none.shouldResync, none.backoff]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a transform", () => {
  /** A writer with this transform, and what it reported. */
  function transforming(transform: Transform<Thing>) {
    const store = new LazyStore<Thing>();
    const calls: string[] = [];
    const sink: ListenerSink<Thing> = {
      deliver: ({ type, key }) => void calls.push(`${type} ${key}`),
      deliverUnchanged: () => {},
      deliverAdded: (entries) => void calls.push(`added ${entries.length}`),
      present: () => sink,
    };
    const writer = writerOn(store, sink, {
      transform,
      onError: (error, key) => void calls.push(`${key}: ${messageOf(error)}`),
      onAnomaly: (what) => void calls.push(what),
      onDisagreement: (what) => void calls.push(`disagreement ${what}`),
    });
    return { store, calls, writer };
  }

  it("that gives a promise, or that changes what names an object, keeps the object out", () => {
    const message = "a: the transform changed name, namespace, uid or resourceVersion of a";
    const changes: readonly (readonly [Transform<Thing>, string])[] = [
      [(object) => later(object), `a: ${notNow("the result of a transform")}`],
      [() => thing("b", "5", { uid: "uid-a" }), message],
      [() => thing("a", "5", { namespace: "shop" }), message],
      [() => thing("a", "5", { uid: "other" }), message],
      [() => thing("a", "6"), message],
    ];
    for (const [transform, report] of changes) {
      const { writer, store, calls } = transforming(transform);
      writer.apply({ type: "Added", object: plainEntry(thing("a", "5")) }, false);
      expect([calls, store.size]).toEqual([["failed-transform", report], 0]);
    }
  });

  it("may change the object that it gets, also one that is frozen, and may return another", () => {
    const { writer, store } = transforming((object) => {
      object.spec = { value: "changed" };
      return object;
    });
    const frozen = plainEntry(thing("a", "5", { value: "first" }), { freeze: "always" });
    writer.apply({ type: "Added", object: frozen }, false);
    writer.apply({ type: "Added", object: plainEntry(thing("b", "6"), { freeze: "never" }) }, false);
    expect(store.list().map(({ spec }) => spec?.value)).toEqual(["changed", "changed"]);
    expect(frozen.object.spec?.value).toBe("first");
  });

  it("that fails on an object of a list leaves the state that was there", () => {
    let fails = false;
    const { writer, store, calls } = transforming((object) => {
      if (fails && object.metadata?.name === "a") throw new Error("not this one");
      return object;
    });
    const list = (version: string) => [plainEntry(thing("a", version)), plainEntry(thing("b", version))];
    void writer.apply({ type: "ReplacedAll", objects: list("5"), resourceVersion: "5" }, true);
    fails = true;
    void writer.apply({ type: "ReplacedAll", objects: list("6"), resourceVersion: "6" }, false);
    expect(store.list().map(({ metadata }) => `${metadata?.name}@${metadata?.resourceVersion}`)).toEqual([
      "a@5",
      "b@6",
    ]);
    expect(calls).toEqual(["added 2", "failed-transform", "a: not this one", "update b"]);
  });
});
