import ts from "typescript-js-api";
import { findSentences } from "./find-sentences.ts";

/** Texts that read like sentences and are no messages. */
export interface MessageException {
  /** The file, from the repository's root. */
  readonly path: string;
  /** The variables, functions or classes whose texts are left out. */
  readonly within: readonly string[];
  /** What the texts are. */
  readonly why: string;
}

/** The whole list. What becomes an error or a log line is listed in spite of it. */
export const messageExceptions: readonly MessageException[] = [
  {
    path: "packages/client-ts/src/cli/operator-template.ts",
    within: ["packageOf", "dockerfile", "readme", "kindFile", "managerFile", "mainFile", "startFile", "testFile"],
    why: "the files of the project that `client-ts init` writes",
  },
  {
    path: "packages/client-ts/src/codec/protobuf/compile-message.ts",
    within: ["sourceOf", "takeOf"],
    why: "the source of a function that decodes one type",
  },
  {
    path: "packages/client-ts/src/codegen/emit-group-version.ts",
    within: ["generatedMark", "leafReferences", "GroupVersionFile", "nestedType", "facts"],
    why: "the files that the code generator writes",
  },
  {
    path: "packages/client-ts/src/codegen/json-schema.ts",
    within: ["serverFormats"],
    why: "the names of formats",
  },
  {
    path: "packages/client-ts/src/codegen/names.ts",
    within: ["reserved"],
    why: "the reserved words of TypeScript",
  },
  {
    path: "packages/client-ts/src/transport/node/spdy-headers.ts",
    within: ["words", "codes"],
    why: "the dictionary with which SPDY compresses headers",
  },
  {
    path: "packages/testing/src/apiserver/cel/schema-types.ts",
    within: ["reserved"],
    why: "the reserved words of CEL",
  },
  {
    path: "packages/testing/src/apiserver/rbac/bootstrap-roles.ts",
    within: ["bootstrapRoles"],
    why: "the roles with which a cluster begins, as a table",
  },
  {
    path: "packages/testing/src/control-plane/guardian.ts",
    within: ["script"],
    why: "the script of a process that cleans up after this one",
  },
];

/** The texts of a file that an exception leaves out; the path is from the repository's root. */
export function exceptedTexts(path: string, file: ts.SourceFile, exceptions = messageExceptions): ts.Expression[] {
  const names = new Set(exceptions.filter((one) => one.path === path).flatMap(({ within }) => within));
  if (names.size === 0) return [];
  return findSentences(file).filter((node) => namesAround(node).some((name) => names.has(name)));
}

/** The names of the variables, functions and classes that a node lies in. */
function namesAround(node: ts.Node): string[] {
  if (ts.isSourceFile(node)) return [];
  const isNamed = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node);
  return [...(isNamed && node.name !== undefined ? [node.name.getText()] : []), ...namesAround(node.parent)];
}
