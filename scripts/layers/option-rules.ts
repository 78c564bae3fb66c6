import ts from "typescript-js-api";
import { readPackageTexts } from "./source-tree.ts";

/**
 * Optional properties that may not be given as `undefined`. A missing namespace makes a client for all namespaces, so
 * `{ namespace: undefined }`, which is usually a mistake, must not compile. `PromClient` must fit the types of the
 * package `prom-client`. `Defined` is the type of an object from which what is `undefined` has been left out.
 */
const exceptions: ReadonlySet<string> = new Set(["Defined.K", "PromClient.buckets", "ScaleArguments.namespace"]);

/**
 * Where types describe Kubernetes objects and files, in which a missing key and `undefined` differ. Types whose name
 * ends in `Options` are checked here too.
 */
const wireFiles: readonly string[] = [
  "packages/client-ts/src/meta/",
  "packages/client-ts/src/errors/status.ts",
  "packages/client-ts/src/kubeconfig/types.ts",
];

/** Such types in other files. */
const wireTypes: ReadonlySet<string> = new Set([
  "ApiObject",
  "BackendPort",
  "EventPatch",
  "ExecCluster",
  "ExecCredential",
  "FromObject",
  "OldScale",
  "OpenApiDocument",
  "PatchFields",
  "Website",
]);

/** What the rule leaves out. */
export interface LeftOut {
  readonly exceptions: ReadonlySet<string>;
  readonly wireFiles: readonly string[];
  readonly wireTypes: ReadonlySet<string>;
}

const leftOut: LeftOut = { exceptions, wireFiles, wireTypes };

/** Every breach of the rule on optional properties in the packages; see {@link optionViolations}. */
export function optionViolationsOfPackages(): string[] {
  return readPackageTexts().flatMap(({ path, text }) => optionViolations(path, text));
}

/** What is left out of the rule although the packages have nothing there that the rule would refuse. */
export function unusedExceptions(): string[] {
  const nothing: LeftOut = { exceptions: new Set(), wireFiles: [], wireTypes: new Set() };
  const breaches = readPackageTexts().flatMap(({ path, text }) => optionViolations(path, text, nothing));
  const breaks = (pattern: string) => breaches.some((breach) => new RegExp(pattern).test(breach));
  return [
    ...[...exceptions].filter((name) => !breaks(`: ${name}:`)),
    ...wireFiles.filter((prefix) => !breaks(`^${prefix}`)),
    ...[...wireTypes].filter((name) => !breaks(`: ${name}\\.`)),
  ];
}

/**
 * Optional properties that are not written `?: T | undefined`: of interfaces, type aliases and classes, and of object
 * types that are written at a parameter, a variable or as what a function returns. Such objects are passed on from one
 * function to the next, and without `| undefined` each of these needs a conditional spread. Types of Kubernetes objects
 * are not checked, and neither are types inside of an expression, such as `x as { a?: string }`: they say what others
 * made. Optional methods are refused in types of options and handlers, because they may not be given as `undefined`;
 * other interfaces have them for classes that implement more or less.
 */
export function optionViolations(path: string, text: string, without: LeftOut = leftOut): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return checkedTypes(path, file, without).flatMap(({ owner, type }) =>
    [...optionalProperties(type), ...(takesFunctions.test(owner) ? optionalMethods(type) : [])]
      .filter((property) => ts.isMethodSignature(property) || !acceptsUndefined(property.type))
      .map((property) => ({ property, name: `${owner}.${nameOf(property).getText(file)}` }))
      .filter(({ name }) => !without.exceptions.has(name))
      .map(({ property, name }) => {
        const { line } = file.getLineAndCharacterOfPosition(property.getStart(file));
        return `${path}:${line + 1}: ${name}: write "?: T | undefined"`;
      }),
  );
}

interface CheckedType {
  readonly owner: string;
  readonly type: ts.Node;
}

/** The types and classes of a file, and the types of parameters, variables and results outside of its types. */
function checkedTypes(path: string, file: ts.SourceFile, without: LeftOut): CheckedType[] {
  const found: CheckedType[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
      if (!isWireType(path, node.name.text, without)) found.push({ owner: node.name.text, type: node });
      return;
    }
    const type = typeWrittenAt(node);
    if (type !== undefined) found.push({ owner: ownerOf(node), type: ts.isPropertyDeclaration(node) ? node : type });
    ts.forEachChild(node, (child) => {
      if (!ts.isTypeNode(child)) visit(child);
    });
  };
  visit(file);
  return found;
}

/** The type of a parameter, a variable, a field of a class or the result of a function. */
function typeWrittenAt(node: ts.Node): ts.TypeNode | undefined {
  const isTyped =
    ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isFunctionLike(node);
  return isTyped ? node.type : undefined;
}

function isWireType(path: string, name: string, without: LeftOut): boolean {
  if (without.wireTypes.has(name)) return true;
  return !name.endsWith("Options") && without.wireFiles.some((prefix) => path.startsWith(prefix));
}

/** The name of what has a type; of its function or class where it is a field or has no name. */
function ownerOf(node: ts.Node): string {
  const isNamed = !ts.isPropertyDeclaration(node);
  return (isNamed ? plainNameOf(node) : undefined) ?? plainNameOf(node.parent) ?? "parameter";
}

function plainNameOf(node: ts.Node): string | undefined {
  const { name } = node as ts.Node & { readonly name?: ts.Node };
  const isTakenApart = name !== undefined && (ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name));
  return isTakenApart ? undefined : name?.getText();
}

type OptionalProperty = ts.PropertySignature | ts.PropertyDeclaration | ts.MappedTypeNode;

/** The name of a property, or of the key of a mapped type. */
function nameOf(property: OptionalProperty | ts.MethodSignature): ts.Node {
  return ts.isMappedTypeNode(property) ? property.typeParameter.name : property.name;
}

/** All optional properties in a type, but for those in a question such as `T extends { a?: string }`. */
function optionalProperties(type: ts.Node): OptionalProperty[] {
  if (ts.isConditionalTypeNode(type)) return [type.trueType, type.falseType].flatMap(optionalProperties);
  if (ts.isTypeParameterDeclaration(type) || ts.isExpression(type)) return [];
  const found: OptionalProperty[] = [];
  const isProperty = ts.isPropertySignature(type) || ts.isPropertyDeclaration(type);
  if (isProperty && type.questionToken !== undefined) found.push(type);
  // Not those with `-?`.
  if (ts.isMappedTypeNode(type) && type.questionToken?.kind === ts.SyntaxKind.QuestionToken) found.push(type);
  ts.forEachChild(type, (child) => void found.push(...optionalProperties(child)));
  return found;
}

/** Types of which callers write objects with functions in them. */
const takesFunctions = /(?:Options|Handler)$/;

/** All optional methods in a type. */
function optionalMethods(type: ts.Node): ts.MethodSignature[] {
  const found: ts.MethodSignature[] = [];
  if (ts.isMethodSignature(type) && type.questionToken !== undefined) found.push(type);
  ts.forEachChild(type, (child) => void found.push(...optionalMethods(child)));
  return found;
}

/** `never` is for a property that must not be there. */
function acceptsUndefined(type: ts.TypeNode | undefined): boolean {
  if (type === undefined) return true;
  if (ts.isUnionTypeNode(type)) return type.types.some(acceptsUndefined);
  if (ts.isParenthesizedTypeNode(type)) return acceptsUndefined(type.type);
  return accepted.has(type.kind);
}

const accepted: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.UndefinedKeyword,
  ts.SyntaxKind.UnknownKeyword,
  ts.SyntaxKind.NeverKeyword,
]);
