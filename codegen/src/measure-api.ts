/**
 * What a group-version costs: `node --conditions=client-ts-source --import tsx codegen/src/measure-api.ts` prints the
 * time an import adds (median of 20 processes) and the time the type check of a small program adds (the best of 9 runs
 * each: the compiler uses every core, so other work on the machine only ever adds), and fails above 1 ms and 150 ms.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript-js-api";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(root, "node_modules/.cache");
mkdirSync(cache, { recursive: true });
const scratch = mkdtempSync(join(cache, "client-ts-measure-"));

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

/** The module as JavaScript: what a user loads. Nothing but the module itself may be in it. */
function transpile(name: string): string {
  const source = readFileSync(join(root, `packages/client-ts/src/api/${name}.ts`), "utf8");
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
  });
  if (/^\s*(import|export \{.*\} from)/m.test(outputText)) throw new Error(`${name} loads other modules at run time`);
  return outputText;
}

function importCost(name: string): { empty: number; group: number } {
  const file = join(scratch, `${name.replace("/", "-")}.mjs`);
  writeFileSync(file, transpile(name));
  // The first import pays for the loader itself, the second shows what any module costs.
  const script = `await import(${JSON.stringify(join(scratch, "empty.mjs"))}); const a = performance.now();
    await import(${JSON.stringify(join(scratch, "empty-too.mjs"))}); const b = performance.now();
    await import(${JSON.stringify(file)}); const c = performance.now();
    process.stdout.write(JSON.stringify([b - a, c - b]));`;
  const runs = Array.from(
    { length: 20 },
    () =>
      JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" })) as [
        number,
        number,
      ],
  );
  return { empty: median(runs.map(([empty]) => empty)), group: median(runs.map(([, group]) => group)) };
}

/** A `client-ts` package with declarations alone, as the build makes them: what a user's compiler reads. */
function installDeclarations(names: readonly string[]): void {
  const source = join(root, "packages/client-ts/src");
  const installed = join(scratch, "node_modules/client-ts");
  const config = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: join(installed, "dist"),
      rootDir: source,
    },
    files: names.map((name) => join(source, `api/${name}.ts`)),
  };
  writeFileSync(join(scratch, "tsconfig.declarations.json"), JSON.stringify(config));
  execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", join(scratch, "tsconfig.declarations.json")], {
    stdio: "inherit",
  });
  for (const file of readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" }).filter((one) =>
    one.endsWith(".d.ts"),
  )) {
    const path = join(installed, "dist", file);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(/(from "\.{1,2}\/[^"]*)\.ts"/g, '$1.js"'));
  }
  const exports = { "./api/*": { types: "./dist/api/*.d.ts" } };
  writeFileSync(join(installed, "package.json"), JSON.stringify({ name: "client-ts", type: "module", exports }));
}

function checkCost(programs: Readonly<Record<string, string>>): Record<string, number> {
  const compilerOptions = {
    target: "es2022",
    module: "nodenext",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const runs: Record<string, number[]> = {};
  for (const [name, text] of Object.entries(programs)) {
    const folder = join(scratch, name);
    mkdirSync(folder);
    writeFileSync(join(folder, "main.ts"), text);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
    runs[name] = [];
  }
  for (let run = 0; run < 9; run++) {
    for (const name of Object.keys(programs)) {
      const from = performance.now();
      execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", join(scratch, name)], { stdio: "inherit" });
      runs[name]?.push(performance.now() - from);
    }
  }
  return Object.fromEntries(Object.entries(runs).map(([name, values]) => [name, Math.min(...values)]));
}

try {
  for (const name of ["empty", "empty-too"]) writeFileSync(join(scratch, `${name}.mjs`), "export {};\n");
  let failed = false;
  for (const name of ["core/v1", "apps/v1", "batch/v1", "rbac/v1"]) {
    const { empty, group } = importCost(name);
    failed ||= group > 1;
    console.log(`import of ${name}: ${group.toFixed(2)} ms (at most 1); an empty module takes ${empty.toFixed(2)} ms`);
  }
  const object = '{ metadata: { name: "web" }, spec: { selector: {}, template: {} } }';
  installDeclarations(["core/v1", "apps/v1"]);
  const times = checkCost({
    empty: "export {};\n",
    core: 'import { Pod } from "client-ts/api/core/v1";\nexport const pod: Pod = { metadata: { name: "web" } };\nexport const { plural } = Pod;\n',
    apps: `import { Deployment } from "client-ts/api/apps/v1";\nexport const one: Deployment = ${object};\nexport const { plural } = Deployment;\n`,
  });
  for (const name of ["core", "apps"]) {
    const added = (times[name] as number) - (times["empty"] as number);
    failed ||= added > 150;
    console.log(
      `type check with ${name}/v1: ${added.toFixed(0)} ms more than an empty program's ${times["empty"]?.toFixed(0)} ms (at most 150)`,
    );
  }
  process.exitCode = failed ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
