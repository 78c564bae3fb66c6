import { ControllerRevision, type Deployment, ReplicaSet } from "../api/apps/v1.ts";
import type { PodTemplateSpec } from "../api/core/v1.ts";
import type { Client, StrategicMergePatch } from "../client/index.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import { deepEqual, isControlledBy, type Stored } from "../meta/index.ts";
import { describeRollout, type Rollout, type RolloutKind, type RolloutTarget, rolloutClient } from "./rollout.ts";

/** Options of {@link undoRollout}. */
export interface UndoRolloutOptions {
  /** The revision to return to. Default: the one before the present one. */
  readonly toRevision?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What {@link undoRollout} did. */
export interface UndoRolloutResult {
  /** The revision whose template the object now has. */
  readonly revision: number;
  /** `false` when the object had that template already. */
  readonly changed: boolean;
}

const revisionAnnotation = "deployment.kubernetes.io/revision";

/**
 * Returns to the Pod template of an earlier revision, as `kubectl rollout undo` does. Revisions of a Deployment are its
 * ReplicaSets, those of a StatefulSet or DaemonSet its ControllerRevisions. A paused Deployment is refused.
 */
export async function undoRollout(
  client: Client,
  resource: RolloutKind,
  target: RolloutTarget,
  { toRevision, signal }: UndoRolloutOptions = {},
): Promise<UndoRolloutResult> {
  if (toRevision !== undefined && (!Number.isSafeInteger(toRevision) || toRevision < 1)) {
    throw new InvalidArgumentError(`toRevision must be an integer of at least 1, not ${toRevision}`);
  }
  const call = { signal };
  const objects = rolloutClient(client, resource, target);
  const object = await objects.get(target.name, call);
  const { namespace } = target;
  if (resource.kind === "Deployment") {
    const { spec } = object as Stored<Deployment>;
    if (spec.paused)
      throw new InvalidArgumentError(
        `${describeRollout(resource, target)} is paused: resume it before undoing a rollout`,
      );
    const sets = await client.resource(ReplicaSet, { namespace }).list({ labelSelector: spec.selector, ...call });
    const owned = sets.items.filter((set) => isControlledBy(set, object));
    const chosen = choose(
      owned,
      (set) => Number(set.metadata.annotations?.[revisionAnnotation] ?? 0),
      toRevision,
      resource,
      target,
    );
    const template = withoutHash(chosen.item.spec?.template);
    if (deepEqual(template, spec.template)) return { revision: chosen.revision, changed: false };
    await objects.jsonPatch(target.name, [{ op: "replace", path: "/spec/template", value: template }], call);
    return { revision: chosen.revision, changed: true };
  }
  const { selector } = (object as Stored<Deployment>).spec;
  const revisions = await client.resource(ControllerRevision, { namespace }).list({ labelSelector: selector, ...call });
  const owned = revisions.items.filter((revision) => isControlledBy(revision, object));
  const chosen = choose(owned, (revision) => revision.revision ?? 0, toRevision, resource, target);
  // The data of a ControllerRevision is the strategic merge patch that leads back to it.
  const patched = await objects.strategicMergePatch(
    target.name,
    chosen.item.data as StrategicMergePatch<Rollout>,
    call,
  );
  return { revision: chosen.revision, changed: patched.metadata.resourceVersion !== object.metadata.resourceVersion };
}

/** The item of a revision, or of the one before the newest. */
function choose<I>(
  items: readonly I[],
  revisionOf: (item: I) => number,
  wanted: number | undefined,
  resource: RolloutKind,
  target: RolloutTarget,
): { readonly item: I; readonly revision: number } {
  const sorted = items.map((item) => ({ item, revision: revisionOf(item) })).sort((a, b) => b.revision - a.revision);
  const found = wanted === undefined ? sorted[1] : sorted.find(({ revision }) => revision === wanted);
  if (found !== undefined) return found;
  const where = describeRollout(resource, target);
  const known = sorted.map(({ revision }) => revision).join(", ") || "none";
  throw new InvalidArgumentError(
    wanted === undefined
      ? `${where} has no earlier revision to return to (revisions: ${known})`
      : `${where} has no revision ${wanted} (revisions: ${known})`,
  );
}

function withoutHash(template: PodTemplateSpec | undefined): PodTemplateSpec {
  const { "pod-template-hash": _hash, ...labels } = template?.metadata?.labels ?? {};
  return { ...template, metadata: { ...template?.metadata, labels } };
}
