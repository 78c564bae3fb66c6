export { newOpenTelemetryMeter } from "./opentelemetry-meter.ts";
export type { OpenTelemetryMeter } from "./opentelemetry-meter.ts";
