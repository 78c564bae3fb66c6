import type { CertificateAndKey, CertificateFacts } from "../certs/index.ts";
import { newSecretValue } from "../errors/index.ts";
import type { CertificateSource } from "../transport/index.ts";
import { type Clock, guardCallback, type Logger } from "../util/index.ts";
import type { CheckedPair } from "./certificate-pair.ts";

/** A TLS server whose certificate can be replaced: `tls.Server`, `https.Server`, `http2.Http2SecureServer`. */
export interface SecureServer {
  setSecureContext(options: { readonly cert: string; readonly key: string }): void;
}

/** The certificate that is in use, for everything that shows it: servers, clients and listeners. */
export class CurrentCertificate {
  readonly #clock: Pick<Clock, "now">;
  readonly #logger: Logger;
  readonly #listeners = new Set<() => void>();
  #checked: CheckedPair | undefined;

  constructor(clock: Pick<Clock, "now">, logger: Logger) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /** The certificate and its key; `undefined` when there is none or it has expired. */
  get pair(): CertificateAndKey | undefined {
    const checked = this.#checked;
    return checked === undefined || checked.facts.notAfter.getTime() < this.#clock.now() ? undefined : checked.pair;
  }

  /** What the certificate says, expired or not. */
  get facts(): CertificateFacts | undefined {
    return this.#checked?.facts;
  }

  /** The certificate for the connections of a client. */
  get clientCertificate(): CertificateSource {
    return {
      current: async () => {
        const { pair } = this;
        return pair === undefined ? undefined : { cert: pair.cert, key: newSecretValue(pair.key) };
      },
      onChange: (listener) => this.onChange(listener),
    };
  }

  /** Replaces the certificate and calls the listeners when it is another. */
  set(checked: CheckedPair): void {
    const before = this.#checked?.pair;
    this.#checked = checked;
    if (before?.cert === checked.pair.cert && before.key === checked.pair.key) return;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Calls a function when there is another certificate. Returns a function that removes it. */
  onChange(listener: () => void): () => void {
    const guarded = guardCallback(
      () => listener(),
      (error) => this.#logger.error("a listener for a new certificate failed", { error }),
    );
    this.#listeners.add(guarded);
    return () => this.#listeners.delete(guarded);
  }

  /** Gives a server the certificate now and whenever it changes. Returns a function that stops that. */
  applyTo(server: SecureServer): () => void {
    const apply = (): void => {
      const { pair } = this;
      if (pair !== undefined) server.setSecureContext({ cert: pair.cert, key: pair.key });
    };
    apply();
    return this.onChange(apply);
  }
}
