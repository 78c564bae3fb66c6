import { InvalidArgumentError } from "../errors/index.ts";
import { isRecord, setOwn } from "../util/index.ts";
import { deepClone } from "./deep-clone.ts";
import { deepEqual } from "./deep-equal.ts";
import { formatJsonPointer, parseJsonPointer } from "./json-pointer.ts";
import { checkNesting, excerpt, getOwn, hasOwn, type PlainObject } from "./plain-object.ts";

/** One step of a JSON patch (RFC 6902). `path` and `from` are JSON pointers: `/metadata/labels/app`. */
export type JsonPatchOperation =
  | { op: "add" | "replace" | "test"; path: string; value: unknown }
  | { op: "remove"; path: string }
  | { op: "move" | "copy"; from: string; path: string };

/** Why a patch could not be applied. */
export type PatchErrorReason =
  | "Invalid" // it is not a JSON patch
  | "TestFailed" // a `test` operation found something else
  | "NotFound" // a path leads nowhere
  | "TooLarge"; // it would copy more than `maxCopyBytes`

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

/** Options of {@link applyJsonPatch}. */
export interface JsonPatchOptions {
  /**
   * Whose rules apply where the two differ. Default `"rfc6902"`.
   *
   * `"apiserver"` does what kube-apiserver does, whose library is more tolerant: a member that is missing reads as
   * `null` (so a `test` for `null` passes, and `copy` takes `null` from there), `replace` sets a member that is not
   * there yet, an operation without `value` means `null`, and a negative index counts from the end of a list. A path to
   * the whole document is refused.
   */
  readonly dialect?: "rfc6902" | "apiserver" | undefined;
  /**
   * How much the `copy` operations of one patch may copy together, in bytes of JSON. Default 3 MiB, the API server's
   * own limit.
   */
  readonly maxCopyBytes?: number | undefined;
}

/**
 * Applies a JSON patch (RFC 6902) and gives the new document; the old one is not changed, and an operation that fails
 * leaves nothing done. The time it takes grows with the size of the document and of the patch. Members called
 * `__proto__` are data. Throws a {@link PatchError}.
 */
export function applyJsonPatch<T>(
  document: T,
  patch: readonly JsonPatchOperation[],
  options: JsonPatchOptions = {},
): T {
  if (!Array.isArray(patch)) throw new PatchError("Invalid", "a JSON patch is a list of operations");
  const { dialect = "rfc6902", maxCopyBytes = defaultMaxCopyBytes } = options;
  const patcher = new Patcher(deepClone(document), { tolerant: dialect === "apiserver", maxCopyBytes });
  for (const [index, operation] of (patch as readonly unknown[]).entries()) patcher.apply(operation, index);
  return patcher.document as T;
}

/**
 * The operations that lead from one document to another: only `add`, `remove` and `replace`, by member; lists are
 * compared by position. Applied to the first, they give the second.
 */
export function newJsonPatch(from: unknown, to: unknown): JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  diff(from, to, [], operations);
  return operations;
}

const defaultMaxCopyBytes = 3 << 20;
const maxIndexDigits = 10;

type Fail = (reason: PatchErrorReason, why: string) => PatchError;

interface PatcherSettings {
  readonly tolerant: boolean;
  readonly maxCopyBytes: number;
}

/** Works on a copy of the document, one operation after the other. */
class Patcher {
  document: unknown;
  /** The rules of kube-apiserver instead of those of RFC 6902. */
  readonly #tolerant: boolean;
  readonly #maxCopyBytes: number;
  /** `copy` inside of what it copies doubles a document: what all copies may still add. */
  #copyBytesLeft: number;

  constructor(document: unknown, { tolerant, maxCopyBytes }: PatcherSettings) {
    this.document = document;
    this.#tolerant = tolerant;
    this.#maxCopyBytes = maxCopyBytes;
    this.#copyBytesLeft = maxCopyBytes;
  }

  apply(operation: unknown, index: number): void {
    const fail: Fail = (reason, why) => new PatchError(reason, `JSON patch operation ${index}: ${why}`, index);
    if (!isRecord(operation)) throw fail("Invalid", "not an object");
    const op = getOwn(operation, "op");
    const path = this.#pointer(operation, "path", fail);
    switch (op) {
      case "add":
        this.#add(path, deepClone(this.#valueIn(operation, fail)), fail);
        return;
      case "replace":
        this.#replace(path, deepClone(this.#valueIn(operation, fail)), fail);
        return;
      case "remove":
        this.#remove(path, fail);
        return;
      case "test": {
        const expected = this.#valueIn(operation, fail);
        const found = this.#find(path);
        const matches =
          found === undefined ? this.#isMissingMember(path) && expected === null : deepEqual(found.value, expected);
        if (!matches) throw fail("TestFailed", `the value at ${show(path)} is not the expected one`);
        return;
      }
      case "copy": {
        const value = this.#source(this.#pointer(operation, "from", fail), fail);
        this.#copyBytesLeft -= jsonBytesUpTo(value, this.#copyBytesLeft + 1, 0);
        if (this.#copyBytesLeft < 0) throw fail("TooLarge", `the patch copies more than ${this.#maxCopyBytes} bytes`);
        this.#add(path, deepClone(value), fail);
        return;
      }
      case "move":
        this.#move(this.#pointer(operation, "from", fail), path, fail);
        return;
      default:
        throw fail("Invalid", `unknown op ${excerpt(String(op))}`);
    }
  }

  #pointer(operation: object, member: "path" | "from", fail: Fail): string[] {
    const text = getOwn(operation, member);
    if (typeof text !== "string") throw fail("Invalid", `no ${member}`);
    const pointer = parseJsonPointer(text);
    if (pointer === undefined) throw fail("Invalid", `${member} ${excerpt(text)} is not a JSON pointer`);
    if (this.#tolerant && pointer.length === 0)
      throw fail("NotFound", `${member} must name something inside of the document`);
    return pointer;
  }

  #valueIn(operation: object, fail: Fail): unknown {
    const value = getOwn(operation, "value");
    if (value !== undefined) return value;
    if (this.#tolerant) return null;
    throw fail("Invalid", "no value");
  }

  /** What is at a path; `undefined` when nothing is. */
  #find(path: readonly string[]): { readonly value: unknown } | undefined {
    let value = this.document;
    for (const token of path) {
      if (Array.isArray(value)) {
        const index = this.#index(token, value.length, value.length - 1);
        if (index === undefined) return undefined;
        value = value[index];
      } else if (isRecord(value) && hasOwn(value, token)) value = getOwn(value, token);
      else return undefined;
    }
    return { value };
  }

