import { isScalar, LineCounter, parseDocument, visit, type YAMLMap } from "yaml";

/** Which YAML it is. */
export interface YamlOptions {
  /** Default 1.2. */
  readonly version?: "1.1" | "1.2" | undefined;
}

/**
 * Reads YAML from a request. A key that comes twice in one map is refused. The time it takes grows with the length of
 * the text: the library's own search for repeated keys compares each with every other, so it is done here.
 */
export function parseYamlBody(text: string, { version = "1.2" }: YamlOptions = {}): unknown {
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
      refuseRepeatedKeys(map, lines);
    },
  });
  return document.toJS({ maxAliasCount: 100 });
}

function refuseRepeatedKeys({ items }: YAMLMap, lines: LineCounter): void {
  const seen = new Set<unknown>();
  for (const { key } of items) {
    const value = isScalar(key) ? key.value : key;
    if (seen.has(value))
      throw new Error(`Map keys must be unique${placeOf(isScalar(key) ? key.range?.[0] : undefined, lines)}`);
    seen.add(value);
  }
}

function placeOf(offset: number | undefined, lines: LineCounter): string {
  if (offset === undefined) return "";
  const { line, col } = lines.linePos(offset);
  return ` at line ${line}, column ${col}:`;
}
