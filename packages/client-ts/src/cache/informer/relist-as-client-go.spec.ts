import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { Recorder } from "../test-support/informing.ts";
import { thing } from "../test-support/scripted-source.ts";
import { stoppedInformers } from "../test-support/stopped-informers.ts";

/** What `conformance/go/informer/relist` prints: the updates that handlers of client-go get with a relist. */
interface Scenario {
  readonly name: string;
  readonly resyncMs: Readonly<Record<string, number>>;
  /** Whether a handler was shown everything again before the relist. */
  readonly resynced: boolean;
  readonly got: Readonly<Record<string, readonly string[]>>;
}

const recorded = new URL("../test-support/relist-in-client-go.json", import.meta.url);
const scenarios = JSON.parse(readFileSync(recorded, "utf8")) as readonly Scenario[];
const { make, start } = stoppedInformers();

/** The updates that our handlers get in the same scenario, in client-go's words. */
async function ours({ resyncMs, resynced }: Scenario): Promise<Record<string, string[]>> {
  const { source, informer, clock } = make();
  source.add(thing("same", ""));
  source.add(thing("changed", ""));
  const recorders = Object.entries(resyncMs).map(([name, ms]) => {
    const recorder = new Recorder();
    informer.addEventHandler(recorder, { resyncMs: ms });
    return [name, recorder] as const;
  });
  await start({ informer });
  if (resynced) await clock.advance(5_000);
  source.dropped("MODIFIED", thing("changed", ""));
  for (const [, recorder] of recorders) recorder.take();
  source.resetWatch();
  await clock.advance(4_000); // the relist, and no further resync
  return Object.fromEntries(
    recorders.map(([name, recorder]) => [
      name,
      recorder
        .take()
        .map((line) =>
          line.replace(/^~(\w+)@(\d+)(?:=|>(\d+))$/, (_, key, old, now) => `update ${key} ${old} ${now ?? old}`),
        ),
    ]),
  );
}

describe("after a relist", () => {
  it.each(scenarios)("a handler gets what client-go delivers, without what is unchanged: $name (B123)", async (one) => {
    const expected = Object.fromEntries(
      Object.entries(one.got).map(([name, lines]) => [name, lines.filter((line) => line !== "update same 1 1")]),
    );
    expect(await ours(one)).toEqual(expected);
  });

  it("client-go delivers what is unchanged to all handlers before a resync check, then to those that were due", () => {
    const unchanged = scenarios.map(({ got }) =>
      Object.keys(got).filter((name) => got[name]?.includes("update same 1 1")),
    );
    expect(unchanged).toEqual([["a", "b"], ["a", "b"], ["b"], ["b"]]);
  });

  it("the guide for readers of client-go lists this difference", () => {
    const guide = readFileSync(new URL("../../../../../docs/from-client-go.md", import.meta.url), "utf8");
    expect(guide).toContain("| After a relist, unchanged objects come as updates to handlers");
  });
});
