import { Client, ClientContext } from "../client/index.ts";
import { isClientError } from "../errors/index.ts";
import { type RESTClient, restClientFor } from "../rest/index.ts";

/**
 * The connection that carries nothing but lease requests, without the rate limit, the retries and the queue of the
 * program's own requests. A connection on which a request got no answer in time is replaced, because it may be broken
 * without a sign of it, and the next renewal must not wait for the same silence.
 */
export class LeaseSession {
  readonly #client: Client;
  readonly #timeoutMs: number;
  #own: Client | undefined;
  #closing: Promise<unknown> = Promise.resolve();

  /** Nothing is dialled before the first call. `timeoutMs` is the limit of one request. */
  constructor(client: Client, timeoutMs: number) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
  }

  /** The client to use now. */
  current(): Client {
    if (this.#own === undefined) {
      const { context } = this.#client;
      const config = {
        ...context.rest.config,
        timeoutMs: this.#timeoutMs,
        qps: undefined,
        burst: undefined,
        rateLimiter: undefined,
      };
      this.#own = clientOn(restClientFor(config, { maxRetries: 0 }), context);
    }
    return this.#own;
  }

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
    if (old !== undefined) this.#closing = Promise.allSettled([this.#closing, old.close()]);
  }
}

/** The same settings on another transport. */
export function clientOn(rest: RESTClient, { defaults, namespace, clock, random }: ClientContext): Client {
  // A lease that is only checked and not stored would elect every candidate.
  return new Client(new ClientContext({ rest, defaults: { ...defaults, dryRun: false }, namespace, clock, random }));
}
