import type { Clock, LogFields, Logger, Timer } from "../../util/index.ts";
import { reflectorDefaults } from "./defaults.ts";

/** What a {@link StaleWarning} needs. */
export interface StaleWarningOptions {
  readonly clock: Pick<Clock, "setTimer">;
  /** Not limited: the failures before it would hide the one line that says that the cache is stale. */
  readonly logger: Logger;
  /** The fields of the log lines. */
  readonly fields: () => LogFields;
}

/**
 * Logs that a cache stays stale, and that it is fresh again. A cut connection is replaced within seconds, so that a
 * short time is not worth a line.
 */
export class StaleWarning {
  readonly #options: StaleWarningOptions;
  #timer: Timer | undefined;
  #warned = false;

  constructor(options: StaleWarningOptions) {
    this.#options = options;
  }

  /** The cache became stale, or fresh again. */
  changed(stale: boolean): void {
    this.stop();
    if (stale) {
      this.#timer = this.#options.clock.setTimer(reflectorDefaults.staleWarnMs, () => this.#warn(), { ref: false });
      return;
    }
    if (this.#warned) this.#options.logger.info("the cache is fresh again", this.#options.fields());
    this.#warned = false;
  }

  /** Ends the wait for a warning; harmless without one. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #warn(): void {
    this.#timer = undefined;
    this.#warned = true;
    const message = "the cache is stale: it has not been updated for longer than expected";
    this.#options.logger.warn(message, this.#options.fields());
  }
}
