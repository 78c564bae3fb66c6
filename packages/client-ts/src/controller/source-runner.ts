/**
 * Connects one source to a controller: an informer's events, or a stream, become keys. Both states of an update are
 * mapped, so that the previous owner of an object that gets another owner is reconciled too. A map function that fails
 * is called again with growing delays until it succeeds; meanwhile the other events go on.
 */

import { type HandlerRegistration, entriesOf } from "../cache/index.ts";
import { type Entry, parseFieldPath } from "../codec/index.ts";
import { InvalidArgumentError, isUndecodable } from "../errors/index.ts";
import type { KubeObject, Resource } from "../meta/index.ts";
import { type Clock, isThenable, type Logger, nextDelayMs, type Random, type Timer } from "../util/index.ts";
import { type CacheReader, keyText } from "./cache-reader.ts";
import { type ChangeEvent, changeOf, initialChange } from "./change-event.ts";
import type { KindCache } from "./kind-cache.ts";
import { ownerKeys } from "./owner-keys.ts";
import { passes } from "./predicates.ts";
import type { KindWatchOptions, MappedKeys, StreamWatchOptions } from "./watch-source.ts";

/** What a source needs of its controller. */
export interface SourceTarget {
  /** The reconciled kind. */
  readonly resource: Resource;
  /** The cache of the reconciled kind. */
  readonly primary: KindCache;
  readonly cache: CacheReader;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Whether keys are wanted now. */
  isActive(): boolean;
  enqueue(key: string, trigger: string, options: { readonly low: boolean }): void;
  /** All keys of the reconciled kind. */
  enqueueAll(trigger: string): void;
}

/** A source that was connected. */
export interface RunningSource {
  /** For messages: `Deployment of apps/v1`. */
  readonly name: string;
  /** Whether the controller can begin before the source has delivered what is there. */
  readonly optional: boolean;
  /** Whether no event waits to be mapped. */
  readonly isIdle: boolean;
  waitForSync(signal: AbortSignal): Promise<void>;
  /** How many objects it has seen, for a message about a source that is not ready. */
  readonly seen: number;
  /** Maps everything that is there, for reconcilers that also reconcile what does not exist. */
  replay(): void;
  close(): Promise<void>;
}

const mapRetry = { baseMs: 100, capMs: 60_000, jitter: 0.2 };

/** Map calls that have failed and wait, or that have not settled. */
class Mapper {
  readonly #target: SourceTarget;
  readonly #name: string;
  readonly #timers = new Set<Timer>();
  #closed = false;
  running = 0;

  constructor(target: SourceTarget, name: string) {
    this.#target = target;
    this.#name = name;
  }

  get isIdle(): boolean {
    return this.running === 0 && this.#timers.size === 0;
  }

