import { describe, expect, it } from "vitest";
import { type Deferred, type Logger, silentLogger, withResolvers } from "../util/index.ts";
import { CacheSyncError, type Syncing, waitForCacheSync } from "./wait-for-cache-sync.ts";

function syncing(name: string): Syncing & { readonly done: Deferred<void>; finish(): void } {
  const done = withResolvers();
  let synced = false;
  return {
    name,
    done,
    hasSynced: () => synced,
    waitForSync: () => done.promise,
    finish: () => {
      synced = true;
      done.resolve();
    },
  };
}

describe("waiting for caches", () => {
  it("ends when all have synced, each logged; on a cancel it names the missing ones and the cause; nothing is ready at once (B142)", async () => {
    await waitForCacheSync([]);
    const lines: string[] = [];
    const logger: Logger = {
      ...silentLogger,
      debug: (message, fields) => void lines.push(`${message} ${fields?.["name"]}`),
      warn: (message, fields) => void lines.push(`${message} ${fields?.["missing"]}`),
    };
    const [pods, nodes] = [syncing("pods"), syncing("nodes")];
    const both = waitForCacheSync([pods, nodes], { logger, what: "demo" });
    pods.finish();
    await null;
    nodes.finish();
    await both;
    expect(lines).toEqual(["demo: synced pods", "demo: synced nodes"]);
    const late = syncing("late");
    const stopper = new AbortController();
    const wait = waitForCacheSync([pods, late, syncing("never")], { signal: stopper.signal, logger, what: "demo" });
    await null;
    stopper.abort(new Error("took too long"));
    await expect(wait).rejects.toThrow(CacheSyncError);
    await expect(wait).rejects.toThrow("demo did not sync: late, never: took too long");
    expect(lines.at(-1)).toBe("demo: did not sync late,never");
  });

  it("gives an error that lists what is missing and why, and none when all is there (B143)", async () => {
    const [pods, nodes] = [syncing("v1 Pod"), syncing("v1 Node")];
    pods.finish();
    const error = await waitForCacheSync([pods, nodes], { signal: AbortSignal.abort(new Error("cancelled")) }).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(CacheSyncError);
    expect(error.missing).toEqual(["v1 Node"]);
    expect(error.message).toBe("caches did not sync: v1 Node: cancelled");
    expect(error.cause).toEqual(new Error("cancelled"));
    nodes.finish();
    await expect(waitForCacheSync([pods, nodes])).resolves.toBeUndefined();
  });

  it("ends when one of them stops before, and takes a single one", async () => {
    const one = syncing("one");
    const wait = waitForCacheSync(one);
    one.done.reject(new Error("stopped"));
    await expect(wait).rejects.toThrow("one: stopped");
  });
});
