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

/**
 * Makes a function run at most once; later calls get the first result. A function that throws has run, and throws the
 * same again.
 */
export function once<T>(run: () => T): () => T {
  let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
  return () => {
    if (outcome === undefined) {
      try {
        outcome = { value: run() };
      } catch (error) {
        outcome = { error };
      }
    }
    if ("error" in outcome) throw outcome.error;
    return outcome.value;
  };
}
