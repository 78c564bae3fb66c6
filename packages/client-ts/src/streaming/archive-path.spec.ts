import { describe, expect, it } from "vitest";
import { archivePath, foldedPath } from "./archive-path.ts";

const refused = (what: RegExp): object => ({ refused: expect.stringMatching(what) });

describe("the name of an entry in an archive (F-I1, F-I5, SEC-1)", () => {
  it("is a path below the name that was asked for", () => {
    expect(archivePath("src/a/b", "src")).toEqual({ parts: ["a", "b"] });
    expect(archivePath("./src//a/./b/", "src/")).toEqual({ parts: ["a", "b"] });
    expect(archivePath("src", "src")).toEqual({ parts: [] });
    expect(archivePath("src/..a/b..", "src")).toEqual({ parts: ["..a", "b.."] });
  });

  it.each([
    ["other/a", /not below "src"/],
    ["srcx", /not below "src"/],
    ["src/../x", /a part "\.\."/],
    ["..", /a part "\.\."/],
    ["/src/a", /absolute/],
    ["src\\a", /backslash/],
    ["src/\u001f", /control character/],
    ["src/\u007f", /control character/],
    ["src/\u0085", /control character/],
  ])("is refused as %j", (name, why) => {
    expect(archivePath(name, "src")).toEqual(refused(why));
  });

  it("may have 255 bytes in a part and 4096 in all, however many characters these are", () => {
    expect(archivePath(`src/${"n".repeat(255)}`, "src")).toMatchObject({ parts: [expect.any(String)] });
    expect(archivePath(`src/${"n".repeat(256)}`, "src")).toEqual(refused(/longer than 255 bytes/));
    expect(archivePath(`src/${"ü".repeat(128)}`, "src")).toEqual(refused(/longer than 255 bytes/));
    const long = `src/${"n/".repeat(2_046)}`;
    expect(Buffer.byteLength(long)).toBe(4_096);
    expect(archivePath(long, "src")).toMatchObject({ parts: expect.any(Array) });
    expect(archivePath(`${long}n`, "src")).toEqual(refused(/longer than 4096 bytes/));
  });

  it.each([
    ["C:x", /begins with the letter of a drive/],
    ["src/nul", /a device/],
    ["src/COM1.txt", /a device/],
    ["src/lpt9", /a device/],
    ["src/a.", /cannot be used/],
    ["src/a ", /cannot be used/],
    ["src/a:stream", /cannot be used/],
    ["src/a?", /cannot be used/],
  ])("is refused on Windows, and there only, as %j", (name, why) => {
    const prefix = name.startsWith("src") ? "src" : name;
    expect(archivePath(name, prefix, true)).toEqual(refused(why));
    expect(archivePath(name, prefix)).toHaveProperty("parts");
  });

  it("may begin like a device on Windows", () => {
    for (const name of ["console", "nullable", "com10", "auxiliary.txt"])
      expect(archivePath(`src/${name}`, "src", true)).toEqual({ parts: [name] });
  });

  it("is compared without regard to case and the way accents are written (F-I8)", () => {
    expect(foldedPath(["A", "caf\u00e9"])).toBe(foldedPath(["a", "cafe\u0301"]));
    expect(foldedPath(["a", "b"])).not.toBe(foldedPath(["ab"]));
  });
});
