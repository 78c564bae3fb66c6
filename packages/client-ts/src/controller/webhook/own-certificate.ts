import {
  type CertificateAndKey,
  formatIp,
  inspectCertificate,
  issueCertificate,
  newCertificateAuthority,
  splitCertificates,
} from "../../certs/index.ts";
import type { Clock } from "../../util/index.ts";

/** A certificate that a server has made for itself, with the authority that signed it. */
export interface OwnCertificate {
  /** The authority in use, and after it those that were in use before and have not expired. */
  readonly ca: string;
  readonly caKey: string;
  readonly cert: string;
  readonly key: string;
}

/** What a certificate of its own is made for. */
export interface OwnCertificateOptions {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly clock: Pick<Clock, "now">;
}

const authorityDays = 3650;
const certificateDays = 90;

/**
 * The certificate to use now: the present one while it is good, else a new one. Authority and certificate are replaced
 * when two thirds of their time are over. An old authority stays in the bundle until it expires, so that servers with
 * the certificate from before are trusted as well.
 */
export function ownCertificate(present: OwnCertificate | undefined, options: OwnCertificateOptions): OwnCertificate {
  const { name, hosts, clock } = options;
  const now = clock.now();
  const kept = present === undefined ? [] : authoritiesOf(present.ca, now);
  let ca: CertificateAndKey;
  if (present !== undefined && kept[0] !== undefined && isFresh(kept[0], now)) {
    if (isFresh(present.cert, now) && isFor(present.cert, hosts)) return present;
    ca = { cert: kept[0], key: present.caKey };
  } else {
    ca = newCertificateAuthority({ commonName: `${name}-ca@${Math.floor(now / 1_000)}`, days: authorityDays, clock });
    kept.unshift(ca.cert);
  }
  const leaf = issueCertificate(ca, {
    commonName: hosts[0] ?? name,
    dnsNames: hosts.filter((host) => !isAddress(host)),
    ipAddresses: hosts.filter(isAddress),
    usages: ["server"],
    days: certificateDays,
    clock,
  });
  return { ca: kept.join(""), caKey: ca.key, cert: leaf.cert, key: leaf.key };
}

/** Authorities that have not expired, in their order; none when the text cannot be read. */
function authoritiesOf(pem: string, now: number): string[] {
  try {
    return splitCertificates(pem).filter((one) => inspectCertificate(one).notAfter.getTime() > now);
  } catch {
    return [];
  }
}

function isFresh(pem: string, now: number): boolean {
  try {
    const { notBefore, notAfter } = inspectCertificate(pem);
    return now < notBefore.getTime() + ((notAfter.getTime() - notBefore.getTime()) * 2) / 3;
  } catch {
    return false;
  }
}

function isFor(pem: string, hosts: readonly string[]): boolean {
  const { dnsNames, ipAddresses } = inspectCertificate(pem);
  const names = new Set([...dnsNames, ...ipAddresses]);
  return hosts.every((host) => names.has(formatIp(host)));
}

function isAddress(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.includes(":");
}
