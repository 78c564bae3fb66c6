import { describe, expect, it } from "vitest";
import { newPrometheusMeter } from "../../prometheus/index.ts";
import { reflecting, refusedConnection, reset } from "../test-support/reflecting.ts";
import { listOf, settled, thing } from "../test-support/scripted-source.ts";

/** A reflector whose list is there and whose watch is open. */
async function watching(options: Parameters<typeof reflecting>[0] = {}) {
  const made = reflecting(options);
  void made.reflector.run();
  await (await made.source.nextList()).answer(listOf("10", []));
  const watch = await made.source.nextWatch();
  watch.open();
  await settled();
  return { ...made, watch };
}

const staleLine = "warn: the cache is stale: it has not been updated for longer than expected";

describe("the log line about a stale cache", () => {
  it("does not come when a connection that was cut after a silence is replaced within seconds", async () => {
    const { watch, source, clock, lines, reflector } = await watching();
    await clock.advance(60_000);
    await watch.fail(reset());
    expect(reflector.isStale).toBe(true);
    await clock.advance(4_000);
    (await source.nextWatch()).open();
    await clock.advance(30_000);
    expect(lines.filter((line) => /stale|fresh/.test(line))).toEqual([]);
    await reflector.close();
  });

  it("does not come when the first list takes less than 15 seconds", async () => {
    const { source, clock, lines, reflector } = reflecting();
    void reflector.run();
    const list = await source.nextList();
    await clock.advance(14_999);
    await list.answer(listOf("10", []));
    await clock.advance(10_000);
    expect(lines.filter((line) => /stale|fresh/.test(line))).toEqual([]);
    await reflector.close();
  });

  it("comes once when the cache stays stale, and another one when it is fresh again", async () => {
    const { watch, source, clock, lines, reflector } = await watching();
    await clock.advance(60_000);
    await watch.fail(reset());
    await clock.advance(4_999);
    expect(lines).not.toContain(staleLine);
    await clock.advance(30_000);
    expect(lines.filter((line) => line === staleLine)).toHaveLength(1);
    (await source.nextWatch()).open();
    await settled();
    expect(lines.at(-1)).toBe("info: the cache is fresh again");
    await reflector.close();
  });

  it("that the cache is fresh again comes only after a line that it was stale", async () => {
    const { watch, source, clock, lines, reflector } = await watching();
    const shown = (): string[] => lines.filter((line) => /stale|fresh/.test(line));
    await clock.advance(60_000);
    await watch.fail(reset());
    await clock.advance(30_000);
    const second = await source.nextWatch();
    second.open();
    await settled();
    expect(shown()).toHaveLength(2);
    await clock.advance(60_000);
    await second.fail(reset());
    await clock.advance(4_000);
    source.watches.at(-1)?.open();
    await clock.advance(30_000);
    expect(shown()).toHaveLength(2);
    await reflector.close();
  });

  it("does not come after the reflector was closed", async () => {
    const { watch, clock, lines, reflector } = await watching();
    await clock.advance(60_000);
    await watch.fail(reset());
    await reflector.close();
    await clock.advance(60_000);
    expect(lines).not.toContain(staleLine);
  });
});