  /** Calls a map function and takes its keys; again later when it fails. */
  run(map: () => MappedKeys | Promise<MappedKeys>, take: (keys: MappedKeys) => void, attempt = 0): void {
    if (this.#closed) return;
    try {
      const keys = map();
      if (!isThenable(keys)) {
        take(keys);
        return;
      }
      this.running++;
      Promise.resolve(keys)
        .then(take)
        .catch((error) => this.#again(error, map, take, attempt))
        .finally(() => this.running--);
    } catch (error) {
      this.#again(error, map, take, attempt);
    }
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }

  #again(
    error: unknown,
    map: () => MappedKeys | Promise<MappedKeys>,
    take: (keys: MappedKeys) => void,
    attempt: number,
  ): void {
    // An object that cannot be decoded is mapped when it changes; its informer has reported it.
    if (this.#closed || isUndecodable(error)) return;
    const { log, clock, random } = this.#target;
    const retryInMs = Math.round(nextDelayMs(attempt, mapRetry, random));
    log.error("a map function failed, trying again", { source: this.#name, error, retryInMs });
    const timer = clock.setTimer(
      retryInMs,
      () => {
        this.#timers.delete(timer);
        this.run(map, take, attempt + 1);
      },
      { ref: false },
    );
    this.#timers.add(timer);
  }
}

/** Connects an informer. Its cache is released when the source is closed. */
export function connectKind(
  cache: KindCache,
  options: KindWatchOptions<KubeObject>,
  target: SourceTarget,
): RunningSource {
  const kind = cache.resource.kind || cache.resource.plural;
  const mapper = new Mapper(target, cache.name);
  const keysOf = mappingOf(cache, options, target);
  let seen = 0;
  const take = (event: ChangeEvent): void => {
    if (!target.isActive() || !isWork(options.when, event, target.log)) return;
    const trigger = `${event.type} of ${kind}`;
    if (options.everything === true) {
      target.enqueueAll(trigger);
      return;
    }
    const low = event.initial || event.resync;
    const enqueue = (keys: MappedKeys): void => {
      for (const key of keys ?? []) target.enqueue(keyText(key), trigger, { low });
    };
    mapper.run(() => keysOf(event, "new"), enqueue);
    if (event.type === "update" && !event.resync) mapper.run(() => keysOf(event, "old"), enqueue);
  };
  const registration: HandlerRegistration = cache.informer.addEventHandler(
    {
      onAdd: (event) => {
        seen++;
        take(changeOf(event));
      },
      onUpdate: (event) => take(changeOf(event)),
      onDelete: (event) => take(changeOf(event)),
    },
    { name: `controller of ${target.resource.kind}` },
  );
  return {
    name: cache.name,
    optional: options.optional ?? false,
    get isIdle() {
      return mapper.isIdle && registration.pending === 0;
    },
    get seen() {
      return seen;
    },
    waitForSync: (signal) => registration.waitForSync({ signal }),
    replay() {
      for (const entry of entriesOf(cache.informer).entries()) take(initialChange(entry));
    },
    async close() {
      mapper.close();
      await cache.informer.removeEventHandler(registration);
      await cache.release();
    },
  };
}

/** Connects a stream; it is read until it ends or the source is closed. */
export function connectStream(
  stream: AsyncIterable<unknown>,
  options: StreamWatchOptions<unknown>,
  target: SourceTarget,
): RunningSource {
  const name = "a stream";
  const mapper = new Mapper(target, name);
  const iterator = stream[Symbol.asyncIterator]();
  let closed = false;
  const read = async (): Promise<void> => {
    try {
      for (let item = await iterator.next(); !item.done && !closed; item = await iterator.next()) {
        if (options.everything === true) target.enqueueAll("a stream");
        else take(item.value);
      }
    } catch (error) {
      if (!closed) target.log.error("a watched stream failed and is not read any more", { error });
    }
  };
  const take = (item: unknown): void => {
    const { map = (key: unknown) => [key as string] } = options;
    mapper.run(
      () => map(item),
      (keys) => {
        for (const key of keys ?? []) target.enqueue(keyText(key), "a stream", { low: false });
      },
    );
  };
  void read();
  return {
    name,
    optional: true,
    seen: 0,
    get isIdle() {
      return mapper.isIdle;
    },
    async waitForSync() {},
    replay() {},
    async close() {
      closed = true;
      mapper.close();
      // A stream that waits for its next item ends when it can; we do not wait for that.
      Promise.resolve(iterator.return?.()).catch(() => {});
    },
  };
}

/** Whether a change passes. A predicate that fails hides nothing: the change counts as work. */
export function isWork(when: KindWatchOptions<KubeObject>["when"], event: ChangeEvent, log: Logger): boolean {
  try {
    return passes(when, event);
  } catch (error) {
    log.error("a predicate failed: the change is reconciled", { key: event.key, error });
    return true;
  }
}

type KeysOf = (event: ChangeEvent, which: "new" | "old") => MappedKeys | Promise<MappedKeys>;

function mappingOf(cache: KindCache, options: KindWatchOptions<KubeObject>, target: SourceTarget): KeysOf {
  const { map, mapByIndex, owner } = options;
  if (map !== undefined)
    return (event, which) => {
      const object = which === "new" ? event.object : event.old;
      return object === undefined ? [] : map(object as never, { event, cache: target.cache });
    };
  if (mapByIndex !== undefined) {
    const index = addReferenceIndex(target.primary, mapByIndex);
    const isNamespaced = target.resource.scope === "Namespaced" && cache.resource.scope === "Namespaced";
    // The name and the namespace of an object never change: the state before an update leads to the same keys.
    return ({ namespace, name }, which) =>
      which === "old"
        ? []
        : target.primary.informer.indexer.indexKeys(index, isNamespaced ? `${namespace}/${name}` : name);
  }
  return (event, which) =>
    ownerKeys(which === "new" ? event.meta : event.oldMeta, target.resource, { controllerOnly: owner !== "any" });
}

/** An index of the reconciled kind by what a field names: `namespace/name`, and `name` for kinds without namespaces. */
function addReferenceIndex({ informer }: KindCache, path: string): string {
  const index = `client-ts.reference ${path}`;
  if (index in informer.indexer.getIndexers()) return index;
  const steps = parseFieldPath(path);
  informer.addIndexers({
    [index]: {
      entry: (entry: Entry<KubeObject>) =>
        referenceNames(entry.field(steps), path).flatMap((name) =>
          entry.namespace === "" ? [name] : [name, `${entry.namespace}/${name}`],
        ),
    },
  });
  return index;
}

function referenceNames(value: unknown, path: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return value === "" ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((one) => referenceNames(one, path));
  throw new InvalidArgumentError(`${path} must be a name or a list of names to be used with mapByIndex`);
}
