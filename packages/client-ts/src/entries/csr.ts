/** Certificates from the cluster: requests, a manager that renews them in time, and watched certificate files. */
export {
  requestCertificate,
  CertificateRequestError,
  newCertificateManager,
  newFileCertificateStore,
  newCertificateWatcher,
} from "../csr/index.ts";
export type {
  CertificateRequestOptions,
  CertificateManager,
  CertificateManagerOptions,
  CertificateStore,
  CertificateWatcher,
} from "../csr/index.ts";
