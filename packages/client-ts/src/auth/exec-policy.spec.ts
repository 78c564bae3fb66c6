import { describe, expect, it } from "vitest";
import { newSecretValue } from "../errors/index.ts";
import type { ExecConfig, ExecPolicy } from "../transport/index.ts";
import { requireAllowed } from "./exec-policy.ts";
import { failureOf, header, make } from "./test-support/exec-host.ts";

describe("the policy", () => {
  const allow = (...names: string[]): ExecPolicy => ({
    policy: "Allowlist",
    allowlist: names.map((name) => ({ name })),
  });
  const list = [{ name: "login" }];

  it.each<[string, ExecPolicy, string]>([
    ["AllowAll with a list", { policy: "AllowAll", allowlist: list }, "takes no allowlist"],
    ["AllowAll with an empty list", { policy: "AllowAll", allowlist: [] }, "takes no allowlist"],
    ["DenyAll with a list", { policy: "DenyAll", allowlist: list }, "takes no allowlist"],
    ["Allowlist without list", { policy: "Allowlist" }, "at least one entry"],
    ["Allowlist with an empty list", { policy: "Allowlist", allowlist: [] }, "at least one entry"],
    ["an entry without name", { policy: "Allowlist", allowlist: [{ name: "" }] }, "has no name"],
    ["an entry that is nothing", { policy: "Allowlist", allowlist: [undefined as never] }, "has no name"],
    [
      "an env that is text",
      { policy: "Allowlist", allowlist: [{ name: "login", env: "A" as never }] },
      "not a list of names",
    ],
    [
      "an env with an empty name",
      { policy: "Allowlist", allowlist: [{ name: "login", env: ["A", ""] }] },
      "not a list of names",
    ],
    [
      "args that are text",
      { policy: "Allowlist", allowlist: [{ name: "login", args: "get" as never }] },
      "not a list of strings",
    ],
    ["an unknown policy", { policy: "Sometimes" as never }, "not known"],
  ])("is an error of the configuration with %s (B305, F-D13)", (_, policy, message) => {
    expect(() => make({}, { policy })).toThrow(message);
  });

  it.each<[string, string, ExecPolicy, boolean]>([
    ["nothing refused", "login", { policy: "AllowAll" }, true],
    ["everything refused", "login", { policy: "DenyAll" }, false],
    ["its name", "login", allow("login"), true],
    ["its full path", "login", allow("/bin/login"), true],
    ["the full path, named by path", "/bin/login", allow("login"), true],
    ["a path from here", "../bin/login", allow("/bin/login"), true],
    ["one of several", "login", allow("absent", "other", "/bin/login"), true],
    ["another name", "login", allow("other"), false],
    ["the name at another place", "/opt/login", allow("login"), false],
    ["a name that is a part", "login", allow("log"), false],
    ["an entry that does not exist", "login", allow("/usr/bin/login"), false],
    ["a plugin that does not exist", "absent", allow("absent"), false],
  ])("with %s: %s runs only if allowed (B305, F-D13, SEC-3)", async (_, command, policy, allowed) => {
    const { host, credential: one } = make({ command }, { policy });
    host.files = new Set(["/bin/login", "/opt/login", "/bin/other"]);
    if (allowed) expect(await header(one)).toBe("Bearer token-1");
    else
      expect(await failureOf(one)).toMatchObject({ kind: "Config", message: expect.stringContaining("may not run") });
    expect(host.runs).toHaveLength(allowed ? 1 : 0);
  });
});

describe("an allowlist", () => {
  const variables = (...names: string[]): { name: string; value: string }[] =>
    names.map((name) => ({ name, value: "x" }));

  it.each<[string, Partial<ExecConfig>, NonNullable<ExecPolicy["allowlist"]>, string | undefined]>([
    ["no variables and none allowed", {}, [{ name: "login" }], undefined],
    ["an empty list of variables", { env: [] }, [{ name: "login" }], undefined],
    ["a variable and none allowed", { env: variables("BASH_ENV") }, [{ name: "login" }], '"BASH_ENV"'],
    ["an allowed variable", { env: variables("PROFILE") }, [{ name: "login", env: ["PROFILE"] }], undefined],
    [
      "one of two allowed",
      { env: variables("PROFILE", "LD_PRELOAD") },
      [{ name: "login", env: ["PROFILE"] }],
      '"LD_PRELOAD"',
    ],
    ["another case of a name", { env: variables("profile") }, [{ name: "login", env: ["PROFILE"] }], '"profile"'],
    ["a part of a name", { env: variables("PRO") }, [{ name: "login", env: ["PROFILE"] }], '"PRO"'],
    [
      "a variable that another command may have",
      { env: variables("A") },
      [{ name: "other", env: ["A"] }, { name: "login" }],
      '"A"',
    ],
    [
      "a second entry that allows it",
      { env: variables("A") },
      [{ name: "login" }, { name: "/bin/login", env: ["A"] }],
      undefined,
    ],
    ["any arguments", { args: ["a", "b"] }, [{ name: "login" }], undefined],
    ["the arguments", { args: ["get", "token"] }, [{ name: "login", args: ["get", "token"] }], undefined],
    ["more arguments", { args: ["get", "token", "--url=x"] }, [{ name: "login", args: ["get", "token"] }], "arguments"],
    ["fewer arguments", { args: ["get"] }, [{ name: "login", args: ["get", "token"] }], "arguments"],
    ["another order", { args: ["token", "get"] }, [{ name: "login", args: ["get", "token"] }], "arguments"],
    ["no arguments but none allowed", {}, [{ name: "login", args: [] }], undefined],
    ["arguments where none are allowed", { args: ["x"] }, [{ name: "login", args: [] }], "arguments"],
    [
      "arguments of one entry, variables of another",
      { args: ["a"], env: variables("A") },
      [
        { name: "login", args: ["a"] },
        { name: "login", env: ["A"], args: [] },
      ],
      '"A"',
    ],
    [
      "secrets among both",
      { args: newSecretValue(["a"]), env: [{ name: "A", value: newSecretValue("v") }] },
      [{ name: "login", args: ["a"], env: ["A"] }],
      undefined,
    ],
  ])("with %s refuses what it does not name, and runs nothing (SEC-3)", async (_, config, allowlist, refused) => {
    const { host, credential: one } = make(
      { command: "login", ...config },
      { policy: { policy: "Allowlist", allowlist } },
    );
    host.files = new Set(["/bin/login", "/bin/other"]);
    if (refused === undefined) expect(await header(one)).toBe("Bearer token-1");
    else
      expect(await failureOf(one)).toMatchObject({
        kind: "Config",
        message: expect.stringMatching(`may not run: its .*${refused}`),
      });
    expect(host.runs).toHaveLength(refused === undefined ? 1 : 0);
  });

  it("compares names of variables as Windows does on Windows (SEC-3)", async () => {
    const check = {
      command: "login",
      path: "C:\\login.exe",
      args: [],
      variables: ["Profile"],
      find: async () => "C:\\login.exe",
    };
    const policy = { policy: "Allowlist", allowlist: [{ name: "login", env: ["PROFILE"] }] } as const;
    await requireAllowed(policy, { ...check, platform: "win32" });
    await expect(requireAllowed(policy, { ...check, platform: "linux" })).rejects.toThrow('"Profile"');
  });
});
