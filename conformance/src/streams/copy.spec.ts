/** Files between this machine and containers, honest and hostile. */
import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Pod } from "client-ts/api/core/v1";
import { isClientError } from "client-ts/errors";
import type { CopyOptions, CopyResult } from "client-ts/streaming";
import type { ContainerProcess } from "client-ts-testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { archive, paxHeader, type RawEntry, rawEntry } from "./hostile-archives.ts";
import { hasControlPlane, hereScript, startInMemory, startReal, type StreamServer } from "./stream-servers.ts";

if (!hasControlPlane) console.log("skipped: copies on the real control plane (set CLIENT_TS_CLUSTER=on)");

let folder: string;
let server: StreamServer | undefined;
const pods = () => (server as StreamServer).client.resource(Pod, { namespace: (server as StreamServer).namespace });
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "client-ts-copy-"));
});
afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const digest = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");

describe.each([
  { name: "the in-memory server", real: false },
  { name: "the real control plane", real: true },
])("copies on $name", ({ real }) => {
  it.skipIf(real && !hasControlPlane)("go there and back byte for byte, files and folders", async () => {
    server = real ? await startReal() : await startInMemory(hereScript());
    const source = join(folder, "source");
    mkdirSync(join(source, "deep/er"), { recursive: true });
    writeFileSync(join(source, "empty"), "");
    writeFileSync(join(source, "deep/er/b ü.bin"), randomBytes(3_000_001));
    writeFileSync(join(source, `${"n".repeat(150)}.txt`), "long name", { mode: 0o755 });
    symlinkSync("/etc/passwd", join(source, "link"));
    const remote = join(folder, "remote");
    mkdirSync(remote);
    const seen: number[] = [];
    const sent = await pods().copyTo("web", source, remote, { onProgress: ({ bytes }) => seen.push(bytes) });
    // As kubectl: what goes to a folder goes into it.
    expect(digest(join(remote, "source/deep/er/b ü.bin"))).toBe(digest(join(source, "deep/er/b ü.bin")));
    expect(sent).toMatchObject({ files: 3, folders: 3, bytes: 3_000_010, skipped: [{ path: "link" }] });
    expect(seen.at(-1)).toBe(3_000_010);
    expect(existsSync(join(remote, "source/link"))).toBe(false);

    const back = join(folder, "back");
    const got = await pods().copyFrom("web", join(remote, "source"), back);
    expect(got).toMatchObject({ files: 3, folders: 3, bytes: 3_000_010, skipped: [] });
    expect(digest(join(back, "deep/er/b ü.bin"))).toBe(digest(join(source, "deep/er/b ü.bin")));
    expect(statSync(join(back, `${"n".repeat(150)}.txt`)).mode & 0o777).toBe(0o755);
    expect(readdirSync(back).sort()).toEqual(["deep", "empty", `${"n".repeat(150)}.txt`].sort());

    const file = join(folder, "single");
    await pods().copyFrom("web", join(remote, "source/deep/er/b ü.bin"), file);
    expect(digest(file)).toBe(digest(join(source, "deep/er/b ü.bin")));
    await pods().copyTo("web", file, join(remote, "renamed"));
    expect(digest(join(remote, "renamed"))).toBe(digest(file));
    await expect(pods().copyFrom("web", join(remote, "none"), join(folder, "x"))).rejects.toThrow(
      /tar ended with code 2/,
    );
  });
});

let sent: Buffer = Buffer.alloc(0);

/** A tar that sends these bytes, whatever it is asked for. */
async function tar({ stdout }: ContainerProcess): Promise<number> {
  await pipeline(Readable.from([sent]), stdout, { end: false });
  return 0;
}

