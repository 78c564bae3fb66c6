/**
 * Answers the reviews of API servers: defaults and checks of objects (admission), and conversions between the versions
 * of custom kinds.
 *
 * Every review is answered, whatever was sent: a review that cannot be read with a status above 399 and a sentence, one
 * that can be read with a refusal that says why. What a handler throws is logged and answered with a refusal that
 * repeats nothing of it. Nothing that a peer sends ends the process.
 *
 * The certificate comes from files, which are watched, or the server makes it: an authority of ten years and a
 * certificate of 90 days, both renewed after two thirds of their time. Replicas share them in a Secret. The authority
 * is written into the configurations before the certificate is used.
 */

import type { Client } from "../../client/index.ts";
import { newCertificateWatcher } from "../../csr/index.ts";
import { ClosedError, InvalidArgumentError } from "../../errors/index.ts";
import { type KubeObject, parseDurationMs, type Resource, type ResourceTraits, type Verb } from "../../meta/index.ts";
import {
  checkNumber,
  type Clock,
  defaultLogger,
  guardLogger,
  type Logger,
  systemClock,
  timeoutSignal,
  until,
  whenAborted,
} from "../../util/index.ts";
import { type AdmissionHandler, answerAdmission } from "./admission.ts";
import { shareCertificate } from "./certificate-secret.ts";
import { answerConversion, type Converter } from "./conversion.ts";
import { injectCaBundle } from "./inject-ca-bundle.ts";
import { type HttpsServer, type PostAnswer, type PostedRequest, startHttpsServer } from "./node/https-server.ts";
import { type OwnCertificate, ownCertificate } from "./own-certificate.ts";
import { readReview, UnreadableReviewError } from "./read-review.ts";
import { conversionPath, nameOf, pathOf, registrationsOf } from "./registration.ts";
import type {
  ConversionOptions,
  RegistrationOptions,
  WebhookOptions,
  WebhookServerOptions,
} from "./webhook-options.ts";

/** How often a certificate of its own, the Secret and the configurations are looked at. */
const lookMs = 60_000;

/** What a server of webhooks must be allowed to do. */
export interface WebhookPermission {
  readonly group: string;
  readonly resource: string;
  readonly verbs: readonly Verb[];
  /** In one namespace: this one, or that of the program. Absent: in the cluster. */
  readonly within?: { readonly namespace: string | undefined } | undefined;
}

/** See the head of this file; made by {@link newWebhookServer}. */
export class WebhookServer {
  readonly name: string;
  readonly #options: WebhookServerOptions;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #handlers = new Map<string, AdmissionHandler>();
  readonly #converters: Converter[] = [];
  readonly #stop = new AbortController();
  #starting: Promise<void> | undefined;
  #server: HttpsServer | undefined;
  #own: OwnCertificate | undefined;
  #closing: Promise<void> | undefined;
  #loop: Promise<void> | undefined;

  constructor(options: WebhookServerOptions = {}) {
    const { maxBodyBytes = 7 << 20, maxConversionBytes = 64 << 20 } = options;
    const limits = { least: 1_024, error: InvalidArgumentError };
    checkNumber("maxBodyBytes", maxBodyBytes, limits);
    checkNumber("maxConversionBytes", maxConversionBytes, limits);
    if (options.certificateSecret !== undefined && options.client === undefined)
      throw new InvalidArgumentError("`certificateSecret` needs a `client` that reads and writes the Secret");
    this.name = options.name ?? "webhooks";
    this.#options = { ...options, maxBodyBytes, maxConversionBytes };
    this.#clock = options.clock ?? systemClock;
    this.#logger = guardLogger(options.logger, defaultLogger);
  }

  /** The port that it listens on; `undefined` before the start. */
  get port(): number | undefined {
    return this.#server?.port;
  }

  /**
   * The authorities of the certificate that the server has made, in PEM; `undefined` before the start, and when the
   * certificate comes from files.
   */
  get caBundle(): string | undefined {
    return this.#own?.ca;
  }

