import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildFromSource } from "./build-from-source.ts";
import { runControlPlaneCommand } from "./command.ts";
import { platformName } from "./directories.ts";
import { chooseVersion, downloadBinaries } from "./download.ts";
import { findBinaries, setDirectory } from "./find-binaries.ts";
import { pinnedSet, pinnedVersions } from "./sets.ts";

let scratch: string;
let env: Record<string, string>;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "client-ts-setup-"));
  env = {
    CLIENT_TS_CACHE: join(scratch, "cache"),
    XDG_DATA_HOME: join(scratch, "data"),
    HOME: scratch,
    PATH: process.env["PATH"] ?? "",
  };
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

describe("pinned sets", () => {
  it("are named after the content of their pins", () => {
    expect(pinnedVersions()[0]).toBe("1.37.1");
    expect(pinnedSet("v1.37").version).toBe("1.37.1");
    expect(pinnedSet("1.37.1").key).not.toBe(pinnedSet("1.33.13").key);
  });

  it("refuse a version that is not there, and say which are", () => {
    expect(() => pinnedSet("1.12.0")).toThrow("Kubernetes 1.12.0 is not pinned here; use one of 1.37.1, 1.33.13");
  });
});

describe("finding binaries", () => {
  const place = (folder: string, name: string, mode = 0o755): string => {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, name);
    writeFileSync(path, "#!/bin/sh\n");
    chmodSync(path, mode);
    return path;
  };

  it("asks TEST_ASSET_<NAME>, KUBEBUILDER_ASSETS, the cache, then setup-envtest's store", () => {
    const store = place(join(scratch, "data/kubebuilder-envtest/k8s", `1.36.2-${platformName()}`), "etcd");
    expect(findBinaries(["etcd"], { env }).get("etcd")).toBe(store);
    const cached = place(setDirectory(undefined, env), "etcd");
    expect(findBinaries(["etcd"], { env }).get("etcd")).toBe(cached);
    const assets = place(join(scratch, "assets"), "etcd");
    expect(findBinaries(["etcd"], { env: { ...env, KUBEBUILDER_ASSETS: join(scratch, "assets") } }).get("etcd")).toBe(
      assets,
    );
    const own = place(join(scratch, "own"), "my-apiserver");
    expect(
      findBinaries(["kube-apiserver"], { env: { ...env, TEST_ASSET_KUBE_APISERVER: own } }).get("kube-apiserver"),
    ).toBe(own);
  });

  it("names the command to run when one is missing", () => {
    expect(() => findBinaries(["etcd", "kwok"], { directory: scratch, env })).toThrow(
      /needs etcd, kwok: run "npx client-ts control-plane setup --from-source"/,
    );
  });

  it("says so when a file lacks the execute permission", () => {
    place(join(scratch, "assets"), "etcd", 0o644);
    // Root may execute nothing without an execute bit, so this holds for every user.
    expect(() => findBinaries(["etcd"], { directory: join(scratch, "assets"), env })).toThrow(
      /cannot be executed: it lacks the execute permission/,
    );
  });
});

