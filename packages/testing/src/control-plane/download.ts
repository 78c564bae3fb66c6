import { createHash } from "node:crypto";
import { chmodSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { AbortedError, ConfigError, isClientError, TransportError } from "client-ts/errors";
import { combineSignals } from "client-ts/internal";
import { parse } from "yaml";
import type { Environment } from "client-ts/internal";
import { makeDirectory, type OnProgress } from "./build-from-source.ts";
import { cacheDirectory, platformName } from "./directories.ts";

/** Where controller-tools lists its releases of etcd, kube-apiserver and kubectl. */
const defaultIndexUrl = "https://raw.githubusercontent.com/kubernetes-sigs/controller-tools/HEAD/envtest-releases.yaml";

/** Options of {@link downloadBinaries}. */
export interface DownloadOptions {
  /** `1.36.2`, `1.36` (its newest stable patch) or absent: the newest stable release. */
  readonly version?: string | undefined;
  /** The release index; default: the index of controller-tools. */
  readonly indexUrl?: string | undefined;
  readonly onProgress?: OnProgress | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly env?: Environment | undefined;
}

interface ReleaseIndex {
  readonly releases?:
    | Readonly<Record<string, Readonly<Record<string, { readonly hash: string; readonly selfLink: string }>>>>
    | undefined;
}

/**
 * Downloads etcd, kube-apiserver and kubectl as controller-tools publishes them, checks their SHA-512, unpacks them
 * into the cache and says where they are. Nothing is kept of a download that breaks or does not have the right hash.
 */
export async function downloadBinaries(options: DownloadOptions = {}): Promise<string> {
  const { indexUrl = defaultIndexUrl, onProgress = () => {}, signal, env = process.env } = options;
  const exact = /^v?\d+\.\d+\.\d+/.test(options.version ?? "")
    ? (options.version as string).replace(/^v/, "")
    : undefined;
  if (exact !== undefined && existsSync(targetOf(exact, env))) return targetOf(exact, env);

  const index = parse((await fetchBytes(indexUrl, signal)).toString("utf8"), {
    schema: "failsafe",
  }) as ReleaseIndex | null;
  const releases = index?.releases ?? {};
  const version = chooseVersion(Object.keys(releases), options.version);
  const archives = releases[`v${version}`] ?? releases[version] ?? {};
  const name = `envtest-v${version}-${platformName()}.tar.gz`;
  const archive = archives[name];
  if (archive === undefined)
    throw new ConfigError(
      `the release index has no ${name}; it has ${Object.keys(archives).join(", ") || "nothing for that version"}`,
    );
  const target = targetOf(version, env);
  if (existsSync(target)) return target;

  const partial = `${target}.partial-${process.pid}`;
  makeDirectory(partial);
  try {
    const bytes = await fetchBytes(archive.selfLink, signal, (got, total) => {
      onProgress(
        `downloading Kubernetes ${version}: ${megabytes(got)}${total === undefined ? "" : ` of ${megabytes(total)}`}`,
      );
    });
    const hash = createHash("sha512").update(bytes).digest("hex");
    if (hash !== archive.hash.toLowerCase())
      throw new ConfigError(`${name} does not have the SHA-512 that the index gives; it was not used`);
    for (const { path, mode, content } of readTar(gunzip(bytes, name))) {
      const file = join(partial, basename(path));
      writeFileSync(file, content, { mode: 0o755 });
      chmodSync(file, (mode & 0o555) | 0o500);
    }
    renameSync(partial, target);
    onProgress(`the binaries of Kubernetes ${version} are in ${target}`);
    return target;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

function targetOf(version: string, env: Environment): string {
  return join(cacheDirectory(env), `${version}-${platformName()}`);
}

/** An exact version, the newest patch of `X.Y`, or the newest of all; pre-releases only when named exactly. */
export function chooseVersion(available: readonly string[], wanted?: string): string {
  const names = available.map((name) => name.replace(/^v/, ""));
  const plain = wanted?.replace(/^v/, "");
  if (plain !== undefined && names.includes(plain)) return plain;
  const stable = names
    .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
    .sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
  const found = plain === undefined ? stable[0] : stable.find((name) => name.startsWith(`${plain}.`));
  if (found === undefined)
    throw new ConfigError(
      `the release index has no Kubernetes ${wanted ?? "release"}; the newest are ${stable.slice(0, 5).join(", ") || "none"}`,
    );
  return found;
}

async function fetchBytes(
  url: string,
  stop: AbortSignal | undefined,
  onBytes?: (got: number, total: number | undefined) => void,
): Promise<Buffer> {
  const { signal, release } = combineSignals(stop);
  try {
    const response = await fetch(url, { signal, redirect: "follow" });
    if (!response.ok || response.body === null)
      throw new TransportError(`${url} answered ${response.status}`, { code: "other" });
    const length = Number(response.headers.get("content-length"));
    const total = length > 0 ? length : undefined;
    const chunks: Uint8Array[] = [];
    let got = 0;
    let reported = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      got += chunk.length;
      if (got - reported >= 8 << 20 || got === total) {
        reported = got;
        onBytes?.(got, total);
      }
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (signal.aborted)
      throw new AbortedError("the download was stopped; the partial file was removed", { cause: signal.reason });
    if (isClientError(error, "Transport")) throw error;
    throw new TransportError(
      `${url} could not be fetched: use --from-source, or --index with a URL that this machine reaches`,
      {
        code: "other",
        cause: error,
      },
    );
  } finally {
    release();
  }
}

function gunzip(bytes: Buffer, name: string): Buffer {
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw new ConfigError(`${name} is not a gzip archive`, { cause: error });
  }
}

interface TarEntry {
  readonly path: string;
  readonly mode: number;
  readonly content: Buffer;
}

/** The regular files of a tar archive (ustar). Everything else is passed over. */
function* readTar(archive: Buffer): Generator<TarEntry> {
  const text = (at: number, length: number): string => {
    const end = archive.indexOf(0, at);
    return archive.toString("latin1", at, end < 0 || end > at + length ? at + length : end);
  };
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    if (!Number.isInteger(size) || size < 0 || at + 512 + size > archive.length)
      throw new ConfigError("the archive is damaged: an entry is longer than the archive");
    const type = text(at + 156, 1);
    if (type === "0" || type === "")
      yield {
        path: text(at, 100),
        mode: Number.parseInt(text(at + 100, 8), 8),
        content: archive.subarray(at + 512, at + 512 + size),
      };
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
