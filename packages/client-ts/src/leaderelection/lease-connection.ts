import { Lease } from "../api/coordination/v1.ts";
import { LeaseCandidate } from "../api/coordination/v1beta1.ts";
import { Client, ClientContext, type ResourceClient } from "../client/index.ts";
import { isClientError } from "../errors/index.ts";
import { type RESTClient, restClientFor } from "../rest/index.ts";
import { type BoundClientOptions, boundTransport } from "./bound-client.ts";
import type { LeaseCalls } from "./lease-lock.ts";

/** Options of {@link LeaseConnection}. */
export interface LeaseConnectionOptions extends BoundClientOptions {
  readonly namespace: string;
  /** The limit of one request. */
  readonly timeoutMs: number;
}

/**
 * The connection that carries nothing but lease requests, without the rate limit, the retries and the queue of the
 * program's own requests. A connection on which a request got no answer in time is replaced, because it may be broken
 * without a sign of it, and the next renewal must not wait for the same silence.
 */
export class LeaseConnection {
  readonly #client: Client;
  readonly #options: LeaseConnectionOptions;
  #own: Client | undefined;
  #leases: LeaseCalls | undefined;
  #closing: Promise<unknown> = Promise.resolve();

  /** Nothing is dialled before the first call. */
  constructor(client: Client, options: LeaseConnectionOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** The calls on the Leases of the namespace. A write is sent only while the leadership that it is for lasts. */
  readonly leases = (): LeaseCalls => {
    this.#leases ??= this.#boundLeases();
    return this.#leases;
  };

  /** The calls on the candidates of the namespace. */
  readonly candidates = (): ResourceClient<LeaseCandidate, { scope: "Namespaced"; plural: "leasecandidates" }> =>
    this.#current().resource(LeaseCandidate, { namespace: this.#options.namespace });

  /** Looks at the error of a request: after a silence or a broken connection the next request gets a new one. */
  noteFailure(error: unknown): void {
    if (isClientError(error, "Timeout") || isClientError(error, "OutcomeUnknown") || isClientError(error, "Transport"))
      this.#discard();
  }

  /** Settles when every connection is closed. */
  async close(): Promise<void> {
    this.#discard();
    await this.#closing;
  }

  #discard(): void {
    const old = this.#own;
    this.#own = undefined;
    this.#leases = undefined;
    if (old !== undefined) this.#closing = Promise.allSettled([this.#closing, old.close()]);
  }

  #boundLeases(): LeaseCalls {
    const { rest, context } = this.#current();
    const bound = rest.wrapped((transport) => ({ ...transport, send: boundTransport(transport.send, this.#options) }));
    return clientOn(bound, context).resource(Lease, { namespace: this.#options.namespace });
  }

  #current(): Client {
    if (this.#own === undefined) {
      const { context } = this.#client;
      const config = {
        ...context.rest.config,
        timeoutMs: this.#options.timeoutMs,
        qps: undefined,
        burst: undefined,
        rateLimiter: undefined,
      };
      this.#own = clientOn(restClientFor(config, { maxRetries: 0 }), context);
    }
    return this.#own;
  }
}

function clientOn(rest: RESTClient, { defaults, namespace, clock, random }: ClientContext): Client {
  // A lease that is only checked and not stored would elect every candidate.
  return new Client(new ClientContext({ rest, defaults: { ...defaults, dryRun: false }, namespace, clock, random }));
}
