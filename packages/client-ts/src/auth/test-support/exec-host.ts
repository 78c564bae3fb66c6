import { posix, win32 } from "node:path";
import { expect } from "vitest";
import type { Credential, ExecConfig } from "../../transport/index.ts";
import { FakeClock } from "../../util/index.ts";
import type { ExecHost, ExecRunOptions, RunOutcome } from "../exec-host.ts";
import { type ExecCredentialOptions, newExecCredential } from "../exec-plugin.ts";

export const v1 = "client.authentication.k8s.io/v1";
export const v1beta1 = "client.authentication.k8s.io/v1beta1";
export const exec: ExecConfig = { apiVersion: v1, command: "login", interactiveMode: "Never" };
export const none: Uint8Array = new Uint8Array();

/** A machine with one plugin in /bin that prints what the test sets, and its recorded runs. */
export class TestHost implements ExecHost {
  env: Record<string, string | undefined> = { PATH: "/bin", HOME: "/home/me" };
  platform = "linux";
  cwd = "/work";
  terminal = false;
  files = new Set(["/bin/login"]);
  runs: (ExecRunOptions & { path: string })[] = [];
  answer: (run: number) => unknown = (run) => credential({ token: `token-${run}` });

  /** As a real machine: a relative path is one from the current folder. */
  isExecutable = async (path: string): Promise<boolean> =>
    this.files.has((this.platform === "win32" ? win32 : posix).resolve(this.cwd, path));
  isTerminal = (): boolean => this.terminal;
  run = async (path: string, options: ExecRunOptions): Promise<RunOutcome> => {
    this.runs.push({ path, ...options });
    const answer = await this.answer(this.runs.length);
    if (typeof answer === "object" && answer !== null && "ended" in answer) return answer as RunOutcome;
    const output = Buffer.from(typeof answer === "string" ? answer : JSON.stringify(answer));
    return { ended: "exit", code: 0, output, errors: none };
  };
}

/** What a plugin prints. */
export function credential(status: unknown, more: object = {}): object {
  return { apiVersion: v1, kind: "ExecCredential", status, ...more };
}

/** The credential of a plugin on a machine of its own. */
export function make(
  config: Partial<ExecConfig> = {},
  options: Partial<ExecCredentialOptions> = {},
): { clock: FakeClock; host: TestHost; credential: Credential } {
  const clock = new FakeClock();
  const host = new TestHost();
  return { clock, host, credential: newExecCredential({ ...exec, ...config }, { clock, host, ...options }) };
}

/** The Authorization header that the credential gives now. */
export async function header(one: Credential): Promise<string | undefined> {
  return (await one.headers())["authorization"];
}

/** The error with which the credential refuses. */
export async function failureOf(one: Credential): Promise<Error & { problem?: string }> {
  return one.headers().then(
    () => expect.unreachable("should have failed"),
    (error) => error,
  );
}
