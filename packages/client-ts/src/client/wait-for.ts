/**
 * Waiting for one object. The object is read, then watched from there on; when the watch ends, or the server is away,
 * or the version is too old, it is read again, so that the result of whatever happened in between is seen. A condition
 * gets the present state of the object, `undefined` when there is no such object. It can be called several times with
 * one state, and some states are never seen.
 */
import {
  abortedError,
  InvalidArgumentError,
  isBadRequest,
  isClientError,
  isForbidden,
  isInvalid,
  isMethodNotSupported,
  isNotFound,
  isUnauthorized,
  suggestsClientDelay,
  throwIfAborted,
  TimeoutError,
} from "../errors/index.ts";
import { escapeFieldValue, type KubeObject, type Scope } from "../meta/index.ts";
import {
  abortable,
  Backoff,
  type Clock,
  isThenable,
  type Random,
  sleep,
  systemClock,
  systemRandom,
  timeoutSignal,
} from "../util/index.ts";
import { describeCondition, describeState } from "./describe-state.ts";
import type { ListReader, Watchable } from "./resource-types.ts";

/**
 * A condition on an object's present state; it gets `undefined` when there is no such object. An error that it throws
 * ends the wait. The message of a {@link WaitTimeoutError} names the condition by its property `description` (a text),
 * if it has one, else by the name of the function.
 */
export type WaitCondition<S extends KubeObject> = (object: S | undefined) => boolean | Promise<boolean>;

/** A condition that can only be true for an object that exists, so that the result has the object's type. */
export type PresentCondition<S extends KubeObject> = (object: S | undefined) => object is S;

/** A client for {@link waitFor}: of one namespace, or of a kind without namespaces. */
export interface Waitable<S extends KubeObject> extends ListReader<S>, Watchable<S> {
  readonly resource: { readonly kind: string; readonly scope: Scope };
  readonly namespace: string | undefined;
}

/** Options of {@link waitFor}. */
export interface WaitOptions {
  /** Ends the wait with an AbortedError. */
  readonly signal?: AbortSignal | undefined;
  /** Limit for the whole wait; then a {@link WaitTimeoutError}. Default: none. */
  readonly timeoutMs?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

/**
 * The condition did not hold in time. The message names the condition and the last state seen, or says that the object
 * does not exist; `cause` is the error of the last attempt to read it, if that failed.
 */
export class WaitTimeoutError extends TimeoutError {
  /** The object as it was seen last; `undefined` when there was none. */
  readonly lastSeen: KubeObject | undefined;

  constructor(message: string, lastSeen: KubeObject | undefined, options?: ErrorOptions) {
    super(message, options);
    this.name = "WaitTimeoutError";
    this.lastSeen = lastSeen;
  }
}

/**
 * Waits until a condition holds for one object, and gives the object as it then is (`undefined` when the condition
 * accepts its absence). It goes on after disconnects and restarts of the server; an error that does not pass
 * (forbidden, no such kind) is thrown.
 *
 * ```ts
 * const web = await waitFor(pods, "web", podReady(), { timeoutMs: 60_000 });
 * ```
 */
export async function waitFor<S extends KubeObject>(
  client: Waitable<S>,
  name: string,
  condition: PresentCondition<S>,
  options?: WaitOptions,
): Promise<S>;
/**
 * Waits until a condition holds that may also hold when there is no such object. Gives the object as it then is, or
 * `undefined`.
 */
export async function waitFor<S extends KubeObject>(
  client: Waitable<S>,
  name: string,
  condition: WaitCondition<S>,
  options?: WaitOptions,
): Promise<S | undefined>;
export async function waitFor<S extends KubeObject>(
  client: Waitable<S>,
  name: string,
  condition: WaitCondition<S>,
  options: WaitOptions = {},
): Promise<S | undefined> {
  const { resource, namespace } = client;
  const { signal, timeoutMs, clock = systemClock, random = systemRandom } = options;
  if (resource.scope === "Namespaced" && namespace === undefined) {
    throw new InvalidArgumentError(
      `waiting for ${resource.kind} ${JSON.stringify(name)} needs a client of one namespace, ` +
        "because several namespaces may have an object of that name",
    );
  }
  if (name === "") throw new InvalidArgumentError(`waiting for a ${resource.kind} needs its name, which is empty`);
  throwIfAborted(signal);
  const place = namespace === undefined ? "" : ` in namespace ${JSON.stringify(namespace)}`;
  const where = `${resource.kind} ${JSON.stringify(name)}${place}`;
  const limit =
    timeoutMs === undefined ? undefined : timeoutSignal(timeoutMs, { signal, clock, reason: () => timeIsOver });
  const ending = limit?.signal ?? signal;
  const waiting = new Waiting(client, name, condition, { clock, random, signal: ending });
  try {
    return await waiting.run();
  } catch (error) {
    if (ending?.aborted && ending.reason === timeIsOver) {
      const { seen, failure } = waiting;
      const state = waiting.hasRead ? `the last state seen is ${describeState(seen)}` : "the object could not be read";
      const problem = failure === undefined ? "" : `; the last attempt failed: ${failure.message}`;
      throw new WaitTimeoutError(
        `timed out after ${timeoutMs} ms waiting for ${where}: expected ${describeCondition(condition)}, ` +
          `${seen === undefined && waiting.hasRead ? "but the object does not exist" : state}${problem}`,
        seen,
        failure && { cause: failure },
      );
    }
    if (signal?.aborted) throw abortedError(signal, `the wait for ${where} was aborted`);
    throw error instanceof ConditionFailure ? error.cause : error;
  } finally {
    limit?.release();
  }
}

const timeIsOver = Symbol("the time is over");

/** Carries what a condition threw: it ends the wait and is not retried. */
class ConditionFailure extends Error {}

class Waiting<S extends KubeObject> {
  /** The object as it was seen last. */
  seen: S | undefined;
  /** Whether the server has answered at least once. */
  hasRead = false;
  /** Why the last attempt to read failed; `undefined` after one that succeeded. */
  failure: Error | undefined;
  readonly #client: Waitable<S>;
  readonly #name: string;
  readonly #condition: WaitCondition<S>;
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  readonly #backoff: Backoff;

