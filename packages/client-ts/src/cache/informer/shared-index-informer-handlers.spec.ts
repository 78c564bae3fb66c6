import { describe, expect, it } from "vitest";
import { Recorder, settled } from "../test-support/informing.ts";
import { thing } from "../test-support/scripted-source.ts";
import { stoppedInformers } from "../test-support/stopped-informers.ts";

const { make, start } = stoppedInformers();

describe("a shared informer", () => {
  it("takes handlers while it starts (B122)", async () => {
    const { source, informer } = make();
    source.add(thing("a", ""));
    const recorders = Array.from({ length: 20 }, () => new Recorder());
    const running = informer.run();
    for (const recorder of recorders) {
      informer.addEventHandler(recorder);
      await null;
    }
    await settled();
    for (const recorder of recorders) expect(recorder.seen).toEqual(["+a@1!"]);
    await informer.close();
    await running;
  });

  it("removes one handler and leaves the others (B127)", async () => {
    const { source, informer } = make();
    const [one, two] = [new Recorder(), new Recorder()];
    const first = informer.addEventHandler(one);
    informer.addEventHandler(two);
    await start({ informer });
    informer.removeEventHandler(first);
    source.add(thing("a", ""));
    await settled();
    expect([one.seen, two.seen]).toEqual([[], ["+a@1"]]);
  });

  it("does nothing with the registration of another informer (B128)", async () => {
    const [one, two] = [make(), make()];
    const recorder = new Recorder();
    const foreign = one.informer.addEventHandler(recorder);
    two.informer.addEventHandler(new Recorder());
    two.informer.removeEventHandler(foreign);
    await start(one);
    one.source.add(thing("a", ""));
    await settled();
    expect(recorder.seen).toEqual(["+a@1"]);
  });

  it("takes one options object with a handler or none; two are refused by type (B148)", () => {
    const { informer } = make();
    expect(informer.addEventHandler({}).resyncMs).toBe(0);
    expect(informer.addEventHandler({}, { resyncMs: 5_000 }).resyncMs).toBe(5_000);
    // @ts-expect-error a second options object has no meaning
    informer.addEventHandler({}, { resyncMs: 5_000 }, { resyncMs: 6_000 });
    expect(() => informer.addEventHandler({}, { resyncMs: -1 })).toThrow("negative");
  });

  it("takes the same handler twice as two (B129)", async () => {
    const { source, informer } = make();
    const recorder = new Recorder();
    const first = informer.addEventHandler(recorder);
    informer.addEventHandler(recorder);
    await start({ informer });
    source.add(thing("a", ""));
    await settled();
    informer.removeEventHandler(first);
    source.add(thing("b", ""));
    await settled();
    expect(recorder.seen).toEqual(["+a@1", "+a@1", "+b@2"]);
  });

  it("lets a handler be removed twice (B130)", async () => {
    const { informer } = make();
    const registration = informer.addEventHandler({});
    void informer.removeEventHandler(registration);
    await informer.removeEventHandler(registration);
  });

  it("keeps its order while handlers come and go during events, also from inside callbacks (B131, F-E5)", async () => {
    const { source, informer } = make();
    const steady = new Recorder();
    informer.addEventHandler(steady);
    let inner = 0;
    informer.addEventHandler({
      onAdd: ({ key }) => {
        const registration = informer.addEventHandler({ onAdd: () => void inner++ });
        if (key.endsWith("5")) informer.removeEventHandler(registration);
      },
    });
    await start({ informer });
    for (let n = 0; n < 30; n++) {
      source.add(thing(`n${n}`, ""));
      await null;
    }
    await settled();
    expect(steady.seen).toEqual(Array.from({ length: 30 }, (_, n) => `+n${n}@${n + 1}`));
    expect(inner).toBeGreaterThan(0);
  });

  it("lets handlers be removed after it was stopped (B134)", async () => {
    const { informer } = make();
    const registration = informer.addEventHandler({});
    void informer.run();
    await informer.close();
    await informer.removeEventHandler(registration);
  });

  it("calls a removed handler no more, whatever was waiting for it (B135)", async () => {
    const { source, informer } = make();
    const recorder = new Recorder();
    const registration = informer.addEventHandler(recorder);
    await start({ informer });
    source.add(thing("a", ""));
    await settled();
    source.add(thing("b", ""));
    informer.removeEventHandler(registration);
    await settled();
    expect(recorder.seen).toEqual(["+a@1"]);
    expect(registration.pending).toBe(0);
  });

  it("shows a late handler everything first; it has synced when that is delivered (B136, F-E6, O8)", async () => {
    const { source, informer } = make();
    source.add(thing("a", ""));
    source.add(thing("b", ""));
    await start({ informer });
    const seen: string[] = [];
    let go: () => void = () => {};
    const late = informer.addEventHandler({
      onAdd: async ({ key, isInInitialList }) => {
        seen.push(`+${key}${isInInitialList ? "!" : ""}`);
        await new Promise<void>((resolve) => {
          go = resolve;
        });
      },
    });
    source.add(thing("c", ""));
    await settled();
    expect(seen).toEqual(["+a!"]);
    expect(late.hasSynced()).toBe(false);
    go();
    await settled();
    expect(late.hasSynced()).toBe(false);
    go();
    await late.waitForSync();
    expect(late.hasSynced()).toBe(true);
    await settled();
    expect(seen).toEqual(["+a!", "+b!", "+c"]);
  });

  it("gives a handler that threw the next event after a second, and lets it sync (F-E1)", async () => {
    const { source, informer, clock, unexpected } = make();
    for (const name of ["a", "b", "c"]) source.add(thing(name, ""));
    const seen: string[] = [];
    const other = new Recorder();
    const registration = informer.addEventHandler({
      onAdd: ({ key }) => {
        seen.push(key);
        if (key === "a") throw new Error("sync");
        if (key === "b") return Promise.reject(new Error("async"));
      },
    });
    informer.addEventHandler(other);
    await start({ informer });
    expect(seen).toEqual(["a"]);
    expect(other.seen).toHaveLength(3);
    await clock.advance(999);
    expect(seen).toEqual(["a"]);
    await clock.advance(1);
    expect(seen).toEqual(["a", "b"]);
    await clock.advance(1_000);
    expect(seen).toEqual(["a", "b", "c"]);
    expect(registration.hasSynced()).toBe(true);
    expect(unexpected.map(String)).toEqual(["Error: sync", "Error: async"]);
  });

  it("does not wait for a callback when a handler is just removed (B139)", async () => {
    const { source, informer } = make();
    let finished = false;
    let go: () => void = () => {};
    const registration = informer.addEventHandler({
      onAdd: async () => {
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        finished = true;
      },
    });
    await start({ informer });
    source.add(thing("a", ""));
    await settled();
    informer.removeEventHandler(registration);
    expect(finished).toBe(false);
    const removed = informer.removeEventHandler(registration);
    go();
    await removed;
    expect(finished).toBe(true);
  });

  it("waits for the callback when a handler is removed (B140, B141)", async () => {
    const { source, informer } = make();
    const never = make();
    await never.informer.removeEventHandler(never.informer.addEventHandler({}));
    const order: string[] = [];
    const slow = () => {
      let go: () => void = () => {};
      const registration = informer.addEventHandler({
        onAdd: async () => {
          await new Promise<void>((resolve) => {
            go = resolve;
          });
          order.push("callback");
        },
      });
      return { registration, go: () => go() };
    };
    const before = slow();
    await start({ informer });
    const after = slow();
    source.add(thing("a", ""));
    await settled();
    for (const { registration, go } of [before, after]) {
      const done = informer.removeEventHandler(registration).then(() => order.push("removed"));
      await settled();
      go();
      await done;
    }
    expect(order).toEqual(["callback", "removed", "callback", "removed"]);
  });
});