describe("downloading", () => {
  let server: Server;
  let url: string;
  let served: Map<string, Buffer | "hang">;
  beforeEach(async () => {
    served = new Map();
    server = createServer((request, response) => {
      const body = served.get(request.url ?? "");
      if (body === "hang") response.writeHead(200, { "content-length": "1000000" }).write("partial");
      else if (body === undefined) response.writeHead(404).end();
      else response.writeHead(200, { "content-length": body.length }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const offer = (
    version: string,
    archive: Buffer,
    hash = createHash("sha512").update(archive).digest("hex"),
  ): string => {
    const name = `envtest-v${version}-${platformName()}.tar.gz`;
    served.set(`/${name}`, archive);
    served.set(
      "/index.yaml",
      Buffer.from(`releases:\n  v${version}:\n    ${name}:\n      hash: ${hash}\n      selfLink: ${url}/${name}\n`),
    );
    return `${url}/index.yaml`;
  };

  it("unpacks an archive whose hash is right, with progress", async () => {
    const indexUrl = offer(
      "1.36.2",
      gzipSync(tar({ "controller-tools/envtest/etcd": "e", "controller-tools/envtest/kube-apiserver": "a" })),
    );
    const progress: string[] = [];
    const directory = await downloadBinaries({ indexUrl, env, onProgress: (line) => progress.push(line) });
    expect(readdirSync(directory).sort()).toEqual(["etcd", "kube-apiserver"]);
    expect(statSync(join(directory, "etcd")).mode & 0o111).not.toBe(0);
    expect(progress.join("\n")).toContain("downloading Kubernetes 1.36.2");
    served.clear();
    expect(await downloadBinaries({ version: "1.36.2", indexUrl, env })).toBe(directory);
  });

  it.each([
    [
      "a corrupt archive",
      () => offer("1.36.2", gzipSync(tar({ etcd: "e" })), "0".repeat(128)),
      /does not have the SHA-512/,
    ],
    ["a file that is not an archive", () => offer("1.36.2", Buffer.from("hello")), /is not a gzip archive/],
    [
      "a cut archive",
      () => offer("1.36.2", gzipSync(tar({ etcd: "e".repeat(5_000) }).subarray(0, 1_024))),
      /the archive is damaged/,
    ],
    ["an index that is not there", () => `${url}/nowhere`, /answered 404/],
    ["a server that is not there", () => "http://127.0.0.1:1/index.yaml", /could not be fetched/],
  ])("refuses %s and keeps nothing", async (_what, prepare, message) => {
    await expect(downloadBinaries({ indexUrl: prepare(), env })).rejects.toThrow(message);
    expect(
      existsSync(join(scratch, "cache/control-plane")) ? readdirSync(join(scratch, "cache/control-plane")) : [],
    ).toEqual([]);
  });

  it("refuses an unknown version and says which there are", async () => {
    const indexUrl = offer("1.36.2", gzipSync(tar({ etcd: "e" })));
    await expect(downloadBinaries({ version: "1.99", indexUrl, env })).rejects.toThrow(
      "the release index has no Kubernetes 1.99; the newest are 1.36.2",
    );
  });

  it("keeps nothing when it is stopped half way", async () => {
    const indexUrl = offer("1.36.2", gzipSync(tar({ etcd: "e" })));
    const archive = [...served.keys()].find((path) => path.endsWith(".gz")) as string;
    served.set(archive, "hang");
    const stop = new AbortController();
    server.on("request", (request) => {
      if (request.url === archive) setImmediate(() => stop.abort(new Error("enough")));
    });
    await expect(downloadBinaries({ indexUrl, env, signal: stop.signal })).rejects.toThrow(
      "the partial file was removed",
    );
    expect(readdirSync(join(scratch, "cache/control-plane"))).toEqual([]);
  });

  it("says which variable to set when the cache cannot be written", async () => {
    writeFileSync(join(scratch, "cache"), "a file, not a directory");
    const indexUrl = offer("1.36.2", gzipSync(tar({ etcd: "e" })));
    await expect(downloadBinaries({ indexUrl, env })).rejects.toThrow(/cannot be written: set CLIENT_TS_CACHE/);
  });

  it("chooses the newest stable patch", () => {
    expect(chooseVersion(["v1.36.2", "v1.36.10", "v1.37.0-beta.1", "v1.35.1"])).toBe("1.36.10");
    expect(chooseVersion(["v1.36.2", "v1.35.1"], "1.35")).toBe("1.35.1");
    expect(chooseVersion(["v1.37.0-beta.1"], "1.37.0-beta.1")).toBe("1.37.0-beta.1");
  });
});

describe("building from source", () => {
  const goThat = (script: string): string => {
    const path = join(scratch, "go");
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return path;
  };

  it("fills the cache only when every binary is built, and reports its progress", async () => {
    const progress: string[] = [];
    const go = goThat('while [ "$1" != "-o" ]; do shift; done; echo built > "$2"');
    const directory = await buildFromSource({ env, go, onProgress: (line) => progress.push(line) });
    expect(readdirSync(directory)).toHaveLength(7);
    expect(progress[0]).toMatch(/building etcd \(1 of 7, 0 s so far, left: etcd, stream-kubelet, kwok/);
    expect(readdirSync(join(scratch, "cache/control-plane"))).toHaveLength(1);
  });

  it("keeps no half-filled cache when a build fails, and shows why", async () => {
    await expect(buildFromSource({ env, go: goThat("echo cannot find module >&2; exit 1") })).rejects.toThrow(
      /building etcd failed \(exit 1\):\ncannot find module/,
    );
    expect(readdirSync(join(scratch, "cache/control-plane"))).toEqual([]);
  });

  it("keeps no half-filled cache and no process when it is stopped", async () => {
    const stop = new AbortController();
    const build = buildFromSource({
      env,
      go: goThat("exec sleep 600"),
      signal: stop.signal,
      onProgress: () => setImmediate(() => stop.abort(new Error("ctrl-C"))),
    });
    await expect(build).rejects.toThrow("partial results were removed");
    expect(readdirSync(join(scratch, "cache/control-plane"))).toEqual([]);
  });

  it("says that Go is needed when it is not there", async () => {
    await expect(buildFromSource({ env, go: join(scratch, "no-go") })).rejects.toThrow(/needs Go 1.26 or newer/);
  });
});

describe("client-ts control-plane", () => {
  const call = async (argv: string[]): Promise<{ code: number; out: string }> => {
    const lines: string[] = [];
    const keep = (line: string): void => {
      lines.push(line);
    };
    const code = await runControlPlaneCommand(argv, {
      print: keep,
      report: keep,
      signal: new AbortController().signal,
      env,
    });
    return { code, out: lines.join("\n") };
  };

  it("lists what is pinned and cleans the cache", async () => {
    expect((await call(["list"])).out).toContain("1.37.1 (pinned)  not built");
    mkdirSync(join(scratch, "cache/control-plane/1.36.2-linux-amd64"), { recursive: true });
    expect((await call(["list"])).out).toContain("1.36.2-linux-amd64");
    expect((await call(["clean"])).out).toContain("removed");
    expect(readdirSync(join(scratch, "cache/control-plane"))).toEqual([]);
  });

  it.each([
    [["fly"], 2, /control-plane setup/],
    [["up", "--nodes", "many"], 1, /--nodes takes a whole number, not "many"/],
    [["up", "--parts", "etcd,kubelet"], 1, /there is no part "kubelet"; the parts are etcd/],
    [["up", "--nonsense"], 2, /--nonsense/],
    [["setup", "--version", "1.2.3", "--from-source"], 1, /is not pinned here/],
  ])("answers %j with a clear error", async (argv, code, text) => {
    const answer = await call(argv);
    expect(answer.code).toBe(code);
    expect(answer.out).toMatch(text);
  });
});

/** A ustar archive of the given files. */
function tar(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write("0000755\0", 100);
    header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write("0", 156);
    header.write("ustar\0", 257);
    return [header, Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, "\0"))];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}
