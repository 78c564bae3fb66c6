/** Certificates from the cluster: requests, a manager that renews them in time, and watched certificate files. */
export type { CertificateRequestOptions, CertificateRequestProblem } from "./request-certificate.ts";
export { CertificateRequestError, requestCertificate } from "./request-certificate.ts";
export type { CertificateClient, CertificateManager, CertificateManagerOptions } from "./certificate-manager.ts";
export { newCertificateManager } from "./certificate-manager.ts";
export type { CertificateStore } from "./certificate-store.ts";
export type { FileCertificateStore, FileCertificateStoreOptions } from "./node/file-certificate-store.ts";
export { newFileCertificateStore } from "./node/file-certificate-store.ts";
export type { CertificateWatcher, CertificateWatcherOptions } from "./node/certificate-watcher.ts";
export { newCertificateWatcher } from "./node/certificate-watcher.ts";
export type { SecureServer } from "./current-certificate.ts";
