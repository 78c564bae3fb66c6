import { createRequire } from "node:module";
import type { RE2JS } from "re2js";

/**
 * Patterns of custom kinds. They are Go's (RE2), and their authors are not trusted: this engine takes time linear in
 * the text, where JavaScript's own may never end.
 */

/** What is wrong with a pattern, in Go's words; `undefined` when it can be used. */
export function patternProblem(pattern: string): string | undefined {
  try {
    compiled(pattern);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Whether a text has what a pattern describes. A pattern that cannot be used matches everything. */
export function matchesPattern(pattern: string, text: string): boolean {
  try {
    return compiled(pattern).matcher(text).find();
  } catch {
    return true;
  }
}

/** What a pattern finds in a text, `most` times at most. Throws when the pattern cannot be used. */
export function findAll(pattern: string, text: string, most: number): string[] {
  const found: string[] = [];
  const matcher = compiled(pattern).matcher(text);
  while (found.length < most && matcher.find()) found.push(matcher.group() ?? "");
  return found;
}

const known = new Map<string, RE2JS>();
const maxKnown = 1_000;

function compiled(pattern: string): RE2JS {
  let expression = known.get(pattern);
  if (expression === undefined) {
    expression = loadEngine().compile(pattern);
    if (known.size >= maxKnown) known.delete(known.keys().next().value!);
    known.set(pattern, expression);
  }
  return expression;
}

let engine: typeof RE2JS | undefined;

/** Loaded with the first pattern: most servers never meet one, and all should start fast. */
function loadEngine(): typeof RE2JS {
  engine ??= (createRequire(import.meta.url)("re2js") as { RE2JS: typeof RE2JS }).RE2JS;
  return engine;
}
