import { describe, expect, it } from "vitest";
import { SelfWakeDetector } from "./self-wake-detector.ts";

function stage() {
  let version = 0;
  const state = { now: 0 };
  const warned: string[] = [];
  const detector = new SelfWakeDetector({ now: () => state.now, warn: (key) => warned.push(key) });
  const written = (key: string) => {
    const [namespace = "", name = ""] = key.split("/");
    return { metadata: { namespace, name, resourceVersion: String(++version) } };
  };
  /** A run writes its object, and the event of that write comes. */
  const wake = (key = "shop/a", first: "answer" | "event" = "answer"): void => {
    const object = written(key);
    const steps = [
      () => detector.wrote(key, object),
      () => detector.changed(key, object.metadata.resourceVersion),
    ] as const;
    for (const step of first === "answer" ? steps : steps.toReversed()) step();
  };
  const changeByOther = (key = "shop/a"): void => detector.changed(key, `other-${++version}`);
  const repeat = (times: number, run: () => void): void => {
    for (let at = 0; at < times; at++) run();
  };
  return { detector, state, warned, wake, written, changeByOther, repeat };
}

describe("a controller that wakes itself", () => {
  it.each(["answer", "event"] as const)("is noticed at the tenth time within a minute, once: %s first", (first) => {
    const { warned, wake, repeat } = stage();
    // The first event may come before anything is known of the key.
    wake();
    repeat(8, () => wake("shop/a", first));
    expect(warned).toEqual([]);
    wake("shop/a", first);
    expect(warned).toEqual(["shop/a"]);
    repeat(30, () => wake("shop/b", first));
    expect(warned).toEqual(["shop/a"]);
  });

  it("is not one whose keys do so ten times together, or in more than a minute", () => {
    const { state, warned, wake, repeat } = stage();
    repeat(9, () => wake("shop/a"));
    repeat(9, () => wake("shop/b"));
    state.now = 60_001;
    repeat(9, () => wake("shop/a"));
    expect(warned).toEqual([]);
    state.now = 120_001;
    wake("shop/a");
    expect(warned).toEqual(["shop/a"]);
  });

  it("is not one that answers changes of other clients, however many there are", () => {
    const { warned, wake, changeByOther, repeat } = stage();
    repeat(50, () => {
      changeByOther();
      wake();
    });
    expect(warned).toEqual([]);
  });

  it("is not one that writes other objects of its kind, or an object that was deleted in between", () => {
    const { detector, warned, wake, written, repeat } = stage();
    repeat(30, () => {
      const other = written("shop/other");
      detector.wrote("shop/a", other);
      detector.changed("shop/a", other.metadata.resourceVersion);
    });
    repeat(9, () => wake());
    detector.forget("shop/a");
    repeat(9, () => wake());
    expect(warned).toEqual([]);
  });
});
