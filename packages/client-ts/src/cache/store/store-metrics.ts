import type { Gauge, Meter } from "../../util/index.ts";

/** Which cache a measurement belongs to. */
export interface StoreIdentity {
  /** The informer's name, one per process. */
  readonly name: string;
  readonly group?: string;
  readonly version?: string;
  readonly resource: string;
}

/** Measurements of one store. */
export interface StoreMetrics {
  /** The version up to which the store is complete. */
  setResourceVersion(resourceVersion: string): void;
}

let processMeter: Meter | undefined;

/**
 * Where stores measure that have an identity but were given no meter. Can be set once; later calls do nothing and say
 * `false`.
 */
export function setDefaultStoreMeter(meter: Meter): boolean {
  if (processMeter !== undefined) return false;
  processMeter = meter;
  return true;
}

/**
 * Measurements for a store with this identity; `undefined` when there is no identity, or no meter, given or for the
 * process ({@link setDefaultStoreMeter}), so that nothing is measured.
 */
export function newStoreMetrics(
  identity: StoreIdentity | undefined,
  meter: Meter | undefined = processMeter,
): StoreMetrics | undefined {
  if (identity === undefined || meter === undefined) return undefined;
  const { name, group = "", version = "", resource } = identity;
  const labels = { name, group, version, resource };
  const gauge: Gauge = meter.gauge("informer_store_resource_version", {
    help: "The resourceVersion up to which the store is complete",
  });
  return {
    setResourceVersion(resourceVersion) {
      const value = Number(resourceVersion);
      if (resourceVersion !== "" && Number.isFinite(value)) gauge.set(value, labels);
    },
  };
}
