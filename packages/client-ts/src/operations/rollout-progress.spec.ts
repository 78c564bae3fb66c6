import { describe, expect, it } from "vitest";
import type { Rollout } from "./rollout.ts";
import { rolloutProgress } from "./rollout-progress.ts";

const selector = {};
const template = {};
const deployment = (status: object, generation = 2, replicas: number | undefined = 3) =>
  ({
    kind: "Deployment",
    metadata: { name: "web", generation },
    spec: { selector, template, replicas },
    status,
  }) as Rollout;
const statefulSet = (status: object, updateStrategy: object = {}) =>
  ({
    kind: "StatefulSet",
    metadata: { name: "db", generation: 2 },
    spec: { selector, template, replicas: 3, updateStrategy },
    status,
  }) as Rollout;
const daemonSet = (status: object, updateStrategy: object = {}) =>
  ({
    kind: "DaemonSet",
    metadata: { name: "log", generation: 2 },
    spec: { selector, template, updateStrategy },
    status,
  }) as Rollout;

describe("the progress of a rollout is as kubectl rollout status reads it", () => {
  const seen = { observedGeneration: 2 };
  it.each([
    ["a Deployment that was not observed", deployment({ observedGeneration: 1 }), "waiting", /observed/],
    ["a Deployment without status", deployment({}), "waiting", /observed/],
    [
      "new replicas to come",
      deployment({ ...seen, replicas: 3, updatedReplicas: 2, availableReplicas: 3 }),
      "waiting",
      /2 out of 3/,
    ],
    [
      "old replicas left",
      deployment({ ...seen, replicas: 4, updatedReplicas: 3, availableReplicas: 4 }),
      "waiting",
      /1 old/,
    ],
    [
      "replicas not available",
      deployment({ ...seen, replicas: 3, updatedReplicas: 3, availableReplicas: 1 }),
      "waiting",
      /1 of 3/,
    ],
    [
      "a complete Deployment",
      deployment({ ...seen, replicas: 3, updatedReplicas: 3, availableReplicas: 3 }),
      "done",
      /rolled out/,
    ],
    ["a Deployment of zero replicas", deployment(seen, 2, 0), "done", /rolled out/],
    [
      "a Deployment past its deadline",
      deployment({
        ...seen,
        conditions: [{ type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded" }],
      }),
      "failed",
      /progress deadline/,
    ],
    [
      "a Deployment that makes progress",
      deployment({
        ...seen,
        replicas: 3,
        updatedReplicas: 3,
        availableReplicas: 3,
        conditions: [{ type: "Progressing", status: "True", reason: "NewReplicaSetAvailable" }],
      }),
      "done",
      /rolled out/,
    ],
    [
      "a Deployment whose deadline was of a former spec",
      deployment({
        observedGeneration: 1,
        conditions: [{ type: "Progressing", status: "False", reason: "ProgressDeadlineExceeded" }],
      }),
      "waiting",
      /observed/,
    ],
    ["a StatefulSet of a former spec", statefulSet({ observedGeneration: 1, readyReplicas: 3 }), "waiting", /observed/],
    [
      "a StatefulSet that does not say how many",
      { ...statefulSet({ ...seen, readyReplicas: 0 }), spec: { selector, template } } as Rollout,
      "waiting",
      /1 pods are not ready/,
    ],
    [
      "a StatefulSet that names the default strategy",
      statefulSet({ ...seen, readyReplicas: 3 }, { type: "RollingUpdate" }),
      "done",
      /rolled out: 0 pods/,
    ],
    [
      "a DaemonSet that names the default strategy and has no node",
      daemonSet(seen, { type: "RollingUpdate" }),
      "done",
      /rolled out/,
    ],
    ["a StatefulSet without status", statefulSet({}), "waiting", /observed/],
    ["Pods that are not ready", statefulSet({ ...seen, readyReplicas: 1 }), "waiting", /2 pods are not ready/],
    [
      "a partition that is not reached",
      statefulSet({ ...seen, readyReplicas: 3, updatedReplicas: 0 }, { rollingUpdate: { partition: 2 } }),
      "waiting",
      /0 out of 1/,
    ],
    [
      "a partition that is reached",
      statefulSet({ ...seen, readyReplicas: 3, updatedReplicas: 1 }, { rollingUpdate: { partition: 2 } }),
      "done",
      /partitioned/,
    ],
    [
      "two revisions",
      statefulSet({ ...seen, readyReplicas: 3, currentRevision: "a", updateRevision: "b" }),
      "waiting",
      /revision b/,
    ],
    [
      "one revision",
      statefulSet({ ...seen, readyReplicas: 3, currentRevision: "a", updateRevision: "a" }),
      "done",
      /revision a/,
    ],
    ["a StatefulSet that is updated by hand", statefulSet(seen, { type: "OnDelete" }), "failed", /RollingUpdate/],
    ["a DaemonSet that was not observed", daemonSet({ observedGeneration: 1 }), "waiting", /observed/],
    [
      "nodes to come",
      daemonSet({ ...seen, desiredNumberScheduled: 2, updatedNumberScheduled: 1 }),
      "waiting",
      /1 out of 2/,
    ],
    [
      "nodes whose Pod is not available",
      daemonSet({ ...seen, desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 1 }),
      "waiting",
      /1 of 2/,
    ],
    [
      "a complete DaemonSet",
      daemonSet({ ...seen, desiredNumberScheduled: 2, updatedNumberScheduled: 2, numberAvailable: 2 }),
      "done",
      /rolled out/,
    ],
    ["a DaemonSet that is updated by hand", daemonSet(seen, { type: "OnDelete" }), "failed", /RollingUpdate/],
  ] as const)("%s", (_what, object, state, message) => {
    expect(rolloutProgress(object)).toEqual({ state, message: expect.stringMatching(message) });
  });
});
