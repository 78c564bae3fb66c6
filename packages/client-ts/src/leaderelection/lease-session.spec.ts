import { describe, expect, it } from "vitest";
import { newClient } from "../client/index.ts";
import { AbortedError, newStatus, StatusError, TimeoutError, TransportError } from "../errors/index.ts";
import { boundClient } from "./bound-client.ts";
import { isLeadershipLost } from "./leadership-lost-error.ts";
import { LeaseSession } from "./lease-session.ts";

describe("the connection of an election", () => {
  it("is replaced after a silence or a break, because the next renewal must not wait for it again (F-G3)", async () => {
    const session = new LeaseSession(newClient({ host: "http://server.test" }), 5_000);
    const first = session.current();
    for (const answer of [new StatusError(newStatus("Conflict")), new AbortedError(), new Error("any")])
      session.noteFailure(answer);
    expect(session.current()).toBe(first);
    let last = first;
    for (const failure of [new TimeoutError("no answer"), new TransportError("cut", { code: "reset", sent: true })]) {
      session.noteFailure(failure);
      expect(session.current()).not.toBe(last);
      last = session.current();
    }
    await session.close();
    await expect(first.rest.get().absPath("/version").do()).rejects.toMatchObject({ kind: "Transport" });
  });

  it("has a limit for each request, and neither the rate limit nor the retries of the program (F-G10)", async () => {
    const session = new LeaseSession(newClient({ host: "http://server.test", qps: 1, burst: 2 }), 5_000);
    const { config } = session.current().rest;
    expect([config.timeoutMs, config.qps, config.burst, config.rateLimiter]).toEqual([5_000, ...Array(3)]);
    await session.close();
  });
});

describe("a client that is bound to a lease", () => {
  it("opens no stream while the lease is not held: exec and attach write too", async () => {
    const client = newClient({ host: "http://127.0.0.1:1" });
    const bound = boundClient(client, { lease: "shop/shop", leadership: () => undefined });
    await expect(bound.rest.connect()).rejects.toSatisfy(isLeadershipLost);
    await expect(bound.rest.connect()).rejects.toThrow("a stream: nothing was sent");
    await client.close();
  });
});
