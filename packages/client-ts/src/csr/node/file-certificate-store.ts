/**
 * Certificates in files, as client-go's file store lays them out. Each certificate and its key are one file,
 * `<prefix>-<time>.pem`, which only the owner can read, and the link `<prefix>-current.pem` leads to the newest. A new
 * file is complete and on the disk before the link is replaced in one step, so that a reader sees one pair or the
 * other, and a crash at any point leaves one that can be used. Old files stay.
 */
import { lstat, mkdir, open, readFile, rename, symlink, unlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { type CertificateAndKey, encodePem, parsePem, splitCertificates } from "../../certs/index.ts";
import { ConfigError, InvalidArgumentError } from "../../errors/index.ts";
import { type Clock, systemClock } from "../../util/index.ts";
import { checkPair } from "../certificate-pair.ts";
import type { CertificateStore } from "../certificate-store.ts";

/** Options of {@link newFileCertificateStore}. */
export interface FileCertificateStoreOptions {
  /** The folder of the files; made when it is missing, for this user alone. */
  readonly directory: string;
  /** What the names of the files begin with: `shop` makes `shop-current.pem`. */
  readonly prefix: string;
  /** A certificate to begin with, while there is no `<prefix>-current.pem`. Default: `<prefix>.crt` in the folder. */
  readonly certFile?: string | undefined;
  /** The key of `certFile`. Default: `<prefix>.key` in the folder. */
  readonly keyFile?: string | undefined;
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/** A store of certificates in files; see the top of this file. */
export class FileCertificateStore implements CertificateStore {
  readonly #options: FileCertificateStoreOptions;
  readonly #clock: Pick<Clock, "now">;

  constructor(options: FileCertificateStoreOptions) {
    const { directory, prefix, certFile, keyFile, clock = systemClock } = options;
    if (directory === "") throw new InvalidArgumentError("a certificate store needs a directory");
    if (!/^[\w.-]+$/.test(prefix) || /^\.+$/.test(prefix))
      throw new InvalidArgumentError(
        `the prefix of a certificate store cannot be ${JSON.stringify(prefix)}: it becomes part of file names`,
      );
    if ((certFile === undefined) !== (keyFile === undefined))
      throw new InvalidArgumentError("certFile and keyFile of a certificate store belong together: give both");
    this.#options = options;
    this.#clock = clock;
  }

  /** The path of the link to the newest certificate and key. Both are in this one file. */
  get currentPath(): string {
    return this.#path("current");
  }

  async current(): Promise<CertificateAndKey | undefined> {
    await this.#recover();
    const { directory, prefix, certFile, keyFile } = this.#options;
    const pair = await readIfThere(this.currentPath);
    if (pair !== undefined) return this.#usable({ cert: certificatesOf(pair), key: keyOf(pair) }, this.currentPath);
    const candidates: [string | undefined, string | undefined][] = [
      [certFile, keyFile],
      [join(directory, `${prefix}.crt`), join(directory, `${prefix}.key`)],
    ];
    for (const [certPath, keyPath] of candidates) {
      if (certPath === undefined || keyPath === undefined) continue;
      const [cert, key] = [await readIfThere(certPath), await readIfThere(keyPath)];
      if (cert !== undefined && key !== undefined) return this.#usable({ cert, key }, certPath);
    }
    return undefined;
  }

  async update(pair: CertificateAndKey): Promise<void> {
    const text = `${splitCertificates(pair.cert).join("")}${keyOf(pair.key)}`;
    checkPair(pair);
    const { directory } = this.#options;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    // Before anything is written: what is there may not be ours.
    await requireLink(this.currentPath);
    await requireLink(this.#path("updated"));
    const file = await this.#writeNew(text);
    await this.#linkTo(file);
    await syncFolder(directory);
  }

  /** A crash of an older version may have left only the new link. */
  async #recover(): Promise<void> {
    if ((await lstatIfThere(this.currentPath)) !== undefined) return;
    if (await requireLink(this.#path("updated"))) await rename(this.#path("updated"), this.currentPath);
  }

  async #writeNew(text: string): Promise<string> {
    const time = new Date(this.#clock.now()).toISOString().slice(0, 19).replace(/[T:]/g, "-");
    for (let number = 0; ; number++) {
      const path = this.#path(number === 0 ? time : `${time}-${number}`);
      try {
        const file = await open(path, "wx", 0o600);
        try {
          await file.writeFile(text);
          await file.sync();
        } finally {
          await file.close();
        }
        return path;
      } catch (error) {
        // Two certificates within one second have a file each: the link may lead to the first.
        if (codeOf(error) !== "EEXIST") throw error;
      }
    }
  }

  async #linkTo(file: string): Promise<void> {
    const updated = this.#path("updated");
    await unlink(updated).catch((error: unknown) => {
      if (codeOf(error) !== "ENOENT") throw error;
    });
    // Relative, so that the folder can be moved or mounted elsewhere.
    await symlink(basename(file), updated);
    await rename(updated, this.currentPath);
  }

  #usable(pair: CertificateAndKey, path: string): CertificateAndKey {
    try {
      return checkPair(pair).pair;
    } catch (cause) {
      throw new ConfigError(`the certificate and key of ${path} cannot be used`, { cause });
    }
  }

  #path(qualifier: string): string {
    return join(this.#options.directory, `${this.#options.prefix}-${qualifier}.pem`);
  }
}

/**
 * A store of certificates in files, for a certificate manager. `store.currentPath` can be given to other programs.
 *
 * ```ts
 * const store = newFileCertificateStore({ directory: "/var/lib/shop/pki", prefix: "shop" });
 * ```
 */
export function newFileCertificateStore(options: FileCertificateStoreOptions): FileCertificateStore {
  return new FileCertificateStore(options);
}

function certificatesOf(text: string): string {
  return splitCertificates(text).join("");
}

function keyOf(text: string): string {
  const block = parsePem(text).find(({ label }) => label.endsWith("PRIVATE KEY"));
  if (block === undefined) throw new InvalidArgumentError("no private key in the PEM text");
  return encodePem(block.label, block.bytes);
}

/** Whether there is a link at the path. A file in its place is not ours to replace. */
async function requireLink(path: string): Promise<boolean> {
  const facts = await lstatIfThere(path);
  if (facts !== undefined && !facts.isSymbolicLink())
    throw new ConfigError(`${path} must be a symbolic link, but it is something else: remove it`);
  return facts !== undefined;
}

async function lstatIfThere(path: string): Promise<{ isSymbolicLink(): boolean } | undefined> {
  return lstat(path).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
}

async function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  });
}

/** Without it the new link may not survive a power failure. Windows cannot open folders. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
