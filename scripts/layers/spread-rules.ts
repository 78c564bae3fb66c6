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
 * - a spread that adds one member, in any spelling, such as `...(c && { k: v })` and `...(c ? { k: v } : undefined)`:
 *   options are written `k: c ? v : undefined`, or `k: v` where the condition asks whether the value is there; where a
 *   missing key and `undefined` differ, the object is written with `defined({ k: c ? v : undefined })`;
 * - a spread that adds several members in another spelling than `...(c && { … })`, such as `...(c ? { … } : {})`;
 * - an argument that only leaves out a missing value, such as `f(x === undefined ? {} : { k: x })`;
 * - assignments that do the same, such as `if (x !== undefined) o.k = x;` right after `const o = {}`.
 *
 * `Object.assign(o, c && { k: v })`, and a variable that is spread later, are spreads too.
 */
export function spreadViolations(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const violations: string[] = [];
  // Most files need them for nothing.
  let variables: Variables | undefined;
  const initialValueOf = (name: string): ts.Expression | undefined => {
    variables ??= variablesOf(file);
    return variables.get(name);
  };
  const visit = (node: ts.Node): void => {
    const advice = adviceFor(node, initialValueOf);
    if (advice !== undefined) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      violations.push(`${path}:${line + 1}: ${node.getText(file).replace(/\s+/g, " ")}: ${advice}`);
    } else ts.forEachChild(node, visit);
  };
  visit(file);
  return violations;
}

/** The values of the variables of a file that have a name of their own and are spread once. */
type Variables = ReadonlyMap<string, ts.Expression | undefined>;

function variablesOf(file: ts.SourceFile): Variables {
  const values = new Map<string, ts.Expression | undefined>();
  const spreads: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name))
      values.set(node.name.text, values.has(node.name.text) ? undefined : node.initializer);
    if (ts.isSpreadAssignment(node)) spreads.push(node.expression.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return new Map([...values].filter(([name]) => spreads.indexOf(name) === spreads.lastIndexOf(name)));
}

function adviceFor(node: ts.Node, initialValueOf: (name: string) => ts.Expression | undefined): string | undefined {
  if (ts.isIfStatement(node)) return adviceForAssignment(node);
  if (ts.isSpreadAssignment(node) || isAssigned(node)) {
    const spread = unwrapped(ts.isSpreadAssignment(node) ? node.expression : (node as ts.Expression));
    const value = ts.isIdentifier(spread) ? initialValueOf(spread.text) : undefined;
    const key = singleMember(choicesOf(spread) ?? (value && choicesOf(unwrapped(value))) ?? []);
    return key === undefined ? adviceForSeveral(spread) : keyAdvice(key);
  }
  if (!ts.isConditionalExpression(node)) return undefined;
  const parts = conditionalParts(node);
  const key = parts && keyOfMissingValue(parts.condition, parts.object);
  return key && keyAdvice(key);
}

function keyAdvice(key: string): string {
  return `write ${key}: value, or defined({ ${key}: value })`;
}

/** The key of the first object with one member. */
function singleMember(chosen: readonly ts.Expression[]): string | undefined {
  return chosen
    .filter(ts.isObjectLiteralExpression)
    .map(onlyKeyOf)
    .find((key) => key !== undefined);
}

function adviceForSeveral(spread: ts.Expression): string | undefined {
  const chosen = choicesOf(spread) ?? [];
  const isOther = isOr(spread) || chosen.some((one) => isNothing(one) || isEmptyObject(one));
  return isOther && chosen.some(ts.isObjectLiteralExpression) ? "write ...(condition && { … })" : undefined;
}

/** What a condition chooses from; `undefined` without a condition. */
function choicesOf(expression: ts.Expression): ts.Expression[] | undefined {
  const choices = (one: ts.Expression): ts.Expression[] => choicesOf(unwrapped(one)) ?? [unwrapped(one)];
  if (ts.isConditionalExpression(expression)) return [expression.whenTrue, expression.whenFalse].flatMap(choices);
  return ts.isBinaryExpression(expression) && logical.has(expression.operatorToken.kind)
    ? choices(expression.right)
    : undefined;
}

/** The key of an object with one member that is no spread. */
function onlyKeyOf({ properties: [property, second] }: ts.ObjectLiteralExpression): string | undefined {
  return second === undefined ? property?.name?.getText() : undefined;
}

/** Whether the next members of `Object.assign` are in an expression. */
function isAssigned(node: ts.Node): boolean {
  const { parent } = node;
  if (parent === undefined || !ts.isCallExpression(parent) || parent.expression === node) return false;
  return parent.expression.getText() === "Object.assign" && parent.arguments[0] !== node;
}

/** Whether an `if` only sets a member to a value that is there, after the object itself or after another such `if`. */
function adviceForAssignment(node: ts.IfStatement): string | undefined {
  const assigned = assignedMember(node);
  if (assigned === undefined || (!ts.isBlock(node.parent) && !ts.isSourceFile(node.parent))) return undefined;
  const { statements } = node.parent;
  const before = statements[statements.indexOf(node) - 1];
  if (before === undefined) return undefined;
  const follows = ts.isIfStatement(before)
    ? assignedMember(before)?.object === assigned.object
    : isDeclarationOfObject(before, assigned.object);
  return follows ? keyAdvice(assigned.key) : undefined;
}

/** The object and the key of `if (x !== undefined) o.k = x;`. */
function assignedMember(node: ts.IfStatement): { readonly object: string; readonly key: string } | undefined {
  const then = ts.isBlock(node.thenStatement) ? node.thenStatement.statements : [node.thenStatement];
  const [statement, second] = then;
  if (node.elseStatement || second || statement === undefined || !ts.isExpressionStatement(statement)) return undefined;
  const { expression } = statement;
  if (!ts.isBinaryExpression(expression) || expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken)
    return undefined;
  const { left, right } = expression;
  const asked = place(valueAskedFor(node.expression));
  if (asked === undefined || place(unwrapped(right)) !== asked) return undefined;
  if (ts.isPropertyAccessExpression(left)) return { object: left.expression.getText(), key: left.name.text };
  if (!ts.isElementAccessExpression(left) || !ts.isStringLiteral(left.argumentExpression)) return undefined;
  return { object: left.expression.getText(), key: left.argumentExpression.getText() };
}

function isDeclarationOfObject(statement: ts.Statement, name: string): boolean {
  if (!ts.isVariableStatement(statement)) return false;
  return statement.declarationList.declarations.some(
    (one) => one.name.getText() === name && one.initializer && ts.isObjectLiteralExpression(unwrapped(one.initializer)),
  );
}

/** The condition and the object of `c ? o : {}` and `c ? {} : o`. */
function conditionalParts(
  written: ts.ConditionalExpression,
): { readonly condition: ts.Expression; readonly object: ts.Expression } | undefined {
  const condition = unwrapped(written.condition);
  const [whenTrue, whenFalse] = [unwrapped(written.whenTrue), unwrapped(written.whenFalse)];
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

/** `undefined`, `null` and `false`, of which a spread adds nothing. */
function isNothing(expression: ts.Expression): boolean {
  return /^(?:undefined|null|false)$/.test(expression.getText());
}

function isOr(expression: ts.Expression): boolean {
  return (
    ts.isBinaryExpression(expression) &&
    logical.has(expression.operatorToken.kind) &&
    expression.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken
  );
}

const logical: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);
