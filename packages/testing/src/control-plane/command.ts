import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ConfigError, InvalidArgumentError, isClientError } from "client-ts/errors";
import { type CommandIo, whenAborted } from "client-ts/internal";
import { writePrivate } from "../apiserver/index.ts";
import { buildFromSource } from "./build-from-source.ts";
import { startControlPlane } from "./control-plane.ts";
import { cacheDirectory } from "./directories.ts";
import { downloadBinaries } from "./download.ts";
import { setDirectory } from "./find-binaries.ts";
import { chosenParts, type PartName, partNames } from "./parts.ts";
import { pinnedVersions } from "./sets.ts";

const usage = `client-ts control-plane setup [--version V] [--from-source] [--index URL]
client-ts control-plane up [--version V] [--parts all|core|NAME,...] [--nodes N] [--port P]
                           [--feature-gate NAME=true]... [--flag PART:NAME=VALUE]...
                           [--audit-log] [--crds PATH]... [--kubeconfig-out FILE]
client-ts control-plane list
client-ts control-plane clean [--version V]

A real control plane on loopback. "setup" downloads etcd, kube-apiserver and kubectl into a cache, or builds the whole
set with Go (--from-source). "up" runs it until it is interrupted: with all parts there are controllers, a scheduler
and nodes whose Pods run without containers; "core" is etcd and kube-apiserver alone. exec in such a Pod runs the
command on this machine. "list" shows what is in the cache, and "clean" removes it.`;

/** Runs `client-ts control-plane …` and gives the exit code. */
export async function runControlPlaneCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  const [command, ...rest] = argv;
  if (command === undefined || command === "help" || argv.includes("--help") || argv.includes("-h")) {
    io.print(usage);
    return 0;
  }
  try {
    switch (command) {
      case "setup":
        return await setup(rest, io);
      case "up":
        return await up(rest, io);
      case "list":
        return list(io);
      case "clean":
        return clean(rest, io);
      default:
        io.report(`there is no command ${JSON.stringify(command)}\n\n${usage}`);
        return 2;
    }
  } catch (error) {
    const isWrongOption = error instanceof TypeError && "code" in error;
    if (!isClientError(error) && !isWrongOption) throw error;
    io.report(`client-ts control-plane ${command}: ${(error as Error).message}`);
    if (isWrongOption) return 2;
    return io.signal.aborted ? 130 : 1;
  }
}

async function setup(
  args: readonly string[],
  { print, report, signal, env = process.env }: CommandIo,
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { version: { type: "string" }, "from-source": { type: "boolean" }, index: { type: "string" } },
    allowPositionals: false,
  });
  const common = {
    onProgress: report,
    signal,
    env,
    version: values.version,
  };
  print(
    values["from-source"] === true
      ? await buildFromSource(common)
      : await downloadBinaries({ ...common, indexUrl: values.index }),
  );
  return 0;
}

async function up(args: readonly string[], { print, signal, env = process.env }: CommandIo): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      version: { type: "string" },
      parts: { type: "string", default: "all" },
      nodes: { type: "string" },
      port: { type: "string" },
      "feature-gate": { type: "string", multiple: true, default: [] },
      flag: { type: "string", multiple: true, default: [] },
      "audit-log": { type: "boolean", default: false },
      crds: { type: "string", multiple: true, default: [] },
      "kubeconfig-out": { type: "string" },
    },
    allowPositionals: false,
  });
  const out = values["kubeconfig-out"];
  const plane = await startControlPlane({
    signal,
    env,
    parts:
      values.parts === "all" || values.parts === "core"
        ? values.parts
        : chosenParts(values.parts.split(",").map(partName)),
    audit: values["audit-log"],
    crds: values.crds,
    featureGates: Object.fromEntries(
      values["feature-gate"].map((text) => splitAt(text, "=")).map(([name, on]) => [name, on !== "false"]),
    ),
    flags: flagsOf(values.flag),
    version: values.version,
    nodes: values.nodes === undefined ? undefined : wholeNumber("--nodes", values.nodes),
    port: values.port === undefined ? undefined : wholeNumber("--port", values.port),
  });
  try {
    if (out !== undefined) writePrivate(out, plane.kubeconfig);
    print(`ready: ${plane.url} KUBECONFIG=${out ?? plane.kubeconfigPath}`);
    await whenAborted(signal);
  } finally {
    await plane.close();
    if (out !== undefined) rmSync(out, { force: true });
  }
  return 0;
}

function list({ print, env = process.env }: CommandIo): number {
  for (const version of pinnedVersions()) {
    const directory = setDirectory(version, env);
    print(
      `${version} (pinned)  ` +
        (existsSync(directory)
          ? directory
          : `not built: client-ts control-plane setup --version ${version} --from-source`),
    );
  }
  const cache = cacheDirectory(env);
  const pinned = new Set(pinnedVersions().map((version) => setDirectory(version, env)));
  for (const name of existsSync(cache) ? readdirSync(cache).sort() : []) {
    const path = join(cache, name);
    if (!pinned.has(path)) print(`${name}  ${path}`);
  }
  return 0;
}

function clean(args: readonly string[], { print, env = process.env }: CommandIo): number {
  const { values } = parseArgs({ args: [...args], options: { version: { type: "string" } }, allowPositionals: false });
  const cache = cacheDirectory(env);
  const wanted = values.version?.replace(/^v/, "");
  for (const name of existsSync(cache) ? readdirSync(cache) : []) {
    if (wanted !== undefined && !name.startsWith(`${wanted}-`) && !name.startsWith(`${wanted}.`)) continue;
    const path = join(cache, name);
    if (!statSync(path).isDirectory()) continue;
    rmSync(path, { recursive: true, force: true });
    print(`removed ${path}`);
  }
  return 0;
}

function flagsOf(texts: readonly string[]): Partial<Record<PartName, Record<string, string>>> {
  const flags: Partial<Record<PartName, Record<string, string>>> = {};
  for (const text of texts) {
    const [part, flag] = splitAt(text, ":");
    const [name, value] = splitAt(flag, "=");
    const known = partName(part);
    flags[known] = { ...flags[known], [name.replace(/^--/, "")]: value };
  }
  return flags;
}

function partName(text: string): PartName {
  const found = partNames.find((name) => name === text.trim());
  if (found === undefined)
    throw new ConfigError(`there is no part ${JSON.stringify(text)}; the parts are ${partNames.join(", ")}`);
  return found;
}

function splitAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  if (at <= 0) throw new InvalidArgumentError(`${JSON.stringify(text)} needs a name, "${separator}" and a value`);
  return [text.slice(0, at), text.slice(at + separator.length)];
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,5}$/.test(text))
    throw new InvalidArgumentError(`${option} takes a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}
