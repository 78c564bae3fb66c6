import type { CoordinatedLeaseStrategy } from "../api/coordination/v1.ts";
import { InvalidArgumentError } from "../errors/index.ts";
import { hostName, type Random } from "../util/index.ts";
import type { ElectionRecorder } from "./lease-lock.ts";

/** How much of a retry period is added at random, as in client-go. */
export const jitterFactor = 1.2;

/** What a candidate of a coordinated election says about itself; the control plane then chooses the leader. */
export interface CoordinatedElectionOptions {
  /** The version of this program, as `1.2.3`. */
  readonly binaryVersion: string;
  /** The version whose behaviour this program has, as `1.2.0`. Default: {@link binaryVersion}. */
  readonly emulationVersion?: string | undefined;
  /** How the leader is chosen. Default `OldestEmulationVersion`. */
  readonly strategy?: CoordinatedLeaseStrategy | undefined;
}

/** Options of `newLeaderElector`. */
export interface LeaderElectorOptions {
  /** The name of the Lease. It is also the label `name` of the metrics. */
  readonly name: string;
  /** The namespace of the Lease. Default: the client's own. */
  readonly namespace?: string | undefined;
  /**
   * The identity of this candidate, unique among the candidates. Default: the name of the host and a random suffix. A
   * process that starts with the identity of its predecessor waits for that lease to expire, as for any other.
   */
  readonly identity?: string | undefined;
  /** How long other candidates wait after the last change that they saw before they take the lease. Default 15 s. */
  readonly leaseDurationMs?: number | undefined;
  /** How long after the beginning of its last successful renewal a leader stops. Default 10 s. */
  readonly renewDeadlineMs?: number | undefined;
  /** The time between two attempts; a candidate adds up to 1.2 times as much at random. Default 2 s. */
  readonly retryPeriodMs?: number | undefined;
  /**
   * Called when leadership starts, with a signal that fires when it ends. Leadership goes on when the promise resolves;
   * when it rejects, the lease is released and `run` rejects with the same error.
   */
  readonly onStartedLeading: (leading: AbortSignal) => unknown;
  /** Called once at the end of each `run`, also when this candidate never led, as in client-go. */
  readonly onStoppedLeading?: (() => unknown) | undefined;
  /** Called with the identity of each new leader, ours included; with an empty text after a release. */
  readonly onNewLeader?: ((identity: string) => unknown) | undefined;
  /**
   * Whether the lease is released at the end, once the promise of `onStartedLeading` has settled, so that another
   * candidate leads at once. Default `true`.
   */
  readonly releaseOnCancel?: boolean | undefined;
  /**
   * How long `onStartedLeading` may take to settle once its signal has fired. The lease is renewed meanwhile. After
   * that it is not released, and `run` rejects with a TimeoutError. Default 30 s.
   */
  readonly stopTimeoutMs?: number | undefined;
  /** Labels that the holder puts on the Lease. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Records "became leader" and "stopped leading" as events of the Lease. Default: none. */
  readonly recorder?: ElectionRecorder | undefined;
  /**
   * Lets the control plane choose the leader among the candidates (Kubernetes with the feature
   * `CoordinatedLeaderElection`). Default: the candidates compete for the Lease.
   */
  readonly coordinated?: CoordinatedElectionOptions | undefined;
}

/** The options with every default. */
export interface ElectionSettings extends LeaderElectorOptions {
  readonly namespace: string;
  readonly identity: string;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  readonly releaseOnCancel: boolean;
  readonly stopTimeoutMs: number;
}

/** Fills in the defaults. Throws an InvalidArgumentError for options that cannot work, as client-go does. */
export function electionSettings(
  options: LeaderElectorOptions,
  facts: { readonly namespace: string; readonly random: Random },
): ElectionSettings {
  const settings: ElectionSettings = {
    ...options,
    namespace: options.namespace ?? facts.namespace,
    identity: options.identity ?? defaultIdentity(facts.random),
    leaseDurationMs: options.leaseDurationMs ?? 15_000,
    renewDeadlineMs: options.renewDeadlineMs ?? 10_000,
    retryPeriodMs: options.retryPeriodMs ?? 2_000,
    releaseOnCancel: options.releaseOnCancel ?? true,
    stopTimeoutMs: options.stopTimeoutMs ?? 30_000,
  };
  const problems = settingProblems(settings);
  if (problems.length > 0) throw new InvalidArgumentError(`leader election cannot work: ${problems.join("; ")}`);
  return settings;
}

/** The name of the host and a random suffix; also a valid name of an object. */
function defaultIdentity(random: Random): string {
  const digits = (): string =>
    Math.floor(random() * 36 ** 5)
      .toString(36)
      .padStart(5, "0");
  return `${hostName().toLowerCase()}-${digits()}${digits()}`;
}

function settingProblems(settings: ElectionSettings): string[] {
  const { name, identity, leaseDurationMs, renewDeadlineMs, retryPeriodMs, stopTimeoutMs, onStartedLeading } = settings;
  const problems: string[] = [];
  if (!name) problems.push("name must not be empty");
  if (!identity) problems.push("identity must not be empty");
  for (const [field, value] of Object.entries({ leaseDurationMs, renewDeadlineMs, retryPeriodMs, stopTimeoutMs }))
    if (!Number.isFinite(value) || value <= 0) problems.push(`${field} must be above 0 and finite, not ${value}`);
  if (leaseDurationMs <= renewDeadlineMs)
    problems.push(`leaseDurationMs (${leaseDurationMs}) must be greater than renewDeadlineMs (${renewDeadlineMs})`);
  if (renewDeadlineMs <= jitterFactor * retryPeriodMs)
    problems.push(
      `renewDeadlineMs (${renewDeadlineMs}) must be greater than ${jitterFactor} times retryPeriodMs (${retryPeriodMs})`,
    );
  if (typeof onStartedLeading !== "function") problems.push("onStartedLeading must be a function");
  return problems;
}
