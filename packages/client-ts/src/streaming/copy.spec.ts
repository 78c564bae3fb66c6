import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { StatusError, TransportError } from "../errors/index.ts";
import { collectText, type CopyProgress, CopyTally, explainCopy, finishCopy, splitRemote } from "./copy.ts";
import type { RemoteProcess } from "./remote-process.ts";

const invalid = expect.objectContaining({ kind: "InvalidArgument" }) as Error;
const limit = expect.objectContaining({ kind: "Transport", code: "limit" }) as Error;

describe("the limits of a copy (F-I7, SEC-16)", () => {
  it("let the last entry in, and not the next, whether it is written or left out", () => {
    const tally = new CopyTally({ maxEntries: 3 });
    tally.begin("a", 1, "folder");
    tally.begin("a/b", 1, "file");
    tally.skip("a/link", "it is a link");
    expect(() => tally.begin("a/c", 1, "file")).toThrow(limit);
    expect(() => tally.skip("a/d", "it is a link")).toThrow(limit);
    expect(tally.result()).toMatchObject({ files: 1, folders: 1, skipped: [{ path: "a/link" }] });
  });

  it("count entries that are left out and not even listed any more", () => {
    const tally = new CopyTally({ maxEntries: 10_010 });
    for (let i = 0; i < 10_010; i++) tally.skip(`link-${i}`, "it is a link");
    expect(tally.skipped).toHaveLength(10_000);
    expect(() => tally.skip("one more", "it is a link")).toThrow(limit);
  });

  it("let in as many bytes as they say, before any of them is read", () => {
    const tally = new CopyTally({ maxBytes: 10 });
    tally.begin("a", 6, "file");
    tally.add(6);
    expect(() => tally.begin("b", 5, "file")).toThrow(/more than 10 bytes/);
    tally.begin("c", 4, "file");
    expect(tally.result()).toMatchObject({ files: 2, bytes: 6 });
  });

  it("are numbers that make sense", () => {
    for (const options of [{ maxEntries: 0 }, { maxBytes: -1 }, { retries: 0.5 }, { retries: -1 }])
      expect(() => new CopyTally(options)).toThrow(invalid);
    expect(() => new CopyTally({ maxEntries: 1, maxBytes: 0, retries: 0 })).not.toThrow();
  });
});

it("the progress of a copy is that of the present file and of all", () => {
  const seen: CopyProgress[] = [];
  const tally = new CopyTally({ onProgress: (progress) => seen.push(progress) });
  tally.begin("a", 3, "file");
  tally.add(2);
  expect([tally.fileBytes, tally.missing]).toEqual([2, 1]);
  tally.add(1);
  tally.begin("b", 9, "file");
  expect([tally.fileBytes, tally.missing]).toEqual([0, 9]);
  tally.add(4);
  expect(seen).toEqual([
    { file: "a", fileBytes: 2, fileSize: 3, bytes: 2 },
    { file: "a", fileBytes: 3, fileSize: 3, bytes: 3 },
    { file: "b", fileBytes: 4, fileSize: 9, bytes: 7 },
  ]);
});

describe("a path in a container", () => {
  it.each([
    ["/a/b", "/a", "b"],
    ["/a/b//", "/a", "b"],
    ["/b", "/", "b"],
    ["b", ".", "b"],
    ["-b", ".", "-b"],
    ["-a/b", "./-a", "b"],
  ])("%j is parted into folder and name (SEC-2)", (path, folder, name) => {
    expect(splitRemote(path)).toEqual({ folder, name });
  });

  it.each(["", "/", "//", ".", "..", "a/..", "a/.", "a\0b"])("%j names nothing", (path) => {
    expect(() => splitRemote(path)).toThrow(invalid);
  });
});

describe("how a copy ended", () => {
  const ended = (code: number): RemoteProcess => ({ exit: Promise.resolve({ code }) }) as RemoteProcess;
  const finish = async (code: number, said = ""): Promise<readonly string[]> => {
    const tally = new CopyTally({});
    await finishCopy(ended(code), Promise.resolve(said), tally, "/data/x");
    return tally.warnings;
  };

  it("is fine with code 0, and with 1, which means that a file changed; what tar wrote is a warning", async () => {
    expect(await finish(0)).toEqual([]);
    expect(await finish(1, "tar: x: file changed\ntar: \u001b[31my\n")).toEqual([
      "tar: x: file changed",
      "tar: \\x1b[31my",
    ]);
  });

  it("is an error with any other code, and with 126 and 127 it is the lack of a tar (F-I10)", async () => {
    await expect(finish(2, "no space left")).rejects.toMatchObject({
      kind: "Transport",
      message: 'tar ended with code 2 in the container for "/data/x": no space left',
    });
    for (const code of [126, 127]) await expect(finish(code)).rejects.toThrow(/the container has no tar/);
    await expect(finish(128)).rejects.toThrow(/code 128/);
  });

  const explain = async (error: unknown, written: readonly string[] = []): Promise<unknown> => {
    const tally = new CopyTally({});
    for (const path of written) {
      tally.begin(path, 0, "file");
      if (tally.written.length < 10) tally.written.push(path);
    }
    return explainCopy(error, Promise.resolve("said \u001b[2J"), tally);
  };

  it("names what was written before an error, ten files of it, and keeps the kind of error", async () => {
    const cut = new TransportError("cut", { code: "reset" });
    expect(await explain(cut)).toBe(cut);
    expect(await explain(cut, ["a", "b"])).toMatchObject({
      code: "reset",
      message: "the copy was not completed: cut; written before: a, b",
      cause: cut,
    });
    const many = await explain(
      cut,
      Array.from({ length: 11 }, (_, i) => `f${i}`),
    );
    expect((many as Error).message).toMatch(/f8, f9, …$/);
  });

  it("shows what the container said about an error that is not of this library, escaped (F-H17)", async () => {
    const error = Object.assign(new Error("disk full"), { code: "ENOSPC" });
    expect(await explain(error)).toMatchObject({
      kind: "Transport",
      code: "other",
      message: "the copy was not completed: disk full (said \\x1b[2J)",
      cause: error,
    });
  });

  it("is the lack of a tar when the server could not start it", async () => {
    const message = 'exec: "tar": executable file not found in $PATH';
    const status = new StatusError({ kind: "Status", apiVersion: "v1", status: "Failure", message, code: 500 });
    expect(await explain(status)).toMatchObject({ kind: "InvalidArgument", cause: status });
  });
});

it("the error output of a command is read to its end, and 64 KiB of it are kept", async () => {
  const chunks = Array.from({ length: 40 }, (_, i) => Buffer.alloc(4_096, 65 + (i % 26)));
  const stream = Readable.from(chunks);
  const text = await collectText(stream);
  expect(text).toBe(Buffer.concat(chunks).toString("utf8", 0, 65_536));
  expect(stream.readableEnded).toBe(true);
  const broken = new Readable({ read() {} });
  broken.push("begun");
  setImmediate(() => broken.destroy(new Error("cut")));
  expect(await collectText(broken)).toBe("begun");
});
