import { ClientError, isClientError } from "./client-error.ts";
import { defined, escapeForPrint } from "../util/index.ts";
import { codeForReason, unexpectedServerResponse } from "./reasons.ts";
import type { Status, StatusReason } from "./status.ts";

/** What was asked for when a server refused. All of it is optional; what is there makes the message better. */
export interface RequestFacts {
  /** The HTTP method. */
  readonly method?: string | undefined;
  /** The plural, `pods`; with its group where that matters, `deployments.apps`; with a subresource, `pods/status`. */
  readonly resource?: string | undefined;
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  /** Path without query: queries can hold what does not belong in a log. */
  readonly path?: string | undefined;
}

/** Options of {@link StatusError}. */
export interface StatusErrorOptions extends RequestFacts, ErrorOptions {}

/** The most of a server's text that a message repeats; `status` has the whole. */
const longestText = 4096;

/**
 * The server answered with a failure. Test for it with a guard (`isNotFound(error)`), never by the text.
 * The message names the object and the place: `[NotFound] pods "web" in namespace "shop"`.
 */
export class StatusError extends ClientError {
  /** Why, in one word; `""` when the server did not say. */
  readonly reason: StatusReason;
  /** The HTTP code of the answer. */
  readonly code: number;
  /** All that the server said. */
  readonly status: Status;
  /** What was asked for, as far as it is known. */
  readonly request: RequestFacts;

  constructor(status: Status, { method, resource, name, namespace, path, ...options }: StatusErrorOptions = {}) {
    const request: RequestFacts = defined({ method, resource, name, namespace, path });
    super("Status", messageOf(status, request), options);
    this.status = status;
    this.reason = status.reason ?? "";
    this.code = status.code ?? (this.reason === "" ? 0 : codeForReason(this.reason));
    this.request = request;
  }
}

/**
 * The {@link StatusError} that this is or that stands behind it as `cause` (or among the `errors` of an
 * AggregateError); else `undefined`.
 */
export function findStatusError(error: unknown): StatusError | undefined {
  return findError(error, (candidate): candidate is StatusError => isClientError(candidate, "Status"));
}

/** The first of an error and its causes that a test accepts. Causes can go in circles, so each is looked at once. */
export function findError<T>(error: unknown, accepts: (candidate: unknown) => candidate is T): T | undefined {
  const seen = new Set<unknown>();
  const next: unknown[] = [error];
  while (next.length > 0) {
    const candidate = next.pop();
    if (typeof candidate !== "object" || candidate === null || seen.has(candidate)) continue;
    if (accepts(candidate)) return candidate;
    seen.add(candidate);
    const { cause, errors } = candidate as { cause?: unknown; errors?: unknown };
    if (Array.isArray(errors)) next.push(...errors.toReversed());
    if (cause !== undefined) next.push(cause);
  }
  return undefined;
}

function messageOf(status: Status, request: RequestFacts): string {
  const label = status.reason || (status.code !== undefined ? `HTTP ${status.code}` : "Unknown");
  const subject = subjectOf(status, request);
  const text = status.message ?? "";
  const parts: string[] = [];
  if (subject !== "") parts.push(subject);
  if (text !== "" && !(subject !== "" && saysNothingNew(status, request, text))) {
    parts.push(text);
    // The endpoint is missing rather than an object: its path shows why.
    const isEndpointMissing = label === "NotFound" && isAboutRequest(status, request);
    if (isEndpointMissing && request.resource !== undefined && request.path !== undefined) {
      parts.push(`${request.method ?? "GET"} ${request.path}`);
      if (isKindMissing(status, request.path)) parts.push(missingKindHint);
    }
  }
  if (parts.length === 0) parts.push("the server gave no further explanation");
  return `[${escapeForPrint(label, { singleLine: true, maxLength: 100 })}] ${escapeForPrint(parts.join(": "), { maxLength: longestText })}`;
}

/** What the answer is about: from the request where it is known, else from what the server says. */
function subjectOf(status: Status, request: RequestFacts): string {
  const { details } = status;
  const { method, resource, name, namespace, path } = request;
  const what = resource ?? (path === undefined ? qualified(details?.kind, details?.group) : undefined);
  if (what === undefined) return path === undefined ? "" : `${method ?? "GET"} ${path}`;
  const which = name ?? (isAboutRequest(status, request) ? details?.name : undefined);
  return `${what}${which ? ` "${which}"` : ""}${namespace ? ` in namespace "${namespace}"` : ""}`;
}

const missingKindHint =
  "this kind is not installed: install its CustomResourceDefinition (installCRDs of client-ts/custom-resources, " +
  "or kubectl apply), or check its group and version";

/**
 * Whether the server does not serve the kind at all, rather than lack the object. Groups without a dot belong to
 * Kubernetes itself, so that there is nothing to install.
 */
function isKindMissing(status: Status, path: string): boolean {
  return !isAboutObject(status) && /^\/apis\/[^/]+\.[^/]+\/[^/]+\/./.test(path);
}

function isAboutObject({ details }: Status): boolean {
  return details?.name !== undefined && !details.causes?.some(({ reason }) => reason === unexpectedServerResponse);
}

/**
 * Whether the server speaks of what was asked for. When a namespace does not exist, it speaks of that one: `namespaces
 * "shop" not found`.
 */
function isAboutRequest({ reason, details: { kind } = {} }: Status, { resource }: RequestFacts): boolean {
  // Some servers write the kind (Lease) where Kubernetes writes the resource (leases).
  if (reason !== "NotFound" || resource === undefined || kind === undefined || /^[A-Z]/.test(kind)) return true;
  const pluralOf = (name: string): string => name.split(/[./]/, 1)[0] as string;
  return pluralOf(resource) === pluralOf(kind);
}

/** Whether the text only repeats reason and subject, as `pods "web" not found` does. */
function saysNothingNew(status: Status, request: RequestFacts, text: string): boolean {
  const { reason, details } = status;
  if (!isAboutRequest(status, request)) return false;
  const ending = reason === "NotFound" ? "not found" : reason === "AlreadyExists" ? "already exists" : undefined;
  if (ending === undefined || details?.name === undefined) return false;
  return text === `${qualified(details.kind, details.group)} "${details.name}" ${ending}`;
}

function qualified(kind: string | undefined, group: string | undefined): string | undefined {
  return kind === undefined || !group ? kind : `${kind}.${group}`;
}
