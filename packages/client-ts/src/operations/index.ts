/** Everyday operations as kubectl has them: rollouts, draining nodes, checking permissions. */
export type { Rollout, RolloutKind, RolloutTarget } from "./rollout.ts";
export type { WaitForRolloutOptions } from "./wait-for-rollout.ts";
export { RolloutError, waitForRollout } from "./wait-for-rollout.ts";
export type { RestartRolloutOptions } from "./restart-rollout.ts";
export { restartRollout } from "./restart-rollout.ts";
export type { UndoRolloutOptions, UndoRolloutResult } from "./undo-rollout.ts";
export { undoRollout } from "./undo-rollout.ts";
export type { DrainOptions, DrainResult } from "./drain.ts";
export { cordon, DrainError, drain, uncordon } from "./drain.ts";
export type { AccessReviewResult, AccessReviewSpec } from "./can-i.ts";
export { canI } from "./can-i.ts";
