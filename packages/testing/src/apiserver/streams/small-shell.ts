/**
 * A shell for containers without an image: simple commands with quotes and variables, joined by `;`, `&&`, `||` and
 * line ends, and `exit`. What it does not have (pipes, redirections, substitutions) is an error with code 2.
 */
import { Readable, Writable } from "node:stream";
import type { ContainerCommand, ContainerProcess } from "./container-script.ts";

/** What a shell can run, and what its variables are. */
export interface ShellOptions {
  find(name: string): ContainerCommand | undefined;
  readonly env: Readonly<Record<string, string>>;
}

type Joint = ";" | "&&" | "||";
interface Step {
  readonly after: Joint;
  readonly words: readonly string[];
}

class ShellError extends Error {}

/** `sh -c TEXT`, or `sh` that reads commands from its input, with a prompt and an echo on a terminal. */
export function newSmallShell(options: ShellOptions): ContainerCommand {
  return async (process) => {
    const stdout = process.tty ? withCarriageReturns(process.stdout) : process.stdout;
    const output = { stdout, stderr: process.tty ? stdout : process.stderr };
    const at = process.argv.indexOf("-c");
    if (at > 0) {
      const session = new Session(options, { ...process, ...output });
      await session.run(process.argv[at + 1] ?? "");
      return session.code;
    }
    // The input is the script: its commands have an empty one.
    const session = new Session(options, { ...process, ...output, stdin: Readable.from([]) });
    if (process.tty) stdout.write("$ ");
    for await (const line of process.tty ? typedLines(process.stdin, stdout) : lines(process.stdin)) {
      await session.run(line);
      if (session.ended) break;
      if (process.tty) stdout.write("$ ");
    }
    return session.code;
  };
}

class Session {
  code = 0;
  ended = false;
  readonly #options: ShellOptions;
  readonly #process: ContainerProcess;

  constructor(options: ShellOptions, process: ContainerProcess) {
    this.#options = options;
    this.#process = process;
  }

  async run(text: string): Promise<void> {
    try {
      for (const { after, words } of steps(text, (name) => this.#variable(name))) {
        if (this.ended) return;
        if ((after === "&&" && this.code !== 0) || (after === "||" && this.code === 0)) continue;
        this.code = await this.#command(words);
      }
    } catch (error) {
      if (!(error instanceof ShellError)) throw error;
      this.#process.stderr.write(`sh: ${error.message}\n`);
      this.code = 2;
    }
  }

  async #command(argv: readonly string[]): Promise<number> {
    const [name = ""] = argv;
    if (name === "exit") {
      this.ended = true;
      return argv[1] === undefined ? this.code : Number.parseInt(argv[1], 10) & 255;
    }
    const command = this.#options.find(name);
    if (command !== undefined) return (await command({ ...this.#process, argv })) ?? 0;
    this.#process.stderr.write(`sh: ${name}: not found\n`);
    return 127;
  }

  #variable(name: string): string {
    if (name === "?") return String(this.code);
    return Object.hasOwn(this.#options.env, name) ? (this.#options.env[name] as string) : "";
  }
}

/** Words are read when their command is reached, so that `$?` is the code of the command before. */
function* steps(text: string, variable: (name: string) => string): Generator<Step> {
  const token = /[ \t\r]+|#[^\n]*|(&&|\|\||[;\n])|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s;&|'"\\<>`()]+)|(.)/gsy;
  const expand = (part: string): string =>
    part.replace(
      /\\(["\\$`])|\$(?:(\?|\w+)|\{(\w+)\})/g,
      (_, escaped?: string, plain?: string, braced?: string) => escaped ?? variable(plain ?? braced ?? ""),
    );
  let after: Joint = ";";
  let words: string[] = [];
  let word: string | undefined;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  for (const [, joint, single, double, escaped, bare, other] of text.matchAll(token)) {
    const missing = other ?? /\$\(|`/.exec(double ?? "")?.[0];
    if (missing !== undefined)
      throw new ShellError(`this shell of the in-memory server has no ${missing} : give commands one by one`);
    if (single !== undefined) word = (word ?? "") + single;
    else if (double !== undefined) word = (word ?? "") + expand(double);
    else if (escaped !== undefined) word = (word ?? "") + escaped;
    else if (bare !== undefined) word = (word ?? "") + expand(bare);
    else {
      endWord();
      if (joint === undefined) continue;
      if (words.length > 0) yield { after, words };
      words = [];
      after = joint === "\n" ? ";" : (joint as Joint);
    }
  }
  endWord();
  if (words.length > 0) yield { after, words };
}

async function* lines(stdin: Readable): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stdin) {
    const parts = (rest + String(chunk)).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest !== "") yield rest;
}

/** The lines that are typed on a terminal, which shows what it gets and nothing else: each key is sent back. */
async function* typedLines(stdin: Readable, stdout: Writable): AsyncGenerator<string> {
  let line = "";
  for await (const chunk of stdin) {
    for (const key of String(chunk)) {
      if (key === "\r" || key === "\n") {
        stdout.write("\n");
        yield line;
        line = "";
      } else if (key === "\x03") {
        stdout.write("^C\n$ ");
        line = "";
      } else if (key === "\x04") {
        if (line === "") return;
      } else if (key === "\x7f" || key === "\b") {
        if (line !== "") stdout.write("\b \b");
        line = line.slice(0, -1);
      } else if (key >= " ") {
        stdout.write(key);
        line += key;
      }
    }
  }
}

/** A terminal begins a new line where it is, unless it gets a carriage return, too. */
function withCarriageReturns(stdout: Writable): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      stdout.write(String(chunk).replaceAll("\n", "\r\n"));
      done();
    },
  });
}
