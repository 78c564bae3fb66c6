/** Counts turns of the event loop, until the function that it gives is called; that one says how many there were. */
export function countTurns(): () => number {
  let turns = 0;
  let counting = true;
  const turn = (): void => {
    turns++;
    if (counting) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    counting = false;
    return turns;
  };
}
