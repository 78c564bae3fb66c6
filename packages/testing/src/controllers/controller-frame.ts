import type { Client } from "client-ts";
import type { SharedIndexInformer } from "client-ts/cache";
import { InvalidArgumentError, isAlreadyExists, isConflict, isNotFound } from "client-ts/errors";
import { type EventBroadcaster, type EventRecorder, newBroadcaster } from "client-ts/events";
import { newSharedInformerFactory, type SharedInformerFactory } from "client-ts/informers";
import { messageOf, nextTurn, onAbort } from "client-ts/internal";
import {
  apiVersionOf,
  compareResourceVersion,
  type DeepReadonly,
  formatTime,
  type KubeObject,
  type LabelSelector,
  type Resource,
  type Stored,
  type Unstructured,
} from "client-ts/meta";
import type { Clock, Logger } from "client-ts/util";
import { newRateLimitingQueue, type RateLimitingQueue } from "client-ts/workqueue";

/** An object from a cache, not to be changed. */
export type Cached<T extends KubeObject> = DeepReadonly<Stored<T>> & DeepReadonly<Stored<KubeObject>>;

/** Brings one object to its desired state; the number is the time in milliseconds after which it is looked at again. */
export type Reconcile = (key: string) => Promise<number | undefined>;

/** Tells a frame what a controller follows and what it does. */
export type BuiltinController = (frame: ControllerFrame) => void;

/** What the controllers of one server share: the client, the caches, and which of their own writes the caches miss. */
export class SharedState {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger | false | undefined;
  readonly factory: SharedInformerFactory;
  readonly broadcaster: EventBroadcaster;
  readonly #informers = new Map<string, SharedIndexInformer<KubeObject>>();
  readonly #written = new Map<string, string>();
  readonly #deleted = new Set<string>();
  #started = false;

  constructor(
    client: Client,
    { clock, logger }: { readonly clock: Clock; readonly logger?: Logger | false | undefined },
  ) {
    this.client = client;
    this.clock = clock;
    this.logger = logger;
    this.factory = newSharedInformerFactory(client, { clock, logger });
    this.broadcaster = newBroadcaster({ clock, logger });
    // The controllers of Kubernetes write events of this form: one for each message.
    this.broadcaster.startRecordingToSink(client, { api: "v1" });
  }

