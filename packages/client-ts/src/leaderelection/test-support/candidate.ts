import { type Client, newClient } from "../../client/index.ts";
import type { RestConfig } from "../../transport/index.ts";
import { FakeClock, seededRandom } from "../../util/index.ts";
import { type LeaderElector, newLeaderElector } from "../leader-elector.ts";
import type { LeaderElectorOptions } from "../settings.ts";
// A watch loads it on first use, which takes real time.
import "../../codec/index.ts";
import { LeaseServer } from "./lease-server.ts";

/** An election in a test: a server, a clock, and the candidates that take part. */
export class Election {
  readonly clock: FakeClock = new FakeClock();
  readonly server: LeaseServer = new LeaseServer();
  /** What happened, in order: `a started`, `a stopped`, `a sees b`. */
  readonly log: string[] = [];
  #seed = 1;

  client(options: Partial<RestConfig> = {}): Client {
    const { server, clock } = this;
    return newClient(
      { host: "http://server.test", namespace: "shop", transport: server.transport, clock, ...options },
      { random: seededRandom(this.#seed++) },
    );
  }

  /** A candidate that leads until it is stopped, and notes what it is called with. */
  candidate(identity: string, options: Partial<LeaderElectorOptions> = {}, client = this.client()): LeaderElector {
    return newLeaderElector(client, {
      name: "shop",
      identity,
      onStartedLeading: () => void this.log.push(`${identity} started`),
      onStoppedLeading: () => void this.log.push(`${identity} stopped`),
      onNewLeader: (leader) => void this.log.push(`${identity} sees ${leader}`),
      ...options,
    });
  }

  /** Lets everything happen that needs no time. */
  async settle(): Promise<void> {
    await this.clock.advance(0);
  }
}

/** Runs an elector and remembers how it ended. */
export function start(elector: LeaderElector): {
  readonly stop: AbortController;
  readonly ended: Promise<unknown>;
} {
  const stop = new AbortController();
  const ended = elector.run({ signal: stop.signal }).then(
    () => "resolved",
    (error: unknown) => error,
  );
  return { stop, ended };
}
