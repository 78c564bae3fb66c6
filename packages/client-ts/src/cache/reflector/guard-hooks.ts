import { InvalidArgumentError } from "../../errors/index.ts";
import {
  guardCallback,
  guardLogger,
  guardMeter,
  guardReporter,
  type Logger,
  type Meter,
  type OnUnexpectedError,
  synchronous,
} from "../../util/index.ts";
import { reflectorDefaults } from "./defaults.ts";
import type { ReflectorOptions } from "./options.ts";

/** The options of a reflector, with hooks that do not throw. */
export interface GuardedOptions<T> extends ReflectorOptions<T> {
  readonly logger: Logger;
  readonly meter: Meter;
  readonly onUnexpectedError: OnUnexpectedError;
}

/** Wraps every function that a user gave to a reflector: one that fails is reported and changes nothing else. */
export function guardHooks<T>(options: ReflectorOptions<T>, name: string, defaultLogger: Logger): GuardedOptions<T> {
  const onUnexpectedError = guardReporter(options.onUnexpectedError);
  const { onWatchError, onStale, onState, shouldResync, backoff } = options;
  const failed = (what: string) => (error: unknown) => onUnexpectedError(error, `${what} of reflector ${name}`);
  return {
    ...options,
    onUnexpectedError,
    meter: guardMeter(options.meter),
    logger: guardLogger(options.logger, defaultLogger),
    onWatchError: onWatchError && guardCallback(onWatchError, failed("onWatchError")),
    onStale: onStale && guardCallback(onStale, failed("onStale")),
    onState: onState && guardCallback(onState, failed("onState")),
    shouldResync:
      shouldResync &&
      (() => askOr(() => synchronous(shouldResync(), "the result of shouldResync"), true, failed("shouldResync"))),
    backoff: backoff && {
      next: () => askOr(() => checkedDelay(backoff.next()), reflectorDefaults.backoff.capMs, failed("the backoff")),
      reset: () => askOr(() => backoff.reset?.(), undefined, failed("the backoff")),
    },
  };
}

function checkedDelay(delayMs: number): number {
  synchronous(delayMs, "the result of a backoff");
  if (!Number.isFinite(delayMs))
    throw new InvalidArgumentError(`a backoff must give a finite number of milliseconds, not ${delayMs}`);
  return delayMs;
}

function askOr<V>(ask: () => V, fallback: V, onError: (error: unknown) => void): V {
  try {
    return ask();
  } catch (error) {
    onError(error);
    return fallback;
  }
}
