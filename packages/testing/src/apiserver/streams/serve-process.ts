import { Readable, Writable } from "node:stream";
import { combineSignals, onAbort, openSpdySession, type SpdyStream } from "client-ts/internal";
import { badRequest } from "../api-error.ts";
import type { Exchange } from "../exchange.ts";
import type { Json } from "../objects.ts";
import type { ContainerCommand, ContainerProcess } from "./container-script.ts";
import { acceptWebSocket, type ServerWebSocket } from "./server-web-socket.ts";

/** A command to run for a client. */
export interface ProcessRequest {
  readonly argv: readonly string[];
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly tty: boolean;
  readonly files: Map<string, Buffer>;
  readonly command: ContainerCommand;
  /** Fires when the Pod is deleted. */
  readonly gone: AbortSignal;
  /** The exit code of a command that ends because the Pod is deleted. */
  readonly killedCode: number;
}

/** The client's end of a process. */
interface ProcessLink {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly signal: AbortSignal;
  onResize(run: (size: { readonly columns: number; readonly rows: number }) => void): void;
  /** Sends the exit status after all output, and closes. */
  finish(status: Json): Promise<void>;
}

const channelProtocols = ["v5.channel.k8s.io", "v4.channel.k8s.io"];

/** Runs a command with the client's streams, over WebSocket or SPDY, and sends how it ended. */
export async function serveProcess(
  exchange: Exchange,
  request: ProcessRequest,
  protocols: readonly string[],
): Promise<void> {
  const link = await openLink(exchange, request, protocols);
  if (link === undefined) return;
  const { signal, release } = combineSignals(link.signal, request.gone);
  const process: ContainerProcess = {
    argv: request.argv,
    tty: request.tty,
    files: request.files,
    stdin: link.stdin,
    stdout: link.stdout,
    stderr: link.stderr,
    signal,
    onResize: (run) => link.onResize(run),
  };
  try {
    await link.finish(await statusOf(request, process));
  } finally {
    release();
  }
}

async function statusOf({ command, gone, killedCode }: ProcessRequest, process: ContainerProcess): Promise<Json> {
  let forget = (): void => {};
  const killed = new Promise<number>((resolve) => {
    forget = onAbort(gone, () => resolve(killedCode));
  });
  try {
    const running = Promise.resolve(command(process));
    running.catch(() => {}); // It may fail after it was killed.
    const code = (await Promise.race([running, killed])) ?? 0;
    if (code === 0) return { metadata: {}, status: "Success" };
    return {
      metadata: {},
      status: "Failure",
      message: `command terminated with non-zero exit code: exit status ${code}`,
      reason: "NonZeroExitCode",
      details: { causes: [{ reason: "ExitCode", message: String(code) }] },
    };
  } catch (error) {
    const message = `error executing command in container: ${(error as Error).message}`;
    return {
      metadata: {},
      status: "Failure",
      message: `Internal error occurred: ${message}`,
      reason: "InternalError",
      details: { causes: [{ message }] },
      code: 500,
    };
  } finally {
    forget();
  }
}

async function openLink(
  exchange: Exchange,
  request: ProcessRequest,
  protocols: readonly string[],
): Promise<ProcessLink | undefined> {
  const upgrade = String(exchange.headers.upgrade ?? "").toLowerCase();
  if (exchange.switchProtocols !== undefined && upgrade === "websocket") {
    const webSocket = acceptWebSocket(
      exchange,
      channelProtocols.filter((one) => protocols.includes(one)),
    );
    return webSocket === undefined ? undefined : new WebSocketLink(webSocket, request);
  }
  if (exchange.switchProtocols === undefined || upgrade !== "spdy/3.1" || !protocols.includes("SPDY/3.1"))
    throw badRequest("Upgrade request required");
  return openSpdyLink(exchange, request);
}

/** Input that the client sends before it is read. */
const highWaterMark = 256 * 1024;

class WebSocketLink implements ProcessLink {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly signal: AbortSignal;
  readonly #webSocket: ServerWebSocket;
  #onResize: (size: { columns: number; rows: number }) => void = () => {};

