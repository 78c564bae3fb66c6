/**
 * A path for metrics: names, namespaces and values are replaced by placeholders, so that there are few different ones.
 * `base` is the configured path in front of every request, as it goes on the wire. What is not under `/api` or `/apis`
 * becomes `/{prefix}`.
 */
export function urlTemplate(path: string, base = ""): string {
  const query = path.indexOf("?");
  const params = query < 0 ? "" : path.slice(query + 1);
  const full = query < 0 ? path : path.slice(0, query);
  const front = base === "/" ? "" : base;
  const segments = (`${full}/`.startsWith(`${front}/`) ? full.slice(front.length) : full).split("/");
  if (segments.length <= 2) return full + templateQuery(params);
  const root = segments[1];
  if (root !== "api" && root !== "apis") return "/{prefix}";
  const first = root === "api" ? 3 : 4;
  const rest = segments.length - first;
  const isWhole = (segment: string | undefined): boolean => segment === "finalize" || segment === "status";
  if (rest === 2) segments[first + 1] = "{name}";
  else if (rest === 3) segments[first + 1] = isWhole(segments[first + 2]) ? "{name}" : "{namespace}";
  else if (rest >= 4) {
    segments[first + 1] = "{namespace}";
    if (!isWhole(segments[first + 3])) segments[first + 3] = "{name}";
  }
  return front + segments.join("/") + templateQuery(params);
}

function templateQuery(params: string): string {
  const names = [...new Set(new URLSearchParams(params).keys())];
  return names.length === 0 ? "" : `?${names.map((name) => `${name}={value}`).join("&")}`;
}
