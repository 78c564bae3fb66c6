import { type Clock, systemClock } from "../util/index.ts";
import { formatTime } from "./time.ts";

/** What one aspect of an object's state is, as `status.conditions` has it. */
export interface Condition {
  type: string;
  status: "True" | "False" | "Unknown" | (string & {});
  reason?: string;
  message?: string;
  /** When `status` last changed. */
  lastTransitionTime?: string;
  observedGeneration?: number;
}

/** Options of {@link setCondition}. */
export interface SetConditionOptions {
  /** Gives `lastTransitionTime` when the new condition brings none. Default: the system's clock. */
  readonly clock?: Clock;
}

/** The condition of a type, or `undefined`. */
export function getCondition<C extends Condition>(conditions: readonly C[] | null | undefined, type: string): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether the condition of a type is there and its status is `"True"`. */
export function isConditionTrue(conditions: readonly Condition[] | null | undefined, type: string): boolean {
  return isCondition(conditions, type, "True");
}

/** Whether the condition of a type is there and its status is `"False"`. */
export function isConditionFalse(conditions: readonly Condition[] | null | undefined, type: string): boolean {
  return isCondition(conditions, type, "False");
}

/** Whether the condition of a type is there and has this status. */
export function isCondition(conditions: readonly Condition[] | null | undefined, type: string, status: Condition["status"]): boolean {
  return getCondition(conditions, type)?.status === status;
}

/**
 * The conditions with this one added or put in the place of the one of its type. `lastTransitionTime` moves only when `status` does: to
 * the time that the new condition brings, else to now. The list that was given is not changed, and is itself returned when there is nothing to change.
 */
export function setCondition<C extends Condition>(
  conditions: readonly C[] | null | undefined,
  condition: C,
  { clock = systemClock }: SetConditionOptions = {},
): readonly C[] {
  const present = conditions ?? [];
  const index = present.findIndex(({ type }) => type === condition.type);
  const old = present[index];
  const moved = old === undefined || old.status !== condition.status;
  const lastTransitionTime = moved ? condition.lastTransitionTime || formatTime(clock.now()) : old.lastTransitionTime;
  const next: C = { ...old, ...condition };
  if (lastTransitionTime === undefined) delete next.lastTransitionTime;
  else next.lastTransitionTime = lastTransitionTime;
  if (old === undefined) return [...present, next];
  const fields = ["status", "reason", "message", "lastTransitionTime", "observedGeneration"] as const;
  if (fields.every((field) => old[field] === next[field])) return present;
  return present.with(index, next);
}

/** The conditions without the one of this type; the same list when it is not there. */
export function removeCondition<C extends Condition>(conditions: readonly C[] | null | undefined, type: string): readonly C[] {
  const present = conditions ?? [];
  return present.some((condition) => condition.type === type) ? present.filter((condition) => condition.type !== type) : present;
}
