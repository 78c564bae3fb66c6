import { createHash, type KeyObject, randomBytes } from "node:crypto";
import { InvalidArgumentError } from "../errors/index.ts";
import { type Clock, systemClock } from "../util/index.ts";
import { children, type Der, explicit, implicit, octetString, oid, readDer, sequence, time, unsigned } from "./der.ts";
import { inspectCertificate, readCertificate } from "./inspect.ts";
import { encodePrivateKey, generateEcKey, parsePrivateKey } from "./keys.ts";
import { encodePem } from "./pem.ts";
import {
  type AltNameOptions,
  altNames,
  basicConstraints,
  extension,
  keyUsage,
  oids,
  publicKeyInfo,
  type SubjectOptions,
  signed,
  smallInteger,
  subjectName,
} from "./x509.ts";

/** A certificate and its private key, both as PEM text. Keep the key where no other user can read it. */
export interface CertificateAndKey {
  readonly cert: string;
  readonly key: string;
}

/** Options that every new certificate has. */
export interface ValidityOptions {
  /** For how many days it is valid, from one hour ago on (clocks differ). */
  readonly days?: number | undefined;
  /** The private key as PEM. Default: a new EC P-256 key. For RSA: `key: await newPrivateKey({ type: "rsa" })`. */
  readonly key?: string | undefined;
  /** Whose wall clock decides the dates. Default: the machine's. */
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/** Options of {@link newCertificateAuthority}; valid for 3650 days by default. */
export interface CertificateAuthorityOptions extends SubjectOptions, ValidityOptions {}

/** What a certificate may be used for. */
export type CertificateUsage = "server" | "client";

/** Options of {@link issueCertificate}; valid for 365 days by default, never longer than its authority. */
export interface IssueOptions extends SubjectOptions, AltNameOptions, ValidityOptions {
  /** What it is for. Default: both. */
  readonly usages?: readonly CertificateUsage[] | undefined;
}

/** Options of {@link newSelfSignedServingCertificate}. */
export interface ServingCertificateOptions extends AltNameOptions, ValidityOptions {
  /** The name or IP address under which the server is reached; the common name carries it too. */
  readonly host: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const digitalSignature = 0;
const keyEncipherment = 2;
const certificateSign = 5;
const crlSign = 6;

/** Makes a certificate authority that signs itself. */
export function newCertificateAuthority(options: CertificateAuthorityOptions): CertificateAndKey {
  const key = keyOf(options);
  const name = subjectName(options);
  const [notBefore, notAfter] = validity(options, 3650);
  const keyId = keyIdentifier(key);
  const cert = certificate(key, {
    issuer: name,
    subject: name,
    notBefore,
    notAfter,
    publicKey: key,
    extensions: [
      basicConstraints(true),
      keyUsage(digitalSignature, keyEncipherment, certificateSign, crlSign),
      extension(oids.subjectKeyIdentifier, octetString(keyId)),
      extension(oids.authorityKeyIdentifier, sequence(implicit(0, keyId))),
    ],
  });
  return { cert, key: encodePrivateKey(key) };
}

/**
 * Makes a key and a certificate for it, signed by an authority.
 *
 * ```ts
 * const ca = newCertificateAuthority({ commonName: "shop-ca" });
 * const admin = issueCertificate(ca, { commonName: "admin", organizations: ["system:masters"], usages: ["client"] });
 * const server = issueCertificate(ca, { commonName: "api", dnsNames: ["localhost"], ipAddresses: ["127.0.0.1"], usages:
 * ["server"] });
 * ```
 */
export function issueCertificate(ca: CertificateAndKey, options: IssueOptions): CertificateAndKey {
  const { usages = ["server", "client"] } = options;
  const authority = readCertificate(ca.cert);
  const facts = inspectCertificate(ca.cert);
  if (!facts.isCa)
    throw new InvalidArgumentError(
      `the certificate of ${JSON.stringify(facts.subject.commonName)} may not sign others`,
    );
  const caKey = parsePrivateKey(ca.key);
  const key = keyOf(options);
  const [notBefore, wantedEnd] = validity(options, 365);
  const names = altNames(options);
  const cert = certificate(caKey, {
    issuer: authority.subject,
    subject: subjectName(options),
    notBefore,
    notAfter: Math.min(wantedEnd, facts.notAfter.getTime()),
    publicKey: key,
    extensions: [
      basicConstraints(false),
      key.asymmetricKeyType === "rsa" ? keyUsage(digitalSignature, keyEncipherment) : keyUsage(digitalSignature),
      ...(usages.length === 0
        ? []
        : [
            extension(
              oids.extendedKeyUsage,
              sequence(...usages.map((u) => oid(u === "server" ? oids.serverAuth : oids.clientAuth))),
            ),
          ]),
      extension(oids.subjectKeyIdentifier, octetString(keyIdentifier(key))),
      extension(oids.authorityKeyIdentifier, sequence(implicit(0, authority.subjectKeyId ?? keyIdentifier(caKey)))),
      ...(names === undefined ? [] : [names]),
    ],
  });
  return { cert, key: encodePrivateKey(key) };
}

/**
 * Makes a serving certificate for a host from an authority made for it alone, as client-go does. `cert` holds the
 * certificate and then its authority; `ca` is what a client must trust. The authority's key is thrown away.
 */
export function newSelfSignedServingCertificate(
  options: ServingCertificateOptions,
): CertificateAndKey & { readonly ca: string } {
  const { host, dnsNames = [], ipAddresses = [], days = 365, clock = systemClock, key } = options;
  const isIp = /^[\d.]+$/.test(host) || host.includes(":");
  const ca = newCertificateAuthority({ commonName: `${host}-ca@${Math.floor(clock.now() / 1000)}`, days, clock });
  const leaf = issueCertificate(ca, {
    commonName: host,
    dnsNames: isIp ? dnsNames : [...new Set([host, ...dnsNames])],
    ipAddresses: isIp ? [...new Set([host, ...ipAddresses])] : ipAddresses,
    usages: ["server"],
    days,
    clock,
    key,
  });
  return { cert: leaf.cert + ca.cert, key: leaf.key, ca: ca.cert };
}

interface CertificateParts {
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Der[];
}

function certificate(signer: KeyObject, parts: CertificateParts): string {
  const serial = randomBytes(16);
  // Never zero and never negative, so that every reader takes it.
  serial[0] = ((serial[0] as number) & 0x7f) | 0x40;
  const der = signed(signer, (algorithm) =>
    sequence(
      explicit(0, smallInteger(2)), // version 3
      unsigned(serial),
      algorithm,
      parts.issuer,
      sequence(time(parts.notBefore), time(parts.notAfter)),
      parts.subject,
      publicKeyInfo(parts.publicKey),
      explicit(3, sequence(...parts.extensions)),
    ),
  );
  return encodePem("CERTIFICATE", der);
}

function keyOf({ key }: ValidityOptions): KeyObject {
  return key === undefined ? generateEcKey() : parsePrivateKey(key);
}

function validity(
  { days, clock = systemClock }: ValidityOptions,
  defaultDays: number,
): [notBefore: number, notAfter: number] {
  const length = days ?? defaultDays;
  if (!(length > 0 && length <= 365_000))
    throw new InvalidArgumentError(`a certificate is valid for 0 to 365000 days, not ${length}`);
  const now = clock.now();
  return [now - hourMs, now + length * dayMs];
}

/** SHA-1 of the bits of the public key: a name for the key, not a protection (RFC 5280, 4.2.1.2). */
function keyIdentifier(key: KeyObject): Buffer {
  const bits = children(readDer(publicKeyInfo(key))[0])[1]?.content.subarray(1) ?? Buffer.alloc(0);
  return createHash("sha1").update(bits).digest();
}
