import { startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { startChild } from "./child.ts";
import { onSources } from "./spawn-on-sources.ts";
import type { BlockedNews } from "./programs/blocked.ts";

function news(text: string) {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "news", namespace: "default" }, data: { text } };
}

describe("a program whose loop stands still for 30 s", { timeout: 60_000 }, () => {
  it("continues without a cascade: no connection dropped, no request repeated, every delayed key once (F-K4)", async ({
    onTestFinished,
  }) => {
    const server = await startApiServer({ objects: [news("begun")] });
    onTestFinished(() => server.close());
    const flags = ["--unhandled-rejections=strict", ...onSources];
    const child = startChild("blocked.ts", { flags, input: { kubeconfig: server.kubeconfig } });
    onTestFinished(child.stop);
    await child.receive<BlockedNews>(({ received }) => received === "begun");
    // The answers to its calls come while the loop is blocked.
    const delayed = server.faults.add({ match: { verb: "get" } }, { type: "delay", ms: 1_000 });
    child.say({ do: "block", ms: 5_000 });
    // Much is said meanwhile: it waits in the kernel when the loop wakes, behind every timer.
    let number = 0;
    const talking = setInterval(() => server.apply(news(`number ${++number}`)), 50);
    onTestFinished(() => clearInterval(talking));
    await child.receive<BlockedNews>(({ received }) => received !== undefined && Number(received.split(" ")[1]) > 80);
    clearInterval(talking);
    const began = performance.now();
    const receiving = child.receive<BlockedNews>(({ received }) => received === "after");
    server.apply(news("after"));
    await receiving;
    const seconds = (performance.now() - began) / 1_000;
    child.say({ do: "finish" });
    const { finished } = await child.receive<BlockedNews>((message) => message.finished !== undefined);
    const { code, errors } = await child.ended();
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const { before, after, calls, keys, blockedMs } = finished!;
    console.log(
      `figure: loop blocked for ${(blockedMs / 1_000).toFixed(1)} s of the program's clock: 20 informers caught up, next news after ${seconds.toFixed(2)} s, ` +
        `${after.opened - before.opened} new connections, ${after.watches - before.watches} new watches`,
    );
    expect(blockedMs).toBeGreaterThanOrEqual(29_500);
    expect(delayed.hits).toBe(4);
    // What had its own timeout fails with it; what had none gets its answer.
    const over = expect.stringContaining("took longer than 10000 ms");
    expect(calls).toEqual(["answered", over, "answered", over]);
    expect(keys).toEqual(keys.map(() => 1));
    // The four calls, and nothing else. HTTP/1.1 has a connection per request that is under way, and may have opened
    // one for each call.
    expect(after).toEqual({ ...before, opened: after.opened, others: before.others + 4 });
    expect(after.opened - before.opened).toBeLessThanOrEqual(2);
  });
});
