// Runs the tests on the newer Nodes. Run: npm run smoke:nodes             a part of the suite, for every change
//                                        npm run smoke:nodes -- --full   all of it, for every night
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeBinary, nodeVersions } from "./nodes.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const full = process.argv.includes("--full");
/** Modules that touch what differs between Nodes: sockets, streams, buffers, timers, processes. */
const part = [
  "packages/client-ts/src/transport",
  "packages/client-ts/src/rest",
  "packages/client-ts/src/codec",
  "packages/client-ts/src/workqueue",
  "packages/client-ts/src/certs",
  "packages/testing/src/apiserver",
];
let failed = 0;
for (const major of Object.keys(nodeVersions).map(Number)) {
  const node = nodeBinary(/** @type {22 | 24 | 26} */ (major));
  if (node === undefined) {
    console.log(`skipped: Node ${major} (npm has no package with it for this platform)`);
    continue;
  }
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(
    node,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", ...(full ? [] : part)],
    {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1", CLIENT_TS_TITLES: "off" },
      maxBuffer: 1 << 28,
    },
  );
  const summary = /Tests +(.*)/.exec(stdout)?.[1] ?? "no tests ran";
  console.log(`figure: Node ${nodeVersions[major]}: ${summary} in ${Math.round((performance.now() - began) / 1000)} s`);
  if (status !== 0) {
    failed++;
    console.error(stdout.slice(-6000), stderr.slice(-2000));
  }
}
if (failed > 0) process.exit(1);
