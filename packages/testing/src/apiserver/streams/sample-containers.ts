import { createServer } from "node:http";
import type { Container } from "client-ts/api/core/v1";
import { builtInCommands } from "./built-in-commands.ts";
import { newContainerLog } from "./container-log.ts";
import type { ContainerCommand, ContainerScripts, ContainerTarget } from "./container-script.ts";
import { newSmallShell } from "./small-shell.ts";

/**
 * Containers for users who try a server by hand. Nothing of their image runs: they have a log that begins with what
 * they are, the built-in programs and `sh`, `hostname` and `log TEXT`, which writes into the log, and they answer HTTP
 * on their ports (80 when they declare none) with their name.
 */
export function newSampleContainers(): ContainerScripts {
  return (target) => {
    const { namespace, pod, container } = target;
    const own = specOf(target);
    const log = newContainerLog();
    const env = { ...environmentOf(own), HOME: "/root", HOSTNAME: pod, PATH: "/bin" };
    const commands: Record<string, ContainerCommand> = {
      env: ({ stdout }) => print(stdout, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)),
      hostname: ({ stdout }) => print(stdout, pod),
      log: ({ argv }) => void log.append(argv.slice(1).join(" ")),
    };
    const find = (name: string): ContainerCommand | undefined =>
      [commands, builtInCommands].find((some) => Object.hasOwn(some, name))?.[name];
    commands["sh"] = newSmallShell({ find, env });

    const programs = Object.keys({ ...builtInCommands, ...commands }).sort();
    const started = startOf(target);
    log.append(`container ${container} of Pod ${namespace}/${pod}, image ${own?.image ?? "none"}, in memory`, started);
    log.append(`nothing of the image runs; exec has ${programs.join(", ")}; "log TEXT" adds a line here`, started);

    const site = createServer((request, response) => {
      log.append(`${request.method} ${request.url} 200`);
      response.end(`${namespace}/${pod}\n`);
    });
    const ports = own?.ports?.map(({ containerPort }) => containerPort) ?? [80];
    const files = new Map([["/etc/hostname", Buffer.from(`${pod}\n`)]]);
    return {
      log,
      commands,
      files,
      ports: Object.fromEntries(ports.map((port) => [port, (connection) => site.emit("connection", connection)])),
    };
  };
}

function specOf({ object: { spec }, container }: ContainerTarget): Omit<Container, "name"> | undefined {
  const all = [...(spec?.containers ?? []), ...(spec?.initContainers ?? []), ...(spec?.ephemeralContainers ?? [])];
  return all.find(({ name }) => name === container);
}

function environmentOf(container: Omit<Container, "name"> | undefined): Record<string, string> {
  return Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, value ?? ""]));
}

/** When the container has started, as a log writes it. */
function startOf({ object: { metadata, status }, container }: ContainerTarget): string {
  const running = status?.containerStatuses?.find(({ name }) => name === container)?.state?.running;
  const time = running?.startedAt ?? status?.startTime ?? metadata?.creationTimestamp ?? "1970-01-01T00:00:00Z";
  return time.replace(/(\.\d+)?Z$/, ".000000000Z");
}

function print(stdout: NodeJS.WritableStream, ...lines: readonly string[]): number {
  stdout.write(lines.map((line) => `${line}\n`).join(""));
  return 0;
}
