import ts from "typescript-js-api";
import { findSentences } from "./find-sentences.ts";
import { bare, choicesOf, isChoice, isSentence, isWrapper, literalsOf, textOf, unknownParts } from "./message-text.ts";

/** One text of an error or of a log line. */
export interface Message {
  /** The file that holds the text, as the program names it. */
  readonly path: string;
  readonly position: number;
  /**
   * What takes the text: the class of the error, `super`, `log`, `command`, or the name of the helper, variable or
   * property; `text` where that is not known.
   */
  readonly kind: string;
  /** The text; `{…}` stands for a value. */
  readonly text: string;
}

/**
 * Finds the texts that become the message of an error, a log line or a line of a command, in order of file and
 * position.
 *
 * The search begins at each `new …Error(…)`, `super(…)`, call of a logger and line that a command writes to standard
 * error, and follows what is passed there back to the literals: through parameters to the calls of the function,
 * through variables to what is assigned to them, through properties to the objects that set them, and through calls to
 * what the function returns. Only values that may be text are followed, and each place is visited once, so the search
 * ends. A callback is recognised by its named type; what other functions do with a text, as `replace` does, is not
 * followed. Every other text that reads like a sentence is listed too, as a `text`, so that what the search loses is
 * not lost to the reader, without those that `exceptedIn` names.
 */
