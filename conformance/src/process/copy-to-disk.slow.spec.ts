import { startApiServer } from "client-ts-testing";
import { describe, expect, it, type TestContext } from "vitest";
import { startChild } from "./child.ts";
import { onSources } from "./spawn-on-sources.ts";
import { emptyFolder, ordinaryUser, ownDisk, type StartedThrough } from "./disks.ts";
import type { CopyToDiskFacts, CopyToDiskInput } from "./programs/copy-to-disk.ts";

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "default" },
  spec: { nodeName: "node-1", containers: [{ name: "app", image: "none" }] },
};
const files = new Map([
  ["/data/first", Buffer.alloc(5_000, 1)],
  ["/data/second/large", Buffer.alloc(200_000, 2)],
  ["/data/third", Buffer.alloc(10, 3)],
]);

async function copy(
  how: CopyToDiskInput["how"],
  { source, onTestFinished, skip }: TestContext & { readonly source: string },
  starting: (folder: string) => StartedThrough,
): Promise<CopyToDiskFacts> {
  const folder = emptyFolder(onTestFinished);
  const start = starting(folder);
  if ("whyNot" in start) {
    console.log(`skipped: a copy to a disk (${how}): ${start.whyNot}`);
    return skip(start.whyNot);
  }
  const server = await startApiServer({ objects: [pod], containers: () => ({ files }) });
  onTestFinished(() => server.close());
  const input: CopyToDiskInput = { kubeconfig: server.kubeconfig, folder, how, source };
  const child = startChild("copy-to-disk.ts", { ...start, flags: onSources, input });
  onTestFinished(child.stop);
  const facts = await child.receive<CopyToDiskFacts>(() => true);
  expect((await child.ended()).code).toBe(0);
  return facts;
}

describe("a copy from a container", () => {
  it("fails on a disk that becomes full, lists what was written, and leaves no partial file (F-I11)", async (test) => {
    const { error, files: left } = await copy("full", { ...test, source: "/data" }, ownDisk);
    expect(error).toMatchObject({ kind: "Transport", code: "other" });
    expect(error?.message).toMatch(/^the copy was not completed: ENOSPC: .*; written before: \S+\/copy\/first$/);
    expect(left).toEqual(["copy/first"]);
  });

  it("leaves nothing of a single file that does not fit (F-I11)", async (test) => {
    const { error, files: left } = await copy("full", { ...test, source: "/data/second/large" }, ownDisk);
    expect(error?.message).toMatch(/^the copy was not completed: ENOSPC: [^;]*$/);
    expect(left).toEqual([]);
  });

  it("fails in a folder that it may not write to, and lists what was written before (F-I11)", async (test) => {
    const { error, files: left } = await copy("forbidden", { ...test, source: "/data" }, ordinaryUser);
    expect(error).toMatchObject({ kind: "Transport", code: "other" });
    expect(error?.message).toMatch(/^the copy was not completed: EACCES: .*; written before: \S+\/copy\/first$/);
    expect(left).toEqual(["copy/first"]);
  });
});
