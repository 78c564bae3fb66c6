/**
 * YAML as kubectl reads it, within limits. The `yaml` package finds the structure and leaves every scalar as text; what
 * a plain scalar means is decided here, by the rules of YAML 1.1 that Go's parser has (`yes` is true, `010` is eight),
 * because a kubeconfig must mean the same to us as to kubectl. Nothing in a file can make it run code, grow without
 * bound or nest without bound: aliases, depth and size are limited, and custom tags, merge keys and keys that stand
 * twice are refused. The package is loaded for the first text that `plain-yaml.ts` cannot read: it costs 36 ms.
 */
import { setOwn } from "../util/index.ts";
import type { Node, Pair } from "yaml";
import { KubeconfigError } from "./kubeconfig-error.ts";
import { readPlainYaml } from "./plain-yaml.ts";

/** The limits for the text of a kubeconfig. */
export interface YamlLimits {
  /** Bytes of text. Default 1 MiB. */
  readonly maxBytes?: number | undefined;
  /** Levels of lists and maps. Default 100. */
  readonly maxDepth?: number | undefined;
  /** Aliases, counted each time one is followed. Default 100. */
  readonly maxAliases?: number | undefined;
  /** Values after aliases are followed. Default a million: one MiB of text has no reason to have more. */
  readonly maxNodes?: number | undefined;
}

/** The error for a text that is refused; what it says never repeats the text. */
export type RefuseYaml = (message: string) => Error;

/** The largest kubeconfig that is read, in bytes. */
export const maxKubeconfigBytes: number = 1024 * 1024;

/** Reads YAML (or JSON) into plain values. `where` names the text in errors; the text itself never appears in one. */
export async function readYaml(text: string, where: string, limits?: YamlLimits): Promise<unknown> {
  const plain = limits === undefined ? readPlainYaml(text, resolvePlain) : undefined;
  return plain ?? readYamlWithPackage(text, where, limits);
}

/** As {@link readYaml}, for any YAML. */
export async function readYamlWithPackage(text: string, where: string, limits: YamlLimits = {}): Promise<unknown> {
  const refuse: RefuseYaml = (message) => new KubeconfigError("syntax", message);
  for await (const value of readYamlDocuments(text, where, { ...limits, refuse })) return value;
  return null;
}

/** Options of {@link readYamlDocuments}. */
export interface YamlDocumentsOptions extends YamlLimits {
  readonly refuse: RefuseYaml;
  /** Errors show the key of the line that they are about, and the number of its document. Values are never shown. */
  readonly showPlace?: boolean | undefined;
}

