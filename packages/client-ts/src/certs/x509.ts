/** The parts of which certificates and requests are put together (RFC 5280, RFC 2986), as DER. */

import { createPublicKey, type KeyObject, sign } from "node:crypto";
import { InvalidArgumentError } from "../errors/index.ts";
import {
  bitString,
  type Der,
  implicit,
  namedBits,
  nothing,
  octetString,
  oid,
  sequence,
  setOf,
  unsigned,
  utf8,
  yes,
} from "./der.ts";
import { ipToBytes } from "./ip.ts";

/** Object identifiers by the names that RFC 5280 gives them. */
export const oids = {
  commonName: "2.5.4.3",
  organization: "2.5.4.10",
  subjectKeyIdentifier: "2.5.29.14",
  keyUsage: "2.5.29.15",
  subjectAltName: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKeyIdentifier: "2.5.29.35",
  extendedKeyUsage: "2.5.29.37",
  serverAuth: "1.3.6.1.5.5.7.3.1",
  clientAuth: "1.3.6.1.5.5.7.3.2",
  extensionRequest: "1.2.840.113549.1.9.14",
} as const;

/** Who a certificate is for. Kubernetes reads the user from the common name and the groups from the organizations. */
export interface SubjectOptions {
  readonly commonName: string;
  readonly organizations?: readonly string[] | undefined;
}

/** Under which names a server may be reached. */
export interface AltNameOptions {
  readonly dnsNames?: readonly string[] | undefined;
  readonly ipAddresses?: readonly string[] | undefined;
}

/** A distinguished name: organizations, then the common name. */
export function subjectName({ commonName, organizations = [] }: SubjectOptions): Der {
  const attribute = (type: string, value: string): Der => {
    if (value === "") throw new InvalidArgumentError("a certificate's common name and organizations must not be empty");
    return setOf(sequence(oid(type), utf8(value)));
  };
  return sequence(
    ...organizations.map((value) => attribute(oids.organization, value)),
    attribute(oids.commonName, commonName),
  );
}

/** One extension; `value` is the DER inside. */
export function extension(type: string, value: Der, critical = false): Der {
  return sequence(oid(type), ...(critical ? [yes()] : []), octetString(value));
}

/** The subject alternative names, or `undefined` when there are none. */
export function altNames({ dnsNames = [], ipAddresses = [] }: AltNameOptions): Der | undefined {
  if (dnsNames.length + ipAddresses.length === 0) return undefined;
  const names = [
    ...dnsNames.map((name) => implicit(2, Buffer.from(checkedDnsName(name), "latin1"))),
    ...ipAddresses.map((address) => implicit(7, ipToBytes(address))),
  ];
  return extension(oids.subjectAltName, sequence(...names));
}

/** Whether the certificate may sign others. */
export function basicConstraints(isCa: boolean): Der {
  return extension(oids.basicConstraints, isCa ? sequence(yes()) : sequence(), true);
}

/** The key usage bits of RFC 5280, 4.2.1.3. */
export function keyUsage(...bits: number[]): Der {
  return extension(oids.keyUsage, namedBits(...bits), true);
}

/** A public key as certificates hold it. */
export function publicKeyInfo(key: KeyObject): Buffer {
  const half = key.type === "private" ? createPublicKey(key) : key;
  return half.export({ format: "der", type: "spki" });
}

/** What is signed, with the algorithm and the signature behind it: the outer shape of certificates and requests. */
export function signed(key: KeyObject, content: (algorithm: Der) => Der): Buffer {
  const { algorithm, hash } = signatureOf(key);
  const body = content(algorithm);
  return sequence(body, algorithm, bitString(sign(hash, body, key)));
}

/**
 * How a key signs. RSA keys use the hash that fits their size: SHA-512 from 4096 bits, SHA-384 from 3072, else SHA-256.
 */
function signatureOf(key: KeyObject): { readonly algorithm: Der; readonly hash: string | null } {
  const details = key.asymmetricKeyDetails;
  switch (key.asymmetricKeyType) {
    case "rsa": {
      const bits = details?.modulusLength ?? 0;
      const [hash, arc] = bits >= 4096 ? ["sha512", 13] : bits >= 3072 ? ["sha384", 12] : ["sha256", 11];
      return { algorithm: sequence(oid(`1.2.840.113549.1.1.${arc}`), nothing()), hash: hash as string };
    }
    case "ec": {
      const curve = details?.namedCurve;
      const [hash, arc] = curve === "secp521r1" ? ["sha512", 4] : curve === "secp384r1" ? ["sha384", 3] : ["sha256", 2];
      return { algorithm: sequence(oid(`1.2.840.10045.4.3.${arc}`)), hash: hash as string };
    }
    case "ed25519":
      return { algorithm: sequence(oid("1.3.101.112")), hash: null };
    default:
      throw new InvalidArgumentError(
        `a key of type ${key.asymmetricKeyType ?? key.type} cannot sign a certificate here`,
      );
  }
}

/** INTEGER of a small number. */
export function smallInteger(value: number): Der {
  return unsigned(Buffer.from([value]));
}

function checkedDnsName(name: string): string {
  if (name.length > 253 || !/^(\*\.)?[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_.])?$/.test(name)) {
    throw new InvalidArgumentError(`${JSON.stringify(name)} is not a DNS name`);
  }
  return name;
}
