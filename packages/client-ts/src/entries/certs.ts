/** Certificates, keys and signing requests as PEM text. Nothing here reads or writes a file. */
export {
  newCertificateAuthority,
  issueCertificate,
  newSelfSignedServingCertificate,
  newCsr,
  newPrivateKey,
  inspectCertificate,
} from "../certs/index.ts";
export type { CertificateAndKey } from "../certs/index.ts";
