import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onSources } from "../process/spawn-on-sources.ts";

/** A program of ours in a process of its own, that answers each message with one. */
export interface Program<Question, Answer> {
  readonly pid: number;
  ask(question: Question): Promise<Answer>;
  /** Says something that is not answered. */
  say(question: Question): void;
  /** The next message that comes by itself. */
  next(): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts a file of `programs/`; with a network namespace, inside it. */
export function startProgram<Question extends object | string, Answer>(
  name: string,
  {
    args = [],
    namespace,
    nodeFlags = [],
  }: { args?: readonly string[]; namespace?: string; nodeFlags?: readonly string[] } = {},
): Program<Question, Answer> {
  const path = fileURLToPath(new URL(`./programs/${name}.ts`, import.meta.url));
  const flags = [...nodeFlags, ...onSources];
  const child: ChildProcess =
    namespace === undefined
      ? fork(path, [...args], { execArgv: flags })
      : spawn("ip", ["netns", "exec", namespace, process.execPath, ...flags, path, ...args], {
          stdio: ["ignore", "inherit", "inherit", "ipc"],
        });
  const next = (): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const settle = (outcome: () => void): void => {
        child.off("message", onMessage);
        child.off("exit", onExit);
        child.off("error", onExit);
        outcome();
      };
      const onMessage = (answer: unknown): void => settle(() => resolve(answer as Answer));
      const onExit = (why: unknown, signal?: unknown): void =>
        settle(() => reject(new Error(`${name} ended: ${why ?? signal}`)));
      child.on("message", onMessage).on("exit", onExit).on("error", onExit);
    });
  return {
    pid: child.pid as number,
    next,
    say: (question) => void child.send(question),
    ask(question) {
      const answer = next();
      child.send(question);
      return answer;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
