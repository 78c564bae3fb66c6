import { ConfigMap } from "../../api/core/v1.ts";
import { newClient } from "../../client/index.ts";
import { type Random, seededRandom, sleep } from "../../util/index.ts";
import { newLeaderElector } from "../leader-elector.ts";
import "../../codec/index.ts";
import { LeaseServer, type ServerCall } from "./lease-server.ts";
import { type RequestObserver, SimulatedNetwork, SimulatedProcess, SimulatedWorld } from "./simulated-world.ts";

const leaseDurationMs = 15_000;
const renewDeadlineMs = 10_000;
const retryPeriodMs = 2_000;

/** The results of a simulation. */
export interface SimulationResult {
  readonly seed: number;
  /** Leaderships that began while another process still led by its own clocks. */
  readonly overlaps: readonly string[];
  /** Requests that a leader began to send after its deadline. */
  readonly lateWrites: readonly string[];
  /** How often each kind of fault happened. */
  readonly faults: Readonly<Record<string, number>>;
  readonly terms: number;
  readonly writes: number;
  /** The share of the time in which a process led. */
  readonly ledShare: number;
  /** From the last renewal of each leader that was killed to the first write of the next leader, in order. */
  readonly takeoversMs: readonly number[];
}

/** Three candidates, each with its own clocks, on one server; every few minutes something goes wrong. */
export async function simulateElection(seed: number, hours: number): Promise<SimulationResult> {
  const simulation = new Simulation(seededRandom(seed));
  simulation.start();
  simulation.letThingsGoWrong();
  await simulation.world.runUntil(hours * 3_600_000);
  return simulation.result(seed);
}

/** Kills the leader many times, without other faults, to measure how long the takeover takes. */
export async function simulateKills(seed: number, kills: number): Promise<SimulationResult> {
  const simulation = new Simulation(seededRandom(seed));
  simulation.start();
  for (let killed = 0; killed < kills; killed++) {
    await simulation.world.runUntil(simulation.world.nowMs + simulation.world.between(40_000, 60_000));
    simulation.killLeader();
  }
  await simulation.world.runUntil(simulation.world.nowMs + 60_000);
  return simulation.result(seed);
}

class Simulation {
  readonly world: SimulatedWorld;
  readonly #server = new LeaseServer();
  readonly #network: SimulatedNetwork;
  readonly #candidates: Candidate[] = [];
  readonly #overlaps: string[] = [];
  readonly #lateWrites: string[] = [];
  readonly #faults: Record<string, number> = {};
  readonly #takeoversMs: number[] = [];
  #killed: { readonly identity: string; readonly renewedMs: number } | undefined;
  #holder = "";
  #renewedMs = 0;
  #number = 0;
  #terms = 0;
  #writes = 0;
  #ledMs = 0;

  constructor(random: Random) {
    this.world = new SimulatedWorld(random);
    this.#network = new SimulatedNetwork(this.world, this.#server);
    this.#server.keepCalls = false;
    // What the leader writes is counted and not kept.
    this.#server.intercept = ({ plural, object }) =>
      plural === "configmaps" ? { code: 201, body: object } : undefined;
    this.#server.onWrite = (_call, { spec }) => this.#onLease(String(spec?.["holderIdentity"]));
  }

  start(): void {
    for (let i = 0; i < 3; i++) this.#startCandidate();
  }

  result(seed: number): SimulationResult {
    return {
      seed,
      overlaps: this.#overlaps,
      lateWrites: this.#lateWrites,
      faults: this.#faults,
      terms: this.#terms,
      writes: this.#writes,
      ledShare: this.#ledMs / this.world.nowMs,
      takeoversMs: this.#takeoversMs.toSorted((a, b) => a - b),
    };
  }

  killLeader(): void {
    const leader = this.#candidates.find((one) => one.identity === this.#holder && one.process.isAlive);
    if (leader !== undefined) this.#kill(leader);
  }

  /** Every minute on average, one of the things that happen to processes, clocks and networks. */
  letThingsGoWrong(): void {
    const { world } = this;
    const alive = this.#candidates.filter(({ process }) => process.isAlive);
    const victim = alive[Math.floor(world.random() * alive.length)] as Candidate;
    const faults: Record<string, () => void> = {
      pause: () => victim.process.stop("pause", world.between(100, 40_000)),
      suspend: () => victim.process.stop("suspend", world.between(100, 60_000)),
      partition: () => {
        victim.process.isCut = true;
        world.at(world.nowMs + world.between(500, 60_000), () => {
          victim.process.isCut = false;
        });
      },
      "slow API": () => {
        this.#network.latencyMs = world.between(500, 12_000);
        world.at(world.nowMs + world.between(5_000, 60_000), () => {
          this.#network.latencyMs = 30;
        });
      },
      "lost answers": () => {
        this.#network.loss = 0.5;
        world.at(world.nowMs + world.between(5_000, 30_000), () => {
          this.#network.loss = 0;
        });
      },
      // No process can notice that its clock is set back while it sleeps: the monotonic clock stands still then.
      "wall clock jump": () => {
        if (!victim.process.isStopped) victim.process.jumpWall(world.between(-3_600_000, 3_600_000));
      },
      stop: () => victim.stop.abort(),
      kill: () => this.#kill(victim),
    };
    const names = Object.keys(faults);
    const name = names[Math.floor(world.random() * names.length)] as string;
    this.#faults[name] = (this.#faults[name] ?? 0) + 1;
    faults[name]?.();
    world.at(world.nowMs + world.between(5_000, 115_000), () => this.letThingsGoWrong());
  }

