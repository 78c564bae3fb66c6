/**
 * Discovery that is remembered on disk, for programs that start often. `servergroups.json` and
 * `<group>/<version>/serverresources.json` stand in one folder per server.
 *
 * A file is used while it is younger than the time to live, by its time of writing. Files of earlier processes are used
 * until {@link DiskCachedDiscovery.invalidate}; from then on only files that this cache wrote are trusted. It is
 * `fresh` as long as it used no file of an earlier process. Answers that are empty, and failures, are not written. A
 * file that cannot be read or written only costs more requests. A group version that the server calls stale is left out
 * and not reported as a failure: for that, use a client without files.
 */
import { join } from "node:path";
import type { APIGroupList, APIResourceList } from "../../api/meta/v1.ts";
import { InvalidArgumentError } from "../../errors/index.ts";
import { checkSegment, restClientFor } from "../../rest/index.ts";
import type { RestConfig } from "../../transport/index.ts";
import { type Clock, guardLogger, type Logger, systemClock } from "../../util/index.ts";
import { DiscoveryCache } from "../discovery-cache.ts";
import { DiscoveryClient, type DiscoveryClientOptions } from "../discovery-client.ts";
import { newMemoryCachedDiscovery } from "../memory-cached-discovery.ts";
import type { Discovery, DiscoveryCall } from "../types.ts";
import { CacheFiles } from "./cache-files.ts";
import { httpCache } from "./http-cache.ts";

/** Options of {@link DiskCachedDiscovery}. */
export interface DiskCacheOptions {
  /** The folder of this one server. Made with 0700. */
  readonly directory: string;
  /** How long a file is used. Default 6 hours. */
  readonly ttlMs?: number | undefined;
  readonly clock?: Clock | undefined;
  /** Gets one warning when a file could not be read or written, until one can be again. */
  readonly logger?: Logger | false | undefined;
}

/** Discovery that is remembered on disk. */
export class DiskCachedDiscovery extends DiscoveryCache {
  readonly #files: CacheFiles;
  readonly #ttlMs: number;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #ours = new Set<string>();
  #invalidated = false;
  #fresh = true;
  /** Whether a disk that is full or gone was reported: that is done once. */
  #unusable = false;

  constructor(source: Discovery, { directory, ttlMs = 6 * 3_600_000, clock = systemClock, logger }: DiskCacheOptions) {
    super(source);
    this.#files = new CacheFiles(directory);
    this.#ttlMs = ttlMs;
    this.#clock = clock;
    this.#logger = guardLogger(logger);
  }

  override get fresh(): boolean {
    return this.#fresh;
  }

  override invalidate(): void {
    this.#ours = new Set();
    this.#fresh = true;
    this.#invalidated = true;
    super.invalidate();
  }

  override serverGroups(options: DiscoveryCall = {}): Promise<APIGroupList> {
    return this.#remembered(
      ["servergroups.json"],
      () => this.source.serverGroups(options),
      (list) => list.groups,
    );
  }

  override async serverResourcesForGroupVersion(
    groupVersion: string,
    options: DiscoveryCall = {},
  ): Promise<APIResourceList> {
    const segments = groupVersion.split("/");
    if (segments.length > 2) throw new InvalidArgumentError(`${JSON.stringify(groupVersion)} is not a group version`);
    for (const segment of segments) checkSegment("group version", segment);
    return this.#remembered(
      [...segments, "serverresources.json"],
      () => this.source.serverResourcesForGroupVersion(groupVersion, options),
      (list) => list.resources,
    );
  }

  async #remembered<T extends object>(
    path: readonly string[],
    ask: () => Promise<T>,
    parts: (answer: T) => unknown,
  ): Promise<T> {
    const kept = await this.#read(path, parts);
    if (kept !== undefined) return kept as T;
    const answer = await ask();
    const items = parts(answer);
    if (Array.isArray(items) && items.length > 0) await this.#write(path, answer);
    return answer;
  }

  async #read<T extends object>(path: readonly string[], parts: (answer: T) => unknown): Promise<T | undefined> {
    const name = join(...path);
    const ours = this.#ours.has(name);
    if (this.#invalidated && !ours) return undefined;
    const file = await this.#files.read(...path).catch((error) => this.#report("read", path, error));
    if (file === undefined || this.#clock.now() > file.modifiedMs + this.#ttlMs) return undefined;
    let answer: T;
    try {
      answer = JSON.parse(file.content.toString("utf8")) as T;
      if (!Array.isArray(parts(answer))) return undefined;
    } catch {
      return undefined;
    }
    this.#fresh &&= ours;
    return answer;
  }

  async #write(path: readonly string[], answer: object): Promise<void> {
    try {
      await this.#files.write(path, JSON.stringify(answer));
      this.#ours.add(join(...path));
      this.#unusable = false;
    } catch (error) {
      this.#report("written", path, error);
    }
  }

  /** Says that we go on without files; once, until one can be written again. */
  #report(what: "read" | "written", path: readonly string[], error: unknown): undefined {
    if (this.#unusable) return;
    this.#unusable = true;
    this.#logger.warn(`a discovery cache file could not be ${what}; the server is asked each time`, {
      file: join(this.#files.directory, ...path),
      error: (error as Error).message,
    });
  }
}

/** Options of {@link newDiskCachedDiscovery}. */
export interface NewDiskCacheOptions extends DiscoveryClientOptions {
  /** The folder of all servers' caches; each gets one of its own in it, named by its address. */
  readonly directory: string;
  /** A folder for answers with an ETag. Absent: none are kept. */
  readonly httpCacheDirectory?: string | undefined;
  /** How long a file is used. Default 6 hours. */
  readonly ttlMs?: number | undefined;
}

/**
 * Discovery for a configuration, remembered on disk and, below that, in memory. Has connections of its own: `close`
 * ends them.
 */
export function newDiskCachedDiscovery(
  config: RestConfig,
  { directory, httpCacheDirectory, ttlMs, ...options }: NewDiskCacheOptions,
): DiskCachedDiscovery & AsyncDisposable & { close(): Promise<void> } {
  const { clock, logger, interceptors = [] } = config;
  const cache =
    httpCacheDirectory === undefined ? [] : [httpCache(httpCacheDirectory, { host: config.host, clock, logger })];
  const rest = restClientFor({ ...config, interceptors: [...interceptors, ...cache] });
  const discovery = new DiskCachedDiscovery(newMemoryCachedDiscovery(new DiscoveryClient(rest, options)), {
    directory: discoveryCacheDirectory(directory, config.host),
    ttlMs,
    clock,
    logger,
  });
  const close = (): Promise<void> => rest.close();
  return Object.assign(discovery, { close, [Symbol.asyncDispose]: close });
}

/** The folder of one server's cache: its address with everything but letters, digits, dots and dashes made harmless. */
export function discoveryCacheDirectory(parent: string, host: string): string {
  const name = host.replace(/^[a-z]+:\/\//i, "").replace(/[^A-Za-z0-9.-]+/g, "_");
  return join(parent, /^\.*$/.test(name) ? "_" : name);
}
