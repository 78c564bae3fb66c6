import { type Client, type WaitOptions, waitFor } from "../client/index.ts";
import { newStatus, StatusError, TimeoutError } from "../errors/index.ts";
import { describeRollout, type RolloutKind, type RolloutTarget, rolloutClient, type StoredRollout } from "./rollout.ts";
import { rolloutProgress } from "./rollout-progress.ts";

/** Options of {@link waitForRollout}. */
export interface WaitForRolloutOptions extends WaitOptions {
  /** Called with one sentence each time the progress changes. */
  readonly onProgress?: ((message: string) => void) | undefined;
}

/** The rollout will not complete: its progress deadline is over, or its strategy has no rollout. */
export class RolloutError extends TimeoutError {
  constructor(message: string) {
    super(message);
    this.name = "RolloutError";
  }
}

/**
 * Waits until a Deployment, StatefulSet or DaemonSet has rolled out what its spec says, as `kubectl rollout status`
 * does, and returns the object. Rejects with a NotFound StatusError when there is no such object, with a
 * {@link RolloutError} when the rollout cannot complete, and with a WaitTimeoutError when the time is over.
 *
 * ```ts
 * await waitForRollout(client, Deployment, { namespace: "shop", name: "web" }, { timeoutMs: 120_000 });
 * ```
 */
export async function waitForRollout(
  client: Client,
  resource: RolloutKind,
  target: RolloutTarget,
  { onProgress, ...options }: WaitForRolloutOptions = {},
): Promise<StoredRollout> {
  let last = "";
  const found = await waitFor(
    rolloutClient(client, resource, target),
    target.name,
    (object) => {
      if (object === undefined) throw notFound(resource, target);
      const { state, message } = rolloutProgress({ ...object, kind: resource.kind });
      if (message !== last) onProgress?.(message);
      last = message;
      if (state === "failed") throw new RolloutError(`${describeRollout(resource, target)}: ${message}`);
      return state === "done";
    },
    options,
  );
  return found as StoredRollout;
}

function notFound(resource: RolloutKind, { name }: RolloutTarget): StatusError {
  return new StatusError(newStatus("NotFound", { group: resource.group, resource: resource.plural, name }));
}
