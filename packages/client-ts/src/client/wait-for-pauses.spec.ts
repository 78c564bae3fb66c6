import { describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { InvalidArgumentError, newStatus, StatusError, TimeoutError, TransportError } from "../errors/index.ts";
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
  return { clock, client, listedAt, wait };
}

describe("the end of waitFor", () => {
  const failures: readonly (readonly [unknown, boolean])[] = [
    ...(["BadRequest", "Unauthorized", "Forbidden", "NotFound", "MethodNotAllowed", "Invalid"] as const).map(
      (reason) => [new StatusError(newStatus(reason)), true] as const,
    ),
    ...(["Conflict", "Expired", "TooManyRequests", "InternalError", "ServiceUnavailable", "Timeout"] as const).map(
      (reason) => [new StatusError(newStatus(reason)), false] as const,
    ),
    ...(["tls", "closed", "limit"] as const).map((code) => [new TransportError(code, { code }), true] as const),
    ...(["reset", "refused", "dns", "unreachable", "timeout", "goaway"] as const).map(
      (code) => [new TransportError(code, { code }), false] as const,
    ),
    [new TimeoutError("one call took too long"), false],
    [new InvalidArgumentError("a bad name"), true],
    [new TypeError("x is not a function"), true],
  ];

  it.each(failures)("comes with an error that will not pass by waiting: %s, %s", async (error, final) => {
    const { clock, listedAt, wait } = stage({ fails: error }, { found: running });
    const ended = wait();
    await clock.advance(1_000);
    expect(await ended).toBe(final ? error : running);
    expect(listedAt).toHaveLength(final ? 1 : 2);
  });

  it("comes with the limit although a condition never answers", async () => {
    const { clock, client } = stage({ found: pending });
    const silent = (): Promise<boolean> => new Promise(() => {});
    const ended = expect(waitFor(client, "web", silent, { clock, timeoutMs: 1_000 })).rejects.toMatchObject({
      name: "WaitTimeoutError",
      lastSeen: pending,
    });
    await clock.advance(1_000);
    await ended;
    expect(clock.pending).toBe(0);
  });

  it("takes an answer that is not a boolean by its truth, as programs in JavaScript give it", async () => {
    const { clock, client } = stage({ found: pending, changed: running });
    const truth = (pod: Pod | undefined): boolean =>
      (pod?.status?.phase === "Running" ? "yes" : undefined) as unknown as boolean;
    const found = waitFor(client, "web", truth, { clock, timeoutMs: 60_000 });
    await clock.advance(0);
    expect(await found).toBe(running);
  });

  it("looks only at the object of that name, also in a list that holds others", async () => {
    const other = { ...running, metadata: { name: "other", resourceVersion: "7" } };
    const { clock, wait } = stage({ found: other, changed: running });
    const found = wait();
    await clock.advance(0);
    expect(await found).toBe(running);
  });
});

describe("the pauses of waitFor", () => {
  it("grow up to ten seconds while every watch ends at once, and are short again after an event", async () => {
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

  it("are left out after a watch that lasted a second", async () => {
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
