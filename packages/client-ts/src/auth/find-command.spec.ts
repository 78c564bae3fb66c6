import { describe, expect, it } from "vitest";
import { findCommand } from "./find-command.ts";
import { failureOf, make, TestHost } from "./test-support/exec-host.ts";

describe("finding a command", () => {
  const find = (command: string, files: string[], more: Partial<TestHost> = {}) =>
    findCommand(command, Object.assign(new TestHost(), { files: new Set(files), ...more }));

  it("never looks into the current folder for a name, whatever PATH says (F-D14, SEC-3)", async () => {
    const files = ["/work/login", "/work/sub/login", "/bin/login"];
    for (const PATH of [".", "", ":", "./", "sub", ".:sub:", "..:/work/../nowhere"])
      expect(await find("login", files, { env: { PATH } })).toBeUndefined();
    expect(await find("login", files, { env: { PATH: ".:sub::/bin" } })).toBe("/bin/login");
    expect(await find("login", files, { env: {} })).toBeUndefined();
    expect(await find("", files)).toBeUndefined();
    expect(await find("login\0", files)).toBeUndefined();
  });

  it("takes a path as a path, with spaces and any letters (F-D14)", async () => {
    expect(await find("./login", ["/work/login"])).toBe("/work/login");
    expect(await find("sub/login", ["/work/sub/login"])).toBe("/work/sub/login");
    expect(await find("/opt/my tools/größe", ["/opt/my tools/größe"])).toBe("/opt/my tools/größe");
    expect(await find("größe", ["/my tools/größe"], { env: { PATH: "/bin:/my tools" } })).toBe("/my tools/größe");
    expect(await find("./login", ["/bin/login"])).toBeUndefined();
  });

  it("tries the endings of Windows there, and does not run batch files (F-D14, SEC-3)", async () => {
    const windows = {
      platform: "win32",
      cwd: "C:\\work",
      env: { Path: 'C:\\Windows;"C:\\my tools"', PATHEXT: ".EXE;.CMD" },
    };
    expect(await find("login", ["C:\\my tools\\login.exe"], windows)).toBe("C:\\my tools\\login.exe");
    expect(await find("login.exe", ["C:\\Windows\\login.exe"], windows)).toBe("C:\\Windows\\login.exe");
    expect(await find("login", ["C:\\work\\login.exe", "C:\\Windows\\login"], windows)).toBeUndefined();
    const { host, credential: one } = make();
    Object.assign(host, windows, { files: new Set(["C:\\Windows\\login.cmd"]) });
    expect((await failureOf(one)).message).toContain("batch file");
    expect(host.runs).toEqual([]);
  });
});
