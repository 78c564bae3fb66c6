import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { cacheFolder } from "./cache-folder.ts";

/** The checkout. */
export const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The programs that the runner starts, and where the client library in them comes from. */
export interface Programs {
  readonly server: string;
  readonly ours: string;
  readonly clientNode: string;
  readonly rawReader: string;
  /** `"build"`: the files that are published. `"sources"`: the sources, bundled as the build would. */
  readonly from: "build" | "sources";
}

/**
 * Makes plain JavaScript of the programs, so that nothing but the library is loaded in the measured processes. Our
 * client imports the build of the library as a user's program does; where there is none, or on request, its sources are
 * bundled in.
 */
export async function buildPrograms(fromSources: boolean, progress: (text: string) => void): Promise<Programs> {
  const dist = join(repository, "packages/client-ts/dist");
  if (!fromSources && !isFresh(dist)) {
    progress("building client-ts");
    execFileSync(process.execPath, [join(repository, "scripts/build.mjs")], {
      cwd: repository,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  const out = join(repository, "bench/dist");
  const source = join(repository, "bench/src");
  const inputs = {
    server: join(source, "server/load-server.ts"),
    ours: join(source, "clients/ours.ts"),
    "client-node": join(source, "clients/client-node.ts"),
    "raw-reader": join(source, "clients/raw-reader.ts"),
  };
  await bundleClients(inputs, out, fromSources);
  const program = (name: string): string => join(out, `${name}.mjs`);
  return {
    server: program("server"),
    ours: program("ours"),
    clientNode: program("client-node"),
    rawReader: program("raw-reader"),
    from: fromSources ? "sources" : "build",
  };
}

/** Makes plain JavaScript of programs, by name, with the sources of the library in it or with imports of its build. */
export async function bundleClients(
  input: Readonly<Record<string, string>>,
  out: string,
  fromSources: boolean,
): Promise<void> {
  const bundle = await rolldown({
    input: { ...input },
    external: (id) => id.startsWith("node:") || (!fromSources && /^client-ts(\/|$)/.test(id)) || id === "yaml",
    platform: "node",
    resolve: { conditionNames: ["client-ts-source", "import", "node", "default"] },
    logLevel: "warn",
  });
  await bundle.write({
    dir: out,
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "chunks/[name]-[hash].mjs",
  });
  await bundle.close();
}

/** Whether the build is there and newer than every source. */
function isFresh(dist: string): boolean {
  const entry = join(dist, "entries/informers.js");
  if (!existsSync(entry)) return false;
  const built = statSync(entry).mtimeMs;
  const sources = readdirSync(join(dist, "../src"), { recursive: true, withFileTypes: true });
  return sources.every(
    (e) => !e.isFile() || e.name.endsWith(".spec.ts") || statSync(join(e.parentPath, e.name)).mtimeMs < built,
  );
}

/** Installs the npm peers at their pinned versions into the cache, once. `undefined` when that cannot be done here. */
export function ensurePeers(progress: (text: string) => void): string | undefined {
  const template = join(repository, "bench/peers/package.json");
  const folder = cacheFolder("peers", hash([template]));
  if (existsSync(folder)) return folder;
  progress("installing client-node");
  const partial = `${folder}.partial-${process.pid}`;
  try {
    mkdirSync(partial, { recursive: true });
    cpSync(template, join(partial, "package.json"));
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"], {
      cwd: partial,
      stdio: "pipe",
    });
    renameSync(partial, folder);
    return folder;
  } catch (error) {
    progress(`client-node cannot be installed: ${String((error as Error).message).split("\n")[0]}`);
    return existsSync(folder) ? folder : undefined;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Builds the Go side into the cache, once per state of its sources. `undefined` without Go. */
export function ensureGoProgram(progress: (text: string) => void): string | undefined {
  const folder = join(repository, "bench/go");
  const names = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isFile());
  const files = names.map(({ name }) => join(folder, name));
  const binary = cacheFolder("go", `bench-${hash(files)}`);
  if (existsSync(binary)) return binary;
  try {
    execFileSync("go", ["version"], { stdio: "pipe" });
  } catch {
    return undefined;
  }
  progress("building the client-go program (the first time takes minutes)");
  mkdirSync(dirname(binary), { recursive: true });
  const partial = `${binary}.partial-${process.pid}`;
  try {
    execFileSync("go", ["build", "-o", partial, "."], { cwd: folder, stdio: "pipe" });
    renameSync(partial, binary);
    return binary;
  } catch (error) {
    progress(
      `the client-go program cannot be built: ${String((error as { stderr?: Buffer }).stderr ?? error).slice(0, 500)}`,
    );
    return undefined;
  } finally {
    rmSync(partial, { force: true });
  }
}

function hash(files: readonly string[]): string {
  const sum = createHash("sha256");
  for (const file of [...files].sort()) sum.update(readFileSync(file));
  return sum.digest("hex").slice(0, 12);
}
