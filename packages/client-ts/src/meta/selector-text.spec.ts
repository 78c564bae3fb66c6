import { describe, expect, it } from "vitest";
import { InvalidArgumentError } from "../errors/index.ts";
import { fieldSelectorFromMap, parseFieldSelector } from "./field-selector.ts";
import { parseSelector } from "./parse-selector.ts";
import { everything, nothing, selectorFromMap } from "./selector.ts";
import { labelSelectorOf, selectorOf, selectorText } from "./selector-text.ts";

describe("the text of a selector", () => {
  it("is the same for text, selector objects and a LabelSelector", () => {
    expect(selectorText("app=web")).toBe("app=web");
    expect(selectorText(selectorFromMap({ app: "web" }))).toBe("app=web");
    expect(selectorText({ matchLabels: { app: "web" } })).toBe("app=web");
    expect(selectorText(fieldSelectorFromMap({ "status.phase": "Running" }))).toBe("status.phase=Running");
  });

  it("is empty for what chooses everything, and never for what chooses nothing", () => {
    for (const all of [undefined, "", everything(), parseFieldSelector(""), {}]) expect(selectorText(all)).toBe("");
    expect(parseSelector(selectorText(nothing())).matches({ app: "web" })).toBe(false);
  });
});

describe("a label selector in any form", () => {
  const web = { matchLabels: { app: "web" } };

  it.each([["app=web"], [parseSelector("app=web")], [web]])("is a selector object and one of the API: %j", (given) => {
    const found = [{ app: "web" }, { app: "db" }, {}].map((labels) => selectorOf(given).matches(labels));
    expect(found).toEqual([true, false, false]);
    expect(labelSelectorOf(given)).toEqual(web);
  });

  it("is a copy, which its owner may change", () => {
    const given = { matchLabels: { app: "web" } };
    const copy = labelSelectorOf(given);
    Object.assign(copy?.matchLabels ?? {}, { app: "db" });
    expect(given).toEqual(web);
  });

  it("chooses everything when there is none, or an empty one", () => {
    for (const given of [undefined, "", {}]) expect(selectorOf(given).matches({ app: "web" })).toBe(true);
    expect([labelSelectorOf(undefined), labelSelectorOf(""), labelSelectorOf({})]).toEqual([undefined, {}, {}]);
  });

  it("is refused where the API has no form for it", () => {
    for (const given of [nothing(), "replicas>1"]) expect(() => labelSelectorOf(given)).toThrow(InvalidArgumentError);
  });
});
