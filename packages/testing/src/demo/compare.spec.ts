import { systemClock } from "client-ts/util";
import { describe, expect, it } from "vitest";
import { compareUntilEqual, differencesOf } from "./compare.ts";
import { newWebsiteManager } from "./operator.ts";
import { TotalsMeter } from "./totals-meter.ts";
import { Website } from "./website.ts";
import { openWorld } from "./world.ts";

describe("the comparison of caches and server", () => {
  it("finds what the caches miss without contact, and waits until they have caught up", async () => {
    const { signal } = new AbortController();
    const world = await openWorld({ durationMs: 1, kubeconfig: undefined, context: undefined, plain: true }, signal);
    const { namespace, loadClient: client } = world;
    const hooks = { begins() {}, ended() {} };
    const manager = newWebsiteManager(world.operatorClient, { namespace, meter: new TotalsMeter(), hooks });
    const running = manager.run();
    await new Promise<void>((resolve) => manager.add(() => resolve()));
    const compare = (timeoutMs: number) =>
      compareUntilEqual(manager, { client, namespace, clock: systemClock, signal, timeoutMs });
    expect((await compare(0)).differences).toEqual([]);
    world.faults?.cut();
    const { metadata } = await client
      .resource(Website, { namespace })
      .create({ metadata: { name: "web" }, spec: { html: "hello" } });
    expect(await compare(0)).toEqual({
      objects: 1,
      differences: [`Website demo/web: version ${metadata.resourceVersion} on the server, none in the cache`],
    });
    world.faults?.heal();
    await expect.poll(async () => (await compare(10_000)).objects).toBe(4);
    expect((await compare(10_000)).differences).toEqual([]);
    await manager.close();
    await running;
    await world.close();
  });

  it("names every object that differs or that only one of them has", () => {
    const stored = new Map([
      ["demo/a", "1"],
      ["demo/b", "2"],
      ["demo/c", "3"],
    ]);
    const cached = new Map([
      ["demo/a", "1"],
      ["demo/b", "1"],
      ["demo/d", "4"],
    ]);
    expect(differencesOf("Service", stored, stored)).toEqual([]);
    expect(differencesOf("Service", stored, cached)).toEqual([
      "Service demo/b: version 2 on the server, 1 in the cache",
      "Service demo/c: version 3 on the server, none in the cache",
      "Service demo/d: version none on the server, 4 in the cache",
    ]);
  });
});
