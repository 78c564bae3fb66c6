/**
 * Applies what comes out of the queue to the store, and notifies the handlers. It promises:
 *
 * - Store first: when a handler is called with a change, the store shows it.
 * - Forward only: an object's state, and its deletion, are taken only when they are newer than what the store has. What
 *   is older is refused and a fresh list is requested; what is the same is dropped. A list is taken as it is, whatever
 *   its versions are.
 * - A name alone identifies no object: when the uid changes, the old object is deleted and the new one is added.
 * - All or nothing: a list is compared piece by piece, but enters the store in one step.
 * - Only its own: of several sources that fill one store, each has a writer and a namespace. A list replaces that
 *   namespace's part of the store, and objects of other namespaces are refused. So no other writer changes the objects
 *   with which a list is being compared.
 */

import {
  EntryContext,
  type Entry,
  encodeEntry,
  type FreezePolicy,
  objectIfDecodable,
  RawEntry,
  SlabArena,
} from "../../codec/index.ts";
import { InvalidArgumentError } from "../../errors/index.ts";
import { compareResourceVersion, deepClone, type KubeObject } from "../../meta/index.ts";
import { type Clock, runSliced, slicersFor, synchronous } from "../../util/index.ts";
import { type DeletedFinalStateUnknown, type Delta, type Deltas, isDeletedFinalStateUnknown } from "../delta.ts";
import type { Anomaly } from "../reflector/reflector-metrics.ts";
import type { LazyStore } from "../store/index.ts";
import { AddEvent, DeleteEvent, type InformerEvent, UpdateEvent } from "./events.ts";

/**
 * Changes an object before it is stored. May change the object that it gets. Name, namespace, uid and resourceVersion
 * must stay.
 */
export type Transform<T> = (object: T) => T;

/** Receives the changes of a cache. */
export interface ListenerSink<T> {
  deliver(event: InformerEvent<T>): void;
  /** A relist shows an object that has not changed: of interest to listeners that are due for a resync. */
  deliverUnchanged(entry: Entry<T>): void;
  /** Objects of a list that were all not there before, delivered together. */
  deliverAdded(entries: readonly Entry<T>[], isInInitialList: boolean): void;
  /** The receivers of this moment: a handler that is added later receives none of these events. */
  present(): Pick<ListenerSink<T>, "deliver" | "deliverUnchanged" | "deliverAdded">;
}

/** Options of {@link CacheWriter}. */
export interface CacheWriterOptions<T extends KubeObject> {
  readonly store: LazyStore<T>;
  readonly listeners: ListenerSink<T>;
  readonly transform: Transform<T> | undefined;
  /**
   * Of several sources, the namespace of this one, which is a part of the store. `undefined`: it alone fills the store.
   */
  readonly namespace: string | undefined;
  /**
   * Whether changes come in the order of their versions. Otherwise only {@link CacheWriter.settled} says how far the
   * store is.
   */
  readonly inOrder: boolean;
  readonly clock: Clock;
  readonly freeze: FreezePolicy | undefined;
  /**
   * A resync came out of the queue: these objects are to be shown again to the handlers that it is for. With a key, it
   * is the part of the resync for that key.
   */
  readonly deliverAgain: (entries: readonly Entry<T>[], key?: string) => void;
  /** The version up to which everything is in the store. */
  readonly onVersion: (resourceVersion: string) => void;
  /** The cache does not agree with what came: a fresh list is needed. */
  readonly onDisagreement: (what: Anomaly) => void;
  /** An object was left out. */
  readonly onError: (error: unknown, key: string) => void;
  readonly onAnomaly: (what: Anomaly) => void;
}

/** Applies deltas to a store. */
export class CacheWriter<T extends KubeObject> {
  readonly #options: CacheWriterOptions<T>;
  readonly #store: LazyStore<T>;
  readonly #arena = new SlabArena();
  readonly #context: EntryContext;
  #version = "";
  #closed = false;
  #incomplete = false;
  /**
   * An object that was refused because its version is older than the one that was reached. When a list shows the same,
   * this server's versions have no order.
   */
  #refused: { readonly key: string; readonly resourceVersion: string } | undefined;
  #unordered = false;
  /**
   * Versions at which objects were deleted since the store was last known to be complete. When changes come in order,
   * the store's version alone is enough.
   */
  readonly #deletedAt = new Map<string, string>();

