import { isTestFile, resolveRelative, type SourceFile } from "./source-tree.ts";

/** The floors of the house, lowest first. A room imports only from floors below. */
export const floors: readonly (readonly string[])[] = [
  ["util"],
  ["errors"],
  ["meta", "workqueue", "certs"],
  ["api"],
  ["codec"],
  ["transport"],
  ["auth"],
  ["rest", "kubeconfig"],
  ["discovery", "streaming"],
  ["client"],
  ["clientset", "cache", "events", "leaderelection", "csr"],
  ["informers", "codegen", "controller"],
  ["cli", "index.ts"],
];

const library = "packages/client-ts/src/";
const testing = "packages/testing/src/";

/** Modules that reach sockets, files and processes. */
const worldModules = /^node:(net|tls|http|https|http2|fs|fs\/promises|child_process|dgram|dns|dns\/promises)$/;

/** One broken rule, as a line to print. */
export type Complaint = string;

/** Everything in the tree that breaks a wall: floors, doors, ports, cycles. Empty when the house stands. */
export function brokenWalls(files: readonly SourceFile[]): Complaint[] {
  const shipped = files.filter((file) => !isTestFile(file.path));
  return [...files.flatMap(brokenFloors), ...files.flatMap(brokenDoors), ...shipped.flatMap(aroundThePorts), ...cycles(shipped)];
}

/** The room of a file of the library: `meta`, or `index.ts` for the front door. */
function roomOf(path: string): string | undefined {
  return path.startsWith(library) ? path.slice(library.length).split("/")[0] : undefined;
}

function floorOf(room: string): number {
  return floors.findIndex((rooms) => rooms.includes(room));
}

function brokenFloors(file: SourceFile): Complaint[] {
  const room = roomOf(file.path);
  if (room === undefined) return [];
  if (floorOf(room) < 0) return [`${file.path}: the room ${room} stands on no floor`];
  const complaints: Complaint[] = [];
  for (const { specifier, line } of file.imports) {
    const target = resolveRelative(file.path, specifier);
    const other = target === undefined ? undefined : roomOf(target);
    if (target !== undefined && other === undefined) complaints.push(`${file.path}:${line}: leaves the library: ${specifier}`);
    if (other === undefined || other === room) continue;
    const allowed = isTestFile(file.path) ? floorOf(other) >= 0 : floorOf(other) >= 0 && floorOf(other) < floorOf(room);
    if (!allowed)
      complaints.push(`${file.path}:${line}: ${room} (floor ${floorOf(room)}) must not import ${other} (floor ${floorOf(other)})`);
  }
  return complaints;
}

/** Another room is entered through its index; `api` by its group-version file; the testing package through published entries. */
function brokenDoors(file: SourceFile): Complaint[] {
  const complaints: Complaint[] = [];
  const room = roomOf(file.path);
  for (const { specifier, line } of file.imports) {
    const target = resolveRelative(file.path, specifier);
    if (room !== undefined && target !== undefined) {
      const other = roomOf(target);
      if (other === undefined || other === room || other === "index.ts" || other === "api") continue;
      // Tests may share what only tests use.
      if (isTestFile(file.path) && isTestFile(target)) continue;
      if (target !== `${library}${other}/index.ts`) complaints.push(`${file.path}:${line}: enters ${other} by the window: ${specifier}`);
    }
    if (file.path.startsWith(testing) && target !== undefined && !target.startsWith(testing)) {
      complaints.push(`${file.path}:${line}: client-ts-testing uses what client-ts publishes, not ${specifier}`);
    }
  }
  return complaints;
}

/** Time, randomness, sockets, files, processes and environment only in `node/` folders and util's default ports. */
function aroundThePorts(file: SourceFile): Complaint[] {
  const room = roomOf(file.path);
  if (room === undefined || file.path.slice(library.length).includes("/node/") || room === "cli") return [];
  const isDefaultPort = /\/util\/(system-|default-)[a-z-]+\.ts$/.test(file.path);
  const uses = isDefaultPort ? [] : file.world.map(({ what, line }) => `${file.path}:${line}: ${what} goes around the port`);
  const imports = file.imports
    .filter(({ specifier, typeOnly }) => !typeOnly && worldModules.test(specifier))
    .map(({ specifier, line }) => `${file.path}:${line}: ${specifier} belongs in a node/ folder`);
  return [...uses, ...imports];
}

/** Value imports that lead back to where they began. */
function cycles(files: readonly SourceFile[]): Complaint[] {
  const edges = new Map<string, string[]>();
  for (const file of files) {
    const targets = file.imports.filter((i) => !i.typeOnly && !i.dynamic).map((i) => resolveRelative(file.path, i.specifier));
    edges.set(
      file.path,
      targets.filter((t): t is string => t !== undefined),
    );
  }
  const complaints: Complaint[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      complaints.push(`value import cycle: ${[...trail.slice(at), path].join(" → ")}`);
      return;
    }
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return complaints;
}

/** Exported names without a doc comment. */
export function undocumented(files: readonly SourceFile[]): Complaint[] {
  return files
    .filter((file) => !isTestFile(file.path) && !isGenerated(file.path))
    .flatMap((file) => {
      // One comment serves all overloads of a function.
      const documented = new Set(file.exports.filter((e) => e.documented).map((e) => e.name));
      return file.exports.filter((e) => !documented.has(e.name)).map((e) => `${file.path}:${e.line}: ${e.name} has no doc comment`);
    });
}

/** Exported names that no file imports and no entry of the package publishes; types in the signatures of their own file are in use. */
export function deadExports(files: readonly SourceFile[], entries: ReadonlySet<string>): Complaint[] {
  const used = new Map<string, Set<string>>();
  for (const file of files) {
    for (const { specifier, names } of file.imports) {
      const target = resolveRelative(file.path, specifier);
      if (target === undefined) continue;
      const set = used.get(target) ?? new Set<string>();
      for (const name of names) set.add(name);
      used.set(target, set);
    }
  }
  return files
    .filter((file) => !isTestFile(file.path) && !isGenerated(file.path) && !entries.has(file.path))
    .flatMap((file) => {
      const names = used.get(file.path);
      if (names?.has("*")) return [];
      return file.exports.filter((e) => !e.mentioned && !names?.has(e.name)).map((e) => `${file.path}:${e.line}: nobody uses ${e.name}`);
    });
}

/** Generated files follow their generator's rules. */
export function isGenerated(path: string): boolean {
  return path.startsWith(`${library}api/`) || path.endsWith("scanner-wasm.ts") || path.endsWith(".generated.ts");
}
