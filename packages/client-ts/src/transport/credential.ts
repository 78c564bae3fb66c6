import type { CertificateSource } from "./certificate-source.ts";

/**
 * The identity that requests are sent with, which may have to be renewed: a token, a token file, the answer of an exec
 * plugin or of an auth provider.
 */
export interface Credential {
  /**
   * The headers that identify the user, fresh enough to be used now. Calls at the same time share one renewal.
   */
  headers(options?: { readonly signal?: AbortSignal | undefined }): Promise<Readonly<Record<string, string>>>;
  /**
   * The server did not accept `refused`, which {@link headers} gave. Renews them, unless that has happened since;
   * resolves to whether asking again makes sense.
   */
  onUnauthorized?(options?: UnauthorizedOptions): Promise<boolean>;
  /** The client certificate that goes with the headers, where there may be one. */
  readonly tls?: CertificateSource | undefined;
  /** Releases what the credential holds open. */
  close?(): void;
}

/** What is known when a server refuses a credential. */
export interface UnauthorizedOptions {
  readonly signal?: AbortSignal | undefined;
  /** The object that `headers()` gave for the refused request. */
  readonly refused?: Readonly<Record<string, string>> | undefined;
}
