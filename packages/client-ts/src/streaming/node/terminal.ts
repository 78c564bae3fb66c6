import type { Readable, Writable } from "node:stream";
import type { ExitStatus } from "../exit-status.ts";
import type { RemoteProcess } from "../remote-process.ts";

/** The local end of {@link connectTerminal}: by default the streams of this process. */
export interface LocalTerminal {
  readonly stdin?:
    | (Readable & { readonly isTTY?: boolean | undefined; setRawMode?(raw: boolean): unknown })
    | undefined;
  readonly stdout?:
    | (Writable & { readonly columns?: number | undefined; readonly rows?: number | undefined })
    | undefined;
  readonly stderr?: Writable | undefined;
}

/** Signals that end a program, and would leave the terminal in raw mode. */
const endings = ["SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/**
 * Connects a remote command to the terminal of this process until it ends, and gives its exit status. With `tty` the
 * terminal is in raw mode meanwhile, so that every key goes to the command, and changes of its size are passed on. The
 * terminal is restored on every way out: the command's end, an error, an abort, the end of this process, a signal.
 *
 * ```ts
 * const process = await pods.exec("web", ["sh"], { stdin: true, tty: true });
 * const { code } = await connectTerminal(process);
 * ```
 */
export async function connectTerminal(remote: RemoteProcess, local: LocalTerminal = {}): Promise<ExitStatus> {
  const { stdin = process.stdin, stdout = process.stdout, stderr = process.stderr } = local;
  const isTerminal = stdin.isTTY === true && remote.tty;
  const onResize = (): void => {
    const { columns, rows } = stdout as { columns?: number; rows?: number };
    if (columns && rows) remote.resize({ columns, rows });
  };
  const restore = (): void => {
    if (isTerminal) stdin.setRawMode?.(false);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    restore();
    // Its default action again, which is to end the process.
    process.off(signal, onSignal);
    process.kill(process.pid, signal);
  };
  if (isTerminal) {
    stdin.setRawMode?.(true);
    process.once("exit", restore);
    for (const signal of endings) process.on(signal, onSignal);
    stdout.on("resize", onResize);
    onResize();
  }
  const isInput = !remote.stdin.destroyed;
  if (isInput) stdin.pipe(remote.stdin);
  remote.stdout.pipe(stdout, { end: false });
  remote.stderr.pipe(stderr, { end: false });
  try {
    const status = await remote.exit;
    await Promise.all([remote.stdout, remote.stderr].map(read));
    return status;
  } finally {
    restore();
    process.off("exit", restore);
    for (const signal of endings) process.off(signal, onSignal);
    stdout.off("resize", onResize);
    if (isInput) {
      stdin.unpipe(remote.stdin);
      stdin.pause();
    }
  }
}

/** Settles when all of a stream was read. */
function read(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.readableEnded || stream.destroyed) return resolve();
    stream.once("end", resolve);
    stream.once("close", resolve);
    return undefined;
  });
}
