import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { runCli } from "./run-cli.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

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

  it.each([
    { argv: ["logs", "web"], says: '"missing/config" does not exist' },
    { argv: ["logs", "web", "--context", "none"], says: 'context "none" does not exist' },
    { argv: ["exec", "web", "--kubeconfig", "missing/other", "--", "ls"], says: '"missing/other" does not exist' },
    { argv: ["manifests", "missing/manager.js", "--image", "web:1"], says: "missing/manager.js cannot be imported" },
    { argv: ["crd", "missing/kinds.js"], says: "missing/kinds.js cannot be imported" },
    { argv: ["codegen", "--out", "generated", "--context", "none"], says: 'context "none" does not exist' },
    { argv: ["apiserver", "--kubeconfig-out", "missing/config"], says: "ENOENT: no such file or directory" },
  ])("client-ts $argv reports one line and exits with 1", async ({ argv, says }) => {
    vi.stubEnv("KUBECONFIG", "missing/config");
    const folder = mkdtempSync(join(tmpdir(), "client-ts-run-"));
    const before = process.cwd();
    process.chdir(folder);
    try {
      const { code, printed, reported } = await run(...argv);
      expect({ code, printed }).toEqual({ code: 1, printed: "" });
      expect(reported).toContain(says);
      expect(reported.replace("\nNothing was written.", "")).not.toContain("\n");
    } finally {
      process.chdir(before);
      rmSync(folder, { recursive: true });
    }
  });

  it("prints its version", async () => {
    expect(await run("--version")).toEqual({ code: 0, printed: expect.stringMatching(/^\d+\.\d+\.\d+/), reported: "" });
  });

  it("shows in its help what a command needs", async () => {
    expect((await run("--help")).printed).toContain("client-ts apiserver --kubeconfig-out FILE ");
    for (const command of ["logs", "exec", "attach", "port-forward", "cp"])
      expect((await run(command, "--help")).printed).toMatch(/-n, --namespace .*--context NAME/s);
  });

  it("refuses a command that it does not have", async () => {
    expect(await run("frobnicate")).toMatchObject({ code: 2, reported: expect.stringContaining('"frobnicate"') });
  });
});
