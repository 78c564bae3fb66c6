/**
 * What may be a name. All checks read the text once, from the front, and stop at the first thing that is wrong: no
 * regular expression that could be made to work hard.
 */

/**
 * Whether a text may stand as one segment of a request's path: not empty, not `.` or `..`, at most 253 characters, and
 * without `/ \ % ? #`, control characters and lone surrogates. Servers check names further; this keeps a name from
 * changing what a path means.
 */
export function isValidPathSegment(text: string): boolean {
  return whyNotPathSegment(text) === undefined;
}

/** Why a text may not be a segment of a path, for a message; `undefined` when it may. */
export function whyNotPathSegment(text: string): string | undefined {
  if (text === "") return "it is empty";
  if (text.length > 253) return "it is longer than 253 characters";
  if (text === "." || text === "..") return `it is ${JSON.stringify(text)}`;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return "it has a control character";
    if (forbiddenInPath.has(code)) return `it has ${JSON.stringify(text[i])}`;
    if (code >= 0xd800 && code <= 0xdfff) {
      const next = text.charCodeAt(i + 1);
      if (code >= 0xdc00 || !(next >= 0xdc00 && next <= 0xdfff)) return "it has half of a surrogate pair";
      i++;
    }
  }
  return undefined;
}

/**
 * Whether a text is a DNS label (RFC 1123): 1 to 63 of `a-z 0-9 -`, with no `-` at either end. Namespaces and many
 * names are.
 */
export function isDnsLabel(text: string): boolean {
  return text.length <= 63 && isLabelBetween(text, 0, text.length, false);
}

/** As {@link isDnsLabel}, beginning with a letter (RFC 1035). Names of services are. */
export function isDns1035Label(text: string): boolean {
  return isDnsLabel(text) && text.charCodeAt(0) >= 0x61;
}

/** Whether a text is a DNS subdomain (RFC 1123): labels joined by dots, at most 253 characters. Most names are. */
export function isDnsSubdomain(text: string): boolean {
  if (text.length > 253) return false;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && text.charCodeAt(i) !== dot) continue;
    if (!isLabelBetween(text, start, i, false)) return false;
    start = i + 1;
  }
  return true;
}

/**
 * Whether a text may be the key of a label or an annotation: `[subdomain/]name`, the name 1 to 63 of `A-Z a-z 0-9 - _
 * .`.
 */
export function isLabelKey(text: string): boolean {
  if (text.length > 253 + 1 + 63) return false;
  const slash = text.indexOf("/");
  if (slash >= 0 && !isDnsSubdomain(text.slice(0, slash))) return false;
  return text.length - slash - 1 <= 63 && isLabelBetween(text, slash + 1, text.length, true);
}

/**
 * Whether a text may be the value of a label: empty, or 1 to 63 of `A-Z a-z 0-9 - _ .` with a letter or digit at both
 * ends.
 */
export function isLabelValue(text: string): boolean {
  return text === "" || (text.length <= 63 && isLabelBetween(text, 0, text.length, true));
}

const dot = 0x2e;
const forbiddenInPath: ReadonlySet<number> = new Set([..."/\\%?#"].map((character) => character.charCodeAt(0)));

/** Letters and digits, between them also `-`, and with `wide` capitals, `_` and `.`. */
function isLabelBetween(text: string, start: number, end: number, wide: boolean): boolean {
  if (start >= end) return false;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    const alphanumeric =
      (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (wide && code >= 0x41 && code <= 0x5a);
    if (alphanumeric) continue;
    const inner = code === 0x2d || (wide && (code === 0x5f || code === dot));
    if (!inner || i === start || i === end - 1) return false;
  }
  return true;
}
