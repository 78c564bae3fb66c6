/** Certificates, keys and signing requests as PEM text. Nothing here reads or writes a file. */
export {
  newCertificateAuthority,
  issueCertificate,
  newSelfSignedServingCertificate,
  newCsr,
  newPrivateKey,
  encodePrivateKey,
  parsePrivateKey,
  inspectCertificate,
  inspectCsr,
} from "../certs/index.ts";
export type { CertificateAndKey, CsrAndKey, CertificateFacts, CsrFacts } from "../certs/index.ts";
