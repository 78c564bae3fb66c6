import type { Counter, Gauge, Histogram, Meter } from "../util/index.ts";

/**
 * Measures a certificate manager, by its `name`. client-go leaves the names to its users, hence our prefix:
 * `client_ts_certificate_rotation_age_seconds`, `client_ts_certificate_renew_failures_total` and
 * `client_ts_certificate_expiration_timestamp_seconds`.
 */
export class CertificateManagerMetrics {
  readonly #name: string;
  readonly #age: Histogram;
  readonly #failures: Counter;
  readonly #expiration: Gauge;

  constructor(meter: Meter, name: string) {
    this.#name = name;
    const labelNames = ["name"];
    this.#age = meter.histogram("client_ts_certificate_rotation_age_seconds", {
      help: "How old a certificate was when it was replaced.",
      unit: "seconds",
      labelNames,
      buckets: [600, 3_600, 4 * 3_600, 86_400, 7 * 86_400, 30 * 86_400, 91 * 86_400, 183 * 86_400, 365 * 86_400],
    });
    this.#failures = meter.counter("client_ts_certificate_renew_failures_total", {
      help: "Requests for a certificate that failed.",
      labelNames,
    });
    this.#expiration = meter.gauge("client_ts_certificate_expiration_timestamp_seconds", {
      help: "When the certificate expires, in seconds since 1970.",
      unit: "seconds",
      labelNames,
    });
  }

  rotated(ageSeconds: number): void {
    this.#age.observe(ageSeconds, { name: this.#name });
  }

  failed(): void {
    this.#failures.add(1, { name: this.#name });
  }

  expires(timestampSeconds: number): void {
    this.#expiration.set(timestampSeconds, { name: this.#name });
  }
}
