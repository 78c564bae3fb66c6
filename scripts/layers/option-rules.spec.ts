import { describe, expect, it } from "vitest";
import { optionViolations, optionViolationsOfPackages } from "./option-rules.ts";

describe("the options types of the packages", () => {
  it("accept undefined for every optional property", () => {
    expect(optionViolationsOfPackages()).toEqual([]);
  });
});

describe("the check of options types", () => {
  it.each([
    ["an interface", "export interface AOptions {\n  readonly b?: string;\n}", "a.ts:2: AOptions.b"],
    ["a type alias", "export type AOptions = { b?: 1 | 2 };", "a.ts:1: AOptions.b"],
    ["a part of an intersection", "export type AOptions = BOptions & ({ c?: () => void });", "a.ts:1: AOptions.c"],
    ["a conditional type", "export type AOptions<T> = T extends 1 ? { b?: 1 } : never;", "a.ts:1: AOptions.b"],
    ["a function type", "export interface AOptions { b?: () => string | undefined }", "a.ts:1: AOptions.b"],
  ])("finds an optional property of %s", (_, text, place) => {
    expect(optionViolations("a.ts", text)).toEqual([`${place}: write "?: T | undefined"`]);
  });

  it.each([
    ["properties that accept undefined", "export interface AOptions { b?: string | undefined; c?: unknown }"],
    ["required properties and methods", "export interface AOptions { b: string; c?(): void }"],
    [
      "types with another name, and types of one file",
      "export interface A { b?: string }\ninterface COptions { d?: 1 }",
    ],
    [
      "the namespace of ResourceOptions",
      "export type ResourceOptions<R> = R extends 1 ? { readonly namespace?: string } : {};",
    ],
  ])("accepts %s", (_, text) => {
    expect(optionViolations("a.ts", text)).toEqual([]);
  });
});
