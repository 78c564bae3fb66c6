import { InvalidArgumentError } from "../errors/index.ts";

/**
 * Splits `spec.nodeName` into its steps. A dot inside a step is written `\.`:
 * `metadata.labels.app\.kubernetes\.io/name`. Refuses empty paths and empty steps.
 */
export function parseFieldPath(path: string): readonly string[] {
  const steps: string[] = [];
  let step = "";
  for (let i = 0; i < path.length; i++) {
    const character = path[i]!;
    if (character === "\\" && i + 1 < path.length) step += path[++i];
    else if (character === ".") {
      steps.push(step);
      step = "";
    } else step += character;
  }
  steps.push(step);
  if (steps.some((each) => each === ""))
    throw new InvalidArgumentError(`field path ${JSON.stringify(path)} has an empty step`);
  return steps;
}

/**
 * One field of a plain object by its path: own properties only, array elements by their number; `undefined` when it is
 * not there.
 */
export function fieldOf(object: unknown, path: readonly string[]): unknown {
  let value: unknown = object;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    if (Array.isArray(value) && !/^\d+$/.test(step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}