  constructor(webSocket: ServerWebSocket, { stdin, stdout, stderr }: ProcessRequest) {
    const gone = new AbortController();
    this.#webSocket = webSocket;
    this.signal = gone.signal;
    this.stdin = new Readable({ highWaterMark, read: () => webSocket.resume() });
    this.stdin.on("error", () => {});
    if (!stdin) this.stdin.push(null);
    const output = (channel: number, wanted: boolean): Writable =>
      newOutput((chunk, done) => (wanted ? webSocket.send([Buffer.from([channel]), chunk], done) : done()));
    this.stdout = output(1, stdout);
    this.stderr = output(2, stderr);
    webSocket.listen(
      (data) => this.#receive(data),
      () => {
        gone.abort();
        if (!this.stdin.readableEnded) this.stdin.destroy(new Error("the client closed the connection"));
      },
    );
  }

  onResize(run: (size: { readonly columns: number; readonly rows: number }) => void): void {
    this.#onResize = run;
  }

  async finish(status: Json): Promise<void> {
    await Promise.all([ended(this.stdout), ended(this.stderr)]);
    this.#webSocket.send([Buffer.from([3]), Buffer.from(JSON.stringify(status))]);
    this.#webSocket.close();
  }

  #receive(data: Buffer): void {
    const payload = data.subarray(1);
    if (data[0] === 0 && !this.stdin.destroyed && !this.stdin.readableEnded) {
      if (payload.length > 0 && !this.stdin.push(payload)) this.#webSocket.pause();
    } else if (data[0] === 4) this.#onResize(sizeOf(payload));
    else if (data[0] === 255 && payload[0] === 0) this.stdin.push(null);
  }
}

async function openSpdyLink(exchange: Exchange, request: ProcessRequest): Promise<ProcessLink | undefined> {
  const asked = [exchange.headers["x-stream-protocol-version"] ?? []].flat().flatMap((one) => one.split(/,\s*/));
  const protocol = channelProtocols.find((one) => asked.includes(one));
  if (protocol === undefined) {
    exchange.respond(403, {}, Buffer.from(`unable to upgrade: unable to negotiate protocol`));
    return undefined;
  }
  const socket = exchange.switchProtocols?.({ upgrade: "SPDY/3.1", "x-stream-protocol-version": protocol });
  if (socket === undefined) return undefined;
  const wanted = ["error", ...(["stdin", "stdout", "stderr"] as const).filter((name) => request[name])];
  if (request.tty) wanted.push("resize");
  const streams = new Map<string, SpdyStream>();
  const gone = new AbortController();
  let complete = (): void => {};
  const all = new Promise<void>((resolve) => {
    complete = resolve;
  });
  const session = await openSpdySession(socket, {
    side: "server",
    pings: false,
    onStream(stream) {
      streams.set(stream.headers["streamtype"] ?? "", stream);
      if (wanted.every((name) => streams.has(name))) complete();
    },
  });
  void session.ended.then(() => {
    gone.abort();
    complete();
  });
  await all;
  const none = (): Writable => newOutput((_chunk, done) => done());
  const stdout = streams.get("stdout") ?? none();
  const stderr = streams.get("stderr") ?? none();
  const resize = streams.get("resize");
  return {
    stdin: streams.get("stdin") ?? Readable.from([]),
    stdout,
    stderr,
    signal: gone.signal,
    onResize: (run) => void resize?.on("data", (chunk: Buffer) => run(sizeOf(chunk))),
    async finish(status) {
      await Promise.all([ended(stdout), ended(stderr)]);
      const errors = streams.get("error");
      if (errors !== undefined && !errors.destroyed) {
        errors.end(JSON.stringify(status));
        await ended(errors);
      }
      session.close();
    },
  };
}

function newOutput(write: (chunk: Buffer, done: (error?: Error | null) => void) => void): Writable {
  const output = new Writable({ write: (chunk: Buffer, _encoding, done) => write(chunk, done) });
  output.on("error", () => {});
  return output;
}

/** Ends a stream, and waits until all of it has left or cannot any more. */
function ended(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableFinished) return resolve();
    stream.once("close", resolve);
    stream.end(() => resolve());
  });
}

function sizeOf(payload: Buffer): { columns: number; rows: number } {
  const { Width, Height } = JSON.parse(payload.toString("utf8")) as { Width: number; Height: number };
  return { columns: Width, rows: Height };
}
