import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-js-api";
import { isTestFile, type NamedText, repository, sourcePaths } from "./source-tree.ts";

const library = "packages/client-ts/src/";
const testing = "packages/testing/src/";
const generatedApi = `${library}api/`;

const sameAsApi = "the same thing as the type of the Kubernetes API, in the form in which the client takes or gives it";

const loadedLate = "the same function, in a module that loads the other one when it is first called";

const calledByRunner = "vitest and Jest call it by its name; each has an entry of its own";

/** Names that may be declared twice in the packages, and why. */
export const sharedNames: ReadonlyMap<string, string> = new Map([
  ["Condition", sameAsApi],
  ["DeleteOptions", sameAsApi],
  ["GroupKind", sameAsApi],
  ["GroupResource", sameAsApi],
  ["GroupVersion", sameAsApi],
  ["GroupVersionKind", sameAsApi],
  ["GroupVersionResource", sameAsApi],
  ["ListOptions", sameAsApi],
  ["ObjectReference", sameAsApi],
  ["PolicyRule", sameAsApi],
  ["RoleRef", sameAsApi],
  ["WatchEvent", sameAsApi],
  ["Counter", "a metric; the API's Counter is part of a device, and only entries of resource.k8s.io export it"],
  ["buildConfigFromFlags", loadedLate],
  ["inClusterConfig", loadedLate],
  ["loadKubeconfig", loadedLate],
  ["setup", calledByRunner],
  ["teardown", calledByRunner],
]);

/** The sources of the library, without tests. */
export function librarySources(): NamedText[] {
  return read(library).filter(({ path }) => !isTestFile(path));
}

/** The sources of both packages, without tests. */
export function packageSources(): NamedText[] {
  return [library, testing].flatMap(read).filter(({ path }) => !isTestFile(path));
}

/** Every TypeScript file of the packages and of what runs on them. */
export function allSources(): NamedText[] {
  return ["packages", "conformance", "bench", "examples"].flatMap(read);
}

function read(folder: string): NamedText[] {
  return sourcePaths(folder).map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }));
}

/**
 * Exported types and classes that two files declare, and functions that two files declare and their modules export, by
 * their name. The versions of an API share names, so that the generated files count as one.
 */
export function duplicateNames(files: readonly NamedText[]): Map<string, string[]> {
  const places = new Map<string, Set<string>>();
  const passedOn = new Map(
    files.filter(({ path }) => path.endsWith("/index.ts")).map(({ path, text }) => [path, text]),
  );
  for (const { path, text } of files) {
    const place = path.startsWith(generatedApi) ? generatedApi : path;
    const entry = passedOn.get(`${moduleOf(path)}/index.ts`);
    const isExported = (name: string): boolean =>
      moduleOf(path) === undefined || (entry !== undefined && new RegExp(`\\b${name}\\b`).test(entry));
    for (const [, kind, name = ""] of text.matchAll(
      /^export (?:abstract |async )?(interface|type|class|function\*?) (\w+)/gm,
    ))
      if (!kind?.startsWith("function") || isExported(name))
        places.set(name, (places.get(name) ?? new Set()).add(place));
  }
  return new Map([...places].filter(([, { size }]) => size > 1).map(([name, paths]) => [name, [...paths].sort()]));
}

/** The folder of the module of a file; `undefined` for files that are in no module. */
function moduleOf(path: string): string | undefined {
  return /^packages\/[^/]+\/src\/[^/]+(?=\/)/.exec(path)?.[0];
}

/**
 * Parameters, properties and variables with the name `kind` and the type `Resource`, written or inferred: the name of
 * the kind is then `kind.kind`. They are called `resource`.
 */
export function resourcesNamedKind(program: ts.Program, files: readonly NamedText[]): string[] {
  const checker = program.getTypeChecker();
  return files
    .filter(({ text }) => /\bkind\b/.test(text))
    .flatMap(({ path }) => {
      const file = program.getSourceFile(join(repository, path));
      if (file === undefined) return [`${path}: is not among the files that were checked`];
      const violations: string[] = [];
      const visit = (node: ts.Node): void => {
        if (isVariable(node) && /^#?kind$/.test(node.name.getText(file)) && isResource(checker, node.name)) {
          const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
          violations.push(`${path}:${line + 1}: a Resource is called resource, not kind`);
        }
        ts.forEachChild(node, visit);
      };
      visit(file);
      return violations;
    });
}

/** A program of these files, for checks that need types. */
export function programOf(files: readonly NamedText[]): ts.Program {
  const config = ts.getParsedCommandLineOfConfigFile(join(repository, "tsconfig.json"), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(`tsconfig.json cannot be read: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
    },
  });
  return ts.createProgram(
    files.map(({ path }) => join(repository, path)),
    config?.options ?? {},
  );
}

/**
 * Errors that have the `kind` of a class without being of it: `isClientError(error, kind)` would narrow them to that
 * class.
 */
export function errorsOfAnotherClass({ path, text }: NamedText): string[] {
  const kinds = [...kindsWithClass()].join("|");
  const subclasses = new RegExp(
    `class (\\w+) extends ClientError\\b(?:(?!\\bclass\\b)[^])*?super\\(\\s*"(${kinds})"`,
    "g",
  );
  const direct = new RegExp(`new (ClientError)\\(\\s*"(${kinds})"`, "g");
  return [...text.matchAll(subclasses), ...text.matchAll(direct)]
    .filter(([, name, kind]) => name !== `${kind}Error`)
    .map(([, name, kind]) => `${path}: ${name} has the kind ${kind}, so it must be a ${kind}Error`);
}

/** The kinds of errors, as `ClientErrorKind` and as the table in docs/errors.md list them. */
export function errorKinds(): { readonly declared: string[]; readonly documented: string[] } {
  const [, union = ""] = /type ClientErrorKind =([^;]*)/.exec(clientError()) ?? [];
  const guide = readFileSync(join(repository, "docs/errors.md"), "utf8");
  return {
    declared: [...union.matchAll(/"(\w+)"/g)].map(([, kind = ""]) => kind).sort(),
    documented: [...guide.matchAll(/^\| `([A-Z]\w+)` \| `\w+Error`/gm)].map(([, kind = ""]) => kind).sort(),
  };
}

/** Kinds whose errors are all of one class. */
function kindsWithClass(): string[] {
  return [...clientError().matchAll(/^ {2}(\w+): \1Error;/gm)].map(([, kind = ""]) => kind);
}

function clientError(): string {
  return readFileSync(join(repository, `${library}errors/client-error.ts`), "utf8");
}

type Variable =
  | ts.ParameterDeclaration
  | ts.PropertySignature
  | ts.PropertyDeclaration
  | ts.VariableDeclaration
  | ts.BindingElement;

function isVariable(node: ts.Node): node is Variable {
  return (
    ts.isParameter(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node)
  );
}

function isResource(checker: ts.TypeChecker, name: ts.Node): boolean {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(name));
  const constraint = checker.getBaseConstraintOfType(type) ?? type;
  const parts = constraint.isUnionOrIntersection() ? constraint.types : [constraint];
  return parts.some((part) => /^(Served)?Resource$/.test((part.aliasSymbol ?? part.symbol)?.name ?? ""));
}
