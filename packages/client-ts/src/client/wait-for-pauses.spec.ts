import { describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { newStatus, StatusError, TransportError } from "../errors/index.ts";
import { FakeClock, sleep } from "../util/index.ts";
import { podRunning } from "./conditions.ts";
import { type Waitable, waitFor } from "./wait-for.ts";

const pending = { metadata: { name: "web", resourceVersion: "5" }, status: { phase: "Pending" } };
const running = { metadata: { name: "web", resourceVersion: "6" }, status: { phase: "Running" } };

/** What one list and the watch behind it do; the last round is repeated. */
interface Round {
  readonly fails?: unknown;
  readonly found?: object;
  readonly changed?: object;
  readonly watchMs?: number;
}

function stage(...rounds: readonly Round[]) {
  const clock = new FakeClock();
  const listedAt: number[] = [];
  const round = (): Round => rounds[Math.min(listedAt.length, rounds.length) - 1] as Round;
  const client = {
    resource: Pod,
    namespace: "shop",
    async list() {
      listedAt.push(clock.monotonic());
      const { fails, found } = round();
      if (fails !== undefined) throw fails;
      return { metadata: { resourceVersion: "10" }, items: found === undefined ? [] : [found] };
    },
    async *watch({ signal }: { readonly signal?: AbortSignal }) {
      const { changed, watchMs = 0 } = round();
      if (watchMs > 0) await sleep(watchMs, { clock, signal });
      if (changed !== undefined) yield { type: "MODIFIED", object: changed };
    },
  } as unknown as Waitable<Pod>;
  const wait = (timeoutMs?: number): Promise<unknown> =>
    waitFor(client, "web", podRunning(), { clock, random: () => 0, timeoutMs }).catch((error: unknown) => error);
  return { clock, listedAt, wait };
}

describe("the pauses of waitFor", () => {
  it("grow up to ten seconds while every watch ends at once, and begin anew after an event", async () => {
    const short = { found: pending };
    const { clock, listedAt, wait } = stage(
      ...Array(8).fill(short),
      { ...short, changed: pending },
      { found: running },
    );
    const found = wait();
    await clock.advance(60_000);
    expect(await found).toBe(running);
    const pauses = listedAt.slice(1).map((time, index) => time - (listedAt[index] as number));
    expect(pauses).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 200]);
  });

  it("are none after a watch that lasted a second", async () => {
    const { clock, listedAt, wait } = stage(
      { found: pending, watchMs: 1_000 },
      { found: pending, watchMs: 999 },
      { found: running },
    );
    const found = wait();
    await clock.advance(10_000);
    expect(await found).toBe(running);
    expect(listedAt).toEqual([0, 1_000, 2_199]);
  });

  it("are as long as the server asks for", async () => {
    const busy = new StatusError(newStatus("TooManyRequests", { retryAfterSeconds: 30 }));
    const { clock, listedAt, wait } = stage({ fails: busy }, { found: running });
    const found = wait();
    await clock.advance(30_000);
    expect(await found).toBe(running);
    expect(listedAt).toEqual([0, 30_000]);
  });

  it("leave no timer when the wait ends before its limit", async () => {
    const { clock, wait } = stage({ found: running });
    expect(await wait(60_000)).toBe(running);
    expect(clock.pending).toBe(0);
  });

  it("that end with the limit name the last failure, unless the object was read since", async () => {
    const cut = new TransportError("no route to the server", { code: "unreachable" });
    const failing = stage({ found: pending }, { fails: cut });
    const failed = failing.wait(20_000);
    await failing.clock.advance(20_000);
    expect(String(await failed)).toContain("the last attempt failed: no route to the server");
    const recovered = stage({ fails: cut }, { found: pending, watchMs: 60_000 });
    const waited = recovered.wait(20_000);
    await recovered.clock.advance(20_000);
    expect(String(await waited)).toMatch(/timed out after 20000 ms .*Pending/);
    expect(String(await waited)).not.toContain("no route");
    expect(recovered.clock.pending).toBe(0);
  });
});