export function findMessages(
  program: ts.Program,
  files: readonly ts.SourceFile[],
  exceptedIn: (file: ts.SourceFile) => readonly ts.Node[] = () => [],
): Message[] {
  const checker = program.getTypeChecker();
  const index = indexOf(checker, files);
  const found = new Map<ts.Node, Message>();
  const visited = new Set<ts.Node>();

  const follow = (node: ts.Node | undefined, through: string): void => {
    if (node === undefined || visited.has(node)) return;
    visited.add(node);
    const kind = index.starts.get(node) ?? through;
    const text = textOf(node);
    if (text !== undefined) {
      if (index.starts.has(node) ? /\S \S/.test(text) : isSentence(text)) {
        found.set(node, messageAt(node, kind, text));
      }
      for (const part of unknownParts(node)) follow(part, kind);
      return;
    }
    if (isWrapper(node)) follow(node.expression, kind);
    else if (ts.isArrayLiteralExpression(node)) for (const element of node.elements) follow(element, kind);
    else if (ts.isSpreadElement(node)) follow(node.expression, kind);
    else if (isChoice(node)) for (const branch of choicesOf(node)) follow(branch, kind);
    else if (mayBeText(checker, node)) followValue(node, kind);
  };

  const followValue = (node: ts.Node, kind: string): void => {
    if (ts.isIdentifier(node)) followSymbol(symbolAt(checker, node), node.text);
    else if (ts.isPropertyAccessExpression(node)) followSymbol(symbolAt(checker, node.name), node.name.text);
    else if (ts.isElementAccessExpression(node)) followTable(node.expression, kind);
    else if (ts.isCallExpression(node)) followCall(node, kind);
  };

  const followSymbol = (symbol: ts.Symbol | undefined, kind: string): void => {
    if (symbol === undefined) return;
    for (const assigned of index.assigned.get(symbol) ?? []) follow(assigned, kind);
    for (const declaration of symbol.declarations ?? []) followDeclaration(declaration, kind);
  };

  const followDeclaration = (declaration: ts.Declaration, kind: string): void => {
    if (!index.files.has(declaration.getSourceFile())) return;
    if (ts.isVariableDeclaration(declaration)) {
      const loop = declaration.parent.parent;
      follow(ts.isForOfStatement(loop) ? loop.expression : declaration.initializer, kind);
    } else if (ts.isParameter(declaration)) {
      follow(declaration.initializer, kind);
      followArguments(declaration);
    } else if (ts.isBindingElement(declaration)) {
      follow(declaration.initializer, kind);
      const name = (declaration.propertyName ?? declaration.name).getText();
      followSymbol(checker.getTypeAtLocation(declaration.parent).getProperty(name), name);
    } else if (ts.isPropertyAssignment(declaration) || ts.isPropertyDeclaration(declaration)) {
      follow(declaration.initializer, kind);
    } else if (ts.isShorthandPropertyAssignment(declaration)) {
      followSymbol(checker.getShorthandAssignmentValueSymbol(declaration), kind);
    }
  };

  /** What the calls of a function pass for a parameter; for a callback of a list, the list. */
  const followArguments = (parameter: ts.ParameterDeclaration): void => {
    const owner = parameter.parent;
    const position = owner.parameters.indexOf(parameter);
    const types = isExpression(owner) ? (checker.getContextualType(owner)?.getCallSignatures() ?? []) : [];
    const called = [owner, ...types.flatMap(({ declaration }) => declaration ?? [])];
    for (const { call, name } of called.flatMap((one) => index.calls.get(one) ?? [])) {
      const passed = call.arguments ?? [];
      for (const argument of parameter.dotDotDotToken ? passed.slice(position) : passed.slice(position, position + 1))
        follow(argument, name);
    }
    const call = owner.parent;
    if (position === 0 && ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression))
      follow(call.expression.expression, parameter.name.getText());
  };

  const followCall = (call: ts.CallExpression, kind: string): void => {
    if (/^(escapeForPrint|String)$/.test(call.expression.getText())) {
      follow(call.arguments[0], kind);
      return;
    }
    const called = functionAt(checker, call.expression);
    if (called !== undefined && index.files.has(called.getSourceFile())) {
      for (const result of resultsOf(called)) follow(result, nameOf(called) ?? kind);
      return;
    }
    if (!ts.isPropertyAccessExpression(call.expression) || !keepsText.has(call.expression.name.text)) return;
    follow(call.expression.expression, kind);
    const callback = functionAt(checker, call.arguments[0]);
    if (callback !== undefined) for (const result of resultsOf(callback)) follow(result, nameOf(callback) ?? kind);
  };

  /** All entries of a list or an object from which one is chosen by a computed key. */
  const followTable = (table: ts.Expression, kind: string): void => {
    for (const declaration of symbolAt(checker, table)?.declarations ?? []) {
      const initializer = ts.isVariableDeclaration(declaration) ? bare(declaration.initializer) : undefined;
      if (initializer === undefined || !index.files.has(declaration.getSourceFile())) continue;
      if (ts.isArrayLiteralExpression(initializer)) follow(initializer, kind);
      if (ts.isObjectLiteralExpression(initializer))
        for (const property of initializer.properties) followDeclaration(property, kind);
    }
  };

  for (const [node, kind] of index.starts) follow(node, kind);
  const known = new Set([...found.keys(), ...files.flatMap(exceptedIn)].flatMap(literalsOf));
  for (const node of files.flatMap(findSentences))
    if (!literalsOf(node).some((literal) => known.has(literal)))
      found.set(node, messageAt(node, "text", textOf(node) ?? ""));
  return [...found.values()].sort((a, b) => (a.path === b.path ? a.position - b.position : a.path < b.path ? -1 : 1));
}

function messageAt(node: ts.Node, kind: string, text: string): Message {
  const file = node.getSourceFile();
  return { path: file.fileName, position: node.getStart(file), kind, text: text.trim() };
}

/** Methods of strings and lists whose result holds the text they are called on. */
const keepsText = new Set(["join", "map", "flatMap", "filter", "concat", "slice", "trim", "toSorted", "at", "find"]);

/** A call of a function, and the name it is called by. */
interface Call {
  readonly call: ts.CallExpression | ts.NewExpression;
  readonly name: string;
}

/** What one pass over the files finds, so that values can be followed backwards. */
interface Index {
  readonly files: ReadonlySet<ts.SourceFile>;
  /** What an error or a line is made of, with the class of the error, `super`, `log` or `command`. */
  readonly starts: ReadonlyMap<ts.Node, string>;
  readonly calls: ReadonlyMap<ts.Node, readonly Call[]>;
  /** What is assigned to a variable or a property, or added to a list. */
  readonly assigned: ReadonlyMap<ts.Symbol, readonly ts.Node[]>;
}

