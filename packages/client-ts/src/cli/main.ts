#!/usr/bin/env node
import { runCli } from "./run-cli.ts";

/** The exit code of a program that the signal SIGPIPE ended: 128 + 13. */
const closedPipe = 141;

// The reader of a pipe may leave early, as `head` does. That ends the command without a message, as it ends kubectl.
// The listeners stay: later writes fail too, also those after the command has ended.
const outputClosed = new AbortController();
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    process.exitCode = error.code === "EPIPE" || error.code === "EOF" ? closedPipe : 1;
    outputClosed.abort(error);
  });

try {
  const code = await runCli(process.argv.slice(2), { outputClosed: outputClosed.signal });
  if (!outputClosed.signal.aborted) process.exitCode = code;
} catch (error) {
  if (!outputClosed.signal.aborted) throw error;
}
