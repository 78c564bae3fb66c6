import { afterEach, describe, expect, it, vi } from "vitest";
import { UndecodableObjectError } from "../errors/index.ts";
import type { ByteFormat } from "./byte-format.ts";
import { brandEntry, type Entry, isEntry, objectIfDecodable } from "./entry.ts";
import { EntryContext, type EntryOptions, isFrozen } from "./entry-context.ts";
import { FailedObjects } from "./failed-objects.ts";
import { isProduction, scannerFromEnvironment } from "./node/environment.ts";
import { plainEntry } from "./plain-entry.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** An entry whose object is what a function gives. */
function entryOf(object: () => unknown): Entry<unknown> {
  return Object.defineProperty({}, "object", { get: object }) as Entry<unknown>;
}

describe("an entry", () => {
  it("is known by its brand, which is not among its keys", () => {
    const own = {};
    expect(isEntry(own)).toBe(false);
    brandEntry(own);
    expect([isEntry(own), isEntry(Object.create(own)), isEntry(plainEntry({}))]).toEqual([true, true, true]);
    expect([Object.keys(own), Object.getOwnPropertySymbols(own).map(String)]).toEqual([
      [],
      ["Symbol(client-ts.entry)"],
    ]);
    for (const other of [{}, [], null, undefined, "entry", 1, () => own]) expect(isEntry(other)).toBe(false);
  });

  it("has no object when it cannot be decoded, and every other error goes on", () => {
    const facts = { key: "shop/a", uid: "u", resourceVersion: "1", reason: "it is not valid JSON" };
    const fail = (error: Error) => () => {
      throw error;
    };
    expect(objectIfDecodable(entryOf(() => "object"))).toBe("object");
    expect(objectIfDecodable(entryOf(fail(new UndecodableObjectError(facts))))).toBeUndefined();
    expect(() => objectIfDecodable(entryOf(fail(new Error("another"))))).toThrow("another");
  });
});

describe("how entries are made", () => {
  const settings = (options?: EntryOptions): unknown => {
    const { apiVersion, kind, freeze, keepManagedFields, verify, scanner, refused, format } = new EntryContext(options);
    return [apiVersion, kind, freeze, keepManagedFields, verify, scanner, refused, format.name, format.problem];
  };

  it("has defaults, and each option changes its own part", () => {
    vi.stubEnv("CLIENT_TS_SCANNER", undefined);
    vi.stubEnv("NODE_ENV", "test");
    const json = [undefined, "json", "it is not valid JSON"];
    expect(settings()).toEqual(["", "", true, false, false, "auto", ...json]);
    expect(settings({})).toEqual(settings());
    expect(settings({ apiVersion: "v1" })).toEqual(["v1", "", true, false, false, "auto", ...json]);
    expect(settings({ kind: "Pod" })).toEqual(["", "Pod", true, false, false, "auto", ...json]);
    expect(settings({ freeze: "never" })).toEqual(["", "", false, false, false, "auto", ...json]);
    expect(settings({ production: true })).toEqual(["", "", false, false, false, "auto", ...json]);
    expect(settings({ keepManagedFields: true })).toEqual(["", "", true, true, false, "auto", ...json]);
    expect(settings({ verify: true })).toEqual(["", "", true, false, true, "auto", ...json]);
    expect(settings({ scanner: "js" })).toEqual(["", "", true, false, false, "js", ...json]);
    vi.stubEnv("CLIENT_TS_SCANNER", "js");
    expect(settings()).toEqual(["", "", true, false, false, "js", ...json]);
    expect(settings({ scanner: "wasm" })).toEqual(["", "", true, false, false, "wasm", ...json]);
    const failed = new FailedObjects();
    expect(new EntryContext({ failed }).failed).toBe(failed);
    expect(new EntryContext().failed).not.toBe(new EntryContext().failed);
    const format = { name: "other" } as ByteFormat;
    expect(new EntryContext({}, format).format).toBe(format);
  });

  it("depends on the environment where no option says otherwise", () => {
    for (const [value, production] of [
      ["production", true],
      ["development", false],
      ["", false],
      [undefined, false],
    ] as const) {
      vi.stubEnv("NODE_ENV", value);
      expect([isProduction(), isFrozen(), isFrozen("dev"), isFrozen("dev", undefined)]).toEqual([
        production,
        !production,
        !production,
        !production,
      ]);
      expect([isFrozen("always"), isFrozen("never")]).toEqual([true, false]);
      expect([isFrozen("dev", true), isFrozen("dev", false), isFrozen("never", false)]).toEqual([false, true, false]);
      expect([isFrozen("always", true), isFrozen(undefined, true), isFrozen(undefined, false)]).toEqual([
        true,
        false,
        true,
      ]);
    }
    for (const [value, scanner] of [
      ["wasm", "wasm"],
      ["js", "js"],
      ["auto", "auto"],
      ["other", "auto"],
      ["", "auto"],
      [undefined, "auto"],
    ] as const) {
      vi.stubEnv("CLIENT_TS_SCANNER", value);
      expect(scannerFromEnvironment()).toBe(scanner);
    }
  });
});
