/**
 * Candidates as real processes on a server, killed and stopped over and over, one of them perhaps client-go's elector.
 * An observer follows the Lease; at the end the writes that landed are compared with its states by resourceVersion.
 */
import { Lease } from "client-ts/api/coordination/v1";
import { ConfigMap, Namespace } from "client-ts/api/core/v1";
import { connect, type Watchable } from "client-ts/client";
import type { Stored } from "client-ts/meta";
import { sleep } from "client-ts/internal";
import { systemClock } from "client-ts/util";
import { type CandidateProcess, type ElectionFacts, startCandidate, startGoCandidate } from "./candidate-process.ts";
import { checkHistory, type HistoryReport, type LandedWrite, type LeaseState } from "./history.ts";

/** Options of {@link runElection}. */
export interface ElectionRunOptions extends Omit<ElectionFacts, "name"> {
  /** client-go's elector. Absent: only ours take part. */
  readonly goElector?: string | undefined;
  /** How often the leader is killed. */
  readonly kills: number;
  /** How often the leader is stopped for longer than its lease. */
  readonly pauses: number;
  readonly say: (line: string) => void;
}

/** The results of a run. */
export interface ElectionRunResult extends HistoryReport {
  /** From the last renewal of each killed leader to the next leader's first write, sorted, by the kind of the next. */
  readonly takeoversMs: { readonly ours: readonly number[]; readonly go: readonly number[] };
  /** How often each kind of candidate began to lead. */
  readonly terms: { readonly ours: number; readonly go: number };
}

/** Runs it. */
export async function runElection(options: ElectionRunOptions): Promise<ElectionRunResult> {
  const { namespace, kubeconfigPath, kills, pauses, renewMs } = options;
  const client = await connect({ kubeconfigPath });
  await client.resource(Namespace).create({ metadata: { name: namespace } });
  const fleet = new Fleet(options);
  const observer = observe(client.resource(Lease, { namespace }));
  try {
    fleet.fill();
    const takeoversMs = { ours: [] as number[], go: [] as number[] };
    const isGo = (identity: string): boolean => identity.startsWith("go-");
    let [killed, paused] = [0, 0];
    for (let round = 0; killed < kills || paused < pauses; round++) {
      const leader = await observer.settledHolder(fleet, options);
      if (paused < pauses && (round % 3 === 2 || killed >= kills)) {
        paused++;
        options.say(`${leader.identity} is stopped`);
        leader.pause();
        await sleep(options.leaseMs + 1_000 + 500 * (round % 4));
        leader.resume();
        continue;
      }
      killed++;
      // Ours wake at the computed expiry and are always first: now and then only client-go's elector is awake.
      const onlyGo = options.goElector !== undefined && !isGo(leader.identity) && round % 6 === 4;
      const asleep = onlyGo ? fleet.oursBut(leader) : [];
      for (const one of asleep) one.pause();
      await leader.end();
      const next = await observer.takeover(leader.identity);
      for (const one of asleep) one.resume();
      // By the times in the Lease: a busy observer sees a renewal late.
      const last = observer.states[observer.states.indexOf(next) - 1] as LeaseState;
      const tookMs = Date.parse(next.spec.acquireTime ?? "") - Date.parse(last.spec.renewTime ?? "");
      const successor = next.spec.holderIdentity ?? "";
      takeoversMs[isGo(successor) ? "go" : "ours"].push(tookMs);
      options.say(`${leader.identity} was killed, ${successor} took over after ${(tookMs / 1_000).toFixed(2)} s`);
      fleet.fill();
    }
    await observer.settledHolder(fleet, options);
    await fleet.close();
    const maps = await client.resource(ConfigMap, { namespace }).list();
    const writes = maps.items
      .filter(({ data }) => data?.["by"] !== undefined)
      .map(({ metadata, data }): LandedWrite => {
        const { by = "", began } = data ?? {};
        return { resourceVersion: metadata.resourceVersion, by, beganMs: Number(began) };
      });
    const report = checkHistory(observer.states, writes, renewMs, (identity) => !isGo(identity));
    for (const list of Object.values(takeoversMs)) list.sort((a, b) => a - b);
    return { ...report, takeoversMs, terms: fleet.terms };
  } finally {
    await fleet.close();
    await observer.close();
    await client.resource(Namespace).delete(namespace);
    await client.close();
  }
}

