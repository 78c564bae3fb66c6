import { describe, expect, it } from "vitest";
import { FakeClock } from "../../util/index.ts";
import { informing, Recorder } from "../test-support/informing.ts";
import { thing } from "../test-support/scripted-source.ts";

/** A clock that fails once in the middle of a list: the work on the whole list then throws. */
class FailingClock extends FakeClock {
  failures = 0;

  override monotonic(): number {
    if (this.failures > 0) {
      this.failures--;
      throw new Error("no time");
    }
    return super.monotonic();
  }
}

describe("a list whose processing fails as a whole", () => {
  it("does not count as synced; the informer lists again and is synced then", async () => {
    const clock = new FailingClock();
    let calls = 0;
    const syncedInSecondList: boolean[] = [];
    const { source, informer, unexpected } = informing({
      clock,
      transform: (object) => {
        // The list is taken in in pieces; after the first 31 objects the clock is asked whether the time is up.
        if (calls++ === 0) clock.failures = 1;
        if (calls > 40) syncedInSecondList.push(informer.hasSynced());
        return object;
      },
    });
    for (let n = 0; n < 40; n++) source.add(thing(`t${n}`, ""));
    const recorder = new Recorder();
    informer.addEventHandler(recorder);
    void informer.run();
    await clock.advance(60_000);
    expect(unexpected.map(String)).toEqual(["Error: no time"]);
    expect([source.lists, informer.hasSynced(), informer.store.listKeys().length]).toEqual([2, true, 40]);
    expect(new Set(syncedInSecondList)).toEqual(new Set([false]));
    expect(recorder.take()).toHaveLength(40);
    await informer.close();
  });
});
