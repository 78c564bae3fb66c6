import { afterEach, describe, expect, it, vi } from "vitest";
import { runCli } from "./run-cli.ts";

afterEach(() => void vi.restoreAllMocks());

/** Runs the command in this process; what it prints is what a user sees. */
async function run(...argv: string[]): Promise<{ code: number; printed: string; reported: string }> {
  const printed: string[] = [];
  const reported: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line) => void printed.push(String(line)));
  vi.spyOn(console, "error").mockImplementation((line) => void reported.push(String(line)));
  const code = await runCli(argv);
  return { code, printed: printed.join("\n"), reported: reported.join("\n") };
}

const commands = [
  "apiserver",
  "control-plane",
  "control-plane setup",
  "control-plane up",
  "control-plane clean",
  "codegen",
  "crd",
  "manifests",
  "init",
  "init operator",
  "logs",
  "exec",
  "attach",
  "port-forward",
  "cp",
];

describe("the client-ts command", () => {
  it("lists every command in its help", async () => {
    const { code, printed } = await run("--help");
    expect(code).toBe(0);
    for (const command of commands) for (const word of command.split(" ")) expect(printed).toContain(word);
  });

  it.each(commands)("client-ts %s --help prints the usage and succeeds", async (command) => {
    const { code, printed, reported } = await run(...command.split(" "), "--help");
    expect({ code, reported }).toEqual({ code: 0, reported: "" });
    expect(printed).toContain(`client-ts ${command}`);
  });

  it.each(commands)(
    "client-ts %s --no-such-option says what is wrong, without a stack, and exits with 2",
    async (command) => {
      const { code, printed, reported } = await run(...command.split(" "), "--no-such-option");
      expect({ code, printed }).toEqual({ code: 2, printed: "" });
      expect(reported).not.toMatch(/^ +at /m);
      expect(reported).toMatch(/no-such-option|client-ts init/);
    },
  );

  it("refuses a command that it does not have", async () => {
    expect(await run("frobnicate")).toMatchObject({ code: 2, reported: expect.stringContaining('"frobnicate"') });
  });
});
