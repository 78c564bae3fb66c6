import { type Client, connect, waitFor } from "client-ts";
import { CronJob, type CronJobSpec, Job, type JobSpec } from "client-ts/api/batch/v1";
import { Pod } from "client-ts/api/core/v1";
import { getCondition, type Stored } from "client-ts/meta";
import { FakeClock } from "client-ts/util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, startApiServer } from "../apiserver/index.ts";

const namespace = "default";
const limit = { timeoutMs: 20_000 };
const template = {
  metadata: { labels: { app: "sum" } },
  spec: { containers: [{ name: "main", image: "i" }], restartPolicy: "Never" as const },
};

const soon = <T>(read: () => Promise<T>) => expect.poll(read, { interval: 2 });

let clock: FakeClock;
let server: ApiServer;
let client: Client;
beforeEach(async () => {
  clock = new FakeClock(Date.UTC(2026, 0, 1, 0, 0, 30));
  // No kubelet: the test decides how Pods and Jobs end.
  server = await startApiServer({ controllers: ["job", "cronjob"], clock });
  client = await connect({ kubeconfigText: server.kubeconfig });
});
afterEach(async () => {
  await client.close();
  await server.close();
});

describe("a Job", () => {
  const run = async (name: string, spec: Omit<JobSpec, "template">): Promise<void> => {
    await client.resource(Job, { namespace }).create({ metadata: { name }, spec: { ...spec, template } });
  };
  const job = (name: string, is: (job: Stored<Job>) => boolean) =>
    waitFor(client.resource(Job, { namespace }), name, (one) => one !== undefined && is(one), limit);
  const pods = async (): Promise<Stored<Pod>[]> =>
    (await client.resource(Pod, { namespace }).list()).items.filter(({ metadata }) => !metadata.deletionTimestamp);
  const running = async (): Promise<Stored<Pod>[]> =>
    (await pods()).filter(({ status }) => status?.phase === "Pending");
  const patchStatus = async ({ metadata }: Stored<Pod>, status: object): Promise<void> => {
    await client.rest
      .patch("application/merge-patch+json")
      .absPath(`/api/v1/namespaces/${namespace}/pods/${metadata.name}/status`)
      .body({ status })
      .do();
  };
  const end = (pod: Stored<Pod>, phase: string): Promise<void> => patchStatus(pod, { phase });

  it("tries failed Pods again up to its limit, then fails and leaves none running", async () => {
    await run("sum", { backoffLimit: 1 });
    for (const failures of [1, 2]) {
      await soon(async () => (await running()).length).toBe(1);
      await end((await running())[0]!, "Failed");
      await job("sum", ({ status }) => status?.failed === failures);
    }
    const failed = await job("sum", ({ status }) => getCondition(status?.conditions, "Failed")?.status === "True");
    expect(getCondition(failed?.status?.conditions, "Failed")?.reason).toBe("BackoffLimitExceeded");
    expect(failed?.status?.active).toBeUndefined();
    expect(await running()).toEqual([]);
  });

  it("fails at its deadline, not earlier, and deletes its Pods", async () => {
    await run("late", { activeDeadlineSeconds: 10 });
    await job("late", ({ status }) => status?.active === 1);
    await clock.advance(9_999);
    const conditions = [{ type: "Ready", status: "True" }];
    await patchStatus((await running())[0]!, { phase: "Running", conditions });
    // It is looked at once more, in its last millisecond.
    const last = await job("late", ({ status }) => status?.ready === 1);
    expect(last?.status?.conditions).toBeUndefined();
    await clock.advance(1);
    const failed = await job("late", ({ status }) => getCondition(status?.conditions, "Failed") !== undefined);
    expect(getCondition(failed?.status?.conditions, "Failed")?.reason).toBe("DeadlineExceeded");
    await soon(pods).toEqual([]);
  });

  it("is deleted with its Pods when its time to live after the end is over", async () => {
    await run("brief", { ttlSecondsAfterFinished: 30 });
    await soon(async () => (await running()).length).toBe(1);
    await end((await running())[0]!, "Succeeded");
    await job("brief", ({ status }) => getCondition(status?.conditions, "Complete")?.status === "True");
    await soon(async () => (await pods())[0]?.metadata.finalizers).toBeUndefined();
    await clock.advance(29_999);
    expect((await pods()).length).toBe(1);
    await clock.advance(1);
    await waitFor(client.resource(Job, { namespace }), "brief", (one) => one === undefined, limit);
    expect(await pods()).toEqual([]);
  });

  it("has no Pods while it is suspended", async () => {
    await run("paused", { suspend: true });
    const paused = await job("paused", ({ status }) => getCondition(status?.conditions, "Suspended") !== undefined);
    expect([paused?.status?.startTime, await pods()]).toEqual([undefined, []]);
    const jobs = client.resource(Job, { namespace });
    await jobs.mergePatch("paused", { spec: { suspend: false } });
    await job("paused", ({ status }) => status?.active === 1 && status.startTime !== undefined);
    await jobs.mergePatch("paused", { spec: { suspend: true } });
    await job("paused", ({ status }) => status?.active === undefined);
    await soon(pods).toEqual([]);
  });

  it("with indexes runs one Pod for each, and says which are done", async () => {
    await run("parts", { completionMode: "Indexed", completions: 4, parallelism: 3 });
    await soon(async () => (await running()).length).toBe(3);
    const at = async (index: number): Promise<Stored<Pod>> =>
      (await running()).find(({ spec }) => spec?.hostname === `parts-${index}`)!;
    for (const index of [0, 1, 2]) expect((await at(index)).metadata.name).toMatch(new RegExp(`^parts-${index}-`));
    await end(await at(2), "Failed");
    for (const index of [0, 1]) await end(await at(index), "Succeeded");
    await soon(async () => (await running()).map(({ spec }) => spec?.hostname).sort()).toEqual(["parts-2", "parts-3"]);
    await end(await at(3), "Succeeded");
    const most = await job("parts", ({ status }) => status?.succeeded === 3);
    expect(most?.status).toMatchObject({ completedIndexes: "0,1,3", failed: 1 });
    await end(await at(2), "Succeeded");
    const complete = await job("parts", ({ status }) => getCondition(status?.conditions, "Complete") !== undefined);
    expect(complete?.status).toMatchObject({ completedIndexes: "0-3", succeeded: 4, failed: 1 });
  });

  it("counts a Pod that is deleted while it runs as failed, once", async () => {
    await run("torn", {});
    await soon(async () => (await running()).length).toBe(1);
    const [first] = await running();
    await client.resource(Pod, { namespace }).delete(first!.metadata.name);
    // It was kept until it was counted.
    await waitFor(client.resource(Pod, { namespace }), first!.metadata.name, (pod) => pod === undefined, limit);
    await soon(async () => (await running()).map(({ metadata }) => metadata.name === first?.metadata.name)).toEqual([
      false,
    ]);
    expect((await job("torn", ({ status }) => status?.failed !== undefined))?.status?.failed).toBe(1);
    await end((await running())[0]!, "Succeeded");
    const complete = await job("torn", ({ status }) => getCondition(status?.conditions, "Complete") !== undefined);
    expect(complete?.status).toMatchObject({ succeeded: 1, failed: 1 });
  });
});

