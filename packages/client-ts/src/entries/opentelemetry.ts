/** A meter that measures with OpenTelemetry; `@opentelemetry/api` is an optional peer. */
export { newOpenTelemetryMeter } from "../opentelemetry/index.ts";
