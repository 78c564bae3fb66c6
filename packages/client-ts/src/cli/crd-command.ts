import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { CustomResourceDefinition } from "../api/apiextensions/v1.ts";
import { escapeForPrint, InvalidArgumentError, isClientError } from "../errors/index.ts";
import { writeYaml } from "../kubeconfig/index.ts";
import type { CommandIo } from "../util/index.ts";
import { exportedDefinitions } from "./exported-definitions.ts";
import { importModule } from "./import-module.ts";
import { readArguments } from "./read-arguments.ts";

const usage = `client-ts crd [--out FILE] [--check] MODULE ...

Writes the manifests of the custom resources that modules export (what defineCustomResource returned, or a
CustomResourceDefinition) as YAML, to FILE or to standard output. Compile TypeScript modules first, or use a Node that
reads TypeScript (22.18).

  --check   write nothing; exit with 1 when FILE is not up to date`;

/** Runs `client-ts crd` and gives the exit code: 0, 1 for a failure or a stale file, 2 for a wrong call. */
export async function runCrdCommand(argv: readonly string[], io: CommandIo): Promise<number> {
  const parsed = readArguments(() => parse(argv), usage, io);
  if (typeof parsed === "number") return parsed;
  const { positionals } = parsed;
  const { out, check } = parsed.values;
  const { print, report } = io;
  if (positionals.length === 0 || (check === true && out === undefined)) {
    report(
      `${positionals.length === 0 ? "client-ts crd needs a module that exports custom resources" : "--check needs --out FILE to compare with"}\n\n${usage}`,
    );
    return 2;
  }
  try {
    const text = await manifestsOf(await definitionsOf(positionals));
    if (out === undefined) print(text.trimEnd());
    else if (check !== true) await writeFile(out, text);
    else if ((await readFile(out, "utf8").catch(() => undefined)) !== text) {
      report(`${out} is not up to date: run client-ts crd without --check`);
      return 1;
    }
    return 0;
  } catch (error) {
    if (!isClientError(error)) throw error;
    report(escapeForPrint(error.message));
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
      help: { type: "boolean", short: "h" },
    },
  });
}

/** The definitions that modules export, in the order of their names. */
async function definitionsOf(modules: readonly string[]): Promise<CustomResourceDefinition[]> {
  const found = new Map<string, CustomResourceDefinition>();
  for (const path of modules) {
    const before = found.size;
    for (const definition of exportedDefinitions(await importModule(path)))
      found.set(definition.metadata?.name ?? "", definition);
    if (found.size === before)
      throw new InvalidArgumentError(
        `${path} exports no custom resource: export what defineCustomResource returns, or a CustomResourceDefinition`,
      );
  }
  return [...found.values()].sort((a, b) => ((a.metadata?.name ?? "") < (b.metadata?.name ?? "") ? -1 : 1));
}

async function manifestsOf(definitions: readonly CustomResourceDefinition[]): Promise<string> {
  const texts: string[] = [];
  for (const definition of definitions) texts.push(await writeYaml(definition));
  return texts.join("---\n");
}
