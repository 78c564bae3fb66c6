import type { Clock } from "../../util/index.ts";
import { patience } from "./options.ts";

/** Remembers what went wrong, to know when the same thing has gone wrong often enough to try something else. */
export class Misfortunes {
  readonly #clock: Pick<Clock, "monotonic">;
  #version = "";
  #atVersion = 0;
  #historyMisses = 0;
  /** Watches that ended since the last list. */
  #watches = 0;
  #lastForcedList = Number.NEGATIVE_INFINITY;
  /** Failures since something last went well. */
  failures = 0;
  /** Streaming lists that were cut. */
  cutStreams = 0;
  /** Lists that were older than what we have. */
  olderLists = 0;
  /** Lists at a version that the server had not reached. */
  aheadTries = 0;
  /** Objects that could not be stored. */
  refusedObjects = 0;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** A list was complete. */
  listed(): void {
    this.failures = this.cutStreams = this.olderLists = this.aheadTries = this.refusedObjects = this.#watches = 0;
  }

  /** A watch has ended, whatever the reason; called before the others that judge it. */
  watched(): void {
    this.#watches++;
  }

  /** A watch from this version came to nothing; says whether it was the third in a row. */
  cameToNothing(version: string): boolean {
    this.#atVersion = version === this.#version ? this.#atVersion + 1 : 1;
    this.#version = version;
    if (this.#atVersion < patience.tries) return false;
    this.#atVersion = 0;
    return true;
  }

  /**
   * A version has expired. In the first watch after a list, before a single event came, that means that the list took longer than the server
   * remembers; says whether that happened for the third time in a row. Later it only means that we were away.
   */
  expired(eventsCame: boolean): boolean {
    this.#historyMisses = eventsCame || this.#watches > 1 ? 0 : this.#historyMisses + 1;
    if (this.#historyMisses < patience.tries) return false;
    this.#historyMisses = 0;
    return true;
  }

  /** We list because something looked wrong; says whether we did that only a moment ago. */
  forcedList(): boolean {
    const now = this.#clock.monotonic();
    const recent = now - this.#lastForcedList < patience.forcedRelistMs;
    this.#lastForcedList = now;
    return recent;
  }
}
