import { escapeForPrint } from "../errors/index.ts";
import { type Condition, getNested, type KubeObject } from "../meta/index.ts";

/** The most characters of a description that an error message repeats. */
const longestText = 500;

/** What a condition waits for, in words: its `description`, else its name. */
export function describeCondition(condition: { readonly name: string }): string {
  const { name, description } = condition as { readonly name: string; readonly description?: unknown };
  const text = typeof description === "string" ? description : name === "" ? "" : `the condition ${name}`;
  return escapeForPrint(text || "the given condition", { singleLine: true, maxLength: longestText });
}

/**
 * The state of an object in one line, for error messages: `resourceVersion 5, phase Pending, Ready=False
 * (ContainersNotReady)`.
 */
export function describeState(object: KubeObject | undefined): string {
  if (object === undefined) return "that the object does not exist";
  const { resourceVersion, deletionTimestamp, generation } = object.metadata ?? {};
  const status = getNested(object, ["status"]);
  const parts = [`resourceVersion ${resourceVersion ?? "unknown"}`];
  if (deletionTimestamp !== undefined) parts.push(`deleted since ${String(deletionTimestamp)}`);
  if (typeof status === "object" && status !== null) {
    const { observedGeneration, conditions, ...others } = status as Record<string, unknown>;
    if (typeof observedGeneration === "number" && generation !== undefined && observedGeneration < generation)
      parts.push(`observedGeneration ${observedGeneration} of ${generation}`);
    for (const [name, value] of Object.entries(others)) {
      if (name === "phase" || typeof value === "number") parts.push(`${name} ${String(value)}`);
    }
    if (Array.isArray(conditions)) parts.push(...(conditions as Condition[]).map(describeOne));
  }
  return escapeForPrint(parts.join(", "), { singleLine: true, maxLength: longestText });
}

function describeOne({ type, status, reason }: Condition): string {
  return `${type}=${status}${reason ? ` (${reason})` : ""}`;
}
