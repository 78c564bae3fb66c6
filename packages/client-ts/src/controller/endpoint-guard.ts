/** The facts of a request to a metrics or health server that decide whether it is answered. */
export interface EndpointRequest {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

/** Whether an address is reached from this machine alone. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/**
 * The status with which a request is refused; `undefined` when it may be answered. A page in a browser on this machine
 * can send requests to loopback addresses, also under a name that it makes point here. Neither a scraper nor a kubelet
 * sends an `Origin`, and both name the address that they call.
 */
export function refusalOf({ method, host, origin }: EndpointRequest, listensOn: string): number | undefined {
  if (method !== "GET" && method !== "HEAD") return 405;
  if (origin !== undefined) return 403;
  if (!isLoopback(listensOn)) return undefined;
  return host !== undefined && isLoopback(host.replace(/:\d+$/, "")) ? undefined : 421;
}
