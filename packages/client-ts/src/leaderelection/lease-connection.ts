import { Lease } from "../api/coordination/v1.ts";
import { LeaseCandidate } from "../api/coordination/v1beta1.ts";
import type { Client } from "../client/index.ts";
import { type BoundClientOptions, boundTransport } from "./bound-client.ts";
import type { CandidateCalls } from "./lease-candidate.ts";
import type { LeaseCalls } from "./lease-lock.ts";
import { clientOn, type LeaseSession } from "./lease-session.ts";

/** Options of {@link LeaseConnection}. */
export interface LeaseConnectionOptions extends BoundClientOptions {
  readonly namespace: string;
}

/** The calls of one elector on its session. */
export class LeaseConnection {
  readonly #session: LeaseSession;
  readonly #options: LeaseConnectionOptions;
  /** The calls on Leases, and the client of the session that they were made from. */
  #bound: { readonly from: Client; readonly leases: LeaseCalls } | undefined;

  constructor(session: LeaseSession, options: LeaseConnectionOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** The calls on the Leases of the namespace. A write is sent only while the leadership that it is for lasts. */
  readonly leases = (): LeaseCalls => {
    const from = this.#session.current();
    if (this.#bound?.from !== from) this.#bound = { from, leases: this.#bind(from) };
    return this.#bound.leases;
  };

  /** The calls on the candidates of the namespace. */
  readonly candidates = (): CandidateCalls =>
    this.#session.current().resource(LeaseCandidate, { namespace: this.#options.namespace });

  #bind({ rest, context }: Client): LeaseCalls {
    const bound = rest.wrapped((transport) => ({ ...transport, send: boundTransport(transport.send, this.#options) }));
    return clientOn(bound, context).resource(Lease, { namespace: this.#options.namespace });
  }
}
