/**
 * Makes callers that come while a call runs share that call and its result; the next call after it starts a new one.
 * Failures are shared too.
 */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  const byKey = singleFlightBy<undefined, T>(run);
  return () => byKey(undefined);
}

/** As {@link singleFlight}, for each key on its own. */
export function singleFlightBy<K, T>(run: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const flights = new Map<K, Promise<T>>();
  return (key) => {
    const running = flights.get(key);
    if (running !== undefined) return running;
    // `run` may throw at once; inside an async function that becomes a rejection like any other.
    const flight = (async () => run(key))().finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
