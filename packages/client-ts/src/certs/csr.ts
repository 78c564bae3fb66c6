import { InvalidArgumentError } from "../errors/index.ts";
import { explicit, oid, sequence, setOf, tlv } from "./der.ts";
import { encodePrivateKey, generateEcKey, parsePrivateKey } from "./keys.ts";
import { encodePem } from "./pem.ts";
import {
  type AltNameOptions,
  altNames,
  oids,
  publicKeyInfo,
  type SubjectOptions,
  signed,
  smallInteger,
  subjectName,
} from "./x509.ts";

/** Options of {@link newCsr}. */
export interface CsrOptions extends SubjectOptions, AltNameOptions {
  /** The private key as PEM. Default: a new EC P-256 key. RSA keys sign with the hash that fits their size. */
  readonly key?: string | undefined;
}

/** A certificate signing request and the private key behind it, both as PEM text. */
export interface CsrAndKey {
  readonly csr: string;
  readonly key: string;
}

/** Makes a certificate signing request (PKCS#10) that proves possession of its key. */
export function newCsr(options: CsrOptions): CsrAndKey {
  if (typeof options.commonName !== "string") throw new InvalidArgumentError("a request needs a common name");
  const key = options.key === undefined ? generateEcKey() : parsePrivateKey(options.key);
  const names = altNames(options);
  const attributes = names === undefined ? [] : [sequence(oid(oids.extensionRequest), setOf(sequence(names)))];
  const der = signed(key, () =>
    sequence(
      smallInteger(0),
      subjectName(options),
      publicKeyInfo(key),
      attributes.length === 0 ? tlv(0xa0, Buffer.alloc(0)) : explicit(0, Buffer.concat(attributes)),
    ),
  );
  return { csr: encodePem("CERTIFICATE REQUEST", der), key: encodePrivateKey(key) };
}
