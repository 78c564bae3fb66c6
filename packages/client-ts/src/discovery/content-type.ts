/** The aggregated document: everything that the server serves, in two answers. */
const aggregatedV2 = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Which forms of discovery we take, the best first. */
export function discoveryAccept({
  legacy = false,
  noPeer = false,
}: {
  readonly legacy?: boolean | undefined;
  readonly noPeer?: boolean | undefined;
} = {}): string {
  if (legacy) return "application/json";
  return `${noPeer ? `${aggregatedV2};profile=nopeer,` : ""}${aggregatedV2},application/json`;
}

/** Whether a `Content-Type` names this group, version and kind, in whatever order and with whatever else. */
export function contentTypeIs(
  contentType: string,
  { group, version, kind }: { readonly group: string; readonly version: string; readonly kind: string },
): boolean {
  const [mediaType = "", ...parameters] = contentType.split(";").map((part) => part.trim());
  if (mediaType.toLowerCase() !== "application/json") return false;
  const values = new Map<string, string>();
  for (const parameter of parameters) {
    const [, name, quoted, plain] = /^([^=\s]+)\s*=\s*(?:"([^"]*)"|(\S*))$/.exec(parameter) ?? [];
    if (name !== undefined) values.set(name.toLowerCase(), quoted ?? plain ?? "");
  }
  return values.get("g") === group && values.get("v") === version && values.get("as") === kind;
}

/** Whether an answer is the aggregated document in the version that we read. */
export function isAggregatedV2(contentType: string): boolean {
  return contentTypeIs(contentType, { group: "apidiscovery.k8s.io", version: "v2", kind: "APIGroupDiscoveryList" });
}
