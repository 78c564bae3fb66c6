/**
 * Everything between a client and the containers of a Pod: which container is meant, whether it has a script, and
 * the answers of the real server where it cannot stream.
 */
import type { Duplex } from "node:stream";
import type { Pod, Service } from "client-ts/api/core/v1";
import { ApiError, badRequest, failure, internalError, notFound } from "../api-error.ts";
import { type Call, keyOf } from "../core.ts";
import { flag } from "../list-options.ts";
import { objectOf } from "../objects.ts";
import { builtInCommands } from "./built-in-commands.ts";
import type { ContainerCommand, ContainerScript, ContainerScripts } from "./container-script.ts";
import { serveLog } from "./serve-log.ts";
import { servePortForward } from "./serve-port-forward.ts";
import { type ProcessRequest, serveProcess } from "./serve-process.ts";
import { serveProxy } from "./serve-proxy.ts";

/** The protocols of streams, by the names that are negotiated; the first three are for commands. */
const streamProtocols: readonly string[] = [
  "v5.channel.k8s.io",
  "v4.channel.k8s.io",
  "SPDY/3.1",
  "SPDY/3.1+portforward.k8s.io",
];

/** The scripted containers of a server. */
export class Streams {
  readonly #scripts: ContainerScripts | undefined;
  readonly #protocols: readonly string[];
  readonly #known = new Map<string, ContainerScript | undefined>();
  /** What is open to each Pod, by its uid. */
  readonly #open = new Map<string, Set<AbortController>>();

  constructor(scripts: ContainerScripts | undefined, protocols: readonly string[] = streamProtocols) {
    this.#scripts = scripts;
    this.#protocols = protocols;
  }

  /** Answers a path of a Pod or a Service that streams; `undefined` for another path. */
  serve(call: Call, path: string): Promise<void> | undefined {
    switch (`${call.resource.collection}/${call.subresource}`) {
      case "pods/exec":
        return this.#serveExec(call);
      case "pods/attach":
        return this.#serveAttach(call);
      case "pods/log":
        return this.#serveLog(call);
      case "pods/portforward":
        return this.#servePortForward(call);
      case "pods/proxy":
        return this.#servePodProxy(call, path);
      case "services/proxy":
        return this.#serveServiceProxy(call, path);
      default:
        return undefined;
    }
  }

  /** Ends what is open to a Pod that is deleted: its containers end with it. */
  podDeleted(uid: string): void {
    for (const stream of this.#open.get(uid) ?? []) stream.abort();
    this.#open.delete(uid);
    for (const key of this.#known.keys()) if (key.startsWith(`${uid}/`)) this.#known.delete(key);
  }

  /** A signal for one stream that fires when its Pod is deleted; `release` when the stream has ended. */
  #lifeOf({ metadata: { uid = "" } }: NamedPod): { readonly gone: AbortSignal; release(): void } {
    const stream = new AbortController();
    const open = this.#open.get(uid) ?? new Set();
    this.#open.set(uid, open.add(stream));
    const release = (): void => {
      open.delete(stream);
      if (open.size === 0 && this.#open.get(uid) === open) this.#open.delete(uid);
    };
    return { gone: stream.signal, release };
  }

  async #serveExec(call: Call): Promise<void> {
    const argv = call.query.getAll("command");
    const { pod, script } = this.#running(call);
    if (argv.length === 0) throw badRequest("you must specify at least 1 command");
    const name = argv[0] as string;
    const command = ownOf(script.commands, name) ?? ownOf(builtInCommands, name) ?? notExecutable(name);
    await this.#run(call, pod, script, { argv, command, killedCode: 137 });
  }

  async #serveAttach(call: Call): Promise<void> {
    const { pod, script } = this.#running(call);
    const command = script.main ?? (builtInCommands["cat"] as ContainerCommand);
    // The end of the main process ends an attachment without an error.
    await this.#run(call, pod, script, { argv: ["cat"], command, killedCode: 0 });
  }

