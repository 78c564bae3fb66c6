import type { Client } from "../client/index.ts";
import type { DeepReadonly, KubeObject, ObjectName, Resource, ResourceTraits, Stored, Verb } from "../meta/index.ts";
import type { CacheSelection } from "./kind-cache.ts";
import type { ReconcileResult } from "./outcome.ts";
import type { Predicate } from "./predicates.ts";
import type { ReconcileContext } from "./reconcile-context.ts";
import type { WatchSource } from "./watch-source.ts";

/** What a reconcile function may give back. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing must fit
export type ReconcileReturn = ReconcileResult | void | Promise<ReconcileResult | void>;

/** Options of every controller, whichever form its reconciler has. */
export interface ReconcilerSettings<T extends KubeObject> extends CacheSelection {
  /** In metrics, logs and the default finalizer. Unique in a manager. Default: the kind in lower case. */
  readonly name?: string | undefined;
  /** Kinds whose objects this controller makes: a change of one reconciles the object that controls it. */
  readonly owns?: readonly Resource[] | undefined;
  /** What else brings work; see `watch`. */
  readonly watches?: readonly WatchSource[] | undefined;
  /** Which changes of the reconciled kind are work. All of several must pass. Default: all changes are. */
  readonly when?: Predicate<T> | readonly Predicate<T>[] | undefined;
  /** How many keys are reconciled at a time, never one key twice. Default 4. */
  readonly concurrency?: number | undefined;
  /**
   * After this long `ctx.signal` fires with a TimeoutError. The key stays locked until the promise has settled, and the
   * log names it. Default: no limit.
   */
  readonly timeoutMs?: number | undefined;
  /** The delay after the first failure of a key; it doubles with each further one. Default 5. */
  readonly retryBaseMs?: number | undefined;
  /** The longest delay between two tries. Default 300,000: five minutes. */
  readonly retryMaxMs?: number | undefined;
  /**
   * `"own-writes"`: a key runs again when the caches show what its last run wrote through `ctx.client`. `"eventual"`:
   * it runs at once and may read a state that it has replaced. Default `"own-writes"`.
   */
  readonly consistency?: "own-writes" | "eventual" | undefined;
  /** How long the first lists may take before the manager fails. Default 120,000. */
  readonly cacheSyncTimeoutMs?: number | undefined;
  /** The priority of objects that are there at the start. Default -100; a new change has 0. */
  readonly initialPriority?: number | undefined;
  /** Whether only the leader runs it, where the manager elects one. Default `true`. */
  readonly elected?: boolean | undefined;
  /** Another cluster than that of the manager. */
  readonly client?: Client | undefined;
  /** Further permissions for `manifests`: kinds that the reconciler uses and that are not declared otherwise. */
  readonly permissions?: readonly { readonly resource: Resource; readonly verbs: readonly Verb[] }[] | undefined;
  /**
   * Called after an object is gone, with its last known state, to drop what the program keeps for it. It is not called
   * for objects that were deleted while the controller did not run: use `finalize` for what must happen.
   */
  readonly deleted?:
    | ((key: ObjectName, last: DeepReadonly<T> | undefined, ctx: ReconcileContext<T>) => unknown)
    | undefined;
}

/** A controller that gets the object: it is not called for one that is gone. */
export interface ObjectReconciler<T extends KubeObject, R extends ResourceTraits> {
  /**
   * Brings the world into the state that the object asks for. It gets the object from the cache, shared and not to be
   * changed, and may be called at any time and any number of times.
   */
  readonly reconcile: (object: DeepReadonly<Stored<T, R["scope"]>>, ctx: ReconcileContext<T, R>) => ReconcileReturn;
  /**
   * Called instead of `reconcile` when the object is being deleted. Declaring it turns the finalizer on: every object
   * gets it before its first reconcile, and loses it when this function has succeeded. `requeueAfterMs` keeps it.
   */
  readonly finalize?:
    | ((object: DeepReadonly<Stored<T, R["scope"]>>, ctx: ReconcileContext<T, R>) => ReconcileReturn)
    | undefined;
  /** The name of the finalizer. Default `<group>/<controller>`; a kind of the core group needs one. */
  readonly finalizer?: string | undefined;
  readonly reconcileKey?: undefined;
}

/** A controller that gets the key alone, also of objects that are gone or never were. */
export interface KeyReconciler<T extends KubeObject, R extends ResourceTraits> {
  readonly reconcileKey: (key: ObjectName, ctx: ReconcileContext<T, R>) => ReconcileReturn;
  readonly reconcile?: undefined;
  readonly finalize?: undefined;
  readonly finalizer?: undefined;
}

/** Options of `manager.controller`. */
export type ReconcilerOptions<T extends KubeObject, R extends ResourceTraits = ResourceTraits> = ReconcilerSettings<T> &
  (ObjectReconciler<T, R> | KeyReconciler<T, R>);
