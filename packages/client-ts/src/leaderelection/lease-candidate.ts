import type { LeaseCandidate } from "../api/coordination/v1beta1.ts";
import type { Creator, Reader, Updater, Watchable } from "../client/index.ts";
import { isNotFound } from "../errors/index.ts";
import { fieldSelectorFromMap, formatMicroTime, parseTimeMicros, type Stored } from "../meta/index.ts";
import { type Clock, type Logger, type Random, timeoutSignal, until } from "../util/index.ts";
import { type CoordinatedElectionOptions, jitterFactor } from "./settings.ts";

/** The calls on candidates that this module needs. */
export type CandidateCalls = Reader<Stored<LeaseCandidate>> &
  Creator<LeaseCandidate, Stored<LeaseCandidate>> &
  Updater<LeaseCandidate, Stored<LeaseCandidate>> &
  Watchable<Stored<LeaseCandidate>>;

/** Options of {@link runLeaseCandidate}. */
export interface LeaseCandidateRunOptions {
  readonly candidates: () => CandidateCalls;
  /** The name of the candidate: the control plane writes it into the Lease as the holder. */
  readonly name: string;
  readonly leaseName: string;
  readonly coordinated: CoordinatedElectionOptions;
  readonly retryPeriodMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** How often a candidate renews its LeaseCandidate when the control plane has sent no ping. */
const refreshMs = 300_000;

/**
 * Keeps the LeaseCandidate of this process: creates it, answers each ping of the control plane with a new renew time,
 * and renews it every five minutes. Settles when the signal has fired.
 */
export async function runLeaseCandidate(options: LeaseCandidateRunOptions): Promise<void> {
  const { candidates, name, leaseName, coordinated, clock, random, logger, signal } = options;
  const { binaryVersion, emulationVersion = binaryVersion, strategy = "OldestEmulationVersion" } = coordinated;
  const now = (): string => formatMicroTime(BigInt(Math.round(clock.now() * 1_000)));
  const spec = (): LeaseCandidate["spec"] => {
    return { leaseName, binaryVersion, emulationVersion, strategy, renewTime: now() };
  };
  const renew = async (found: Stored<LeaseCandidate>): Promise<void> => {
    await candidates().update({ ...found, spec: { ...found.spec, ...spec() } }, { signal });
  };
  const follow = async (): Promise<void> => {
    try {
      await renew(await candidates().get(name, { signal }));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await candidates().create({ metadata: { name }, spec: spec() }, { signal });
    }
    const fresh = timeoutSignal(refreshMs, { clock, signal });
    try {
      const fieldSelector = fieldSelectorFromMap({ "metadata.name": name });
      for await (const event of candidates().watch({ fieldSelector, signal: fresh.signal })) {
        if (event.type === "DELETED") return;
        if (event.type !== "BOOKMARK" && isPinged(event.object)) await renew(event.object);
      }
    } catch (error) {
      if (!fresh.signal.aborted) throw error;
    } finally {
      fresh.release();
    }
  };
  await until(follow, options.retryPeriodMs, {
    signal,
    clock,
    random,
    jitter: jitterFactor,
    onError: (error) => logger.warn("the LeaseCandidate could not be written, trying again", { name, error }),
  });
}

/** Whether the control plane has asked since the last answer. */
function isPinged({ spec: { pingTime, renewTime } }: Stored<LeaseCandidate>): boolean {
  if (pingTime === undefined) return false;
  return renewTime === undefined || parseTimeMicros(pingTime) > parseTimeMicros(renewTime);
}
