import { type AltNameOptions, type CertificateFacts, formatIp, type SubjectOptions } from "../certs/index.ts";
import { findStatusError, isForbidden, isNotFound, isUnauthorized, isUnexpectedServerError } from "../errors/index.ts";
import type { Random } from "../util/index.ts";

/** What a certificate must say. */
export interface CertificateTemplate extends SubjectOptions, AltNameOptions {}

/**
 * When a certificate is to be replaced, in milliseconds since 1970: at a random point between 70 % and 90 % of its
 * lifetime, so that the machines of a cluster that started together do not all ask at the same moment.
 */
export function rotationDeadlineMs({ notBefore, notAfter }: CertificateFacts, random: Random): number {
  const lifetimeMs = notAfter.getTime() - notBefore.getTime();
  return notBefore.getTime() + lifetimeMs * (0.7 + 0.2 * random());
}

/** What a template asks for and a certificate does not have, as a sentence; `undefined` when it has everything. */
export function missingIn(
  { subject, dnsNames, ipAddresses }: CertificateFacts,
  template: CertificateTemplate,
): string | undefined {
  if (subject.commonName !== template.commonName) return `its common name is ${JSON.stringify(subject.commonName)}`;
  const lists = [
    ["DNS names", dnsNames, template.dnsNames],
    ["IP addresses", ipAddresses, template.ipAddresses?.map(formatIp)],
    ["organizations", subject.organizations, template.organizations],
  ] as const;
  for (const [what, has, wants = []] of lists) {
    const missing = wants.filter((name) => !has.includes(name));
    if (missing.length > 0) return `it lacks the ${what} ${missing.join(", ")}`;
  }
  return undefined;
}

/**
 * Whether a failed request shows a server that works. One that does not accept our certificate works, and one that does
 * not know or does not allow the request; an answer that no API server gave says nothing.
 */
export function showsHealthyServer(error: unknown): boolean {
  if (findStatusError(error) === undefined) return false;
  if (isUnauthorized(error)) return true;
  if (isUnexpectedServerError(error)) return false;
  return isNotFound(error) || isForbidden(error);
}
