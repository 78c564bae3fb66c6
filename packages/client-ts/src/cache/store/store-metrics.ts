import type { Gauge, Meter } from "../../util/index.ts";

/** Which cache a measurement belongs to. */
export interface StoreIdentity {
  /** The informer's name. */
  readonly name: string;
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly resource: string;
}

/** Measurements of one store. */
export interface StoreMetrics {
  /** The version up to which the store is complete. */
  setResourceVersion(resourceVersion: string): void;
  /** Ends the series: the store is not updated any more. */
  end(): void;
}

/** Measurements for the store of an informer: a gauge of the version up to which the store is complete. */
export function newStoreMetrics(identity: StoreIdentity, meter: Meter): StoreMetrics {
  const { name, group = "", version = "", resource } = identity;
  const labels = { name, group, version, resource };
  const gauge: Gauge = meter.gauge("informer_store_resource_version", {
    help: "The resourceVersion up to which the store is complete",
    labelNames: Object.keys(labels),
  });
  return {
    setResourceVersion(resourceVersion) {
      const value = Number(resourceVersion);
      if (resourceVersion !== "" && Number.isFinite(value)) gauge.set(value, labels);
    },
    end: () => gauge.remove?.(labels),
  };
}
