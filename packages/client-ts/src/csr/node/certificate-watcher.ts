/**
 * Certificate files that another program replaces: a mounted Secret, cert-manager, certbot, or our own file store. The
 * files are read every 10 s, because notifications do not work on every file system and get lost when links are
 * swapped. A new content counts when certificate and key can be read and belong together; until then the old pair stays
 * in use.
 */
import { readFile } from "node:fs/promises";
import type { CertificateAndKey } from "../../certs/index.ts";
import { ConfigError, InvalidArgumentError } from "../../errors/index.ts";
import type { CertificateSource } from "../../transport/index.ts";
import {
  checkNumber,
  type Clock,
  defaultLogger,
  guardLogger,
  type Logger,
  newLimitedLogger,
  onAbort,
  systemClock,
  until,
} from "../../util/index.ts";
import { type CheckedPair, checkPair } from "../certificate-pair.ts";
import { CurrentCertificate, type SecureServer } from "../current-certificate.ts";

/** Options of {@link newCertificateWatcher}. */
export interface CertificateWatcherOptions {
  /** The file of the certificate, PEM; more certificates may follow the first. */
  readonly certFile: string;
  /** The file of its key, PEM. May be the same file. */
  readonly keyFile: string;
  /** How often the files are read. Default 10,000. */
  readonly intervalMs?: number | undefined;
  /** Closes the watcher. */
  readonly signal?: AbortSignal | undefined;
  /** Gets failures, at most one line a minute. Default: standard error. */
  readonly logger?: Logger | false | undefined;
  readonly clock?: Clock | undefined;
}

/** Watches a certificate and its key; see {@link newCertificateWatcher}. */
export class CertificateWatcher {
  readonly #options: CertificateWatcherOptions;
  readonly #certificate: CurrentCertificate;
  readonly #logger: Logger;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  readonly #stopListening: () => void;
  #latest: CertificateAndKey;

  constructor(options: CertificateWatcherOptions, first: CheckedPair) {
    const { clock = systemClock, intervalMs = 10_000 } = options;
    const logger = guardLogger(options.logger, defaultLogger);
    this.#options = options;
    this.#logger = newLimitedLogger(logger, { clock, periodMs: 60_000 });
    this.#certificate = new CurrentCertificate(clock, logger);
    this.#certificate.set(first);
    this.#latest = first.pair;
    const loop = { clock, signal: this.#stop.signal, delayFirst: true, ref: false, name: "watching certificate files" };
    this.#ended = until(() => this.#look(), intervalMs, loop);
    this.#stopListening = onAbort(options.signal, () => void this.close());
  }

  /** The certificate and its key as they were read last. A server shows an expired certificate too. */
  get current(): CertificateAndKey {
    return this.#latest;
  }

  /** For the option `clientCertificate` of a client. */
  get clientCertificate(): CertificateSource {
    return this.#certificate.clientCertificate;
  }

  /** Gives a server the certificate now and whenever the files change. Returns a function that stops that. */
  applyTo(server: SecureServer): () => void {
    return this.#certificate.applyTo(server);
  }

  /** Calls a function when the files have another certificate. Returns a function that removes it. */
  onChange(listener: () => void): () => void {
    return this.#certificate.onChange(listener);
  }

  /** Stops reading the files. */
  async close(): Promise<void> {
    this.#stopListening?.();
    this.#stop.abort();
    await this.#ended;
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #look(): Promise<void> {
    const { certFile } = this.#options;
    try {
      const { cert, key } = await readPair(this.#options);
      if (cert === this.#latest.cert && key === this.#latest.key) return;
      const checked = checkPair({ cert, key });
      this.#latest = checked.pair;
      this.#certificate.set(checked);
      this.#logger.info("the certificate files changed", { certFile, notAfter: checked.facts.notAfter.toISOString() });
    } catch (error) {
      this.#logger.warn("the certificate files cannot be used; the previous certificate stays in use", {
        certFile,
        error,
      });
    }
  }
}

/**
 * Reads a certificate and its key, and watches their files until it is closed. Rejects when they cannot be used now.
 *
 * ```ts
 * const watcher = await newCertificateWatcher({ certFile: "/tls/tls.crt", keyFile: "/tls/tls.key" });
 * const server = createServer({ ...watcher.current }, handler);
 * watcher.applyTo(server);
 * ```
 */
export async function newCertificateWatcher(options: CertificateWatcherOptions): Promise<CertificateWatcher> {
  const { certFile, keyFile, intervalMs = 10_000 } = options;
  checkNumber("intervalMs", intervalMs, { least: 1, error: InvalidArgumentError });
  let first: CheckedPair;
  try {
    first = checkPair(await readPair(options));
  } catch (cause) {
    throw new ConfigError(`the certificate ${certFile} and the key ${keyFile} cannot be used`, { cause });
  }
  return new CertificateWatcher(options, first);
}

async function readPair({ certFile, keyFile }: CertificateWatcherOptions): Promise<CertificateAndKey> {
  const [cert, key] = await Promise.all([readFile(certFile, "utf8"), readFile(keyFile, "utf8")]);
  return { cert, key };
}
