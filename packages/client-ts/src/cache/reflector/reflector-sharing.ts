import { type Clock, onAbort, systemClock, TokenBucket } from "../../util/index.ts";
import { reflectorDefaults } from "./defaults.ts";

/** Options of {@link ReflectorSharing}. */
export interface ReflectorSharingOptions {
  readonly clock?: Clock | undefined;
  /**
   * Requests a second that all reflectors together may make after their first ones. Default: `retriesPerSecond` of
   * {@link reflectorDefaults}.
   */
  readonly retriesPerSecond?: number | undefined;
  /** Retries that may go at once. Default: `retryBurst` of {@link reflectorDefaults}. */
  readonly retryBurst?: number | undefined;
  /** Lists that may be in progress at the same time. Default: `concurrentLists` of {@link reflectorDefaults}. */
  readonly concurrentLists?: number | undefined;
}

/**
 * What the reflectors of one client share, so that many of them do not overload a server: a budget of retries, a limit
 * of lists at the same time, and the knowledge that this server does not support streaming lists.
 */
export class ReflectorSharing {
  readonly #clock: Clock;
  readonly #retries: TokenBucket;
  readonly #waiting = new Set<() => void>();
  #freeLists: number;
  #noStreamingUntil = Number.NEGATIVE_INFINITY;

  constructor({
    clock = systemClock,
    retriesPerSecond = reflectorDefaults.retriesPerSecond,
    retryBurst = reflectorDefaults.retryBurst,
    concurrentLists = reflectorDefaults.concurrentLists,
  }: ReflectorSharingOptions = {}) {
    this.#clock = clock;
    this.#retries = new TokenBucket({ qps: retriesPerSecond, burst: retryBurst, clock });
    this.#freeLists = concurrentLists;
  }

  /** Settles when one more retry fits the budget. */
  retry(signal: AbortSignal): Promise<void> {
    return this.#retries.wait({ signal });
  }

  /** Settles when one more list may begin, with the function to call when that list is finished. */
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

  /** Whether a streaming list may be requested. */
  get mayStream(): boolean {
    return this.#clock.monotonic() >= this.#noStreamingUntil;
  }

  /** The server did not provide a streaming list: none is requested for this time. */
  doNotStream(forMs: number): void {
    this.#noStreamingUntil = this.#clock.monotonic() + forMs;
  }
}
