import { describe, expect, it, onTestFinished } from "vitest";
import { type Entry, plainEntry } from "../../codec/index.ts";
import type { RawListerWatcher } from "../lister-watcher.ts";
import { watchEnded } from "../test-support/deciding.ts";
import { RecordingStore } from "../test-support/recording-store.ts";
import { expired, reflecting, startReflecting, status } from "../test-support/reflecting.ts";
import { listOf, settled, type Thing, thing } from "../test-support/scripted-source.ts";
import { decide, type ListRead } from "./decide.ts";
import { planList } from "./plan-requests.ts";
import { Reflector } from "./reflector.ts";
import { initialMemory } from "./reflector-memory.ts";

const settings = { name: "things", maxInternalErrorRetryMs: 60_000 };
const older: ListRead = {
  type: "list-read",
  requested: "12",
  resourceVersion: "10",
  held: "12",
  paged: false,
  duplicates: 0,
};

describe("a list that is older than the store", () => {
  it("changes nothing about the most recent state, which cannot be older than itself", () => {
    const memory = { ...initialMemory, olderLists: 2 };
    expect(decide(memory, { ...older, requested: "" }, settings).memory.versionUnavailable).toBe(false);
    expect(decide(memory, older, settings).memory.versionUnavailable).toBe(true);
  });

  it("does not bring back a version that the server has refused", () => {
    const memory = { ...initialMemory, versionUnavailable: true };
    expect(decide(memory, { ...older, requested: "" }, settings).memory.versionUnavailable).toBe(true);
  });
});

describe("a version that the server does not have", () => {
  const refusal = (reason: "Expired" | "Timeout", code: number, cause?: string) =>
    status(reason, code, { cause, retryAfterSeconds: 5 });

  it("is not asked for again by a streaming list, be it too old or too new", () => {
    for (const error of [refusal("Expired", 410), refusal("Timeout", 504, "ResourceVersionTooLarge")]) {
      const { memory } = decide(initialMemory, { type: "initial-ended", ending: undefined, error }, settings);
      expect([memory.versionUnavailable, memory.plainListNext]).toEqual([true, false]);
    }
  });

  it("is waited for when it is too new, and replaced at once when it is too old", () => {
    const after = (error: unknown) => decide(initialMemory, { type: "list-failed", requested: "10", error }, settings);
    expect(after(refusal("Expired", 410)).next).toEqual({ to: "list", pause: "free" });
    expect(after(refusal("Timeout", 504, "ResourceVersionTooLarge")).next).toEqual({
      to: "list",
      pause: "backoff",
      minMs: 5_000,
    });
  });
});

describe("planList", () => {
  it("asks for everything at once when the page size is 0", () => {
    expect(planList(initialMemory, { version: "", pageSize: 0 })).toEqual({ resourceVersion: "0", pageSize: 0 });
  });
});

describe("failures since the last progress", () => {
  it("are forgotten after an event, and not after a watch that brought only a bookmark or nothing", () => {
    const memory = { ...initialMemory, failures: 4 };
    expect(decide(memory, watchEnded, settings).memory.failures).toBe(4);
    expect(decide(memory, { ...watchEnded, bookmarks: 1 }, settings).memory.failures).toBe(4);
    expect(decide(memory, { ...watchEnded, events: 1 }, settings).memory.failures).toBe(0);
  });
});

describe("a list that is requested from outside while another one is read", () => {
  it("asks for the most recent state, although the other one succeeded", async () => {
    const { source, reflector } = startReflecting();
    const first = await source.nextList();
    reflector.relist("older-state");
    await first.answer(listOf("10", []));
    const second = await source.nextList();
    expect(second.options.resourceVersion).toBeUndefined();
    await second.answer(listOf("20", []));
    const watch = await source.nextWatch();
    expect(watch.options.resourceVersion).toBe("20");
    await watch.fail(expired());
    expect((await source.nextList()).options.resourceVersion).toBe("20");
  });
});

describe("a source that hands over raw objects", () => {
  it("learns what the cache has for lists and initial events, and not for changes", async () => {
    const held = plainEntry(thing("a", "1"));
    for (const streaming of [false, true]) {
      const answers: (Entry<Thing> | undefined)[] = [];
      let change = (): void => {};
      const raw: RawListerWatcher<Thing> = {
        list: async (_options, { known, onItem }) => {
          answers.push(known("a"));
          onItem(held);
          return { resourceVersion: "10" };
        },
        watch: ({ sendInitialEvents }, sink) => {
          sink.onOpen();
          if (sendInitialEvents) {
            answers.push(sink.known("a"));
            void sink.onEvent("ADDED", held);
            void sink.onBookmark("10", true);
          }
          change = () => void answers.push(sink.known("a"));
          return new Promise<never>(() => {});
        },
      };
      const { source } = reflecting();
      const reflector = new Reflector<Thing>(
        { list: (options) => source.list(options), watch: (options) => source.watch(options), raw },
        new RecordingStore<Thing>(),
        { streaming, known: (key) => (key === "a" ? held : undefined) },
      );
      onTestFinished(() => reflector.close());
      void reflector.run();
      await settled();
      change();
      expect(answers).toEqual([held, undefined]);
    }
  });
});
