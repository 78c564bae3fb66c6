import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isClientError } from "../errors/index.ts";
import { deepEqual } from "./deep-equal.ts";
import { applyJsonPatch, newJsonPatch, type JsonPatchOperation, type PatchError } from "./json-patch.ts";
import { formatJsonPointer, parseJsonPointer } from "./json-pointer.ts";

function failure(document: unknown, patch: unknown): PatchError | undefined {
  const before = JSON.stringify(document);
  try {
    applyJsonPatch(document, patch as JsonPatchOperation[]);
    return undefined;
  } catch (error) {
    expect(isClientError(error, "InvalidArgument")).toBe(true);
    expect(JSON.stringify(document)).toBe(before);
    return error as PatchError;
  }
}

const json = fc.jsonValue({ maxDepth: 3 });

describe("applyJsonPatch", () => {
  it("does every operation of RFC 6902", () => {
    const cases: [unknown, JsonPatchOperation[], unknown][] = [
      [{ foo: "bar" }, [{ op: "add", path: "/baz", value: "qux" }], { foo: "bar", baz: "qux" }],
      [{ foo: ["a", "c"] }, [{ op: "add", path: "/foo/1", value: "b" }], { foo: ["a", "b", "c"] }],
      [{ foo: ["a"] }, [{ op: "add", path: "/foo/-", value: ["b"] }], { foo: ["a", ["b"]] }],
      [{ foo: ["a"] }, [{ op: "add", path: "/foo/1", value: "b" }], { foo: ["a", "b"] }],
      [{ a: 1, b: 2 }, [{ op: "remove", path: "/a" }], { b: 2 }],
      [[1, 2, 3], [{ op: "remove", path: "/1" }], [1, 3]],
      [{ a: 1 }, [{ op: "replace", path: "/a", value: null }], { a: null }],
      [{ a: { b: 1 }, c: {} }, [{ op: "move", from: "/a/b", path: "/c/d" }], { a: {}, c: { d: 1 } }],
      [[1, 2, 3], [{ op: "move", from: "/0", path: "/2" }], [2, 3, 1]],
      [{ a: [1] }, [{ op: "copy", from: "/a", path: "/b" }], { a: [1], b: [1] }],
      [{ a: 1 }, [{ op: "test", path: "/a", value: 1 }], { a: 1 }],
      [{ "/": 9, "~1": 10 }, [{ op: "test", path: "/~01", value: 10 }], { "/": 9, "~1": 10 }],
      [{ a: 1 }, [{ op: "replace", path: "", value: [1] }], [1]],
      [{ a: 1 }, [{ op: "add", path: "", value: 2 }], 2],
      [{ a: 1 }, [{ op: "add", path: "/", value: 2 }], { a: 1, "": 2 }],
      [{ a: 1 }, [{ op: "move", from: "/a", path: "/a" }], { a: 1 }],
      [{ a: { x: 1, y: [2] } }, [{ op: "test", path: "/a", value: { y: [2], x: 1 } }], { a: { x: 1, y: [2] } }],
    ];
    for (const [document, patch, expected] of cases) {
      const before = JSON.stringify(document);
      expect(applyJsonPatch(document, patch), JSON.stringify(patch)).toEqual(expected);
      expect(JSON.stringify(document)).toBe(before);
    }
  });

  it("shares nothing between a copy and what it was copied from, nor between the document and the patch", () => {
    const patch: JsonPatchOperation[] = [
      { op: "copy", from: "/a", path: "/b" },
      { op: "add", path: "/b/x", value: 1 },
      { op: "add", path: "/c", value: { list: [1] } },
      { op: "add", path: "/c/list/-", value: 2 },
      { op: "replace", path: "/d", value: { list: [] } },
      { op: "add", path: "/d/list/-", value: 3 },
    ];
    const before = JSON.stringify(patch);
    const patched = applyJsonPatch<Record<string, unknown>>({ a: { list: [] }, d: 0 }, patch);
    expect(patched).toEqual({ a: { list: [] }, b: { list: [], x: 1 }, c: { list: [1, 2] }, d: { list: [3] } });
    expect(JSON.stringify(patch)).toBe(before);
    (patched["c"] as { list: unknown[] }).list.push("later");
    expect(JSON.stringify(patch)).toBe(before);
  });

  it("may copy 3 MiB in all by default, as the API server lets it", () => {
    const text = { a: "x".repeat((1 << 20) - 2) };
    const copies = (count: number): JsonPatchOperation[] =>
      Array.from({ length: count }, (_, i) => ({ op: "copy", from: "/a", path: `/x${i}` }));
    expect(Object.keys(applyJsonPatch<object>(text, copies(3)))).toHaveLength(4);
    expect(failure(text, copies(4))).toMatchObject({ reason: "TooLarge", operation: 3 });
  });

  it("fails a test with its own error and does nothing (F-J11)", () => {
    const patch = [
      { op: "replace", path: "/a", value: 2 },
      { op: "test", path: "/b", value: "x" },
    ];
    const error = failure({ a: 1, b: "y" }, patch);
    expect(error).toMatchObject({ reason: "TestFailed", operation: 1 });
    expect(failure({}, [{ op: "test", path: "/missing", value: null }])).toMatchObject({ reason: "TestFailed" });
  });

  it("refuses what is not a patch, and paths that lead nowhere, huge indexes among them (F-J11)", () => {
    const notFound = [
      { op: "remove", path: "/x" },
      { op: "replace", path: "/x", value: 1 },
      { op: "add", path: "/x/y", value: 1 },
      { op: "add", path: "/list/3", value: 1 },
      { op: "add", path: "/list/99999999999999999999", value: 1 },
      { op: "add", path: "/list/4294967296", value: 1 },
      { op: "add", path: "/list/01", value: 1 },
      { op: "add", path: "/list/-1", value: 1 },
      { op: "add", path: "/list/1e0", value: 1 },
      { op: "add", path: "/list/length", value: 1 },
      { op: "remove", path: "/list/-" },
      { op: "replace", path: `/list/${"9".repeat(1 << 20)}`, value: 1 },
      { op: "copy", from: "/nope", path: "/a" },
      { op: "add", path: "/text/0", value: 1 },
      { op: "remove", path: "/toString" },
    ];
    for (const operation of notFound)
      expect(failure({ list: [1, 2], text: "ab" }, [operation])?.reason, JSON.stringify(operation).slice(0, 80)).toBe(
        "NotFound",
      );
    const invalid = [
      1,
      null,
      {},
      { op: "add" },
      { op: "add", path: "a", value: 1 },
      { op: "add", path: "/~2", value: 1 },
      { op: "frob", path: "" },
    ];
    for (const operation of [
      ...invalid,
      { op: "add", path: "/a" },
      { op: "copy", path: "/a" },
      { op: "move", from: "/list", path: "/list/0" },
    ]) {
      expect(failure({ list: [1, 2] }, [operation])?.reason, JSON.stringify(operation)).toBe("Invalid");
    }
    expect(failure({}, {})?.reason).toBe("Invalid");
    expect(failure({}, "[]")?.reason).toBe("Invalid");
  });

  it("writes hostile names as data only (F-J11, SEC-14)", () => {
    const patched = applyJsonPatch({} as object, [
      { op: "add", path: "/__proto__", value: {} },
      { op: "add", path: "/__proto__/x", value: 1 },
      { op: "add", path: "/constructor", value: { prototype: { x: 1 } } },
    ]);
    expect(JSON.stringify(patched)).toBe('{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}');
    expect(Object.getPrototypeOf(patched)).toBe(Object.prototype);
    expect(({} as { x?: number }).x).toBeUndefined();
    for (const path of ["/__proto__/x", "/constructor/prototype/x", "/toString/x"])
      expect(failure({}, [{ op: "add", path, value: 1 }])?.reason).toBe("NotFound");
    expect(failure([], [{ op: "add", path: "/__proto__", value: 1 }])?.reason).toBe("NotFound");
  });

  it("stops copies that double the document or repeat a long text (F-J11)", () => {
    const bomb: JsonPatchOperation[] = Array.from({ length: 64 }, (_, i) => ({
      op: "copy",
      from: "/a",
      path: `/a/x${i}`,
    }));
    expect(failure({ a: {} }, bomb)?.reason).toBe("TooLarge");
    expect(
      failure(
        { a: "x".repeat(100_000) },
        bomb.map((_, i) => ({ op: "copy", from: "/a", path: `/x${i}` })),
      )?.reason,
    ).toBe("TooLarge");
    const two = bomb.slice(0, 2).map((_, i): JsonPatchOperation => ({ op: "copy", from: "/a", path: `/x${i}` }));
    const text = { a: "x".repeat(98) };
    expect(applyJsonPatch<object>(text, two, { maxCopyBytes: 200 })).toHaveProperty("x1");
    expect(() => applyJsonPatch(text, two, { maxCopyBytes: 199 })).toThrow("the patch copies more than 199 bytes");
  });

  it("does as the API server does where that is more tolerant, when asked to", () => {
    const patched = (document: object, ...patch: object[]): unknown =>
      applyJsonPatch<unknown>(document, patch as JsonPatchOperation[], { dialect: "apiserver" });
    const same = [
      { op: "test", path: "/missing", value: null },
      { op: "test", path: "/missing" },
      { op: "test", path: "/list/-1", value: 2 },
      { op: "test", path: "/list/01", value: 2 },
    ];
    for (const operation of same) expect(patched({ list: [1, 2] }, operation)).toEqual({ list: [1, 2] });
    expect(patched({}, { op: "replace", path: "/a", value: 1 })).toEqual({ a: 1 });
    expect(patched({}, { op: "copy", from: "/a", path: "/b" })).toEqual({ b: null });
    expect(patched({}, { op: "add", path: "/a" })).toEqual({ a: null });
    expect(patched({ list: [1, 2] }, { op: "add", path: "/list/-1", value: 3 })).toEqual({ list: [1, 2, 3] });
    expect(patched({ list: [1, 2] }, { op: "remove", path: "/list/-2" })).toEqual({ list: [2] });
    const refused = [
      { op: "test", path: "/missing", value: 0 },
      { op: "test", path: "/no/parent", value: null },
      { op: "test", path: "/list/7", value: null },
      { op: "test", path: "", value: null },
      { op: "remove", path: "/missing" },
      { op: "move", from: "/missing", path: "/b" },
      { op: "remove", path: "/list/-3" },
      { op: "replace", path: "/no/parent", value: 1 },
    ];
    for (const operation of refused)
      expect(() => patched({ list: [1, 2] }, operation), JSON.stringify(operation)).toThrow("operation 0");
  });
});

