import type { Client } from "../client/index.ts";
import type { DeepReadonly, KubeObject, ObjectName, Resource, ResourceTraits, Stored, Verb } from "../meta/index.ts";
import type { CacheSelection } from "./kind-cache.ts";
import type { ReconcileResult } from "./outcome.ts";
import type { Predicate } from "./predicates.ts";
import type { ReconcileContext } from "./reconcile-context.ts";
import type { WatchSource } from "./watch-source.ts";

/** What a reconcile function may return. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing must fit
export type ReconcileReturn = ReconcileResult | void | Promise<ReconcileResult | void>;

/** Options of every controller, whichever form its reconciler has. */
export interface ReconcilerSettings<T extends KubeObject> extends CacheSelection {
  /** The name in metrics, logs and the default finalizer. Unique in a manager. Default: the kind in lower case. */
  readonly name?: string | undefined;
  /** Kinds whose objects this controller creates: a change of one reconciles the object that controls it. */
  readonly owns?: readonly Resource[] | undefined;
  /** Other kinds and streams whose changes cause a reconcile; see `watch`. */
  readonly watches?: readonly WatchSource[] | undefined;
  /** Which changes of the reconciled kind cause a reconcile. All of several must pass. Default: all changes. */
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
  /** The longest delay between two attempts. Default 300,000: five minutes. */
  readonly retryMaxMs?: number | undefined;
  /**
   * `"own-writes"`: a key runs again only when the caches show what its last run wrote through `ctx.client`.
   * `"eventual"`: it runs at once and may read a state that it has replaced. Default `"own-writes"`.
   */
  readonly consistency?: "own-writes" | "eventual" | undefined;
  /** How long the first lists may take before the manager fails. Default 120,000. */
  readonly cacheSyncTimeoutMs?: number | undefined;
  /** The priority of objects that exist at the start. Default -100; a new change has 0. */
  readonly initialPriority?: number | undefined;
  /** Whether only the leader runs it, where the manager elects one. Default `true`. */
  readonly elected?: boolean | undefined;
  /** The client of another cluster, whose objects are reconciled. Default: the client of the manager. */
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

/** A controller whose functions get the object. They are not called for one that is gone. */
export interface ObjectReconciler<T extends KubeObject, R extends ResourceTraits> {
  /**
   * Brings the actual state to the state that the object asks for. The object comes from the cache and must not be
   * changed. The function may be called at any time and any number of times.
   */
  readonly reconcile: (object: DeepReadonly<Stored<T, R["scope"]>>, ctx: ReconcileContext<T, R>) => ReconcileReturn;
  /**
   * Called instead of `reconcile` when the object is being deleted. With this function every object gets a finalizer
   * before its first reconcile, which is removed when this function has succeeded. `requeueAfterMs` keeps it.
   */
  readonly finalize?:
    | ((object: DeepReadonly<Stored<T, R["scope"]>>, ctx: ReconcileContext<T, R>) => ReconcileReturn)
    | undefined;
  /** The name of the finalizer. Default `<group>/<controller>`; a kind of the core group needs one. */
  readonly finalizer?: string | undefined;
  readonly reconcileKey?: undefined;
}

/** A controller whose function gets only the key, also of objects that are gone or never existed. */
export interface KeyReconciler<T extends KubeObject, R extends ResourceTraits> {
  readonly reconcileKey: (key: ObjectName, ctx: ReconcileContext<T, R>) => ReconcileReturn;
  readonly reconcile?: undefined;
  readonly finalize?: undefined;
  readonly finalizer?: undefined;
}

/** Options of `manager.controller`. */
export type ReconcilerOptions<T extends KubeObject, R extends ResourceTraits = ResourceTraits> = ReconcilerSettings<T> &
  (ObjectReconciler<T, R> | KeyReconciler<T, R>);
