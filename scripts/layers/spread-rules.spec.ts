import { describe, expect, it } from "vitest";
import { spreadViolations, spreadViolationsOfRepository } from "./spread-rules.ts";

describe("the objects of the repository", () => {
  it("leave out missing values in one way, and spread conditional parts in one way", () => {
    expect(spreadViolationsOfRepository()).toEqual([]);
  });
});

describe("the check of conditional objects", () => {
  it.each([
    ["x !== undefined && { x }"],
    ["x != null && { x }"],
    ["x && { x }"],
    ["x === undefined ? {} : { x }"],
    ["x !== undefined ? { x } : {}"],
    ["y.z !== undefined && { x: y.z }"],
    ["y?.z === undefined ? {} : { x: y.z }"],
    ["y?.[0] && { x: y[0]! }"],
    ["this.#y && { x: this.#y as string }"],
    ["y !== undefined && { x: f(y) }"],
    ['y === undefined ? {} : { x: "Bearer " + y }'],
    ["y && { x: { z: [...y] } }"],
    ["y !== undefined && { x: () => y.z() }"],
    ['y["a-b"] !== undefined && { x: f(y["a-b"]) }'],
    ["y?.z !== undefined && { x: f(y.z.w) }"],
  ])("finds the missing value of ...(%s)", (spread) => {
    expect(spreadViolations("a.ts", `const a = {\n  ...(${spread}),\n};`)).toEqual([
      `a.ts:2: ...(${spread}): write x: value, or defined({ x: value })`,
    ]);
  });

  it("finds an argument that is empty without a value", () => {
    expect(spreadViolations("a.ts", "f(x === undefined ? {} : { x });")).toHaveLength(1);
  });

  it.each([
    ["c ? { x: 1 } : {}"],
    ["c === 0 ? {} : { x: 1 }"],
    ["c ? { x: 1 } : d ? { y: 1 } : {}"],
    ["isObject(c) ? c : {}"],
  ])("finds the empty object of ...(%s)", (spread) => {
    expect(spreadViolations("a.ts", `const a = { ...(${spread}) };`)).toEqual([
      `a.ts:1: ...(${spread}): write ...(condition && { … })`,
    ]);
  });

  it.each([
    ["another condition", "const a = { ...(c && { x }) };"],
    ["a condition on the value", 'const a = { ...(x !== "" && { x }) };'],
    ["a value that is made from another", "const a = { ...(y !== undefined && { x: f(z) }) };"],
    ["a part of the value", "const a = { ...(y.z !== undefined && { x: f(y) }) };"],
    ["a member with the name of the value", "const a = { ...(y !== undefined && { x: z.y }) };"],
    ["several members", "const a = { ...(x !== undefined && { x, y }) };"],
    ["a choice between two objects", "const a = { ...(c ? { x } : { y }) };"],
    ["an object with its missing values left out", "const a = { ...defined({ x }) };"],
    ["a list", "const a = [...(x === undefined ? [] : [x])];"],
    ["a choice that is not spread", "const a = c ? {} : { x };"],
  ])("accepts %s", (_, text) => {
    expect(spreadViolations("a.ts", text)).toEqual([]);
  });
});
