import type { Random } from "./random.ts";

/** The machine's own randomness. Good for jitter, not for secrets. */
export const systemRandom: Random = () => Math.random();
