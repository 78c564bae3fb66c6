/** Clocks for tests, logging and metrics interfaces, and repeated tasks. */
export { FakeClock, systemClock, newLogger, newPinoLogger, silentLogger, until, newTaskGroup } from "../util/index.ts";
export type {
  Clock,
  Logger,
  Meter,
  Counter,
  Gauge,
  Histogram,
  TaskGroup,
} from "../util/index.ts";
