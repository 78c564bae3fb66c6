import { isNotFound } from "../errors/index.ts";
import type { DeepReadonly, KubeObject, Resource, Stored } from "../meta/index.ts";
import { addFinalizer, hasFinalizer, removeFinalizer } from "./finalizers.ts";
import { openClientOf } from "./open-client.ts";
import type { ObjectReconciler, ReconcileReturn } from "./options.ts";
import { checkResult, type ReconcileResult } from "./outcome.ts";
import type { ReconcileContext } from "./reconcile-context.ts";

/** An object as a reconciler of any kind gets it. */
export type ReconciledObject = DeepReadonly<Stored<KubeObject>>;

/**
 * Reconciles an object with a finalizer. There are four states:
 *
 * | | not being deleted | being deleted |
 * |---|---|---|
 * | without the finalizer | it is added, then `reconcile` | nothing: the object was never reconciled, or is finished |
 * | with the finalizer | `reconcile` | `finalize`, then it is removed, unless `requeueAfterMs` keeps it |
 */
export async function reconcileWithFinalizer(
  object: ReconciledObject,
  ctx: ReconcileContext,
  about: {
    readonly resource: Resource;
    readonly finalizer: string;
    readonly reconciler: Pick<ObjectReconciler<KubeObject, never>, "reconcile" | "finalize">;
  },
): Promise<ReconcileResult> {
  const { resource, finalizer, reconciler } = about;
  const { signal } = ctx;
  const reconcile = async (current: ReconciledObject): Promise<ReconcileResult> =>
    checkResult(await (reconciler.reconcile(current as never, ctx as never) as ReconcileReturn));
  if (object.metadata.deletionTimestamp === undefined) {
    if (hasFinalizer(object, finalizer)) return reconcile(object);
    let marked: ReconciledObject;
    try {
      marked = await addFinalizer(ctx.client, resource, object, finalizer, { signal });
    } catch (error) {
      // It was deleted before it had the finalizer: nothing was reconciled, and nothing is left to finalize.
      if (isNotFound(error) && (await isGone(object, resource, ctx))) return {};
      throw error;
    }
    return marked.metadata.deletionTimestamp === undefined ? reconcile(marked) : {};
  }
  if (!hasFinalizer(object, finalizer)) return {};
  const result = checkResult(await (reconciler.finalize?.(object as never, ctx as never) as ReconcileReturn));
  if ((result.requeueAfterMs ?? 0) > 0) return result;
  await removeFinalizer(ctx.client, resource, object, finalizer, { signal });
  return result;
}

/** Whether there is no such object any more. A kind whose definition was deleted has no objects either. */
async function isGone(
  { metadata }: ReconciledObject,
  resource: Resource,
  { client, signal }: ReconcileContext,
): Promise<boolean> {
  try {
    const current = await openClientOf(client, resource, metadata.namespace).get(metadata.name, { signal });
    return current.metadata.uid !== metadata.uid;
  } catch (error) {
    return isNotFound(error);
  }
}
