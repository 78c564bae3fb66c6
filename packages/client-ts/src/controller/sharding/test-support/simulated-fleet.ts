import "../../../codec/index.ts";
import { newClient } from "../../../client/index.ts";
import { LeaseServer, type ServerCall } from "../../../leaderelection/test-support/lease-server.ts";
import {
  type RequestObserver,
  SimulatedNetwork,
  SimulatedProcess,
  SimulatedWorld,
} from "../../../leaderelection/test-support/simulated-world.ts";
import { seededRandom, sleep } from "../../../util/index.ts";
import { ShardFleet } from "../shard-fleet.ts";

const renewDeadlineMs = 10_000;

/** The results of a simulation. */
export interface FleetResult {
  /** Shards that a replica began to work on while another still owned them by its own clocks. */
  readonly twice: readonly string[];
  readonly faults: Readonly<Record<string, number>>;
  readonly takes: number;
  /** How long a shard had no owner, from the last renewal of its crashed owner to the next, longest last. */
  readonly gapsMs: readonly number[];
  /** The shards without an owner at the end, after a minute without faults. */
  readonly unowned: readonly number[];
  /** How many shards each living replica owns at the end. */
  readonly shares: readonly number[];
}

/** Replicas that share shards while things go wrong; the end of the simulation has no faults. */
export class FleetSimulation {
  readonly world: SimulatedWorld;
  readonly shards: number;
  readonly #server = new LeaseServer();
  readonly #network: SimulatedNetwork;
  readonly replicas: Replica[] = [];
  readonly #twice: string[] = [];
  readonly #faults: Record<string, number> = {};
  readonly #gapsMs: number[] = [];
  /** The last renewal of shards whose owner was killed. */
  readonly #orphans = new Map<number, number>();
  readonly #renewedMs = new Map<number, number>();
  #number = 0;
  #takes = 0;

