/**
 * Calls `onStop` on the first SIGINT or SIGTERM and `onForce` on the second. Returns a function that removes the
 * listeners.
 */
export function onProcessSignals(onStop: (signal: string) => void, onForce: (signal: string) => void): () => void {
  let stopping = false;
  const listener = (signal: NodeJS.Signals): void => {
    if (stopping) onForce(signal);
    else {
      stopping = true;
      onStop(signal);
    }
  };
  process.on("SIGINT", listener).on("SIGTERM", listener);
  return () => process.off("SIGINT", listener).off("SIGTERM", listener);
}
