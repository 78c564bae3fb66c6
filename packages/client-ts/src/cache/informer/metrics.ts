import type { Counter, Gauge, Meter } from "../../util/index.ts";

/** What an informer measures about its handlers. */
export interface InformerMetrics {
  readonly handlerErrors: Counter;
  readonly coalesced: Counter;
  readonly pending: Gauge;
  readonly undecodable: Counter;
  readonly name: string;
}

const byHandler = ["name", "handler"];

/** The metrics of the informer with this name. */
export function informerMetrics(meter: Meter, name: string): InformerMetrics {
  return {
    name,
    handlerErrors: meter.counter("client_ts_informer_handler_errors_total", {
      help: "Callbacks that threw or rejected",
      labelNames: byHandler,
    }),
    coalesced: meter.counter("client_ts_informer_coalesced_total", {
      help: "Notifications spared because a handler was slow",
      labelNames: byHandler,
    }),
    pending: meter.gauge("client_ts_informer_handler_pending", {
      help: "Notifications that wait for a handler",
      labelNames: byHandler,
    }),
    undecodable: meter.counter("client_ts_informer_undecodable_objects_total", {
      help: "Objects that cannot be decoded, each counted once",
      labelNames: ["name"],
    }),
  };
}
