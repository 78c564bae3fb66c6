/** Facts that go with a log line. Values are printed by the logger's owner; credentials are never among them. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Where the library writes what happens. The default is {@link noopLogger}; pass your own to see it. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** A logger that says nothing. */
export const noopLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
