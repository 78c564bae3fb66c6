import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import ts from "typescript-js-api";
import { isTestFile, repository } from "./source-tree.ts";

/**
 * Optional properties that may not be given as `undefined`. A missing namespace makes a client for all namespaces, so
 * `{ namespace: undefined }`, which is usually a mistake, must not compile.
 */
const exceptions: ReadonlySet<string> = new Set(["ResourceOptions.namespace"]);

/** Every breach of the rule on options types in the packages; see {@link optionViolations}. */
export function optionViolationsOfPackages(): string[] {
  return readdirSync(join(repository, "packages"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(repository, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !isTestFile(path) && !/\/(?:node_modules|dist|src\/api)\//.test(path))
    .sort()
    .flatMap((path) => optionViolations(path, readFileSync(join(repository, path), "utf8")));
}

/**
 * Optional properties of exported types whose name ends in `Options` that are not written `?: T | undefined`. Options
 * are passed on from one function to the next, and without `| undefined` each of these needs a conditional spread.
 */
export function optionViolations(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const violations: string[] = [];
  const check = (owner: string, members: ts.NodeArray<ts.TypeElement>): void => {
    for (const member of members) {
      if (!ts.isPropertySignature(member) || member.questionToken === undefined || acceptsUndefined(member.type))
        continue;
      const name = `${owner}.${member.name.getText(file)}`;
      const { line } = file.getLineAndCharacterOfPosition(member.getStart(file));
      if (!exceptions.has(name)) violations.push(`${path}:${line + 1}: ${name}: write "?: T | undefined"`);
    }
  };
  for (const statement of file.statements) {
    if (!isExportedOptions(statement)) continue;
    const { text: owner } = statement.name;
    if (ts.isInterfaceDeclaration(statement)) check(owner, statement.members);
    else for (const literal of typeLiterals(statement.type)) check(owner, literal.members);
  }
  return violations;
}

function isExportedOptions(statement: ts.Statement): statement is ts.InterfaceDeclaration | ts.TypeAliasDeclaration {
  return (
    (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) &&
    statement.name.text.endsWith("Options") &&
    (statement.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

/** The object types that a type alias is made of, through unions, intersections, conditions and parentheses. */
function typeLiterals(type: ts.TypeNode): ts.TypeLiteralNode[] {
  if (ts.isTypeLiteralNode(type)) return [type];
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) return type.types.flatMap(typeLiterals);
  if (ts.isConditionalTypeNode(type)) return [type.trueType, type.falseType].flatMap(typeLiterals);
  return ts.isParenthesizedTypeNode(type) ? typeLiterals(type.type) : [];
}

function acceptsUndefined(type: ts.TypeNode | undefined): boolean {
  if (type === undefined) return true;
  if (ts.isUnionTypeNode(type)) return type.types.some(acceptsUndefined);
  return type.kind === ts.SyntaxKind.UndefinedKeyword || type.kind === ts.SyntaxKind.UnknownKeyword;
}
