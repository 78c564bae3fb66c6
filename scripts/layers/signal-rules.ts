import ts from "typescript-js-api";

/**
 * Uses of `AbortSignal.any` in a file. What it makes stays attached to each of its signals for as long as that signal
 * exists, and the signal of a client or a controller exists for as long as the process: use `combineSignals`, and
 * release what it gives when the work is over.
 */
export function signalViolations({ path, text }: { readonly path: string; readonly text: string }): string[] {
  if (!text.includes("AbortSignal")) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const violations: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isMemberAny(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      violations.push(`${path}:${line + 1}: AbortSignal.any: use combineSignals, and release what it gives`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return violations;
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