  #get(path: readonly string[], fail: Fail): unknown {
    const found = this.#find(path);
    if (found === undefined) throw fail("NotFound", `there is nothing at ${show(path)}`);
    return found.value;
  }

  /** Whether a path names a member that an existing object could have; under the server's rules it reads as `null`. */
  #isMissingMember(path: readonly string[]): boolean {
    return this.#tolerant && isRecord(this.#find(path.slice(0, -1))?.value);
  }

  /** What a `copy` takes. */
  #source(path: readonly string[], fail: Fail): unknown {
    return this.#isMissingMember(path) ? (this.#find(path)?.value ?? null) : this.#get(path, fail);
  }

  #parent(path: readonly string[], fail: Fail): unknown[] | PlainObject {
    const parent = this.#get(path.slice(0, -1), fail);
    if (typeof parent !== "object" || parent === null)
      throw fail("NotFound", `${show(path.slice(0, -1))} is neither an object nor a list`);
    return parent as unknown[] | PlainObject;
  }

  #replace(path: readonly string[], value: unknown, fail: Fail): void {
    if (!this.#isMissingMember(path)) this.#get(path, fail);
    if (path.length === 0) {
      this.document = value;
      return;
    }
    const parent = this.#parent(path, fail);
    const last = path[path.length - 1]!;
    if (Array.isArray(parent)) parent[this.#index(last, parent.length, parent.length - 1)!] = value;
    else setOwn(parent, last, value);
  }

  #add(path: readonly string[], value: unknown, fail: Fail): void {
    if (path.length === 0) {
      this.document = value;
      return;
    }
    const parent = this.#parent(path, fail);
    const last = path[path.length - 1]!;
    if (!Array.isArray(parent)) {
      setOwn(parent, last, value);
      return;
    }
    const index = last === "-" ? parent.length : this.#index(last, parent.length + 1, parent.length);
    if (index === undefined)
      throw fail("NotFound", `${show(path)}: a list of ${parent.length} has no index ${excerpt(last)}`);
    parent.splice(index, 0, value);
  }

  #remove(path: readonly string[], fail: Fail): void {
    this.#get(path, fail);
    if (path.length === 0) {
      this.document = null;
      return;
    }
    const parent = this.#parent(path, fail);
    const last = path[path.length - 1]!;
    if (Array.isArray(parent)) parent.splice(this.#index(last, parent.length, parent.length - 1)!, 1);
    else Reflect.deleteProperty(parent, last);
  }

  #move(from: readonly string[], path: readonly string[], fail: Fail): void {
    const value = this.#get(from, fail);
    const inside = from.length <= path.length && from.every((token, i) => token === path[i]);
    if (inside && from.length === path.length) return;
    if (inside) throw fail("Invalid", `cannot move ${show(from)} into itself`);
    this.#remove(from, fail);
    this.#add(path, value, fail);
  }

  /**
   * An index as RFC 6901 writes it (digits, no leading zero), at most `max`; under the server's rules, any number that
   * Go reads.
   */
  #index(token: string, length: number, max: number): number | undefined {
    if (token.length > maxIndexDigits || !(this.#tolerant ? /^[+-]?[0-9]+$/ : /^(0|[1-9][0-9]*)$/).test(token))
      return undefined;
    const number = Number(token);
    const index = number < 0 ? number + length : number;
    return index >= 0 && index <= max ? index : undefined;
  }
}

/** At least how many bytes a value takes as JSON; counting ends at the limit. */
function jsonBytesUpTo(value: unknown, limit: number, depth: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return String(value).length;
  checkNesting(depth, "copy it");
  let bytes = 2;
  for (const key of Object.keys(value)) {
    if (!Array.isArray(value)) bytes += key.length + 3;
    bytes += 1 + jsonBytesUpTo((value as PlainObject)[key], limit - bytes, depth + 1);
    if (bytes >= limit) break;
  }
  return bytes;
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
    for (let i = from.length - 1; i >= shared; i--)
      operations.push({ op: "remove", path: formatJsonPointer(at(String(i))) });
    for (let i = shared; i < to.length; i++)
      operations.push({ op: "add", path: formatJsonPointer(at("-")), value: deepClone(to[i]) });
  } else if (isRecord(from) && isRecord(to)) {
    for (const key of Object.keys(from)) {
      if (from[key] !== undefined && getOwn(to, key) === undefined)
        operations.push({ op: "remove", path: formatJsonPointer(at(key)) });
    }
    for (const key of Object.keys(to)) {
      if (to[key] === undefined) continue;
      if (getOwn(from, key) === undefined)
        operations.push({ op: "add", path: formatJsonPointer(at(key)), value: deepClone(to[key]) });
      else diff(getOwn(from, key), to[key], at(key), operations);
    }
  } else if (!deepEqual(from, to))
    operations.push({ op: "replace", path: formatJsonPointer(path), value: deepClone(to) });
}
