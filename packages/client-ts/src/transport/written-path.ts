/**
 * The path of a URL as it is written: with its escapes, dots and slashes, and without query and fragment. A URL parser
 * resolves `..` and `%2e%2e`, so that what it gives cannot be checked any more. Without a path it is empty.
 */
export function writtenPath(url: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:[/\\]+)?[^/\\?#]*([^?#]*)/i.exec(url)?.[1] ?? "";
}
