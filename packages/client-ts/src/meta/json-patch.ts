import { InvalidArgumentError, isClientError } from "../errors/index.ts";
import { deepClone } from "./deep-clone.ts";
import { deepEqual } from "./deep-equal.ts";
import { formatJsonPointer, parseJsonPointer } from "./json-pointer.ts";
import { checkNesting, excerpt, getOwn, hasOwn, isPlainObject, setOwn } from "./plain-object.ts";

/** One step of a JSON patch (RFC 6902). `path` and `from` are JSON pointers: `/metadata/labels/app`. */
export type JsonPatchOperation =
  | { op: "add" | "replace" | "test"; path: string; value: unknown }
  | { op: "remove"; path: string }
  | { op: "move" | "copy"; from: string; path: string };

/** Why a patch could not be applied. */
export type PatchErrorReason =
  | "Invalid" // the patch itself is not one
  | "TestFailed" // a `test` operation found something else
  | "NotFound" // a path leads nowhere
  | "TooLarge"; // it would copy more than is sane

/** A patch that cannot be applied. Nothing of it was done. */
export class PatchError extends InvalidArgumentError {
  readonly reason: PatchErrorReason;
  /** Which operation it was, counted from 0; `undefined` when the patch as a whole is wrong. */
  readonly operation: number | undefined;

  constructor(reason: PatchErrorReason, message: string, operation?: number) {
    super(message);
    this.name = "PatchError";
    this.reason = reason;
    this.operation = operation;
  }
}

/** Whether a thrown value says that a `test` operation of a JSON patch failed. */
export function isPatchTestFailed(error: unknown): error is PatchError {
  return isClientError(error, "InvalidArgument") && (error as PatchError).reason === "TestFailed";
}

/**
 * Applies a JSON patch (RFC 6902) and gives the new document; the old one is not changed, and an operation that fails leaves nothing done.
 * Members called `__proto__` are data. Throws a {@link PatchError}.
 */
export function applyJsonPatch<T>(document: T, patch: readonly JsonPatchOperation[]): T {
  if (!Array.isArray(patch)) throw new PatchError("Invalid", "a JSON patch is a list of operations");
  const holder: { document: unknown } = { document: deepClone(document) };
  const budget = { copies: maxCopiedValues };
  for (const [index, operation] of (patch as readonly unknown[]).entries()) applyOperation(holder, operation, index, budget);
  return holder.document as T;
}

/**
 * The operations that lead from one document to another: only `add`, `remove` and `replace`, by member; lists are compared by position.
 * Applied to the first, they give the second.
 */
export function createJsonPatch(from: unknown, to: unknown): JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  diff(from, to, [], operations);
  return operations;
}

/** `copy` inside what it copies doubles a document; so many values may be copied in one patch. */
const maxCopiedValues = 1_000_000;
const maxIndexDigits = 10;

interface Holder {
  document: unknown;
}

function applyOperation(holder: Holder, operation: unknown, index: number, budget: { copies: number }): void {
  const fail = (reason: PatchErrorReason, why: string): PatchError =>
    new PatchError(reason, `JSON patch operation ${index}: ${why}`, index);
  if (!isPlainObject(operation)) throw fail("Invalid", "not an object");
  const op = getOwn(operation, "op");
  const path = pointerOf(operation, "path", fail);
  switch (op) {
    case "add":
      add(holder, path, deepClone(valueIn(operation, fail)), fail);
      return;
    case "replace":
      get(holder.document, path, fail);
      if (path.length === 0) holder.document = deepClone(valueIn(operation, fail));
      else setAt(parentOf(holder.document, path, fail), path, deepClone(valueIn(operation, fail)));
      return;
    case "remove":
      remove(holder, path, fail);
      return;
    case "test": {
      const expected = valueIn(operation, fail);
      const found = find(holder.document, path);
      if (!found.found || !deepEqual(found.value, expected)) throw fail("TestFailed", `the value at ${show(path)} is not the expected one`);
      return;
    }
    case "copy": {
      const value = get(holder.document, pointerOf(operation, "from", fail), fail);
      budget.copies -= countUpTo(value, budget.copies + 1, 0);
      if (budget.copies < 0) throw fail("TooLarge", `the patch copies more than ${maxCopiedValues} values`);
      add(holder, path, deepClone(value), fail);
      return;
    }
    case "move": {
      const from = pointerOf(operation, "from", fail);
      const value = get(holder.document, from, fail);
      if (from.length === path.length && from.every((token, i) => token === path[i])) return;
      if (from.length < path.length && from.every((token, i) => token === path[i]))
        throw fail("Invalid", `cannot move ${show(from)} into itself`);
      remove(holder, from, fail);
      add(holder, path, value, fail);
      return;
    }
    default:
      throw fail("Invalid", `unknown op ${excerpt(String(op))}`);
  }
}

type Fail = (reason: PatchErrorReason, why: string) => PatchError;

