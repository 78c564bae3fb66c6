import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { misnamedFiles } from "./file-names.ts";
import { isTestFile, repository, sourcePaths } from "./source-tree.ts";

describe("the name of a file", () => {
  it("is that of its class where it has one class and what makes it", () => {
    const files = ["packages", "conformance/src", "bench/src"]
      .flatMap(sourcePaths)
      .filter((path) => !isTestFile(path) && !path.endsWith("/index.ts"))
      .map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }));
    expect(files.length).toBeGreaterThan(300);
    expect(misnamedFiles(files)).toEqual([]);
  });

  it("is refused when it is another, and free where a file has more", () => {
    const one = "export class FIFOQueue {}\n";
    expect(misnamedFiles([{ path: "a/queue.ts", text: one }])).toEqual([
      "a/queue.ts: has the class FIFOQueue; the file is fifo-queue.ts",
    ]);
    expect(misnamedFiles([{ path: "a/fifo-queue.ts", text: one }])).toEqual([]);
    for (const more of ["export class B {}\n", "export function f() {}\n", "export const a = 1;\n"])
      expect(misnamedFiles([{ path: "a/queue.ts", text: one + more }])).toEqual([]);
  });

  it.each([
    ["a type", "export interface FIFOOptions {}"],
    ["newX", "export function newFIFOQueue(): FIFOQueue {\n  return new FIFOQueue();\n}"],
    ["another function that gives the class", "export function openQueue(): Promise<FIFOQueue> {}"],
    ["what the file keeps to itself", "const limit = 1;\nfunction f() {}"],
  ])("is that of the class also where the file has %s", (_what, more) => {
    const text = `export class FIFOQueue {}\n${more}\n`;
    expect(misnamedFiles([{ path: "a/queue.ts", text }])).toHaveLength(1);
  });

  it("has OpenAPI as one word", () => {
    expect(misnamedFiles([{ path: "a/openapi-root.ts", text: "export class OpenApiRoot {}\n" }])).toEqual([]);
  });
});
