/** Copies between this machine and a scripted container, and what is left on this machine when they go wrong. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type ApiServer, type ContainerScript, startApiServer } from "client-ts-testing";
import { extract, pack } from "tar-stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Pod } from "../api/core/v1.ts";
import { type Client, connect } from "../client/index.ts";
import type { CopyOptions } from "./copy.ts";

let folder: string;
let server: ApiServer;
let client: Client;
/** What the container of each Pod does. */
const scripts = new Map<string, ContainerScript>();
beforeAll(async () => {
  server = await startApiServer({ containers: ({ pod }) => scripts.get(pod) });
  client = await connect({ kubeconfigText: server.kubeconfig });
});
afterAll(async () => {
  await client.close();
  await server.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "client-ts-copy-files-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Copies with a container of its own. */
async function start(script: ContainerScript) {
  const name = `web-${scripts.size}`;
  scripts.set(name, script);
  server.apply({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: "default" },
    spec: { nodeName: "node-1", containers: [{ name: "app", image: "none" }] },
  } as Pod);
  const pods = client.resource(Pod, { namespace: "default" });
  return {
    copyFrom: (remote: string, local: string, options?: CopyOptions) => pods.copyFrom(name, remote, local, options),
    copyTo: (local: string, remote: string, options?: CopyOptions) => pods.copyTo(name, local, remote, options),
  };
}

/** The bytes of an archive with one file. */
async function archiveOf(name: string, content: Buffer): Promise<Buffer> {
  const archive = pack();
  archive.entry({ name }, content);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const content = Buffer.alloc(100_000, "0123456789");

/** A container whose tar is cut off after 60,000 bytes; `tail` does what the test says. */
async function cutOff(tail: NonNullable<ContainerScript["commands"]>[string]) {
  const bytes = await archiveOf("big", content);
  return start({
    commands: {
      tar: async ({ stdout }) => {
        await new Promise((resolve) => stdout.write(bytes.subarray(0, 60_000), resolve));
        // Until what was written has arrived.
        await expect.poll(() => partial(), { interval: 5 }).toBeGreaterThan(50_000);
        server.cutConnections();
        return 0;
      },
      tail,
    },
  });
}

/** How many bytes of a copy wait for the rest. */
function partial(): number {
  const name = readdirSync(folder).find((one) => one.endsWith(".partial"));
  return name === undefined ? 0 : statSync(join(folder, name)).size;
}

describe("a file from a container", () => {
  it("goes into a folder that is there, and replaces a file that is there", async () => {
    const pods = await start({ files: new Map([["/data/a.txt", Buffer.from("new")]]) });
    mkdirSync(join(folder, "into"));
    await pods.copyFrom("/data/a.txt", join(folder, "into"));
    expect(readdirSync(join(folder, "into"))).toEqual(["a.txt"]);
    writeFileSync(join(folder, "old"), "much longer than the new content");
    expect(await pods.copyFrom("/data/a.txt", join(folder, "old"))).toMatchObject({
      files: 1,
      folders: 0,
      bytes: 3,
    });
    expect(readFileSync(join(folder, "old"), "utf8")).toBe("new");
    expect(statSync(join(folder, "old")).mode & 0o777).toBe(0o644);
  });

  it("needs a folder to go to, and nothing is run without one", async () => {
    let runs = 0;
    const pods = await start({ commands: { tar: () => ++runs } });
    await expect(pods.copyFrom("/data/a.txt", join(folder, "none/here"))).rejects.toMatchObject({
      kind: "InvalidArgument",
      message: expect.stringContaining("does not exist"),
    });
    expect(runs).toBe(0);
  });

  it("may have a name of 255 bytes in any script", async () => {
    const name = "名".repeat(85);
    const pods = await start({ files: new Map([[`/data/${name}`, Buffer.from("long")]]) });
    await pods.copyFrom("/data", join(folder, "data"));
    expect(readFileSync(join(folder, "data", name), "utf8")).toBe("long");
  });

  it("is complete when two copies of it run at once", async () => {
    let first: (() => void) | undefined;
    const halves = await archiveOf("big", content);
    let runs = 0;
    const pods = await start({
      commands: {
        tar: async ({ stdout }) => {
          const isFirst = ++runs === 1;
          stdout.write(halves.subarray(0, 50_000));
          // The first one waits half-way until the second is done.
          if (isFirst) await new Promise<void>((resolve) => (first = resolve));
          stdout.write(halves.subarray(50_000));
          return 0;
        },
      },
    });
    const path = join(folder, "big");
    const slow = pods.copyFrom("/data/big", path);
    await expect.poll(() => first !== undefined && partial() > 0, { interval: 5 }).toBe(true);
    await pods.copyFrom("/data/big", path);
    expect(readFileSync(path).equals(content)).toBe(true);
    first?.();
    await slow;
    expect(readFileSync(path).equals(content)).toBe(true);
    expect(readdirSync(folder)).toEqual(["big"]);
  });

  it("ends with its signal: the command too, and nothing is left", async () => {
    const bytes = await archiveOf("big", content);
    let gone = false;
    const pods = await start({
      commands: {
        tar: async ({ stdout, signal }) => {
          stdout.write(bytes.subarray(0, 60_000));
          await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
          gone = true;
          return 0;
        },
      },
    });
    const abort = new AbortController();
    const copying = pods.copyFrom("/data/big", join(folder, "big"), { signal: abort.signal, retries: 5 });
    await expect.poll(() => partial(), { interval: 5 }).toBeGreaterThan(0);
    abort.abort();
    await expect(copying).rejects.toMatchObject({ kind: "Aborted" });
    expect(readdirSync(folder)).toEqual([]);
    await expect.poll(() => gone).toBe(true);
  });
});

describe("a file whose connection was cut", () => {
  it("is asked for from the first byte that is missing, and as often as was said", async () => {
    const asked: (readonly string[])[] = [];
    const pods = await cutOff(async ({ argv }) => {
      asked.push(argv);
      server.cutConnections();
      return 0;
    });
    const copying = pods.copyFrom("/data/big", join(folder, "big"), { retries: 2 });
    await expect(copying).rejects.toMatchObject({ kind: "Transport", code: "reset" });
    expect(asked).toHaveLength(2);
    const [, flag, from = "", dashes, path] = asked[0] ?? [];
    expect([flag, dashes, path]).toEqual(["-c", "--", "/data/big"]);
    // The archive has a header of 512 bytes before the file.
    expect(from).toBe(`+${60_000 - 512 + 1}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ["a command that fails although all bytes came", 1, 0, /changed while it was copied/],
    ["fewer bytes than are missing", 0, -1, /changed while it was copied/],
    ["more bytes than are missing", 0, 10, /grew while it was copied/],
  ])("is not there after %s", async (_what, code, more, message) => {
    const pods = await cutOff(async ({ argv, stdout }) => {
      const from = Number(argv[2]?.slice(1)) - 1;
      stdout.write(Buffer.concat([content, Buffer.alloc(10)]).subarray(from, content.length + more));
      return code;
    });
    const copying = pods.copyFrom("/data/big", join(folder, "big"), { retries: 3 });
    await expect(copying).rejects.toThrow(message);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is not there when a folder took its place meanwhile", async () => {
    const path = join(folder, "big");
    const pods = await cutOff(async ({ argv, stdout }) => {
      mkdirSync(path);
      stdout.write(content.subarray(Number(argv[2]?.slice(1)) - 1));
      return 0;
    });
    await expect(pods.copyFrom("/data/big", path, { retries: 1 })).rejects.toThrow(/is a folder, not a file/);
    expect(readdirSync(folder)).toEqual(["big"]);
    expect(readdirSync(path)).toEqual([]);
  });
});

describe("a file to a container", () => {
  it("goes into a folder under its own name, and else gets the name that was said", async () => {
    const files = new Map([["/data/there", Buffer.from("x")]]);
    const pods = await start({ files });
    const path = join(folder, "local.txt");
    writeFileSync(path, "content");
    const progress: string[] = [];
    const onProgress = ({ file, bytes }: { file: string; bytes: number }): void =>
      void progress.push(`${file}:${bytes}`);
    expect(await pods.copyTo(path, "/data/", { onProgress })).toMatchObject({ files: 1, bytes: 7 });
    await pods.copyTo(path, "/data/named");
    expect([...files.keys()].sort()).toEqual(["/data/local.txt", "/data/named", "/data/there"]);
    expect(files.get("/data/named")?.toString()).toBe("content");
    expect(progress).toEqual([":7"]);
  });

  it("stays here when the container's tar fails before it has read everything, with what tar says", async () => {
    const pods = await start({
      commands: {
        tar: async ({ stderr }) => {
          stderr.write("tar: /full: No space left on device\n");
          return 2;
        },
      },
    });
    writeFileSync(join(folder, "big"), Buffer.alloc(4_000_000));
    const copying = pods.copyTo(join(folder, "big"), "/full/big");
    await expect(copying).rejects.toThrow(/tar ended with code 2 .*No space left on device/);
  });

  it("is read no faster than the container reads it (SEC-17)", async () => {
    const pods = await start({
      commands: {
        tar: ({ signal }) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(0))),
      },
    });
    const size = 256_000_000;
    const path = join(folder, "big");
    writeFileSync(path, "");
    truncateSync(path, size);
    const abort = new AbortController();
    let read = 0;
    const onProgress = ({ bytes }: { bytes: number }): void => {
      read = bytes;
    };
    const copying = pods.copyTo(path, "/big", { onProgress, signal: abort.signal });
    for (let before = -1; read === 0 || read !== before; ) {
      before = read;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(read).toBeLessThan(size / 4);
    abort.abort();
    await expect(copying).rejects.toMatchObject({ kind: "Aborted" });
  });

  it("is not complete when the command ends before it has read everything, and is not read further", async () => {
    const pods = await start({ commands: { tar: () => 0 } });
    const path = join(folder, "big");
    writeFileSync(path, "");
    truncateSync(path, 256_000_000);
    let read = 0;
    const onProgress = ({ bytes }: { bytes: number }): void => {
      read = bytes;
    };
    await expect(pods.copyTo(path, "/big", { onProgress })).rejects.toMatchObject({
      kind: "Transport",
      code: "reset",
      message: "the command ended before it had read the archive",
    });
    const readBefore = read;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(read).toBe(readBefore);
  });

  it("keeps to its limits, and the command ends", async () => {
    let read = "";
    const pods = await start({
      commands: {
        tar: async ({ stdin }) => {
          read = await text(stdin).catch(() => "gone");
          return 0;
        },
      },
    });
    writeFileSync(join(folder, "big"), Buffer.alloc(1_001));
    const copying = pods.copyTo(join(folder, "big"), "/big", { maxBytes: 1_000 });
    await expect(copying).rejects.toMatchObject({ code: "limit" });
    await expect.poll(() => read).toBe("gone");
    await expect(pods.copyTo(join(folder, "none"), "/x")).rejects.toThrow(/ENOENT/);
    expect(existsSync(join(folder, "none"))).toBe(false);
  });

  it("keeps its permissions and the time of its last change", async () => {
    const headers: { mode?: number | undefined; mtime?: Date | undefined; type?: string | null | undefined }[] = [];
    const pods = await start({
      commands: {
        tar: async ({ stdin }) => {
          const archive = extract();
          stdin.pipe(archive as unknown as NodeJS.WritableStream);
          for await (const entry of archive) {
            headers.push(entry.header);
            entry.resume();
          }
          return 0;
        },
      },
    });
    const path = join(folder, "run.sh");
    writeFileSync(path, "#!/bin/sh", { mode: 0o750 });
    utimesSync(path, 1_000, 1_000);
    await pods.copyTo(path, "/bin/run.sh");
    expect(headers).toMatchObject([{ mode: 0o750, mtime: new Date(1_000_000), type: "file" }]);
  });
});
