/** Meters for Prometheus: exposition text without another package, and an adapter for `prom-client`. */
export { newPromClientMeter, newPrometheusMeter } from "../prometheus/index.ts";
export type { PrometheusMeter } from "../prometheus/index.ts";
