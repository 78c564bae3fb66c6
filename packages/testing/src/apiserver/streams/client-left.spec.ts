import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { serverWithPod } from "./test-support/server-with-pod.ts";

describe("the signal of a command", () => {
  let signal: AbortSignal | undefined;
  const pods = serverWithPod({
    commands: {
      wait: (process) => {
        signal = process.signal;
        process.stdout.write("up\n");
        return new Promise<number>(() => {});
      },
      end: (process) => {
        signal = process.signal;
        return 0;
      },
    },
  });

  it.each(["v5.channel.k8s.io", "SPDY/3.1"] as const)("fires when the client leaves, over %s", async (protocol) => {
    const process = await pods().exec("web", ["wait"], { protocols: [protocol] });
    await once(process.stdout, "data");
    expect(signal?.aborted).toBe(false);
    await process.close();
    await expect.poll(() => signal?.aborted).toBe(true);
  });

  it("does not fire any more when the command has ended", async () => {
    const process = await pods().exec("web", ["end"], { protocols: ["v5.channel.k8s.io"] });
    expect(await process.exit).toEqual({ code: 0 });
    await pods().delete("web", { gracePeriodSeconds: 0 });
    expect(signal?.aborted).toBe(false);
  });
});
