import { InvalidArgumentError } from "../errors/index.ts";
import type { FieldSelector } from "./field-selector.ts";
import { type LabelSelector, labelSelectorFromSelector, selectorFromLabelSelector } from "./label-selector.ts";
import { deepClone } from "./deep-clone.ts";
import type { DeepReadonly } from "./object.ts";
import { parseSelector } from "./parse-selector.ts";
import { everything, type Selector } from "./selector.ts";

/** A label selector in any form: text, a selector object, or the `LabelSelector` that objects carry. */
export type LabelSelectorLike = string | Selector | DeepReadonly<LabelSelector>;

/** A field selector as text or as a selector object. */
export type FieldSelectorLike = string | FieldSelector;

/** The text of a selector, as servers read it. A selector that chooses nothing has a text that no object satisfies. */
export function selectorText(selector: LabelSelectorLike | FieldSelectorLike | undefined): string {
  if (selector === undefined || typeof selector === "string") return selector ?? "";
  return ("matches" in selector ? selector : selectorFromLabelSelector(selector)).toString();
}

/** The selector object of a label selector in any form. Without one, it selects everything. */
export function selectorOf(selector: LabelSelectorLike | undefined): Selector {
  if (selector === undefined) return everything();
  if (typeof selector === "string") return parseSelector(selector);
  return "matches" in selector ? selector : selectorFromLabelSelector(selector);
}

/** A label selector in the form of the API. Throws for one that this form cannot express. */
export function labelSelectorOf(selector: LabelSelectorLike | undefined): LabelSelector | undefined {
  if (selector === undefined) return undefined;
  if (typeof selector !== "string" && !("matches" in selector)) return deepClone(selector) as LabelSelector;
  const made = labelSelectorFromSelector(selectorOf(selector));
  if (made === undefined)
    throw new InvalidArgumentError("the selector selects nothing, which a LabelSelector of the API cannot express");
  return made;
}
