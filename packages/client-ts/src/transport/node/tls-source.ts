import { X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import { isClientError, newSecretValue, type SecretValue } from "../../errors/index.ts";
import {
  type Clock,
  type Counter,
  guardLogger,
  type Logger,
  noopMeter,
  type Meter,
  singleFlight,
  type Timer,
} from "../../util/index.ts";
import type { CertificateSource } from "../certificate-source.ts";
import type { TlsConfig } from "../rest-config.ts";
import { buildTls, readText, readTls, type TlsMaterial, type TlsSettings } from "./tls.ts";

/** Options of {@link TlsSource}. */
export interface TlsSourceOptions {
  readonly tls: TlsConfig;
  readonly certificate?: CertificateSource | undefined;
  /** How often files are looked at again; 0: never. */
  readonly reloadMs: number;
  /** Called when connections that are open were made with another identity or trust than new ones are. */
  readonly onChange: () => void;
  readonly clock: Clock;
  readonly logger?: Logger | false | undefined;
  readonly meter?: Meter | undefined;
  readonly read?: ((path: string) => Promise<string>) | undefined;
}

/** The shortest time between two looks at the same files. */
const shortestMs = 1_000;
/** How soon files that could not be used are looked at again: another process may be writing them. */
const soonMs = 10_000;

/** The result of a look at the file of the certificate authority. */
type CaOutcome = "unchanged" | "updated" | "empty" | "read_error" | "ca_parse_error";

/**
 * The TLS settings of one cluster and user, kept up to date. Texts of the configuration never change. Files are looked
 * at every `reloadMs`, the client's certificate and key also before a connection, the authority also when a server
 * could not be trusted; all at most once a second. New content replaces the previous one when it can be used. While it
 * cannot (a certificate whose key is not there yet; an authority that is empty, half-written or unreadable), the
 * previous one stays in use, this is logged, and the files are looked at again in ten seconds. The very first content
 * has to be usable: until it is, no connection is made.
 */
export class TlsSource {
  readonly #options: TlsSourceOptions;
  readonly #read: (path: string) => Promise<string>;
  readonly #logger: Logger;
  readonly #caReloads: Counter;
  readonly #watchesCa: boolean;
  readonly #watchesPair: boolean;
  readonly #stopListening: (() => void) | undefined;
  readonly #first: () => Promise<void>;
  readonly #look: () => Promise<void>;
  #material: TlsMaterial | undefined;
  #settings: TlsSettings | undefined;
  #proxySettings: { readonly ca: string | undefined; readonly settings: TlsSettings } | undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;
  #timer: Timer | undefined;
  #closed = false;

  constructor(options: TlsSourceOptions) {
    const { tls, reloadMs, certificate, onChange, logger, meter = noopMeter, read = readText } = options;
    this.#options = options;
    this.#read = read;
    this.#logger = guardLogger(logger);
    this.#caReloads = meter.counter("rest_client_transport_ca_reload_total", {
      help: "Reads of the file of a certificate authority, by result and reason",
      labelNames: ["result", "reason"],
    });
    this.#watchesCa = reloadMs > 0 && Boolean(tls.caFile) && !tls.ca;
    this.#watchesPair = reloadMs > 0 && Boolean(tls.certFile && tls.keyFile) && !tls.cert && tls.key === undefined;
    this.#stopListening = certificate?.onChange(onChange);
    this.#first = singleFlight(() => this.#load());
    this.#look = singleFlight(() => this.#reload());
  }

  /** What a connection that is opened now is made with. */
  async settings(signal?: AbortSignal): Promise<TlsSettings> {
    if (this.#settings === undefined) await this.#first();
    else if (this.#watchesPair && this.#mayLook()) await this.#look();
    await this.#askCertificate(signal);
    return this.#settings as TlsSettings;
  }

  /**
   * The settings for an https proxy: they trust Node's roots and the cluster's authority, and leave out the client's
   * certificate.
   */
  async proxySettings(): Promise<TlsSettings> {
    if (this.#settings === undefined) await this.#first();
    const ca = this.#material?.ca;
    if (this.#proxySettings === undefined || this.#proxySettings.ca !== ca) {
      const { insecure } = this.#options.tls;
      const trusted = ca === undefined ? undefined : [...rootCertificates, ca].join("\n");
      const settings = buildTls({ insecure }, { ca: trusted, cert: undefined, key: undefined });
      this.#proxySettings = { ca, settings };
    }
    return this.#proxySettings.settings;
  }

  /** Called when a server could not be trusted. Whether the file of the authority, read again, has other content. */
  async recheckTrust(): Promise<boolean> {
    if (!this.#watchesCa || !this.#mayLook()) return false;
    const before = this.#settings;
    await this.#look();
    return this.#settings !== before;
  }

  /** Stops looking at the files. */
  close(): void {
    this.#closed = true;
    this.#timer?.cancel();
    this.#stopListening?.();
  }

  #mayLook(): boolean {
    return this.#options.clock.monotonic() - this.#lookedMs >= shortestMs;
  }

  async #load(): Promise<void> {
    const material = await readTls(this.#options.tls, this.#read);
    this.#lookedMs = this.#options.clock.monotonic();
    this.#settings = buildTls(this.#options.tls, material);
    this.#material = material;
    this.#schedule(this.#options.reloadMs);
  }

  #schedule(delayMs: number): void {
    this.#timer?.cancel();
    if (this.#closed || !(this.#watchesCa || this.#watchesPair)) return;
    this.#timer = this.#options.clock.setTimer(delayMs, () => void this.#look(), { ref: false });
  }

  /** Never rejects: files that cannot be used leave the previous settings in place. */
  async #reload(): Promise<void> {
    const { reloadMs, onChange, clock } = this.#options;
    const before = this.#material as TlsMaterial;
    const readCa = this.#watchesCa ? await this.#newCa(before) : undefined;
    const pair = this.#watchesPair ? await this.#newPair(before) : { ok: true };
    this.#lookedMs = clock.monotonic();
    const ca = readCa?.ca ?? before.ca;
    const { cert = before.cert, key = before.key } = pair;
    const failed = !pair.ok || (readCa !== undefined && readCa.outcome !== "unchanged" && readCa.outcome !== "updated");
    this.#schedule(failed ? Math.min(soonMs, reloadMs) : reloadMs);
    if (this.#closed || (ca === before.ca && cert === before.cert && key?.reveal() === before.key?.reveal())) return;
    this.#material = { ca, cert, key };
    this.#settings = buildTls(this.#options.tls, this.#material);
    this.#logger.info("the certificates changed; connections are renewed", {
      ca: ca !== before.ca,
      client: cert !== before.cert,
    });
    onChange();
  }

  async #newCa({
    ca: before,
  }: TlsMaterial): Promise<{ readonly outcome: CaOutcome; readonly ca?: string | undefined }> {
    const path = this.#options.tls.caFile as string;
    const read = await this.#readCa(path, before);
    const ok = read.outcome === "unchanged" || read.outcome === "updated";
    this.#caReloads.add(1, { result: ok ? "success" : "failure", reason: read.outcome });
    if (!ok)
      this.#logger.warn("the certificate authority cannot be used; the previous one stays in use", {
        path,
        reason: read.outcome,
      });
    return read;
  }

  async #readCa(
    path: string,
    before: string | undefined,
  ): Promise<{ readonly outcome: CaOutcome; readonly ca?: string | undefined }> {
    let text: string;
    try {
      text = await this.#read(path);
    } catch {
      return { outcome: "read_error" };
    }
    if (text === before) return { outcome: "unchanged" };
    if (text.trim() === "") return { outcome: "empty" };
    return holdsCertificates(text) ? { outcome: "updated", ca: text } : { outcome: "ca_parse_error" };
  }

  async #newPair(
    before: TlsMaterial,
  ): Promise<{ readonly ok: boolean; readonly cert?: string | undefined; readonly key?: SecretValue | undefined }> {
    const { certFile = "", keyFile = "" } = this.#options.tls;
    try {
      const [cert, key] = await Promise.all([this.#read(certFile), this.#read(keyFile)]);
      if (cert === before.cert && key === before.key?.reveal()) return { ok: true };
      // Another process writes the files one after the other: until it has written both, they do not belong together.
      const pair = { cert, key: newSecretValue(key) };
      buildTls({}, { ca: undefined, ...pair });
      return { ok: true, ...pair };
    } catch (error) {
      const reason = isClientError(error)
        ? "the certificate and the key do not belong together or cannot be read"
        : (error as { code?: string }).code;
      this.#logger.warn("the client certificate cannot be used; the previous one stays in use", {
        path: certFile,
        reason,
      });
      return { ok: false };
    }
  }

  /** Takes over the certificate of a plugin or provider, which reports its changes itself: nothing is notified here. */
  async #askCertificate(signal: AbortSignal | undefined): Promise<void> {
    const { certificate, tls } = this.#options;
    if (certificate === undefined) return;
    const { cert, key } = (await certificate.current({ signal })) ?? {};
    const before = this.#material as TlsMaterial;
    if (cert === before.cert && key?.reveal() === before.key?.reveal()) return;
    const material = { ca: before.ca, cert, key };
    this.#settings = buildTls(tls, material);
    this.#material = material;
  }
}

/** Whether every block of a PEM text is a certificate that can be read, and there is one. */
function holdsCertificates(text: string): boolean {
  const blocks = text.match(/-----BEGIN [A-Z0-9 ]+-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$(?![\s\S]))/g) ?? [];
  if (blocks.length === 0) return false;
  try {
    for (const block of blocks) new X509Certificate(block);
    return true;
  } catch {
    return false;
  }
}
