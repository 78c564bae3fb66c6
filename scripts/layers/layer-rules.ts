import { isTestFile, resolveRelative, type SourceFile } from "./source-tree.ts";

/** The layers, lowest first. A module imports only from lower layers. */
export const layers: readonly (readonly string[])[] = [
  ["util"],
  ["errors"],
  ["meta", "workqueue", "certs", "prometheus", "opentelemetry"],
  ["api"],
  ["codec"],
  ["transport"],
  ["auth"],
  ["rest", "kubeconfig"],
  ["discovery", "streaming"],
  ["client"],
  ["clientset", "cache", "operations", "events", "leaderelection", "csr"],
  ["informers", "codegen", "controller"],
  ["cli", "entries", "internal", "index.ts"],
];

const library = "packages/client-ts/src/";
const testing = "packages/testing/src/";

/** Modules that reach sockets, files and processes. */
const worldModules = /^node:(net|tls|http|https|http2|fs|fs\/promises|child_process|dgram|dns|dns\/promises)$/;

/** What waits for a turn of the event loop. */
const turns: ReadonlySet<string> = new Set(["setImmediate", "globalThis.setImmediate", "process.nextTick"]);

/** One broken rule, as a line to print. */
export type Violation = string;

/** Every import or call that breaks a rule: layers, module entries, ports, cycles. Empty when all rules hold. */
export function layerViolations(files: readonly SourceFile[]): Violation[] {
  const shipped = files.filter((file) => !isTestFile(file.path));
  return [
    ...files.flatMap(upwardImports),
    ...files.flatMap(deepImports),
    ...shipped.flatMap(portViolations),
    ...shipped.flatMap(turnViolations),
    ...cycles(shipped),
  ];
}

/** The module of a file of the library: `meta`, or `index.ts` for the main entry. */
function moduleOf(path: string): string | undefined {
  return path.startsWith(library) ? path.slice(library.length).split("/")[0] : undefined;
}

function layerOf(module: string): number {
  return layers.findIndex((modules) => modules.includes(module));
}

function upwardImports(file: SourceFile): Violation[] {
  const module = moduleOf(file.path);
  if (module === undefined) return [];
  if (layerOf(module) < 0) return [`${file.path}: the module ${module} is not assigned to a layer`];
  const violations: Violation[] = [];
  for (const { specifier, line } of file.imports) {
    const target = resolveRelative(file.path, specifier);
    const other = target === undefined ? undefined : moduleOf(target);
    if (target !== undefined && other === undefined)
      violations.push(`${file.path}:${line}: imports from outside the library: ${specifier}`);
    if (other === undefined || other === module) continue;
    const allowed = isTestFile(file.path)
      ? layerOf(other) >= 0
      : layerOf(other) >= 0 && layerOf(other) < layerOf(module);
    if (!allowed)
      violations.push(
        `${file.path}:${line}: ${module} (layer ${layerOf(module)}) must not import ${other} (layer ${layerOf(other)})`,
      );
  }
  return violations;
}

/**
 * Another module is imported through its index; `api` by its group-version file; the testing package through published
 * entries.
 */
function deepImports(file: SourceFile): Violation[] {
  const violations: Violation[] = [];
  const module = moduleOf(file.path);
  for (const { specifier, line } of file.imports) {
    const target = resolveRelative(file.path, specifier);
    if (module !== undefined && target !== undefined) {
      const other = moduleOf(target);
      if (other === undefined || other === module || other === "index.ts" || other === "api") continue;
      // Tests may share what only tests use.
      if (isTestFile(file.path) && isTestFile(target)) continue;
      if (target !== `${library}${other}/index.ts`)
        violations.push(`${file.path}:${line}: ${module} may not import ${specifier}; import ../${other}/index.ts`);
    }
    if (file.path.startsWith(testing) && target !== undefined && !target.startsWith(testing)) {
      violations.push(
        `${file.path}:${line}: client-ts-testing imports published entries and client-ts/internal, not ${specifier}`,
      );
    }
  }
  return violations;
}

/**
 * Time, randomness, sockets, files, processes and environment only in `node/` folders and util's default ports. The
 * servers of client-ts-testing have sockets, files and processes everywhere; their time and randomness come as in the
 * library.
 */
function portViolations(file: SourceFile): Violation[] {
  const module = moduleOf(file.path);
  const isTesting = file.path.startsWith(testing);
  if (module === undefined && !isTesting) return [];
  if (file.path.includes("/node/") || module === "cli") return [];
  const isDefaultPort = /\/util\/(system-|default-)[a-z-]+\.ts$/.test(file.path);
  const uses = isDefaultPort
    ? []
    : file.world
        .filter(({ what }) => !turns.has(what) && !(isTesting && what === "process.env"))
        .map(({ what, line }) => `${file.path}:${line}: ${what} must come through a port`);
  const imports = file.imports
    .filter(({ specifier, typeOnly }) => !typeOnly && !isTesting && worldModules.test(specifier))
    .map(({ specifier, line }) => `${file.path}:${line}: ${specifier} belongs in a node/ folder`);
  return [...uses, ...imports];
}

