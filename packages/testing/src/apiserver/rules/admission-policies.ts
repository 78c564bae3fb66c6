import { type FieldError, invalidValue, notSupported, required } from "../api-error.ts";
import { type ApiObject, field } from "../objects.ts";
import { compileProblem } from "../policies/expressions.ts";
import { listOf } from "./field-rules.ts";

const reasons = ["Forbidden", "Invalid", "RequestEntityTooLarge"];

/** What is wrong with a ValidatingAdmissionPolicy, apart from missing fields. */
export function validatingPolicyErrors({ spec }: ApiObject): FieldError[] {
  const errors = policyErrors(spec);
  for (const [index, validation] of listOf(spec, "validations").entries()) {
    const path = `spec.validations[${index}]`;
    const reason = field(validation, "reason");
    if (!String(field(validation, "expression") ?? "").trim())
      errors.push(required(`${path}.expression`, "expression is not specified"));
    else errors.push(...expressionErrors(validation, path, "expression", "bool"));
    errors.push(...expressionErrors(validation, path, "messageExpression", "string"));
    if (reason !== undefined && !reasons.includes(String(reason)))
      errors.push(notSupported(`${path}.reason`, reason, reasons));
  }
  return errors;
}

const patchTypes = { ApplyConfiguration: "applyConfiguration", JSONPatch: "jsonPatch" } as const;
const mutableOperations = ["*", "CONNECT", "CREATE", "UPDATE"];

/** What is wrong with a MutatingAdmissionPolicy, apart from missing fields. */
export function mutatingPolicyErrors({ spec }: ApiObject): FieldError[] {
  const errors = policyErrors(spec);
  for (const rule of listOf(field(spec, "matchConstraints"), "resourceRules"))
    for (const operation of listOf(rule, "operations"))
      if (!mutableOperations.includes(String(operation)))
        errors.push(notSupported("spec.matchConstraints.resourceRules.operations", operation, mutableOperations));
  for (const [index, mutation] of listOf(spec, "mutations").entries())
    errors.push(...mutationErrors(mutation, `spec.mutations[${index}]`));
  const reinvocation = field(spec, "reinvocationPolicy");
  if (!reinvocation) errors.push(required("spec.reinvocationPolicy"));
  else if (reinvocation !== "Never" && reinvocation !== "IfNeeded")
    errors.push(notSupported("spec.reinvocationPolicy", reinvocation, ["IfNeeded", "Never"]));
  return errors;
}

function mutationErrors(mutation: unknown, path: string): FieldError[] {
  const type = field(mutation, "patchType");
  if (!type) return [required(`${path}.patchType`)];
  if (type !== "JSONPatch" && type !== "ApplyConfiguration")
    return [notSupported(`${path}.patchType`, type, Object.keys(patchTypes))];
  const errors: FieldError[] = [];
  for (const [one, member] of Object.entries(patchTypes)) {
    const given = field(mutation, member);
    if (one !== type) {
      if (given !== undefined)
        errors.push(invalidValue(`${path}.${member}`, "<object>", `must not be specified when patchType is ${type}`));
    } else if (given === undefined) {
      errors.push(required(`${path}.${member}`, `must be specified when patchType is ${type}`));
    } else if (!String(field(given, "expression") ?? "").trim()) {
      errors.push(required(`${path}.${member}.expression`));
    } else {
      errors.push(...expressionErrors(given, `${path}.${member}`, "expression", "dyn"));
    }
  }
  return errors;
}

function policyErrors(spec: unknown): FieldError[] {
  const errors: FieldError[] = [];
  const policy = field(spec, "failurePolicy");
  if (policy !== "Fail" && policy !== "Ignore")
    errors.push(notSupported("spec.failurePolicy", policy, ["Fail", "Ignore"]));
  for (const [index, variable] of listOf(spec, "variables").entries()) {
    const name = String(field(variable, "name") ?? "");
    if (!/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name))
      errors.push(invalidValue(`spec.variables[${index}].name`, name, "must be a valid CEL identifier"));
    errors.push(...expressionErrors(variable, `spec.variables[${index}]`, "expression", "dyn"));
  }
  for (const [index, condition] of listOf(spec, "matchConditions").entries())
    errors.push(...expressionErrors(condition, `spec.matchConditions[${index}]`, "expression", "bool"));
  return errors;
}

function expressionErrors(
  holder: unknown,
  path: string,
  member: string,
  wanted: "bool" | "string" | "dyn",
): FieldError[] {
  const expression = field(holder, member);
  if (typeof expression !== "string" || expression.trim() === "") return [];
  const problem = compileProblem(expression.trim(), wanted);
  return problem === undefined ? [] : [invalidValue(`${path}.${member}`, expression, problem)];
}
