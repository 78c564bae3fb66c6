import { describe, expect, it } from "vitest";
import { publicNames, undisposable, undisposableTypesOfPackages } from "./dispose-rules.ts";

describe("a public type with close()", () => {
  it("can be declared with using or await using", () => {
    expect(publicNames().size).toBeGreaterThan(400);
    expect(undisposableTypesOfPackages()).toEqual([]);
  });
});

describe("the check of close()", () => {
  const problems = (text: string) => undisposable("a.ts", text, new Set(["A"]));

  it.each([
    ["a class", "export class A { close(): void {} }", "dispose"],
    ["an interface with a promise", "export interface A { close(): Promise<void> }", "asyncDispose"],
    ["the wrong symbol", "export class A { close(): void {} async [Symbol.asyncDispose]() {} }", "dispose"],
    ["the wrong base", "export interface A extends Disposable { close(): Promise<void> }", "asyncDispose"],
  ])("finds %s", (_, text, symbol) => {
    expect(problems(text)).toEqual([`a.ts: A has close() and no Symbol.${symbol}`]);
  });

  it.each([
    ["a class with the symbol", "export class A { close(): void {} [Symbol.dispose](): void {} }"],
    ["an interface with the base", "export interface A extends AsyncDisposable { close(): Promise<void> }"],
    ["a type without close()", "export interface A { open(): void }"],
    ["an optional one, which the library calls", "export interface A { close?(): void }"],
    ["a type that is not public", "export interface B { close(): void }"],
  ])("accepts %s", (_, text) => {
    expect(problems(text)).toEqual([]);
  });
});
