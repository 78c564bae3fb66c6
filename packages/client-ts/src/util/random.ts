/**
 * Randomness as the library sees it: a number in [0, 1), as `Math.random` gives. Handed in, so that a seed replays a
 * run.
 */
export type Random = () => number;
