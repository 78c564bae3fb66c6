/** Everyday operations as kubectl has them: rollouts, draining nodes, asking what one may do. */
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
export type { AccessQuestion, DrainOptions, RolloutKind } from "../operations/index.ts";
