import { defined } from "client-ts/internal";
import { ApiError, failure } from "../api-error.ts";
import type { Call } from "../core.ts";
import { type ApiObject, field, type Json } from "../objects.ts";
import { type AdmissionAttributes, attributesOf } from "../webhooks/match-webhook.ts";
import {
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

/** Why a policy refuses a write. */
interface Denial {
  readonly message: string;
  readonly reason: string;
}

/**
 * Holds a write to the ValidatingAdmissionPolicies that are bound: throws what the first of them refuses, and warns
 * where a binding says so. An expression that uses what is not offered here lets every write pass.
 */
export function checkPolicies(call: Call, object: ApiObject | undefined, old: ApiObject | undefined): void {
  if (!hasBindings(call.core, "validating")) return;
  const attributes = attributesOf(call, object, old);
  for (const { policy, binding } of boundPolicies(attributes, "validating")) {
    for (const denial of denialsOf(call, attributes, policy, binding)) {
      const who = `ValidatingAdmissionPolicy '${policy.metadata.name}' with binding '${binding.metadata.name}'`;
      const actions = field(binding, "spec", "validationActions");
      const acts = Array.isArray(actions) ? actions : [];
      if (acts.includes("Warn")) call.warnings.push(`Validation failed for ${who}: ${denial.message}`);
      if (acts.includes("Deny")) throw refusal(attributes, denial, `${who} denied request: ${denial.message}`);
    }
  }
}

function* denialsOf(
  call: Call,
  attributes: AdmissionAttributes,
  policy: ApiObject,
  binding: ApiObject,
): Iterable<Denial> {
  const params = paramsOf(call.core, attributes, policy, binding);
  if (params === undefined) {
    const action = field(binding, "spec", "paramRef", "parameterNotFoundAction");
    if (action !== "Allow" && isStrict(policy)) yield { message: noParams, reason: "Invalid" };
    return;
  }
  for (const one of params) yield* denialsWith(valuesOf(call, attributes, one), policy);
}

function* denialsWith(values: Record<string, unknown>, policy: ApiObject): Iterable<Denial> {
  const holds = conditionsHold(policy, values);
  if (holds !== true) {
    if (holds !== false && isStrict(policy)) yield { message: holds, reason: "Invalid" };
    return;
  }
  defineVariables(values, listIn(policy, "variables"));
  for (const validation of listIn(policy, "validations")) {
    const expression = String(validation["expression"]).trim();
    const outcome = evaluate(expression, values);
    if ("isSkipped" in outcome || ("value" in outcome && outcome.value === true)) continue;
    const reason = String(validation["reason"] ?? "Invalid");
    if ("value" in outcome) yield { message: messageOf(validation, expression, values), reason };
    else if (isStrict(policy))
      yield { message: `expression '${expression}' resulted in error: ${outcome.problem}`, reason: "Invalid" };
  }
}

function messageOf(validation: Json, expression: string, values: Record<string, unknown>): string {
  const { message, messageExpression } = validation;
  if (typeof messageExpression === "string") {
    const outcome = evaluate(messageExpression, values);
    if ("value" in outcome && typeof outcome.value === "string" && outcome.value.trim() !== "")
      return outcome.value.trim();
  }
  return typeof message === "string" && message !== "" ? message.trim() : `failed expression: ${expression}`;
}

const codes: Readonly<Record<string, number>> = { Forbidden: 403, Invalid: 422, RequestEntityTooLarge: 413 };

function refusal({ resource, name }: AdmissionAttributes, { reason, message }: Denial, text: string): ApiError {
  const { group, plural } = resource;
  const subject = group === "" ? plural : `${plural}.${group}`;
  const details = { name, ...defined({ group: group || undefined }), kind: plural, causes: [{ message: text }] };
  const shown = `${subject} ${JSON.stringify(name)} is forbidden: ${text}`;
  return new ApiError(failure(codes[reason] ?? 422, reason, message === "" ? subject : shown, details));
}
