// Builds the published packages: ESM and CommonJS from the same sources, shared chunks, one declaration file per source
// file. Run: npm run build
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { straightImports } from "./straight-imports.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

for (const name of ["client-ts", "testing"]) await buildPackage(join(root, "packages", name));

/** @param {string} folder */
async function buildPackage(folder) {
  const started = performance.now();
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const dist = join(folder, "dist");
  rmSync(dist, { recursive: true, force: true });
  const published = entries(folder, manifest);
  const commands = commandEntries(folder);
  const external = (id) =>
    id.startsWith("node:") || (!id.startsWith(".") && !id.startsWith("/") && !id.startsWith("\0"));
  const eager = await eagerModules(published["index"], external);
  /** What every program loads lies in two files: each file more costs time at every start. */
  const groups = [
    { name: "base", test: (id) => eager.has(id) && /\/src\/(util|errors)\//.test(id), priority: 2 },
    { name: "core", test: (id) => eager.has(id), priority: 1 },
  ];
  for (const format of ["esm", "cjs"]) {
    const extension = format === "esm" ? "js" : "cjs";
    const bundle = await rolldown({
      input: format === "esm" ? { ...published, ...commands } : published,
      external,
      plugins: [straightImports()],
      platform: "node",
      treeshake: { moduleSideEffects: false },
      // Groups ask for it; no entry gains a name by it.
      preserveEntrySignatures: "allow-extension",
      logLevel: "warn",
    });
    await bundle.write({
      dir: dist,
      format,
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `chunks/[name]-[hash].${extension}`,
      exports: "named",
      dynamicImportInCjs: false,
      codeSplitting: { includeDependenciesRecursively: false, groups },
      minify: false,
      comments: { annotation: true, legal: true, jsdoc: false },
    });
    await bundle.close();
  }
  declarations(folder, dist);
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"), { force: true });
  console.log(`built ${manifest.name} in ${Math.round(performance.now() - started)} ms`);
}

/** The modules that the main entry loads at once, without what it loads on demand. */
async function eagerModules(entry, external) {
  const bundle = await rolldown({
    input: entry,
    external,
    plugins: [straightImports()],
    platform: "node",
    treeshake: { moduleSideEffects: false },
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const chunks = new Map(output.filter((file) => file.type === "chunk").map((chunk) => [chunk.fileName, chunk]));
  const modules = new Set();
  const walk = (chunk) => {
    if (chunk === undefined) return;
    chunks.delete(chunk.fileName);
    for (const id of chunk.moduleIds) modules.add(id);
    for (const name of chunk.imports) walk(chunks.get(name));
  };
  walk(output.find((file) => file.type === "chunk" && file.isEntry));
  return modules;
}

/** The source files behind the published `exports` of the package, by their path below `src` without ending. */
function entries(folder, manifest) {
  const found = {};
  const src = join(folder, "src");
  for (const target of Object.values(manifest.exports)) {
    const source = target["client-ts-source"];
    if (source === undefined || target["import"] === undefined) continue;
    const files = source.includes("*")
      ? filesBelow(join(folder, source.slice(0, source.indexOf("*"))))
      : [join(folder, source)];
    for (const file of files) found[relative(src, file).replace(/\.ts$/, "")] = file;
  }
  return found;
}

/** The program that the package's command (`bin/`) loads, where there is one; it is ESM alone. */
function commandEntries(folder) {
  const file = join(folder, "src/cli/main.ts");
  return existsSync(file) ? { "cli/main": file } : {};
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && e.name.endsWith(".ts") && !e.name.endsWith(".spec.ts"))
    .map((e) => join(e.parentPath, e.name));
}

/** One `.d.ts` per source file from the compiler, and a `.d.cts` for CommonJS consumers. */
function declarations(folder, dist) {
  execFileSync(
    process.execPath,
    [
      join(root, "node_modules/typescript/bin/tsc"),
      "-p",
      join(folder, "tsconfig.json"),
      "--noEmit",
      "false",
      "--emitDeclarationOnly",
      "--outDir",
      dist,
      "--rootDir",
      join(folder, "src"),
      "--rewriteRelativeImportExtensions",
    ],
    { stdio: "inherit" },
  );
  for (const file of filesBelow(dist).filter((f) => f.endsWith(".d.ts"))) {
    const text = readFileSync(file, "utf8").replace(/((?:from|import\()\s*"\.{1,2}\/[^"]*?)\.ts"/g, '$1.js"');
    writeFileSync(file, text);
    const commonJs = file.replace(/\.d\.ts$/, ".d.cts");
    mkdirSync(dirname(commonJs), { recursive: true });
    writeFileSync(commonJs, text.replace(/((?:from|import\()\s*"\.{1,2}\/[^"]*?)\.js"/g, '$1.cjs"'));
  }
}
