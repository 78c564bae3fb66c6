import type { CertificateAndKey } from "../certs/index.ts";

/** Where a certificate manager keeps its certificate. */
export interface CertificateStore {
  /** The certificate and its key; `undefined` when there is none. */
  current(): Promise<CertificateAndKey | undefined>;
  /** Replaces them: a reader sees both old or both new. */
  update(pair: CertificateAndKey): Promise<void>;
}

/** A store that lasts as long as the process. */
export function memoryStore(): CertificateStore {
  let stored: CertificateAndKey | undefined;
  return {
    current: async () => stored,
    update: async (pair) => {
      stored = pair;
    },
  };
}
