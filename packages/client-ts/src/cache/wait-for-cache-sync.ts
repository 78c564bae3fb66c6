import { setMaxListeners } from "node:events";
import { ClientError } from "../errors/index.ts";
import { abortable, type Logger, noopLogger, onAbort } from "../util/index.ts";

/** Something that will have synced: an informer, a handler's registration, a factory. */
export interface Syncing {
  /** Names it in messages. */
  readonly name?: string;
  hasSynced(): boolean;
  /** Settles when it has synced; rejects when it never will. */
  waitForSync(options?: { readonly signal?: AbortSignal }): Promise<void>;
}

/** Options of {@link waitForCacheSync}. */
export interface WaitForCacheSyncOptions {
  readonly signal?: AbortSignal;
  /** What is waited for, in messages. Default `caches`. */
  readonly what?: string;
  readonly logger?: Logger;
}

/** Some caches did not sync. `missing` names them; `cause` is why the wait ended. */
export class CacheSyncError extends ClientError {
  readonly missing: readonly string[];

  constructor(what: string, missing: readonly string[], cause: unknown) {
    const why = cause instanceof Error ? `: ${cause.message}` : "";
    super("Aborted", `${what} did not sync: ${missing.join(", ")}${why}`, { cause });
    this.name = "CacheSyncError";
    this.missing = missing;
  }
}

/**
 * Settles when all of these have synced, be they of one factory or of several. Rejects with a {@link CacheSyncError} that names what is missing
 * when the signal fires, or when one of them stops before. Waiting ends nothing: who was not ready goes on trying.
 */
export async function waitForCacheSync(
  syncing: Syncing | readonly Syncing[],
  { signal, what = "caches", logger = noopLogger }: WaitForCacheSyncOptions = {},
): Promise<void> {
  const all = (Array.isArray as (value: unknown) => value is readonly Syncing[])(syncing) ? syncing : [syncing];
  const ended = new AbortController();
  setMaxListeners(0, ended.signal);
  // One listener on the caller's signal, however many caches there are.
  const remove = onAbort(signal, (reason) => ended.abort(reason));
  let failure: { readonly cause: unknown } | undefined;
  await Promise.all(
    all.map(async (one, at) => {
      try {
        await abortable(one.waitForSync({ signal: ended.signal }), ended.signal);
        logger.debug(`${what}: synced`, { name: nameOf(one, at) });
      } catch (cause) {
        failure ??= { cause };
        ended.abort(cause);
      }
    }),
  );
  remove();
  if (failure === undefined) return;
  const missing = all.flatMap((one, at) => (one.hasSynced() ? [] : [nameOf(one, at)]));
  logger.warn(`${what}: did not sync`, { missing });
  throw new CacheSyncError(what, missing, failure.cause);
}

function nameOf({ name }: Syncing, at: number): string {
  return name ?? `#${at + 1}`;
}
