/** Decides when a request may go out. */
export interface RateLimiter {
  /** Resolves when the next request may be sent; rejects with an AbortedError when the signal fires first. */
  wait(options?: { readonly signal?: AbortSignal }): Promise<void>;
  /** Takes one request's share if it is there right now. */
  tryAccept(): boolean;
  /** Requests per second. */
  readonly qps: number;
}
