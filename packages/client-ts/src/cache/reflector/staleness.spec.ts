import { describe, expect, it } from "vitest";
import { newPrometheusMeter } from "../../prometheus/index.ts";
import { reflecting, reset } from "../test-support/reflecting.ts";
import { listOf, settled } from "../test-support/scripted-source.ts";

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

const staleLine = "warn: the cache is stale: it was not brought up to date for longer than expected";

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

  it("does not come after the reflector was closed", async () => {
    const { watch, clock, lines, reflector } = await watching();
    await clock.advance(60_000);
    await watch.fail(reset());
    await reflector.close();
    await clock.advance(60_000);
    expect(lines).not.toContain(staleLine);
  });
});

describe("the metrics of a reflector", () => {
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
