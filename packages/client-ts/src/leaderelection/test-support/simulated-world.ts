import { AbortedError, TransportError } from "../../errors/index.ts";
import type { Transport } from "../../transport/index.ts";
import { type Clock, nextTurn, type Random, type Timer } from "../../util/index.ts";
import { callOf, type LeaseServer, respond, type ServerCall, watchBody } from "./lease-server.ts";

/** How long the connection of a watch lasts after the network has failed: the ping of a real connection. */
const silenceMs = 12_000;

/** True time, and what happens in it, one thing after the other. A seed replays a run. */
export class SimulatedWorld {
  readonly random: Random;
  #nowMs = 0;
  #order = 0;
  /** Latest first, so that the next one is taken from the end. */
  readonly #events: { readonly atMs: number; readonly order: number; readonly run: () => void }[] = [];

  constructor(random: Random) {
    this.random = random;
  }

  /** True time in milliseconds since the beginning. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** A random number from a range. */
  between(least: number, most: number): number {
    return least + this.random() * (most - least);
  }

  /** Something happens at a time. */
  at(atMs: number, run: () => void): void {
    const event = { atMs: Math.max(atMs, this.#nowMs), order: this.#order++, run };
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#events[middle] as typeof event;
      if (other.atMs > event.atMs) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, event);
  }

  /** Lets everything happen up to a time, each event with all that follows from it. */
  async runUntil(endMs: number): Promise<void> {
    await nextTurn();
    for (let next = this.#events.at(-1); next !== undefined && next.atMs <= endMs; next = this.#events.at(-1)) {
      this.#events.pop();
      this.#nowMs = next.atMs;
      next.run();
      await nextTurn();
    }
    this.#nowMs = endMs;
  }
}

/**
 * A process with clocks of its own. While it is stopped, none of its code runs; timers and answers that came meanwhile
 * are served in any order when it goes on, because a real event loop promises none.
 */
export class SimulatedProcess implements Clock {
  readonly #world: SimulatedWorld;
  readonly #rate: number;
  #wallOffsetMs: number;
  /** True time that the monotonic clock does not count. */
  #suspendedMs = 0;
  #stoppedUntilMs = 0;
  #suspendedSinceMs: number | undefined;
  #late: (() => void)[] = [];
  isAlive = true;
  isCut = false;

  /** `rate` is the speed of its clocks against true time. */
  constructor(world: SimulatedWorld, clock: { readonly rate: number; readonly wallOffsetMs: number }) {
    this.#world = world;
    this.#rate = clock.rate;
    this.#wallOffsetMs = clock.wallOffsetMs;
  }

  now(): number {
    return Date.UTC(2026, 0, 1) + this.#wallOffsetMs + this.#world.nowMs * this.#rate;
  }

  monotonic(): number {
    return ((this.#suspendedSinceMs ?? this.#world.nowMs) - this.#suspendedMs) * this.#rate;
  }

  setTimer(delayMs: number, run: () => void): Timer {
    const dueMs = this.monotonic() + Math.max(0, delayMs);
    let cancelled = false;
    const arm = (): void =>
      this.deliver(this.#world.nowMs + Math.max(0, dueMs - this.monotonic()) / this.#rate, () => {
        if (cancelled) return;
        if (this.monotonic() >= dueMs - 1e-6) run();
        else arm();
      });
    arm();
    return {
      cancel: () => {
        cancelled = true;
      },
    };
  }

  /** Runs code of this process at a time, or when the process goes on. Never when it was killed. */
  deliver(atMs: number, run: () => void): void {
    this.#world.at(atMs, () => {
      if (!this.isAlive) return;
      if (this.isStopped) this.#late.push(run);
      else run();
    });
  }

  get isStopped(): boolean {
    return this.#world.nowMs < this.#stoppedUntilMs;
  }

  /** Stops for a time: as by SIGSTOP or a blocked loop, or as a machine that sleeps. */
  stop(how: "pause" | "suspend", forMs: number): void {
    if (this.isStopped) return;
    const { nowMs } = this.#world;
    this.#stoppedUntilMs = nowMs + forMs;
    if (how === "suspend") this.#suspendedSinceMs = nowMs;
    this.#world.at(this.#stoppedUntilMs, () => {
      if (how === "suspend") this.#suspendedMs += forMs;
      this.#suspendedSinceMs = undefined;
      const late = this.#late;
      this.#late = [];
      while (late.length > 0) {
        const [run] = late.splice(Math.floor(this.#world.random() * late.length), 1);
        this.deliver(this.#world.nowMs, run as () => void);
      }
    });
  }

  jumpWall(byMs: number): void {
    this.#wallOffsetMs += byMs;
  }
}

/** What looks at the requests of a process. */
export interface RequestObserver {
  /** A request leaves the process. */
  onSend(call: ServerCall): void;
  /** Its answer has reached the process. */
  onAnswer(call: ServerCall, code: number): void;
}

/** The network between the processes and the server. */
export class SimulatedNetwork {
  /** The longest time of one way. */
  latencyMs = 30;
  /** How many answers are lost, from 0 to 1. */
  loss = 0;
  readonly #world: SimulatedWorld;
  readonly #server: LeaseServer;

  constructor(world: SimulatedWorld, server: LeaseServer) {
    this.#world = world;
    this.#server = server;
  }

  /** The transport of a process. A request that is cancelled may still arrive. */
  transportFor(process: SimulatedProcess, observer: RequestObserver): Transport {
    return (request) =>
      new Promise((resolve, reject) => {
        const { signal } = request;
        if (signal?.aborted) return reject(new AbortedError());
        const call = callOf(request);
        observer.onSend(call);
        const onAbort = (): void => reject(new AbortedError());
        signal?.addEventListener("abort", onAbort, { once: true });
        const settle = (run: () => void): void =>
          process.deliver(this.#arrival(), () => {
            // What was cancelled has no reader any more.
            if (signal?.aborted || process.isCut || this.#world.random() < this.loss) return;
            signal?.removeEventListener("abort", onAbort);
            run();
          });
        if (process.isCut) return;
        this.#world.at(this.#arrival(), () => {
          if (process.isCut) return;
          if (call.verb === "watch" && !process.isAlive) return;
          if (call.verb === "watch") {
            const body = this.#watch(process, call, watchBody(request));
            settle(() => resolve({ ...respond({ code: 200, body: {} }), body }));
            return;
          }
          const answer = this.#server.answer(call);
          settle(() => {
            observer.onAnswer(call, answer.code);
            resolve(respond(answer));
          });
        });
      });
  }

  #arrival(): number {
    return this.#world.nowMs + this.#world.between(1, this.latencyMs);
  }

  #watch(process: SimulatedProcess, call: ServerCall, body: ReturnType<typeof watchBody>): typeof body {
    let lastMs = 0;
    let broken = false;
    let stop = (): void => {};
    stop = this.#server.watch(call.plural, call.name, (event) => {
      if (!process.isAlive) return stop();
      if (broken || body.destroyed) return;
      if (process.isCut) {
        broken = true;
        const lost = new TransportError("the connection broke", { code: "reset" });
        process.deliver(this.#world.nowMs + silenceMs, () => void body.destroy(lost));
        return;
      }
      lastMs = Math.max(lastMs, this.#arrival());
      process.deliver(lastMs, () => void (body.destroyed || body.push(`${JSON.stringify(event)}\n`)));
    });
    body.once("close", () => stop());
    return body;
  }
}
