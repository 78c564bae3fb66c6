import { type Clock, systemClock } from "client-ts/util";
import { sleep, TokenBucket } from "client-ts/internal";

/** Options of {@link Pace}. */
export interface PaceOptions {
  /** What the average over the whole run must reach. */
  readonly perSecond: number;
  readonly clock?: Clock;
}

/**
 * When the next change is due, so that the average over the whole run is what was asked for, outages included.
 *
 * What could not be done while the server was away is owed and made good afterwards, at most twice as fast as asked
 * for. A little more than asked for is aimed at, because the last outage may come shortly before the end. Time without
 * any answer is counted apart, to tell a server that was away from one that was slow.
 */
export class Pace {
  readonly #clock: Clock;
  readonly #aim: number;
  readonly #ceiling: TokenBucket;
  readonly #began: number;
  #ended: number | undefined;
  #lastAnswer: number;
  #silentMs = 0;
  #done = 0;
  #underWay = 0;

  constructor({ perSecond, clock = systemClock }: PaceOptions) {
    this.#clock = clock;
    this.#aim = perSecond * 1.05;
    this.#ceiling = new TokenBucket({ qps: perSecond * 2, burst: 20, clock });
    this.#began = clock.monotonic();
    this.#lastAnswer = this.#began;
  }

  /** Changes that succeeded. */
  get done(): number {
    return this.#done;
  }

  /** From the beginning to {@link end}, or until now. */
  get ranMs(): number {
    return (this.#ended ?? this.#clock.monotonic()) - this.#began;
  }

  /** The part of {@link ranMs} that lies in stretches of more than a second without any answer. */
  get silentMs(): number {
    return this.#silentMs;
  }

  /** Makes one change when it is due: `run` says whether it succeeded; a change that did not is still owed. */
  async next(run: () => Promise<boolean>): Promise<void> {
    const dueMs = ((this.#done + this.#underWay) / this.#aim) * 1000;
    this.#underWay++;
    try {
      const early = dueMs - this.ranMs;
      if (early > 0) await sleep(early, { clock: this.#clock });
      await this.#ceiling.wait();
      if (await run()) this.#done++;
    } finally {
      this.#underWay--;
    }
  }

  /** The server has answered, whatever it said. */
  answered(): void {
    if (this.#ended === undefined) this.#countSilence();
  }

  /** Time counts no longer. */
  end(): void {
    if (this.#ended === undefined) this.#countSilence();
    this.#ended ??= this.#clock.monotonic();
  }

  #countSilence(): void {
    const now = this.#clock.monotonic();
    if (now - this.#lastAnswer > 1_000) this.#silentMs += now - this.#lastAnswer;
    this.#lastAnswer = now;
  }
}