  /**
   * Adds webhooks of a kind: `default` changes the draft of an object, `validate` checks an object.
   *
   * ```ts
   * webhooks.webhook(Website, {
   *   default: (draft) => void (draft.spec.replicas ??= 1),
   *   validate: (site, { refuse }) => {
   *     if ((site.spec.replicas ?? 0) > 10) refuse("must be at most 10", { field: "spec.replicas" });
   *   },
   * });
   * ```
   */
  webhook<T extends KubeObject, R extends ResourceTraits>(resource: Resource<T, R>, options: WebhookOptions<T>): this {
    this.#refuseStarted();
    const { timeoutSeconds = 10 } = options;
    checkNumber("timeoutSeconds", timeoutSeconds, { least: 1, most: 30, whole: true, error: InvalidArgumentError });
    if (options.default === undefined && options.validate === undefined)
      throw new InvalidArgumentError(`the webhook of ${resource.kind} needs \`default\`, \`validate\` or both`);
    for (const type of ["mutate", "validate"] as const) {
      if ((type === "mutate" ? options.default : options.validate) === undefined) continue;
      const handler = { resource, options: options as unknown as AdmissionHandler["options"], type };
      const name = nameOf(handler);
      if ([...this.#handlers.values()].some((one) => nameOf(one) === name))
        throw new InvalidArgumentError(`there is a webhook ${name} already: the other versions are converted for it`);
      this.#handlers.set(pathOf(handler), handler);
    }
    return this;
  }

  /**
   * Adds the conversions between the version of a descriptor and other versions of its kind.
   *
   * ```ts
   * webhooks.converter(Website, { v1beta1: { toHub: (old: OldWebsite) => …, fromHub: (site) => … } });
   * ```
   */
  converter<T extends KubeObject, R extends ResourceTraits>(
    resource: Resource<T, R>,
    versions: ConversionOptions<T>,
  ): this {
    this.#refuseStarted();
    if (this.#converters.some((one) => one.resource.group === resource.group && one.resource.kind === resource.kind))
      throw new InvalidArgumentError(`there is a converter of ${resource.kind} already`);
    this.#converters.push({ resource, versions: versions as unknown as ConversionOptions<KubeObject> });
    return this;
  }

  /** The configurations that make an API server call the webhooks, and definitions with their conversion. */
  manifests(options: RegistrationOptions): KubeObject[] {
    const registered = { name: this.name, handlers: [...this.#handlers.values()], converters: this.#converters };
    return registrationsOf(registered, { ...options, caBundle: options.caBundle ?? this.caBundle });
  }

  /** What a manager's manifests say about this server: how it is reached, and what it must be allowed to do. */
  get needs(): { readonly port: number; readonly permissions: readonly WebhookPermission[] } {
    const { port = 9443, client, certificateFiles, certificateSecret } = this.#options;
    const injects = client !== undefined && certificateFiles === undefined;
    const permissions: WebhookPermission[] = [];
    if (injects)
      for (const resource of ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"])
        permissions.push({ group: "admissionregistration.k8s.io", resource, verbs: ["get", "update"] });
    if (injects && this.#converters.length > 0)
      permissions.push({
        group: "apiextensions.k8s.io",
        resource: "customresourcedefinitions",
        verbs: ["get", "update"],
      });
    if (certificateSecret !== undefined)
      permissions.push({
        group: "",
        resource: "secrets",
        verbs: ["get", "create", "update"],
        within: { namespace: certificateSecret.namespace },
      });
    return { port, permissions };
  }

  /**
   * Starts to listen; settles when reviews are answered. A manager does this itself, and a program of its own calls
   * {@link run}: this is for tests, and for programs that end the server by {@link close}.
   */
  start(): Promise<void> {
    if (this.#stop.signal.aborted) throw new ClosedError("the webhook server was closed");
    this.#starting ??= this.#start();
    return this.#starting;
  }

  /** Starts, and settles when the signal has fired and the server has stopped. */
  async run({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    await this.start();
    await whenAborted(signal);
    await this.close();
  }

  /** Stops; reviews that are under way have five seconds to end. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** As {@link close}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #start(): Promise<void> {
    const { port = 9443, host = "127.0.0.1", certificateFiles } = this.#options;
    const listen = async (certificate: { readonly cert: string; readonly key: string }): Promise<HttpsServer> => {
      const server = await startHttpsServer({
        port,
        host,
        certificate,
        clock: this.#clock,
        limitOf: (path) => this.#limitOf(path),
        answer: (request) => this.#answer(request),
        onError: (error) => this.#logger.warn("the webhook server failed", { error }),
      });
      this.#server = server;
      if (this.#stop.signal.aborted) await server.close();
      return server;
    };
    const { signal } = this.#stop;
    if (certificateFiles !== undefined) {
      const watcher = await newCertificateWatcher({
        ...certificateFiles,
        signal,
        logger: this.#logger,
        clock: this.#clock,
      });
      watcher.applyTo(await listen(watcher.current));
      return;
    }
    const first = await this.#renewed();
    this.#own = first;
    const server = await listen(first);
    await this.#inject(first);
    this.#loop = until(() => this.#look(server), lookMs, {
      signal,
      clock: this.#clock,
      delayFirst: true,
      ref: false,
      name: "renewing the certificate of the webhooks",
      onError: (error) => this.#logger.warn("the certificate of the webhooks could not be renewed", { error }),
    });
  }

  async #close(): Promise<void> {
    this.#stop.abort(new ClosedError("the webhook server was closed"));
    await this.#starting?.catch(() => {});
    await this.#server?.close();
    await this.#loop;
  }

  async #look(server: HttpsServer): Promise<void> {
    const next = await this.#renewed();
    // The registrations trust the new certificate before the server uses it.
    await this.#inject(next);
    if (next.cert !== this.#own?.cert) server.setSecureContext({ cert: next.cert, key: next.key });
    this.#own = next;
  }

  async #renewed(): Promise<OwnCertificate> {
    const { host = "127.0.0.1", certificateHosts, client, certificateSecret } = this.#options;
    const isOpen = host === "0.0.0.0" || host === "::";
    const hosts = certificateHosts ?? [...new Set([isOpen ? "127.0.0.1" : host, "localhost"])];
    const renew = (present: OwnCertificate | undefined): OwnCertificate =>
      ownCertificate(present, { name: this.name, hosts, clock: this.#clock });
    if (client === undefined || certificateSecret === undefined) return renew(this.#own);
    const { name, namespace = client.namespace } = certificateSecret;
    return shareCertificate(client, { name, namespace }, renew, { signal: this.#stop.signal });
  }

  async #inject({ ca }: OwnCertificate): Promise<void> {
    const client: Client | undefined = this.#options.client;
    if (client === undefined) return;
    const { signal } = this.#stop;
    await injectCaBundle(client, ca, { name: this.name, converters: this.#converters, signal });
  }

  #limitOf(path: string): number | undefined {
    if (path === conversionPath) return this.#converters.length === 0 ? undefined : this.#options.maxConversionBytes;
    return this.#handlers.has(path) ? this.#options.maxBodyBytes : undefined;
  }

  async #answer({ path, query, body, signal }: PostedRequest): Promise<PostAnswer> {
    const limited = timeoutSignal(timeoutIn(query), { clock: this.#clock, signal, ref: false });
    try {
      const handler = this.#handlers.get(path);
      const answer =
        handler === undefined
          ? await answerConversion(readReview(body, "ConversionReview"), this.#converters, this.#logger)
          : await answerAdmission(readReview(body, "AdmissionReview"), handler, {
              signal: limited.signal,
              logger: this.#logger,
            });
      return { status: 200, text: JSON.stringify(answer), contentType: "application/json" };
    } catch (error) {
      if (error instanceof UnreadableReviewError) return { status: error.status, text: `${error.message}\n` };
      this.#logger.error("a review could not be answered", { path, error });
      return { status: 500, text: "the review could not be answered; the log of the webhook says why\n" };
    } finally {
      limited.release();
    }
  }

  #refuseStarted(): void {
    if (this.#starting !== undefined)
      throw new InvalidArgumentError("webhooks cannot be added: the server has been started");
  }
}

/**
 * Makes a server of webhooks. Nothing listens before `start`; `manager.webhooks(server)` starts it with a manager.
 *
 * ```ts
 * const webhooks = newWebhookServer({ host: "0.0.0.0", certificateHosts: ["websites.shop.svc"], client });
 * webhooks.webhook(Website, { default: (draft) => void (draft.spec.replicas ??= 1) });
 * manager.webhooks(webhooks);
 * ```
 */
export function newWebhookServer(options: WebhookServerOptions = {}): WebhookServer {
  return new WebhookServer(options);
}

/** How long the API server waits, as its query says: `?timeout=10s`. */
function timeoutIn(query: URLSearchParams): number {
  try {
    return Math.min(Math.max(parseDurationMs(query.get("timeout") ?? "30s"), 1), 30_000);
  } catch {
    return 30_000;
  }
}
