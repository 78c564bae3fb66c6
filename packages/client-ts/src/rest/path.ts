import { InvalidArgumentError } from "../errors/index.ts";

/** The longest name that Kubernetes has anywhere: a DNS subdomain. */
const longestSegment = 253;

/**
 * A path that is the same escaped and unescaped and that no URL parser changes: no dots at the beginning of a segment,
 * no empty segment, and nothing that needs an escape. Nearly all paths are such, and need no further look.
 */
const plainPath = /^(?:\/[A-Za-z0-9_~:-][A-Za-z0-9._~:-]*)+$/;

/**
 * What keeps a text from being one segment of a path, or `undefined`. A name must stay where it is put: nothing that a
 * URL parser, a proxy or a server could read as another path is let through, escaped or not.
 */
export function segmentProblem(segment: string): string | undefined {
  if (segment === "") return "is empty";
  if (segment.length > longestSegment) return `is longer than ${longestSegment} characters`;
  return (
    looseSegmentProblem(segment) ??
    (/[/%?#]/.test(segment) ? "has a character that is not allowed: / % ? or #" : undefined)
  );
}

/** As {@link segmentProblem}, for parts of paths that a caller writes out: what can be escaped safely is allowed. */
export function looseSegmentProblem(segment: string): string | undefined {
  if (segment === "." || segment === "..") return "would lead to another path";
  for (let i = 0; i < segment.length; i++) {
    const code = segment.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) return "has a control character";
    if (code === 0x5c) return "has a backslash";
    if (code >= 0xd800 && code <= 0xdfff) {
      const next = segment.charCodeAt(i + 1);
      if (code > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff))
        return "has a lone surrogate, which is half of a character";
      i++;
    }
  }
  return undefined;
}

/** Throws when a text cannot be one segment of a path. `what` names it in the message: `namespace`. */
export function checkSegment(what: string, segment: string): string {
  const problem = segmentProblem(segment);
  if (problem !== undefined) throw new InvalidArgumentError(`the ${what} ${quote(segment)} ${problem}`);
  return segment;
}

/**
 * Joins parts of paths with single slashes; a leading slash is kept or added. Parts may hold several segments. Dots are
 * refused, not followed.
 */
export function joinPath(...parts: readonly string[]): string {
  const joined = parts.join("/");
  if (plainPath.test(joined)) return joined;
  const segments = parts.flatMap((part) => part.split("/")).filter((segment) => segment !== "");
  for (const segment of segments) {
    const problem = looseSegmentProblem(segment);
    if (problem !== undefined) throw new InvalidArgumentError(`the path ${quote(parts.join("/"))} ${problem}`);
  }
  return `/${segments.join("/")}`;
}

/** A path to put others behind or in front of: `/` adds nothing to them. */
export function emptyIfRoot(path: string): string {
  return path === "/" ? "" : path;
}

/** A path as it goes on the wire: each segment escaped where a URL needs it. */
export function encodePath(path: string): string {
  if (plainPath.test(path)) return path;
  return path.split("/").map(encodeSegment).join("/");
}

/** Escapes what RFC 3986 does not allow in a segment; what is escaped already stays as it is written. */
export function encodeIllegal(segment: string): string {
  return segment.replace(/[^A-Za-z0-9._~!$&'()*+,;=:@%-]+/g, encodeURIComponent);
}

/** Throws when a URL parser reads another path than the one that is meant. The last check before a request leaves. */
export function assertSamePath(encoded: string): void {
  if (plainPath.test(encoded)) return;
  const url = `http://host${encoded}`;
  const read = URL.canParse(url) ? new URL(url).pathname : undefined;
  if (read !== encoded) throw new InvalidArgumentError(`the path ${quote(encoded)} would be changed by a URL parser`);
}

/** Escapes one segment; what RFC 3986 allows in a path stays readable: `system:node`. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(/%(?:3A|40|24|26|2B|2C|3B|3D)/g, (escaped) =>
    String.fromCharCode(Number.parseInt(escaped.slice(1), 16)),
  );
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
