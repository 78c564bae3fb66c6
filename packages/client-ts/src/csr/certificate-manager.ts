/**
 * A certificate manager holds a certificate and replaces it in time. It begins with what its store has, else with the
 * bootstrap certificate, else with none. Then, until it is closed, it waits for the moment of rotation and requests a
 * new certificate, with a new key:
 *
 * - at once, when there is no certificate, when it is the bootstrap certificate, or when it lacks what the template
 *   asks for;
 * - otherwise at a random point between 70 % and 90 % of its lifetime.
 *
 * A request may take 15 minutes. After a failure the next one is made after 2, 4, 8 and 16 s and then every 32 s; the
 * old certificate stays in use. The new one is stored first and then shown to servers, clients and listeners.
 */
import { type AltNameOptions, type CertificateAndKey, newPrivateKey, type SubjectOptions } from "../certs/index.ts";
import type { Client } from "../client/index.ts";
import { InvalidArgumentError, isClientError, orAborted } from "../errors/index.ts";
import type { CertificateSource } from "../transport/index.ts";
import {
  type Clock,
  combineSignals,
  defaultLogger,
  guardLogger,
  guardMeter,
  type Logger,
  type Meter,
  nextDelayMs,
  onAbort,
  type Random,
  sleep,
  systemClock,
  systemRandom,
  until,
} from "../util/index.ts";
import { type CheckedPair, checkPair, requireStrongKey } from "./certificate-pair.ts";
import { type CertificateStore, memoryStore } from "./certificate-store.ts";
import { CurrentCertificate, type SecureServer } from "./current-certificate.ts";
import { CertificateManagerMetrics } from "./certificate-manager-metrics.ts";
import { type CertificateRequestOptions, requestCertificate } from "./request-certificate.ts";
import { type CertificateTemplate, missingIn, rotationDeadlineMs, showsHealthyServer } from "./rotation.ts";

