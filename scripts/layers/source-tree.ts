import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript-js-api";

/** The repository's root. */
export const repository: string = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** One import of a file. */
export interface Import {
  /** As it is written. */
  readonly specifier: string;
  /** Disappears when types are stripped. */
  readonly typeOnly: boolean;
  /** `import()`: loads later, so it makes no cycle at start. */
  readonly dynamic: boolean;
  readonly line: number;
  /** Imported or re-exported names; `*` for all of them. */
  readonly names: readonly string[];
}

/** One exported declaration of a file. */
export interface Exported {
  readonly name: string;
  readonly line: number;
  readonly documented: boolean;
  /** A type that other declarations of its file mention: part of their signatures. */
  readonly mentioned: boolean;
  /** Its own file uses it too. */
  readonly usedHere: boolean;
}

/** One use of something that must come through a port: `Date.now`, `setTimeout`, … */
export interface WorldUse {
  readonly what: string;
  readonly line: number;
}

/** What the checks need to know about a file. */
export interface SourceFile {
  /** From the repository's root, with slashes. */
  readonly path: string;
  readonly imports: readonly Import[];
  readonly exports: readonly Exported[];
  /** Names it exports from other files. */
  readonly reExports: readonly Import[];
  readonly world: readonly WorldUse[];
}

/** One file: its path from the repository's root, and its text. */
export interface NamedText {
  readonly path: string;
  readonly text: string;
}

/** Reads every TypeScript file below a folder of the repository; specifications and generated code only when asked. */
export function readSources(folder: string): SourceFile[] {
  return sourcePaths(folder).map((path) => parseSource(path, readFileSync(join(repository, path), "utf8")));
}

/** The TypeScript files below a folder of the repository, in order. */
export function sourcePaths(folder: string): string[] {
  return readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(repository, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !/\/(node_modules|dist)\//.test(path))
    .sort();
}

/** The text of every file of the packages' own code: neither specifications nor generated code. */
export function readPackageTexts(): NamedText[] {
  return readdirSync(join(repository, "packages"))
    .map((name) => join(repository, "packages", name, "src"))
    .flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(repository, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !isTestFile(path) && !path.includes("/src/api/"))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }));
}

/** Whether a path is a specification or serves only specifications. */
export function isTestFile(path: string): boolean {
  return /\.spec\.ts$|\/src\/.*\/test-support\/|\/spec-client\.ts$/.test(path);
}

/** Where a relative import leads, from the repository's root; `undefined` for a package. */
export function resolveRelative(from: string, specifier: string): string | undefined {
  return specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : undefined;
}

/** Reads one file's imports, exports and uses of the world. */
export function parseSource(path: string, text: string): SourceFile {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const lineOf = (node: ts.Node): number => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  const imports: Import[] = [];
  const reExports: Import[] = [];
  const exports: Exported[] = [];
  const world: WorldUse[] = [];
  const mentions = new Map<string, number>();

  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const clause = statement.importClause;
      const bindings = clause?.namedBindings;
      const named = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : undefined;
      const names = named?.map((e) => (e.propertyName ?? e.name).text) ?? [];
      if (bindings !== undefined && ts.isNamespaceImport(bindings)) names.push("*");
      if (clause?.name !== undefined) names.push("default");
      const typeOnly =
        clause !== undefined &&
        (clause.isTypeOnly || (named !== undefined && named.length > 0 && named.every((e) => e.isTypeOnly)));
      imports.push({
        specifier: statement.moduleSpecifier.text,
        typeOnly,
        dynamic: false,
        line: lineOf(statement),
        names,
      });
      continue;
    }
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause;
      const names =
        clause !== undefined && ts.isNamedExports(clause)
          ? clause.elements.map((e) => (e.propertyName ?? e.name).text)
          : ["*"];
      if (statement.moduleSpecifier !== undefined && ts.isStringLiteral(statement.moduleSpecifier)) {
        const entry = {
          specifier: statement.moduleSpecifier.text,
          typeOnly: statement.isTypeOnly,
          dynamic: false,
          line: lineOf(statement),
          names,
        };
        imports.push(entry);
        reExports.push(entry);
      }
      continue;
    }
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (!modifiers?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword)) continue;
    const documented = ts.getJSDocCommentsAndTags(statement).length > 0;
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    const add = (name: string): void => {
      exports.push({ name, line: lineOf(statement), documented, mentioned: isType, usedHere: false });
    };
    if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations)
        if (ts.isIdentifier(declaration.name)) add(declaration.name.text);
    } else if ("name" in statement && statement.name !== undefined && ts.isIdentifier(statement.name as ts.Node)) {
      add((statement.name as ts.Identifier).text);
    }
  }

  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) mentions.set(node.text, (mentions.get(node.text) ?? 0) + 1);
    if (ts.isCallExpression(node)) {
      const [argument] = node.arguments;
      if (
        node.expression.kind === ts.SyntaxKind.ImportKeyword &&
        argument !== undefined &&
        ts.isStringLiteral(argument)
      ) {
        imports.push({ specifier: argument.text, typeOnly: false, dynamic: true, line: lineOf(node), names: ["*"] });
      }
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
      const names = node.qualifier !== undefined ? [node.qualifier.getText(file).split(".")[0] as string] : ["*"];
      imports.push({
        specifier: node.argument.literal.text,
        typeOnly: true,
        dynamic: false,
        line: lineOf(node),
        names,
      });
    }
    const used = worldUse(node);
    if (used !== undefined) world.push({ what: used, line: lineOf(node) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  const finished = exports.map((e) => {
    const usedHere = (mentions.get(e.name) ?? 0) > 1;
    return { ...e, mentioned: e.mentioned && usedHere, usedHere };
  });
  return { path, imports, exports: finished, reExports, world };
}

const worldMembers = new Set([
  "Date.now",
  "Math.random",
  "performance.now",
  "process.env",
  "globalThis.setTimeout",
  "globalThis.setInterval",
  "globalThis.setImmediate",
  "process.nextTick",
]);
const worldFunctions = new Set(["setTimeout", "setInterval", "setImmediate"]);

/** `globalThis.setTimeout`, when a variable takes it out of `globalThis` by its name. */
function takenFromGlobal(node: ts.Node): string | undefined {
  if (!ts.isBindingElement(node) || !ts.isObjectBindingPattern(node.parent)) return undefined;
  const { initializer } = node.parent.parent;
  if (initializer === undefined || !ts.isIdentifier(initializer)) return undefined;
  const member = `${initializer.text}.${(node.propertyName ?? node.name).getText()}`;
  return worldMembers.has(member) ? member : undefined;
}

function worldUse(node: ts.Node): string | undefined {
  const taken = takenFromGlobal(node);
  if (taken !== undefined) return taken;
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    const member = `${node.expression.text}.${node.name.text}`;
    if (worldMembers.has(member)) return member;
  }
  if (
    ts.isNewExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === "Date" &&
    (node.arguments?.length ?? 0) === 0
  )
    return "new Date()";
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && worldFunctions.has(node.expression.text))
    return node.expression.text;
  return undefined;
}
