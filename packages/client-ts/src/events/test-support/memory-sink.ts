import type { KubeObject } from "../../meta/index.ts";
import type { EventSink } from "../index.ts";

/** A call that a sink received. */
export type SinkCall<E> =
  | { readonly verb: "create"; readonly event: E }
  | { readonly verb: "patch"; readonly event: E; readonly patch: object };

/** A sink that stores nothing and remembers every call. `failures` are thrown first, one for each call. */
export class MemorySink<E extends KubeObject> implements EventSink<E> {
  readonly calls: SinkCall<E>[] = [];
  readonly failures: unknown[] = [];
  /** Thrown by every call while it is set. */
  failure: unknown;

  async create(event: E): Promise<E> {
    this.calls.push({ verb: "create", event: structuredClone(event) });
    return this.#answer(event);
  }

  async patch(event: E, patch: object): Promise<E> {
    this.calls.push({ verb: "patch", event: structuredClone(event), patch: structuredClone(patch) });
    return this.#answer({ ...event, ...patch });
  }

  #answer(event: E): E {
    const failure = this.failures.shift() ?? this.failure;
    if (failure !== undefined) throw failure;
    return { ...event, metadata: { ...event.metadata, resourceVersion: String(this.calls.length) } };
  }
}