  constructor(seed: number, shards: number) {
    this.world = new SimulatedWorld(seededRandom(seed));
    this.shards = shards;
    this.#network = new SimulatedNetwork(this.world, this.#server);
    this.#server.keepCalls = false;
    this.#server.onWrite = ({ name }) => {
      const shard = shardOfLease(name);
      if (shard !== undefined) this.#renewedMs.set(shard, this.world.nowMs);
    };
  }

  /** Starts a replica. */
  add(shards = this.shards): Replica {
    const { world } = this;
    const process = new SimulatedProcess(world, {
      rate: world.between(0.95, 1.05),
      wallOffsetMs: world.between(-3_600_000, 3_600_000),
    });
    const replica = new Replica(this, `r${++this.#number}`, process, shards);
    this.replicas.push(replica);
    void replica.run(this.#network);
    return replica;
  }

  /** The replicas whose Lease says that they are running. */
  get announced(): readonly string[] {
    return [...this.#server.objects.keys()].flatMap((key) => /-member-(.+)$/.exec(key)?.[1] ?? []).sort();
  }

  /** Deletes the Lease that says that a replica is running. */
  deleteMember(name: string): void {
    this.#server.remove(`shop-member-${name}`);
  }

  kill(replica: Replica): void {
    for (const shard of replica.working) this.#orphans.set(shard, this.#renewedMs.get(shard) ?? 0);
    replica.process.isAlive = false;
    this.replicas.splice(this.replicas.indexOf(replica), 1);
  }

  /** Every half minute on average, something happens to a replica, until a time. */
  letThingsGoWrong(untilMs: number): void {
    const { world } = this;
    if (world.nowMs >= untilMs) return;
    const victim = this.replicas[Math.floor(world.random() * this.replicas.length)] as Replica;
    const faults: Record<string, () => void> = {
      pause: () => victim.process.stop("pause", world.between(100, 40_000)),
      suspend: () => victim.process.stop("suspend", world.between(100, 40_000)),
      partition: () => {
        victim.process.isCut = true;
        world.at(world.nowMs + world.between(500, 40_000), () => {
          victim.process.isCut = false;
        });
      },
      kill: () => {
        this.kill(victim);
        world.at(world.nowMs + world.between(500, 20_000), () => void this.add());
      },
      "graceful restart": () => victim.stop.abort(),
    };
    const names = Object.keys(faults);
    const name = names[Math.floor(world.random() * names.length)] as string;
    this.#faults[name] = (this.#faults[name] ?? 0) + 1;
    faults[name]?.();
    world.at(world.nowMs + world.between(5_000, 55_000), () => this.letThingsGoWrong(untilMs));
  }

  onTaken(replica: Replica, shard: number): void {
    this.#takes++;
    for (const other of this.replicas)
      if (other !== replica && other.owns(shard))
        this.#twice.push(`${this.world.nowMs}: shard ${shard} by ${replica.name} and ${other.name}`);
    const orphanedMs = this.#orphans.get(shard);
    this.#orphans.delete(shard);
    if (orphanedMs !== undefined) this.#gapsMs.push(this.world.nowMs - orphanedMs);
  }

  result(): FleetResult {
    const all = Array.from({ length: this.shards }, (_, shard) => shard);
    return {
      twice: this.#twice,
      faults: this.#faults,
      takes: this.#takes,
      gapsMs: this.#gapsMs.toSorted((a, b) => a - b),
      unowned: all.filter((shard) => !this.replicas.some((replica) => replica.owns(shard))),
      shares: this.replicas.map((replica) => all.filter((shard) => replica.owns(shard)).length),
    };
  }
}

/** One replica, and what its requests say about the shards that it owns. */
export class Replica implements RequestObserver {
  readonly name: string;
  readonly process: SimulatedProcess;
  /** The shards that it works on, as its callbacks say. */
  readonly working = new Set<number>();
  stop = new AbortController();
  fleet: ShardFleet | undefined;
  readonly #simulation: FleetSimulation;
  readonly #shards: number;
  readonly #begun = new Map<ServerCall, { readonly monotonicMs: number; readonly wallMs: number }>();
  readonly #renewed = new Map<number, { readonly monotonicMs: number; readonly wallMs: number }>();

  constructor(simulation: FleetSimulation, name: string, process: SimulatedProcess, shards: number) {
    this.#simulation = simulation;
    this.name = name;
    this.process = process;
    this.#shards = shards;
  }

  /** Whether it works on a shard and could act on it: it is alive and not past the deadline of its Lease. */
  owns(shard: number): boolean {
    const renewed = this.#renewed.get(shard);
    if (!this.process.isAlive || !this.working.has(shard) || renewed === undefined) return false;
    return (
      this.process.monotonic() < renewed.monotonicMs + renewDeadlineMs &&
      this.process.now() < renewed.wallMs + renewDeadlineMs
    );
  }

  async run(network: SimulatedNetwork): Promise<void> {
    const { world } = this.#simulation;
    const { process } = this;
    const client = newClient(
      { host: "http://server.test", namespace: "shop", transport: network.transportFor(process, this), clock: process },
      { random: world.random },
    );
    this.fleet = new ShardFleet(client, {
      name: "shop",
      identity: this.name,
      shards: this.#shards,
      onShard: async (shard, { owned }) => {
        this.working.add(shard);
        this.#simulation.onTaken(this, shard);
        await new Promise((resolve) => owned.addEventListener("abort", resolve, { once: true }));
        // The work on the last keys takes a while.
        if (this.fleet?.identity !== undefined) await sleep(world.between(0, 3_000), { clock: process });
        this.working.delete(shard);
      },
    });
    while (process.isAlive) {
      await this.fleet.run({ signal: this.stop.signal });
      this.stop = new AbortController();
      await sleep(world.between(500, 5_000), { clock: process });
    }
  }

  onSend(call: ServerCall): void {
    if (call.verb === "update" || call.verb === "create")
      this.#begun.set(call, { monotonicMs: this.process.monotonic(), wallMs: this.process.now() });
  }

  onAnswer(call: ServerCall, code: number): void {
    const begun = this.#begun.get(call);
    this.#begun.delete(call);
    const shard = shardOfLease(call.name);
    if (begun === undefined || shard === undefined || code >= 300) return;
    if (call.object?.spec?.["holderIdentity"] === this.name) this.#renewed.set(shard, begun);
    else this.#renewed.delete(shard);
  }
}

function shardOfLease(name: string): number | undefined {
  const found = /-shard-(\d+)-of-/.exec(name)?.[1];
  return found === undefined ? undefined : Number(found);
}
