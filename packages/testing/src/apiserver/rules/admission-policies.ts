import { type FieldError, invalidValue, notSupported, required } from "../api-error.ts";
import { type ApiObject, field } from "../objects.ts";
import { listOf } from "./field-rules.ts";

const reasons = ["Forbidden", "Invalid", "RequestEntityTooLarge"];

/** What is wrong with a ValidatingAdmissionPolicy, beside what is missing. */
export function policyErrors({ spec }: ApiObject): FieldError[] {
  const errors: FieldError[] = [];
  const policy = field(spec, "failurePolicy");
  if (policy !== "Fail" && policy !== "Ignore")
    errors.push(notSupported("spec.failurePolicy", policy, ["Fail", "Ignore"]));
  for (const [index, variable] of listOf(spec, "variables").entries()) {
    const name = String(field(variable, "name") ?? "");
    if (!/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name))
      errors.push(invalidValue(`spec.variables[${index}].name`, name, "must be a valid CEL identifier"));
  }
  for (const [index, validation] of listOf(spec, "validations").entries()) {
    const path = `spec.validations[${index}]`;
    const reason = field(validation, "reason");
    if (!String(field(validation, "expression") ?? "").trim())
      errors.push(required(`${path}.expression`, "expression is not specified"));
    if (reason !== undefined && !reasons.includes(String(reason)))
      errors.push(notSupported(`${path}.reason`, reason, reasons));
  }
  return errors;
}
