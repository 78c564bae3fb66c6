import { connect } from "node:net";
import { ConfigMap } from "client-ts/api/core/v1";
import { newManager } from "client-ts/controller";
import { isClientError } from "client-ts/errors";
import { defineResource, type KubeObject } from "client-ts/meta";
import { describe, expect, it } from "vitest";
import { runController } from "./run-controller.ts";

const copies = { metadata: { name: "original", namespace: "default" }, apiVersion: "v1", kind: "ConfigMap" };

describe("runController", () => {
  it("runs a controller until it is idle, moves its clock, and lets requests of a verb fail", async () => {
    let refused = 0;
    const runs: number[] = [];
    await using run = await runController(
      (client, options) => {
        const manager = newManager(client, { ...options, logger: false });
        manager.controller(ConfigMap, {
          when: ({ name }) => name === "original",
          async reconcile({ metadata }, ctx) {
            runs.push(ctx.clock.monotonic());
            const maps = ctx.client.resource(ConfigMap, { namespace: metadata.namespace });
            await maps.create({ metadata: { name: `copy-${runs.length}` } });
            return { requeueAfterMs: 60_000 };
          },
        });
        return manager;
      },
      {
        objects: [copies],
        interceptors: {
          create: (next) => async (request) => {
            if (request.path.includes("configmaps") && refused++ === 0) throw new Error("refused by the test");
            return next(request);
          },
        },
      },
    );
    await run.idle();
    expect(runs).toEqual([0]);
    await run.advance(10);
    expect([refused, runs.length]).toEqual([2, 2]);
    await run.advance(120_000);
    expect(runs).toHaveLength(4);
    const { items } = await run.client.resource(ConfigMap, { namespace: "default" }).list();
    expect(items.map(({ metadata }) => metadata.name).sort()).toEqual(["copy-2", "copy-3", "copy-4", "original"]);
  });

  it("rejects with what the manager failed with", async () => {
    const run = await runController((client, options) => {
      const manager = newManager(client, { ...options, logger: false });
      manager.add(async () => {
        throw new Error("a part failed");
      });
      return manager;
    });
    await expect(run.idle()).rejects.toThrow("a part failed");
    await expect(run.close()).rejects.toThrow("a part failed");
  });

  it("leaves no server behind when the manager cannot be made", async () => {
    let url = "";
    const started = runController((client) => {
      url = client.rest.config.host ?? "";
      throw new Error("no manager today");
    });
    await expect(started).rejects.toThrow("no manager today");
    const { hostname, port } = new URL(url);
    const refused = await new Promise((resolve) => {
      connect(Number(port), hostname)
        .once("error", () => resolve(true))
        .once("connect", () => resolve(false));
    });
    expect(refused).toBe(true);
  });

  it("says what is busy when a controller wakes itself without end", async () => {
    let runs = 0;
    await using run = await runController(
      (client, options) => {
        const manager = newManager(client, { ...options, logger: false });
        manager.controller(ConfigMap, {
          async reconcile({ metadata: { name, namespace } }, ctx) {
            await ctx.client.resource(ConfigMap, { namespace }).mergePatch(name, { data: { runs: `${++runs}` } });
          },
        });
        return manager;
      },
      { objects: [copies], idleTimeoutMs: 300 },
    );
    const error = await run.idle().catch((caught: unknown) => caught);
    expect(isClientError(error, "Timeout")).toBe(true);
    expect(String(error)).toMatch(/not idle within 300 ms: .*Look for a reconcile that wakes itself/);
    expect(runs).toBeGreaterThan(1);
  });

  it("names a kind whose definition is missing", async () => {
    const Website = defineResource<KubeObject>()({
      group: "shop.example.com",
      version: "v1",
      kind: "Website",
      plural: "websites",
      scope: "Namespaced",
    });
    await using run = await runController(
      (client, options) => {
        const manager = newManager(client, { ...options, logger: false });
        manager.controller(Website, { reconcile: async () => {} });
        return manager;
      },
      { idleTimeoutMs: 300 },
    );
    await expect(run.idle()).rejects.toThrow(
      /the cache of Website is not filled: \[NotFound\] websites: .* this kind is not installed/,
    );
  });
});
