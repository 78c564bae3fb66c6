import { afterEach, describe, expect, it, vi } from "vitest";
import { plainEntry } from "../../codec/index.ts";
import { FakeClock } from "../../util/index.ts";
import { reflecting } from "../test-support/reflecting.ts";
import { listOf, ScriptedSource, settled, type Thing, thing } from "../test-support/scripted-source.ts";
import { checkConsistency, InconsistentListError } from "./consistency-check.ts";
import { ListSnapshot } from "./list-snapshot.ts";

afterEach(() => vi.unstubAllEnvs());

describe("the consistency check", () => {
  it("runs only on request, compares at exactly that version, and reports a difference (B115)", async () => {
    for (const wanted of [false, true]) {
      vi.stubEnv("KUBE_WATCHLIST_INCONSISTENCY_DETECTOR", String(wanted));
      const { source, reflector, unexpected } = reflecting({ streamingSource: true });
      void reflector.run();
      const watch = await source.nextWatch();
      await watch.added(thing("a", "1"), thing("b", "2"));
      await watch.bookmark("5", true);
      if (!wanted) expect(source.lists).toHaveLength(0);
      else {
        const list = await source.nextList();
        expect(list.options).toEqual({ resourceVersion: "5", resourceVersionMatch: "Exact" });
        await list.answer(listOf("5", [thing("a", "1"), thing("c", "3")]));
        expect(unexpected).toEqual([expect.any(InconsistentListError)]);
        expect((unexpected[0] as InconsistentListError).keys).toEqual(["b", "c"]);
      }
      await reflector.close();
    }
  });

  it("ends with the reflector, whether that is closed or its signal fires, and reports nothing then", async () => {
    for (const end of ["close", "signal"] as const) {
      const { source, reflector, clock, unexpected } = reflecting({ streamingSource: true, checkConsistency: true });
      const stop = new AbortController();
      const run = reflector.run({ signal: stop.signal });
      const watch = await source.nextWatch();
      await watch.bookmark("5", true);
      await (await source.nextList()).fail(new Error("busy"));
      if (end === "close") await reflector.close();
      else stop.abort();
      await run;
      await settled();
      expect([clock.pending, unexpected, source.lists.length]).toEqual([0, [], 1]);
    }
  });

  it("accepts what is equal and tries a failed list again (B116)", async () => {
    const source = new ScriptedSource();
    const clock = new FakeClock();
    const snapshot = new ListSnapshot<Thing>();
    snapshot.listed(plainEntry(thing("a", "1")));
    const check = checkConsistency(source, snapshot, "5", { signal: new AbortController().signal, clock });
    await (await source.nextList()).fail(new Error("busy"));
    await clock.advance(1_000);
    await (await source.nextList()).answer(listOf("5", [thing("a", "1")]));
    await check;
    const failing = checkConsistency(source, snapshot, "5", { signal: new AbortController().signal, clock });
    const end = expect(failing).rejects.toThrow("down");
    for (let n = 0; n < 5; n++) {
      await (await source.nextList()).fail(new Error("down"));
      await clock.advance(1_000);
    }
    await end;
  });
});
