/** Clocks for tests, logging and metrics interfaces, and repeated tasks. */
export { FakeClock, systemClock, newLogger, silentLogger, until, newTaskGroup } from "../util/index.ts";
export type {
  Clock,
  Timer,
  Logger,
  LoggerOptions,
  LogLevel,
  LogFields,
  Meter,
  Counter,
  Gauge,
  Histogram,
  MetricOptions,
  UntilOptions,
  TaskGroup,
} from "../util/index.ts";
