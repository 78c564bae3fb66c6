/**
 * `client-ts logs|exec|attach|port-forward|cp`, with the flags of kubectl. Each is a few lines on the methods of a
 * Pod's client, and an example of them.
 */
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { Pod } from "../api/core/v1.ts";
import { type Client, connect } from "../client/index.ts";
import { escapeForPrint, InvalidArgumentError, isAborted, isClientError } from "../errors/index.ts";
import { connectTerminal, findPod, mergeLogs, type CopyOptions } from "../streaming/index.ts";
import { type CommandIo, combineSignals } from "../util/index.ts";
import { containerOf } from "./container-of.ts";

/** What these commands need: the streams of the program, too. */
export interface StreamCommandIo extends CommandIo {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** The commands by name, with how they are used. */
export const streamUsage: Readonly<Record<string, string>> = {
  logs: "client-ts logs POD|KIND/NAME [-c CONTAINER] [-f] [-p] [--tail N] [--since SECONDS] [--timestamps] [-l LABELS]",
  exec: "client-ts exec POD|KIND/NAME [-c CONTAINER] [-i] [-t] -- COMMAND [ARGUMENT...]",
  attach: "client-ts attach POD|KIND/NAME [-c CONTAINER] [-i] [-t]",
  "port-forward": "client-ts port-forward POD|KIND/NAME [--address ADDRESS,...] [LOCAL:]REMOTE...",
  cp: "client-ts cp [NAMESPACE/]POD:PATH PATH  or  client-ts cp PATH [NAMESPACE/]POD:PATH [-c CONTAINER] [--retries N]",
};

const commonUsage = `

  -n, --namespace NAMESPACE  instead of the namespace of the context
  --context NAME             instead of the current context
  --kubeconfig FILE          instead of KUBECONFIG and ~/.kube/config`;

const common = {
  kubeconfig: { type: "string" },
  context: { type: "string" },
  namespace: { type: "string", short: "n" },
  container: { type: "string", short: "c" },
  help: { type: "boolean", short: "h" },
} as const;

interface Call {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
  readonly client: Client;
  readonly namespace: string;
  readonly io: StreamCommandIo;
}

interface Command {
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  run(call: Call): Promise<number>;
}

const commands: Readonly<Record<string, Command>> = {
  logs: {
    options: {
      follow: { type: "boolean", short: "f" },
      previous: { type: "boolean", short: "p" },
      timestamps: { type: "boolean" },
      tail: { type: "string" },
      since: { type: "string" },
      selector: { type: "string", short: "l" },
    },
    run: runLogs,
  },
  exec: {
    options: { stdin: { type: "boolean", short: "i" }, tty: { type: "boolean", short: "t" } },
    run: (call) => runProcess(call, call.positionals.slice(1)),
  },
  attach: {
    options: { stdin: { type: "boolean", short: "i" }, tty: { type: "boolean", short: "t" } },
    run: (call) => runProcess(call, undefined),
  },
  "port-forward": { options: { address: { type: "string" } }, run: runPortForward },
  cp: { options: { retries: { type: "string" } }, run: runCopy },
};

/** Runs one of the commands; gives the exit code, which for `exec` and `attach` is that of the remote command. */
export async function runStreamCommand(name: string, argv: readonly string[], io: StreamCommandIo): Promise<number> {
  const { options, run } = commands[name] as Command;
  let parsed: { values: Call["values"]; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...argv],
      options: { ...common, ...options },
      allowPositionals: true,
    }) as typeof parsed;
  } catch (error) {
    io.report(`${(error as Error).message}\n\n${streamUsage[name]}${commonUsage}`);
    return 2;
  }
  const { values, positionals } = parsed;
  if (values["help"] === true || (positionals.length === 0 && values["selector"] === undefined)) {
    io.print(`${streamUsage[name]}${commonUsage}`);
    return values["help"] === true ? 0 : 2;
  }
  let client: Client | undefined;
  try {
    client = await connect({
      kubeconfigPath: text(values, "kubeconfig"),
      context: text(values, "context"),
      env: io.env,
    });
    const namespace = text(values, "namespace") ?? client.namespace;
    return await run({ values, positionals, client, namespace, io });
  } catch (error) {
    if (isAborted(error)) return 130;
    if (!isClientError(error)) throw error;
    // Messages are escaped; what a server says cannot move the cursor.
    io.report(`error: ${error.message}`);
    return isClientError(error, "InvalidArgument") ? 2 : 1;
  } finally {
    await client?.close();
  }
}

async function runLogs({ values, positionals, client, namespace, io }: Call): Promise<number> {
  const pods = client.resource(Pod, { namespace });
  const options = {
    follow: values["follow"] === true,
    previous: values["previous"] === true,
    timestamps: values["timestamps"] === true,
    tailLines: number(values, "tail"),
    sinceSeconds: number(values, "since"),
    signal: io.signal,
  };
  const labelSelector = text(values, "selector");
  const container = text(values, "container");
  if (labelSelector !== undefined) {
    const containers = container === undefined ? undefined : [container];
    for await (const line of mergeLogs(pods, { ...options, labelSelector, containers }))
      await write(io, `[${line.pod}/${line.container}] ${line.text}\n`);
    return 0;
  }
  const { pod } = await findPod(client, positionals[0] as string, { namespace, signal: io.signal });
  const chosen = await containerOf(pods, pod, container, io);
  for await (const chunk of pods.logs(pod, { ...options, container: chosen }).bytes()) await write(io, chunk);
  return 0;
}

