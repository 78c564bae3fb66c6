import ts from "typescript-js-api";
import type { NamedText } from "./source-tree.ts";

/** The one file that may ask Node for more listeners. */
const listenersFile = "packages/client-ts/src/util/abort.ts";

/** Functions that make a signal of this process, with the function that releases it. */
const makers: ReadonlySet<string> = new Set(["combineSignals", "timeoutSignal"]);

/**
 * What a file may not do with signals:
 *
 * - `AbortSignal.any`: what it makes stays attached to each of its signals for as long as that signal exists, and the
 *   signal of a client or a controller exists for as long as the process. `combineSignals` can be released.
 * - `setMaxListeners`, `instanceof AbortSignal`, and a function of Node that gets the signal of a caller: they refuse
 *   the signal of another implementation, such as jsdom's, with a TypeError, or break later. `allowManyListeners`
 *   accepts it, and `combineSignals` gives Node a signal of its own. A signal that was made in the same function by
 *   `combineSignals`, `timeoutSignal`, `new AbortController()` or `AbortSignal.timeout` is one of Node's.
 */
export function signalViolations({ path, text }: NamedText): string[] {
  if (!/\bsignal\b|AbortSignal|setMaxListeners/i.test(text)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const node = nodeNames(file);
  const violations: string[] = [];
  const visit = (at: ts.Node): void => {
    const violation = violationOf(at, node, path);
    if (violation !== undefined) {
      const { line } = file.getLineAndCharacterOfPosition(at.getStart(file));
      violations.push(`${path}:${line + 1}: ${violation}`);
    }
    ts.forEachChild(at, visit);
  };
  visit(file);
  return violations;
}

function violationOf(at: ts.Node, node: ReadonlySet<string>, path: string): string | undefined {
  if (isMemberAny(at)) return "AbortSignal.any: use combineSignals, and release what it gives";
  if (
    ts.isBinaryExpression(at) &&
    at.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword &&
    isAbortSignal(at.right)
  ) {
    return "instanceof AbortSignal: a signal of another implementation is none";
  }
  if (!ts.isCallExpression(at) && !ts.isNewExpression(at)) return undefined;
  const name = nodeFunction(at.expression, node);
  if (name === undefined) return undefined;
  if (name.endsWith("setMaxListeners"))
    return path === listenersFile ? undefined : `${name}: use allowManyListeners, which takes every signal`;
  const given = signalGiven(name, at.arguments ?? []);
  if (given === undefined || isOwn(given)) return undefined;
  return `${name} gets a signal that may be the caller's: give it the one of combineSignals, and release that`;
}

/** The names that a file imports from Node's modules, and `fetch`. */
function nodeNames(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set(["fetch"]);
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        if (initializer?.getText().startsWith("process.getBuiltinModule(") === true) names.add(name.getText());
      continue;
    }
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    if (!statement.moduleSpecifier.text.startsWith("node:")) continue;
    const { name, namedBindings } = statement.importClause ?? {};
    if (name !== undefined) names.add(name.text);
    if (namedBindings === undefined) continue;
    if (ts.isNamespaceImport(namedBindings)) names.add(namedBindings.name.text);
    else for (const element of namedBindings.elements) names.add(element.name.text);
  }
  return names;
}

/** `once`, `events.once` or `fs.promises.readFile`, when its first part comes from Node. */
function nodeFunction(callee: ts.Expression, node: ReadonlySet<string>): string | undefined {
  let root = callee;
  while (ts.isPropertyAccessExpression(root)) root = root.expression;
  return ts.isIdentifier(root) && node.has(root.text) ? callee.getText() : undefined;
}

/** The signal among the arguments of a call, as an option or alone. */
function signalGiven(name: string, given: readonly ts.Expression[]): ts.Expression | undefined {
  if (name.endsWith("addAbortSignal")) return given[0];
  for (const argument of given) {
    if (!ts.isObjectLiteralExpression(argument)) continue;
    for (const property of argument.properties) {
      if (property.name?.getText() !== "signal") continue;
      if (ts.isShorthandPropertyAssignment(property)) return property.name;
      if (ts.isPropertyAssignment(property)) return property.initializer;
    }
  }
  return undefined;
}

/** Whether a signal was made by this process, as far as the function around it shows. */
function isOwn(signal: ts.Expression): boolean {
  if (ts.isCallExpression(signal)) return isMade(signal);
  if (ts.isIdentifier(signal)) return isMade(sourceOf(signal));
  if (!ts.isPropertyAccessExpression(signal) || signal.name.text !== "signal") return false;
  return ts.isIdentifier(signal.expression) && isMade(sourceOf(signal.expression));
}

function isMade(value: ts.Expression | undefined): boolean {
  if (value === undefined) return false;
  if (ts.isNewExpression(value)) return value.expression.getText() === "AbortController";
  if (!ts.isCallExpression(value)) return false;
  const { expression } = value;
  if (ts.isPropertyAccessExpression(expression)) return isAbortSignal(expression.expression);
  return makers.has(expression.getText());
}

/** What the nearest declaration of a name takes it from; nothing for a parameter. */
function sourceOf(name: ts.Identifier): ts.Expression | undefined {
  for (let scope: ts.Node = name.parent; scope !== undefined; scope = scope.parent) {
    if (ts.isFunctionLike(scope) && scope.parameters.some((parameter) => binds(parameter.name, name.text)))
      return undefined;
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    for (const statement of scope.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      const found = statement.declarationList.declarations.find((one) => binds(one.name, name.text));
      if (found !== undefined) return found.initializer;
    }
  }
  return undefined;
}

function binds(pattern: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(pattern)) return pattern.text === name;
  return pattern.elements.some((element) => ts.isBindingElement(element) && binds(element.name, name));
}

function isMemberAny(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === "any" && isAbortSignal(node.expression);
  if (!ts.isElementAccessExpression(node) || !isAbortSignal(node.expression)) return false;
  return ts.isStringLiteralLike(node.argumentExpression) && node.argumentExpression.text === "any";
}

/** `AbortSignal` itself, also as `globalThis.AbortSignal`. */
function isAbortSignal(node: ts.Expression): boolean {
  return (ts.isPropertyAccessExpression(node) ? node.name : node).getText() === "AbortSignal";
}
