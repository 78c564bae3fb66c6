import { type Clock, onAbort, systemClock, TokenBucket } from "../../util/index.ts";

/** Options of {@link ReflectorSharing}. */
export interface ReflectorSharingOptions {
  readonly clock?: Clock;
  /** Requests a second that all reflectors together may make beyond their first. Default 20. */
  readonly retriesPerSecond?: number;
  /** Retries that may go at once. Default 10. */
  readonly retryBurst?: number;
  /** Lists that may be under way at a time. Default 25. */
  readonly concurrentLists?: number;
}

/**
 * What the reflectors of one client share, so that many of them are as polite as one: a budget of retries, a limit on lists that are under way
 * at a time, and the memory that this server does not know streaming lists.
 */
export class ReflectorSharing {
  readonly #clock: Clock;
  readonly #retries: TokenBucket;
  readonly #waiting = new Set<() => void>();
  #freeLists: number;
  #noStreamingUntil = Number.NEGATIVE_INFINITY;

  constructor({ clock = systemClock, retriesPerSecond = 20, retryBurst = 10, concurrentLists = 25 }: ReflectorSharingOptions = {}) {
    this.#clock = clock;
    this.#retries = new TokenBucket({ qps: retriesPerSecond, burst: retryBurst, clock });
    this.#freeLists = concurrentLists;
  }

  /** Settles when one more retry fits the budget. */
  retry(signal: AbortSignal): Promise<void> {
    return this.#retries.wait({ signal });
  }

  /** Settles, with the function that gives the place back, when one more list may begin. */
  beginList(signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        this.#freeLists--;
        this.#waiting.delete(go);
        remove();
        let given = false;
        resolve(() => {
          if (given) return;
          given = true;
          this.#freeLists++;
          this.#waiting.values().next().value?.();
        });
      };
      let remove = (): void => {};
      if (signal.aborted) return reject(signal.reason);
      if (this.#freeLists > 0) return go();
      this.#waiting.add(go);
      remove = onAbort(signal, (reason) => {
        this.#waiting.delete(go);
        reject(reason);
      });
    });
  }

  /** Whether it is worth asking for a streaming list. */
  get mayStream(): boolean {
    return this.#clock.monotonic() >= this.#noStreamingUntil;
  }

  /** The server did not give a streaming list: nobody asks again for a while. */
  doNotStream(forMs: number): void {
    this.#noStreamingUntil = this.#clock.monotonic() + forMs;
  }
}
