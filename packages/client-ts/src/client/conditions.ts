import type { Condition, KubeObject } from "../meta/index.ts";
import { getNested } from "../meta/index.ts";
import { describeCondition } from "./describe-state.ts";
import type { PresentCondition, WaitCondition } from "./wait-for.ts";

/** The object exists. */
export function created(): <S extends KubeObject>(object: S | undefined) => object is S {
  return present(() => true, "an object of that name");
}

/**
 * The object is gone. With a `uid`, another object of that name counts as gone too, so that a quick recreation is not
 * waited for.
 */
export function deleted(uid?: string): WaitCondition<KubeObject> {
  return described(
    (object) => object === undefined || (uid !== undefined && object.metadata?.uid !== uid),
    uid === undefined ? "the object to be deleted" : `the object with uid ${uid} to be deleted`,
  );
}

/**
 * `status.conditions` has this type with this status, and its observed generation is not older than the object: as
 * `kubectl wait --for=condition`.
 */
export function condition(type: string, status = "True"): <S extends KubeObject>(object: S | undefined) => object is S {
  return present((object) => {
    const found = conditionsOf(object).find((one) => one.type.toLowerCase() === type.toLowerCase());
    if (found === undefined || found.status.toLowerCase() !== status.toLowerCase()) return false;
    const observed = found.observedGeneration ?? numberAt(object, "status", "observedGeneration");
    return observed === undefined || observed >= (object.metadata?.generation ?? 0);
  }, `the condition ${type}=${status}`);
}

/**
 * The field is there and has this value: `field(["status", "phase"], "Bound")`. Without a value, it is enough that it
 * is there and not empty.
 */
export function field(
  path: readonly string[],
  value?: string | number | boolean,
): <S extends KubeObject>(object: S | undefined) => object is S {
  return present(
    (object) => {
      const found = getNested(object, path);
      return value === undefined ? found !== undefined && found !== null && found !== "" : found === value;
    },
    `${path.join(".")} ${value === undefined ? "to be set" : `to be ${JSON.stringify(value)}`}`,
  );
}

/** The Pod is running, and has not ended. */
export function podRunning(): <S extends KubeObject>(object: S | undefined) => object is S {
  return field(["status", "phase"], "Running");
}

/** The Pod runs and all its containers and readiness gates say that they are ready. */
export function podReady(): <S extends KubeObject>(object: S | undefined) => object is S {
  return condition("Ready");
}

/** The Job has completed. */
export function jobComplete(): <S extends KubeObject>(object: S | undefined) => object is S {
  return condition("Complete");
}

/** The Job has failed. */
export function jobFailed(): <S extends KubeObject>(object: S | undefined) => object is S {
  return condition("Failed");
}

/**
 * The Deployment has rolled out what its spec now says: the controller has seen it, every replica is new, and none of
 * the old ones is left. Not the same as "Available", which an old version can be.
 */
export function deploymentComplete(): <S extends KubeObject>(object: S | undefined) => object is S {
  return present((object) => {
    if ((numberAt(object, "status", "observedGeneration") ?? 0) < (object.metadata?.generation ?? 0)) return false;
    const wanted = numberAt(object, "spec", "replicas") ?? 1;
    const updated = numberAt(object, "status", "updatedReplicas") ?? 0;
    const all = numberAt(object, "status", "replicas") ?? 0;
    const available = numberAt(object, "status", "availableReplicas") ?? 0;
    return updated >= wanted && all <= updated && available >= updated;
  }, "a complete rollout");
}

/**
 * The CustomResourceDefinition is established and its names are accepted. Discovery may still lag behind for a moment.
 */
export function crdEstablished(): <S extends KubeObject>(object: S | undefined) => object is S {
  return and(condition("Established"), condition("NamesAccepted"));
}

/** The Service has an address from its load balancer. */
export function serviceHasLoadBalancer(): <S extends KubeObject>(object: S | undefined) => object is S {
  return present(hasIngressAddress, "an address of a load balancer");
}

/** The Ingress has an address. */
export function ingressProvisioned(): <S extends KubeObject>(object: S | undefined) => object is S {
  return present(hasIngressAddress, "an address of a load balancer");
}

/** The condition does not hold. */
export function not<S extends KubeObject>(inner: WaitCondition<S>): WaitCondition<S> {
  return described(async (object) => !(await inner(object)), `not (${describeCondition(inner)})`);
}

/** All of the conditions hold. */
export function and(
  first: PresentCondition<KubeObject>,
  ...others: PresentCondition<KubeObject>[]
): <S extends KubeObject>(object: S | undefined) => object is S;
export function and<S extends KubeObject>(...inner: WaitCondition<S>[]): WaitCondition<S>;
export function and<S extends KubeObject>(...inner: WaitCondition<S>[]): WaitCondition<S> {
  return described(combine(inner, false), inner.map(describeCondition).join(" and "));
}

/** At least one of the conditions holds. */
export function or<S extends KubeObject>(...inner: WaitCondition<S>[]): WaitCondition<S> {
  return described(combine(inner, true), inner.map(describeCondition).join(" or "));
}

/**
 * Calls one condition after the other until one gives `ends`. Only promises are awaited, so that the result of
 * synchronous conditions is synchronous.
 */
function combine<S extends KubeObject>(inner: readonly WaitCondition<S>[], ends: boolean): WaitCondition<S> {
  return (object) => {
    for (const [index, one] of inner.entries()) {
      const answer = one(object);
      if (typeof answer !== "boolean") {
        return Promise.resolve(answer).then((value) =>
          value === ends ? ends : combine(inner.slice(index + 1), ends)(object),
        );
      }
      if (answer === ends) return ends;
    }
    return !ends;
  };
}

/** A condition on an object that must exist; the description says in words what is waited for. */
export function present(
  test: (object: KubeObject) => boolean,
  description: string,
): <S extends KubeObject>(object: S | undefined) => object is S {
  return described(
    <S extends KubeObject>(object: S | undefined): object is S => object !== undefined && test(object),
    description,
  );
}

function described<F extends object>(condition: F, description: string): F {
  return Object.assign(condition, { description });
}

function conditionsOf(object: KubeObject): readonly Condition[] {
  const conditions = getNested(object, ["status", "conditions"]);
  return Array.isArray(conditions) ? (conditions as Condition[]) : [];
}

function hasIngressAddress(object: KubeObject): boolean {
  const ingress = getNested(object, ["status", "loadBalancer", "ingress"]);
  return (
    Array.isArray(ingress) &&
    ingress.some((one: { ip?: string | undefined; hostname?: string | undefined }) => Boolean(one.ip || one.hostname))
  );
}

function numberAt(object: KubeObject, ...path: readonly string[]): number | undefined {
  const value = getNested(object, path);
  return typeof value === "number" ? value : undefined;
}
