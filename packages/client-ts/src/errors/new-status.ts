import { defined } from "../util/index.ts";
import { codeForReason } from "./reasons.ts";
import type { Status, StatusCause, StatusReason } from "./status.ts";

/** What a new {@link Status} is about. */
export interface NewStatusOptions {
  /** The plural: `pods`. For `Invalid` servers give the kind instead. */
  readonly resource?: string | undefined;
  readonly group?: string | undefined;
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
  /** Default: the sentence that goes with the reason. */
  readonly message?: string | undefined;
  readonly causes?: readonly StatusCause[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Default: the code that goes with the reason. */
  readonly code?: number | undefined;
}

/**
 * A failure as an API server would report it, with the code and the sentence that go with the reason. For servers and
 * fakes.
 *
 * ```ts
 * throw new StatusError(newStatus("NotFound", { resource: "pods", name: "web" }));
 * ```
 */
export function newStatus(reason: StatusReason, options: NewStatusOptions = {}): Status {
  const { resource, group, name, uid, message, causes, retryAfterSeconds, code } = options;
  const details = defined({
    name,
    group: group || undefined,
    kind: resource,
    uid,
    causes: causes?.length ? causes.map((cause) => ({ ...cause })) : undefined,
    retryAfterSeconds,
  });
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: message ?? sentence(reason, group ? `${resource}.${group}` : (resource ?? ""), name ?? ""),
    reason,
    ...defined({ details: Object.keys(details).length > 0 ? details : undefined }),
    code: code ?? codeForReason(reason),
  };
}

/** `not found` and `already exists` are the texts of the API server; the others are our own. */
function sentence(reason: StatusReason, resource: string, name: string): string {
  const subject = resource === "" ? "the object" : name === "" ? resource : `${resource} "${name}"`;
  switch (reason) {
    case "NotFound":
      return `${subject} not found`;
    case "AlreadyExists":
      return `${subject} already exists`;
    case "Conflict":
      return `${subject} was changed by another client: read it again and repeat the change`;
    case "Forbidden":
      return `${subject} is forbidden`;
    case "Invalid":
      return `${subject} is invalid`;
    case "Expired":
      return "the requested resource version is too old; list again";
    case "Gone":
      return `${subject} no longer exists`;
    case "Unauthorized":
      return "the credentials are missing or not accepted";
    case "TooManyRequests":
      return "too many requests; try again later";
    case "MethodNotAllowed":
      return `${subject} does not allow this method`;
    default:
      return `${subject}: ${reason || "unknown reason"}`;
  }
}
