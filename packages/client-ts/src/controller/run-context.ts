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
  const { resource, cache, events, clock, signal, shutdown, attempt, trigger, reconcileId } = facts;
  const name = splitMetaNamespaceKey(facts.key);
  const written = new LastWritten(resource);
  const onWrite = (write: ObservedWrite): void => {
    written.record(write);
    facts.onWrite(write);
  };
  let made: Client | undefined;
  const client = (): Client => {
    const { context } = facts.client;
    const defaults = { fieldManager: context.defaults.fieldManager ?? facts.controller };
    made ??= new Client(context.derive({ signal, defaults, onWrite }));
    return made;
  };
  let log: Logger | undefined;
  // One after the other: a change that does not know the one before it would take back what that one wrote to a list.
  let lastChange: Promise<unknown> = Promise.resolve();
  const changeStatus: ReconcileContext["patchStatus"] = (object, change) => {
    const changed = lastChange.then(() => patchStatus(client(), resource, written.since(object), change, { signal }));
    lastChange = changed.catch(() => {});
    return changed;
  };
  return {
    key: name,
    get client() {
      return client();
    },
    cache,
    get log() {
      const fields = { namespace: name.namespace || undefined, name: name.name, reconcileID: reconcileId };
      log ??= withFields(facts.log, fields);
      return log;
    },
    events,
    signal,
    shutdown,
    attempt,
    trigger,
    reconcileId,
    clock,
    patchStatus: changeStatus,
    setCondition: (object, condition) => {
      const { generation } = object.metadata;
      const observed = generation === undefined ? condition : { ...condition, observedGeneration: generation };
      return changeStatus(object, (draft: KubeObject & { status?: { conditions?: (typeof observed)[] } }) => {
        draft.status = { ...draft.status, conditions: setCondition(draft.status?.conditions, observed, { clock }) };
      });
    },
  };
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
