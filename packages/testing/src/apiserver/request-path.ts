/** What a path of the API asks about. */
export interface ApiPath {
  readonly group: string;
  readonly version: string;
  /** Empty when the path names none. */
  readonly namespace: string;
  readonly plural: string;
  readonly name: string;
  readonly subresource: string;
  /** The old form `/api/v1/watch/...`. */
  readonly watch: boolean;
  /** What follows the subresource. */
  readonly rest: readonly string[];
}

/** Reads `/api/v1/...` and `/apis/GROUP/VERSION/...`; `undefined` for what is not the path of a resource. */
export function parseApiPath(pathname: string): ApiPath | undefined {
  // Several parts of the server ask about the path of one request.
  if (last.pathname !== pathname) last = { pathname, path: readApiPath(pathname) };
  return last.path;
}

let last: { readonly pathname: string; readonly path: ApiPath | undefined } = { pathname: "", path: undefined };

function readApiPath(pathname: string): ApiPath | undefined {
  let segments: string[];
  try {
    // Decoded first, as Go does: an encoded slash separates like any other.
    segments = decodeURIComponent(pathname).split("/").slice(1);
  } catch {
    return undefined;
  }
  if (segments.at(-1) === "") segments.pop();
  // An empty namespace is every namespace; nothing else may be empty.
  const inAll = /^\/(api|apis\/[^/]+)\/[^/]+\/namespaces\/\//.test(pathname);
  if (segments.some((segment, index) => segment === "" && !(inAll && segments[index - 1] === "namespaces")))
    return undefined;
  let group = "";
  if (segments[0] === "api") {
    segments = segments.slice(1);
  } else if (segments[0] === "apis") {
    group = segments[1] ?? "";
    segments = segments.slice(2);
    if (group === "") return undefined;
  } else {
    return undefined;
  }
  const version = segments.shift();
  if (version === undefined || segments.length === 0) return undefined;
  const watch = segments[0] === "watch" && segments.length > 1;
  if (watch) segments.shift();
  let namespace = "";
  // `/namespaces/shop` and its own subresources are about the Namespace; anything longer is inside it.
  if (segments[0] === "namespaces" && group === "" && segments.length <= 2) {
    return {
      group,
      version,
      namespace: "",
      plural: "namespaces",
      name: segments[1] ?? "",
      subresource: "",
      watch,
      rest: [],
    };
  }
  if (segments[0] === "namespaces" && segments.length >= 3) {
    const third = segments[2]!;
    if (group === "" && segments.length === 3 && (third === "status" || third === "finalize")) {
      return {
        group,
        version,
        namespace: "",
        plural: "namespaces",
        name: segments[1]!,
        subresource: third,
        watch,
        rest: [],
      };
    }
    namespace = segments[1]!;
    segments = segments.slice(2);
  }
  const [plural, name = "", subresource = "", ...rest] = segments;
  return { group, version, namespace, plural: plural!, name, subresource, watch, rest };
}

/** Reads a query as Go does: what cannot be decoded, or has a semicolon, is left out. */
export function parseQuery(text: string): URLSearchParams {
  if (!/%(?![0-9a-f]{2})|;/i.test(text)) return new URLSearchParams(text);
  const readable = text.split("&").filter((pair) => !/%(?![0-9a-f]{2})|;/i.test(pair));
  return new URLSearchParams(readable.join("&"));
}
