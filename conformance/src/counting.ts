import { connect as dialTcp } from "node:net";
import type { RestConfig } from "client-ts/rest";

/** What a client did to the wire. */
export interface WireCounts {
  /** TCP connections that were opened. */
  opened: number;
  watches: number;
  /** Every other request. */
  others: number;
}

/** The same configuration, and its connections and requests are counted. */
export function counting(config: RestConfig, count: WireCounts): RestConfig {
  return {
    ...config,
    dial: ({ host, port }) =>
      new Promise((resolve, reject) => {
        count.opened++;
        const socket = dialTcp({ host, port }, () => resolve(socket));
        socket.once("error", reject);
      }),
    interceptors: [
      (next) => (request) => {
        if (request.purpose === "watch") count.watches++;
        else count.others++;
        return next(request);
      },
    ],
  };
}
