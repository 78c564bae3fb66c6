import ts from "typescript-js-api";

/** The text of a literal, a template, a sum or a choice of them. */
export function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((s) => `{${placeholder(s.expression)}}${s.literal.text}`).join("");
  }
  if (isWrapper(node)) return textOf(node.expression);
  if (isChoice(node)) {
    const texts = choicesOf(node).flatMap((branch) => textOf(branch) ?? []);
    return texts.length === 0 ? undefined : texts.filter((text) => text !== "").join(" / ");
  }
  if (isSum(node)) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === undefined && right === undefined ? undefined : `${left ?? "{…}"}${right ?? "{…}"}`;
  }
  return undefined;
}

/** Whether a text is a part of a sentence: several words, not only a name or values. */
export function isSentence(text: string): boolean {
  return text.split(" / ").some((one) => /\S \S/.test(one) && /[a-z]{2}/i.test(one.replace(/\{[^{}]*\}/g, "")));
}

/** The literals and templates whose texts the text of an expression consists of. */
export function literalsOf(node: ts.Node): ts.Node[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return [node];
  if (isWrapper(node)) return literalsOf(node.expression);
  if (isChoice(node)) return choicesOf(node).flatMap(literalsOf);
  return isSum(node) ? [node.left, node.right].flatMap(literalsOf) : [];
}

/** The parts of an expression with a text that are no text themselves, to be followed. */
export function unknownParts(node: ts.Node): ts.Node[] {
  if (ts.isStringLiteralLike(node)) return [];
  if (ts.isTemplateExpression(node)) return node.templateSpans.map((span) => span.expression);
  if (isWrapper(node)) return unknownParts(node.expression);
  const parts = isChoice(node) ? choicesOf(node) : isSum(node) ? [node.left, node.right] : [];
  return parts.flatMap((part) => (textOf(part) === undefined ? [part] : unknownParts(part)));
}

/** Whether a text reads like a sentence, or holds one: three words or values in a row, of which one is a word. */
export function readsLikeSentence(text: string): boolean {
  const words = text.replace(/\{[^{}]*\}/g, "{}");
  return /\S \S+ \S/.test(words) && /[a-z]{2}/i.test(words);
}

type Wrapper = ts.ParenthesizedExpression | ts.AsExpression | ts.SatisfiesExpression | ts.NonNullExpression;

export function isWrapper(node: ts.Node): node is Wrapper | ts.AwaitExpression {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
  );
}

export function bare(node: ts.Expression | undefined): ts.Expression | undefined {
  return node !== undefined && isWrapper(node) ? bare(node.expression) : node;
}

export function isChoice(node: ts.Node): node is ts.ConditionalExpression | ts.BinaryExpression {
  if (ts.isConditionalExpression(node)) return true;
  if (!ts.isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  return kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;
}

export function choicesOf(node: ts.ConditionalExpression | ts.BinaryExpression): ts.Expression[] {
  return ts.isConditionalExpression(node) ? [node.whenTrue, node.whenFalse] : [node.left, node.right];
}

export function isSum(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
}

function placeholder(expression: ts.Expression): string {
  const text = expression.getText();
  return /^[\w.?#]{1,30}$/.test(text) ? text.replace(/^this\.#?/, "") : "…";
}
