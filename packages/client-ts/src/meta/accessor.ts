import { isRecord } from "../util/index.ts";
import type { KubeList } from "./object.ts";

/** Whether a value is a list as servers send it: it has `items`. */
export function isList(value: unknown): value is KubeList<unknown> {
  return isRecord(value) && Object.hasOwn(value, "items") && (Array.isArray(value["items"]) || value["items"] === null);
}
