import { keyBindings } from "../keys.ts";
import type { PipelineState } from "../pipeline.ts";

/** A state of the pipeline in which every figure is different. */
export function sampleState(changes: Partial<PipelineState> = {}): PipelineState {
  const series = (total: number, perSecond: number) => ({ total, perSecond, history: [0, 1, 2, 3, perSecond] });
  const kind = (name: string, resourceVersion: string, objects: number) => ({
    kind: name,
    state: "watching" as const,
    resourceVersion,
    contactAgeMs: 120,
    objects,
    bytes: objects * 700,
    events: series(objects * 3, 4),
  });
  return {
    where: "in-memory API server at 127.0.0.1:43210",
    phase: "running",
    elapsedMs: 67_000,
    durationMs: 120_000,
    fault: undefined,
    isCatchingUp: false,
    writes: series(412, 12),
    kinds: [kind("Website", "1503", 14), kind("Deployment", "1502", 13), kind("Service", "1501", 12)],
    events: series(680, 38),
    handlers: { count: 6, waiting: 2 },
    queue: { depth: 3, oldestMs: 21, delayed: 1, history: [0, 0, 3] },
    reconciles: { ...series(402, 24), running: 4 },
    retries: series(17, 0),
    latency: { p50Ms: 4.2, p99Ms: 31, history: [30, 31] },
    runs: [
      { atMs: 66_500, name: "site-07", trigger: "update of Website", attempt: 0, tookMs: 9, error: undefined },
      { atMs: 66_000, name: "site-03", trigger: "a retry", attempt: 2, tookMs: 1, error: "broken on request" },
    ],
    messages: [
      { atMs: 61_000, tone: "fault", text: "the operator's connection is cut for 1.5 s; the load goes on" },
      {
        atMs: 64_000,
        tone: "recovered",
        text:
          "2.1 s without contact, 37 events caught up, 4 deletions delivered late: " +
          "the watches resumed at the last version",
      },
    ],
    keys: keyBindings.map((binding) => ({ ...binding, isAvailable: true })),
    ...changes,
  };
}