function indexOf(checker: ts.TypeChecker, files: readonly ts.SourceFile[]): Index {
  const starts = new Map<ts.Node, string>();
  const calls = new Map<ts.Node, Call[]>();
  const assigned = new Map<ts.Symbol, ts.Node[]>();
  const assign = (symbol: ts.Symbol | undefined, value: ts.Node): void => {
    if (symbol !== undefined) assigned.set(symbol, [...(assigned.get(symbol) ?? []), value]);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = node.expression.getText();
      const passed = [...(node.arguments ?? [])];
      if (ts.isNewExpression(node) && /Error$/.test(name)) for (const one of passed) starts.set(one, name);
      if (name === "super") for (const one of passed) starts.set(one, name);
      if (/[lL]og(?:ger)?(?:\??\.(?:debug|info|warn|error)|\[\w+\])$/.test(name) && passed[0] !== undefined)
        starts.set(passed[0], "log");
      if (/^(?:io\.report|console\.error)$/.test(name) && passed[0] !== undefined) starts.set(passed[0], "command");
      const called = functionAt(checker, node.expression) ?? checker.getResolvedSignature(node)?.declaration;
      const short = name.replace(/^.*[.#]/s, "");
      if (called !== undefined) calls.set(called, [...(calls.get(called) ?? []), { call: node, name: short }]);
      if (ts.isPropertyAccessExpression(node.expression) && /^(push|unshift|add)$/.test(short))
        for (const one of passed) assign(symbolAt(checker, node.expression.expression), one);
    }
    if (ts.isBinaryExpression(node) && assignments.has(node.operatorToken.kind))
      assign(symbolAt(checker, node.left), node.right);
    if (ts.isObjectLiteralExpression(node)) {
      const type = node.properties.length > 0 ? checker.getContextualType(node) : undefined;
      for (const property of type === undefined ? [] : node.properties) {
        const symbol = property.name && type?.getProperty(property.name.getText());
        if (ts.isPropertyAssignment(property)) assign(symbol, property.initializer);
        if (ts.isShorthandPropertyAssignment(property)) assign(symbol, property.name);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(file);
  return { files: new Set(files), starts, calls, assigned };
}

const assignments = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.PlusEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

/** The variable, property or function that an expression names, wherever it was imported from. */
function symbolAt(checker: ts.TypeChecker, node: ts.Node): ts.Symbol | undefined {
  const shorthand = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : undefined;
  const symbol = shorthand ?? checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node);
  return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The function, or the constructor of the class, that an expression is or names. */
function functionAt(checker: ts.TypeChecker, node: ts.Expression | undefined): ts.FunctionLikeDeclaration | undefined {
  if (node === undefined || isFunction(node)) return node;
  const declaration = symbolAt(checker, node)?.valueDeclaration;
  if (declaration === undefined) return undefined;
  if (ts.isClassLike(declaration)) return declaration.members.find(ts.isConstructorDeclaration);
  if (isFunction(declaration)) return declaration;
  const holds = ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration);
  const initializer = holds ? bare(declaration.initializer) : undefined;
  return initializer !== undefined && isFunction(initializer) ? initializer : undefined;
}

function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && "body" in node;
}

function isExpression(node: ts.Node): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

function nameOf(node: ts.FunctionLikeDeclaration): string | undefined {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  return named?.getText().replace("#", "");
}

/** The expressions that a function returns. */
function resultsOf({ body }: ts.FunctionLikeDeclaration): ts.Expression[] {
  if (body === undefined) return [];
  if (!ts.isBlock(body)) return [body];
  const results: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isReturnStatement(node) || ts.isYieldExpression(node)) && node.expression) results.push(node.expression);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  visit(body);
  return results;
}

/** Whether a value is a string, or a list of strings. */
function mayBeText(checker: ts.TypeChecker, node: ts.Node): boolean {
  const isText = (type: ts.Type): boolean =>
    type.isUnion() ? type.types.some(isText) : (type.flags & ts.TypeFlags.StringLike) !== 0;
  const isListOfText = (type: ts.Type): boolean => {
    if (type.isUnion()) return type.types.some(isListOfText);
    const element = checker.isArrayLikeType(type) ? type.getNumberIndexType() : undefined;
    return element !== undefined && isText(element);
  };
  const type = checker.getTypeAtLocation(node);
  return isText(type) || isListOfText(type);
}