describe("newJsonPatch", () => {
  it("leads from any document to any other", () => {
    fc.assert(
      fc.property(json, json, (from, to) => {
        const patch = newJsonPatch(from, to);
        expect(deepEqual(applyJsonPatch<unknown>(from, patch), to)).toBe(true);
        if (deepEqual(from, to)) expect(patch).toEqual([]);
      }),
      { seed: 11, numRuns: 1_000 },
    );
  });

  it("shares nothing with the documents", () => {
    const to = { added: { list: [1] }, replaced: { list: [1] }, list: [{ a: 1 }] };
    const patch = newJsonPatch({ replaced: 1, list: [] }, to);
    const before = JSON.stringify(patch);
    to.added.list.push(2);
    to.replaced.list.push(2);
    to.list[0]!.a = 2;
    expect(JSON.stringify(patch)).toBe(before);
  });

  it("says only what changed", () => {
    const from = { spec: { replicas: 1, list: [1, 2, 3] }, old: true };
    const to = { spec: { replicas: 2, list: [1, 4] }, fresh: "x" };
    expect(newJsonPatch(from, to)).toEqual([
      { op: "remove", path: "/old" },
      { op: "replace", path: "/spec/replicas", value: 2 },
      { op: "replace", path: "/spec/list/1", value: 4 },
      { op: "remove", path: "/spec/list/2" },
      { op: "add", path: "/fresh", value: "x" },
    ]);
  });
});

describe("JSON pointers", () => {
  it("come back from text unchanged", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom("~", "/", "0", "1", "a") })), (path) => {
        expect(parseJsonPointer(formatJsonPointer(path))).toEqual(path);
      }),
      { seed: 12 },
    );
  });

  it("of 1 MiB are read in time linear in their length (SEC-15)", () => {
    for (const unit of ["~", "/", "~0", "~1", "/~"]) {
      const time = (length: number): number => {
        const text = `/${unit.repeat(length / unit.length)}`;
        const start = process.cpuUsage();
        failure({}, [{ op: "test", path: text, value: 1 }]);
        const used = process.cpuUsage(start);
        return (used.user + used.system) / 1_000;
      };
      time(1 << 16);
      const half = time(1 << 19);
      expect(time(1 << 20), unit).toBeLessThan(8 * half + 200);
    }
  });
});
