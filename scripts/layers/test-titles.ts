import ts from "typescript-js-api";

const roots = new Set(["describe", "it", "test"]);
const notRun = new Set(["skip", "todo"]);

/**
 * The titles of the tests and groups in the text of a specification, as they are written: a template keeps its `${}`.
 * What `.skip` or `.todo` takes out is left out, with everything inside of it. Titles that come from the rows of
 * `each` are not seen; the title with the placeholder is.
 */
export function testTitles(text: string): string[] {
  const file = ts.createSourceFile("a.spec.ts", text, ts.ScriptTarget.Latest, true);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [root, ...members] = namesOf(node.expression);
      if (roots.has(root as string)) {
        if (members.some((name) => notRun.has(name))) return;
        const title = node.arguments[0];
        if (title !== undefined && isText(title)) titles.push(textOf(title));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

/** `it.skipIf(isReal).each(cases)` gives `it`, `skipIf` and `each`; nothing for what does not begin with a name. */
function namesOf(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...namesOf(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return namesOf(callee.expression);
  return ts.isTaggedTemplateExpression(callee) ? namesOf(callee.tag) : [];
}

/** Whether an argument is a text, and not the table of `each`. */
function isText(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) return isText(node.left) && isText(node.right);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function textOf(node: ts.Expression): string {
  if (ts.isBinaryExpression(node)) return textOf(node.left) + textOf(node.right);
  return ts.isStringLiteralLike(node) ? node.text : node.getText().slice(1, -1);
}