  async #run(
    call: Call,
    pod: NamedPod,
    script: ContainerScript,
    program: Pick<ProcessRequest, "argv" | "command" | "killedCode">,
  ): Promise<void> {
    const on = (name: string): boolean => flag(call.query, name) === true;
    const tty = on("tty");
    const streams = { stdin: on("stdin"), stdout: on("stdout"), stderr: on("stderr") && !tty, tty };
    if (!streams.stdin && !streams.stdout && !streams.stderr)
      throw badRequest("you must specify at least 1 of stdin, stdout, stderr");
    const files = script.files ?? new Map<string, Buffer>();
    const { gone, release } = this.#lifeOf(pod);
    try {
      await serveProcess(call.exchange, { ...program, ...streams, files, gone }, this.#protocols);
    } finally {
      release();
    }
  }

  async #serveLog(call: Call): Promise<void> {
    const pod = podOf(call, call.name);
    const container = containerOf(pod, call.query.get("container") ?? "");
    // A Pod without a node has written nothing yet.
    const script = pod.spec.nodeName ? this.#scriptOf(pod, container) : undefined;
    const { gone, release } = this.#lifeOf(pod);
    call.exchange.onClose(release);
    await serveLog(call, container, script, gone);
  }

  async #servePortForward(call: Call): Promise<void> {
    const pod = podOf(call, call.name);
    needsNode(pod);
    if (!pod.spec.containers.some(({ name }) => this.#scriptOf(pod, name) !== undefined)) throw unreachable(pod);
    const { gone, release } = this.#lifeOf(pod);
    try {
      await servePortForward(call.exchange, this.#connector(pod), {
        pod: pod.metadata.uid ?? call.name,
        protocols: this.#protocols,
        gone,
      });
    } finally {
      release();
    }
  }

  async #servePodProxy(call: Call, path: string): Promise<void> {
    const { name, port } = splitTarget(call.name);
    const pod = podOf(call, name);
    const number = Number(port === "" ? (pod.spec.containers[0]?.ports?.[0]?.containerPort ?? 80) : port);
    await serveProxy(call, path, number, this.#connector(pod));
  }

  async #serveServiceProxy(call: Call, path: string): Promise<void> {
    const { name, port } = splitTarget(call.name);
    const record = call.collection.records.get(keyOf(call, name));
    if (record === undefined) throw notFound(call.resource, name);
    const service = objectOf(record, call.resource) as unknown as Service;
    const ports = service.spec?.ports ?? [];
    const chosen = port === "" ? ports[0] : ports.find((one) => one.name === port || String(one.port) === port);
    const pod = chosen && this.#podsOf(call).find((one) => isSelected(one, service.spec?.selector));
    if (chosen === undefined || pod === undefined)
      throw new ApiError(
        failure(503, "ServiceUnavailable", `no endpoints available for service ${JSON.stringify(name)}`, {}),
      );
    const target = chosen.targetPort ?? chosen.port;
    const named = pod.spec.containers.flatMap(({ ports: own = [] }) => own).find((one) => one.name === target);
    await serveProxy(call, path, Number(named?.containerPort ?? target), this.#connector(pod));
  }

  #podsOf(call: Call): NamedPod[] {
    const resource = call.core.table.find("", "v1", "pods");
    if (resource === undefined) return [];
    const records = call.core.storage.collection(resource.collection).records;
    return [...records.values()]
      .map((record) => objectOf(record, resource) as unknown as NamedPod)
      .filter((pod) => pod.metadata?.namespace === call.namespace);
  }

  #connector(pod: NamedPod): (port: number, stream: Duplex) => void {
    return (port, stream) => {
      for (const { name } of pod.spec.containers) {
        const listener = this.#scriptOf(pod, name)?.ports?.[port];
        if (listener !== undefined) return listener(stream);
      }
      throw new Error(`failed to connect to localhost:${port}: connect: connection refused`);
    };
  }

  #running(call: Call): { readonly pod: NamedPod; readonly script: ContainerScript } {
    const pod = podOf(call, call.name);
    const container = containerOf(pod, call.query.get("container") ?? "");
    needsNode(pod);
    const script = this.#scriptOf(pod, container);
    if (script === undefined) throw unreachable(pod);
    return { pod, script };
  }

  #scriptOf(pod: Pod, container: string): ContainerScript | undefined {
    const { namespace = "", name = "", uid = "" } = pod.metadata ?? {};
    const key = `${uid}/${container}`;
    if (!this.#known.has(key)) {
      const script = this.#scripts?.({ namespace, pod: name, container, object: pod });
      // A container keeps its files from one command to the next.
      this.#known.set(key, script && { ...script, files: script.files ?? new Map() });
    }
    return this.#known.get(key);
  }
}

type NamedPod = Pod & { readonly metadata: NonNullable<Pod["metadata"]>; readonly spec: NonNullable<Pod["spec"]> };

function podOf(call: Call, name: string): NamedPod {
  const record = call.collection.records.get(keyOf(call, name));
  if (record === undefined) throw notFound(call.resource, name);
  return objectOf(record, call.resource) as unknown as NamedPod;
}

function needsNode(pod: NamedPod): void {
  if (!pod.spec.nodeName) throw badRequest(`pod ${pod.metadata.name} does not have a host assigned`);
}

function unreachable(pod: NamedPod): ApiError {
  const problem = `no script for a container of pod ${pod.metadata.name}`;
  return internalError(`error dialing backend: ${problem}: give one with startApiServer({ containers })`);
}

function containerOf(pod: NamedPod, asked: string): string {
  const names = [
    ...pod.spec.containers,
    ...(pod.spec.initContainers ?? []),
    ...(pod.spec.ephemeralContainers ?? []),
  ].map(({ name }) => name);
  if (asked !== "") {
    if (names.includes(asked)) return asked;
    throw badRequest(`container ${asked} is not valid for pod ${pod.metadata.name}`);
  }
  if (names.length === 1) return names[0] as string;
  const own = pod.spec.containers.map(({ name }) => name).join(" ");
  throw badRequest(`a container name must be specified for pod ${pod.metadata.name}, choose one of: [${own}]`);
}

/** `name`, `name:port` or `scheme:name:port`. */
function splitTarget(text: string): { readonly name: string; readonly port: string } {
  const parts = text.split(":");
  if (parts.length === 3) return { name: parts[1] as string, port: parts[2] as string };
  return { name: parts[0] as string, port: parts[1] ?? "" };
}

function isSelected(pod: Pod, selector: Readonly<Record<string, string>> | undefined): boolean {
  const labels = pod.metadata?.labels ?? {};
  const wanted = Object.entries(selector ?? {});
  return wanted.length > 0 && wanted.every(([name, value]) => labels[name] === value);
}

function ownOf<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

function notExecutable(name: string): ContainerCommand {
  return () => {
    throw new Error(`exec: ${JSON.stringify(name)}: executable file not found in $PATH`);
  };
}