/** Options of {@link newCertificateManager}. */
export interface CertificateManagerOptions
  extends Pick<CertificateRequestOptions, "signerName" | "usages" | "expirationSeconds"> {
  /**
   * What the certificate is to say. A function is called every second; when its result has something that the
   * certificate does not have, a new one is requested at once. `undefined`: not known yet.
   */
  readonly template: (SubjectOptions & AltNameOptions) | (() => (SubjectOptions & AltNameOptions) | undefined);
  /** Where the certificate is kept. Default: in memory. */
  readonly store?: CertificateStore | undefined;
  /** Used while the store has no certificate that is still valid, and replaced at once. */
  readonly bootstrap?: CertificateAndKey | undefined;
  /** Makes the private keys, as PEM. Default: EC P-256. An RSA key below 2048 bits is refused. */
  readonly generateKey?: (() => string | Promise<string>) | undefined;
  /** The `name` label of the metrics. Default: the signer's name. */
  readonly name?: string | undefined;
  /** Closes the manager. */
  readonly signal?: AbortSignal | undefined;
  /** Gets failures and rotations. Default: failures go to standard error. */
  readonly logger?: Logger | false | undefined;
  readonly meter?: Meter | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

/**
 * The client that requests certificates, or a function that chooses one by the certificate at hand. `undefined`:
 * nothing is requested, and the certificate of the store is used as it is.
 */
export type CertificateClient =
  | Client
  | ((current: CertificateAndKey | undefined) => Client | Promise<Client>)
  | undefined;

const requestTimeoutMs = 900_000;
const retryPolicy = { baseMs: 2_000, factor: 2, jitter: 0.1 };
const slowRetryMs = 32_000;
/** Timers stand still while a machine sleeps, certificates age: the wall clock is looked at this often. */
const longestSleepMs = 600_000;

/** Holds a certificate and replaces it in time; see {@link newCertificateManager}. */
export class CertificateManager {
  readonly #client: CertificateClient;
  readonly #options: CertificateManagerOptions;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #logger: Logger;
  readonly #metrics: CertificateManagerMetrics;
  readonly #store: CertificateStore;
  readonly #certificate: CurrentCertificate;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  readonly #stopListening: () => void;
  /** The template that the certificate was issued for, as JSON. */
  #issuedFor: string | undefined;
  #rotateNow: boolean;
  #serverHealthy = false;

  constructor(client: CertificateClient, options: CertificateManagerOptions, first: FirstCertificate) {
    this.#client = client;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? systemRandom;
    this.#logger = first.logger;
    this.#store = first.store;
    this.#metrics = new CertificateManagerMetrics(guardMeter(options.meter), options.name ?? options.signerName);
    this.#certificate = new CurrentCertificate(this.#clock, this.#logger);
    if (first.checked !== undefined) this.#use(first.checked);
    this.#rotateNow = first.rotateNow;
    this.#ended = client === undefined ? Promise.resolve() : this.#run();
    this.#stopListening = onAbort(options.signal, () => void this.close());
  }

  /** The certificate and its key; `undefined` while there is none, and when it has expired. */
  get current(): CertificateAndKey | undefined {
    return this.#certificate.pair;
  }

  /** Whether the last request reached a healthy server, even when it was refused. */
  get serverHealthy(): boolean {
    return this.#serverHealthy;
  }

  /** For the option `clientCertificate` of a client: its connections are renewed when the certificate is. */
  get clientCertificate(): CertificateSource {
    return this.#certificate.clientCertificate;
  }

  /**
   * Gives a server the certificate now and after each rotation. Open connections go on. Returns a function that stops
   * that.
   */
  applyTo(server: SecureServer): () => void {
    return this.#certificate.applyTo(server);
  }

  /** Calls a function after each rotation. Returns a function that removes it. */
  onChange(listener: () => void): () => void {
    return this.#certificate.onChange(listener);
  }

  /** Settles when there is a certificate that is valid. */
  async waitForCertificate(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<CertificateAndKey> {
    let off = (): void => {};
    const found = new Promise<CertificateAndKey>((resolve) => {
      const look = (): void => {
        if (this.current !== undefined) resolve(this.current);
      };
      off = this.onChange(look);
      look();
    });
    const both = combineSignals(options.signal, this.#stop.signal);
    try {
      return await orAborted(found, both.signal, "the wait for a certificate was aborted");
    } finally {
      off();
      both.release();
    }
  }

  /** Requests nothing more. Settles when a request that was under way has ended. */
  async close(): Promise<void> {
    this.#stopListening?.();
    this.#stop.abort();
    await this.#ended;
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#untilDeadline();
      if (this.#stop.signal.aborted) return;
      if (this.#template() !== undefined) await this.#rotateUntilDone();
      await this.#pause(1_000);
    }
  }

  async #untilDeadline(): Promise<void> {
    const deadlineMs = this.#deadlineMs();
    const isDynamic = typeof this.#options.template === "function";
    while (!this.#stop.signal.aborted && !(this.#lacks() && isDynamic)) {
      const left = deadlineMs - this.#clock.now();
      if (left <= 0) return;
      await this.#pause(Math.min(left, isDynamic ? 1_000 : longestSleepMs));
    }
  }

  #deadlineMs(): number {
    const { facts } = this.#certificate;
    const rotateNow = this.#rotateNow || facts === undefined || this.#lacks();
    this.#rotateNow = false;
    return rotateNow ? this.#clock.now() : rotationDeadlineMs(facts, this.#random);
  }

  /**
   * Whether the certificate lacks what the template asks for. One that was issued for this template never does: asking
   * the signer again would not help.
   */
  #lacks(): boolean {
    const template = this.#template();
    const { facts } = this.#certificate;
    if (template === undefined || facts === undefined || this.#issuedFor === JSON.stringify(template)) return false;
    return missingIn(facts, template) !== undefined;
  }

  #template(): CertificateTemplate | undefined {
    const { template } = this.#options;
    if (typeof template !== "function") return template;
    try {
      return template();
    } catch (error) {
      this.#logger.error("the template of a certificate failed", { error });
      return undefined;
    }
  }

  async #rotateUntilDone(): Promise<void> {
    for (let failures = 0; !this.#stop.signal.aborted; ) {
      const outcome = await this.#rotate();
      if (outcome === "rotated") return;
      if (outcome === "template changed") continue;
      const delayMs = failures < 4 ? nextDelayMs(failures, retryPolicy, this.#random) : slowRetryMs;
      failures++;
      await this.#pause(delayMs);
    }
  }

  /** Requests one certificate. Never rejects. */
  async #rotate(): Promise<"rotated" | "failed" | "template changed"> {
    const template = this.#template();
    if (template === undefined) return "failed";
    const requested = JSON.stringify(template);
    const changed = new AbortController();
    const ending = combineSignals(this.#stop.signal, changed.signal);
    const { signal } = ending;
    if (typeof this.#options.template === "function") {
      const compare = (): void => {
        if (JSON.stringify(this.#template()) !== requested) changed.abort();
      };
      void until(compare, 1_000, { signal, clock: this.#clock, ref: false, delayFirst: true });
    }
    try {
      const checked = await this.#request(template, signal);
      await this.#store.update(checked.pair);
      const before = this.#certificate.facts;
      this.#issuedFor = requested;
      this.#use(checked);
      this.#serverHealthy = true;
      if (before !== undefined) this.#metrics.rotated((this.#clock.now() - before.notBefore.getTime()) / 1_000);
      const { signerName } = this.#options;
      this.#logger.info("a certificate was issued", { signerName, notAfter: checked.facts.notAfter.toISOString() });
      const problem = missingIn(checked.facts, template);
      if (problem !== undefined)
        this.#logger.warn("the signer changed the certificate that was requested", { problem });
      return "rotated";
    } catch (error) {
      if (this.#stop.signal.aborted) return "failed";
      if (changed.signal.aborted) return "template changed";
      this.#metrics.failed();
      this.#logger.warn("a certificate could not be renewed, trying again", {
        signerName: this.#options.signerName,
        error,
      });
      return "failed";
    } finally {
      changed.abort();
      ending.release();
    }
  }

  async #request(template: CertificateTemplate, signal: AbortSignal): Promise<CheckedPair> {
    const { signerName, usages, expirationSeconds, generateKey = newPrivateKey } = this.#options;
    const key = await generateKey();
    requireStrongKey(key);
    const client = typeof this.#client === "function" ? await this.#client(this.current) : this.#client;
    if (client === undefined) throw new InvalidArgumentError("there is no client to request a certificate with");
    try {
      const pair = await requestCertificate(client, {
        ...template,
        signerName,
        usages,
        expirationSeconds,
        key,
        timeoutMs: requestTimeoutMs,
        signal,
        clock: this.#clock,
      });
      return checkPair(pair);
    } catch (error) {
      // What went wrong after the request was created says nothing new about the server.
      if (!isClientError(error, "Credential") && !isClientError(error, "Timeout") && !signal.aborted)
        this.#serverHealthy = showsHealthyServer(error);
      throw error;
    }
  }

  #use(checked: CheckedPair): void {
    this.#metrics.expires(checked.facts.notAfter.getTime() / 1_000);
    this.#certificate.set(checked);
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, { clock: this.#clock, signal: this.#stop.signal, ref: false }).catch(() => {});
  }
}

/**
 * Makes a certificate manager that runs until it is closed. Settles when the store was read, before anything is
 * requested; rejects when the store cannot be read or the bootstrap certificate cannot be used.
 *
 * ```ts
 * const manager = await newCertificateManager(client, {
 *   signerName: "kubernetes.io/kube-apiserver-client",
 *   template: { commonName: "shop" },
 *   store: newFileCertificateStore({ directory: "/var/lib/shop/pki", prefix: "shop" }),
 * });
 * await manager.waitForCertificate();
 * const shop = newClient({ host, tls: { ca }, clientCertificate: manager.clientCertificate });
 * ```
 */
export async function newCertificateManager(
  client: CertificateClient,
  options: CertificateManagerOptions,
): Promise<CertificateManager> {
  if (typeof options.signerName !== "string" || options.signerName === "")
    throw new InvalidArgumentError("a certificate manager needs a signerName");
  return new CertificateManager(client, options, await firstCertificate(options));
}

/** What a manager begins with. */
export interface FirstCertificate {
  readonly checked: CheckedPair | undefined;
  readonly rotateNow: boolean;
  readonly store: CertificateStore;
  readonly logger: Logger;
}

async function firstCertificate(options: CertificateManagerOptions): Promise<FirstCertificate> {
  const { store = memoryStore(), bootstrap, clock = systemClock } = options;
  const logger = guardLogger(options.logger, defaultLogger);
  const stored = await store.current();
  if (stored !== undefined) {
    const checked = checkPair(stored);
    if (checked.facts.notAfter.getTime() > clock.now()) return { checked, rotateNow: false, store, logger };
  }
  if (bootstrap === undefined) return { checked: undefined, rotateNow: true, store, logger };
  const checked = checkPair(bootstrap);
  try {
    await store.update(bootstrap);
  } catch (error) {
    logger.warn("the bootstrap certificate could not be stored", { error });
  }
  return { checked, rotateNow: true, store, logger };
}