async function runProcess(call: Call, command: readonly string[] | undefined): Promise<number> {
  const { values, positionals, client, namespace, io } = call;
  const { pod } = await findPod(client, positionals[0] as string, { namespace, signal: io.signal });
  const pods = client.resource(Pod, { namespace });
  const tty = values["tty"] === true;
  const container = await containerOf(pods, pod, text(values, "container"), io);
  const options = { container, stdin: values["stdin"] === true, tty, signal: io.signal };
  const process = command === undefined ? await pods.attach(pod, options) : await pods.exec(pod, command, options);
  const { code } = await connectTerminal(process, io);
  if (code !== 0) io.report(`command terminated with exit code ${code}`);
  return code;
}

async function runPortForward({ values, positionals, client, namespace, io }: Call): Promise<number> {
  const [target = "", ...ports] = positionals;
  if (ports.length === 0) throw new InvalidArgumentError(`port-forward needs a port: ${streamUsage["port-forward"]}`);
  const { pod, port } = await findPod(client, target, { namespace, signal: io.signal });
  const mapped = ports.map((one) => {
    const [, local, remote = ""] = /^(?:(\d*):)?([^:]+)$/.exec(one) ?? [];
    const number = port(remote);
    return local === undefined ? `${/^\d+$/.test(remote) ? remote : number}:${number}` : `${local}:${number}`;
  });
  const forward = await client.resource(Pod, { namespace }).portForward(pod, mapped, {
    addresses: text(values, "address")?.split(","),
    onError: (error) => io.report(`error: ${error.message}`),
    signal: io.signal,
  });
  for (const { addresses, local, remote } of forward.ports)
    for (const address of addresses)
      io.print(`Forwarding from ${address.includes(":") ? `[${address}]` : address}:${local} -> ${remote}`);
  await forward.closed.catch((error: unknown) => {
    if (!isAborted(error)) throw error;
  });
  return 0;
}

async function runCopy({ values, positionals, client, namespace, io }: Call): Promise<number> {
  const [source = "", destination = ""] = positionals;
  const [from, to] = [source, destination].map((one) => remoteOf(one, namespace));
  if (positionals.length !== 2 || (from === undefined) === (to === undefined))
    throw new InvalidArgumentError(`cp needs one local and one remote path: ${streamUsage["cp"]}`);
  const remote = (from ?? to) as RemotePath;
  const pods = client.resource(Pod, { namespace: remote.namespace });
  const options: CopyOptions = {
    container: await containerOf(pods, remote.pod, text(values, "container"), io),
    retries: number(values, "retries"),
    signal: io.signal,
    onProgress: progressBar(io.stderr),
  };
  const result =
    from === undefined
      ? await pods.copyTo(remote.pod, source, remote.path, options)
      : await pods.copyFrom(remote.pod, remote.path, destination, options);
  if (isTerminal(io.stderr)) io.stderr.write("\n");
  for (const { path, reason } of result.skipped) io.report(`left out: ${path}: ${reason}`);
  for (const warning of result.warnings) io.report(warning);
  return 0;
}

interface RemotePath {
  readonly namespace: string;
  readonly pod: string;
  readonly path: string;
}

/** `pod:/path` or `namespace/pod:/path`; `undefined` for a local path. */
function remoteOf(path: string, namespace: string): RemotePath | undefined {
  const match = /^(?:([a-z0-9-]+)\/)?([a-z0-9][a-z0-9.-]*):(.+)$/.exec(path);
  if (match === null) return undefined;
  return { namespace: match[1] ?? namespace, pod: match[2] as string, path: match[3] as string };
}

/** One line on a terminal that says how far the present file is; nothing elsewhere. */
function progressBar(stream: Writable): CopyOptions["onProgress"] {
  if (!isTerminal(stream)) return undefined;
  const width = 20;
  let shown = "";
  return ({ file, fileBytes, fileSize }) => {
    const part = fileSize === 0 ? 1 : fileBytes / fileSize;
    const percent = Math.floor(part * 100);
    if (`${percent} ${file}` === shown) return;
    shown = `${percent} ${file}`;
    const bar = "#".repeat(Math.round(part * width)).padEnd(width);
    stream.write(`\r\u001b[K[${bar}] ${percent} % ${escapeForPrint(file, { singleLine: true, maxLength: 60 })}`);
  };
}

function isTerminal(stream: Writable): boolean {
  return (stream as { isTTY?: boolean }).isTTY === true;
}

function text(values: Call["values"], name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" ? value : undefined;
}

function number(values: Call["values"], name: string): number | undefined {
  const value = text(values, name)?.replace(/s$/, "");
  if (value === undefined) return undefined;
  // kubectl: -1 for all lines.
  if (value === "-1") return undefined;
  if (!/^\d{1,15}$/.test(value))
    throw new InvalidArgumentError(`--${name} needs a number, not ${JSON.stringify(value)}`);
  return Number(value);
}

/** Waits for a slow reader, until the signal fires: one that has left never reads. */
async function write({ stdout, signal: ending }: StreamCommandIo, data: string | Buffer): Promise<void> {
  if (stdout.write(data)) return;
  const { signal, release } = combineSignals(ending);
  await once(stdout, "drain", { signal }).finally(release);
}
