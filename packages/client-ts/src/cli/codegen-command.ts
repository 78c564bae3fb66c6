import { parseArgs } from "node:util";
import { connect } from "../client/index.ts";
import {
  compareFiles,
  emitKinds,
  type FileChanges,
  generateTypes,
  readClusterKinds,
  readDefinitionFiles,
  writeFiles,
} from "../codegen/index.ts";
import { escapeForPrint, isClientError } from "../errors/index.ts";
import type { CommandIo } from "../util/index.ts";
import { readArguments } from "./read-arguments.ts";

const usage = `client-ts codegen --out DIR [--check] [--prune] FILE|DIR|- ...
client-ts codegen --out DIR [--check] [--prune] [--kubeconfig FILE] [--context NAME] [--group GROUP] ...

Writes TypeScript for custom resources, one file per group version: DIR/<group>/<version>.ts.

The first form reads CustomResourceDefinitions from files, from the files of folders, or from standard input. The
second reads a cluster: the groups that are given, or all that client-ts does not have itself; it needs --context,
--kubeconfig or --group.

  --check   write nothing; exit with 1 and list the files when they are not up to date
  --prune   also remove generated files whose group version is gone (with --check: count them as not up to date)`;

/** What a command needs in addition to {@link CommandIo}. */
export interface InputIo extends CommandIo {
  /** Reads standard input to its end. */
  readonly readInput: () => Promise<string>;
}

/** Runs `client-ts codegen` and gives the exit code: 0, 1 for a failure or stale files, 2 for a wrong call. */
export async function runCodegenCommand(argv: readonly string[], io: InputIo): Promise<number> {
  const parsed = readArguments(() => parse(argv), usage, io);
  if (typeof parsed === "number") return parsed;
  const { values, positionals } = parsed;
  const fromCluster = values.context !== undefined || values.kubeconfig !== undefined || values.group !== undefined;
  if (values.out === undefined || fromCluster === positionals.length > 0) {
    const problem =
      values.out === undefined
        ? "client-ts codegen needs --out DIR"
        : "client-ts codegen needs either files or a cluster";
    io.report(`${problem}\n\n${usage}`);
    return 2;
  }
  try {
    const files = fromCluster
      ? await filesFromCluster(values, io)
      : generateTypes(await readDefinitionFiles(positionals, io.readInput));
    const changes = await compareFiles(values.out, files);
    if (values.check === true) return reportStale(changes, values.prune === true, io);
    await writeFiles(values.out, files, changes, { prune: values.prune });
    reportWritten(files.size, changes, values.prune === true, io);
    return 0;
  } catch (error) {
    if (!isClientError(error)) throw error;
    io.report(escapeForPrint(error.message));
    io.report("Nothing was written.");
    return 1;
  }
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      out: { type: "string", short: "o" },
      check: { type: "boolean" },
      prune: { type: "boolean" },
      kubeconfig: { type: "string" },
      context: { type: "string" },
      group: { type: "string", multiple: true },
      help: { type: "boolean", short: "h" },
    },
  });
}

async function filesFromCluster(
  { kubeconfig, context, group }: ReturnType<typeof parse>["values"],
  { report, signal, env }: InputIo,
): Promise<ReadonlyMap<string, string>> {
  const client = await connect({ kubeconfigPath: kubeconfig, context, env });
  try {
    const onProgress = (groupVersion: string, done: number, total: number): void =>
      report(`reading ${escapeForPrint(groupVersion)} (${done + 1} of ${total})`);
    return emitKinds(await readClusterKinds(client, { groups: group, onProgress, signal }));
  } finally {
    await client.close();
  }
}

function reportStale(
  { missing, different, leftOver }: FileChanges,
  prune: boolean,
  { print, report }: InputIo,
): number {
  const lines = [
    ...missing.map((path) => `missing: ${path}`),
    ...different.map((path) => `differs: ${path}`),
    ...(prune ? leftOver.map((path) => `no longer generated: ${path}`) : []),
  ];
  for (const line of lines) print(line);
  if (lines.length === 0) return 0;
  report("The generated files are not up to date: run client-ts codegen without --check.");
  return 1;
}

function reportWritten(
  total: number,
  { missing, different, leftOver }: FileChanges,
  prune: boolean,
  io: InputIo,
): void {
  const written = missing.length + different.length;
  io.print(`${written} written, ${total - written} unchanged${prune ? `, ${leftOver.length} removed` : ""}`);
  if (!prune) for (const path of leftOver) io.report(`no longer generated: ${path} (--prune removes it)`);
}
