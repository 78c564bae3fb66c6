import { describe, expect, it } from "vitest";
import { spreadViolations, spreadViolationsOfRepository } from "./spread-rules.ts";

describe("the objects of the repository", () => {
  it("add a member that may be missing without a spread, and spread several in one way", () => {
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
    ["undefined !== x && { x }"],
    ['typeof x !== "undefined" && { x }'],
    ["typeof x === 'string' && { x }"],
    ["x !== undefined && y && { x }"],
    ["y && x !== undefined && { x }"],
    ["!!x && { x }"],
    ["Boolean(x) && { x }"],
    ["x === undefined || { x }"],
    ["x === undefined ? undefined : { x }"],
    ["x ? { x } : null"],
    ["x !== undefined ? { x } : y ? { y } : undefined"],
    ["'x' in o && { x: o.x }"],
    ["y !== undefined && { x: f(z) }"],
    ["y.z !== undefined && { x: f(y) }"],
    ["y !== undefined && { x: z.y }"],
    ['x !== "" && { x }'],
    ["c && { x }"],
    ["c && { x() {} }"],
    ["c ? { x: 1 } : undefined"],
    ["c ? { x: 1 } : {}"],
    ["c === 0 ? {} : { x: 1 }"],
    ["c ? { x: 1 } : d ? { y: 1 } : {}"],
    ["c ? { x } : { y, z }"],
  ])("finds the one member of ...(%s)", (spread) => {
    expect(spreadViolations("a.ts", `const a = {\n  ...(${spread}),\n};`)).toEqual([
      `a.ts:2: ...(${spread}): write x: value, or defined({ x: value })`,
    ]);
  });

  it.each([
    ["an argument that is empty without a value", "f(x === undefined ? {} : { x });"],
    ["an assigned object", "Object.assign(o, x !== undefined && { x });"],
    ["an assigned choice", "const a = Object.assign({}, x === undefined ? null : { x });"],
    ["a variable that is spread", "const m = x !== undefined && { x };\nconst a = { ...m };"],
    ["an assignment to a new object", "const a: any = {};\nif (x !== undefined) a.x = x;"],
    ["the second assignment to an object", "if (x) a.x = x;\nif (y !== undefined) { a['y'] = y; }"],
  ])("finds the one member of %s", (_, text) => {
    expect(spreadViolations("a.ts", text)).toHaveLength(1);
  });

  it.each([
    ["x ?? {}"],
    ["isObject(c) ? c : {}"],
    ["c ? { x, y } : {}"],
    ["c ? { x, y } : undefined"],
    ["c || { x, y }"],
  ])("finds another spelling in ...(%s)", (spread) => {
    expect(spreadViolations("a.ts", `const a = { ...(${spread}) };`)).toEqual([
      `a.ts:1: ...(${spread}): write ...(condition && { … })`,
    ]);
  });

  it.each([
    ["several members", "const a = { ...(x !== undefined && { x, y }) };"],
    ["a value and others that need it", "const a = { ...(x !== undefined && { x, y: x }) };"],
    ["a choice between two objects", "const a = { ...(c ? { x, y } : { x, z }) };"],
    ["the members of another object", "const a = { ...(c && y), ...(c && f(x)), ...(c ? y : z) };"],
    ["what several objects share", "const m = c ? { x } : {}; const a = { ...m }; const b = { ...m };"],
    ["a single assignment", "f(a); if (x !== undefined) a.x = x;"],
    ["an assignment in a loop", "for (const x of y) if (x !== undefined) a.x = x;"],
    ["an object with its missing values left out", "const a = { ...defined({ x }) };"],
    ["a list", "const a = [...(x === undefined ? [] : [x])];"],
    ["a choice that is not spread", "const a = c ? {} : { x };"],
  ])("accepts %s", (_, text) => {
    expect(spreadViolations("a.ts", text)).toEqual([]);
  });
});
