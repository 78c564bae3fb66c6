import ts from "typescript-js-api";
import { isSum, readsLikeSentence, textOf, unknownParts } from "./message-text.ts";

/**
 * Finds every string literal, template and sum of them that reads like a sentence, whatever becomes of it: a text that
 * no rule follows to an error or a log line is still listed. Import specifiers and literals in types are no values, and
 * comments are not in the syntax tree.
 */
export function findSentences(file: ts.SourceFile): ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const text = isTextual(node) ? textOf(node) : undefined;
    if (text === undefined) ts.forEachChild(node, visit);
    else {
      if (readsLikeSentence(text)) found.push(node as ts.Expression);
      for (const part of unknownParts(node)) visit(part);
    }
  };
  visit(file);
  return found;
}

function isTextual(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || isSum(node);
}
