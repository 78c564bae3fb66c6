/** Clocks for tests, logging and metrics interfaces, and repeated tasks. */
export { FakeClock, systemClock, noopLogger, until, TaskGroup } from "../util/index.ts";
export type { Clock, Timer, Logger, LogFields, Meter, Counter, Gauge, Histogram, MetricOptions, UntilOptions } from "../util/index.ts";
