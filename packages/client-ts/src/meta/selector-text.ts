import type { FieldSelector } from "./field-selector.ts";
import { type LabelSelector, selectorFromLabelSelector } from "./label-selector.ts";
import type { DeepReadonly } from "./object.ts";
import type { Selector } from "./selector.ts";

/** A label selector in any form: text, a selector object, or the `LabelSelector` that objects carry. */
export type LabelSelectorLike = string | Selector | DeepReadonly<LabelSelector>;

/** A field selector as text or as a selector object. */
export type FieldSelectorLike = string | FieldSelector;

/** The text of a selector, as servers read it. A selector that chooses nothing has a text that no object satisfies. */
export function selectorText(selector: LabelSelectorLike | FieldSelectorLike | undefined): string {
  if (selector === undefined || typeof selector === "string") return selector ?? "";
  return ("matches" in selector ? selector : selectorFromLabelSelector(selector)).toString();
}
