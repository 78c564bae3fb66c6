import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Transport } from "../../transport/index.ts";
import { defined, FakeClock, type Logger, systemClock } from "../../util/index.ts";
import { DiscoveryClient } from "../discovery-client.ts";
import {
  ChecksummedFiles,
  DiskCachedDiscovery,
  discoveryCacheDirectory,
  httpCache,
  newDiskCachedDiscovery,
} from "../index.ts";
import { restClientFor } from "../../rest/index.ts";
import { type Answer, type SeenRequest, startServer, type TestServer } from "../test-support/server.ts";
import { discoveryAnswer, resource, type Served } from "../test-support/served.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "discovery-cache-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const cluster: Served = {
  "": [{ version: "v1", resources: [resource("pods", "Pod")] }],
  apps: [{ version: "v1", resources: [resource("deployments", "Deployment")] }],
  empty: [{ version: "v1" }],
};

async function serving(
  answer: (request: SeenRequest) => Answer = (request) => discoveryAnswer(cluster, request, { aggregated: false }),
): Promise<TestServer> {
  const server = await startServer(answer);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

/** A process' cache: each call stands for another process. */
function processOf(server: TestServer, options: { directory?: string; logger?: Logger } = {}): DiskCachedDiscovery {
  const rest = restClientFor({ host: server.url });
  onTestFinished(() => rest.close());
  return new DiskCachedDiscovery(new DiscoveryClient(rest), {
    directory: join(folder, "server"),
    ttlMs: 60_000,
    ...options,
  });
}

async function modesBelow(path: string): Promise<{ folders: Set<number>; files: Set<number> }> {
  const folders = new Set([(await lstat(path)).mode & 0o7777]);
  const files = new Set<number>();
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    const { mode } = await lstat(join(entry.parentPath, entry.name));
    (entry.isDirectory() ? folders : files).add(mode & 0o7777);
  }
  return { folders, files };
}

