import type { GroupVersion, RESTClient } from "../rest/index.ts";
import { apiVersionOf } from "../meta/index.ts";
import type { RestConfig } from "../transport/index.ts";
import { type Clock, type Random, systemClock, systemRandom } from "../util/index.ts";

/** What a client says for each of its calls, unless the call says otherwise. */
export interface ClientDefaults {
  /** The name of the writer, as `managedFields` has it. */
  readonly fieldManager?: string | undefined;
  /** Check and answer, but store nothing. */
  readonly dryRun?: boolean | undefined;
}

/** What the clients of one connection share. The typed, dynamic, metadata and scale clients are all made from one. */
export class ClientContext {
  /** Speaks to the server; without a group version. */
  readonly rest: RESTClient;
  readonly defaults: ClientDefaults;
  /** The namespace of the context that we connected by. */
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly #byVersion = new Map<string, RESTClient>();

  constructor(facts: { rest: RESTClient; defaults: ClientDefaults; namespace: string; clock: Clock; random: Random }) {
    this.rest = facts.rest;
    this.defaults = facts.defaults;
    this.namespace = facts.namespace;
    this.clock = facts.clock;
    this.random = facts.random;
  }

  /** The same connections for one group version. */
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
