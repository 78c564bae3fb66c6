import { describe, expect, it } from "vitest";
import { newClient } from "../client/index.ts";
import { respond, status } from "../leaderelection/test-support/lease-server.ts";
import type { Transport } from "../transport/index.ts";
import { FakeClock } from "../util/index.ts";
import { MetricsAccess } from "./metrics-access.ts";

const user = { username: "scraper", uid: "u1", groups: ["monitoring"], extra: { scopes: ["metrics"] } };

/** A cluster that accepts the token `good`, and the reviews that it received. */
function stage(answers: { user?: object; allowed?: boolean } = {}) {
  const clock = new FakeClock();
  const asked: unknown[] = [];
  const state = { broken: false };
  const transport: Transport = async ({ path, body }) => {
    if (state.broken) return respond(status(500, "InternalError"));
    const { spec } = JSON.parse(String(body)) as { spec: { token?: string } };
    asked.push(spec);
    const isToken = path.includes("/tokenreviews");
    const known = { authenticated: spec.token?.startsWith("good") === true, user: answers.user ?? user };
    return respond({ code: 201, body: { status: isToken ? known : { allowed: answers.allowed ?? true } } });
  };
  const client = newClient({ host: "http://server.test", transport, clock });
  const access = new MetricsAccess(client, clock);
  return { access, asked, clock, state };
}

describe("a scraper of metrics", () => {
  it("is looked up with everything that is known of its user, and again after a minute", async () => {
    const { access, asked, clock } = stage();
    expect(await access.check("Bearer good", "/metrics")).toBe(200);
    expect(asked).toEqual([
      { token: "good" },
      {
        user: "scraper",
        uid: "u1",
        groups: ["monitoring"],
        extra: { scopes: ["metrics"] },
        nonResourceAttributes: { path: "/metrics", verb: "get" },
      },
    ]);
    await clock.advance(59_999);
    expect([await access.check("bearer good", "/metrics"), asked.length]).toEqual([200, 2]);
    await clock.advance(1);
    expect([await access.check("Bearer good", "/metrics"), asked.length]).toEqual([200, 4]);
    // Another path or another token needs a review of its own.
    await access.check("Bearer good", "/other");
    await access.check("Bearer good2", "/metrics");
    expect(asked).toHaveLength(8);
  });

  it("is refused without a token, with one that is not known, and when it may not read the path", async () => {
    const { access, asked } = stage({ allowed: false });
    for (const header of [undefined, "", "Bearer ", "Basic good", "Bearer two words", `Bearer ${"x".repeat(20_000)}`])
      expect(await access.check(header, "/metrics")).toBe(401);
    expect(asked).toEqual([]);
    expect(await access.check("Bearer bad", "/metrics")).toBe(401);
    expect(asked).toEqual([{ token: "bad" }]);
    expect(await access.check("Bearer good", "/metrics")).toBe(403);
    expect(await stage({ user: {} }).access.check("Bearer good", "/metrics")).toBe(401);
  });

  it("is not remembered when the cluster could not be asked", async () => {
    const { access, state } = stage();
    state.broken = true;
    await expect(access.check("Bearer good", "/metrics")).rejects.toThrow("InternalError");
    state.broken = false;
    expect(await access.check("Bearer good", "/metrics")).toBe(200);
  });

  it("is forgotten when a thousand others have come: tokens of unknown clients do not fill the memory", async () => {
    const { access, asked } = stage();
    await access.check("Bearer bad-first", "/metrics");
    for (let at = 0; at < 1_000; at++) await access.check(`Bearer bad-${at}`, "/metrics");
    expect(asked).toHaveLength(1_001);
    await access.check("Bearer bad-first", "/metrics");
    expect(asked).toHaveLength(1_002);
  });
});
