/**
 * A command in a container, or the container's main process, as the caller sees it: three Node streams and the exit
 * status.
 *
 * It is open until the connection ends. It ends in one of these ways, and each settles `exit` once:
 * - The server sends the exit status and closes. All output is in `stdout` and `stderr` by then, and they end.
 * - The connection breaks, or the server closes without a status. `exit` rejects, and so do the readers of the streams:
 *   output that may be cut off never looks complete.
 * - The caller aborts or closes. The connection is closed, and everything rejects with that reason.
 *
 * There is back-pressure in both directions. As all streams share one connection, output that is not read holds
 * back everything else: read both streams, or call `resume()` on the one that is not needed.
 */
import { Readable, Writable } from "node:stream";
import { abortedError, ClosedError, InvalidArgumentError, isClientError, TransportError } from "../errors/index.ts";
import { type Deferred, onAbort, withResolvers } from "../util/index.ts";
import { type ExitStatus, parseExitStatus } from "./exit-status.ts";

/** The size of a terminal in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** A running command, see the methods `exec` and `attach` of a Pod's client. */
export interface RemoteProcess extends AsyncDisposable {
  /** The command's input; `end()` closes it. Already ended when `stdin` was not asked for. */
  readonly stdin: Writable;
  /** The command's output as bytes; `setEncoding("utf8")` makes it text. */
  readonly stdout: Readable;
  /** The command's error output. Empty with `tty`, where everything is in `stdout`. */
  readonly stderr: Readable;
  /** How the command ended. Rejects when that is not known: the connection broke, or the caller ended it. */
  readonly exit: Promise<ExitStatus>;
  /** The protocol in use: `v5.channel.k8s.io`. With v4 over WebSocket the end of `stdin` cannot be sent. */
  readonly protocol: string;
  /** Whether the command has a terminal. */
  readonly tty: boolean;
  /** Changes the size of the terminal; only with `tty`. */
  resize(size: TerminalSize): void;
  /** Closes the connection, also while the command runs. Settles when it is closed. */
  close(): Promise<void>;
}

/** Which streams a process has. */
export interface ProcessStreams {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
}

/** The connection below a {@link RemoteProcess}: it carries the streams, in whatever protocol. */
export interface ProcessConnection {
  readonly protocol: string;
  /** Begins to read. */
  start(sink: ProcessSink): void;
  /** Sends input. `done` is called when more can be taken. */
  sendStdin(chunk: Buffer, done: (error?: Error | null) => void): void;
  endStdin(done: (error?: Error | null) => void): void;
  resize(size: TerminalSize): void;
  /** The reader of an output stream can take more. */
  resume(stream: OutputName): void;
  /** Closes gracefully. */
  close(): void;
  destroy(error: Error): void;
}

/** The streams that bring output. */
export type OutputName = "stdout" | "stderr";

/** Gets what a {@link ProcessConnection} receives. */
export interface ProcessSink {
  /** Output; `false` asks to wait for `resume`. */
  onOutput(stream: OutputName, chunk: Buffer): boolean;
  /** A piece of the exit status. */
  onStatus(chunk: Buffer): void;
  /** The connection has ended. */
  onEnd(error: Error | undefined): void;
}

/** How much output waits for a slow reader before the connection is held back. */
const highWaterMark = 256 * 1024;
/** The most that an exit status may have. */
const maxStatusBytes = 64 * 1024;

/** Puts a process on a connection that is open. */
export function newRemoteProcess(
  connection: ProcessConnection,
  streams: ProcessStreams,
  { what, signal }: { readonly what: string; readonly signal?: AbortSignal | undefined },
): RemoteProcess {
  return new ConnectedProcess(connection, streams, what, signal);
}

class ConnectedProcess implements RemoteProcess, ProcessSink {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exit: Promise<ExitStatus>;
  readonly protocol: string;
  readonly tty: boolean;
  readonly #connection: ProcessConnection;
  readonly #streams: ProcessStreams;
  readonly #what: string;
  readonly #settled: Deferred<ExitStatus> = withResolvers();
  readonly #ended: Deferred<void> = withResolvers();
  #forget = (): void => {};
  readonly #status: Buffer[] = [];
  #statusBytes = 0;
  #isEnded = false;
  /** Why the caller ended it. */
  #reason: Error | undefined;

