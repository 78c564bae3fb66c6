import type { Call } from "../core.ts";
import type { ApiObject } from "../objects.ts";
import type { WriteRequest } from "../write-options.ts";

/** What kind of write it is: that decides who owns what afterwards. */
export type Change = "update" | "patch" | "apply";

/** Records in `metadata.managedFields` who owns what after a write. */
export function trackChange(_call: Call, _object: ApiObject, _old: ApiObject | undefined, _request: WriteRequest, _change: Change): void {}
