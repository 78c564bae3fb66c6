import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeHost } from "./host.ts";

let folder: string;
const at = (name: string): string => join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kubeconfig-host-"));
  await writeFile(at("file"), "text");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the machine through Node", () => {
  it("knows files, folders and nothing apart", async () => {
    expect([at("file"), folder, at("none"), at("file/below")].map((path) => nodeHost.isFile(path))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    await chmod(at("file"), 0o640);
    expect(await nodeHost.stat(at("file"))).toMatchObject({ isDirectory: false, size: 4, mode: 0o640 });
    expect(await nodeHost.stat(folder)).toMatchObject({ isDirectory: true });
    expect([await nodeHost.stat(at("none")), await nodeHost.stat(at("file/below"))]).toEqual([undefined, undefined]);
  });

  it("reads a file up to its limit, and none beyond", async () => {
    for (const maxBytes of [undefined, 4])
      for (const bytes of [
        await nodeHost.readFile(at("file"), { maxBytes }),
        nodeHost.readFileSync(at("file"), { maxBytes }),
      ])
        expect(Buffer.from(bytes).toString()).toBe("text");
    await expect(nodeHost.readFile(at("file"), { maxBytes: 3 })).rejects.toMatchObject({ code: "EFBIG" });
    expect(() => nodeHost.readFileSync(at("file"), { maxBytes: 3 })).toThrow(
      expect.objectContaining({ code: "EFBIG" }),
    );
  });

  it("makes a file once, with its content, for its owner alone", async () => {
    expect([await nodeHost.createExclusive(at("lock"), "1"), await nodeHost.createExclusive(at("lock"), "2")]).toEqual([
      true,
      false,
    ]);
    expect([await readFile(at("lock"), "utf8"), (await stat(at("lock"))).mode & 0o777]).toEqual(["1", 0o600]);
    await expect(nodeHost.createExclusive(at("none/lock"), "1")).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("replaces a file, makes a new one, and leaves nothing of a failure", async () => {
    await nodeHost.replaceFile(at("file"), "changed", 0o600);
    await nodeHost.replaceFile(at("new"), "made", 0o640);
    expect([await readFile(at("file"), "utf8"), (await stat(at("new"))).mode & 0o777]).toEqual(["changed", 0o640]);
    await mkdir(at("folder"));
    await expect(nodeHost.replaceFile(at("folder"), "text", 0o600)).rejects.toThrow();
    await expect(nodeHost.replaceFile(at("none/file"), "text", 0o600)).rejects.toMatchObject({ code: "ENOENT" });
    expect((await readdir(folder)).sort()).toEqual(["file", "folder", "new"]);
  });

  it("removes what is there, and reports what it cannot remove", async () => {
    await nodeHost.remove(at("file"));
    await nodeHost.remove(at("file"));
    expect(await readdir(folder)).toEqual([]);
    await nodeHost.makeFolder(at("a/b"), 0o755);
    await nodeHost.makeFolder(at("a/b"), 0o755);
    await expect(nodeHost.remove(at("a"))).rejects.toThrow();
  });

  it("knows which processes run", () => {
    expect([nodeHost.isProcessAlive(process.pid), nodeHost.isProcessAlive(2 ** 30)]).toEqual([true, false]);
  });
});
