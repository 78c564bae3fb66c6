import type { Clock } from "./clock.ts";
import { escapeForPrint } from "./escape.ts";

/** Facts that go with a log line. Values are printed by the logger's owner; credentials are never among them. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Where the library writes what happens. An informer without one writes warnings and errors to standard error, failures
 * at most once a minute for each list and watch; pass your own to see everything, or {@link silentLogger} or `false` to
 * see nothing.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** How important a line is, least important first. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Options of {@link newLogger}. */
export interface LoggerOptions {
  /** Lines of this level and above are written. Default `"warn"`. */
  readonly level?: LogLevel | undefined;
  /** Gets each line, without a line break. Default: standard error. */
  readonly write?: ((line: string) => void) | undefined;
}

const levels: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/**
 * A logger that writes one line of text for each message: `client-ts: error: list of pods failed error="…"`.
 *
 * ```ts
 * const client = await connect({ logger: newLogger({ level: "debug" }) });
 * ```
 */
export function newLogger({ level = "warn", write = writeToStandardError }: LoggerOptions = {}): Logger {
  const lineAt = (of: LogLevel): Logger[LogLevel] => {
    if (levels.indexOf(of) < levels.indexOf(level)) return () => {};
    return (message, fields) =>
      write(`client-ts: ${of}: ${escapeForPrint(message, { singleLine: true })}${printFields(fields)}`);
  };
  return { debug: lineAt("debug"), info: lineAt("info"), warn: lineAt("warn"), error: lineAt("error") };
}

/** A logger that says nothing. `logger: false` is the same. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** What informers use that were given no logger: warnings and errors on standard error. */
export const defaultLogger: Logger = newLogger();

/** Options of {@link newLimitedLogger}. */
export interface LimitedLoggerOptions {
  readonly clock: Pick<Clock, "monotonic">;
  /** The least time between two lines. */
  readonly periodMs: number;
}

/**
 * A logger that passes on one warning or error in a period. What comes sooner goes to `debug`, and the next line says
 * how many there were, as the field `notShown`.
 */
export function newLimitedLogger(logger: Logger, { clock, periodMs }: LimitedLoggerOptions): Logger {
  let next = Number.NEGATIVE_INFINITY;
  let notShown = 0;
  const limited = (level: "warn" | "error"): Logger["warn"] => {
    return (message, fields) => {
      const now = clock.monotonic();
      if (now < next) {
        notShown++;
        logger.debug(message, fields);
        return;
      }
      next = now + periodMs;
      logger[level](message, notShown === 0 ? fields : { ...fields, notShown });
      notShown = 0;
    };
  };
  return {
    debug: (message, fields) => logger.debug(message, fields),
    info: (message, fields) => logger.info(message, fields),
    warn: limited("warn"),
    error: limited("error"),
  };
}

function writeToStandardError(line: string): void {
  // Looked up at each call: a program that replaces the console sees our lines too.
  console.error(line);
}

function printFields(fields: LogFields = {}): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${printValue(value)}`)
    .join("");
}

function printValue(value: unknown): string {
  const printable = escapeForPrint(textOf(value), { singleLine: true, maxLength: 1_000 });
  return /^[^\s"=]+$/.test(printable) ? printable : `"${printable.replaceAll('"', '\\"')}"`;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.message;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
