/** Why a server refused, as it says in `Status.reason`. Servers may add reasons of their own. */
export type StatusReason =
  | "Unauthorized"
  | "Forbidden"
  | "NotFound"
  | "AlreadyExists"
  | "Conflict"
  | "Gone"
  | "Invalid"
  | "ServerTimeout"
  | "StoreReadError"
  | "Timeout"
  | "TooManyRequests"
  | "BadRequest"
  | "MethodNotAllowed"
  | "NotAcceptable"
  | "RequestEntityTooLarge"
  | "UnsupportedMediaType"
  | "InternalError"
  | "Expired"
  | "ServiceUnavailable"
  | ""
  | (string & {});

/** One reason among several inside a {@link Status}. */
export interface StatusCause {
  reason?: string;
  message?: string;
  field?: string;
}

/** What a {@link Status} is about. */
export interface StatusDetails {
  name?: string;
  group?: string;
  kind?: string;
  uid?: string;
  causes?: StatusCause[];
  retryAfterSeconds?: number;
}

/** The `v1` Status object, with which a server answers when it has no object to give. */
export interface Status {
  kind?: "Status";
  apiVersion?: "v1";
  metadata?: {
    selfLink?: string;
    resourceVersion?: string;
    continue?: string;
    remainingItemCount?: number;
    shardInfo?: { selector: string };
  };
  status?: "Success" | "Failure" | (string & {});
  message?: string;
  reason?: StatusReason;
  details?: StatusDetails;
  code?: number;
}
