import { describe, expect, it } from "vitest";
import { fieldSelectorFromMap, noFields, parseFieldSelector } from "./field-selector.ts";
import { parseSelector } from "./parse-selector.ts";
import { everything, nothing, selectorFromMap } from "./selector.ts";
import { selectorText } from "./selector-text.ts";

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
    expect(parseFieldSelector(selectorText(noFields())).matches({ "metadata.name": "web" })).toBe(false);
  });
});
