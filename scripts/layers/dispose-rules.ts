import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-js-api";
import { readPackageTexts, repository, sourcePaths } from "./source-tree.ts";

/** The names that users can import from the two packages. */
export function publicNames(): Set<string> {
  const entries = [
    ...sourcePaths("packages/client-ts/src/entries"),
    "packages/client-ts/src/index.ts",
    "packages/testing/src/index.ts",
  ];
  const names = entries.flatMap((path) => {
    const file = ts.createSourceFile(path, readFileSync(join(repository, path), "utf8"), ts.ScriptTarget.Latest, true);
    return file.statements
      .filter(ts.isExportDeclaration)
      .flatMap(({ exportClause }) =>
        exportClause !== undefined && ts.isNamedExports(exportClause)
          ? exportClause.elements.map(({ name }) => name.text)
          : [],
      );
  });
  return new Set(names);
}

/** Every breach of the rule on `close` in the packages; see {@link undisposable}. */
export function undisposableTypesOfPackages(): string[] {
  const names = publicNames();
  return readPackageTexts().flatMap(({ path, text }) => undisposable(path, text, names));
}

/**
 * Exported classes and interfaces of these names that have `close()` and cannot be declared with `using`: one that
 * gives a promise needs `Symbol.asyncDispose`, another one `Symbol.dispose`.
 */
export function undisposable(path: string, text: string, names: ReadonlySet<string>): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return file.statements
    .filter((statement) => ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement))
    .filter(({ name }) => name !== undefined && names.has(name.text))
    .flatMap((declared) => {
      const members: readonly (ts.ClassElement | ts.TypeElement)[] = declared.members;
      const named = (name: string) => members.find((member) => member.name?.getText(file) === name);
      const close = named("close");
      // An optional one is called by the library.
      if (close === undefined || (close as ts.MethodSignature).questionToken !== undefined) return [];
      const isAsync = /Promise<void>/.test((close as ts.MethodSignature).type?.getText(file) ?? "");
      const [symbol, type] = isAsync ? ["asyncDispose", "AsyncDisposable"] : ["dispose", "Disposable"];
      const inherited = (declared.heritageClauses ?? []).flatMap(({ types }) => types.map((one) => one.getText(file)));
      if (named(`[Symbol.${symbol}]`) !== undefined || inherited.includes(type)) return [];
      return [`${path}: ${declared.name?.text} has close() and no Symbol.${symbol}`];
    });
}
