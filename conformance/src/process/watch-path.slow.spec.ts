import { readFileSync } from "node:fs";
import { startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { startChild } from "./child.ts";
import { onSources } from "./spawn-on-sources.ts";
import type { WatchPathNews } from "./programs/watch-path.ts";

const architecture = readFileSync(new URL("../../../ARCHITECTURE.md", import.meta.url), "utf8");

/** The files that a part of "The path of one watch event" names. */
function named(part: string): string[] {
  return [...part.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => String(file));
}

const [handOver = "", helpers = ""] = (
  /^## The path of one watch event\n([\s\S]*?)^## /m.exec(architecture)?.[1] ?? ""
).split("### Helpers of these steps");
const [always = "", sometimes = ""] = helpers.split("- Not for every event");

describe("the path of one watch event in ARCHITECTURE.md", () => {
  it("is the files that hand an event on, at most 20, and names every other file that runs for it", async ({
    onTestFinished,
  }) => {
    expect(new Set(named(handOver)).size).toBeGreaterThan(10);
    expect(new Set(named(handOver)).size).toBeLessThanOrEqual(20);
    const server = await startApiServer();
    onTestFinished(() => server.close());
    const child = startChild("watch-path.ts", { flags: onSources, input: { kubeconfig: server.kubeconfig } });
    onTestFinished(child.stop);
    const ran = new Set<string>();
    // The first events load modules and begin connections; what the next ones run is the path.
    for (let n = 1; n <= 6; n++) {
      const next = child.receive<WatchPathNews>(({ received }) => received === n);
      server.apply({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "a", namespace: "default" },
        data: { n: String(n) },
      });
      const { files } = await next;
      if (n > 3) for (const file of files) ran.add(file);
    }
    const everyTime = [...named(handOver), ...named(always)];
    expect(
      everyTime.filter((file) => !ran.has(file)),
      "named, but did not run",
    ).toEqual([]);
    const all = new Set([...everyTime, ...named(sometimes)]);
    expect(
      [...ran].filter((file) => !all.has(file)),
      "ran, but is not named",
    ).toEqual([]);
  });
});
