import { type CommandIo, combineSignals } from "client-ts/internal";
import { systemClock } from "client-ts/util";
import { runDemo } from "./demo.ts";
import { readOptions } from "./options.ts";
import { openTerminal, type TerminalStreams } from "./terminal.ts";
import { hasColours } from "./view/colours.ts";

/** What {@link runDemoCommand} receives from the program that runs it. */
export interface DemoCommandIo extends CommandIo, TerminalStreams {}

/**
 * Runs `client-ts demo` and gives the exit code: 0 when the caches and the server agree in the end, 1 when they do not
 * or when the server cannot be used, 2 for a wrong call.
 */
export async function runDemoCommand(argv: readonly string[], io: DemoCommandIo): Promise<number> {
  const read = readOptions(argv);
  if (read.type === "help") {
    io.print(read.text);
    return 0;
  }
  if (read.type === "wrong") {
    io.report(read.text);
    return 2;
  }
  const { env = {}, print } = io;
  // The reader of a pipe may leave early, as `head` does: that ends the demo. Later lines must not fail either.
  const unread = new AbortController();
  io.stdout.on("error", () => unread.abort(new Error("the output was closed")));
  const { signal, release } = combineSignals(io.signal, unread.signal);
  const isTerminal = io.stdout.isTTY === true && env["TERM"] !== "dumb";
  const isPlain = read.options.plain || !isTerminal;
  try {
    return await runDemo(read.options, {
      print,
      terminal: isPlain ? undefined : () => openTerminal(io),
      colours: hasColours({ isTerminal: io.stdout.isTTY === true, env }),
      signal,
      clock: systemClock,
    });
  } catch (error) {
    if (signal.aborted) return 130;
    io.report(`the demo cannot run: ${(error as Error).message}`);
    return 1;
  } finally {
    release();
  }
}
