import { InvalidArgumentError } from "../errors/index.ts";
import { ChannelConnection, closingProtocol } from "./channel-connection.ts";
import {
  newRemoteProcess,
  type ProcessConnection,
  type ProcessStreams,
  type RemoteProcess,
  type TerminalSize,
} from "./remote-process.ts";
import { firstWay, openUpgrade, type StreamRequest } from "./upgrade-ways.ts";

/** The protocols of exec and attach. The first two are WebSocket. */
export type ProcessProtocol = "v5.channel.k8s.io" | "v4.channel.k8s.io" | "SPDY/3.1";

/** Options of `attach`. */
export interface AttachOptions {
  /**
   * The name of the container. Default: the Pod's only container, or the one that its annotation
   * `kubectl.kubernetes.io/default-container` names.
   */
  readonly container?: string | undefined;
  /** Whether there is input. Default `false`. */
  readonly stdin?: boolean | undefined;
  /** Whether to read standard output. Default `true`. */
  readonly stdout?: boolean | undefined;
  /** Whether to read error output. Default `true`, except with `tty`, where it is part of `stdout`. */
  readonly stderr?: boolean | undefined;
  /** Whether the command gets a terminal. Default `false`. */
  readonly tty?: boolean | undefined;
  /** The size of the terminal at the beginning; only with `tty`. */
  readonly terminalSize?: TerminalSize | undefined;
  /**
   * The protocols to try, in this order; the next one when the server does not know one. Default: WebSocket v5, then
   * v4, then SPDY; with `stdin` SPDY before v4, because with v4 the end of the input cannot be sent.
   */
  readonly protocols?: readonly ProcessProtocol[] | undefined;
  /** Closes the connection to the command, at any time. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `exec`. */
export interface ExecOptions extends AttachOptions {}

/** Runs a command in a container. Resolves when the server has accepted it. */
export async function exec(
  request: StreamRequest,
  command: readonly string[],
  options: ExecOptions & { readonly what: string },
): Promise<RemoteProcess> {
  if (!Array.isArray(command) || command.length === 0 || command.some((part) => typeof part !== "string"))
    throw new InvalidArgumentError(`${options.what} needs a command: a list of strings with at least one`);
  const [program] = command as readonly string[];
  if (program === "") throw new InvalidArgumentError(`${options.what} needs a command that is not empty`);
  return open(request, { command }, options);
}

/** Connects with the main process of a container. */
export async function attach(
  request: StreamRequest,
  options: AttachOptions & { readonly what: string },
): Promise<RemoteProcess> {
  return open(request, {}, options);
}

async function open(
  request: StreamRequest,
  params: { readonly command?: readonly string[] | undefined },
  options: AttachOptions & { readonly what: string },
): Promise<RemoteProcess> {
  const { container, tty = false, stdin = false, stdout = true, stderr = !tty, terminalSize, signal, what } = options;
  const streams: ProcessStreams = { stdin, stdout, stderr, tty };
  if (!stdin && !stdout && !stderr)
    throw new InvalidArgumentError(`${what} needs at least one of stdin, stdout and stderr`);
  if (tty && stderr) throw new InvalidArgumentError(`${what}: with tty there is no stderr, it is part of stdout`);
  if (terminalSize !== undefined && !tty) throw new InvalidArgumentError(`${what}: a terminal size needs tty`);
  const asked: StreamRequest = (method) =>
    request(method).versionedParams({ container, ...params, stdin, stdout, stderr, tty });
  const ways = groupProtocols(options.protocols ?? protocolsFor(streams)).map(
    (protocols) => () => connectProcess(asked, protocols, streams, signal),
  );
  const process = newRemoteProcess(await firstWay(ways), streams, { what, signal });
  if (terminalSize !== undefined) process.resize(terminalSize);
  return process;
}

/** The order in which protocols are tried. */
export function protocolsFor({ stdin }: Pick<ProcessStreams, "stdin">): readonly ProcessProtocol[] {
  return stdin
    ? ["v5.channel.k8s.io", "SPDY/3.1", "v4.channel.k8s.io"]
    : ["v5.channel.k8s.io", "v4.channel.k8s.io", "SPDY/3.1"];
}

/** WebSocket protocols that follow each other are offered in one request, and the server chooses. */
export function groupProtocols(protocols: readonly ProcessProtocol[]): readonly (readonly ProcessProtocol[])[] {
  const groups: ProcessProtocol[][] = [];
  for (const protocol of protocols) {
    const last = groups.at(-1);
    if (protocol !== "SPDY/3.1" && last !== undefined && last[0] !== "SPDY/3.1") last.push(protocol);
    else groups.push([protocol]);
  }
  return groups;
}

/** What servers may choose from over SPDY. */
const spdyProtocols = [closingProtocol, "v4.channel.k8s.io"] as const;

async function connectProcess(
  request: StreamRequest,
  protocols: readonly ProcessProtocol[],
  streams: ProcessStreams,
  signal: AbortSignal | undefined,
): Promise<ProcessConnection> {
  if (protocols[0] !== "SPDY/3.1") {
    const { upgraded } = await openUpgrade(request, { upgrade: "websocket", protocols, signal });
    if (upgraded.type === "webSocket") return new ChannelConnection(upgraded.webSocket);
  }
  const { upgraded, protocol } = await openUpgrade(request, {
    upgrade: "SPDY/3.1",
    protocols: spdyProtocols,
    signal,
  });
  const { connectSpdyProcess } = await import("./spdy-process.ts");
  if (upgraded.type !== "socket") throw new InvalidArgumentError("a custom transport gave a WebSocket for SPDY");
  return connectSpdyProcess(upgraded.socket, { protocol, streams, signal });
}
