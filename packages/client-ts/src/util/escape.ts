/**
 * Characters that could control a terminal: C0 and C1 controls (ESC and CR among them; not tab and newline), DEL, the
 * characters that turn the direction of writing, the two separators that break lines, the byte order mark, and lone
 * surrogates.
 */
const unsafe =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Options of {@link escapeForPrint}. */
export interface EscapeOptions {
  /** Whether tab and newline are escaped too, so that the text stays on one line. Default `false`. */
  readonly singleLine?: boolean | undefined;
  /** The longest result, in characters; a closing `…` shows that it was cut. Default: no limit. */
  readonly maxLength?: number | undefined;
}

/**
 * Makes text from elsewhere safe to print: what could move a cursor, colour or hide a line, or turn the reading
 * direction is shown as `\x1b` or `\u202e`. Everything that we print and did not write ourselves passes through here.
 */
export function escapeForPrint(
  text: string,
  { singleLine = false, maxLength = Number.POSITIVE_INFINITY }: EscapeOptions = {},
): string {
  const most = maxLength > 0 ? maxLength : 0;
  // Cut first: a message of many megabytes costs no more than its beginning. One escape is at most six characters long.
  const long = text.length > most;
  const escaped = (long ? text.slice(0, most) : text).replace(unsafe, escapeCharacter);
  const line = singleLine ? escaped.replace(/[\t\n]/g, (c) => (c === "\t" ? "\\t" : "\\n")) : escaped;
  if (!long && line.length <= most) return line;
  return `${line.slice(0, most)}…`;
}

function escapeCharacter(character: string): string {
  if (character === "\r") return "\\r";
  const code = character.charCodeAt(0);
  return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
