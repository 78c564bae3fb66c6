import type { GroupVersion, RESTClient } from "../rest/index.ts";
import {
  apiVersionOf,
  type GroupVersionKind,
  type KubeObject,
  protobufMediaType,
  type Resource,
} from "../meta/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { type Clock, defined, extended, type Random, systemClock, systemRandom } from "../util/index.ts";

/** Defaults of a client for its calls; options of a call override them. */
export interface ClientDefaults {
  /** The name of the writer in `managedFields`. Apply needs one; for other writes the server has a default. */
  readonly fieldManager?: string | undefined;
  /** The server checks and answers each write, but stores nothing. Default `false`. */
  readonly dryRun?: boolean | undefined;
}

/** A write as the observer of a client sees it, after the server has answered or the answer was lost. */
export type ObservedWrite = {
  readonly resource: Resource;
  /** The namespace of the call; `undefined` for a kind without namespaces. */
  readonly namespace: string | undefined;
} & (
  | {
      /** The server's answer: the object as it is now, or the Status of a deletion. */
      readonly outcome: "accepted";
      readonly answer: KubeObject;
    }
  /** The request may have reached the server, and no answer came. */
  | { readonly outcome: "unknown" }
);

/** The settings that a derived context replaces; see {@link ClientContext.derive}. */
export interface ContextChanges {
  /** Sends the requests. Default: that of the original context. */
  readonly rest?: RESTClient | undefined;
  readonly defaults?: ClientDefaults | undefined;
  /** Ends every call of the clients that are made from the context. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each write that was not a dry run. Must not throw. */
  readonly onWrite?: ((write: ObservedWrite) => void) | undefined;
}

/** What the clients of one connection share. The typed, dynamic, metadata and scale clients are all made from one. */
export class ClientContext {
  /** Sends the requests; has no group version. */
  readonly rest: RESTClient;
  readonly defaults: ClientDefaults;
  /** The namespace of the context that we connected by. */
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Ends every call; `undefined` for a context that was not derived. */
  readonly signal: AbortSignal | undefined;
  /** Sees every write that is not a dry run. */
  readonly onWrite: ((write: ObservedWrite) => void) | undefined;
  #byVersion = new Map<string, RESTClient>();

  constructor(
    facts: { rest: RESTClient; defaults: ClientDefaults; namespace: string; clock: Clock; random: Random },
    { signal, onWrite }: Pick<ContextChanges, "signal" | "onWrite"> = {},
  ) {
    this.rest = facts.rest;
    this.defaults = facts.defaults;
    this.namespace = facts.namespace;
    this.clock = facts.clock;
    this.random = facts.random;
    this.signal = signal;
    this.onWrite = onWrite;
  }

  /**
   * A context like this one with a signal, an observer or defaults of its own; what the changes leave out stays as it
   * is. Costs two small objects.
   */
  derive({ rest = this.rest, defaults, signal = this.signal, onWrite = this.onWrite }: ContextChanges): ClientContext {
    const { namespace, clock, random } = this;
    const facts = { rest, namespace, clock, random, defaults: extended(this.defaults, defined(defaults ?? {})) };
    const derived = new ClientContext(facts, { signal, onWrite });
    // Another connection may be another user's and needs clients of its own.
    if (rest === this.rest) derived.#byVersion = this.#byVersion;
    return derived;
  }

  /** Whether the configuration says that answers may come in protobuf. */
  get wantsProtobuf(): boolean {
    return this.rest.config.contentType === protobufMediaType;
  }

  /** Whether answers about a kind are asked for in protobuf: the configuration says so, and we can read them. */
  async hasProtobuf(kind: GroupVersionKind): Promise<boolean> {
    if (!this.wantsProtobuf || kind.kind === "") return false;
    const { loadProtobuf } = await import("../codec/index.ts");
    return (await loadProtobuf()).planFor(kind) !== undefined;
  }

  /** A REST client for one group version, with the same connections. */
  restFor(groupVersion: GroupVersion): RESTClient {
    const key = apiVersionOf(groupVersion);
    let rest = this.#byVersion.get(key);
    if (rest === undefined) {
      rest = this.rest.forGroupVersion({ group: groupVersion.group, version: groupVersion.version });
      this.#byVersion.set(key, rest);
    }
    return rest;
  }
}

/** A context of its own for a client that is made from a configuration. */
export function contextFor(rest: RESTClient, config: RestConfig, defaults: ClientDefaults): ClientContext {
  return new ClientContext({
    rest,
    defaults,
    namespace: config.namespace ?? "default",
    clock: config.clock ?? systemClock,
    random: systemRandom,
  });
}
