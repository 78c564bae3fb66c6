import { describe, expect, it } from "vitest";
import { startWorld, Website, website } from "./test-support/world.ts";

describe("the context of a run", () => {
  it("makes its client and its logger once", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const seen: unknown[] = [];
    manager.controller(Website, {
      reconcile(_site, ctx) {
        const { client, log } = ctx;
        seen.push(ctx.client === client, ctx.log === log, client.context.defaults.fieldManager);
      },
    });
    void manager.run();
    await world.settled();
    expect(seen).toEqual([true, true, "website"]);
  });

  it("can be copied with its client and its logger", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    const seen: unknown[] = [];
    manager.controller(Website, {
      reconcile(_site, ctx) {
        const copy = { ...ctx };
        seen.push(copy.client === ctx.client, copy.log === ctx.log, copy.cache === ctx.cache, copy.key);
      },
    });
    void manager.run();
    await world.settled();
    expect(seen).toEqual([true, true, true, { namespace: "shop", name: "a" }]);
  });

  it("has functions that work when they are taken out of it", async () => {
    await using world = await startWorld(website("a"));
    const manager = world.manager();
    manager.controller(Website, {
      async reconcile(site, { patchStatus, setCondition }) {
        await patchStatus(site, (draft) => {
          draft.status = { ...draft.status, ready: true };
        });
        await setCondition(site, { type: "Ready", status: "True", reason: "Done", message: "" });
      },
    });
    void manager.run();
    await world.settled();
    const { status } = await world.client.resource(Website, { namespace: "shop" }).get("a");
    expect(status).toMatchObject({ ready: true, conditions: [{ type: "Ready", status: "True" }] });
  });
});