describe("DiskCachedDiscovery", () => {
  it("is fresh until it uses a file of an earlier process, and again after it was invalidated (B373)", async () => {
    const server = await serving();
    const first = processOf(server);
    expect(first.fresh).toBe(true);
    await first.serverGroups();
    await first.serverResourcesForGroupVersion("apps/v1");
    const asked = server.seen.length;
    await first.serverGroups();
    await first.serverResourcesForGroupVersion("apps/v1");
    expect(server.seen).toHaveLength(asked);
    expect(first.fresh).toBe(true);

    const second = processOf(server);
    expect((await second.serverGroups()).groups).toHaveLength(3);
    expect((await second.serverResourcesForGroupVersion("apps/v1")).resources[0]?.name).toBe("deployments");
    expect(server.seen).toHaveLength(asked);
    expect(second.fresh).toBe(false);
    second.invalidate();
    expect(second.fresh).toBe(true);
    await second.serverGroups();
    expect(server.seen).toHaveLength(asked + 2);
    await second.serverGroups();
    expect(server.seen).toHaveLength(asked + 2);
    expect(second.fresh).toBe(true);
  });

  it("asks again when a file is older than its time to live (B374)", async () => {
    const server = await serving();
    await processOf(server).serverGroups();
    const old = new Date(systemClock.now() - 61_000);
    await utimes(join(folder, "server", "servergroups.json"), old, old);
    await processOf(server).serverGroups();
    expect(server.seen).toHaveLength(4);
    await processOf(server).serverGroups();
    expect(server.seen).toHaveLength(4);
  });

  it("uses a file for six hours unless another time is set, with the interceptors of its configuration", async () => {
    const server = await serving();
    let requests = 0;
    const counting =
      (next: Transport): Transport =>
      (request) => {
        requests++;
        return next(request);
      };
    const asks = async (options: { ttlMs?: number } = {}): Promise<boolean> => {
      const before = requests;
      const config = { host: server.url, interceptors: [counting] };
      const cache = newDiskCachedDiscovery(config, { directory: folder, ...options });
      await cache.serverGroups();
      await cache[Symbol.asyncDispose]();
      return requests > before;
    };
    const age = async (minutes: number): Promise<void> => {
      const then = new Date(systemClock.now() - minutes * 60_000);
      await utimes(join(discoveryCacheDirectory(folder, server.url), "servergroups.json"), then, then);
    };
    expect(await asks()).toBe(true);
    await age(5 * 60 + 59);
    expect(await asks()).toBe(false);
    expect(await asks({ ttlMs: 60_000 })).toBe(true);
    await age(6 * 60 + 1);
    expect(await asks()).toBe(true);
  });

  it("reports files that cannot be written once, until one can be again", async () => {
    const server = await serving();
    const warnings: unknown[] = [];
    const logger = { debug() {}, info() {}, error() {}, warn: (...line: unknown[]) => void warnings.push(line) };
    const cache = processOf(server, { logger });
    await writeFile(join(folder, "server"), "in the way");
    for (let i = 0; i < 3; i++) await cache.serverGroups();
    expect(warnings).toHaveLength(1);
    await rm(join(folder, "server"));
    await cache.serverGroups();
    expect(await readdir(join(folder, "server"))).toEqual(["servergroups.json"]);
    await rm(join(folder, "server"), { recursive: true });
    await writeFile(join(folder, "server"), "in the way again");
    cache.invalidate();
    await cache.serverGroups();
    expect(warnings).toHaveLength(2);
  });

  it("writes neither empty answers nor failures, and survives a folder that cannot be written", async () => {
    const server = await serving();
    const cache = processOf(server);
    await cache.serverResourcesForGroupVersion("empty/v1");
    await cache.serverResourcesForGroupVersion("none/v1").catch(() => {});
    expect(await readdir(folder)).toEqual([]);
    await writeFile(join(folder, "file"), "");
    const nowhere = processOf(server, { directory: join(folder, "file", "below") });
    expect((await nowhere.serverGroups()).groups).toHaveLength(3);
  });

  it("asks the server when another process left a broken file", async () => {
    const server = await serving();
    await processOf(server).serverGroups();
    for (const broken of ["", "{", "null", '{"groups":1}']) {
      await writeFile(join(folder, "server", "servergroups.json"), broken);
      expect((await processOf(server).serverGroups()).groups).toHaveLength(3);
    }
  });

  it("makes folders 0700 and files 0600 whatever the umask, also as an ordinary user (SEC-19)", async () => {
    const server = await serving();
    const umask = process.umask(0);
    const isRoot = process.geteuid?.() === 0;
    try {
      if (isRoot) await chown(folder, 65534, 65534);
      if (isRoot) process.seteuid?.(65534);
      await mkdir(join(folder, "server"), { mode: 0o777 });
      await chmod(join(folder, "server"), 0o777);
      const cache = processOf(server);
      await cache.serverGroups();
      await cache.serverResourcesForGroupVersion("apps/v1");
      await new ChecksummedFiles(join(folder, "http")).set("key", Buffer.from("value"));
      for (const path of ["server", "http"]) {
        expect(await modesBelow(join(folder, path))).toEqual({ folders: new Set([0o700]), files: new Set([0o600]) });
      }
      expect((await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    } finally {
      if (isRoot) process.seteuid?.(0);
      process.umask(umask);
    }
  });

  it("neither reads nor writes through links, nor trusts another user's folder (SEC-19)", async () => {
    const server = await serving();
    const victim = join(folder, "victim");
    await writeFile(victim, '{"groups":[{"name":"hostile","versions":[]}]}');
    await mkdir(join(folder, "server"), { mode: 0o700 });
    await symlink(victim, join(folder, "server", "servergroups.json"));
    expect((await processOf(server).serverGroups()).groups.map(({ name }) => name)).not.toContain("hostile");
    expect(await readFile(victim, "utf8")).toContain("hostile");
    expect((await lstat(join(folder, "server", "servergroups.json"))).isFile()).toBe(true);

    await mkdir(join(folder, "other"));
    await symlink(join(folder, "other"), join(folder, "link"));
    await processOf(server, { directory: join(folder, "link") }).serverGroups();
    expect(await readdir(join(folder, "other"))).toEqual([]);

    if (process.geteuid?.() !== 0) return;
    await mkdir(join(folder, "foreign"), { mode: 0o777 });
    await writeFile(join(folder, "foreign", "servergroups.json"), '{"groups":[{"name":"hostile","versions":[]}]}');
    await chown(join(folder, "foreign"), 65534, 65534);
    const foreign = await processOf(server, { directory: join(folder, "foreign") }).serverGroups();
    expect(foreign.groups.map(({ name }) => name)).not.toContain("hostile");
  });

  it("keeps hostile group versions and hosts inside its folder (SEC-10, SEC-19)", async () => {
    const server = await serving();
    for (const bad of ["../../x", "..", "a/..", "a/b/c", "a\\b/v1"]) {
      await expect(processOf(server).serverResourcesForGroupVersion(bad)).rejects.toMatchObject({
        kind: "InvalidArgument",
      });
    }
    expect(await readdir(folder)).toEqual([]);
    for (const host of ["https://a.example:6443/x/../..", "..", "https://..", "https://[::1]:6443"]) {
      expect(discoveryCacheDirectory("/cache", host)).toMatch(/^\/cache\/[A-Za-z0-9._-]+$/);
      expect(discoveryCacheDirectory("/cache", host)).not.toMatch(/\/\.\.?$/);
    }
  });
});

describe("the HTTP cache", () => {
  it("asks with the ETag, and uses the kept body when the server says that nothing changed (B377)", async () => {
    let version = 1;
    const server = await serving(({ headers }) => {
      const etag = `"v${version}"`;
      if (headers["if-none-match"] === etag) return (response) => response.writeHead(304, { etag }).end();
      return { headers: { etag }, body: { version } };
    });
    const rest = restClientFor({ host: server.url, interceptors: [httpCache(join(folder, "http"))] });
    onTestFinished(() => rest.close());
    const get = async (): Promise<unknown> => (await rest.get().absPath("/version").do()).into();
    expect(await get()).toEqual({ version: 1 });
    expect(await get()).toEqual({ version: 1 });
    expect(server.seen.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"v1"']);
    version = 2;
    expect(await get()).toEqual({ version: 2 });
    expect(await get()).toEqual({ version: 2 });
    expect(server.seen.map(({ headers }) => headers["if-none-match"]).slice(2)).toEqual(['"v1"', '"v2"']);
  });

  it("keeps the answers of several servers apart", async () => {
    for (const name of ["one", "two"]) {
      const server = await serving(({ headers }) =>
        headers["if-none-match"] ? { code: 304, body: "" } : { headers: { etag: '"1"' }, body: { name } },
      );
      const rest = restClientFor({
        host: server.url,
        interceptors: [httpCache(join(folder, "http"), { host: server.url })],
      });
      onTestFinished(() => rest.close());
      for (let i = 0; i < 2; i++) expect((await rest.get().absPath("/version").do()).into()).toEqual({ name });
    }
  });

  it("keeps nothing without an ETag, of writes, or of what must not be stored, and forgets what is gone", async () => {
    let code = 200;
    const server = await serving((request) => ({
      code,
      headers:
        request.path === "/apis/plain"
          ? {}
          : { etag: '"1"', ...defined({ "cache-control": request.path === "/apis/secret" ? "no-store" : undefined }) },
      body: {},
    }));
    const rest = restClientFor({ host: server.url, interceptors: [httpCache(join(folder, "http"))] });
    onTestFinished(() => rest.close());
    for (const path of ["/apis/plain", "/apis/secret"]) await rest.get().absPath(path).doRaw();
    await rest.post().absPath("/apis/write").body({}).doRaw();
    // A server may put an ETag on a Secret: it does not belong on disk.
    for (const path of ["/api/v1/namespaces/a/secrets/b", "/api/v1/secrets", "/apis/x/v1/things"])
      await rest.get().absPath(path).doRaw();
    expect(await readdir(folder)).toEqual([]);
    await rest.get().absPath("/apis/kept").doRaw();
    expect(await readdir(join(folder, "http"))).toHaveLength(1);
    code = 404;
    await rest
      .get()
      .absPath("/apis/kept")
      .doRaw()
      .catch(() => {});
    expect(await readdir(join(folder, "http"))).toEqual([]);
  });

  it("fetches OpenAPI documents once for several processes, and again when their hash changes (B376)", async () => {
    let hash = "1";
    const server = await serving((request) => {
      const etag = `"${hash}"`;
      if (request.headers["if-none-match"] === etag) return (response) => response.writeHead(304, { etag }).end();
      const headers = { etag };
      if (request.path === "/openapi/v3")
        return { headers, body: { paths: { "api/v1": { serverRelativeURL: `/openapi/v3/api/v1?hash=${hash}` } } } };
      const immutable = {
        "cache-control": "public, immutable",
        expires: new Date(systemClock.now() + 3_600_000).toUTCString(),
      };
      return { headers: { ...headers, ...immutable }, body: { hash } };
    });
    const read = async (): Promise<string> => {
      const cache = newDiskCachedDiscovery(
        { host: server.url },
        { directory: folder, httpCacheDirectory: join(folder, "http") },
      );
      onTestFinished(() => cache.close());
      return (await (await cache.openAPIV3().paths()).get("api/v1")!.schema()).toString();
    };
    expect(await read()).toBe('{"hash":"1"}');
    expect(await read()).toBe('{"hash":"1"}');
    expect(server.seen.map(({ url }) => url)).toEqual(["/openapi/v3", "/openapi/v3/api/v1?hash=1", "/openapi/v3"]);
    hash = "2";
    expect(await read()).toBe('{"hash":"2"}');
  });

  it("asks again when what was called immutable has expired, and when it is not immutable (B376)", async () => {
    const clock = new FakeClock();
    let control = "public, immutable";
    const server = await serving(() => ({
      headers: { etag: '"1"', "cache-control": control, expires: new Date(clock.now() + 60_000).toUTCString() },
      body: {},
    }));
    const rest = restClientFor({ host: server.url, interceptors: [httpCache(join(folder, "http"), { clock })] });
    onTestFinished(() => rest.close());
    const asked = async (): Promise<number> => {
      await rest.get().absPath("/openapi/v3/api/v1").doRaw();
      return server.seen.length;
    };
    expect([await asked(), await asked()]).toEqual([1, 1]);
    await clock.advance(59_999);
    expect(await asked()).toBe(1);
    await clock.advance(1);
    control = "public";
    expect([await asked(), await asked()]).toEqual([2, 3]);
  });

  it("has no part in a request for a piece of a document", async () => {
    const server = await serving(() => ({ headers: { etag: '"1"' }, body: {} }));
    const rest = restClientFor({ host: server.url, interceptors: [httpCache(join(folder, "http"))] });
    onTestFinished(() => rest.close());
    await rest.get().absPath("/version").doRaw();
    await rest.get().absPath("/version").setHeader("range", "bytes=0-1").doRaw();
    expect(server.seen.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, undefined]);
  });

  it("keeps what it has while the server is out of order, and one entry per path and form", async () => {
    let code = 200;
    const server = await serving(({ headers, url }) =>
      headers["if-none-match"] === '"1"' && code === 200
        ? (response) => response.writeHead(304).end()
        : { code, headers: { etag: '"1"' }, body: { url, accept: headers.accept } },
    );
    const rest = restClientFor({ host: server.url, interceptors: [httpCache(join(folder, "http"))] });
    onTestFinished(() => rest.close());
    const get = async (query: string, accept: string): Promise<unknown> =>
      (await rest.get().requestURI(`/version${query}`).setHeader("accept", accept).do()).into();
    const [one, two] = ["application/json", "application/json;as=Table"];
    expect(await get("", one)).toEqual({ url: "/version", accept: one });
    expect(await get("", two)).toEqual({ url: "/version", accept: two });
    expect(await get("?a=1", one)).toEqual({ url: "/version?a=1", accept: one });
    code = 503;
    await expect(get("", one)).rejects.toMatchObject({ code: 503 });
    code = 200;
    expect(await get("", one)).toEqual({ url: "/version", accept: one });
    expect(server.seen.at(-1)?.headers["if-none-match"]).toBe('"1"');
  });

  it("reports a store that fails once, until it works again, and gives the answer all the same", async () => {
    const warnings: unknown[] = [];
    const logger = { debug() {}, info() {}, error() {}, warn: (...line: unknown[]) => void warnings.push(line) };
    const kept = new Map<string, Uint8Array>();
    let full = true;
    const store = {
      get: async (key: string) => kept.get(key),
      set: async (key: string, value: Uint8Array) => {
        if (full) throw new Error("disk full");
        kept.set(key, value);
      },
      delete: async () => {},
    };
    const server = await serving(() => ({ headers: { etag: '"1"' }, body: { ok: true } }));
    const rest = restClientFor({ host: server.url, interceptors: [httpCache(store, { logger })] });
    onTestFinished(() => rest.close());
    const get = async (): Promise<unknown> => (await rest.get().absPath("/version").do()).into();
    for (let i = 0; i < 3; i++) expect(await get()).toEqual({ ok: true });
    expect(warnings).toEqual([[expect.any(String), { path: "/version", error: "disk full" }]]);
    full = false;
    await get();
    full = true;
    await get();
    expect([warnings.length, kept.size]).toEqual([2, 1]);
  });

  it("ignores entries that are missing, empty or not what was stored, overwrites and deletes (B378)", async () => {
    const files = new ChecksummedFiles(join(folder, "sums"));
    const names = async (): Promise<string[]> =>
      (await readdir(join(folder, "sums"))).map((name) => join(folder, "sums", name));
    expect(await files.get("key")).toBeUndefined();
    await files.set("key", Buffer.from("first"));
    expect((await files.get("key"))?.toString()).toBe("first");
    await files.set("key", Buffer.from("second"));
    expect((await files.get("key"))?.toString()).toBe("second");
    const [file = ""] = await names();
    expect(file).toMatch(/[0-9a-f]{64}$/);
    const stored = await readFile(file);
    for (const broken of [
      Buffer.alloc(0),
      Buffer.from("short"),
      Buffer.concat([stored, Buffer.from("x")]),
      stored.subarray(0, -1),
    ]) {
      await writeFile(file, broken);
      expect(await files.get("key")).toBeUndefined();
    }
    await writeFile(file, stored);
    expect((await files.get("key"))?.toString()).toBe("second");
    await files.set("empty", Buffer.alloc(0));
    expect((await files.get("empty"))?.length).toBe(0);
    await files.delete("key");
    await files.delete("key");
    expect(await files.get("key")).toBeUndefined();
    expect(await names()).toHaveLength(1);
  });
});