  constructor(connection: ProcessConnection, streams: ProcessStreams, what: string, signal: AbortSignal | undefined) {
    this.#connection = connection;
    this.#streams = streams;
    this.#what = what;
    this.tty = streams.tty;
    this.protocol = connection.protocol;
    this.exit = this.#settled.promise;
    // A caller that never looks at it must not end the process with it; the streams show the same error.
    this.exit.catch(() => {});
    this.stdin = this.#input(streams.stdin);
    this.stdout = this.#output("stdout", streams.stdout);
    this.stderr = this.#output("stderr", streams.stderr);
    connection.start(this);
    if (!this.#isEnded) this.#forget = onAbort(signal, () => this.#stop(abortedError(signal as AbortSignal)));
  }

  resize({ columns, rows }: TerminalSize): void {
    if (!this.tty) throw new InvalidArgumentError(`${this.#what} has no terminal to resize: ask for tty`);
    for (const size of [columns, rows])
      if (!Number.isInteger(size) || size < 1 || size > 65_535)
        throw new InvalidArgumentError(`a terminal has 1 to 65535 columns and rows, not ${columns} and ${rows}`);
    if (!this.#isEnded) this.#connection.resize({ columns, rows });
  }

  async close(): Promise<void> {
    if (!this.#isEnded) {
      this.#reason ??= new ClosedError(`${this.#what} was closed by the caller`);
      this.#connection.close();
      // Output that waits for a reader would keep us from seeing the end.
      this.stdout.resume();
      this.stderr.resume();
    }
    await this.#ended.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  onOutput(stream: OutputName, chunk: Buffer): boolean {
    // What was not asked for is dropped; it must not hold back what was.
    if (!this.#streams[stream]) return true;
    const output = this[stream];
    return output.destroyed || output.readableEnded || output.push(chunk);
  }

  onStatus(chunk: Buffer): void {
    this.#statusBytes += chunk.length;
    if (this.#statusBytes <= maxStatusBytes) this.#status.push(chunk);
    else this.#stop(new TransportError(`${this.#what}: the exit status is too long`, { code: "limit" }));
  }

  onEnd(error: Error | undefined): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#forget();
    // What ends the connection after the status does not matter: nothing can be missing.
    const problem = this.#reason ?? (this.#statusBytes > 0 ? undefined : (this.#explain(error) as Error));
    this.stdin.destroy();
    for (const output of [this.stdout, this.stderr]) {
      if (problem === undefined) output.push(null);
      else if (!output.readableEnded) output.destroy(problem);
    }
    this.#settle(problem);
    this.#ended.resolve();
  }

  #settle(problem: Error | undefined): void {
    if (problem !== undefined) {
      this.#settled.reject(problem);
      return;
    }
    try {
      this.#settled.resolve(parseExitStatus(Buffer.concat(this.#status)));
    } catch (error) {
      this.#settled.reject(error);
    }
  }

  #explain(error: Error | undefined): Error {
    if (isClientError(error, "Protocol")) return error;
    const why = error === undefined ? "the server closed the connection" : error.message;
    return new TransportError(`${this.#what}: ${why} before the exit status arrived; how it ended is not known`, {
      code: isClientError(error, "Transport") ? error.code : "reset",
      cause: error,
    });
  }

  #stop(reason: Error): void {
    if (this.#isEnded) return;
    this.#reason ??= reason;
    this.#connection.destroy(reason);
  }

  #input(wanted: boolean): Writable {
    const connection = this.#connection;
    const stdin = new Writable({
      write: (chunk: Buffer, _encoding, done) => connection.sendStdin(chunk, done),
      final: (done) => connection.endStdin(done),
    });
    stdin.on("error", () => {});
    if (!wanted) stdin.destroy();
    return stdin;
  }

  #output(name: OutputName, wanted: boolean): Readable {
    const resume = (): void => this.#connection.resume(name);
    const output = new Readable({
      highWaterMark,
      read: resume,
      destroy: (error, done) => {
        // A reader that left is not waited for.
        resume();
        done(error);
      },
    });
    // An error that has no listener would end the process; readers see it all the same.
    output.on("error", () => {});
    if (!wanted) output.push(null);
    return output;
  }
}
