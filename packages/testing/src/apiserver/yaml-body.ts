import { isScalar, LineCounter, parseDocument, visit, type YAMLMap } from "yaml";

/** Which YAML it is. */
export interface YamlOptions {
  /** Default 1.2. */
  readonly version?: "1.1" | "1.2" | undefined;
  /** Called with a key that comes twice in one map, and its line; the last one counts. Default: it is refused. */
  readonly onRepeatedKey?: ((key: string, line: number) => void) | undefined;
}

/**
 * Reads YAML from a request. The time it takes grows with the length of the text: the library's own search for keys
 * that come twice compares each with every other, so it is done here.
 */
export function parseYamlBody(text: string, { version = "1.2", onRepeatedKey }: YamlOptions = {}): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version,
    schema: "core",
    uniqueKeys: false,
    lineCounter: lines,
    prettyErrors: false,
  });
  const [error] = document.errors;
  if (error !== undefined) throw new Error(`${error.message}${placeOf(error.pos[0], lines)}`);
  visit(document, {
    Map(_, map) {
      findRepeatedKeys(map, lines, onRepeatedKey);
    },
  });
  return document.toJS({ maxAliasCount: 100 });
}

function findRepeatedKeys({ items }: YAMLMap, lines: LineCounter, report: YamlOptions["onRepeatedKey"]): void {
  const seen = new Set<unknown>();
  for (const { key } of items) {
    const value = isScalar(key) ? key.value : key;
    const offset = isScalar(key) ? key.range?.[0] : undefined;
    if (seen.has(value)) {
      if (report === undefined) throw new Error(`Map keys must be unique${placeOf(offset, lines)}`);
      report(String(value), lines.linePos(offset ?? 0).line);
    }
    seen.add(value);
  }
}

function placeOf(offset: number | undefined, lines: LineCounter): string {
  if (offset === undefined) return "";
  const { line, col } = lines.linePos(offset);
  return ` at line ${line}, column ${col}:`;
}