function pointerOf(operation: object, member: "path" | "from", fail: Fail): string[] {
  const text = getOwn(operation, member);
  if (typeof text !== "string") throw fail("Invalid", `no ${member}`);
  const pointer = parseJsonPointer(text);
  if (pointer === undefined) throw fail("Invalid", `${member} ${excerpt(text)} is not a JSON pointer`);
  return pointer;
}

function valueIn(operation: object, fail: Fail): unknown {
  if (!hasOwn(operation, "value") || getOwn(operation, "value") === undefined) throw fail("Invalid", "no value");
  return getOwn(operation, "value");
}

function find(document: unknown, path: readonly string[]): { found: boolean; value?: unknown } {
  let value = document;
  for (const token of path) {
    if (Array.isArray(value)) {
      const index = indexOf(token, value.length - 1);
      if (index === undefined) return { found: false };
      value = value[index];
    } else if (isPlainObject(value) && hasOwn(value, token)) value = getOwn(value, token);
    else return { found: false };
  }
  return { found: true, value };
}

function get(document: unknown, path: readonly string[], fail: Fail): unknown {
  const { found, value } = find(document, path);
  if (!found) throw fail("NotFound", `there is nothing at ${show(path)}`);
  return value;
}

function parentOf(document: unknown, path: readonly string[], fail: Fail): unknown[] | object {
  const parent = get(document, path.slice(0, -1), fail);
  if (typeof parent !== "object" || parent === null) throw fail("NotFound", `${show(path.slice(0, -1))} is neither an object nor a list`);
  return parent;
}

/** Sets what is already there. */
function setAt(parent: unknown[] | object, path: readonly string[], value: unknown): void {
  const last = path[path.length - 1]!;
  if (Array.isArray(parent)) parent[Number(last)] = value;
  else setOwn(parent, last, value);
}

function add(holder: Holder, path: readonly string[], value: unknown, fail: Fail): void {
  if (path.length === 0) {
    holder.document = value;
    return;
  }
  const parent = parentOf(holder.document, path, fail);
  const last = path[path.length - 1]!;
  if (!Array.isArray(parent)) {
    setOwn(parent, last, value);
    return;
  }
  const index = last === "-" ? parent.length : indexOf(last, parent.length);
  if (index === undefined) throw fail("NotFound", `${show(path)}: a list of ${parent.length} has no place ${excerpt(last)}`);
  parent.splice(index, 0, value);
}

function remove(holder: Holder, path: readonly string[], fail: Fail): void {
  get(holder.document, path, fail);
  if (path.length === 0) {
    holder.document = null;
    return;
  }
  const parent = parentOf(holder.document, path, fail);
  const last = path[path.length - 1]!;
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent, last);
}

/** An index as RFC 6901 writes it (digits, no leading zero), at most `max`. */
function indexOf(token: string, max: number): number | undefined {
  if (token.length > maxIndexDigits || !/^(0|[1-9][0-9]*)$/.test(token)) return undefined;
  const index = Number(token);
  return index <= max ? index : undefined;
}

function countUpTo(value: unknown, limit: number, depth: number): number {
  if (typeof value !== "object" || value === null) return 1;
  checkNesting(depth, "copy it");
  let count = 1;
  for (const member of Object.values(value)) {
    count += countUpTo(member, limit - count, depth + 1);
    if (count >= limit) break;
  }
  return count;
}

function show(path: readonly string[]): string {
  return excerpt(formatJsonPointer(path.slice(0, 64)));
}

function diff(from: unknown, to: unknown, path: readonly string[], operations: JsonPatchOperation[]): void {
  checkNesting(path.length, "compare it");
  const at = (token: string): string[] => [...path, token];
  if (Array.isArray(from) && Array.isArray(to)) {
    const shared = Math.min(from.length, to.length);
    for (let i = 0; i < shared; i++) diff(from[i], to[i], at(String(i)), operations);
    for (let i = from.length - 1; i >= shared; i--) operations.push({ op: "remove", path: formatJsonPointer(at(String(i))) });
    for (let i = shared; i < to.length; i++) operations.push({ op: "add", path: formatJsonPointer(at("-")), value: deepClone(to[i]) });
  } else if (isPlainObject(from) && isPlainObject(to)) {
    for (const key of Object.keys(from)) {
      if (from[key] !== undefined && getOwn(to, key) === undefined) operations.push({ op: "remove", path: formatJsonPointer(at(key)) });
    }
    for (const key of Object.keys(to)) {
      if (to[key] === undefined) continue;
      if (getOwn(from, key) === undefined) operations.push({ op: "add", path: formatJsonPointer(at(key)), value: deepClone(to[key]) });
      else diff(getOwn(from, key), to[key], at(key), operations);
    }
  } else if (!deepEqual(from, to)) operations.push({ op: "replace", path: formatJsonPointer(path), value: deepClone(to) });
}
