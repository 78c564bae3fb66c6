import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** How a child ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
  readonly errors: string;
}

/** What a child is started with. */
export interface ChildOptions {
  /** The Node to use. Default: the one that runs the tests. */
  readonly node?: string;
  /** Flags of Node. */
  readonly flags?: readonly string[];
  /** What the program reads from the variable `TEST_INPUT`, as JSON. */
  readonly input?: unknown;
  /** A command to start it through: `["unshare", "--mount", …]`. */
  readonly through?: readonly string[];
}

/** A program in a process of its own. Messages go both ways. */
export interface Child {
  readonly pid: number;
  say(message: object): void;
  /** Waits for a message that fits. */
  receive<T extends object>(fits: (message: T) => boolean): Promise<T>;
  /** Settles when it has ended by itself. */
  ended(): Promise<Ended>;
  /** Ends it, by its own pid. Harmless when it has ended. */
  stop(): Promise<void>;
}

/** Where the file of `programs/` is. */
export function pathOf(program: string): string {
  return fileURLToPath(new URL(`./programs/${program}`, import.meta.url));
}

/** Whether the packages are built: programs in JavaScript use them as a user would. */
export function isBuilt(): boolean {
  const inPackages = (path: string): boolean => existsSync(new URL(`../../../packages/${path}`, import.meta.url));
  return inPackages("client-ts/dist/index.js") && inPackages("client-ts/dist/index.cjs");
}

/** Starts a file of `programs/`. */
export function startChild(
  program: string,
  { node = process.execPath, flags = [], input, through = [] }: ChildOptions = {},
): Child {
  const [command = node, ...args] = [...through, node, ...flags, pathOf(program)];
  const child: ChildProcess = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, NODE_OPTIONS: "", TEST_INPUT: JSON.stringify(input ?? null) },
  });
  let [output, errors] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const closing = once(child, "close").then(([code, signal]): Ended => ({ code, signal, output, errors }));
  const receive = <T extends object>(fits: (message: T) => boolean): Promise<T> =>
    new Promise((resolve, reject) => {
      const onMessage = (message: unknown): void => {
        if (!fits(message as T)) return;
        child.off("message", onMessage);
        resolve(message as T);
      };
      child.on("message", onMessage);
      void closing.then(({ code }) => reject(new Error(`${program} ended (${code}): ${errors.slice(-2000)}`)), reject);
    });
  return {
    pid: child.pid as number,
    say: (message) => void child.send(message),
    receive,
    ended: () => closing,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await closing;
    },
  };
}

/** Runs a file of `programs/` to its end. */
export async function runChild(
  program: string,
  options: ChildOptions,
  onTestFinished: (run: () => Promise<void>) => void,
): Promise<Ended> {
  const child = startChild(program, options);
  onTestFinished(child.stop);
  return child.ended();
}
