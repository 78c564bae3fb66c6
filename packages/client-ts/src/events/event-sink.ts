import { Event as CoreEvent } from "../api/core/v1.ts";
import { Event as NewEvent } from "../api/events/v1.ts";
import type { Client, StrategicMergePatch } from "../client/index.ts";
import type { KubeObject, Resource } from "../meta/index.ts";

/** Options of the calls of an {@link EventSink}. */
export interface SinkCallOptions {
  /** Fires when the broadcaster cannot wait for the call any longer. */
  readonly signal: AbortSignal;
}

/**
 * Where a broadcaster writes events, when it is not a client: a store of your own, or a client with rules of your own.
 * Events are of the core API. A StatusError or an InvalidArgumentError drops the event; after any other error the call
 * is made again.
 */
export interface EventSink<E = CoreEvent> {
  /** Creates an event and returns it as it was stored. */
  create(event: E, options: SinkCallOptions): Promise<E>;
  /** Changes the event of the same name by a strategic merge patch, and returns it as it is stored then. */
  patch(event: E, patch: object, options: SinkCallOptions): Promise<E>;
}

/** No write of an event is worth a longer wait. */
const writeTimeoutMs = 30_000;

/** Writes events of the core API. */
export function coreSink(client: Client): EventSink<CoreEvent> {
  return clientSink(client, CoreEvent);
}

/** Writes events of `events.k8s.io/v1`. */
export function newEventsSink(client: Client): EventSink<NewEvent> {
  return clientSink(client, NewEvent);
}

/** Whether this is a sink, and not a client. */
export function isEventSink(target: Client | EventSink): target is EventSink {
  const { create, patch } = target as Partial<EventSink>;
  return typeof create === "function" && typeof patch === "function";
}

function clientSink<E extends KubeObject>(
  client: Client,
  resource: Resource<E, { scope: "Namespaced"; plural: "events" }>,
): EventSink<E> {
  const timeoutMs = writeTimeoutMs;
  const eventsOf = ({ metadata }: KubeObject) =>
    client.resource<KubeObject, { scope: "Namespaced"; plural: "events" }, { namespace: string }>(resource, {
      namespace: metadata?.namespace ?? "default",
    });
  return {
    async create(event, { signal }) {
      return (await eventsOf(event).create(event, { signal, timeoutMs })) as E;
    },
    async patch(event, patch, { signal }) {
      const name = event.metadata?.name ?? "";
      const body = patch as StrategicMergePatch<KubeObject>;
      return (await eventsOf(event).strategicMergePatch(name, body, { signal, timeoutMs })) as E;
    },
  };
}
