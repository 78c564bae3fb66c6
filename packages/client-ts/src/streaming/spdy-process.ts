/**
 * A process over SPDY, in the protocols v5.channel.k8s.io and v4.channel.k8s.io: one SPDY stream for each of input,
 * output, error output, exit status and size of the terminal. Ending the input's stream ends the input.
 */
import type { Duplex } from "node:stream";
import { orAborted } from "../errors/index.ts";
import { openSpdySession, type SpdySession, type SpdyStream } from "../transport/index.ts";
import type { OutputName, ProcessConnection, ProcessSink, ProcessStreams, TerminalSize } from "./remote-process.ts";

/** Opens the streams of a process. Nothing is sent on them before the server has accepted all. */
export async function connectSpdyProcess(
  socket: Duplex,
  facts: { readonly protocol: string; readonly streams: ProcessStreams; readonly signal?: AbortSignal | undefined },
): Promise<ProcessConnection> {
  const { protocol, streams, signal } = facts;
  const session = await openSpdySession(socket);
  const open = (streamtype: string, wanted: boolean): SpdyStream | undefined =>
    wanted ? session.open({ streamtype }) : undefined;
  try {
    const status = session.open({ streamtype: "error" });
    const parts = {
      status,
      stdin: open("stdin", streams.stdin),
      stdout: open("stdout", streams.stdout),
      stderr: open("stderr", streams.stderr),
      resize: open("resize", streams.tty),
    };
    const accepted = Object.values(parts).map((stream) => stream?.accepted);
    await orAborted(Promise.all(accepted), signal);
    return new SpdyProcess(session, protocol, parts);
  } catch (error) {
    session.destroy(error as Error);
    throw error;
  }
}

interface ProcessParts {
  readonly status: SpdyStream;
  readonly stdin: SpdyStream | undefined;
  readonly stdout: SpdyStream | undefined;
  readonly stderr: SpdyStream | undefined;
  readonly resize: SpdyStream | undefined;
}

class SpdyProcess implements ProcessConnection {
  readonly protocol: string;
  readonly #session: SpdySession;
  readonly #parts: ProcessParts;
  #error: Error | undefined;
  #sink: ProcessSink | undefined;

  constructor(session: SpdySession, protocol: string, parts: ProcessParts) {
    this.#session = session;
    this.protocol = protocol;
    this.#parts = parts;
  }

  start(sink: ProcessSink): void {
    this.#sink = sink;
    const { status, stdout, stderr } = this.#parts;
    const read = (stream: SpdyStream, name: OutputName): void => {
      stream.on("data", (chunk: Buffer) => {
        if (!sink.onOutput(name, chunk)) stream.pause();
      });
    };
    status.on("data", (chunk: Buffer) => sink.onStatus(chunk));
    if (stdout !== undefined) read(stdout, "stdout");
    if (stderr !== undefined) read(stderr, "stderr");
    const reading = [status, stdout, stderr].filter((stream) => stream !== undefined);
    void Promise.all(reading.map(afterLast)).then(() => {
      this.#session.close();
      void this.#session.ended.then((error) => sink.onEnd(this.#error ?? error));
    });
  }

  sendStdin(chunk: Buffer, done: (error?: Error | null) => void): void {
    if (this.#parts.stdin === undefined) done();
    else this.#parts.stdin.write(chunk, done);
  }

  endStdin(done: (error?: Error | null) => void): void {
    if (this.#parts.stdin === undefined) done();
    else this.#parts.stdin.end(done);
  }

  resize({ columns, rows }: TerminalSize): void {
    this.#parts.resize?.write(JSON.stringify({ Width: columns, Height: rows }));
  }

  resume(stream: OutputName): void {
    this.#parts[stream]?.resume();
  }

  close(): void {
    this.#session.close();
  }

  destroy(error: Error): void {
    this.#error ??= error;
    this.#session.destroy(error);
    // Output that is not read would keep the streams from ending.
    void this.#session.ended.then(() => this.#sink?.onEnd(error));
  }
}

/** Settles when everything that the peer sent on a stream was handed on: at its end, or when it is lost. */
function afterLast(stream: SpdyStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) return resolve();
    stream.once("end", resolve);
    stream.once("close", resolve);
  });
}
