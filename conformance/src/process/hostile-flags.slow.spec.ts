import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startApiServer } from "client-ts-testing";
import { describe, expect, it, type TestContext } from "vitest";
import { nodeBinary } from "../../../scripts/nodes.mjs";
import { isBuilt, runChild } from "./child.ts";

const greeting = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "greeting", namespace: "default" },
  data: { text: "hello" },
};
const repository = realpathSync(fileURLToPath(new URL("../../../", import.meta.url)));
const hardened = ["--disable-proto=throw", "--frozen-intrinsics", "--unhandled-rejections=strict"];
const mayRead = `--allow-fs-read=${repository}*`;
/** From 25 on the network needs a permission too. */
const permissions = { 22: [mayRead], 24: [mayRead], 26: [mayRead, "--allow-net"] } as const;

type OnTestFinished = TestContext["onTestFinished"];

/** Connects, lists, follows, patches and closes in a child that runs under these flags. */
async function mainJob(flags: readonly string[], onTestFinished: OnTestFinished, node = process.execPath) {
  const server = await startApiServer({ objects: [greeting] });
  onTestFinished(() => server.close());
  const input = { kubeconfig: server.kubeconfig };
  const { code, output, errors } = await runChild("main-job.mjs", { node, flags, input }, onTestFinished);
  return { code, output, errors: errors.replace(/^.*(?:ExperimentalWarning|--trace-warnings).*\n/gm, "") };
}

const done = { code: 0, output: "done\n", errors: "" };

if (!isBuilt()) console.log("skipped: the main job under hostile flags: the package is not built (npm run build)");

describe.skipIf(!isBuilt())("the main job (connect, list, informer, patch, close) of the built package", () => {
  for (const flags of [...hardened.map((flag) => [flag]), hardened]) {
    it(`works under ${flags.join(" ")} (F-K8)`, async ({ onTestFinished }) => {
      expect(await mainJob(flags, onTestFinished)).toEqual(done);
    });
  }

  for (const major of [22, 24, 26] as const) {
    it(`works on Node ${major} under --permission with no more than reading the code and the network (F-K8)`, async ({
      skip,
      onTestFinished,
    }) => {
      const node = nodeBinary(major, { install: false });
      if (node === undefined) {
        console.log(`skipped: --permission on Node ${major}: it is not in the cache (npm run smoke:nodes brings it)`);
        return skip("not in the cache");
      }
      const all = ["--permission", ...permissions[major], ...hardened];
      expect(await mainJob(all, onTestFinished, node)).toEqual(done);
      // Without the grant it cannot even begin: the flag does what it says.
      expect((await mainJob(["--permission"], onTestFinished, node)).code).not.toBe(0);
    });
  }
});
