import { describe, expect, it } from "vitest";
import { FakeClock } from "../util/index.ts";
import { newStatus } from "./new-status.ts";
import { defaultBackoff, retryOnError, retryOnConflict } from "./retry.ts";
import { StatusError } from "./status-error.ts";

const conflict = (): StatusError => new StatusError(newStatus("Conflict", { resource: "pods", name: "web" }));

describe("a retry on conflict", () => {
  it("tries again until it works (B495)", async () => {
    const clock = new FakeClock();
    let tries = 0;
    const result = retryOnConflict(
      () => {
        if (++tries < 3) throw conflict();
        return "done";
      },
      { clock, random: () => 0 },
    );
    await clock.advance(20);
    expect([await result, tries]).toEqual(["done", 3]);
  });

  it("stops after five tries with the last error (B495)", async () => {
    const clock = new FakeClock();
    const thrown: StatusError[] = [];
    const result = retryOnConflict(
      async () => {
        thrown.push(conflict());
        throw thrown.at(-1);
      },
      { clock },
    ).catch((error: unknown) => error);
    await clock.advance(1000);
    expect(thrown).toHaveLength(5);
    expect(await result).toBe(thrown[4]);
    expect(clock.pending).toBe(0);
  });

  it("throws another error at once, an abort of the function included (B495)", async () => {
    let tries = 0;
    const fail = (error: unknown): Promise<unknown> =>
      retryOnConflict(() => {
        tries++;
        throw error;
      }).catch((caught: unknown) => caught);
    const abort = new DOMException("enough", "AbortError");
    const notFound = new StatusError(newStatus("NotFound"));
    expect([await fail(abort), await fail(notFound), tries]).toEqual([abort, notFound, 2]);
  });

  it("waits as its policy says (B495)", async () => {
    const clock = new FakeClock();
    const at: number[] = [];
    const result = retryOnError(
      () => {
        at.push(clock.monotonic());
        throw new Error("oh");
      },
      () => true,
      { clock, policy: defaultBackoff, random: () => 0 },
    ).catch((error: Error) => error.message);
    await clock.advance(1000);
    expect(at).toEqual([0, 10, 60, 310]);
    expect(await result).toBe("oh");
    await expect(
      retryOnError(
        () => 1,
        () => true,
        { policy: { steps: 0, baseMs: 1 } },
      ),
    ).rejects.toThrow("one try or more");
  });

  it("does not begin when its signal has fired already", async () => {
    let tries = 0;
    const result = retryOnConflict(() => ++tries, { signal: AbortSignal.abort() });
    await expect(result).rejects.toMatchObject({ kind: "Aborted", message: "the retries were aborted" });
    expect(tries).toBe(0);
  });

  it("refuses a number of tries that is not at least one", async () => {
    for (const steps of [0, -1, Number.NaN])
      await expect(retryOnConflict(() => 1, { policy: { steps, baseMs: 1 } })).rejects.toMatchObject({
        kind: "InvalidArgument",
      });
  });

  it("ends while it waits when its signal fires", async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const result = retryOnConflict(() => Promise.reject(conflict()), { clock, signal: controller.signal });
    const ended = expect(result).rejects.toMatchObject({ kind: "Aborted", cause: new Error("enough") });
    await clock.advance(1);
    controller.abort(new Error("enough"));
    await ended;
    expect(clock.pending).toBe(0);
  });
});