  constructor(
    client: Waitable<S>,
    name: string,
    condition: WaitCondition<S>,
    world: { clock: Clock; random: Random; signal: AbortSignal | undefined },
  ) {
    this.#client = client;
    this.#name = name;
    this.#condition = condition;
    this.#clock = world.clock;
    this.#signal = world.signal;
    this.#backoff = new Backoff({
      baseMs: 200,
      factor: 2,
      capMs: 10_000,
      jitter: 0.2,
      random: world.random,
      clock: world.clock,
    });
  }

  async run(): Promise<S | undefined> {
    for (;;) {
      let pauseMs = 0;
      try {
        const before = this.#clock.monotonic();
        if (await this.#round()) return this.seen;
        // A server that ends every watch at once is not asked without pause.
        if (this.#clock.monotonic() - before < 1_000) pauseMs = this.#backoff.next();
      } catch (error) {
        if (this.#signal?.aborted || isFinal(error)) throw error;
        this.failure = error as Error;
        pauseMs = Math.max(this.#backoff.next(), (suggestsClientDelay(error) ?? 0) * 1_000);
      }
      await sleep(pauseMs, { clock: this.#clock, signal: this.#signal });
    }
  }

  /** Reads, then watches until the watch ends. Says whether the condition held. */
  async #round(): Promise<boolean> {
    const call = {
      fieldSelector: `metadata.name=${escapeFieldValue(this.#name)}`,
      signal: this.#signal,
    };
    const list = await this.#client.list(call);
    if (await this.#holds(list.items.find((item) => item.metadata?.name === this.#name))) return true;
    const resourceVersion = list.metadata.resourceVersion ?? "";
    for await (const event of this.#client.watch({ ...call, resourceVersion, allowWatchBookmarks: true })) {
      this.#backoff.reset();
      if (event.type === "BOOKMARK" || event.object.metadata?.name !== this.#name) continue;
      if (await this.#holds(event.type === "DELETED" ? undefined : event.object)) return true;
    }
    return false;
  }

  async #holds(object: S | undefined): Promise<boolean> {
    this.seen = object;
    this.hasRead = true;
    this.failure = undefined;
    try {
      const answer = this.#condition(object);
      // A condition that does not answer must not outlast the limit.
      return isThenable(answer) ? await abortable(answer, this.#signal) : answer;
    } catch (error) {
      throw new ConditionFailure("the condition failed", { cause: error });
    }
  }
}

/** Whether waiting will not help. */
function isFinal(error: unknown): boolean {
  if (isClientError(error, "Transport")) return ["tls", "closed", "limit"].includes(error.code);
  if (!isClientError(error, "Status")) return !isClientError(error, "Timeout");
  const refusals = [isForbidden, isUnauthorized, isNotFound, isMethodNotSupported, isBadRequest, isInvalid];
  return refusals.some((refused) => refused(error));
}
