import { describe, expect, it } from "vitest";
import { withResolvers } from "./deferred.ts";
import { onReturn } from "./on-return.ts";

describe("a generator whose reader may leave while it waits", () => {
  it("calls its function on return, and not at its own end", async () => {
    const calls: string[] = [];
    const { promise, resolve } = withResolvers();
    async function* values(wait: Promise<void>): AsyncGenerator<number> {
      yield 1;
      await wait;
    }
    for await (const value of onReturn(values(Promise.resolve()), () => calls.push("wrong"))) calls.push(`${value}`);
    const waiting = onReturn(values(promise), () => {
      calls.push("left");
      resolve();
    });
    await waiting.next();
    const next = waiting.next();
    expect(await waiting.return(undefined)).toEqual({ done: true, value: undefined });
    expect([await next, ...calls]).toEqual([{ done: true, value: undefined }, "1", "left"]);
  });

  it("ends also with the error of a reader that waits", async () => {
    const { promise, resolve } = withResolvers();
    async function* values(): AsyncGenerator<number> {
      yield 1;
      await promise;
    }
    const waiting = onReturn(values(), () => resolve());
    await waiting.next();
    const next = waiting.next();
    await expect(waiting.throw(new Error("of the reader"))).rejects.toThrow("of the reader");
    expect([await next, await waiting.next()]).toEqual(Array(2).fill({ done: true, value: undefined }));
  });
});
