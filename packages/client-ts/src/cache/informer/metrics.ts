import type { Meter } from "../../util/index.ts";

/** What an informer measures about its objects and its handlers. */
export interface InformerMetrics {
  /** An object that cannot be decoded was found. */
  undecodable(): void;
  /** The measurements of one handler; its name is used by no other handler of the informer. */
  forHandler(handler: string): HandlerMetrics;
}

/** What is measured about one handler. Nothing is measured after `end`, which ends the series. */
export interface HandlerMetrics {
  failed(): void;
  coalesced(count: number): void;
  pending(count: number): void;
  end(): void;
}

const byHandler = ["name", "handler"];

/** The metrics of the informer with this name. */
export function informerMetrics(meter: Meter, name: string): InformerMetrics {
  const errors = meter.counter("client_ts_informer_handler_errors_total", {
    help: "Callbacks that threw or rejected",
    labelNames: byHandler,
  });
  const coalesced = meter.counter("client_ts_informer_coalesced_total", {
    help: "Notifications merged because a handler was slow",
    labelNames: byHandler,
  });
  const pending = meter.gauge("client_ts_informer_handler_pending", {
    help: "Notifications that wait for a handler",
    labelNames: byHandler,
  });
  const undecodable = meter.counter("client_ts_informer_undecodable_objects_total", {
    help: "Objects that cannot be decoded, each counted once",
    labelNames: ["name"],
  });
  return {
    undecodable: () => undecodable.add(1, { name }),
    forHandler(handler) {
      const labels = { name, handler };
      let ended = false;
      // A callback that was under way when its handler was removed may still fail.
      const unlessEnded = (measure: () => void): void => {
        if (!ended) measure();
      };
      return {
        failed: () => unlessEnded(() => errors.add(1, labels)),
        coalesced: (count) => unlessEnded(() => coalesced.add(count, labels)),
        pending: (count) => unlessEnded(() => pending.set(count, labels)),
        end() {
          ended = true;
          for (const metric of [errors, coalesced, pending]) metric.remove?.(labels);
        },
      };
    },
  };
}
