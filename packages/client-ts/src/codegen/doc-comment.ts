import { escapeForPrint } from "../errors/index.ts";

/** The longest line of a comment. */
const maxColumns = 120;

/**
 * A doc comment from texts of elsewhere, one paragraph each; empty without any. Nothing in a text can end the comment
 * or hide what stands behind it: the end mark is broken up and control characters are shown as escapes.
 */
export function docComment(paragraphs: readonly (string | undefined)[], indent: string): string {
  const lines = paragraphs
    .map((paragraph) => safe(paragraph ?? ""))
    .filter((paragraph) => paragraph !== "")
    .flatMap((paragraph, index) => [
      ...(index === 0 ? [] : [""]),
      ...paragraph.split("\n").flatMap((line) => wrapped(line.trimEnd(), maxColumns - indent.length - 3)),
    ]);
  const [only = ""] = lines;
  if (lines.length === 0) return "";
  if (lines.length === 1 && indent.length + only.length + 7 <= maxColumns) return `${indent}/** ${only} */\n`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
    .join("\n")
    .concat("\n");
}

function safe(text: string): string {
  return escapeForPrint(text.replaceAll(/\r\n?/g, "\n").trim()).replaceAll("*/", "*\\/").replaceAll("\t", "  ");
}

/** Breaks a line at its spaces; a word that is too long stays whole. */
function wrapped(line: string, columns: number): string[] {
  const indent = /^ */.exec(line)?.[0] ?? "";
  const lines: string[] = [];
  let rest = line;
  while (rest.length > columns) {
    let at = rest.lastIndexOf(" ", columns);
    if (at <= indent.length) at = rest.indexOf(" ", columns);
    if (at < 0) break;
    lines.push(rest.slice(0, at));
    rest = indent + rest.slice(at + 1).trimStart();
  }
  return [...lines, rest];
}
