/** Splits a JSON pointer (RFC 6901) into its names: `/a~1b/0` is `["a/b", "0"]`. `undefined` for any other text. */
export function parseJsonPointer(text: string): string[] | undefined {
  if (text === "") return [];
  if (text[0] !== "/") return undefined;
  const tokens = text.slice(1).split("/");
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (!token.includes("~")) continue;
    if (/~(?![01])/.test(token)) return undefined;
    tokens[i] = token.replaceAll("~1", "/").replaceAll("~0", "~");
  }
  return tokens;
}

/** The JSON pointer (RFC 6901) that leads along these names. */
export function formatJsonPointer(path: readonly string[]): string {
  return path.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
