/** Everyday operations as kubectl has them: rollouts, draining nodes, checking permissions. */
export {
  canI,
  cordon,
  DrainError,
  drain,
  RolloutError,
  restartRollout,
  uncordon,
  undoRollout,
  waitForRollout,
} from "../operations/index.ts";
export type { AccessReviewSpec, DrainOptions, RolloutKind } from "../operations/index.ts";
