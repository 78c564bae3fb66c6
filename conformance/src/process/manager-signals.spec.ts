import { startApiServer } from "client-ts-testing";
import { describe, expect, it } from "vitest";
import { startChild } from "./child.ts";
import { onSources } from "./spawn-on-sources.ts";
import type { ManagerLife, SignalsInput } from "./programs/manager.ts";

const gracePeriodMs = 2_000;

describe("SIGTERM at any moment of a manager's life", () => {
  async function lives(
    input: Omit<SignalsInput, "gracePeriodMs">,
    onTestFinished: (run: () => Promise<void>) => void,
  ): Promise<{ readonly all: ManagerLife[]; readonly code: number | null; readonly errors: string }> {
    const flags = ["--unhandled-rejections=strict", ...onSources];
    const child = startChild("manager.ts", { flags, input: { ...input, gracePeriodMs } });
    onTestFinished(child.stop);
    const { lives: all } = await child.receive<{ readonly lives: ManagerLife[] }>(() => true);
    const { code, errors } = await child.ended();
    return { all, code, errors };
  }

  it("ends it within the grace period with every part closed, from the start-up on (F-K1)", async ({
    onTestFinished,
  }) => {
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "m", namespace: "default" } };
    const server = await startApiServer({ objects: [object] });
    onTestFinished(() => server.close());
    const moments = [0, 1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 50, 75, 100, 200, 400, 800, -1, -2, -10, -50];
    const { all, code, errors } = await lives({ kubeconfig: server.kubeconfig, moments, signals: 1 }, onTestFinished);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(all.filter(({ outcome }) => outcome !== "resolved")).toEqual([]);
    expect(
      all.filter(({ runnableEnded, openServers, listeners }) => !runnableEnded || openServers + listeners > 0),
    ).toEqual([]);
    expect(all.filter(({ ms }) => ms > gracePeriodMs)).toEqual([]);
    // Some were stopped before they had begun, others while they worked.
    expect(new Set(all.map(({ reconciles }) => reconciles > 0)).size).toBe(2);
    const slowest = Math.max(...all.map(({ ms }) => ms));
    console.log(`figure: ${all.length} managers ended by SIGTERM, the slowest after ${slowest.toFixed(0)} ms`);
  });

  it("ends it as well when the server does not answer, and at once with a second signal (F-K1)", async ({
    onTestFinished,
  }) => {
    const server = await startApiServer();
    const { kubeconfig } = server;
    await server.close();
    const { all, code } = await lives({ kubeconfig, moments: [0, 5, 100], signals: 2 }, onTestFinished);
    expect(code).toBe(0);
    expect(all.map(({ outcome, reconciles }) => [outcome, reconciles])).toEqual(all.map(() => ["resolved", 0]));
    expect(all.filter(({ ms }) => ms > gracePeriodMs)).toEqual([]);
  });
});
