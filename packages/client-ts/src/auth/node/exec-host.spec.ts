import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ExecConfig } from "../../transport/index.ts";
import { FakeClock } from "../../util/index.ts";
import { newExecCredential } from "../exec-plugin.ts";
import { nodeExecHost } from "./exec-host.ts";

let dir = "";
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "plugin-"));
});
afterEach(() => rm(dir, { recursive: true }));

/** Writes a plugin as a shell script; only what the system has anyway. */
async function script(name: string, body: string): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
  return path;
}
const config = (command: string, more: Partial<ExecConfig> = {}): ExecConfig => ({
  apiVersion: "client.authentication.k8s.io/v1",
  command,
  interactiveMode: "Never",
  ...more,
});
const answer = `printf '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"%s"}}'`;
const failureOf = async (one: ReturnType<typeof newExecCredential>): Promise<Error> =>
  one.headers().then(
    () => expect.unreachable("should have failed"),
    (error) => error,
  );
const isAlive = (pid: number): boolean => {
  try {
    // A killed process whose parent has not looked yet is still there as a zombie.
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
};

describe("a real plugin", () => {
  it("runs without a shell: arguments and variables arrive as they are (SEC-3, F-D14)", async () => {
    await mkdir(join(dir, "my tools"));
    const path = await script(
      "my tools/größe",
      `printf '%s\\n' "$@" > '${dir}/args'; printf '%s' "$GIVEN" > '${dir}/env'; ${answer} ok`,
    );
    const args = [`; touch ${dir}/evil`, `$(touch ${dir}/evil)`, `\`touch ${dir}/evil\``, "a b", "*", '"', "| cat"];
    const env = [{ name: "GIVEN", value: `$(touch ${dir}/evil)` }];
    const host = nodeExecHost({ env: { ...process.env, PATH: `${join(dir, "my tools")}:${process.env["PATH"]}` } });
    const one = newExecCredential(config("größe", { args, env }), { host });
    expect(await one.headers()).toEqual({ authorization: "Bearer ok" });
    expect(readFileSync(join(dir, "args"), "utf8").trimEnd().split("\n")).toEqual(args);
    expect(readFileSync(join(dir, "env"), "utf8")).toBe(env[0]?.value);
    expect(existsSync(join(dir, "evil"))).toBe(false);
    expect(path).toContain("größe");
  });

  it("that hangs is killed with all it started, and the error names the command only (F-D7)", async () => {
    const path = await script(
      "hangs",
      `echo k4nary-errors >&2; sleep 1000 & echo $! > '${dir}/child'; echo $$ > '${dir}/self'; wait`,
    );
    const clock = new FakeClock();
    const one = newExecCredential(config(path, { args: ["k4nary-arg"], timeoutMs: 5_000 }), {
      host: nodeExecHost({ clock }),
      clock,
    });
    const failed = failureOf(one);
    while (!existsSync(join(dir, "self")) || readFileSync(join(dir, "self"), "utf8") === "")
      await new Promise((resolve) => setTimeout(resolve, 2));
    const pids = ["child", "self"].map((name) => Number(readFileSync(join(dir, name), "utf8")));
    expect(pids.map(isAlive)).toEqual([true, true]);
    await clock.advance(5_000);
    const error = await failed;
    expect(error).toMatchObject({
      problem: "timeout",
      message: expect.stringContaining("within 5000 ms and was killed"),
    });
    expect(inspect(error)).not.toContain("k4nary");
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
    expect(clock.pending).toBe(0);
  });

  it("that prints without end is killed when it has printed a megabyte, and none of it is kept (F-D8)", async () => {
    const path = await script("prints", "exec yes k4nary-output");
    const before = process.memoryUsage().rss;
    const error = await failureOf(newExecCredential(config(path), { host: nodeExecHost() }));
    expect(error).toMatchObject({ problem: "limit", message: expect.stringContaining("1048576 bytes") });
    expect(inspect(error)).not.toContain("k4nary");
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it("that writes endless errors may finish, and the redacted beginning is reported (F-D9)", async () => {
    const path = await script(
      "fails",
      `echo 'login failed: token=k4nary-token-1' >&2; head -c 3000000 /dev/zero | tr '\\0' x >&2; exit 4`,
    );
    const error = await failureOf(newExecCredential(config(path), { host: nodeExecHost() }));
    expect(error).toMatchObject({ problem: "failed", exitCode: 4 });
    expect(error.message).toContain("exit code 4: login failed: token=[redacted]");
    expect(error.message.length).toBeLessThan(1_300);
    expect(inspect(error)).not.toContain("k4nary");
  });

  it("that is ended by a signal, is not a file, may not be run or is not a program is an error (B302)", async () => {
    const host = nodeExecHost();
    expect(
      (await failureOf(newExecCredential(config(await script("dies", "kill -9 $$")), { host }))).message,
    ).toContain("ended by SIGKILL");
    await writeFile(join(dir, "text"), "hello");
    expect((await failureOf(newExecCredential(config(join(dir, "text")), { host }))).message).toContain("is not found");
    expect((await failureOf(newExecCredential(config(dir), { host }))).message).toContain("is not found");
    await writeFile(join(dir, "strange"), "#!/nowhere/interpreter\n");
    await chmod(join(dir, "strange"), 0o755);
    expect((await failureOf(newExecCredential(config(join(dir, "strange")), { host }))).message).toContain(
      "cannot be started (ENOENT)",
    );
  });

  it("has no input, and leaves no process behind when it is done", async () => {
    const path = await script("reads", `if read line; then ${answer} input; else ${answer} none; fi`);
    const clock = new FakeClock();
    const listeners = process.listenerCount("exit");
    const one = newExecCredential(config(path, { interactiveMode: "IfAvailable" }), { host: nodeExecHost({ clock }) });
    expect(await one.headers()).toEqual({ authorization: "Bearer none" });
    expect([clock.pending, process.listenerCount("exit")]).toEqual([0, listeners]);
    expect(execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })).not.toContain(path);
  });
});
