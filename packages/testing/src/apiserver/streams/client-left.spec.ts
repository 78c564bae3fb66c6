import { once } from "node:events";
import { type Client, connect } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiServer } from "../api-server-types.ts";
import { startApiServer } from "../index.ts";

describe("the signal of a command", () => {
  let server: ApiServer;
  let client: Client;
  let signal: AbortSignal | undefined;
  const pods = () => client.resource(Pod, { namespace: "default" });

  beforeEach(async () => {
    server = await startApiServer({
      objects: [
        {
          apiVersion: "v1",
          kind: "Pod",
          metadata: { name: "web", namespace: "default" },
          spec: { nodeName: "node-1", containers: [{ name: "app", image: "none" }] },
        } as Pod,
      ],
      containers: () => ({
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
      }),
    });
    client = await connect({ kubeconfigText: server.kubeconfig });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
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
