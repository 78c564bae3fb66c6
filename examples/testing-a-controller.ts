// Run: npm run examples -- testing-a-controller (in memory only: the test moves the clock of the controller)
// Tests a controller without a cluster and without waiting: until it is idle, an hour later, and when writes fail.
import assert from "node:assert/strict";
import type { Client } from "client-ts";
import { ConfigMap } from "client-ts/api/core/v1";
import { type Manager, type ManagerOptions, newManager } from "client-ts/controller";
import { runController } from "client-ts-testing";

/** The code under test: counts the hours of each ConfigMap with the label "clock". */
function newClockManager(client: Client, options: ManagerOptions = {}): Manager {
  const manager = newManager(client, options);
  manager.controller(ConfigMap, {
    when: ({ meta }) => meta.labels?.["clock"] !== undefined,
    async reconcile({ metadata: { name, namespace }, data }, ctx) {
      const started = Number(data?.["started"] ?? ctx.clock.now());
      const hours = Math.floor((ctx.clock.now() - started) / 3_600_000);
      const wanted = { started: String(started), hours: String(hours) };
      await ctx.client
        .resource(ConfigMap, { namespace })
        .apply({ metadata: { name }, data: wanted }, { fieldManager: "clock", force: true });
      return { requeueAfterMs: 3_600_000 };
    },
  });
  return manager;
}

let refused = 0;
await using run = await runController(newClockManager, {
  objects: [
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "tower", namespace: "default", labels: { clock: "yes" } },
    },
  ],
  interceptors: {
    patch: (next) => async (request) => {
      if (refused++ === 0) throw new Error("the first write fails");
      return next(request);
    },
  },
});
const hours = async () => (await run.client.resource(ConfigMap, { namespace: "default" }).get("tower")).data?.["hours"];

await run.idle();
assert.equal(await hours(), undefined); // the write has failed, and waits to be tried again
await run.advance(1_000);
assert.equal(await hours(), "0");
await run.advance(3_600_000);
assert.equal(await hours(), "1");
console.log(`an hour has passed in the controller, ${refused} writes were sent`);
