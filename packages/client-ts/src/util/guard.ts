/**
 * Functions that a user gives to the library may throw, reject, or return a thenable that throws. None of that may stop
 * what the library does for others. Each hook is wrapped once, where it enters the library; from there on it can be
 * called without a `try`.
 *
 * Wrapping twice gives the same wrapper, so every part that can be used alone wraps what it gets.
 */

import { type Logger, silentLogger } from "./logger.ts";
import { type Counter, type Gauge, type Histogram, type Meter, noopMeter } from "./meter.ts";
import { type OnUnexpectedError, reportUnexpectedError } from "./unexpected.ts";

/** Calls a function for its effect. What it throws, or what its promise rejects with, goes to `onError`. */
export function runGuarded(run: () => unknown, onError: (error: unknown) => void): void {
  try {
    const result = run();
    if (isThenable(result)) Promise.resolve(result).then(undefined, onError);
  } catch (error) {
    onError(error);
  }
}

/** A callback that does not throw: what goes wrong in it is given to `onError`. */
export function guardCallback<A extends readonly unknown[]>(
  callback: (...args: A) => unknown,
  onError: (error: unknown) => void,
): (...args: A) => void {
  if (guarded.has(callback)) return callback as (...args: A) => void;
  const wrapper = (...args: A): void => runGuarded(() => callback(...args), onError);
  guarded.add(wrapper);
  return wrapper;
}

/**
 * Where unexpected errors go, without errors of its own: what goes wrong there is reported by {@link
 * reportUnexpectedError}, with the error itself.
 */
export function guardReporter(report: OnUnexpectedError = reportUnexpectedError): OnUnexpectedError {
  if (report === reportUnexpectedError) return report;
  return once(report, () => (error: unknown, where: string) => {
    runGuarded(
      () => report(error, where),
      (failure) => {
        reportUnexpectedError(error, where);
        reportUnexpectedError(failure, "onUnexpectedError");
      },
    );
  });
}

/** A logger that does not throw. The first failure of the user's logger is reported, the later ones are ignored. */
export function guardLogger(logger: Logger | false | undefined, fallback: Logger = silentLogger): Logger {
  const given = logger === false ? silentLogger : (logger ?? fallback);
  if (given === silentLogger) return given;
  return once(given, () => {
    const onError = reportFirst("the logger");
    const line = (level: keyof Logger): Logger[keyof Logger] => {
      return (message, fields) => runGuarded(() => given[level](message, fields), onError);
    };
    return { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
  });
}

/** A meter that does not throw, and whose metrics do not. The first failure is reported, the later ones are ignored. */
export function guardMeter(meter: Meter = noopMeter): Meter {
  if (meter === noopMeter) return meter;
  return once(meter, () => {
    const onError = reportFirst("the meter");
    const make = <M>(create: () => M, fallback: () => M): M => {
      try {
        return synchronous(create(), "a metric");
      } catch (error) {
        onError(error);
        return fallback();
      }
    };
    return {
      counter(name, options): Counter {
        const counter = make(
          () => meter.counter(name, options),
          () => noopMeter.counter(name),
        );
        return {
          add: (value, labels) => runGuarded(() => counter.add(value, labels), onError),
          remove: (labels) => runGuarded(() => counter.remove?.(labels), onError),
        };
      },
      gauge(name, options): Gauge {
        const gauge = make(
          () => meter.gauge(name, options),
          () => noopMeter.gauge(name),
        );
        return {
          set: (value, labels) => runGuarded(() => gauge.set(value, labels), onError),
          remove: (labels) => runGuarded(() => gauge.remove?.(labels), onError),
        };
      },
      histogram(name, options): Histogram {
        const histogram = make(
          () => meter.histogram(name, options),
          () => noopMeter.histogram(name),
        );
        return {
          observe: (value, labels) => runGuarded(() => histogram.observe(value, labels), onError),
          remove: (labels) => runGuarded(() => histogram.remove?.(labels), onError),
        };
      },
    };
  });
}

/**
 * Gives a result back, unless it is a promise where a value is needed: then throws, and whatever the promise does later
 * is ignored.
 */
export function synchronous<T>(result: T, what: string): T {
  if (!isThenable(result)) return result;
  Promise.resolve(result).catch(() => {});
  throw new TypeError(`${what} must be a value, not a promise`);
}

/** Whether this is a promise or something like it. Throws when its `then` cannot be read. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    typeof (value as { then?: unknown }).then === "function"
  );
}

/**
 * Callbacks that are wrappers already. Two owners of one callback have a wrapper each, because each reports its
 * failures under its own name.
 */
const guarded = new WeakSet<object>();
const wrappers = new WeakMap<object, object>();

/** The wrapper of a hook: made once, and its own wrapper. */
function once<T extends object>(hook: object, make: () => T): T {
  const known = wrappers.get(hook);
  if (known !== undefined) return known as T;
  const wrapper = make();
  wrappers.set(hook, wrapper);
  wrappers.set(wrapper, wrapper);
  return wrapper;
}

function reportFirst(where: string): (error: unknown) => void {
  let reported = false;
  return (error) => {
    if (reported) return;
    reported = true;
    reportUnexpectedError(error, where);
  };
}