describe("a CronJob", () => {
  const start = async (spec: Partial<CronJobSpec>): Promise<void> => {
    const whole = { schedule: "* * * * *", jobTemplate: { spec: { suspend: true, template } }, ...spec };
    await client.resource(CronJob, { namespace }).create({ metadata: { name: "tick" }, spec: whole });
  };
  const minuteOf = (name: string): number => Number(name.slice("tick-".length)) - Date.UTC(2026, 0, 1) / 60_000;
  const minutes = async (): Promise<number[]> =>
    (await client.resource(Job, { namespace }).list()).items
      .filter(({ metadata }) => !metadata.deletionTimestamp)
      .map(({ metadata }) => minuteOf(metadata.name));
  const nextMinute = async (): Promise<void> => {
    // The controller has armed its timer when it has nothing else to do.
    for (let turn = 0; turn < 10; turn++) await clock.advance(0);
    await clock.advance(60_000);
  };
  const finish = async (minute: number, type: "Complete" | "Failed"): Promise<void> => {
    const name = `tick-${Date.UTC(2026, 0, 1) / 60_000 + minute}`;
    const before = type === "Complete" ? "SuccessCriteriaMet" : "FailureTarget";
    const time = new Date(clock.now()).toISOString().replace(".000", "");
    const conditions = [before, type].map((one) => ({ type: one, status: "True", lastTransitionTime: time }));
    const completionTime = type === "Complete" ? time : undefined;
    const startTime = time;
    await client.rest
      .patch("application/merge-patch+json")
      .absPath(`/apis/batch/v1/namespaces/${namespace}/jobs/${name}/status`)
      .body({ status: { conditions, startTime, completionTime } })
      .do();
  };

  it("starts a Job every minute, also while another one runs", async () => {
    await start({});
    await nextMinute();
    await soon(minutes).toEqual([1]);
    await nextMinute();
    await soon(minutes).toEqual([1, 2]);
    const { status } = await client.resource(CronJob, { namespace }).get("tick");
    expect([status?.active?.length, status?.lastScheduleTime]).toEqual([2, "2026-01-01T00:02:00Z"]);
  });

  it("starts none while another one runs when that is forbidden", async () => {
    await start({ concurrencyPolicy: "Forbid" });
    await nextMinute();
    await soon(minutes).toEqual([1]);
    await nextMinute();
    await nextMinute();
    expect(await minutes()).toEqual([1]);
    await finish(1, "Complete");
    await soon(minutes).toEqual([1, 3]);
  });

  it("replaces the one that runs when its policy says so", async () => {
    await start({ concurrencyPolicy: "Replace" });
    await nextMinute();
    await soon(minutes).toEqual([1]);
    await nextMinute();
    await soon(minutes).toEqual([2]);
  });

  it("starts none while it is suspended, and afterwards none that is too late", async () => {
    await start({ suspend: true, startingDeadlineSeconds: 10 });
    await nextMinute();
    await nextMinute();
    expect(await minutes()).toEqual([]);
    await client.resource(CronJob, { namespace }).mergePatch("tick", { spec: { suspend: false } });
    await client.resource(CronJob, { namespace }).get("tick");
    await nextMinute();
    await soon(minutes).toEqual([3]);
  });

  it("keeps the last Jobs of each outcome", async () => {
    await start({ successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 2 });
    for (const [minute, outcome] of [
      [1, "Complete"],
      [2, "Failed"],
      [3, "Failed"],
      [4, "Failed"],
      [5, "Complete"],
    ] as const) {
      await nextMinute();
      await soon(async () => (await minutes()).includes(minute)).toBe(true);
      await finish(minute, outcome);
    }
    await soon(minutes).toEqual([3, 4, 5]);
    expect((await client.resource(CronJob, { namespace }).get("tick")).status?.lastSuccessfulTime).toBe(
      "2026-01-01T00:05:30Z",
    );
  });
});