/** As {@link readYaml}, for a text with several documents, one after the other. An empty document is `null`. */
export async function* readYamlDocuments(
  text: string,
  where: string,
  options: YamlDocumentsOptions,
): AsyncGenerator<unknown, void, undefined> {
  const { maxBytes = maxKubeconfigBytes, maxDepth = 100, maxAliases = 100, maxNodes = 1_000_000 } = options;
  const { refuse, showPlace = false } = options;
  const refused = (place: string, what: string): Error => refuse(`${place} ${what}`);
  if (Buffer.byteLength(text) > maxBytes) throw refused(where, `is larger than ${maxBytes} bytes`);
  const yaml = await import("yaml");
  if (nestsFarBeyond(new yaml.Lexer().lex(text), maxDepth))
    throw refused(where, `nests deeper than ${maxDepth} levels`);
  // `uniqueKeys` compares each key with each other; a Set below does it in one pass.
  const documents = yaml.parseAllDocuments(text, {
    schema: "failsafe",
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  if (!Array.isArray(documents)) return;
  let anchors = new Map<string, Node>();
  const following = new Set<Node>();
  let aliases = 0;
  let nodes = 0;
  let number = 0;
  const placeOf = (offset: number): string => {
    const line = `line ${lineAt(text, offset)}`;
    return showPlace ? `${line}${keyAt(text, offset)} of document ${number}` : line;
  };

  const convert = (node: Node | null, depth: number): unknown => {
    if (node === null) return null;
    if (++nodes > maxNodes) throw refused(where, `has more than ${maxNodes} values`);
    const at = (): string => placeOf(node.range?.[0] ?? 0);
    if (yaml.isAlias(node)) {
      if (++aliases > maxAliases) throw refused(where, `follows more than ${maxAliases} aliases`);
      const target = anchors.get(node.source);
      if (target === undefined || following.has(target))
        throw refused(where, `has an alias without an anchor, ${at()}`);
      following.add(target);
      const value = convert(target, depth);
      following.delete(target);
      return value;
    }
    const anchored = node as Node & { anchor?: string };
    if (anchored.anchor !== undefined) anchors.set(anchored.anchor, node);
    const badTag = (): Error => refused(where, `uses a tag that is not allowed, ${at()}`);
    if (yaml.isScalar(node))
      return scalar(node.value, node.type === "PLAIN" || node.type === undefined, node.tag, badTag);
    if (depth >= maxDepth) throw refused(where, `nests deeper than ${maxDepth} levels`);
    if (yaml.isSeq(node)) {
      if (node.tag !== undefined && node.tag !== `${longTag}seq`) throw badTag();
      return node.items.map((item) => convert(item as Node | null, depth + 1));
    }
    if (!yaml.isMap(node)) throw refused(where, `has a node of an unknown type, ${at()}`);
    if (node.tag !== undefined && node.tag !== `${longTag}map`) throw badTag();
    const object: Record<string, unknown> = {};
    const seen = new Set<string>();
    for (const pair of node.items as Pair<Node | null, Node | null>[]) {
      if (yaml.isScalar(pair.key) && pair.key.type === "PLAIN" && pair.key.value === "<<")
        throw refused(where, `uses a merge key, ${at()}`);
      const key = convert(pair.key, depth + 1);
      if (key === null || typeof key === "object") throw refused(where, `has a key that is not text, ${at()}`);
      const name = String(key);
      if (seen.has(name))
        throw refused(where, `has a key twice in one map, ${placeOf((pair.key ?? node).range?.[0] ?? 0)}`);
      seen.add(name);
      setOwn(object, name, convert(pair.value, depth + 1));
    }
    return object;
  };

  for (const document of documents) {
    number++;
    const error = document.errors[0];
    if (error !== undefined)
      throw refused(where, `is not YAML: ${explain(error.code)} (${error.code}, ${placeOf(error.pos[0])})`);
    // Anchors end with their document.
    anchors = new Map();
    yield convert(document.contents as Node | null, 0);
  }
}

/**
 * Writes plain values as YAML that every parser reads as the same text: whatever could be taken for something else is
 * quoted.
 */
export async function writeYaml(value: unknown): Promise<string> {
  const yaml = await import("yaml");
  const document = new yaml.Document(value, { version: "1.1", aliasDuplicateObjects: false });
  yaml.visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && resolvePlain(node.value) !== node.value) node.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString({ lineWidth: 0 });
}

const longTag = "tag:yaml.org,2002:";

function scalar(value: unknown, plain: boolean, tag: string | undefined, badTag: () => Error): unknown {
  const text = typeof value === "string" ? value : value === null || value === undefined ? "" : String(value);
  if (tag === undefined || tag === "!") return plain && tag === undefined ? resolvePlain(text) : text;
  if (tag === `${longTag}str`) return text;
  const resolved = resolvePlain(text);
  const kind =
    resolved === null
      ? "null"
      : typeof resolved === "boolean"
        ? "bool"
        : typeof resolved === "number"
          ? "number"
          : "str";
  if (tag === `${longTag}null` && kind === "null") return resolved;
  if (tag === `${longTag}bool` && kind === "bool") return resolved;
  if ((tag === `${longTag}int` || tag === `${longTag}float`) && kind === "number") return resolved;
  throw badTag();
}

const words = new Map<string, unknown>([
  ...["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"].map((word): [string, unknown] => [
    word,
    true,
  ]),
  ...["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"].map((word): [string, unknown] => [
    word,
    false,
  ]),
  ...["", "~", "null", "Null", "NULL"].map((word): [string, unknown] => [word, null]),
  ...[".nan", ".NaN", ".NAN"].map((word): [string, unknown] => [word, Number.NaN]),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map((word): [string, unknown] => [
    word,
    Number.POSITIVE_INFINITY,
  ]),
  ...["-.inf", "-.Inf", "-.INF"].map((word): [string, unknown] => [word, Number.NEGATIVE_INFINITY]),
]);
const integer = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

/** What an unquoted scalar means to Go's YAML parser. Dates stay text there, and so they do here. */
export function resolvePlain(text: string): unknown {
  if (words.has(text)) return words.get(text);
  const first = text.charCodeAt(0);
  if (!((first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e) || text.length > 400)
    return text;
  const digits = text.replaceAll("_", "");
  const match = integer.exec(digits);
  if (match !== null) {
    const [, sign, hex, binary, octal, decimal] = match;
    const size =
      hex !== undefined
        ? BigInt(`0x${hex}`)
        : binary !== undefined
          ? BigInt(`0b${binary}`)
          : octal !== undefined
            ? BigInt(`0o${octal}`)
            : BigInt(decimal!);
    if (sign === "-" ? size <= 2n ** 63n : size < 2n ** 64n) return sign === "-" ? -Number(size) : Number(size);
  }
  return float.test(first === 0x2e ? text : digits) ? Number(digits) : text;
}

/**
 * Finds deep nesting before the parser builds it: a parser's own refusal of 20,000 levels takes a quarter of a second.
 * Columns stand for block nesting, which counts a little too much (a value on its key's line is a level), so only what
 * is far beyond the limit ends here.
 */
function nestsFarBeyond(tokens: Iterable<string>, maxDepth: number): boolean {
  const columns: number[] = [];
  let flow = 0;
  let column = 0;
  for (const token of tokens) {
    // Marks that the lexer adds; they are not in the text.
    if (token === "\u0002" || token === "\u0018" || token === "\u001f") continue;
    if (token === "[" || token === "{") flow++;
    else if (token === "]" || token === "}") flow--;
    else if (flow === 0 && token !== "\n" && token.trim() !== "") {
      while (columns.length > 0 && columns[columns.length - 1]! >= column) columns.pop();
      columns.push(column);
    }
    if (flow + columns.length > maxDepth * 3) return true;
    const newline = token.lastIndexOf("\n");
    column = newline < 0 ? column + token.length : token.length - newline - 1;
  }
  return false;
}

/** What the parser's codes mean, in words that help to find the mistake. */
const explanations: Readonly<Record<string, string>> = {
  BAD_INDENT: "the indentation is wrong",
  BLOCK_AS_IMPLICIT_KEY: "a map begins in the middle of a line; indent it, or quote text that contains a colon",
  BLOCK_IN_FLOW: "a block stands inside brackets or braces",
  MISSING_CHAR: "a character is missing, such as a closing quote, a bracket, a space or a colon",
  MULTILINE_IMPLICIT_KEY: "a key spans several lines; a colon may be missing",
  TAB_AS_INDENT: "a tab is used for indentation; use spaces",
  UNEXPECTED_TOKEN: "a character is not expected here",
};

function explain(code: string): string {
  return explanations[code] ?? "the text cannot be parsed";
}

/** The key on the line of an offset, ` ("replicas:")`; empty when the line has none. */
function keyAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const key = /^[\s-]*([A-Za-z0-9_./"'-]{1,80}):(?=\s|$)/m.exec(text.slice(start, start + 200).split("\n")[0] ?? "");
  return key === null ? "" : ` (${JSON.stringify(`${key[1]}:`)})`;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let index = text.indexOf("\n"); index >= 0 && index < offset; index = text.indexOf("\n", index + 1)) line++;
  return line;
}
