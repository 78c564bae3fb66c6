import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { ClientCommand, ClientConfig, Numbers } from "./clients/protocol.ts";
import type { ServerCommand, ServerReply } from "./server/load-server.ts";

/** The load server's process. */
export class LoadServer {
  readonly #child: ChildProcess;
  readonly url: string;
  readonly ca: string;

  private constructor(child: ChildProcess, url: string, ca: string) {
    this.#child = child;
    this.url = url;
    this.ca = ca;
  }

  static async start(node: string, program: string): Promise<LoadServer> {
    const child = spawn(node, ["--max-semi-space-size=64", program], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const reply = (await once(child)) as Extract<ServerReply, { ready: unknown }>;
    return new LoadServer(child, reply.ready.url, reply.ready.ca);
  }

  /** Sends a command and waits until it was carried out. */
  async tell(command: ServerCommand): Promise<Extract<ServerReply, { done: unknown }>> {
    const reply = once(this.#child);
    this.#child.send(command);
    return (await reply) as Extract<ServerReply, { done: unknown }>;
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.disconnect();
    await gone;
  }
}

function once(child: ChildProcess): Promise<ServerReply> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      child.off("exit", onExit);
      resolve(message as ServerReply);
    };
    const onExit = (code: number | null): void => {
      child.off("message", onMessage);
      reject(new Error(`the load server ended with ${code}`));
    };
    child.once("message", onMessage);
    child.once("exit", onExit);
  });
}

/** How to start a client. */
export interface ClientProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A client's process failed or took too long. */
export class ClientFailure extends Error {}

/** A client in a process of its own, which reads one command from each line of its standard input. */
export class ClientProcess {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #timer: NodeJS.Timeout;
  #errors = "";
  #late = false;

  constructor(program: ClientProgram, config: ClientConfig, timeoutMs: number) {
    this.#child = spawn(program.command, [...program.args, JSON.stringify(config)], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, NODE_ENV: "production", ...program.env },
    });
    this.#child.stderr?.on("data", (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString()).slice(-4000);
    });
    this.#child.stdin?.on("error", () => {});
    this.#lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
    this.#timer = setTimeout(() => {
      this.#late = true;
      this.#child.kill("SIGKILL");
    }, timeoutMs);
  }

  /**
   * Sends a command and waits for its numbers. `onArmed` runs when the client is ready for what the command measures.
   */
  async tell(command: ClientCommand, onArmed?: () => Promise<unknown>): Promise<Numbers> {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
    const first = await this.#read(command.do);
    if (onArmed === undefined || first["armed"] === undefined) return first;
    const numbers = this.#read(command.do);
    await Promise.all([onArmed(), numbers]);
    return numbers;
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer);
    const gone = new Promise<void>((resolve) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) resolve();
      else this.#child.once("exit", () => resolve());
    });
    this.#child.stdin?.end(`${JSON.stringify({ do: "exit" })}\n`);
    const killTimer = setTimeout(() => this.#child.kill("SIGKILL"), 10_000);
    await gone;
    clearTimeout(killTimer);
  }

  async #read(what: string): Promise<Numbers> {
    const { value, done } = await this.#lines.next();
    if (!done) return JSON.parse(value) as Numbers;
    const reason = this.#late ? "took too long" : causeOf(this.#errors);
    throw new ClientFailure(`${what}: ${reason === "" ? "the process ended" : reason}`);
  }
}

/** The line that says what happened, in the last lines that a process wrote to standard error. */
function causeOf(text: string): string {
  const lines = text.trim().split("\n");
  return (lines.findLast((line) => /error|client-/i.test(line) && !/^\s+at /.test(line)) ?? lines.at(-1) ?? "").trim();
}
