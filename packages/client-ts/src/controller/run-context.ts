import { Client, type ObservedWrite } from "../client/index.ts";
import {
  apiVersionOf,
  compareResourceVersion,
  deepClone,
  type KubeObject,
  type ReadonlyObject,
  type Resource,
  setCondition,
  splitMetaNamespaceKey,
} from "../meta/index.ts";
import type { EventRecorder } from "../events/index.ts";
import type { Clock, Logger } from "../util/index.ts";
import type { CacheReader } from "./cache-reader.ts";
import { patchStatus } from "./patch-status.ts";
import type { ReconcileContext } from "./reconcile-context.ts";

/** The facts of one run. */
export interface RunFacts {
  readonly key: string;
  readonly controller: string;
  readonly resource: Resource;
  readonly client: Client;
  readonly cache: CacheReader;
  readonly log: Logger;
  readonly events: EventRecorder;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly shutdown: AbortSignal;
  readonly attempt: number;
  readonly trigger: string;
  readonly reconcileId: string;
  readonly onWrite: (write: ObservedWrite) => void;
}

/**
 * What the reconciler gets in one run: a client of its own, whose writes are observed, and a logger that names it. Both
 * are made when they are first used: most runs find that there is nothing to do.
 */
export function newRunContext(facts: RunFacts): ReconcileContext {
  return new RunContext(facts);
}

class RunContext implements ReconcileContext {
  /**
   * Properties of each context, so that a copy with `{ ...ctx }` has them, with one getter for all runs. A getter of an
   * object literal is a new function each time, and V8 keeps a hidden class for each such object until the next full
   * garbage collection, with everything that the run has touched.
   */
  static readonly #clientProperty = {
    enumerable: true,
    get(this: RunContext): Client {
      return this.#madeClient();
    },
  };
  static readonly #logProperty = {
    enumerable: true,
    get(this: RunContext): Logger {
      return this.#madeLog();
    },
  };

  declare readonly client: Client;
  declare readonly log: Logger;
  readonly key: ReconcileContext["key"];
  readonly cache: CacheReader;
  readonly events: EventRecorder;
  readonly signal: AbortSignal;
  readonly shutdown: AbortSignal;
  readonly attempt: number;
  readonly trigger: string;
  readonly reconcileId: string;
  readonly clock: Clock;
  readonly #facts: RunFacts;
  #client: Client | undefined;
  #log: Logger | undefined;
  #written: LastWritten | undefined;
  #lastChange: Promise<unknown> | undefined;

  constructor(facts: RunFacts) {
    this.key = splitMetaNamespaceKey(facts.key);
    Object.defineProperty(this, "client", RunContext.#clientProperty);
    this.cache = facts.cache;
    Object.defineProperty(this, "log", RunContext.#logProperty);
    this.events = facts.events;
    this.signal = facts.signal;
    this.shutdown = facts.shutdown;
    this.attempt = facts.attempt;
    this.trigger = facts.trigger;
    this.reconcileId = facts.reconcileId;
    this.clock = facts.clock;
    this.#facts = facts;
  }

  // Functions of the object, for reconcilers that take them out of it.
  readonly patchStatus: ReconcileContext["patchStatus"] = (object, change) => {
    const { resource, signal } = this.#facts;
    // One after the other: a change that does not know the one before it would overwrite what that one wrote to a list.
    const changed = (this.#lastChange ?? Promise.resolve()).then(() =>
      patchStatus(this.client, resource, this.#written?.since(object) ?? object, change, { signal }),
    );
    this.#lastChange = changed.catch(() => {});
    return changed;
  };

  readonly setCondition: ReconcileContext["setCondition"] = (object, condition) => {
    const { generation } = object.metadata;
    const { clock } = this.#facts;
    const observed = generation === undefined ? condition : { ...condition, observedGeneration: generation };
    return this.patchStatus(
      object,
      (draft: KubeObject & { status?: { conditions?: (typeof observed)[] | undefined } | undefined }) => {
        draft.status = { ...draft.status, conditions: setCondition(draft.status?.conditions, observed, { clock }) };
      },
    );
  };

  #madeClient(): Client {
    if (this.#client !== undefined) return this.#client;
    const { client, controller, signal, resource, onWrite } = this.#facts;
    const { context } = client;
    this.#client = new Client(
      context.derive({
        signal,
        defaults: { fieldManager: context.defaults.fieldManager ?? controller },
        onWrite: (write) => {
          this.#written ??= new LastWritten(resource);
          this.#written.record(write);
          onWrite(write);
        },
      }),
    );
    return this.#client;
  }

  #madeLog(): Logger {
    const { namespace, name } = this.key;
    const fields = { namespace: namespace || undefined, name, reconcileID: this.reconcileId };
    this.#log ??= withFields(this.#facts.log, fields);
    return this.#log;
  }
}

/**
 * The objects of the reconciled kind as the last write of the run has left them. A second change of the status in one
 * run begins with the result of the first: a list, such as the conditions, is replaced as a whole.
 */
class LastWritten {
  readonly #resource: Resource;
  #byUid: Map<string, KubeObject> | undefined;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  record(write: ObservedWrite): void {
    if (write.outcome !== "accepted") return;
    const { answer } = write;
    // Not a Scale, and not what the metadata client gets: these have the uid of the object and no status.
    if (answer.kind !== this.#resource.kind || answer.apiVersion !== apiVersionOf(this.#resource)) return;
    const uid = answer.metadata?.uid;
    if (uid === undefined) return;
    this.#byUid ??= new Map();
    // The answer belongs to the caller, who may change it.
    this.#byUid.set(uid, deepClone(this.since(answer)));
  }

  /** The object as this run has written it, where that is newer than what is given. */
  since<O extends ReadonlyObject>(object: O): O {
    const { uid = "", resourceVersion = "" } = object.metadata ?? {};
    const last = this.#byUid?.get(uid) as O | undefined;
    const isNewer = compareResourceVersion(resourceVersion, last?.metadata?.resourceVersion ?? "") === -1;
    return last !== undefined && isNewer ? last : object;
  }
}

/** A logger that adds fields to each line. */
export function withFields(logger: Logger, fields: Readonly<Record<string, unknown>>): Logger {
  return {
    debug: (message, more) => logger.debug(message, { ...fields, ...more }),
    info: (message, more) => logger.info(message, { ...fields, ...more }),
    warn: (message, more) => logger.warn(message, { ...fields, ...more }),
    error: (message, more) => logger.error(message, { ...fields, ...more }),
  };
}
