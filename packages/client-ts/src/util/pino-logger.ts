import type { LogFields, Logger, LogLevel } from "./logger.ts";

/** The part of a `pino` logger that {@link newPinoLogger} uses; loggers of `bunyan` have it, too. */
export type PinoLike = Readonly<Record<LogLevel, (fields: Record<string, unknown>, message: string) => void>>;

/**
 * A logger that writes to a `pino` logger. Fields become fields of the line; an error is the field `err`, for which
 * pino has a serializer.
 *
 * ```ts
 * const client = await connect({ logger: newPinoLogger(pino({ level: "debug" })) });
 * ```
 */
export function newPinoLogger(pino: PinoLike): Logger {
  const line = (level: LogLevel): Logger[LogLevel] => {
    return (message, fields) => pino[level](pinoFields(fields), message);
  };
  return { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
}

function pinoFields(fields: LogFields = {}): Record<string, unknown> {
  const { error, ...others } = fields;
  return error === undefined ? others : { ...others, err: error };
}
