import { Client, type ObservedWrite } from "../client/index.ts";
import { type KubeObject, type Resource, setCondition, splitMetaNamespaceKey } from "../meta/index.ts";
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
  let made: Client | undefined;
  const client = (): Client => {
    const { context } = facts.client;
    const defaults = { fieldManager: context.defaults.fieldManager ?? facts.controller };
    made ??= new Client(context.derive({ signal, defaults, onWrite: facts.onWrite }));
    return made;
  };
  let log: Logger | undefined;
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
    patchStatus: (object, change) => patchStatus(client(), resource, object, change, { signal }),
    setCondition: (object, condition) => {
      const { generation } = object.metadata;
      const observed = generation === undefined ? condition : { ...condition, observedGeneration: generation };
      return patchStatus(
        client(),
        resource,
        object,
        (draft: KubeObject & { status?: { conditions?: (typeof observed)[] } }) => {
          draft.status = { ...draft.status, conditions: setCondition(draft.status?.conditions, observed, { clock }) };
        },
        { signal },
      );
    },
  };
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
