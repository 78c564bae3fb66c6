import { join } from "node:path";
import ts from "typescript-js-api";
import { repository } from "./layers/source-tree.ts";

/**
 * The names of every exported function and method of these modules of client-ts that gives a promise or takes a signal,
 * as `sleep` or `WorkQueue.get`. A test compares them with a list of its own, so that a new function cannot be
 * forgotten there.
 */
export function waitingFunctions(modules: readonly string[]): string[] {
  const entries = modules.map((module) => join(repository, "packages/client-ts/src", module, "index.ts"));
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    types: ["node"],
    skipLibCheck: true,
  });
  const checker = program.getTypeChecker();
  const waits = (type: ts.Type, at: ts.Node): boolean =>
    type.getCallSignatures().some((signature) => {
      if (/^Promise\b/.test(checker.typeToString(signature.getReturnType()))) return true;
      return signature.parameters.some((parameter) =>
        takesSignal(checker, checker.getTypeOfSymbolAtLocation(parameter, at)),
      );
    });
  const names = new Set<string>();
  for (const entry of entries) {
    const file = program.getSourceFile(entry);
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${entry} exports nothing`);
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const at = symbol.declarations?.[0];
      if (at === undefined) continue;
      if (symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable)) {
        if (waits(checker.getTypeOfSymbolAtLocation(symbol, at), at)) names.add(exported.name);
      } else if (symbol.flags & ts.SymbolFlags.Class) {
        for (const member of checker.getDeclaredTypeOfSymbol(symbol).getProperties()) {
          const isPublic = !/^(#|__)/.test(member.name);
          if (isPublic && waits(checker.getTypeOfSymbolAtLocation(member, at), at))
            names.add(`${exported.name}.${member.name}`);
        }
      }
    }
  }
  return [...names].sort();
}

function takesSignal(checker: ts.TypeChecker, type: ts.Type): boolean {
  return (
    checker.getNonNullableType(type).getProperty("signal") !== undefined ||
    checker.typeToString(type).includes("AbortSignal")
  );
}
