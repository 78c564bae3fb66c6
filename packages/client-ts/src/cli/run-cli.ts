import { escapeForPrint, isAborted, isClientError } from "../errors/index.ts";
import { type CommandIo, onAbort } from "../util/index.ts";
import type { InputIo } from "./codegen-command.ts";
import { ownVersion } from "./own-version.ts";

/** The commands that `client-ts-testing` runs, as far as this module knows them. */
type TestingCommands = Readonly<
  Record<"apiserver" | "control-plane" | "demo", (argv: readonly string[], io: TestingIo) => Promise<number>>
>;

type TestingIo = CommandIo & ProcessStreams & Pick<NodeJS.Process, "env">;

type ProcessStreams = Pick<NodeJS.Process, "stdin" | "stdout" | "stderr">;

const usage = `client-ts: client-go for TypeScript

  client-ts demo [--duration 20s]                    a live view of an operator at work, without a cluster
  client-ts apiserver --kubeconfig-out FILE          an in-memory API server on loopback
  client-ts control-plane setup | up | list | clean  a real control plane on loopback
  client-ts codegen --out DIR FILE|DIR|-             TypeScript from CustomResourceDefinitions or a cluster
  client-ts manifests FILE --image IMAGE             what a cluster needs to run a manager, as YAML
  client-ts init operator NAME                       a new project with a custom kind, a controller and a test
  client-ts crd [--out FILE] MODULE                  manifests of the custom resources that a module defines
  client-ts logs | exec | attach | port-forward | cp  streams of Pods, with the flags of kubectl; --help says more
  client-ts --version                                the version of this package`;

const streamCommands: ReadonlySet<string> = new Set(["logs", "exec", "attach", "port-forward", "cp"]);

/**
 * Runs the `client-ts` command and gives its exit code. A long-running command prints one line when it is ready and
 * ends cleanly on SIGINT and SIGTERM; a second signal ends it at once. It also ends when `outputClosed` fires.
 */
export async function runCli(
  argv: readonly string[],
  { outputClosed }: { readonly outputClosed?: AbortSignal | undefined } = {},
): Promise<number> {
  const [command, ...rest] = argv;
  if (command === undefined || command === "help" || command === "--help" || command === "-h") {
    console.log(usage);
    return 0;
  }
  if (command === "--version") {
    console.log(ownVersion());
    return 0;
  }
  const run = await commandNamed(command);
  if (typeof run === "number") return run;
  const ending = new AbortController();
  const onSignal = (signal: NodeJS.Signals): void => {
    if (ending.signal.aborted) process.exit(130);
    ending.abort(new Error(`ended by ${signal}`));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  const removeClosed = onAbort(outputClosed, (reason) => ending.abort(reason));
  const io = {
    print: (line: string) => console.log(line),
    report: (line: string) => console.error(line),
    signal: ending.signal,
    readInput,
  };
  try {
    return await run(rest, io);
  } catch (error) {
    if (outputClosed?.aborted === true) throw error;
    if (isAborted(error)) return 130;
    if (!isClientError(error) && !isSystemError(error)) throw error;
    io.report(`client-ts ${command}: ${escapeForPrint(error.message)}`);
    return 1;
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
    removeClosed();
  }
}

/** Whether the operating system refused something: a file that does not exist, a port in use. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && "syscall" in error;
}

/** The function of a command, loaded when it is asked for; an exit code when there is none. */
async function commandNamed(
  command: string,
): Promise<((argv: readonly string[], io: InputIo) => Promise<number>) | number> {
  if (streamCommands.has(command)) {
    const { runStreamCommand } = await import("./stream-commands.ts");
    return (argv, io) => runStreamCommand(command, argv, { ...io, ...streams() });
  }
  if (command === "manifests") return (await import("./manifests-command.ts")).runManifestsCommand;
  if (command === "init") return (await import("./init-command.ts")).runInitCommand;
  if (command === "codegen") return (await import("./codegen-command.ts")).runCodegenCommand;
  if (command === "crd") return (await import("./crd-command.ts")).runCrdCommand;
  if (command !== "apiserver" && command !== "control-plane" && command !== "demo") {
    console.error(`client-ts has no command ${JSON.stringify(command)}\n\n${usage}`);
    return 2;
  }
  const commands = await loadTesting();
  if (commands === undefined) {
    console.error(`client-ts ${command} needs the package client-ts-testing: npm install --save-dev client-ts-testing`);
    return 1;
  }
  const { env } = process;
  return (argv, io) => commands[command](argv, { ...io, ...streams(), env });
}

function streams(): ProcessStreams {
  const { stdin, stdout, stderr } = process;
  return { stdin, stdout, stderr };
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** The testing package is not a dependency: users of these commands install it. */
async function loadTesting(): Promise<TestingCommands | undefined> {
  const name = "client-ts-testing";
  try {
    const { commands } = (await import(`${name}/internal`)) as { readonly commands: TestingCommands };
    return commands;
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string };
    if (code === "ERR_MODULE_NOT_FOUND" && message.includes(name)) return undefined;
    throw error;
  }
}
