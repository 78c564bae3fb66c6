export { newPrometheusMeter } from "./prometheus-meter.ts";
export type { PrometheusMeter, PrometheusMeterOptions } from "./prometheus-meter.ts";
export { newPromClientMeter } from "./prom-client-meter.ts";
export type { PromClient, PromClientMeterOptions } from "./prom-client-meter.ts";
