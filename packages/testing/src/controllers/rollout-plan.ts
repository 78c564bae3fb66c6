import type { DeploymentSpec } from "client-ts/api/apps/v1";
import type { DeepReadonly } from "client-ts/meta";

/** A ReplicaSet as far as its size goes. */
export interface Desired {
  readonly name: string;
  readonly replicas: number;
}

/** A ReplicaSet and how many of its Pods are available. */
export interface Sized extends Desired {
  readonly available: number;
}

/** A ReplicaSet that gets another size. */
export interface Resize {
  readonly set: string;
  readonly replicas: number;
}

/** A number of Pods from a number or from a part of the whole in per cent. */
export function podsOf(value: number | string | undefined, whole: number, round: "up" | "down"): number {
  if (typeof value === "number") return value;
  const percent = Number(/^(\d+)%$/.exec(value ?? "")?.[1] ?? 0);
  return (round === "up" ? Math.ceil : Math.floor)((percent * whole) / 100);
}

/** How many Pods may be above and below the wanted number during a rollout; never neither. */
export function rolloutLimits({ replicas = 1, strategy }: DeepReadonly<DeploymentSpec>): {
  surge: number;
  unavailable: number;
} {
  if (strategy?.type === "Recreate") return { surge: 0, unavailable: replicas };
  const surge = podsOf(strategy?.rollingUpdate?.maxSurge ?? "25%", replicas, "up");
  const unavailable = podsOf(strategy?.rollingUpdate?.maxUnavailable ?? "25%", replicas, "down");
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : Math.min(unavailable, replicas) };
}

/**
 * The next step of a rollout: what to resize now. The new ReplicaSet grows within the surge; old ones shrink, those
 * with unavailable Pods first, as far as enough Pods stay available.
 */
export function planRollout(
  spec: DeepReadonly<DeploymentSpec>,
  current: Sized | undefined,
  old: readonly Sized[],
): Resize[] {
  const wanted = spec.replicas ?? 1;
  const live = old.filter(({ replicas }) => replicas > 0);
  if (spec.paused === true || current === undefined) return pausedPlan(wanted, current, live);
  if (spec.strategy?.type === "Recreate") {
    if (live.length > 0) return live.map(({ name }) => ({ set: name, replicas: 0 }));
    return current.replicas === wanted || old.some(({ available }) => available > 0)
      ? []
      : [{ set: current.name, replicas: wanted }];
  }
  const { surge, unavailable } = rolloutLimits(spec);
  const total = live.reduce((sum, { replicas }) => sum + replicas, current.replicas);
  const plan: Resize[] = [];
  let size = current.replicas;
  if (size > wanted) size = wanted;
  else if (total < wanted + surge) size = Math.min(wanted, size + wanted + surge - total);
  if (size !== current.replicas) plan.push({ set: current.name, replicas: size });
  return [...plan, ...shrink(live, current, wanted - unavailable)];
}

function shrink(live: readonly Sized[], current: Sized, least: number): Resize[] {
  const sizes = new Map(live.map(({ name, replicas }) => [name, replicas]));
  const total = live.reduce((sum, { replicas }) => sum + replicas, current.replicas);
  let mayGo = total - least - Math.max(0, current.replicas - current.available);
  for (const { name, replicas, available } of live) {
    const unhealthy = Math.min(Math.max(0, replicas - available), Math.max(0, mayGo));
    sizes.set(name, replicas - unhealthy);
    mayGo -= unhealthy;
  }
  const available = live.reduce((sum, one) => sum + Math.min(one.available, one.replicas), current.available);
  mayGo = Math.min(mayGo, available - least);
  for (const { name } of live) {
    const go = Math.min(sizes.get(name)!, Math.max(0, mayGo));
    sizes.set(name, sizes.get(name)! - go);
    mayGo -= go;
  }
  return live
    .filter(({ name, replicas }) => sizes.get(name) !== replicas)
    .map(({ name }) => ({ set: name, replicas: sizes.get(name)! }));
}

/** A Deployment that does not roll out follows a change of its size with the ReplicaSet that is in use. */
function pausedPlan(wanted: number, current: Sized | undefined, live: readonly Sized[]): Resize[] {
  const [only] = [...live, ...(current === undefined ? [] : [current])].sort((a, b) => b.replicas - a.replicas);
  if (only === undefined || live.length > 1 || (live.length === 1 && (current?.replicas ?? 0) > 0)) return [];
  return only.replicas === wanted ? [] : [{ set: only.name, replicas: wanted }];
}
