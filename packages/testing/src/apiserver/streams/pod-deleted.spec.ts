import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { newContainerLog } from "./container-log.ts";
import { serverWithPod } from "./test-support/server-with-pod.ts";

describe("when a Pod is deleted", () => {
  const log = newContainerLog();
  log.append("first");
  let signal: AbortSignal | undefined;
  const pods = serverWithPod({
    log,
    commands: {
      wait: async (process) => {
        signal = process.signal;
        process.stdout.write("up\n");
        return new Promise<number>(() => {});
      },
    },
  });
  const deletePod = () => pods().delete("web", { gracePeriodSeconds: 0 });

  it.each(["v5.channel.k8s.io", "SPDY/3.1"] as const)(
    "a command is killed: its signal fires and its exit code is 137, over %s",
    async (protocol) => {
      const process = await pods().exec("web", ["wait"], { protocols: [protocol] });
      await once(process.stdout, "data");
      await deletePod();
      expect((await process.exit).code).toBe(137);
      expect(signal?.aborted).toBe(true);
    },
  );

  it("an attachment ends without an error", async () => {
    const process = await pods().attach("web", { stdin: true });
    process.stdin.write("hello");
    await once(process.stdout, "data");
    await deletePod();
    expect((await process.exit).code).toBe(0);
  });

  it.each(["error", "resume"] as const)("a followed log ends with its last line, with whenCut: %s", async (whenCut) => {
    const lines: string[] = [];
    for await (const line of pods().logs("web", { follow: true, whenCut })) {
      lines.push(line);
      await deletePod();
    }
    expect(lines).toEqual(["first"]);
  });
});
