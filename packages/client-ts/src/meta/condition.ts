import { type Clock, systemClock } from "../util/index.ts";
import { formatTime } from "./time.ts";

/** What one aspect of an object's state is, as `status.conditions` has it. */
export interface Condition {
  type: string;
  status: "True" | "False" | "Unknown";
  reason?: string;
  message?: string;
  /** When `status` last changed. */
  lastTransitionTime?: string;
  observedGeneration?: number;
}

/** A condition of any kind, as objects of yours, of a server and of a cache have it. */
export interface ConditionLike {
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly lastTransitionTime?: string | undefined;
  readonly observedGeneration?: number | undefined;
}

/** Options of {@link setCondition}. */
export interface SetConditionOptions {
  /** Gives `lastTransitionTime` when the new condition brings none. Default: the system's clock. */
  readonly clock?: Clock | undefined;
}

/** The condition of a type, or `undefined`. */
export function getCondition<C extends ConditionLike>(
  conditions: readonly C[] | null | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type);
}

/** Whether the condition of a type is there and its status is `"True"`. */
export function isConditionTrue(conditions: readonly ConditionLike[] | null | undefined, type: string): boolean {
  return isCondition(conditions, type, "True");
}

/** Whether the condition of a type is there and its status is `"False"`. */
export function isConditionFalse(conditions: readonly ConditionLike[] | null | undefined, type: string): boolean {
  return isCondition(conditions, type, "False");
}

/** Whether the condition of a type is there and has this status. */
export function isCondition(
  conditions: readonly ConditionLike[] | null | undefined,
  type: string,
  status: Condition["status"],
): boolean {
  return getCondition(conditions, type)?.status === status;
}

/**
 * The conditions with this one added or put in the place of the one of its type. `lastTransitionTime` changes only when
 * `status` does: to the time that the new condition brings, else to now. The given list is not changed; it is itself
 * returned when there is nothing to change.
 */
export function setCondition<C extends ConditionLike>(
  conditions: readonly C[] | null | undefined,
  condition: NoInfer<C> & Readonly<Pick<Condition, "type" | "status">>,
  { clock = systemClock }: SetConditionOptions = {},
): C[] {
  const present = (conditions ?? []) as C[];
  const index = present.findIndex(({ type }) => type === condition.type);
  const old = present[index];
  const moved = old === undefined || old.status !== condition.status;
  const lastTransitionTime = moved ? condition.lastTransitionTime || formatTime(clock.now()) : old.lastTransitionTime;
  const { lastTransitionTime: _given, ...rest } = { ...old, ...condition };
  const next = (lastTransitionTime === undefined ? rest : { ...rest, lastTransitionTime }) as unknown as C;
  if (old === undefined) return [...present, next];
  const fields = ["status", "reason", "message", "lastTransitionTime", "observedGeneration"] as const;
  if (fields.every((field) => old[field] === next[field])) return present;
  return present.with(index, next);
}

/** The conditions without the one of this type; the same list when it is not there. */
export function removeCondition<C extends ConditionLike>(
  conditions: readonly C[] | null | undefined,
  type: string,
): C[] {
  const present = (conditions ?? []) as C[];
  return present.some((condition) => condition.type === type)
    ? present.filter((condition) => condition.type !== type)
    : present;
}