/** Copies `/data/src` from a container whose tar sends these bytes, into `jail/dst`, with canaries around it. */
async function receive(bytes: Buffer, options: CopyOptions = {}): Promise<CopyResult> {
  sent = bytes;
  server ??= await startInMemory(hereScript({ commands: { tar } }));
  mkdirSync(join(folder, "jail"), { recursive: true });
  mkdirSync(join(folder, "dst-evil"), { recursive: true });
  writeFileSync(join(folder, "canary"), "untouched");
  return pods().copyFrom("web", "/data/src", join(folder, "jail/dst"), options);
}

const outside = (): string[] => readdirSync(folder).sort();
const dst = (...parts: string[]): string => join(folder, "jail/dst", ...parts);
const src: RawEntry = { name: "src/", type: "5", mode: 0o755 };
const good: RawEntry = { name: "src/good", content: "good" };

describe("an archive from a hostile container", () => {
  afterEach(() => {
    expect(readFileSync(join(folder, "canary"), "utf8")).toBe("untouched");
    expect(outside()).toEqual(["canary", "dst-evil", "jail"]);
    expect(readdirSync(join(folder, "dst-evil"))).toEqual([]);
    expect(readdirSync(join(folder, "jail")).filter((name) => name !== "dst")).toEqual([]);
  });

  it("writes nothing for names that lead elsewhere (F-I1, SEC-1)", async () => {
    const names = ["../x", "/abs", "src/../../x", "C:..\\x", "\\\\srv\\x", "src/../../dst-evil/x", "srcx/y", "other"];
    const result = await receive(archive(src, ...names.map((name) => ({ name, content: "evil" })), good));
    expect(result.skipped).toHaveLength(names.length);
    expect(result).toMatchObject({ files: 1, bytes: 4 });
    expect(readdirSync(dst())).toEqual(["good"]);
    expect(existsSync("/abs")).toBe(false);
  });

  it("makes no link, and follows none that an entry before wanted (F-I2, SEC-1)", async () => {
    const result = await receive(
      archive(
        src,
        { name: "src/link", type: "2", link: join(folder, "dst-evil") },
        { name: "src/link/file", content: "evil" },
        { name: "src/hard", type: "1", link: "../canary" },
        { name: "src/sibling", type: "2", link: "../../dst-evil" },
        good,
      ),
    );
    expect(result.skipped.map(({ path }) => path)).toEqual(["src/link", "src/hard", "src/sibling"]);
    // The file stands in a folder of its own, where the link would have been.
    expect(lstatSync(dst("link")).isDirectory()).toBe(true);
    expect(readFileSync(dst("link/file"), "utf8")).toBe("evil");
    expect(existsSync(dst("hard"))).toBe(false);
  });

  it("does not follow a link that is in the destination already (F-I3, SEC-1)", async () => {
    mkdirSync(dst(), { recursive: true });
    symlinkSync(join(folder, "canary"), dst("good"));
    await receive(archive(src, good));
    expect(lstatSync(dst("good")).isSymbolicLink()).toBe(false);
    expect(readFileSync(dst("good"), "utf8")).toBe("good");
    symlinkSync(join(folder, "dst-evil"), dst("sub"));
    const through = receive(archive(src, { name: "src/sub/file", content: "evil" }));
    await expect(through).rejects.toThrow(/not a folder, or a link to one/);
  });

  it("leaves out devices and pipes, and takes neither owner nor setuid bits (F-I4)", async () => {
    const result = await receive(
      archive(
        src,
        { name: "src/char", type: "3" },
        { name: "src/block", type: "4" },
        { name: "src/pipe", type: "6" },
        { name: "src/sparse", type: "S", content: "x" },
        { name: "src/setuid", mode: 0o7755, uid: 12_345, content: "x" },
      ),
    );
    expect(result.skipped).toHaveLength(4);
    const { mode, uid } = statSync(dst("setuid"));
    expect(mode & 0o7000).toBe(0);
    expect(uid).toBe(process.getuid?.());
    expect(readdirSync(dst())).toEqual(["setuid"]);
  });

  it("refuses long and strange names, also in the headers that override them (F-I5, F-H17)", async () => {
    const result = await receive(
      archive(
        src,
        paxHeader({ path: "../../canary" }),
        { name: "src/a", content: "evil" },
        paxHeader({ path: "src/new\nline" }),
        { name: "src/b", content: "x" },
        paxHeader({ path: "src/\u001b[31mred" }),
        { name: "src/c", content: "x" },
        paxHeader({ path: `src/${"n".repeat(300)}` }),
        { name: "src/d", content: "x" },
        paxHeader({ path: `src/${"n/".repeat(3000)}x` }),
        { name: "src/e", content: "x" },
        { name: "LongLink", type: "L", content: "../../x\0" },
        { name: "src/f", content: "x" },
      ),
    );
    expect(result.skipped).toHaveLength(6);
    expect(JSON.stringify(result.skipped)).not.toContain("\u001b");
    expect(readdirSync(dst())).toEqual([]);
  });

  it.each(["x", "L", "K", "g"])("refuses a header %s of 1 GiB before it is read (F-I5, SEC-16)", async (type) => {
    const huge = rawEntry({ name: "huge", type, size: 2 ** 30 });
    await expect(receive(Buffer.concat([rawEntry(src), huge, Buffer.alloc(1_000_000, 97)]))).rejects.toThrow(
      /archive of the container cannot be read/,
    );
  });

  const negative = Buffer.concat([Buffer.alloc(11, 0xff), Buffer.from([0])]);
  const overflow = Buffer.concat([Buffer.from([0x80]), Buffer.alloc(11, 0xff)]);
  it.each<[string, Buffer]>([
    ["a negative size", archive(src, { ...good, size: negative })],
    ["a size beyond all numbers", archive(src, { ...good, size: overflow })],
    ["a size that is no number", archive(src, paxHeader({ size: "many" }), good)],
    ["a wrong checksum", archive(src, { ...good, badChecksum: true })],
    ["a cut file", archive(src, { ...good, content: "x".repeat(5_000) }).subarray(0, 3_000)],
    ["junk at its end", Buffer.concat([archive(src, good), Buffer.alloc(600, 97)])],
  ])("is an error with %s, and leaves no partial file (F-I6)", async (_what, bytes) => {
    await expect(receive(bytes)).rejects.toSatisfy((error) => isClientError(error));
    const left = existsSync(dst()) ? readdirSync(dst()) : [];
    expect(left.filter((name) => name !== "good")).toEqual([]);
    if (left.includes("good")) expect(readFileSync(dst("good"), "utf8")).toBe("good");
  });

  it("ends at its limits of entries and bytes (F-I7, SEC-16)", async () => {
    const many = archive(src, ...Array.from({ length: 500 }, (_, i) => ({ name: `src/${i}` })));
    await expect(receive(many, { maxEntries: 100 })).rejects.toMatchObject({ code: "limit" });
    expect(readdirSync(dst()).length).toBeLessThan(100);
    const skipped = archive(src, ...Array.from({ length: 500 }, (_, i) => ({ name: `../${i}` })));
    await expect(receive(skipped, { maxEntries: 100 })).rejects.toMatchObject({ code: "limit" });
    const terabyte = Buffer.concat([Buffer.from([0x80, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0])]);
    await expect(receive(archive(src, { name: "src/huge", size: terabyte }))).rejects.toThrow(/more than \d+ bytes/);
    expect(existsSync(dst("huge"))).toBe(false);
    await expect(receive(archive(src, good), { maxBytes: 3 })).rejects.toMatchObject({ code: "limit" });
  });

  it("keeps the first of two names that are one on some file systems (F-I8)", async () => {
    const result = await receive(
      archive(
        src,
        { name: "src/File", content: "first" },
        { name: "src/file", content: "second" },
        { name: "src/caf\u00e9", content: "first" },
        { name: "src/cafe\u0301", content: "second" },
      ),
    );
    expect(result.skipped).toHaveLength(2);
    expect(readFileSync(dst("File"), "utf8")).toBe("first");
    expect(readdirSync(dst())).toHaveLength(2);
  });

  it("says what was written before a file could not be", async () => {
    mkdirSync(dst("taken/inside"), { recursive: true });
    const failing = receive(archive(src, good, { name: "src/taken", content: "x" }));
    await expect(failing).rejects.toThrow(/taken is a folder, not a file; written before: .*good/);
    expect(readdirSync(dst()).sort()).toEqual(["good", "taken"]);
  });
});

