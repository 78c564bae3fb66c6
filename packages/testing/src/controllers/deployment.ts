import { Deployment, ReplicaSet } from "client-ts/api/apps/v1";
import { defined } from "client-ts/internal";
import { deepClone, deepEqual, type DeepReadonly, type Stored } from "client-ts/meta";
import type { Cached, BuiltinController, ControllerFrame } from "./controller-frame.ts";
import {
  annotationsFor,
  annotationNames,
  desiredAnnotations,
  revisionOf,
  withRevision,
} from "./deployment-annotations.ts";
import { deploymentStatus } from "./deployment-status.ts";
import { claim, controlledBy, ownerKeys } from "./owned.ts";
import { type Desired, planRollout } from "./rollout-plan.ts";
import { templateHash } from "./template-hash.ts";

const hashLabel = "pod-template-hash";

/** Deployments roll their template out through ReplicaSets, of which they keep a history. */
export const deploymentController: BuiltinController = (frame) => {
  frame.follow(Deployment);
  frame.follow(ReplicaSet, ownerKeys("Deployment"));
  frame.reconcile(async (key) => {
    const deployment = frame.find(Deployment, key);
    if (deployment?.spec.selector === undefined) return undefined;
    const { selector } = deployment.spec;
    const sets = await claim(frame, ReplicaSet, { owner: deployment, ownerKind: Deployment, selector });
    if (deployment.metadata.deletionTimestamp !== undefined) return reportStatus(frame, deployment, sets, undefined);
    const present = sets.find((set) => sameTemplate(set, deployment));
    const old = sets.filter((set) => set !== present);
    const current =
      deployment.spec.paused === true && present === undefined
        ? undefined
        : await ensureCurrent(frame, deployment, present, old);
    const all = current === undefined ? old : [...old, current];
    const plan = planRollout(deployment.spec, current && sizeOf(current), old.map(sizeOf));
    for (const { set, replicas } of plan)
      await resize(frame, deployment, all.find(({ metadata }) => metadata.name === set)!, replicas);
    if (deployment.spec.paused !== true) await prune(frame, deployment, current, old);
    return reportStatus(frame, deployment, all, current, present === undefined && current !== undefined);
  });
};

