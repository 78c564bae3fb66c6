import { join } from "node:path";
import ts from "typescript-js-api";
import { describe, expect, it } from "vitest";
import {
  allSources,
  duplicateNames,
  errorKinds,
  errorsOfAnotherClass,
  librarySources,
  packageSources,
  programOf,
  resourcesNamedKind,
  sharedNames,
} from "./naming-rules.ts";
import { repository } from "./source-tree.ts";

describe("the names of the packages", () => {
  it("mean one thing each: no two files export a type or a function of the same name", () => {
    const duplicates = duplicateNames(packageSources());
    expect([...duplicates].filter(([name]) => !sharedNames.has(name))).toEqual([]);
    expect([...sharedNames.keys()].filter((name) => !duplicates.has(name))).toEqual([]);
  });

  it("call a Resource resource", { timeout: 120_000 }, () => {
    const files = allSources().filter(({ path }) => !path.startsWith("packages/client-ts/src/api/"));
    expect(resourcesNamedKind(programOf(files), files)).toEqual([]);
  });
});

describe("the kinds of errors", () => {
  it("are those of a class only when the error is of that class, so that a guard narrows to what it checked", () => {
    expect(librarySources().flatMap(errorsOfAnotherClass)).toEqual([]);
  });

  it("are the same in the type and in the guide", () => {
    const { declared, documented } = errorKinds();
    expect(declared.length).toBeGreaterThan(10);
    expect(documented).toEqual(declared);
  });

  it.each([
    [
      "a class",
      'class CloseError extends ClientError {\n  constructor() {\n    super("Closed", "x");\n  }\n}',
      "CloseError",
    ],
    ["an error without a class of its own", 'throw new ClientError("Closed", "x");', "ClientError"],
  ])("are compared for %s", (_, text, name) => {
    expect(errorsOfAnotherClass({ path: "a.ts", text })).toEqual([
      `a.ts: ${name} has the kind Closed, so it must be a ClosedError`,
    ]);
  });

  it("are accepted for the class itself, and for kinds that several classes share", () => {
    const text =
      'class ClosedError extends ClientError { super("Closed") }\nclass A extends ClientError { super("Discovery") }';
    expect(errorsOfAnotherClass({ path: "a.ts", text })).toEqual([]);
  });
});

describe("the check of names", () => {
  it("finds a type, an interface and a class that two files export, and takes the versions of an API as one", () => {
    const library = "packages/client-ts/src";
    const one = "export interface A {}\nexport type B = 1;\nexport class C {}\nexport abstract class D {}\ntype E = 1;";
    const files = [
      { path: `${library}/cache/a.ts`, text: one },
      { path: `${library}/rest/b.ts`, text: "export type A = 1;\nexport class D {}\nexport type E = 2;" },
      { path: `${library}/api/core/v1.ts`, text: "export interface B {}\nexport interface Probe {}" },
      { path: `${library}/api/core/v2.ts`, text: "export interface Probe {}" },
    ];
    expect([...duplicateNames(files)]).toEqual([
      ["A", [`${library}/cache/a.ts`, `${library}/rest/b.ts`]],
      ["B", [`${library}/api/`, `${library}/cache/a.ts`]],
      ["D", [`${library}/cache/a.ts`, `${library}/rest/b.ts`]],
    ]);
  });

  it("finds a function that two modules export, and not one that a module keeps to itself", () => {
    const source = "packages/client-ts/src";
    const files = [
      { path: `${source}/cache/a.ts`, text: "export function open() {}\nexport async function close() {}" },
      { path: `${source}/cache/index.ts`, text: 'export { close, open } from "./a.ts";' },
      { path: `${source}/rest/b.ts`, text: "export function open() {}\nexport function close() {}" },
      { path: `${source}/rest/index.ts`, text: 'export { close } from "./b.ts";' },
    ];
    expect([...duplicateNames(files)]).toEqual([["close", [`${source}/cache/a.ts`, `${source}/rest/b.ts`]]]);
  });

  it.each([
    ["a parameter", "function f(\n  kind: Resource,\n) {}", 2],
    ["an optional property", "interface A { readonly kind?: Resource | undefined }", 1],
    ["a field", "class A { readonly #kind: Resource = pods; }", 1],
    ["a variable", "const kind: Resource = pods;", 1],
    ["a variable without a type", "const kind = pods;", 1],
    ["a cast", "const kind = {} as Resource<1>;", 1],
    ["a loop", "for (const kind of all) kind;", 1],
    ["a parameter of a callback", "all.map((kind) => kind);", 1],
    ["a part of a tuple", "const [kind] = all;", 1],
    ["a value of a narrower type", "function f<R extends Resource>(kind: R) {}", 1],
  ])("finds a Resource that is called kind: %s", (_, text, line) => {
    expect(resourcesCalledKindIn(text)).toEqual([`a.ts:${line}: a Resource is called resource, not kind`]);
  });

  it("accepts other names for a Resource, and kind for the name of a kind", () => {
    const text = "function f(resource: Resource, kind: string, { kind: owner }: Resource, kinds: Resource[]) {}";
    expect(resourcesCalledKindIn(text)).toEqual([]);
  });
});

/** What the check finds in a file with this text, which knows `Resource`. */
function resourcesCalledKindIn(text: string): string[] {
  const known = `interface Resource<T = unknown> { kind: string; of?: T }
interface Array<T> { map(f: (one: T) => unknown): void; [at: number]: T }
declare const pods: Resource; declare const all: [Resource, Resource];`;
  const path = join(repository, "a.ts");
  const host = ts.createCompilerHost({});
  const program = ts.createProgram(
    [path],
    { noLib: true, target: ts.ScriptTarget.ES2022 },
    {
      ...host,
      getSourceFile: (name, target) =>
        name === path ? ts.createSourceFile(name, `${text}\n${known}`, target) : undefined,
    },
  );
  return resourcesNamedKind(program, [{ path: "a.ts", text }]);
}
