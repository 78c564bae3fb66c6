/**
 * How long the compiler takes for a file that imports the clientset, compared with the same file with client-node, as a
 * user of the published declarations would wait. Run after `npm run build`: npm run bench:types. Fails above 1x.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ensurePeers, repository } from "./programs.ts";
import { summarize } from "./stats.ts";

const rounds = 5;
/** What a file of our users may cost at most, as a part of the time of client-node's. */
const most = 1;

const files = {
  "client-ts": `
import { connect } from "client-ts";
import { newClientset } from "client-ts/clientset";
const clientset = newClientset(await connect());
for (const pod of (await clientset.core.v1.pods("shop").list()).items) console.log(pod.status?.phase);
const web = await clientset.apps.v1.deployments("shop").get("web");
console.log(web.spec?.replicas);
`,
  "client-node": `
import { AppsV1Api, CoreV1Api, KubeConfig } from "@kubernetes/client-node";
const config = new KubeConfig();
config.loadFromDefault();
for (const pod of (await config.makeApiClient(CoreV1Api).listNamespacedPod({ namespace: "shop" })).items)
  console.log(pod.status?.phase);
const web = await config.makeApiClient(AppsV1Api).readNamespacedDeployment({ namespace: "shop", name: "web" });
console.log(web.spec?.replicas);
`,
} as const;

const compilers = { "TypeScript 7": "typescript", "TypeScript 6": "typescript-js-api" } as const;

const peers = ensurePeers((text) => console.log(text));
if (peers === undefined) {
  console.log("skipped: client-node cannot be installed here");
  process.exit(0);
}
const scratch = mkdtempSync(join(tmpdir(), "client-ts-types-"));
try {
  for (const name of ["client-ts", "client-node"] as const) writeProject(name, peers);
  for (const [title, compiler] of Object.entries(compilers)) compare(title, compiler);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** A project with one file, and with the library where npm would put it. */
function writeProject(name: keyof typeof files, installed: string): void {
  const folder = join(scratch, name);
  const modules = join(folder, "node_modules");
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "main.ts"), files[name]);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        module: "nodenext",
        target: "es2022",
        lib: ["es2023", "esnext.disposable", "dom"],
        types: ["node"],
        strict: true,
        skipLibCheck: true,
        noEmit: true,
      },
      files: ["main.ts"],
    }),
  );
  const link = (target: string, path: string): void => {
    mkdirSync(dirname(join(modules, path)), { recursive: true });
    symlinkSync(target, join(modules, path), "dir");
  };
  link(join(repository, "node_modules/@types/node"), "@types/node");
  if (name === "client-ts") link(join(repository, "packages/client-ts"), "client-ts");
  else link(join(installed, "node_modules/@kubernetes/client-node"), "@kubernetes/client-node");
}

function compare(title: string, compiler: string): void {
  const times = { "client-ts": [] as number[], "client-node": [] as number[] };
  // In turns, so that a busy moment of the machine is not one client's alone.
  for (let round = 0; round < rounds; round++)
    for (const name of ["client-ts", "client-node"] as const) times[name].push(compileMs(compiler, name));
  const ours = summarize(times["client-ts"])?.median ?? Number.NaN;
  const theirs = summarize(times["client-node"])?.median ?? Number.NaN;
  const ratio = ours / theirs;
  console.log(
    `figure: type check of a file that imports the clientset, ${title}: ${Math.round(ours)} ms, ` +
      `client-node ${Math.round(theirs)} ms, ${ratio.toFixed(2)}x (at most ${most}x, median of ${rounds})`,
  );
  if (!(ratio <= most)) process.exitCode = 1;
}

function compileMs(compiler: string, name: keyof typeof files): number {
  const began = performance.now();
  execFileSync(process.execPath, [join(repository, "node_modules", compiler, "bin/tsc"), "-p", join(scratch, name)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  return performance.now() - began;
}
