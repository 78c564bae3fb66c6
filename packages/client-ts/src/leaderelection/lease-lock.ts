import { Lease } from "../api/coordination/v1.ts";
import type { Creator, Reader, RequestOptions, Updater, Watchable } from "../client/index.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import type { KubeObject, ObjectMeta, Stored } from "../meta/index.ts";
import { defined } from "../util/index.ts";
import { type ElectionRecord, recordOf, specOf } from "./election-record.ts";

/** The calls on Leases of one namespace that an election needs. */
export type LeaseCalls = Reader<Stored<Lease>> &
  Creator<Lease, Stored<Lease>> &
  Updater<Lease, Stored<Lease>> &
  Watchable<Stored<Lease>>;

/** Records elections as Kubernetes events; an EventRecorder of `client-ts/events` is one. */
export interface ElectionRecorder {
  event(object: KubeObject, type: "Normal", reason: string, message: string): unknown;
}

/** Options of {@link LeaseLock}. */
export interface LeaseLockOptions {
  /** Gives the client to use, asked before each call: a broken connection is replaced. */
  readonly leases: () => LeaseCalls;
  readonly namespace: string;
  readonly name: string;
  readonly identity: string;
  /** Labels that each write adds to those of the Lease. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly recorder?: ElectionRecorder | undefined;
}

/** A Lease that candidates write in turns. Each write names the version it replaces, so that no other write is lost. */
export class LeaseLock {
  readonly #options: LeaseLockOptions;
  #lease: Stored<Lease> | undefined;

  constructor(options: LeaseLockOptions) {
    this.#options = options;
  }

  /** The Lease as `namespace/name`. */
  get description(): string {
    return `${this.#options.namespace}/${this.#options.name}`;
  }

  /** The Lease as it was last read or written. */
  get lease(): Stored<Lease> | undefined {
    return this.#lease;
  }

  async get(options: RequestOptions): Promise<Stored<Lease>> {
    const { leases, name } = this.#options;
    this.#lease = await leases().get(name, options);
    return this.#lease;
  }

  async create(record: ElectionRecord, options: RequestOptions): Promise<Stored<Lease>> {
    const { leases, name, namespace } = this.#options;
    const metadata = { name, namespace, ...this.#labelled(undefined) };
    this.#lease = await leases().create({ metadata, spec: specOf(record) }, options);
    return this.#lease;
  }

  /** Writes over the version that was last read. Rejects with a conflict when there is another by now. */
  async update(record: ElectionRecord, options: RequestOptions): Promise<Stored<Lease>> {
    const current = this.#lease;
    if (current === undefined)
      throw new InvalidArgumentError(`lease ${this.description}: read the lease before it is updated`);
    // Without a version the write would replace whatever is there, another leader's record included. The uid makes a
    // server that creates Leases on update refuse to bring back one that was deleted.
    if (!current.metadata.resourceVersion || !current.metadata.uid)
      throw new InvalidArgumentError(
        `lease ${this.description}: the server sent no resourceVersion or uid, so it cannot be updated safely`,
      );
    const metadata = { ...current.metadata, ...this.#labelled(current.metadata.labels) };
    this.#lease = await this.#options.leases().update({ ...current, metadata, spec: specOf(record) }, options);
    return this.#lease;
  }

  /** The record of the Lease as it was last read or written. */
  get record(): ElectionRecord {
    return recordOf(this.#lease?.spec);
  }

  /** Records an event about the Lease, when there is a recorder. */
  recordEvent(what: string): void {
    const { recorder, identity } = this.#options;
    if (recorder === undefined || this.#lease === undefined) return;
    const subject: KubeObject = { ...this.#lease, apiVersion: "coordination.k8s.io/v1", kind: Lease.kind };
    recorder.event(subject, "Normal", "LeaderElection", `${identity} ${what}`);
  }

  #labelled(existing: Record<string, string> | undefined): Pick<ObjectMeta, "labels"> {
    const { labels } = this.#options;
    const isLabelled = labels !== undefined || existing !== undefined;
    return defined({ labels: isLabelled ? { ...existing, ...labels } : undefined });
  }
}
