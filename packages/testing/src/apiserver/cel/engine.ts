import { createRequire } from "node:module";
import type { Environment } from "@marcbachmann/cel-js";
import { registerKubernetesLibrary } from "./library.ts";

/**
 * The engine of CEL expressions: `@marcbachmann/cel-js`, which has optional values, `cel.bind` and a type checker that
 * can be called. `@bufbuild/cel`, the other kept library, has none of the three in its public interface.
 */

let base: Environment | undefined;

/** A new environment with the functions that the real server offers. */
export function newCelEnvironment(): Environment {
  base ??= registerKubernetesLibrary(new (loadEngine().Environment)(options));
  return base.clone();
}

// Lists and maps in an expression may hold values of several types, as in the real server's environment.
const options = { enableOptionalTypes: true, homogeneousAggregateLiterals: false };

/** Loaded with the first expression: most servers never meet one, and all should start fast. */
function loadEngine(): { Environment: typeof Environment } {
  return createRequire(import.meta.url)("@marcbachmann/cel-js") as { Environment: typeof Environment };
}

/**
 * An expression as the engine takes it. Its own `matches` uses a JavaScript pattern, which may never end and is not
 * Go's; the library has another one by another name.
 */
export function prepared(expression: string): string {
  let result = "";
  for (const [part] of expression.matchAll(
    /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^"']+|["']/g,
  )) {
    result += part.startsWith('"') || part.startsWith("'") ? part : part.replace(/\bmatches(?=\s*\()/g, "matchesRe2");
  }
  return result;
}

/**
 * Whether an expression uses only what is offered here. A rule with one of the real server's other libraries (formats,
 * semantic versions, mathematics, bindings of two variables) is accepted and not evaluated: a definition that the real
 * server takes must not be refused.
 */
export function isOffered(expression: string): boolean {
  const code = expression.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, "''");
  return !/\b(?:format|semver|isSemver|math|quote|base64|transformList|transformMap)\b\s*[.(]/.test(code);
}

/** What the engine says about an expression, with its place, in the form of the real server's messages. */
export function compileMessage(error: unknown, expression: string): string {
  const { message, node } = error as { readonly message: string; readonly node?: { readonly pos?: number } };
  const first = message.split("\n")[0] ?? "";
  const before = expression.slice(0, node?.pos ?? 0).split("\n");
  const line = before.length;
  const column = before.at(-1)?.length ?? 0;
  const source = expression.split("\n")[line - 1] ?? "";
  return `ERROR: <input>:${line}:${column + 1}: ${inGoWords(error, first)}\n | ${source}\n | ${".".repeat(column)}^`;
}

function inGoWords(error: unknown, message: string): string {
  const key = /^No such key: (.+)$/.exec(message)?.[1];
  if (key !== undefined) return `undefined field '${key}'`;
  const variable = /^Unknown variable: (.+)$/.exec(message)?.[1];
  if (variable !== undefined) return `undeclared reference to '${variable}' (in container '')`;
  if ((error as Error).name === "ParseError") return `Syntax error: ${message}`;
  return message.replace(/^no such overload/, "found no matching overload for");
}

/** What went wrong when an expression was evaluated, in the real server's words. */
export function evaluationMessage(error: unknown): string {
  const first = (error as Error).message.split("\n")[0] ?? "";
  return first.replace(/^No such key/, "no such key");
}
