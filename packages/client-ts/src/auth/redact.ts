import { escapeForPrint } from "../errors/index.ts";

/**
 * What a plugin wrote to standard error, fit for a message: short, on one line, without control characters, and without
 * whatever could be a credential: known values, words after `token`, `password` and the like, and every long word with
 * letters and digits in it.
 */
export function redactErrors(bytes: Uint8Array, known: readonly string[] = []): string {
  let text = new TextDecoder().decode(bytes);
  for (const value of known) if (value.length >= 4) text = text.replaceAll(value, "[redacted]");
  text = text
    .replace(/-----BEGIN [\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g, "[redacted]")
    .replace(
      /\b(bearer|basic|token|password|passwd|secret|credentials?|api[-_]?key|key)\b(["']?\s*[:=]?\s*["']?)(?!\[redacted\]|(?:is|was|has|had|not|no|expired|invalid|file|for|from|to|could|cannot|must|request|provider|cache)\b)[^\s"',;]{3,}/gi,
      "$1$2[redacted]",
    )
    .replace(/[A-Za-z0-9+/_=.~-]{16,}/g, (word) => (/[A-Za-z]/.test(word) && /\d/.test(word) ? "[redacted]" : word));
  return escapeForPrint(text.trim(), { singleLine: true, maxLength: 1_000 });
}
