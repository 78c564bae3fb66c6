import { createPublicKey, type KeyObject } from "node:crypto";
import {
  type CertificateAndKey,
  type CertificateFacts,
  inspectCertificate,
  parsePrivateKey,
  splitCertificates,
} from "../certs/index.ts";
import { InvalidArgumentError } from "../errors/index.ts";

/** A certificate with its key, and what the certificate says. */
export interface CheckedPair {
  readonly pair: CertificateAndKey;
  readonly facts: CertificateFacts;
}

/**
 * Reads a certificate and its key. Throws an InvalidArgumentError that repeats nothing of the key when one of them
 * cannot be read or they do not belong together.
 */
export function checkPair(pair: CertificateAndKey): CheckedPair {
  const facts = inspectCertificate(pair.cert);
  const publicKey = createPublicKey(parsePrivateKey(pair.key));
  if (!isSameKey(publicKey, facts.publicKey))
    throw new InvalidArgumentError(
      `the certificate of ${JSON.stringify(facts.subject.commonName)} belongs to another key`,
    );
  return { pair, facts };
}

/** Whether two public keys are the same. */
export function isSameKey(one: KeyObject, other: KeyObject): boolean {
  const bytes = (key: KeyObject): Buffer => key.export({ format: "der", type: "spki" });
  return bytes(one).equals(bytes(other));
}

/** Whether a certificate of a PEM text has expired. */
export function hasExpired(pem: string, nowMs: number): boolean {
  return splitCertificates(pem).some((certificate) => inspectCertificate(certificate).notAfter.getTime() < nowMs);
}

/**
 * Throws an InvalidArgumentError when a private key is too weak: an RSA key below 2048 bits, or a curve below 256 bits.
 */
export function requireStrongKey(pem: string): KeyObject {
  const key = parsePrivateKey(pem);
  const { modulusLength = 0, namedCurve = "" } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === "rsa" && modulusLength < 2048)
    throw new InvalidArgumentError(`an RSA key of ${modulusLength} bits is too weak: use 2048 bits or more`);
  if (key.asymmetricKeyType === "ec" && !strongCurves.has(namedCurve))
    throw new InvalidArgumentError(
      `a key on the curve ${namedCurve} is too weak or unknown: use P-256, P-384 or P-521`,
    );
  return key;
}

const strongCurves: ReadonlySet<string> = new Set(["prime256v1", "secp384r1", "secp521r1"]);
