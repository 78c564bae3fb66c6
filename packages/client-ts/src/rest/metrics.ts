import type { Counter, Histogram, Meter } from "../util/index.ts";

/** The measurements of a REST client, under the names that client-go gives them. */
export interface RestMetrics {
  /** Requests by `code` (or `<error>`), `method` and `host`. */
  readonly requests: Counter;
  /** Seconds until the answer's head, by `verb` and `host`. */
  readonly duration: Histogram;
  /** Bytes sent and received, by `verb` and `host`. */
  readonly requestSize: Histogram;
  readonly responseSize: Histogram;
  /** Seconds spent waiting for the rate limiter, by `verb` and `host`. */
  readonly rateLimiter: Histogram;
  /** Attempts beyond the first, by `code`, `verb` and `host`. */
  readonly retries: Counter;
}

const byVerb = ["verb", "host"];
const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const bytes = [64, 256, 512, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];

/** Makes the metrics of a REST client. */
export function restMetrics(meter: Meter): RestMetrics {
  return {
    requests: meter.counter("rest_client_requests_total", {
      help: "HTTP requests by code, method and host",
      labelNames: ["code", "method", "host"],
    }),
    duration: meter.histogram("rest_client_request_duration_seconds", {
      help: "Seconds until an answer by verb and host",
      unit: "s",
      labelNames: byVerb,
      buckets: seconds,
    }),
    requestSize: meter.histogram("rest_client_request_size_bytes", {
      help: "Size of requests by verb and host",
      unit: "By",
      labelNames: byVerb,
      buckets: bytes,
    }),
    responseSize: meter.histogram("rest_client_response_size_bytes", {
      help: "Size of answers by verb and host",
      unit: "By",
      labelNames: byVerb,
      buckets: bytes,
    }),
    rateLimiter: meter.histogram("rest_client_rate_limiter_duration_seconds", {
      help: "Seconds spent waiting for the client's rate limiter by verb and host",
      unit: "s",
      labelNames: byVerb,
      buckets: seconds,
    }),
    retries: meter.counter("rest_client_request_retries_total", {
      help: "Attempts beyond the first by code, verb and host",
      labelNames: ["code", ...byVerb],
    }),
  };
}