  #kill(candidate: Candidate): void {
    if (candidate.identity === this.#holder)
      this.#killed = { identity: candidate.identity, renewedMs: this.#renewedMs };
    candidate.process.isAlive = false;
    candidate.leaves();
    this.#candidates.splice(this.#candidates.indexOf(candidate), 1);
    this.world.at(this.world.nowMs + this.world.between(500, 20_000), () => this.#startCandidate());
  }

  #startCandidate(): void {
    const process = new SimulatedProcess(this.world, {
      rate: this.world.between(0.92, 1.08),
      wallOffsetMs: this.world.between(-3_600_000, 3_600_000),
    });
    const candidate = new Candidate(this, `c${++this.#number}`, process);
    this.#candidates.push(candidate);
    void candidate.run(this.#network);
  }

  #onLease(holder: string): void {
    if (holder === this.#holder) {
      this.#renewedMs = this.world.nowMs;
      return;
    }
    if (holder !== "" && this.#killed?.identity === this.#holder)
      this.#takeoversMs.push(this.world.nowMs - this.#killed.renewedMs);
    if (holder !== "") this.#killed = undefined;
    this.#holder = holder;
    this.#renewedMs = this.world.nowMs;
  }

  onStarted(candidate: Candidate): void {
    this.#terms++;
    for (const other of this.#candidates)
      if (other !== candidate && other.leads)
        this.#overlaps.push(`${this.world.nowMs}: ${candidate.identity} starts while ${other.identity} leads`);
  }

  onEnded(forMs: number): void {
    this.#ledMs += forMs;
  }

  onWrite(candidate: Candidate, call: ServerCall): void {
    if (call.plural === "configmaps") this.#writes++;
    if (!candidate.isOverdue) return;
    this.#lateWrites.push(`${this.world.nowMs}: ${candidate.identity} begins ${call.verb} of ${call.plural}`);
  }
}

/** One process that takes part, and what its requests say about its leadership. */
class Candidate implements RequestObserver {
  readonly identity: string;
  readonly process: SimulatedProcess;
  stop = new AbortController();
  readonly #simulation: Simulation;
  readonly #begun = new Map<ServerCall, { readonly monotonicMs: number; readonly wallMs: number }>();
  /** When the last write to the Lease that succeeded was sent, by this process's clocks. */
  #renewed: { readonly monotonicMs: number; readonly wallMs: number } | undefined;
  #startedMs: number | undefined;

  constructor(simulation: Simulation, identity: string, process: SimulatedProcess) {
    this.#simulation = simulation;
    this.identity = identity;
    this.process = process;
  }

  /** Whether it leads and could act on it: it is alive and not past its deadline. */
  get leads(): boolean {
    return this.process.isAlive && this.#startedMs !== undefined && !this.isOverdue;
  }

  /** Whether it has started to lead and its deadline has passed by one of its clocks. */
  get isOverdue(): boolean {
    if (this.#startedMs === undefined || this.#renewed === undefined) return false;
    const { monotonicMs, wallMs } = this.#renewed;
    return this.process.monotonic() >= monotonicMs + renewDeadlineMs || this.process.now() >= wallMs + renewDeadlineMs;
  }

  async run(network: SimulatedNetwork): Promise<void> {
    const { process } = this;
    const { random } = this.#simulation.world;
    const client = newClient(
      { host: "http://server.test", namespace: "shop", transport: network.transportFor(process, this), clock: process },
      { random },
    );
    const elector = newLeaderElector(client, {
      name: "shop",
      identity: this.identity,
      leaseDurationMs,
      renewDeadlineMs,
      retryPeriodMs,
      onStartedLeading: async (leading) => {
        this.#startedMs = this.#simulation.world.nowMs;
        this.#simulation.onStarted(this);
        leading.addEventListener("abort", () => this.leaves(), { once: true });
        const maps = elector.client.resource(ConfigMap, { namespace: "shop" });
        for (let written = 0; ; written++) {
          await sleep(this.#simulation.world.between(300, 8_000), { clock: process });
          // Half of the work looks at its signal, and half relies on the client to refuse it.
          if (random() < 0.5 && leading.aborted) return;
          await maps.create({ metadata: { name: `${this.identity}-${written}` } }).catch((error: unknown) => {
            if (leading.aborted) throw error;
          });
        }
      },
    });
    while (process.isAlive) {
      await elector.run({ signal: this.stop.signal }).catch(() => {});
      this.#renewed = undefined;
      this.stop = new AbortController();
      await sleep(this.#simulation.world.between(500, 5_000), { clock: process });
    }
  }

  /** It leads no longer. */
  leaves(): void {
    if (this.#startedMs !== undefined) this.#simulation.onEnded(this.#simulation.world.nowMs - this.#startedMs);
    this.#startedMs = undefined;
  }

  onSend(call: ServerCall): void {
    if (call.verb === "get" || call.verb === "watch") return;
    this.#simulation.onWrite(this, call);
    if (call.plural === "leases")
      this.#begun.set(call, { monotonicMs: this.process.monotonic(), wallMs: this.process.now() });
  }

  onAnswer(call: ServerCall, code: number): void {
    const begun = this.#begun.get(call);
    this.#begun.delete(call);
    const isOurs = call.object?.spec?.["holderIdentity"] === this.identity;
    if (begun !== undefined && code < 300 && isOurs) this.#renewed = begun;
  }
}
