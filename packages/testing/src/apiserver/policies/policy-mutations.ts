import { applyJsonPatch, type JsonPatchOperation, PatchError } from "client-ts/meta";
import { defined } from "client-ts/internal";
import { ApiError, failure } from "../api-error.ts";
import { jsonValue, literalType, misplacedTypes } from "../cel/object-literals.ts";
import { dynamicValue } from "../cel/values.ts";
import type { Call } from "../core.ts";
import { pruneCustom } from "../crd/prune.ts";
import { readFields } from "../field-validation.ts";
import type { FieldType } from "../managed-fields/field-type.ts";
import { mergeObjects } from "../managed-fields/merge.ts";
import { fieldTypeOf } from "../managed-fields/track.ts";
import { type ApiObject, copyJson, field, groupVersion, isObject, type Json, sameJson } from "../objects.ts";
import { TypeMismatchError } from "../typed.ts";
import { attributesOf } from "../webhooks/match-webhook.ts";
import {
  type BoundPolicy,
  boundPolicies,
  conditionsHold,
  defineVariables,
  hasBindings,
  isStrict,
  listIn,
  noParams,
  paramsOf,
  valuesOf,
} from "./bound-policies.ts";
import { evaluate } from "./expressions.ts";

/** A mutation that cannot be made. */
class MutationError extends Error {}

/** A policy with a binding and one object of parameters. */
interface Invocation extends BoundPolicy {
  readonly params: ApiObject | null;
  /** The same in every pass over the policies. */
  readonly key: string;
}

/** One write, whose object the MutatingAdmissionPolicies that are bound may change. */
export class PolicyMutations {
  readonly #call: Call;
  readonly #old: ApiObject | undefined;
  /** Completes an object after a mutation. */
  readonly #complete: (object: ApiObject) => void;
  readonly #asked = new Set<string>();

  constructor(call: Call, old: ApiObject | undefined, complete: (object: ApiObject) => void) {
    this.#call = call;
    this.#old = old;
    this.#complete = complete;
  }

