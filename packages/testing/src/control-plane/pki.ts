import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CertificateAndKey, newCertificateAuthority, newPrivateKey, issueCertificate } from "client-ts/certs";
import { encodePublicKey } from "client-ts/internal";

/** The keys and certificates of one control plane: files for its parts, and the authority that signs its users. */
export interface Pki {
  readonly folder: string;
  readonly ca: CertificateAndKey;
  /** A client certificate for a user; the groups become its organizations. */
  user(name: string, groups: readonly string[]): CertificateAndKey;
}

/**
 * Makes an authority, leaves for the parts, and the service-account key pair; all files are readable by their owner
 * alone.
 */
export async function createPki(folder: string): Promise<Pki> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text, { mode: 0o600 });
  const ca = newCertificateAuthority({ commonName: "client-ts-test" });
  const leaf = (name: string, pair: CertificateAndKey): void => {
    write(`${name}.crt`, pair.cert);
    write(`${name}.key`, pair.key);
  };
  leaf("ca", ca);
  const local = {
    dnsNames: ["localhost", "kubernetes", "kubernetes.default"],
    ipAddresses: ["127.0.0.1", "10.0.0.1"],
    days: 30,
  };
  leaf("apiserver", issueCertificate(ca, { commonName: "localhost", usages: ["server"], ...local }));
  leaf("kubelet", issueCertificate(ca, { commonName: "localhost", usages: ["server"], ...local }));
  leaf("apiserver-kubelet", issueCertificate(ca, { commonName: "apiserver", usages: ["client"], days: 30 }));
  const serviceAccounts = await newPrivateKey();
  write("sa.key", serviceAccounts);
  write("sa.pub", encodePublicKey(serviceAccounts));
  const user = (name: string, groups: readonly string[]): CertificateAndKey =>
    issueCertificate(ca, { commonName: name, organizations: [...groups], usages: ["client"], days: 30 });
  leaf("admin", user("admin", ["system:masters"]));
  return { folder, ca, user };
}
