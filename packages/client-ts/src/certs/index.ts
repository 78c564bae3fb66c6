/** Certificates, keys and signing requests as PEM text. Nothing here reads or writes a file. */

export type {
  CertificateAndKey,
  CertificateAuthorityOptions,
  CertificateUsage,
  IssueOptions,
  ServingCertificateOptions,
  ValidityOptions,
} from "./issue.ts";
export { newCertificateAuthority, newSelfSignedServingCertificate, issueCertificate } from "./issue.ts";
export type { CsrAndKey, CsrOptions } from "./csr.ts";
export { newCsr } from "./csr.ts";
export type { CertificateFacts, CsrFacts, DistinguishedName } from "./inspect.ts";
export { inspectCertificate, inspectCsr } from "./inspect.ts";
export { formatIp } from "./ip.ts";
export type { KeyOptions } from "./keys.ts";
export { encodePrivateKey, encodePublicKey, newPrivateKey, parsePrivateKey, parsePublicKeys } from "./keys.ts";
export type { PemBlock } from "./pem.ts";
export { encodePem, parsePem, splitCertificates } from "./pem.ts";
export type { AltNameOptions, SubjectOptions } from "./x509.ts";
