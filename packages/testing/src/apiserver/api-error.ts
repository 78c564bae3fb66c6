import type { Status, StatusCause } from "client-ts/errors";
import type { FieldError } from "client-ts/custom-resources";
import { defined } from "client-ts/internal";

export type { FieldError } from "client-ts/custom-resources";
export { duplicateValue, invalidValue, notSupported, required, tooLong } from "client-ts/internal";

/** A resource as error messages name it. */
export interface GroupPlural {
  readonly group: string;
  readonly plural: string;
}

/** A kind as error messages name it. */
export interface KindName {
  readonly group: string;
  readonly kind: string;
}

/**
 * A request that is refused: the Status to answer with. Thrown anywhere below the dispatcher, which turns it into a
 * response.
 */
export class ApiError extends Error {
  readonly status: Status;
  readonly code: number;

  constructor(status: Status) {
    super(status.message ?? "");
    this.status = status;
    this.code = status.code ?? 500;
  }
}

/** `deployments.apps`, or `pods` for the core group. */
function qualified({ group, plural }: GroupPlural): string {
  return group === "" ? plural : `${plural}.${group}`;
}

/** A Status object of a refusal, with its fields in the real server's order. */
export function failure(code: number, reason: string, message: string, details?: Status["details"]): Status {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    ...defined({ reason: reason || undefined, details }),
    code,
  };
}

function about({ group, plural }: GroupPlural, name: string): Status["details"] {
  return { ...defined({ name: name || undefined, group: group || undefined }), kind: plural };
}

/** 404 for one object. */
export function notFound(resource: GroupPlural, name: string): ApiError {
  return new ApiError(failure(404, "NotFound", `${qualified(resource)} "${name}" not found`, about(resource, name)));
}

/** 404 for a path that leads nowhere. */
export function pathNotFound(): ApiError {
  return new ApiError(failure(404, "NotFound", "the server could not find the requested resource", {}));
}

/** 409 for a name that is taken. */
export function alreadyExists(resource: GroupPlural, name: string, deleting = false): ApiError {
  return new ApiError(
    failure(
      409,
      "AlreadyExists",
      `${deleting ? "object is being deleted: " : ""}${qualified(resource)} "${name}" already exists`,
      about(resource, name),
    ),
  );
}

/** 409 for a write that another write made impossible. */
export function conflict(resource: GroupPlural, name: string, why: string): ApiError {
  return new ApiError(
    failure(
      409,
      "Conflict",
      `Operation cannot be fulfilled on ${qualified(resource)} "${name}": ${why}`,
      about(resource, name),
    ),
  );
}

/** Why a write with an old resourceVersion is refused. */
export const modifiedMeanwhile =
  "the object has been modified; please apply your changes to the latest version and try again";

/** 400. */
export function badRequest(message: string): ApiError {
  return new ApiError(failure(400, "BadRequest", message));
}

/** 403. */
export function forbidden(resource: GroupPlural, name: string, why: string, causes?: StatusCause[]): ApiError {
  const subject = name === "" ? qualified(resource) : `${qualified(resource)} "${name}"`;
  const details = { ...about(resource, name), ...defined({ causes }) };
  return new ApiError(failure(403, "Forbidden", `${subject} is forbidden: ${why}`, details));
}

/** 401. */
export function unauthorized(): ApiError {
  return new ApiError(failure(401, "Unauthorized", "Unauthorized"));
}

/** 410: the version asked for is no longer there. */
export function expired(message: string, continueToken?: string): ApiError {
  const status = failure(410, "Expired", message);
  if (continueToken !== undefined) status.metadata = { continue: continueToken };
  return new ApiError(status);
}

/** 413. */
export function tooLarge(message: string): ApiError {
  return new ApiError(failure(413, "RequestEntityTooLarge", `Request entity too large: ${message}`));
}

/** 415. */
export function unsupportedMediaType(accepted: readonly string[]): ApiError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
  return new ApiError(failure(415, "UnsupportedMediaType", message));
}

/** 415 for a patch of a type that does not exist. */
export function unknownPatchType(): ApiError {
  return new ApiError(failure(415, "UnsupportedMediaType", "415: Unsupported Media Type", {}));
}

/** 406 for media types that the server does not know at all. */
export function unknownAccept(available: readonly string[]): ApiError {
  return new ApiError(
    failure(406, "NotAcceptable", `406: Not Acceptable\n\nAvailable representations: ${available.join(", ")}`, {}),
  );
}

/** 406 for known media types in a form that is not offered. */
export function notAcceptable(accepted: readonly string[]): ApiError {
  return new ApiError(
    failure(406, "NotAcceptable", `only the following media types are accepted: ${accepted.join(", ")}`),
  );
}

/** 504 for a list or watch at a version that was never reached. */
export function tooLargeResourceVersion(asked: string, current: number): ApiError {
  const message = `Timeout: Too large resource version: ${asked}, current: ${current}`;
  const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
  return new ApiError(failure(504, "Timeout", message, { causes, retryAfterSeconds: 1 }));
}

/** 500. */
export function internalError(message: string): ApiError {
  return new ApiError(failure(500, "InternalError", `Internal error occurred: ${message}`, { causes: [{ message }] }));
}

/** 422 with every field that is wrong. */
export function invalid({ group, kind }: KindName, name: string, errors: readonly FieldError[]): ApiError {
  const lines = [...new Set(errors.map((error) => `${error.field}: ${error.message}`))];
  const joined = lines.length === 1 ? lines[0] : `[${lines.join(", ")}]`;
  const subject = `${group === "" ? kind : `${kind}.${group}`} "${name}"`;
  const details = {
    ...defined({ name: name || undefined, group: group || undefined, kind: kind || undefined }),
    causes: errors.map(({ reason, message, field }) => ({ reason, message, field })),
  };
  return new ApiError(failure(422, "Invalid", `${subject} is invalid: ${joined}`, details));
}

/** A field that must not be there. */
export function forbiddenField(field: string, why: string): FieldError {
  return { reason: "FieldValueForbidden", field, message: `Forbidden: ${why}` };
}
