import { describe, expect, it } from "vitest";
import { newClient } from "../../client/index.ts";
import { LeaseServer, status } from "../../leaderelection/test-support/lease-server.ts";
import { FakeClock } from "../../util/index.ts";
import { ShardFleet } from "./shard-fleet.ts";
import { shardOf } from "./shard-hash.ts";
import { FleetSimulation } from "./test-support/simulated-fleet.ts";

const hours = Number(process.env["FLEET_HOURS"] ?? 0.2);
const minuteMs = 60_000;

// A simulation takes as long as the machine needs to compute it.
describe("sharding", { timeout: 120_000 }, () => {
  it("spreads the shards over its replicas, and moves only those of the new one when a replica starts", async () => {
    const simulation = new FleetSimulation(1, 16);
    const { world } = simulation;
    const [first] = [simulation.add(), simulation.add()];
    await world.runUntil(minuteMs);
    expect(simulation.result().shares.reduce((sum, share) => sum + share, 0)).toBe(16);
    const before = simulation.result().takes;
    simulation.add();
    await world.runUntil(2 * minuteMs);
    const { shares, takes, twice } = simulation.result();
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(16);
    expect(Math.min(...shares)).toBeGreaterThan(1);
    // Only the shards of the new replica have moved.
    expect(takes - before).toBe(shares[2]);
    expect(twice).toEqual([]);
    expect(first?.fleet?.members).toEqual(["r1", "r2", "r3"]);
    const mine = first?.fleet?.owned ?? [];
    const uids = Array.from({ length: 100 }, (_, i) => `uid-${i}`);
    for (const uid of uids) expect(first?.fleet?.owns(uid)).toBe(mine.includes(shardOf(uid, 16)));
    expect(first?.fleet?.shardSelector).toContain("shardRange(object.metadata.uid, '0x");
    const own = uids.find((uid) => first?.fleet?.owns(uid)) ?? "";
    expect(first?.fleet?.clientFor(own)).toBeDefined();
    expect(first?.fleet?.clientFor(uids.find((uid) => !first?.fleet?.owns(uid)) ?? "")).toBeUndefined();
  });

  it("takes the shards of a killed replica within leaseDuration + retryPeriod after their last renewal", async () => {
    const simulation = new FleetSimulation(2, 16);
    const { world } = simulation;
    for (let i = 0; i < 3; i++) simulation.add();
    await world.runUntil(minuteMs);
    for (let killed = 0; killed < 3; killed++) {
      const [victim] = simulation.replicas;
      if (victim !== undefined) simulation.kill(victim);
      await world.runUntil(world.nowMs + 40_000);
      expect(simulation.result().unowned).toEqual([]);
      simulation.add();
      await world.runUntil(world.nowMs + world.between(20_000, 40_000));
    }
    const { gapsMs, twice } = simulation.result();
    const longest = gapsMs.at(-1) ?? Number.NaN;
    console.log(
      `figure: ${gapsMs.length} shards of 3 killed replicas taken over: median ` +
        `${((gapsMs[gapsMs.length >> 1] ?? 0) / 1_000).toFixed(2)} s, maximum ${(longest / 1_000).toFixed(2)} s`,
    );
    expect(gapsMs.length).toBeGreaterThan(8);
    expect(longest).toBeLessThanOrEqual(17_000);
    expect(twice).toEqual([]);
  });

  it("never owns a shard twice in kills, pauses and partitions, and owns all of them after the faults", {
    timeout: 120_000 + hours * 120_000,
  }, async () => {
    const simulation = new FleetSimulation(Number(process.env["FLEET_SEED"] ?? 3), 8);
    const { world } = simulation;
    for (let i = 0; i < 3; i++) simulation.add();
    const endMs = hours * 3_600_000;
    simulation.letThingsGoWrong(endMs);
    await world.runUntil(endMs + 3 * minuteMs);
    const { twice, unowned, faults, takes, shares } = simulation.result();
    console.log(
      `figure: fleet simulated for ${hours} h: ${twice.length} shards owned twice, ${unowned.length} without an owner ` +
        `at the end; ${takes} times a shard was taken; faults ${JSON.stringify(faults)}; shares ${shares.join("/")}`,
    );
    expect({ twice, unowned }).toEqual({ twice: [], unowned: [] });
    expect(takes).toBeGreaterThan(hours * 50);
  });

  it("deletes the Leases of replicas that were last renewed ten lease durations ago, and no others", async () => {
    const simulation = new FleetSimulation(5, 4);
    const { world } = simulation;
    const crashed = simulation.add();
    simulation.add();
    await world.runUntil(minuteMs);
    expect(simulation.announced).toEqual(["r1", "r2"]);
    simulation.kill(crashed);
    await world.runUntil(minuteMs + 140_000);
    expect(simulation.announced).toEqual(["r1", "r2"]);
    await world.runUntil(minuteMs + 200_000);
    expect(simulation.announced).toEqual(["r2"]);
    expect(simulation.result().unowned).toEqual([]);
  });

  it("creates the Lease of a replica again when it was deleted, and keeps its shards meanwhile", async () => {
    const simulation = new FleetSimulation(6, 4);
    const { world } = simulation;
    simulation.add();
    await world.runUntil(minuteMs);
    const { takes } = simulation.result();
    simulation.deleteMember("r1");
    expect(simulation.announced).toEqual([]);
    await world.runUntil(minuteMs + 10_000);
    expect(simulation.announced).toEqual(["r1"]);
    await world.runUntil(2 * minuteMs);
    expect(simulation.result()).toMatchObject({ takes, unowned: [] });
  });

  it("takes no shard while a replica with another number of shards is running", async () => {
    const simulation = new FleetSimulation(4, 8);
    const { world } = simulation;
    const old = simulation.add();
    await world.runUntil(minuteMs);
    const renamed = simulation.add(4);
    await world.runUntil(2 * minuteMs);
    expect(old.fleet?.owned).toHaveLength(8);
    expect(renamed.fleet?.owned).toEqual([]);
    simulation.kill(old);
    await world.runUntil(2 * minuteMs + 20_000);
    expect(renamed.fleet?.owned).toEqual([0, 1, 2, 3]);
  });

  it.each([
    [404, "NotFound"],
    [409, "Conflict"],
  ] as const)(
    "ignores a %i when it deletes the Lease of a crashed replica: another replica was faster",
    async (code, reason) => {
      const [clock, server, warnings] = [new FakeClock(), new LeaseServer(), [] as string[]];
      const warn = (line: string): void => void warnings.push(line);
      const logger = { debug() {}, info() {}, warn, error: warn };
      const config = { host: "http://server.test", namespace: "shop", transport: server.transport, clock, logger };
      const fleet = new ShardFleet(newClient(config), { name: "shop", identity: "a", shards: 1, onShard() {} });
      const spec = { holderIdentity: "crashed", leaseDurationSeconds: 15, renewTime: "2026-01-01T00:00:00.000000Z" };
      server.put("shop-member-crashed", spec, { labels: { "client-ts/fleet": "shop", "client-ts/shards": "1" } });
      let deletes = 0;
      server.intercept = ({ verb }) => {
        if (verb !== "delete") return undefined;
        deletes++;
        server.remove("shop-member-crashed");
        return status(code, reason);
      };
      const running = fleet.run();
      await clock.advance(170_000);
      server.intercept = undefined;
      expect([deletes, warnings, fleet.members]).toEqual([1, [], ["a"]]);
      await fleet.close();
      await running;
    },
  );

  it("refuses a number of shards and a name that cannot work", () => {
    const client = newClient({ host: "http://server.test" });
    const make = (options: object) => () =>
      new ShardFleet(client, { name: "shop", shards: 4, onShard() {}, ...options });
    expect(make({ shards: 0 })).toThrow("shards must be a whole number from 1 on, not 0");
    expect(make({ name: "Shop!" })).toThrow('the sharding name "Shop!" is not a valid name of a Lease');
    expect(make({ renewDeadlineMs: 60_000 })).toThrow("must be greater than renewDeadlineMs");
  });
});