describe("a copy", () => {
  it("passes paths after --, never as options (F-I9, SEC-2)", async () => {
    const argv: (readonly string[])[] = [];
    const record = (code: number) => (process: ContainerProcess) => {
      argv.push(process.argv);
      process.stdin.resume();
      return code;
    };
    server = await startInMemory(hereScript({ commands: { tar: record(2), test: record(1) } }));
    for (const path of ["-T/x", "--checkpoint-action=exec=sh", "/a/--x", "-x"]) {
      await expect(pods().copyFrom("web", path, join(folder, "x"))).rejects.toThrow(/code 2/);
      await expect(pods().copyTo("web", folder, path)).rejects.toThrow();
    }
    expect(argv.filter(([program]) => program === "tar").map((words) => words.slice(1))).toEqual([
      ["cf", "-", "-C", "./-T", "--", "x"],
      ["xmf", "-", "-C", "./-T"],
      ["cf", "-", "-C", ".", "--", "--checkpoint-action=exec=sh"],
      ["xmf", "-", "-C", "."],
      ["cf", "-", "-C", "/a", "--", "--x"],
      ["xmf", "-", "-C", "/a"],
      ["cf", "-", "-C", ".", "--", "-x"],
      ["xmf", "-", "-C", "."],
    ]);
    await expect(pods().copyFrom("web", "/", folder)).rejects.toThrow(/names no file or folder/);
    await expect(pods().copyFrom("web", "", folder)).rejects.toThrow(/must not be empty/);
  });

  it("says that the container has no tar (F-I10)", async () => {
    server = await startInMemory({
      commands: {
        tar: () => {
          throw new Error('exec: "tar": executable file not found in $PATH');
        },
      },
    });
    writeFileSync(join(folder, "file"), "x");
    await expect(pods().copyFrom("web", "/x", join(folder, "y"))).rejects.toThrow(/the container has no tar/);
    await expect(pods().copyTo("web", join(folder, "file"), "/x")).rejects.toThrow(/the container has no tar/);
  });

  it("goes on with tail where a broken connection has cut a file", async () => {
    const content = randomBytes(400_000);
    let tails = 0;
    const cutAfter = 150_000;
    server = await startInMemory({
      commands: {
        tar: async ({ stdout }) => {
          const bytes = archive({ name: "big", content });
          stdout.write(bytes.subarray(0, cutAfter));
          await new Promise((resolve) => setTimeout(resolve, 100));
          server?.cut();
          return 0;
        },
        tail: async ({ argv, stdout }) => {
          tails++;
          const from = Number(argv[2]?.slice(1)) - 1;
          stdout.write(content.subarray(from, tails === 1 ? from + 50_000 : undefined));
          if (tails > 1) return 0;
          await new Promise((resolve) => setTimeout(resolve, 100));
          server?.cut();
          return 0;
        },
      },
    });
    const path = join(folder, "big");
    await expect(pods().copyFrom("web", "/data/big", path)).rejects.toMatchObject({ kind: "Transport" });
    expect(readdirSync(folder)).toEqual([]);
    const result = await pods().copyFrom("web", "/data/big", path, { retries: 3 });
    expect(result).toMatchObject({ files: 1, bytes: content.length });
    expect(readFileSync(path).equals(content)).toBe(true);
    expect(tails).toBe(2);
  });
});
