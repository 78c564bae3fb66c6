import { basename } from "node:path";
import ts from "typescript-js-api";
import type { NamedText } from "./source-tree.ts";

/**
 * Files that do not have the name of their class, although they export one class and no other value than functions that
 * make it: `newX`, and what else gives an object of the class.
 */
export function misnamedFiles(files: readonly NamedText[]): string[] {
  return files.flatMap(({ path, text }) => {
    if (!/^export (?:abstract )?class /m.test(text)) return [];
    const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const values = statements.filter(isExportedValue);
    const [one, ...others] = values.filter(ts.isClassDeclaration);
    const name = one?.name?.text;
    if (name === undefined || others.length > 0) return [];
    if (!values.every((value) => value === one || (ts.isFunctionDeclaration(value) && makes(value, name)))) return [];
    const expected = `${kebab(name)}.ts`;
    return basename(path) === expected ? [] : [`${path}: has the class ${name}; the file is ${expected}`];
  });
}

type Value = ts.ClassDeclaration | ts.FunctionDeclaration | ts.VariableStatement;

function isExportedValue(node: ts.Statement): node is Value {
  if (!ts.isClassDeclaration(node) && !ts.isFunctionDeclaration(node) && !ts.isVariableStatement(node)) return false;
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function makes({ name, type }: ts.FunctionDeclaration, made: string): boolean {
  return name?.text === `new${made}` || new RegExp(`^(?:Promise<)?${made}\\b`).test(type?.getText() ?? "");
}

/** `FIFOQueue` as `fifo-queue`; OpenAPI is one word. */
function kebab(name: string): string {
  return name
    .replace("OpenApi", "Openapi")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-")
    .toLowerCase();
}