  /** The object after all policies; `undefined` when none changed it. Throws when one refuses it. */
  first(object: ApiObject): ApiObject | undefined {
    return this.#run(object, ({ key }) => {
      this.#asked.add(key);
      return true;
    });
  }

  /** The same for the policies that were asked and want to see what came after them. */
  again(object: ApiObject): ApiObject | undefined {
    const wants = ({ policy, key }: Invocation): boolean =>
      this.#asked.has(key) && field(policy, "spec", "reinvocationPolicy") === "IfNeeded";
    return this.#asked.size === 0 ? undefined : this.#run(object, wants);
  }

  #run(object: ApiObject, wanted: (invocation: Invocation) => boolean): ApiObject | undefined {
    if (!hasBindings(this.#call.core, "mutating")) return undefined;
    let current = copyJson(object) as ApiObject;
    // A new object has no identity yet when it is changed.
    if (this.#old === undefined) {
      delete current.metadata.uid;
      delete current.metadata.creationTimestamp;
    }
    const before = current;
    const denials: string[] = [];
    const deny = ({ policy, binding }: BoundPolicy, why: string): void => {
      const who = `policy '${policy.metadata.name}' with binding '${binding.metadata.name}'`;
      if (isStrict(policy)) denials.push(`${who} denied request: ${why}`);
    };
    for (const invocation of this.#invocations(current, deny)) {
      const values = valuesOf(this.#call, attributesOf(this.#call, current, this.#old), invocation.params);
      const { policy } = invocation;
      const holds = conditionsHold(policy, values);
      if (typeof holds === "string") deny(invocation, holds);
      if (holds !== true || !wanted(invocation)) continue;
      defineVariables(values, listIn(policy, "variables"));
      for (const mutation of listIn(policy, "mutations")) {
        try {
          const mutated = this.#mutated(current, mutation, values);
          if (mutated === undefined) continue;
          current = mutated;
          values["object"] = dynamicValue(current);
        } catch (error) {
          if (!(error instanceof MutationError)) throw error;
          deny(invocation, error.message);
        }
      }
    }
    if (denials.length > 0) throw this.#refusal(denials, object);
    return sameJson(current, before) ? undefined : current;
  }

  /** What covers the write as it came; what one policy changes does not bring in another. */
  #invocations(object: ApiObject, deny: (bound: BoundPolicy, why: string) => void): Invocation[] {
    const attributes = attributesOf(this.#call, object, this.#old);
    return [...boundPolicies(attributes, "mutating")].flatMap((bound) => {
      const { policy, binding } = bound;
      const params = paramsOf(this.#call.core, attributes, policy, binding);
      if (params === undefined) {
        if (field(binding, "spec", "paramRef", "parameterNotFoundAction") !== "Allow") deny(bound, noParams);
        return [];
      }
      return params.map((one) => {
        const names = [policy, binding, one].map((each) => [each?.metadata.namespace, each?.metadata.name]);
        return { ...bound, params: one, key: JSON.stringify(names) };
      });
    });
  }

  /** An object after one mutation; `undefined` when that does nothing here. */
  #mutated(object: ApiObject, mutation: Json, values: Record<string, unknown>): ApiObject | undefined {
    const isPatch = mutation["patchType"] === "JSONPatch";
    const expression = String(field(mutation, isPatch ? "jsonPatch" : "applyConfiguration", "expression") ?? "");
    const outcome = evaluate(expression, values);
    if ("isSkipped" in outcome) return undefined;
    if ("problem" in outcome)
      throw new MutationError(`expression '${expression}' resulted in error: ${outcome.problem}`);
    const mutated = isPatch ? patched(object, outcome.value) : this.#configured(object, outcome.value);
    if (mutated === undefined) return undefined;
    const { custom } = this.#call.resource;
    if (custom !== undefined) pruneCustom(mutated, custom);
    this.#complete(mutated);
    return mutated;
  }

  /** An object with a configuration over it, merged as server-side apply does. */
  #configured(object: ApiObject, value: unknown): ApiObject {
    if (literalType(value) !== "Object") throw new MutationError("must evaluate to Object");
    refuseMisplaced(value, "Object");
    const config = jsonValue(value) as Json;
    const { resource } = this.#call;
    const type = fieldTypeOf(this.#call);
    const full = { ...config, apiVersion: groupVersion(resource), kind: resource.kind };
    const failed = (why: string): MutationError => new MutationError(`error applying patch: ${why}`);
    try {
      // Reading drops what the type does not have.
      const whole = copyJson({ metadata: {}, ...full }) as ApiObject;
      const [unknown] = readFields(resource, whole);
      if (unknown !== undefined)
        throw failed(`failed to convert patch object to typed object: .${unknown}: field not declared in schema`);
    } catch (error) {
      if (!(error instanceof TypeMismatchError)) throw error;
      throw failed(`failed to convert patch object to typed object: ${error.applyMessage}`);
    }
    const atomics = atomicsIn(config, type, "");
    if (atomics.length > 0)
      throw failed(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(", ")}`);
    return copyJson(mergeObjects(object, config, type)) as ApiObject;
  }

  /** The real server answers with the code 403 and the reason `Invalid`. */
  #refusal(denials: readonly string[], object: ApiObject): ApiError {
    const { group, plural } = this.#call.resource;
    const details = {
      name: object.metadata.name ?? "",
      ...defined({ group: group || undefined }),
      kind: plural,
      causes: denials.map((message) => ({ message })),
    };
    return new ApiError(failure(403, "Invalid", denials[0]!, details));
  }
}

function patched(object: ApiObject, value: unknown): ApiObject | undefined {
  const items = Array.isArray(value) ? value : [];
  const operations = items.map((item) => {
    const given = isObject(item) ? item["value"] : undefined;
    const type = literalType(given);
    if (type !== undefined) refuseMisplaced(given, type);
    return jsonValue(item) as JsonPatchOperation;
  });
  try {
    return applyJsonPatch(object, operations, { dialect: "apiserver" });
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    // A patch whose test fails is not meant for this object.
    if (error.reason === "TestFailed") return undefined;
    throw new MutationError(`JSON Patch: ${error.message}`);
  }
}

function refuseMisplaced(value: unknown, root: string): void {
  const misplaced = misplacedTypes(value, [root]);
  if (misplaced.length > 0) throw new MutationError(`type mismatch: ${misplaced.join("\n")}`);
}

/** The paths of a configuration at which something is owned as a whole: a part of it cannot be merged. */
function atomicsIn(value: unknown, type: FieldType, path: string): string[] {
  if (Array.isArray(value)) {
    const own = type.list === "atomic" ? [path] : [];
    return [...own, ...value.flatMap((item, index) => atomicsIn(item, type.items, `${path}[${index}]`))];
  }
  if (!isObject(value)) return [];
  const members = Object.entries(value).flatMap(([name, item]) => {
    const member = type.member(name);
    return member.declared ? atomicsIn(item, member.type, `${path}.${name}`) : [];
  });
  return [...(type.atomic ? [path] : []), ...members];
}