/** The ReplicaSet of the present template, created when there is none, with the newest revision. */
async function ensureCurrent(
  frame: ControllerFrame,
  deployment: Cached<Deployment>,
  present: Cached<ReplicaSet> | undefined,
  old: readonly Cached<ReplicaSet>[],
): Promise<Cached<ReplicaSet>> {
  const next = String(Math.max(0, ...old.map(revisionOf)) + 1);
  if (present !== undefined) {
    const annotations = withRevision(present, deployment, next);
    const { minReadySeconds } = deployment.spec;
    if (deepEqual(annotations, present.metadata.annotations ?? {}) && present.spec.minReadySeconds === minReadySeconds)
      return present;
    const draft = deepClone(present) as ReplicaSet & { metadata: { annotations?: Record<string, string> } };
    draft.metadata.annotations = annotations;
    if (minReadySeconds === undefined) delete draft.spec.minReadySeconds;
    else draft.spec.minReadySeconds = minReadySeconds;
    return (await frame.update(ReplicaSet, draft)) as Cached<ReplicaSet>;
  }
  const template = deepClone(deployment.spec.template) as NonNullable<ReplicaSet["spec"]["template"]>;
  const hash = templateHash(template, deployment.status?.collisionCount ?? 0);
  const labels = { ...template.metadata?.labels, [hashLabel]: hash };
  const name = `${deployment.metadata.name}-${hash}`;
  const wanted = deployment.spec.replicas ?? 1;
  const first = planRollout(deployment.spec, { name, replicas: 0, available: 0 }, old.map(sizeOf));
  const { minReadySeconds, selector } = deployment.spec;
  const created = await frame.create(ReplicaSet, {
    metadata: {
      name,
      namespace: deployment.metadata.namespace!,
      labels,
      annotations: {
        ...annotationsFor(deployment),
        [annotationNames.revision]: next,
        ...desiredAnnotations(deployment.spec),
      },
      ownerReferences: [controlledBy(deployment, Deployment)],
    },
    spec: {
      replicas: first.find(({ set }) => set === name)?.replicas ?? 0,
      ...defined({ minReadySeconds }),
      selector: { ...(deepClone(selector) as object), matchLabels: { ...selector.matchLabels, [hashLabel]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  });
  if (wanted > 0 && (created.spec.replicas ?? 0) > 0)
    announce(frame, deployment, created.metadata.name, 0, created.spec.replicas ?? 0);
  return created as Cached<ReplicaSet>;
}

async function resize(
  frame: ControllerFrame,
  deployment: Cached<Deployment>,
  set: Cached<ReplicaSet>,
  replicas: number,
): Promise<void> {
  const draft = deepClone(set) as ReplicaSet & { metadata: { annotations?: Record<string, string> } };
  const before = draft.spec.replicas ?? 0;
  draft.spec.replicas = replicas;
  draft.metadata.annotations = { ...draft.metadata.annotations, ...desiredAnnotations(deployment.spec) };
  await frame.update(ReplicaSet, draft);
  if (before !== replicas) announce(frame, deployment, set.metadata.name, before, replicas);
}

function announce(frame: ControllerFrame, deployment: Cached<Deployment>, set: string, from: number, to: number): void {
  const direction = to > from ? "up" : "down";
  frame.record(
    deployment,
    "Normal",
    "ScalingReplicaSet",
    `Scaled ${direction} replica set ${set} from ${from} to ${to}`,
  );
}

/** Deletes old ReplicaSets beyond the history that is kept, once the rollout is over. */
async function prune(
  frame: ControllerFrame,
  deployment: Cached<Deployment>,
  current: Cached<ReplicaSet> | undefined,
  old: readonly Cached<ReplicaSet>[],
): Promise<void> {
  const { replicas = 1, revisionHistoryLimit = 10 } = deployment.spec;
  if (current?.status?.availableReplicas !== replicas && replicas !== 0) return;
  const idle = old
    .filter(
      ({ spec, status, metadata }) =>
        spec.replicas === 0 && (status?.replicas ?? 0) === 0 && !metadata.deletionTimestamp,
    )
    .sort((a, b) => revisionOf(a) - revisionOf(b));
  for (const set of idle.slice(0, Math.max(0, idle.length - revisionHistoryLimit))) await frame.delete(ReplicaSet, set);
}

async function reportStatus(
  frame: ControllerFrame,
  deployment: Cached<Deployment>,
  sets: readonly Cached<ReplicaSet>[],
  current: Cached<ReplicaSet> | undefined,
  isNew = false,
): Promise<number | undefined> {
  const { status, againMs } = deploymentStatus(deployment, sets, { current, isNew, clock: frame.clock });
  const revision = current?.metadata.annotations?.[annotationNames.revision];
  const known = deployment.metadata.annotations?.[annotationNames.revision];
  if (deepEqual(status, deployment.status) && (revision === undefined || revision === known)) return againMs;
  const draft = deepClone(deployment) as Stored<Deployment>;
  // The revision goes with the status: a write of the annotation alone would be a new generation.
  if (revision !== undefined)
    draft.metadata.annotations = { ...draft.metadata.annotations, [annotationNames.revision]: revision };
  await frame.updateStatus(Deployment, { ...draft, status });
  return againMs;
}

function sizeOf({ metadata, spec, status }: Cached<ReplicaSet>): Desired & { readonly available: number } {
  return { name: metadata.name, replicas: spec.replicas ?? 1, available: status?.availableReplicas ?? 0 };
}

/** Whether a ReplicaSet has the template of a Deployment; the label with the hash is the controller's own. */
function sameTemplate(set: Cached<ReplicaSet>, deployment: Cached<Deployment>): boolean {
  const template = set.spec.template as DeepReadonly<Deployment["spec"]["template"]> | undefined;
  const { [hashLabel]: _hash, ...labels } = template?.metadata?.labels ?? {};
  return deepEqual(
    { ...template, metadata: { ...template?.metadata, labels } },
    {
      ...deployment.spec.template,
      metadata: { ...deployment.spec.template.metadata, labels: { ...deployment.spec.template.metadata?.labels } },
    },
  );
}
