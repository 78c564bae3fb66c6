import type { SecretValue } from "../errors/index.ts";

/** A client certificate with its key, both PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: SecretValue;
}

/** Where a client certificate comes from when it may change while connections are open. */
export interface CertificateSource {
  /** The certificate for a connection that is opened now; `undefined`: none is shown. */
  current(options?: { readonly signal?: AbortSignal | undefined }): Promise<ClientCertificate | undefined>;
  /**
   * Calls the listener when another certificate is to be shown from now on. Returns the function that removes the
   * listener.
   */
  onChange(listener: () => void): () => void;
}
