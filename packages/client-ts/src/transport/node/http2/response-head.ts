import type { TransportResponse } from "../../transport.ts";

/** Headers that HTTP/2 does not have (RFC 9113, section 8.2.2). */
const ofConnections: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

/** Headers that are a list when they come several times; others are joined. */
const lists: ReadonlySet<string> = new Set(["set-cookie", "warning"]);

const namePattern = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
const forbidden = /[\0\r\n]/;

/** Status and headers of an answer. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: TransportResponse["headers"];
}

/**
 * The head of an answer from its fields (names and values in turns); `undefined` when HTTP/2 does not allow it (RFC
 * 9113, section 8.2). Trailers have no status, theirs is 0.
 */
export function readHead(fields: readonly string[], isTrailer: boolean): ResponseHead | undefined {
  const headers: Record<string, string | readonly string[]> = Object.create(null) as Record<string, string>;
  let status = 0;
  let at = 0;
  if (!isTrailer) {
    const text = fields[1] ?? "";
    if (fields[0] !== ":status" || !/^[1-9]\d\d$/.test(text) || text === "101") return undefined;
    status = Number(text);
    at = 2;
  }
  for (; at < fields.length; at += 2) {
    const name = fields[at] as string;
    const value = fields[at + 1] as string;
    if (!namePattern.test(name) || ofConnections.has(name) || forbidden.test(value)) return undefined;
    const before = headers[name];
    // At most one length, and a number: two of them would be joined to a text that is not a number.
    if (name === "content-length" && (before !== undefined || !/^\d+$/.test(value))) return undefined;
    if (before === undefined) headers[name] = value;
    else if (lists.has(name)) headers[name] = typeof before === "string" ? [before, value] : [...before, value];
    else headers[name] = `${before as string}, ${value}`;
  }
  return { status, headers };
}