  /** The informer of a kind, started with the factory. */
  informer<T extends KubeObject>(resource: Resource<T>): SharedIndexInformer<T> {
    const name = nameOf(resource);
    let informer = this.#informers.get(name);
    if (informer === undefined) {
      if (this.#started) throw new InvalidArgumentError(`a controller uses ${name} and neither follows nor reads it`);
      informer = this.factory.forKind(resource as unknown as Resource).informer() as SharedIndexInformer<KubeObject>;
      informer.addEventHandler({ onDelete: ({ meta }) => void this.#deleted.delete(meta?.uid ?? "") });
      this.#informers.set(name, informer);
    }
    return informer as unknown as SharedIndexInformer<T>;
  }

  /** Runs the informers of everything that was followed or read, until the signal aborts. */
  async start(signal: AbortSignal): Promise<void> {
    this.#started = true;
    this.factory.start({ signal });
    await this.factory.waitForCacheSync({ signal });
  }

  /** Whether a controller deleted the object and the cache does not show that yet. */
  isDeleted(uid: string | undefined): boolean {
    return uid !== undefined && this.#deleted.has(uid);
  }

  /** Remembers a write until the cache of the kind shows it. */
  noteWrite(resource: Resource, version: string | undefined): void {
    const known = this.#written.get(nameOf(resource));
    if (version === undefined || !this.#informers.has(nameOf(resource))) return;
    if (known === undefined || (compareResourceVersion(version, known) ?? 0) > 0)
      this.#written.set(nameOf(resource), version);
  }

  /** Remembers that an object is gone until its cache shows it. */
  noteDelete(resource: Resource, { metadata }: DeepReadonly<KubeObject>): void {
    const informer = this.#informers.get(nameOf(resource));
    const key = metadata?.namespace === undefined ? metadata?.name : `${metadata.namespace}/${metadata.name}`;
    if (metadata?.uid !== undefined && informer?.indexer.getByKey(key ?? "") !== undefined)
      this.#deleted.add(metadata.uid);
  }

  /** Settles when the caches show every write so far. */
  async caughtUp(signal: AbortSignal): Promise<void> {
    for (const [name, version] of [...this.#written]) {
      await this.#informers.get(name)?.atLeast(version, { signal });
      if (this.#written.get(name) === version) this.#written.delete(name);
    }
  }
}

/**
 * One controller: informers that put keys into a rate-limiting queue, and one worker that reconciles them. A key that
 * failed is tried again with growing delays; after a conflict, when the cache has seen the other write.
 */
export class ControllerFrame {
  readonly #shared: SharedState;
  readonly #queue: RateLimitingQueue<string>;
  readonly #recorder: EventRecorder;
  readonly #component: string;
  /** How often in a row a key failed because its cache was behind. */
  readonly #behind = new Map<string, number>();
  #reconcile: Reconcile | undefined;

  constructor(shared: SharedState, component: string) {
    this.#shared = shared;
    this.#component = component;
    this.#queue = newRateLimitingQueue({ clock: shared.clock });
    this.#recorder = shared.broadcaster.newRecorder({ component });
  }

  get client(): Client {
    return this.#shared.client;
  }

  get clock(): Clock {
    return this.#shared.clock;
  }

  /** The time of the server, in milliseconds. */
  now(): number {
    return this.#shared.clock.now();
  }

  /** The time of the server, as the API writes it. */
  timestamp(): string {
    return formatTime(this.now());
  }

  /** Reconciles the keys that a changed object concerns. Default: its own. */
  follow<T extends KubeObject>(
    resource: Resource<T>,
    keysOf: (object: Cached<T>) => readonly string[] = (object) => [keyOf(object)],
  ): void {
    const add = (object: unknown): void => {
      for (const key of keysOf(object as Cached<T>)) this.#queue.add(key);
    };
    this.#shared.informer(resource).addEventHandler({
      onAdd: ({ object }) => add(object),
      onUpdate: ({ object, old }) => {
        add(old.object);
        add(object);
      },
      onDelete: ({ object }) => {
        if (object !== undefined) add(object);
      },
    });
  }

  /** Makes the cache of a kind whose changes concern no key. */
  read(resource: Resource): void {
    this.#shared.informer(resource);
  }

  /** What is done for each key. */
  reconcile(run: Reconcile): void {
    this.#reconcile = run;
  }

  /** The object of a key, from the cache. */
  find<T extends KubeObject>(resource: Resource<T>, key: string): Cached<T> | undefined {
    const found = this.#shared.informer(resource).indexer.getByKey(key) as Cached<T> | undefined;
    return found === undefined || this.#shared.isDeleted(found.metadata.uid) ? undefined : found;
  }

  /** Objects from the cache, oldest first. */
  list<T extends KubeObject>(
    resource: Resource<T>,
    namespace?: string,
    labelSelector?: DeepReadonly<LabelSelector>,
  ): Cached<T>[] {
    this.#shared.informer(resource);
    const lister = this.#shared.factory.forKind(resource as unknown as Resource).lister();
    const scoped = namespace === undefined ? lister : lister.namespace(namespace);
    const found = scoped.list({ labelSelector: labelSelector as LabelSelector | undefined });
    return (found as unknown as Cached<T>[])
      .filter(({ metadata }) => !this.#shared.isDeleted(metadata.uid))
      .sort(byAge);
  }

  /** Creates an object. */
  create<T extends KubeObject>(resource: Resource<T>, object: T): Promise<Stored<T>> {
    return this.#write(resource, object, (calls, body) => calls.create(body));
  }

  /** Replaces an object in the version in which it was read. */
  update<T extends KubeObject>(resource: Resource<T>, object: T): Promise<Stored<T>> {
    return this.#write(resource, object, (calls, body) => calls.update(body));
  }

  /** Replaces the status of an object in the version in which it was read. */
  updateStatus<T extends KubeObject>(resource: Resource<T>, object: T): Promise<Stored<T>> {
    return this.#write(resource, object, (calls, body) => calls.updateStatus(body));
  }

  /** Deletes an object; one that is gone already is not a failure. */
  async delete<T extends KubeObject>(
    resource: Resource<T>,
    object: Cached<T>,
    options: {
      readonly gracePeriodSeconds?: number | undefined;
      readonly propagationPolicy?: "Background" | "Foreground" | undefined;
    } = {},
  ): Promise<void> {
    const { name, uid } = object.metadata;
    try {
      const left = await this.#calls(resource, object.metadata.namespace).delete(name, {
        preconditions: { uid },
        ...options,
      });
      if (left === undefined) this.#shared.noteDelete(resource, object as DeepReadonly<KubeObject>);
      else this.#shared.noteWrite(resource, left.metadata.resourceVersion);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /** Reports an event about an object. */
  record(object: DeepReadonly<KubeObject>, type: "Normal" | "Warning", reason: string, message: string): void {
    void this.#recorder.event(object as KubeObject, type, reason, message);
  }

  /** Works until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    onAbort(signal, () => this.#queue.shutDown());
    for (;;) {
      const taken = await this.#queue.get();
      if (taken.shutDown) return;
      await this.#work(taken.key, signal);
      this.#queue.done(taken.key);
    }
  }

  async #work(key: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#shared.caughtUp(signal);
      const againMs = await this.#reconcile!(key);
      this.#queue.forget(key);
      this.#behind.delete(key);
      if (againMs !== undefined) this.#queue.addAfter(key, Math.max(againMs, 1));
    } catch (error) {
      if (signal.aborted) return;
      if (isConflict(error) || isAlreadyExists(error) || isNotFound(error)) {
        // The cache is a moment behind, most likely: a turn of the loop brings what it misses.
        const tries = (this.#behind.get(key) ?? 0) + 1;
        this.#behind.set(key, tries);
        await nextTurn();
        if (tries <= mostTurns) this.#queue.add(key);
        else this.#queue.addRateLimited(key);
        return;
      }
      if (this.#shared.logger !== false)
        this.#shared.logger?.warn("a controller of the in-memory server failed and will try again", {
          controller: this.#component,
          key,
          error: messageOf(error),
        });
      this.#queue.addRateLimited(key);
    }
  }

  async #write<T extends KubeObject>(
    resource: Resource<T>,
    object: T,
    send: (calls: Calls, body: Unstructured & { metadata: { name: string } }) => Promise<Stored<Unstructured>>,
  ): Promise<Stored<T>> {
    const body = { ...object, apiVersion: apiVersionOf(resource), kind: resource.kind };
    const stored = await send(
      this.#calls(resource, object.metadata?.namespace),
      body as unknown as Unstructured & { metadata: { name: string } },
    );
    this.#shared.noteWrite(resource, stored.metadata.resourceVersion);
    return stored as unknown as Stored<T>;
  }

  #calls(resource: Resource, namespace: string | undefined): Calls {
    const calls = this.client.dynamic.resource({
      group: resource.group,
      version: resource.version,
      resource: resource.plural,
    });
    return namespace === undefined ? calls : calls.namespace(namespace);
  }
}

/** How many turns of the loop a cache gets before a key waits by the clock. */
const mostTurns = 50;

type Calls = ReturnType<Client["dynamic"]["resource"]>;

/** The key of an object: `namespace/name`, or its name. */
export function keyOf({ metadata }: Cached<KubeObject>): string {
  return metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`;
}

function nameOf({ group, plural }: Resource): string {
  return `${plural}.${group}`;
}

function byAge(a: Cached<KubeObject>, b: Cached<KubeObject>): number {
  const [first, second] = [a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? ""];
  if (first !== second) return first < second ? -1 : 1;
  return a.metadata.name < b.metadata.name ? -1 : 1;
}
