import { describe, expect, it } from "vitest";
import { plainErrors, plainErrorsIn } from "./error-rules.ts";
import { readPackageTexts } from "./source-tree.ts";

const files = readPackageTexts();

describe("the errors of the packages", () => {
  it("have classes of client-ts/errors, with the exceptions that are listed", () => {
    const others = files.filter(({ path }) => ![...plainErrors.keys()].some((listed) => path.startsWith(listed)));
    expect(others.flatMap(plainErrorsIn)).toEqual([]);
  });

  it.each([...plainErrors.keys()])("are plain where the list says so: %s", (listed) => {
    expect(files.filter(({ path }) => path.startsWith(listed)).flatMap(plainErrorsIn)).not.toEqual([]);
  });
});

describe("the check of plain errors", () => {
  it.each([
    ['throw new Error("no")', "Error"],
    ["return new TypeError(`no name`)", "TypeError"],
    ['reject(new globalThis.RangeError("no"))', "globalThis.RangeError"],
    ['throw SyntaxError("no")', "SyntaxError"],
  ])("finds %s", (statement, name) => {
    expect(plainErrorsIn({ path: "a.ts", text: `const a = 1;\n${statement};` })).toEqual([
      `a.ts:2: ${name}: use a class of client-ts/errors, such as InvalidArgumentError`,
    ]);
  });

  it.each(['throw new InvalidArgumentError("no")', "new Error()", "error instanceof TypeError", '"new Error(1)"'])(
    "accepts %s",
    (statement) => {
      expect(plainErrorsIn({ path: "a.ts", text: `// throw new Error("no")\n${statement};` })).toEqual([]);
    },
  );
});