/** The processes of the candidates. Each start has an identity of its own. */
class Fleet {
  readonly #options: ElectionRunOptions;
  readonly #facts: ElectionFacts;
  #running: CandidateProcess[] = [];
  readonly #all: CandidateProcess[] = [];
  #number = 0;

  constructor(options: ElectionRunOptions) {
    this.#options = options;
    this.#facts = { ...options, name: "election" };
  }

  /** Starts what is missing: two of ours, and client-go's where it takes part. */
  fill(): void {
    this.#running = this.#running.filter((one) => one.isRunning);
    const { goElector } = this.#options;
    const has = (kind: string): number =>
      this.#running.filter(({ identity }) => identity.startsWith(`${kind}-`)).length;
    while (goElector !== undefined && has("go") < 1)
      this.#add(startGoCandidate(goElector, `go-${++this.#number}`, this.#facts));
    while (has("ts") < 2) this.#add(startCandidate(`ts-${++this.#number}`, this.#facts));
  }

  find(identity: string): CandidateProcess | undefined {
    return this.#running.find((one) => one.identity === identity && one.isRunning);
  }

  get isReady(): boolean {
    return this.#running.every((one) => one.isReady);
  }

  oursBut(leader: CandidateProcess): CandidateProcess[] {
    return this.#running.filter((one) => one !== leader && one.identity.startsWith("ts-") && one.isRunning);
  }

  get terms(): { readonly ours: number; readonly go: number } {
    const sum = (kind: string): number =>
      this.#all.filter(({ identity }) => identity.startsWith(kind)).reduce((total, { terms }) => total + terms, 0);
    return { ours: sum("ts-"), go: sum("go-") };
  }

  async close(): Promise<void> {
    for (const one of this.#running) one.resume();
    await Promise.all(this.#running.map((one) => one.end()));
  }

  #add(candidate: CandidateProcess): void {
    this.#running.push(candidate);
    this.#all.push(candidate);
  }
}

/** Follows the Lease. */
function observe(leases: Watchable<Stored<Lease>>) {
  const states: LeaseState[] = [];
  const ending = new AbortController();
  const following = (async () => {
    try {
      for await (const event of leases.watch({ signal: ending.signal })) {
        if (event.type === "BOOKMARK") continue;
        const { metadata, spec = {} } = event.object;
        states.push({ resourceVersion: metadata.resourceVersion, spec, seenAtMs: systemClock.monotonic() });
      }
      throw new Error("the watch of the Lease ended: its history has a gap");
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    }
  })();
  let failure: unknown;
  following.catch((error: unknown) => {
    failure = error;
  });
  const until = async <T>(what: string, find: () => T | undefined, limitMs: number): Promise<T> => {
    const began = systemClock.monotonic();
    for (;;) {
      if (failure !== undefined) throw failure;
      const found = find();
      if (found !== undefined) return found;
      if (systemClock.monotonic() - began > limitMs) throw new Error(`${what} did not happen within ${limitMs} ms`);
      await sleep(5);
    }
  };
  return {
    states: states as readonly LeaseState[],
    /** The process that has held the Lease for two renewals, once every candidate has seen a leader. */
    async settledHolder(fleet: Fleet, { retryMs }: ElectionRunOptions): Promise<CandidateProcess> {
      const find = (): CandidateProcess | undefined => {
        const [older, newer] = states.slice(-2);
        const holder = newer?.spec.holderIdentity;
        if (holder === undefined || holder !== older?.spec.holderIdentity) return undefined;
        if (systemClock.monotonic() - (newer as LeaseState).seenAtMs > 2 * retryMs) return undefined;
        // A leader that ended by itself is replaced.
        fleet.fill();
        return fleet.isReady ? fleet.find(holder) : undefined;
      };
      return until("a settled leader", find, 120_000);
    },
    /** The first state in which another candidate holds the Lease. */
    takeover(from: string): Promise<LeaseState> {
      const isOther = ({ spec: { holderIdentity } }: LeaseState): boolean =>
        !!holderIdentity && holderIdentity !== from;
      const seen = states.length;
      return until("a takeover", () => states.slice(seen).find(isOther), 120_000);
    },
    async close(): Promise<void> {
      ending.abort();
      await following.catch(() => {});
    },
  };
}
