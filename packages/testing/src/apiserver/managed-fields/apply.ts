import type { Call } from "../core.ts";
import type { ApiObject } from "../objects.ts";
import type { WriteRequest } from "../write-options.ts";

/** The object after server-side apply. */
export function applyFields(_call: Call, config: ApiObject, current: ApiObject | undefined, _request: WriteRequest): ApiObject {
  return current ?? config;
}
