/** Time, randomness, reporting and small data structures that every room uses. Knows nothing of Kubernetes. */
export type { Clock, Timer, TimerOptions } from "./clock.ts";
export { FakeClock } from "./fake-clock.ts";
export type { LogFields, Logger } from "./logger.ts";
export { noopLogger } from "./logger.ts";
export type { Counter, Gauge, Histogram, Labels, Meter, MetricOptions } from "./meter.ts";
export { noopMeter } from "./meter.ts";
export type { Random } from "./random.ts";
export { RingBuffer } from "./ring-buffer.ts";
export { systemClock } from "./system-clock.ts";
export type { OnUnexpectedError } from "./unexpected.ts";
