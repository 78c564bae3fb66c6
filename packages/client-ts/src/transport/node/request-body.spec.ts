import { once } from "node:events";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { TransportError } from "../../errors/index.ts";
import { ask, poolsPerTest, text } from "../test-support/pools.ts";
import { json } from "../test-support/servers.ts";
import { eventually } from "../../util/test-support/eventually.ts";
import { newDial } from "./dial.ts";

const { start, open } = poolsPerTest();

/** A stream that gives nothing by itself. */
function source(): Readable {
  return new Readable({ objectMode: true, read() {} });
}

/** A dial that waits until the test lets it go on. */
function heldDial(): { dial: ReturnType<typeof newDial>; isDialling: () => boolean; goOn: () => void } {
  const direct = newDial();
  let isDialling = false;
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  return {
    async dial(target, options) {
      isDialling = true;
      await held;
      return direct(target, options);
    },
    isDialling: () => isDialling,
    goOn: () => goOn(),
  };
}

describe.each(["h2", "https"] as const)("a stream as the body of a request over %s", (protocol) => {
  it("is sent as it comes", async () => {
    const server = await start((_request, response) => json(response, {}), { protocol });
    const body = source();
    const answer = text(open(server), ask("/", { method: "POST", body }));
    body.push("first, ");
    body.push(Buffer.from("größe, "));
    body.push(new Uint8Array(100_000).fill(97));
    body.push(null);
    await answer;
    expect(server.requests[0]?.body).toBe(`first, größe, ${"a".repeat(100_000)}`);
  });

  it.each<[string, (body: Readable) => void, string, string]>([
    ["that cannot be read", (body) => void body.destroy(new Error("disk")), "could not be read", "disk"],
    ["that is closed", (body) => void body.destroy(), "was closed before its end", "closed before its end"],
    ["with objects in it", (body) => void body.push({ a: 1 }), "has parts that are neither text nor bytes", "parts"],
  ])("%s fails the request, which the server does not take for the whole", async (_what, act, message, cause) => {
    const server = await start((_request, response) => json(response, {}), { protocol });
    const body = source();
    const failing = open(server).send(ask("/x", { method: "POST", body }));
    body.push("half");
    await eventually(() => server.begun === 1, "the server sees the request");
    act(body);
    const error = (await failing.catch((reason: unknown) => reason)) as TransportError;
    expect(error).toMatchObject({ kind: "Transport", sent: true });
    expect(error.message).toBe(`POST /x: the body of the request ${message}`);
    expect((error.cause as Error).message).toContain(cause);
    expect(body.destroyed).toBe(true);
    expect(server.requests).toEqual([]);
  });

  it("that fails while the connection is made fails the request, not the process, and nothing is sent", async () => {
    const server = await start((_request, response) => json(response, {}), { protocol });
    const { dial, isDialling, goOn } = heldDial();
    const body = source();
    const failing = open(server, { dial }).send(ask("/x", { method: "POST", body }));
    await eventually(isDialling, "the connection is being made");
    body.destroy(new Error("disk"));
    await once(body, "close").catch(() => {});
    goOn();
    const error = (await failing.catch((reason: unknown) => reason)) as TransportError;
    expect(error).toMatchObject({ kind: "Transport", sent: false, cause: { message: "disk" } });
    expect(server.requests).toEqual([]);
  });

  it("that was read or closed before fails the request at once", async () => {
    const server = await start((_request, response) => json(response, {}), { protocol });
    const closed = source().destroy();
    const read = Readable.from(["a"]);
    const ended = Readable.from(["a"], { autoDestroy: false });
    for (const one of [read, ended]) await once(one.resume(), "end");
    expect([closed.destroyed, ended.destroyed]).toEqual([true, false]);
    for (const body of [closed, read, ended]) {
      await expect(open(server).send(ask("/x", { method: "POST", body }))).rejects.toMatchObject({
        message: "POST /x: the body of the request was read or closed before it was sent",
        sent: false,
      });
    }
    expect(server.requests).toEqual([]);
  });

  it("is closed when the request ends before it is sent", async () => {
    const server = await start((_request, response) => json(response, {}), { protocol });
    const refusing = open(server, { dial: () => Promise.reject(new Error("no route")) });
    const refused = source();
    await expect(refusing.send(ask("/", { method: "POST", body: refused }))).rejects.toThrow("no route");
    expect(refused.destroyed).toBe(true);
    const { dial, isDialling } = heldDial();
    const aborted = source();
    const giveUp = new AbortController();
    const waiting = open(server, { dial }).send(ask("/", { method: "POST", body: aborted, signal: giveUp.signal }));
    await eventually(isDialling, "the connection is being made");
    giveUp.abort();
    await expect(waiting).rejects.toMatchObject({ kind: "Aborted" });
    expect(aborted.destroyed).toBe(true);
  });
});
