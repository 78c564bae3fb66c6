import type { StatusReason } from "./status.ts";

/** The HTTP code that goes with each reason that Kubernetes defines. */
const codes: ReadonlyMap<string, number> = new Map<StatusReason, number>([
  ["Unauthorized", 401],
  ["Forbidden", 403],
  ["NotFound", 404],
  ["AlreadyExists", 409],
  ["Conflict", 409],
  ["Gone", 410],
  ["Invalid", 422],
  ["ServerTimeout", 500],
  ["StoreReadError", 500],
  ["Timeout", 504],
  ["TooManyRequests", 429],
  ["BadRequest", 400],
  ["MethodNotAllowed", 405],
  ["NotAcceptable", 406],
  ["RequestEntityTooLarge", 413],
  ["UnsupportedMediaType", 415],
  ["InternalError", 500],
  ["Expired", 410],
  ["ServiceUnavailable", 503],
]);

/** The cause that marks an answer without a Status object: something other than an API server may have answered. */
export const unexpectedServerResponse = "UnexpectedServerResponse";

/** Whether a reason is one of those that Kubernetes defines. With any other, only the HTTP code can be used. */
export function isKnownReason(reason: string): boolean {
  return codes.has(reason);
}

/** The HTTP code with which a server gives a reason; 500 for a reason that Kubernetes does not define. */
export function codeForReason(reason: StatusReason): number {
  return codes.get(reason) ?? 500;
}

/**
 * The reason behind an HTTP code when the answer does not say. 409 means `AlreadyExists` for a POST and `Conflict` for
 * everything else; a code that says nothing about a reason gives `""`.
 */
export function reasonForCode(code: number, method?: string): StatusReason {
  switch (code) {
    case 400:
      return "BadRequest";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "NotFound";
    case 405:
      return "MethodNotAllowed";
    case 406:
      return "NotAcceptable";
    case 409:
      return method?.toUpperCase() === "POST" ? "AlreadyExists" : "Conflict";
    case 410:
      return "Gone";
    case 413:
      return "RequestEntityTooLarge";
    case 415:
      return "UnsupportedMediaType";
    case 422:
      return "Invalid";
    case 429:
      return "TooManyRequests";
    case 503:
      return "ServiceUnavailable";
    case 504:
      return "Timeout";
    default:
      return code >= 500 ? "InternalError" : "";
  }
}