describe("a cache", () => {
  it("stays fresh while a server that sends bookmarks sends events instead, or bookmarks alone (O16)", async () => {
    const { watch, clock, reflector } = await watching();
    for (const version of [11, 12]) {
      await clock.advance(60_000);
      await watch.bookmark(String(version));
    }
    for (let version = 13; version < 17; version++) {
      await clock.advance(80_000);
      await (version < 15 ? watch.added(thing("b", String(version))) : watch.bookmark(String(version)));
      expect(reflector.isStale).toBe(false);
      expect(reflector.lastContactAgeMs).toBe(0);
    }
    await reflector.close();
  });

  it("is fresh when the server opened and ended a watch, and stays so when we end one that is open (O16)", async () => {
    const { source, clock, reflector } = reflecting();
    void reflector.run();
    await (await source.nextList()).answer(listOf("10", []));
    const first = await source.nextWatch();
    await clock.advance(15_000);
    expect(reflector.isStale).toBe(true);
    await first.end();
    expect(reflector.isStale).toBe(false);
    await clock.advance(15_000);
    const second = source.watches.at(-1);
    second?.open();
    await settled();
    expect(reflector.isStale).toBe(false);
    reflector.relist("older-state");
    await settled();
    expect(second?.stops).toBe(1);
    expect(reflector.isStale).toBe(false);
    await reflector.close();
  });

  it("is in contact with the server when that accepts a streaming list, and as long as bookmarks come", async () => {
    const { source, clock, reflector, failures } = reflecting({ streamingSource: true });
    void reflector.run();
    const watch = await source.nextWatch();
    await clock.advance(8_000);
    watch.open();
    await settled();
    expect(reflector.lastContactAgeMs).toBe(0);
    for (let n = 0; n < 5; n++) {
      await clock.advance(20_000);
      await watch.bookmark("10");
    }
    expect(reflector.lastContactAgeMs).toBe(0);
    expect(watch.stops).toBe(0);
    expect(failures).toEqual([]);
    await reflector.close();
  });

  it("starts no timer that keeps the process alive, but for the wait before the next request", async () => {
    const { clock } = reflecting();
    const keeping: number[] = [];
    const watched = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      setTimer: (delayMs: number, run: () => void, options: { readonly ref?: boolean | undefined } = {}) => {
        if (options.ref !== false) keeping.push(delayMs);
        return clock.setTimer(delayMs, run);
      },
    };
    const { reflector } = reflecting({ clock: watched, staleAfterMs: 1_000 });
    void reflector.run();
    await clock.advance(20_000);
    expect(reflector.isStale).toBe(true);
    expect(keeping).toEqual([]);
    await reflector.close();
  });
});

describe("the metrics of a reflector", () => {
  it("count a streaming list as a list and as a watch, with its duration and its objects", async () => {
    const meter = newPrometheusMeter();
    const { source, clock, reflector } = reflecting({ meter, streamingSource: true });
    void reflector.run();
    const watch = await source.nextWatch();
    await watch.added(thing("a", "1"), thing("b", "2"));
    await clock.advance(3_000);
    await watch.bookmark("10", true);
    const shown = (name: string): string | undefined =>
      new RegExp(`^client_ts_reflector_${name}\\{name="things"\\} (.*)$`, "m").exec(meter.text())?.[1];
    expect(shown("lists_total")).toBe("1");
    expect(shown("watches_total")).toBe("1");
    expect(shown("items_per_list_sum")).toBe("2");
    expect(shown("list_duration_seconds_sum")).toBe("3");
    expect(shown("last_resource_version")).toBe("10");
    await watch.fail(refusedConnection());
    await reflector.close();
  });

  it("show at once that the cache is stale and when the server was last in contact, until it is closed", async () => {
    const meter = newPrometheusMeter();
    const { watch, source, clock, reflector } = await watching({ meter });
    const shown = (name: string): string | undefined =>
      new RegExp(`^${name}\\{name="things"\\} (.*)$`, "m").exec(meter.text())?.[1];
    const lastContact = (): number => Number(shown("client_ts_reflector_last_contact_timestamp_seconds")) * 1_000;
    const opened = clock.now();
    expect(shown("client_ts_reflector_stale")).toBe("0");
    expect(lastContact()).toBe(opened);
    await clock.advance(60_000);
    expect(lastContact()).toBe(opened);
    await watch.fail(reset());
    expect(shown("client_ts_reflector_stale")).toBe("1");
    await clock.advance(1_600);
    (await source.nextWatch()).open();
    await settled();
    expect(shown("client_ts_reflector_stale")).toBe("0");
    expect(lastContact()).toBe(clock.now());
    await reflector.close();
    expect(meter.text()).not.toMatch(/^client_ts_reflector_(stale|last_)/m);
    expect(shown("client_ts_reflector_watches_total")).toBe("2");
  });
});
