import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript-js-api";
import { describe, expect, it } from "vitest";
import { repository } from "./layers/source-tree.ts";
import { exceptedTexts, messageExceptions } from "./message-exceptions.ts";

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile("/a.ts", text, ts.ScriptTarget.ES2022, true);
}

describe("an exception of the list of messages", () => {
  const names = messageExceptions.flatMap(({ path, within, why }) => within.map((name) => ({ path, name, why })));

  it.each(names)("leaves out something: $name in $path", ({ path, name, why }) => {
    const file = parse(readFileSync(join(repository, path), "utf8"));
    expect(exceptedTexts(path, file, [{ path, within: [name], why }])).not.toEqual([]);
  });

  it("is about the texts of the declarations that it names, in its file", () => {
    const file = parse(`
      const script = "if this then that";
      function check() { give("the name is empty"); }`);
    const exception = { path: "a.ts", within: ["script"], why: "a script" };
    expect(exceptedTexts("a.ts", file, [exception]).map((node) => node.getText())).toEqual(['"if this then that"']);
    expect(exceptedTexts("b.ts", file, [exception])).toEqual([]);
  });
});
