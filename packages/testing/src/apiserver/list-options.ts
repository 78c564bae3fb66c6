import { badRequest, type FieldError, forbiddenField, invalid, notSupported } from "./api-error.ts";
import { selectorOf, type ObjectSelector } from "./selector.ts";
import type { ServedResource } from "./resources.ts";

/** What a list, watch or deleteCollection was asked for, checked. */
export interface ListRequest {
  readonly selector: ObjectSelector;
  readonly limit: number;
  readonly continueToken: string;
  /** `undefined` when absent. */
  readonly resourceVersion: string | undefined;
  readonly match: "" | "Exact" | "NotOlderThan";
  readonly watch: boolean;
  readonly allowBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
  readonly timeoutSeconds: number | undefined;
}

/** Reads and checks the query of a list or watch. */
export function parseListRequest(
  query: URLSearchParams,
  resource: ServedResource,
  watchPath: boolean,
  name: string,
): ListRequest {
  const watch = watchPath || flag(query, "watch") === true;
  const limit = integer(query, "limit") ?? 0;
  const timeoutSeconds = integer(query, "timeoutSeconds");
  const sendInitialEvents = flag(query, "sendInitialEvents");
  const match = query.get("resourceVersionMatch") ?? "";
  const resourceVersion = query.get("resourceVersion") || undefined;
  const continueToken = query.get("continue") ?? "";
  const selector = selectorOf(query.get("labelSelector") ?? "", query.get("fieldSelector") ?? "", resource);
  if (name !== "") {
    const asked = selector.nameOnly;
    if (asked !== undefined && asked !== name)
      throw badRequest("fieldSelector metadata.name doesn't match requested name");
  }
  const errors = watch
    ? watchErrors({ match, sendInitialEvents, continueToken })
    : listErrors({ match, resourceVersion, sendInitialEvents, continueToken });
  if (errors.length > 0) throw invalid({ group: "meta.k8s.io", kind: "ListOptions" }, "", errors);
  return {
    selector: name === "" ? selector : selector.withName(name),
    limit: Math.max(0, limit),
    continueToken,
    resourceVersion,
    match: match as ListRequest["match"],
    watch,
    allowBookmarks: flag(query, "allowWatchBookmarks") ?? false,
    sendInitialEvents,
    timeoutSeconds,
  };
}

interface Checked {
  readonly match: string;
  readonly resourceVersion?: string | undefined;
  readonly sendInitialEvents: boolean | undefined;
  readonly continueToken: string;
}

function listErrors({ match, resourceVersion, sendInitialEvents, continueToken }: Checked): FieldError[] {
  const errors: FieldError[] = [];
  const name = "resourceVersionMatch";
  if (match !== "") {
    if (resourceVersion === undefined)
      errors.push(forbiddenField(name, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
    if (continueToken !== "")
      errors.push(forbiddenField(name, "resourceVersionMatch is forbidden when continue is provided"));
    if (match !== "Exact" && match !== "NotOlderThan")
      errors.push(notSupported(name, match, ["Exact", "NotOlderThan", ""]));
    if (match === "Exact" && resourceVersion === "0") {
      errors.push(forbiddenField(name, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
    }
  }
  if (sendInitialEvents !== undefined)
    errors.push(forbiddenField("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  return errors;
}

function watchErrors({ match, sendInitialEvents, continueToken }: Checked): FieldError[] {
  const errors: FieldError[] = [];
  const name = "resourceVersionMatch";
  if (sendInitialEvents !== undefined && match !== "NotOlderThan") {
    errors.push(forbiddenField(name, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
  }
  if (match !== "") {
    if (sendInitialEvents === undefined) {
      errors.push(
        forbiddenField(name, "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"),
      );
    }
    if (match !== "NotOlderThan") errors.push(notSupported(name, match, ["NotOlderThan"]));
    if (continueToken !== "")
      errors.push(forbiddenField(name, "resourceVersionMatch is forbidden when continue is provided"));
  }
  return errors;
}

/** A boolean of a query: present means true unless it says `false` or `0`. */
export function flag(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  return !["false", "0"].includes(text.toLowerCase());
}

/** A whole number of a query; refused as the real server refuses it. */
export function integer(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  const parsing = `strconv.ParseInt: parsing ${JSON.stringify(text)}`;
  if (!/^[+-]?[0-9]+$/.test(text)) throw badRequest(`${parsing}: invalid syntax`);
  if (BigInt.asIntN(64, BigInt(text)) !== BigInt(text)) throw badRequest(`${parsing}: value out of range`);
  return Number(text);
}
