import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Numbers } from "../clients/protocol.ts";
import type { ContenderName } from "../contenders.ts";
import { ClientFailure } from "../processes.ts";
import { repository } from "../programs.ts";
import { type Job, withClient } from "./measure.ts";

/** 200 GETs at once: how long, what they cost, and over how many connections. */
export function getsJob(count: number, contenders: readonly ContenderName[]): Job {
  return {
    measure: "gets",
    corpus: "pods",
    size: 10_000,
    contenders,
    run(bench, contender) {
      return withClient(bench, contender, this, async (client) => {
        await bench.server.tell({ do: "stats" });
        const numbers = await client.tell({ do: "gets", count });
        const { connections } = await bench.server.tell({ do: "stats" });
        return { ...numbers, connections };
      });
    },
  };
}

/** Bodies read and thrown away: what the way from socket to bytes costs. For client-node that is `undici.fetch`. */
export function transportJob(measure: string, contenders: readonly ContenderName[]): Job {
  return {
    measure,
    corpus: "pods",
    size: 10_000,
    contenders,
    run(bench, contender) {
      return withClient(bench, contender, this, async (client) => {
        const list = await client.tell({ do: "transport", path: "/api/v1/pods", watch: false });
        const events = 20_000;
        const watch = await client.tell({
          do: "transport",
          path: `/api/v1/pods?watch=true&burst=${events}`,
          watch: true,
        });
        const perEvent = (watch["transferMB"] as number) / events;
        return {
          ...named("list", list),
          ...named("watch", watch),
          watchEventsPerS: (watch["transferMBPerS"] as number) / perEvent,
        };
      });
    },
  };
}

/** Add, get and done of a key. */
export function queueJob(contenders: readonly ContenderName[]): Job {
  return {
    measure: "queue",
    corpus: "pods",
    size: 1000,
    contenders,
    run(bench, contender) {
      if (contender.ours) return withClient(bench, contender, this, (client) => client.tell({ do: "queue" }));
      const { command } = contender.program(0);
      return Promise.resolve(JSON.parse(execFileSync(command, ["queue"], { encoding: "utf8" })) as Numbers);
    },
  };
}

/**
 * What it takes to import a client with informers and Pods in a fresh process, beyond an empty one, and what it weighs
 * installed.
 */
export function importJob(contenders: readonly ContenderName[]): Job {
  return {
    measure: "import",
    corpus: "pods",
    size: 1,
    contenders,
    run({ here }, contender) {
      const ours = join(repository, "packages/client-ts");
      if (contender.ours && here.programs.from !== "build") throw new ClientFailure("import: needs the build");
      const modules = contender.ours
        ? ["index.js", "entries/informers.js", "api/core/v1.js"].map((file) => join(ours, "dist", file))
        : [join(here.peers as string, "node_modules/@kubernetes/client-node/dist/index.js")];
      const installed = contender.ours ? publishedSize(ours) : folderSize(join(here.peers as string, "node_modules"));
      const cost = importCost(here.node, modules);
      return Promise.resolve(
        contender.ours
          ? { ...cost, ...installed, coreImportMs: importCost(here.node, [modules[0] as string])["importMs"] as number }
          : { ...cost, ...installed },
      );
    },
  };
}

function importCost(node: string, modules: readonly string[]): Numbers {
  const urls = modules.map((file) => pathToFileURL(file).href);
  const code = `const rss = () => process.memoryUsage().rss / 2 ** 20;
    const before = rss(), began = performance.now();
    for (const url of ${JSON.stringify(urls)}) await import(url);
    console.log(JSON.stringify({ importMs: performance.now() - began, importRssMB: rss() - before }));`;
  return JSON.parse(execFileSync(node, ["--input-type=module", "-e", code], { encoding: "utf8" })) as Numbers;
}

/** The package's published files and its dependencies', as an install would put them down. */
function publishedSize(folder: string): Numbers {
  const { files = [], dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly files?: readonly string[];
    readonly dependencies?: Readonly<Record<string, string>>;
  };
  const parts = [...files.map((name) => join(folder, name)), join(folder, "package.json")];
  for (const name of Object.keys(dependencies)) {
    const own = join(folder, "node_modules", name);
    parts.push(existsSync(own) ? own : join(repository, "node_modules", name));
  }
  const sizes = parts.filter((path) => existsSync(path)).map(folderSize);
  const sum = (name: string): number => sizes.reduce((total, size) => total + (size[name] as number), 0);
  return { installMB: sum("installMB"), installFiles: sum("installFiles") };
}

function folderSize(path: string): Numbers {
  if (statSync(path).isFile()) return { installMB: statSync(path).size / 1e6, installFiles: 1 };
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  return { installMB: bytes / 1e6, installFiles: files.length };
}

function named(prefix: string, numbers: Numbers): Numbers {
  return Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [`${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`, value]),
  );
}
