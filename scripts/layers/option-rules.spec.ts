import { describe, expect, it } from "vitest";
import { optionViolations, optionViolationsOfPackages, unusedExceptions } from "./option-rules.ts";

describe("the types of the packages", () => {
  it("accept undefined for every optional property, but for those of Kubernetes objects", () => {
    expect(optionViolationsOfPackages()).toEqual([]);
  });

  it("need each exception from that", () => {
    expect(unusedExceptions()).toEqual([]);
  });
});

describe("the check of optional properties", () => {
  it.each([
    ["an interface", "export interface AOptions {\n  readonly b?: string;\n}", "a.ts:2: AOptions.b"],
    ["a type alias", "export type AOptions = { b?: 1 | 2 };", "a.ts:1: AOptions.b"],
    ["a part of an intersection", "export type AOptions = BOptions & ({ c?: () => void });", "a.ts:1: AOptions.c"],
    ["a conditional type", "export type AOptions<T> = T extends 1 ? { b?: 1 } : never;", "a.ts:1: AOptions.b"],
    ["a type with another name", "export interface A { b?: string }", "a.ts:1: A.b"],
    ["a nested object", "export interface A { b: { c?: string } }", "a.ts:1: A.c"],
    ["a parameter", "function a(b: { c?: string }) {}", "a.ts:1: b.c"],
    ["a parameter that is taken apart", "function a({ c }: B & { c?: string }) {}", "a.ts:1: a.c"],
    ["a method of options", "export interface AOptions { b?(): void }", "a.ts:1: AOptions.b"],
    ["a method of a handler", "export interface AHandler<T> { onAdd?(event: T): unknown }", "a.ts:1: AHandler.onAdd"],
    ["a method in a property", "export interface AOptions { b: { c?(): void } }", "a.ts:1: AOptions.c"],
    ["a function type", "export interface AOptions { b?: () => string | undefined }", "a.ts:1: AOptions.b"],
    ["an interface of one file", "interface AOptions { b?: string }", "a.ts:1: AOptions.b"],
    ["a type of one file with another name", "type A = { b?: string };", "a.ts:1: A.b"],
    [
      "an interface that is exported below",
      "interface AOptions { b?: 1 } export type { AOptions };",
      "a.ts:1: AOptions.b",
    ],
    ["the default export", "export default interface AOptions { b?: string }", "a.ts:1: AOptions.b"],
    ["a class", "export class A { readonly b?: string; }", "a.ts:1: A.b"],
    ["a field of a class", "export class A { readonly b: { c?: string } = {}; }", "a.ts:1: A.c"],
    ["a result", "export function f(o: AOptions): { b?: string } { return {}; }", "a.ts:1: f.b"],
    ["a result of an arrow function", "export const f = (): { b?: string } => ({});", "a.ts:1: f.b"],
    ["a result of a method", "class A { f(): { b?: string } { return {}; } }", "a.ts:1: f.b"],
    ["a variable", "const x: { b?: string } = {};", "a.ts:1: x.b"],
    ["a mapped type", 'export type A = { [K in "b"]?: string };', "a.ts:1: A.K"],
  ])("finds an optional property of %s", (_, text, place) => {
    expect(optionViolations("a.ts", text)).toEqual([`${place}: write "?: T | undefined"`]);
  });

  it.each([
    ["properties that accept undefined", "export interface AOptions { b?: string | undefined; c?: unknown }"],
    ["required properties and methods", "export interface AOptions { b: string; c(): void }"],
    ["optional methods of what classes implement", "export interface AStore { b?(): void }"],
    ["undefined in parentheses", "export interface A { b?: (string | undefined) }"],
    ["undefined beside a mapped type", "export interface A { b?: Partial<{ c: string }> | undefined }"],
    ["the name of another type", "export type A = Partial<B>;"],
    ["what a mapped type requires", "export type A<T> = { readonly [K in keyof T]-?: T[K] };"],
    ["optional methods of a context", "export interface AContext { b?(): void }"],
    ["what others made", "const x = f(y as { b?: string }, new Map<string, { c?: string }>());"],
    ["properties that must not be there", "export interface A { b?: never }"],
    ["what a type is compared with", "export type A<T extends { b?: 1 }> = T extends { b?: infer B } ? B : never;"],
    ["types of Kubernetes objects", "export interface ApiObject { kind?: string }"],
    [
      "the namespace of ScaleArguments",
      "export type ScaleArguments<R> = R extends 1 ? { readonly namespace?: string } : {};",
    ],
  ])("accepts %s", (_, text) => {
    expect(optionViolations("a.ts", text)).toEqual([]);
  });

  it("accepts types of Kubernetes objects in their own files, but not options there", () => {
    const path = "packages/client-ts/src/meta/object.ts";
    expect(optionViolations(path, "export interface ObjectMeta { name?: string }")).toEqual([]);
    expect(optionViolations(path, "export interface AOptions { name?: string }")).toHaveLength(1);
  });
});
