import type { Observation } from "./stage.ts";

/** What a behaviour is about, as the report groups them. */
export type Category =
  | "create"
  | "update"
  | "patch"
  | "apply"
  | "delete"
  | "list"
  | "watch"
  | "subresources"
  | "RBAC"
  | "admission"
  | "CRD validation"
  | "events"
  | "views and discovery"
  | "other";

/** Categories in which the fake and the in-memory server may not differ from the real one. */
export const strictCategories: readonly Category[] = [
  "create",
  "update",
  "patch",
  "apply",
  "delete",
  "list",
  "watch",
  "RBAC",
  "admission",
];

/** Categories with at least fifteen behaviours each. */
export const fullCategories: readonly Category[] = [...strictCategories, "subresources", "CRD validation", "events"];

const byArea: Readonly<Record<string, Category>> = {
  patches: "patch",
  apply: "apply",
  deletion: "delete",
  lists: "list",
  watch: "watch",
  subresources: "subresources",
  rbac: "RBAC",
  admission: "admission",
  namespaces: "admission",
  custom: "CRD validation",
  rules: "CRD validation",
  events: "events",
  kinds: "create",
  views: "views and discovery",
  surface: "views and discovery",
  random: "update",
};

/** The category of a behaviour: by its area, or by the first write that was recorded. */
export function categoryOf(area: string, observation: Observation | undefined): Category {
  const known = byArea[area];
  if (known !== undefined) return known;
  const steps = (observation ?? []).flatMap((step) => Object.keys(step));
  const writes = steps.map((step) => step.split(" ")[0]).filter((word) => word !== "GET");
  switch (writes[0]) {
    case "POST":
      // What is written after a create is what the behaviour is about.
      return writes.includes("PUT") ? "update" : writes.includes("PATCH") ? "patch" : "create";
    case "PUT":
      return "update";
    case "PATCH":
      return "patch";
    case "DELETE":
      return "delete";
    default:
      return "other";
  }
}