/**
 * Turns of the event loop are waited for in one place, so that what a slice of time means is said once. What is to come
 * before all others of this turn (`process.nextTick`) is known to `node/` folders alone.
 */
function turnViolations(file: SourceFile): Violation[] {
  const isOurs = moduleOf(file.path) !== undefined || file.path.startsWith(testing);
  if (!isOurs || file.path === `${library}util/sleep.ts`) return [];
  const uses = file.world
    .filter(({ what }) => turns.has(what) && !(what === "process.nextTick" && file.path.includes("/node/")))
    .map(({ what, line }) => `${file.path}:${line}: ${what}: use afterTurn or nextTurn of util`);
  const imports = file.imports
    .filter(({ specifier, typeOnly }) => !typeOnly && /^(node:)?timers(\/promises)?$/.test(specifier))
    .map(({ specifier, line }) => `${file.path}:${line}: ${specifier}: use a clock, or afterTurn or nextTurn of util`);
  return [...uses, ...imports];
}

/** Cycles of value imports. */
function cycles(files: readonly SourceFile[]): Violation[] {
  const edges = new Map<string, string[]>();
  for (const file of files) {
    const targets = file.imports
      .filter((i) => !i.typeOnly && !i.dynamic)
      .map((i) => resolveRelative(file.path, i.specifier));
    edges.set(
      file.path,
      targets.filter((t): t is string => t !== undefined),
    );
  }
  const violations: Violation[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      violations.push(`value import cycle: ${[...trail.slice(at), path].join(" → ")}`);
      return;
    }
    if (done.has(path)) return;
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) walk(path, []);
  return violations;
}

/** Exported names without a doc comment. */
export function undocumented(files: readonly SourceFile[]): Violation[] {
  return files
    .filter((file) => !isTestFile(file.path) && !isGenerated(file.path))
    .flatMap((file) => {
      // One comment serves all overloads of a function.
      const documented = new Set(file.exports.filter((e) => e.documented).map((e) => e.name));
      return file.exports
        .filter((e) => !documented.has(e.name))
        .map((e) => `${file.path}:${e.line}: ${e.name} has no doc comment`);
    });
}

/**
 * Exported names that no file imports and no entry of the package publishes; types in the signatures of their own file
 * are in use.
 */
export function deadExports(files: readonly SourceFile[], entries: ReadonlySet<string>): Violation[] {
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
      return file.exports
        .filter((e) => !e.mentioned && !names?.has(e.name))
        .map((e) => `${file.path}:${e.line}: no file imports ${e.name}`);
    });
}

/**
 * Exported names that only specifications use. What an index.ts of a module passes on is used when another file imports
 * it from there; what an entry publishes is used.
 */
export function testOnlyExports(files: readonly SourceFile[], entries: ReadonlySet<string>): Violation[] {
  const shipped = files.filter(({ path }) => !isTestFile(path));
  const used = new Map<string, Set<string>>();
  const use = (path: string | undefined, name: string): void => {
    if (path !== undefined) used.set(path, (used.get(path) ?? new Set()).add(name));
  };
  const isUsed = (path: string, name: string): boolean => {
    const names = used.get(path);
    return names !== undefined && (names.has(name) || names.has("*"));
  };
  const indexes = shipped.filter(({ path }) => path.endsWith("/index.ts") && !entries.has(path));
  for (const file of shipped)
    for (const imported of file.imports)
      if (!indexes.includes(file) || !file.reExports.includes(imported))
        for (const name of imported.names) use(resolveRelative(file.path, imported.specifier), name);
  // An index.ts may pass on what another one passes on.
  for (const _ of indexes)
    for (const { path, reExports } of indexes)
      for (const { specifier, names } of reExports)
        for (const name of names) if (isUsed(path, name)) use(resolveRelative(path, specifier), name);
  return shipped
    .filter(({ path }) => !isGenerated(path) && !entries.has(path))
    .flatMap(({ path, exports }) =>
      exports
        .filter(({ name, usedHere }) => !usedHere && !isUsed(path, name))
        .map(({ name, line }) => `${path}:${line}: only specifications use ${name}`),
    );
}

/** Generated files follow their generator's rules. */
export function isGenerated(path: string): boolean {
  return path.startsWith(`${library}api/`) || path.endsWith("scanner-wasm.ts") || path.endsWith(".generated.ts");
}
