import { getEventListeners, once } from "node:events";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { pump } from "./pump.ts";

describe("a body that broke before its reader came", () => {
  it("rejects with the error that it broke with", async () => {
    const body = new Readable({ read() {} });
    const failed = once(body, "error");
    body.destroy(new Error("the network is gone"));
    await failed;
    await expect(pump(body, () => undefined)).rejects.toThrow("the network is gone");
  });

  it("rejects as cut off when it says nothing, and without an error that no listener takes", async () => {
    const closed = new Readable({ read() {} }).destroy();
    await once(closed, "close");
    await expect(pump(closed, () => undefined)).rejects.toMatchObject({ code: "reset" });
    const closing = new Readable({ read() {} });
    closing.destroy(new Error("at the same time"));
    await expect(pump(closing, () => undefined)).rejects.toThrow("at the same time");
  });
});

describe("a body that was read", () => {
  it("leaves nothing on the signal of its reader, whether it ended or broke", async () => {
    const { signal } = new AbortController();
    await pump(Readable.from([Buffer.from("a")]), () => undefined, { signal });
    await expect(
      pump(
        Readable.from([Buffer.from("a")]),
        () => {
          throw new Error("not this");
        },
        { signal },
      ),
    ).rejects.toThrow("not this");
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
