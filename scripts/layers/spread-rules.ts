import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-js-api";
import { repository, sourcePaths } from "./source-tree.ts";

const folders = ["packages", "bench", "codegen", "conformance", "examples", "scripts"];

/** Every conditional object of our own code that breaks a rule; see {@link spreadViolations}. */
export function spreadViolationsOfRepository(): string[] {
  return folders
    .flatMap(sourcePaths)
    .filter((path) => !path.startsWith("packages/client-ts/src/api/"))
    .flatMap((path) => spreadViolations(path, readFileSync(join(repository, path), "utf8")));
}

/**
 * Objects that depend on a condition and should be written in another way:
 *
 * - one that only leaves out a missing value, such as `...(x !== undefined && { k: x })` and
 *   `f(x === undefined ? {} : { k: x })`: options are written `k: x`, and an object in which a missing key and
 *   `undefined` differ is written with `defined({ k: x })`;
 * - the same with a value made from it, such as `...(x !== undefined && { k: f(x) })`: it is written
 *   `k: x === undefined ? undefined : f(x)`, or shorter as `k: x && f(x)` or `k: x?.f()` where that says the same;
 * - a spread with an empty object, such as `...(c ? { k: 1 } : {})`: other conditions are written `...(c && { k: 1 })`.
 */
export function spreadViolations(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const violations: string[] = [];
  const visit = (node: ts.Node): void => {
    const advice = adviceFor(node);
    if (advice !== undefined) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      violations.push(`${path}:${line + 1}: ${node.getText(file).replace(/\s+/g, " ")}: ${advice}`);
    } else ts.forEachChild(node, visit);
  };
  visit(file);
  return violations;
}

function adviceFor(node: ts.Node): string | undefined {
  const spread = ts.isSpreadAssignment(node) ? unwrapped(node.expression) : undefined;
  const written = spread ?? (ts.isConditionalExpression(node) ? node : undefined);
  if (written === undefined) return undefined;
  const parts = conditionalParts(written);
  const key = parts === undefined ? undefined : keyOfMissingValue(parts.condition, parts.object);
  if (key !== undefined) return `write ${key}: value, or defined({ ${key}: value })`;
  return spread !== undefined && hasEmptyBranch(spread) ? "write ...(condition && { … })" : undefined;
}

/** The condition and the object of `c && o`, `c ? o : {}` and `c ? {} : o`. */
function conditionalParts(
  spread: ts.Expression,
): { readonly condition: ts.Expression; readonly object: ts.Expression } | undefined {
  if (ts.isBinaryExpression(spread) && spread.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return { condition: unwrapped(spread.left), object: unwrapped(spread.right) };
  if (!ts.isConditionalExpression(spread)) return undefined;
  const [condition, whenTrue, whenFalse] = [spread.condition, spread.whenTrue, spread.whenFalse].map(unwrapped);
  if (condition === undefined || whenTrue === undefined || whenFalse === undefined) return undefined;
  if (isEmptyObject(whenFalse)) return { condition, object: whenTrue };
  return isEmptyObject(whenTrue) ? { condition, object: whenFalse } : undefined;
}

/** The key of `{ k: x }` or `{ k: f(x) }` when the condition asks only whether `x` is there. */
function keyOfMissingValue(condition: ts.Expression, object: ts.Expression): string | undefined {
  if (!ts.isObjectLiteralExpression(object) || object.properties.length !== 1) return undefined;
  const [property] = object.properties;
  const asked = place(valueAskedFor(condition));
  if (property === undefined || asked === undefined) return undefined;
  if (ts.isShorthandPropertyAssignment(property)) return property.name.text === asked ? asked : undefined;
  if (!ts.isPropertyAssignment(property)) return undefined;
  return contains(property.initializer, asked) ? property.name.getText() : undefined;
}

/** Whether an expression reads the place that a condition asks for; the names of members are no places. */
function contains(node: ts.Node, asked: string): boolean {
  if (ts.isExpression(node) && place(unwrapped(node)) === asked) return true;
  if (ts.isPropertyAccessExpression(node)) return contains(node.expression, asked);
  if (ts.isPropertyAssignment(node)) return contains(node.initializer, asked);
  return ts.forEachChild(node, (child) => contains(child, asked) || undefined) === true;
}

/** What `x`, `x !== undefined`, `x === undefined`, `x != null`, … ask about. */
function valueAskedFor(condition: ts.Expression): ts.Expression {
  if (!ts.isBinaryExpression(condition)) return condition;
  const { left, operatorToken, right } = condition;
  return equality.has(operatorToken.kind) && /^(?:undefined|null)$/.test(right.getText()) ? unwrapped(left) : condition;
}

const equality: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** A variable or a member of one as text, `a?.b` and `a.b` alike; `undefined` for other expressions. */
function place(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression) || expression.kind === ts.SyntaxKind.ThisKeyword) return expression.getText();
  const isMember = ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression);
  if (!isMember || place(unwrapped(expression.expression)) === undefined) return undefined;
  return expression
    .getText()
    .replace(/\?\.(\[)?|!(?=[.[]|$)/g, (found, bracket = "") => (found === "?." ? "." : bracket));
}

/** Without parentheses, assertions and `!`. */
function unwrapped(expression: ts.Expression): ts.Expression {
  const wraps =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression);
  return wraps ? unwrapped(expression.expression) : expression;
}

function isEmptyObject(expression: ts.Expression): boolean {
  return ts.isObjectLiteralExpression(expression) && expression.properties.length === 0;
}

function hasEmptyBranch(expression: ts.Expression): boolean {
  if (!ts.isConditionalExpression(expression)) return false;
  const branches = [expression.whenTrue, expression.whenFalse].map(unwrapped);
  return branches.some((branch) => isEmptyObject(branch) || hasEmptyBranch(branch));
}