  constructor(options: CacheWriterOptions<T>) {
    this.#options = options;
    this.#store = options.store;
    // The source decides whether managed fields are kept; what a transform returns is kept as it is.
    this.#context = new EntryContext({
      keepManagedFields: true,
      freeze: options.freeze,
    });
  }

  /** For a controller: applies what its queue gives, one delta or those of one key. */
  readonly process = (item: Delta<Entry<T>> | Deltas<Entry<T>>, isInInitialList: boolean): void | Promise<void> => {
    if (!isDeltas(item)) return this.apply(item, isInInitialList);
    for (const delta of item) void this.apply(delta, isInInitialList);
  };

  /** Gives up a list that is being compared. */
  close(): void {
    this.#closed = true;
  }

  /**
   * Everything up to this version has been applied. It may be an earlier one than before, when the server went back.
   */
  settled(resourceVersion: string): void {
    this.#store.bookmark(resourceVersion, this.#options.namespace);
    this.#set(resourceVersion);
  }

  /** Applies one delta. Only a long list takes more than one step, and then gives a promise. */
  apply(delta: Delta<Entry<T>>, isInInitialList: boolean): void | Promise<void> {
    switch (delta.type) {
      case "Added":
      case "Updated":
        this.#changed(delta.object);
        return;
      case "Deleted":
        this.#deleted(delta.object);
        return;
      case "Replaced":
        this.#listed(delta.object, isInInitialList);
        return;
      case "Sync": {
        const { key } = delta.object;
        const entry = this.#store.entry(key);
        this.#options.deliverAgain(entry === undefined ? [] : [entry], key);
        return;
      }
      case "SyncAll":
        // Its own part only: what another writer has stored of a list may not have been delivered yet.
        this.#options.deliverAgain([...this.#store.entries(this.#options.namespace)]);
        return;
      case "Bookmark":
        if (!this.#isBack(delta.resourceVersion)) this.settled(delta.resourceVersion);
        return;
      case "ReplacedAll":
        return this.#takeList(this.#replaced(delta.objects, delta.resourceVersion, isInInitialList));
    }
  }

  /** Whether the last list could not be taken in: the store lacks what was in it until another list comes. */
  get isIncomplete(): boolean {
    return this.#incomplete;
  }

  #takeList(list: Generator<void, void>): void | Promise<void> {
    const failed = (error: unknown): never => {
      this.#incomplete = true;
      this.#options.onDisagreement("failed-list");
      throw error;
    };
    try {
      return runSliced(list, slicersFor(this.#options.clock).reading)?.catch(failed);
    } catch (error) {
      return failed(error);
    }
  }

  #changed(entry: Entry<T>): void {
    if (this.#isForeign(entry)) return;
    const old = this.#store.entry(entry.key);
    const { listeners, onAnomaly } = this.#options;
    if (old === undefined) {
      if (this.#isBehind(entry)) return;
      const stored = this.#put(entry);
      if (stored !== undefined) listeners.deliver(new AddEvent(stored, false));
    } else if (old.resourceVersion === entry.resourceVersion && sameUid(old, entry) && !isRepaired(old, entry)) {
      onAnomaly("duplicate-event");
    } else if (compareResourceVersion(entry.resourceVersion, old.resourceVersion) === -1) {
      this.#disagree();
      return;
    } else {
      const stored = this.#put(entry);
      if (stored !== undefined) this.#deliverChange(old, stored, listeners);
    }
    this.#reached(entry.resourceVersion);
  }

  #deleted(deleted: Entry<T> | DeletedFinalStateUnknown<Entry<T>>): void {
    if (this.#isForeign(deleted)) return;
    const { listeners } = this.#options;
    const old = this.#store.entry(deleted.key);
    if (isDeletedFinalStateUnknown<Entry<T>>(deleted)) {
      this.#store.deleteKey(deleted.key);
      if (old === undefined) return;
      this.#noteDeletion(old);
      listeners.deliver(new DeleteEvent(deleted.key, old, true));
      return;
    }
    if (old !== undefined && compareResourceVersion(deleted.resourceVersion, old.resourceVersion) === -1) {
      this.#disagree();
      return;
    }
    this.#noteDeletion(deleted);
    if (old === undefined) {
      if (!this.#isBack(deleted.resourceVersion))
        this.#store.bookmark(deleted.resourceVersion, this.#options.namespace);
    } else {
      this.#store.delete(deleted);
      // When the object was deleted and created again in between, only the state in the store is known.
      const sameObject = sameUid(old, deleted);
      const final = sameObject ? (this.#transformed(deleted) ?? old) : old;
      listeners.deliver(new DeleteEvent(old.key, final, !sameObject));
    }
    this.#reached(deleted.resourceVersion);
  }

  /** One object of a list that comes object by object. It is taken as it is, whatever its version is. */
  #listed(entry: Entry<T>, isInInitialList: boolean): void {
    if (this.#isForeign(entry)) return;
    this.#learnOrder(entry);
    const { listeners } = this.#options;
    const old = this.#store.entry(entry.key);
    if (old !== undefined && isSame(old, entry)) {
      listeners.deliverUnchanged(old);
      return;
    }
    const stored = this.#put(entry);
    if (stored === undefined) return;
    if (old === undefined) listeners.deliver(new AddEvent(stored, isInInitialList));
    else this.#deliverChange(old, stored, listeners);
  }

  /** A whole list, in pieces until it is complete, then in one step. */
  *#replaced(entries: readonly Entry<T>[], version: string, isInInitialList: boolean): Generator<void, void> {
    const { listeners, namespace, onError } = this.#options;
    const replacement = this.#store.beginReplace(namespace);
    const outcomes: Outcome<T>[] = [];
    /** How many objects at the beginning of the list are all new and stored as they came: nothing is made for them. */
    let asListed = 0;
    let added: Entry<T>[] | undefined;
    const note = (old: Entry<T> | undefined, stored: Entry<T>): void => {
      if (old !== undefined || outcomes.length > 0) outcomes.push({ old, stored });
      else if (added === undefined && entries[asListed] === stored) asListed++;
      else {
        added ??= entries.slice(0, asListed);
        added.push(stored);
      }
    };
    const gone: InformerEvent<T>[] = [];
    try {
      let step = 0;
      for (const entry of entries) {
        if ((++step & 31) === 0) yield;
        if (this.#closed) return;
        if (this.#isForeign(entry)) continue;
        this.#learnOrder(entry);
        const old = this.#store.entry(entry.key);
        if (old !== undefined && isSame(old, entry)) {
          replacement.add(old);
          note(old, old);
          continue;
        }
        let stored = this.#transformed(entry);
        try {
          if (stored !== undefined) replacement.add(stored);
        } catch (error) {
          onError(error, entry.key);
          stored = undefined;
        }
        // An object that cannot be stored does not replace the one that is there.
        if (stored === undefined && old !== undefined) replacement.add(old);
        if (stored !== undefined) note(old, stored);
      }
      for (const old of this.#store.entries(namespace)) {
        if ((++step & 255) === 0) yield;
        if (this.#closed) return;
        if (replacement.get(old.key) === undefined) gone.push(new DeleteEvent(old.key, old, true));
      }
      replacement.commit(version);
      this.#incomplete = false;
    } finally {
      replacement.abandon();
    }
    this.#set(version);
    const present = listeners.present();
    for (const { old, stored } of outcomes) {
      if (old !== undefined && !sameUid(old, stored)) gone.push(new DeleteEvent(old.key, old, true));
    }
    for (const [at, event] of gone.entries()) {
      if ((at & 255) === 255) yield;
      present.deliver(event);
    }
    const news = added ?? (asListed === entries.length ? entries : entries.slice(0, asListed));
    if (news.length > 0) present.deliverAdded(news, isInInitialList);
    for (const [at, { old, stored }] of outcomes.entries()) {
      if ((at & 255) === 255) yield;
      if (old === stored) present.deliverUnchanged(stored);
      else if (old === undefined || !sameUid(old, stored)) present.deliver(new AddEvent(stored, isInInitialList));
      else present.deliver(new UpdateEvent(stored, old, false));
    }
  }

  /** A change of one name: of one object, or from one object to another. */
  #deliverChange(old: Entry<T>, stored: Entry<T>, listeners: Pick<ListenerSink<T>, "deliver">): void {
    if (sameUid(old, stored)) listeners.deliver(new UpdateEvent(stored, old, false));
    else {
      listeners.deliver(new DeleteEvent(old.key, old, true));
      listeners.deliver(new AddEvent(stored, false));
    }
  }

  #put(entry: Entry<T>): Entry<T> | undefined {
    const stored = this.#transformed(entry);
    if (stored === undefined) return undefined;
    try {
      this.#store.add(stored);
      return stored;
    } catch (error) {
      this.#options.onError(error, entry.key);
      return undefined;
    }
  }

  #transformed(entry: Entry<T>): Entry<T> | undefined {
    const { transform, onError, onAnomaly } = this.#options;
    if (transform === undefined) return entry;
    try {
      const object = objectIfDecodable(entry);
      // There is nothing to transform; its key and metadata are kept as they came.
      if (object === undefined) return entry;
      const result = synchronous(
        transform(Object.isFrozen(object) ? deepClone(object) : object),
        "the result of a transform",
      );
      const stored = encodeEntry<T>(result, this.#context, this.#arena);
      if (!isSame(stored, entry) || stored.key !== entry.key) {
        throw new InvalidArgumentError(`the transform changed name, namespace, uid or resourceVersion of ${entry.key}`);
      }
      return stored;
    } catch (error) {
      onAnomaly("failed-transform");
      onError(error, entry.key);
      return undefined;
    }
  }

  /** Remembers a deletion until the store is known to be complete. */
  #noteDeletion({ key, resourceVersion }: Entry<T>): void {
    if (!this.#options.inOrder) this.#deletedAt.set(key, resourceVersion);
  }

  /** Whether an object that the store does not have comes too late: it may be one that was deleted since. */
  #isBehind(entry: Entry<T>): boolean {
    const { key, resourceVersion } = entry;
    const isLate = compareResourceVersion(resourceVersion, this.#deletedAt.get(key) ?? "") === -1 && !this.#unordered;
    if (!isLate && !this.#isBack(resourceVersion)) return false;
    this.#refused = entry;
    this.#disagree();
    return true;
  }

  #learnOrder({ key, resourceVersion }: Entry<T>): void {
    if (this.#refused?.key !== key) return;
    if (this.#refused.resourceVersion === resourceVersion) this.#unordered = true;
    this.#refused = undefined;
  }

  #disagree(): void {
    this.#options.onDisagreement("older-state");
  }

  /** An object of another namespace than the source's is refused: another writer, or none, is responsible for it. */
  #isForeign({ key }: { readonly key: string }): boolean {
    const { namespace, onError } = this.#options;
    if (namespace === undefined || (key.startsWith(namespace) && key[namespace.length] === "/")) return false;
    onError(new InvalidArgumentError(`the source of namespace ${namespace} gave ${key}`), key);
    return true;
  }

  /** Whether a version lies behind what was reached. */
  #isBack(version: string): boolean {
    return !this.#unordered && compareResourceVersion(version, this.#version) === -1;
  }

  /** A change was applied. */
  #reached(version: string): void {
    if (this.#options.inOrder && !this.#isBack(version)) this.#set(version);
  }

  #set(version: string): void {
    this.#version = version;
    if (this.#deletedAt.size > 0) this.#deletedAt.clear();
    this.#options.onVersion(version);
  }
}

function isDeltas<T>(item: Delta<Entry<T>> | Deltas<Entry<T>>): item is Deltas<Entry<T>> {
  return Array.isArray(item);
}

interface Outcome<T> {
  readonly old: Entry<T> | undefined;
  readonly stored: Entry<T>;
}

function sameUid(a: Entry<unknown>, b: Entry<unknown>): boolean {
  return a instanceof RawEntry ? a.hasUidOf(b) : a.uid === b.uid;
}

function isSame(a: Entry<unknown>, b: Entry<unknown>): boolean {
  if (a === b) return true;
  return a.resourceVersion === b.resourceVersion && a.resourceVersion !== "" && sameUid(a, b) && !isRepaired(a, b);
}

/** Whether the old state could not be decoded and the new one has other bytes: it was damaged on its way. */
function isRepaired(old: Entry<unknown>, entry: Entry<unknown>): boolean {
  return old instanceof RawEntry && old.hasFailed && !old.hasBytesOf(entry);
}
