import type { Environment } from "@marcbachmann/cel-js";
import { compileMessage, evaluationMessage, isOffered, newCelEnvironment, prepared } from "../cel/engine.ts";
import { withoutObjectLiterals } from "../cel/object-literals.ts";

const names = ["object", "oldObject", "request", "params", "namespaceObject", "variables"];
const mostExpressions = 1_000;

let environment: Environment | undefined;
const compiled = new Map<string, (variables: Record<string, unknown>) => unknown>();

/** What an expression gave: its value, why it failed, or nothing because it uses what is not offered here. */
export type Evaluation = { readonly value: unknown } | { readonly problem: string } | { readonly isSkipped: true };

/** The value of an expression of a policy. */
export function evaluate(expression: string, variables: Record<string, unknown>): Evaluation {
  if (!isOffered(expression)) return { isSkipped: true };
  try {
    return { value: programOf(expression)(variables) };
  } catch (error) {
    return { problem: evaluationMessage(error) };
  }
}

/** Why an expression is refused before it is ever evaluated; `undefined` when it is not. */
export function compileProblem(expression: string, wanted: "bool" | "string" | "dyn"): string | undefined {
  if (!isOffered(expression)) return undefined;
  const source = sourceOf(expression);
  const { valid, type, error } = policyEnvironment().check(source);
  if (!valid) return `compilation failed: ${compileMessage(error, source)}`;
  // Of variables the real server knows the type; of a plain field it knows none, and refuses it.
  const mayFit = type === "dyn" && !/^(?:object|oldObject|params)(?:\.\w+)+$/.test(source);
  return wanted === "dyn" || type === wanted || mayFit ? undefined : `must evaluate to ${wanted} but got ${type}`;
}

function policyEnvironment(): Environment {
  environment ??= names
    .reduce((one, name) => one.registerVariable(name, "dyn"), newCelEnvironment())
    .registerVariable("authorizer", "kubernetes.authorization.Authorizer");
  return environment;
}

function sourceOf(expression: string): string {
  return prepared(withoutObjectLiterals(expression));
}

function programOf(expression: string): (variables: Record<string, unknown>) => unknown {
  let program = compiled.get(expression);
  if (program === undefined) {
    program = policyEnvironment().parse(sourceOf(expression)) as (variables: Record<string, unknown>) => unknown;
    if (compiled.size >= mostExpressions) compiled.delete(compiled.keys().next().value!);
    compiled.set(expression, program);
  }
  return program;
}
