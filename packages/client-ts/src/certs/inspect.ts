import { createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import { InvalidArgumentError } from "../errors/index.ts";
import { children, type DerNode, readDer, readOid, readText } from "./der.ts";
import { bytesToIp } from "./ip.ts";
import { encodePem, parsePem } from "./pem.ts";
import { oids } from "./x509.ts";

/** The parts of a distinguished name that matter here. */
export interface DistinguishedName {
  readonly commonName: string;
  readonly organizations: readonly string[];
}

/** What a certificate says. */
export interface CertificateFacts {
  readonly subject: DistinguishedName;
  readonly issuer: DistinguishedName;
  /** Hexadecimal, upper case. */
  readonly serialNumber: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly isCa: boolean;
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
  /** Extended usages: `server`, `client`, or the dotted identifier of another. */
  readonly usages: readonly string[];
  readonly publicKey: KeyObject;
  /** SHA-256 of the certificate, hexadecimal with colons. */
  readonly fingerprint256: string;
}

/** What a certificate signing request asks for. */
export interface CsrFacts {
  readonly subject: DistinguishedName;
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
  readonly publicKey: KeyObject;
}

/** Reads the first certificate of a PEM text. Throws an InvalidArgumentError when there is none that can be read. */
export function inspectCertificate(pem: string): CertificateFacts {
  const x509 = parse(pem);
  const parts = readCertificate(pem);
  const [validFrom, validTo] = children(parts.validity);
  return {
    subject: readName(parts.subject),
    issuer: readName(parts.issuer),
    serialNumber: x509.serialNumber,
    notBefore: readTime(validFrom),
    notAfter: readTime(validTo),
    isCa: x509.ca,
    ...readAltNames(parts.extensions.get(oids.subjectAltName)),
    usages: readUsages(parts.extensions.get(oids.extendedKeyUsage)),
    publicKey: x509.publicKey,
    fingerprint256: x509.fingerprint256,
  };
}

/** Reads a certificate signing request. Throws an InvalidArgumentError when there is none that can be read. */
export function inspectCsr(pem: string): CsrFacts {
  const block = parsePem(pem).find(
    ({ label }) => label === "CERTIFICATE REQUEST" || label === "NEW CERTIFICATE REQUEST",
  );
  if (block === undefined) throw new InvalidArgumentError("no certificate request in the PEM text");
  const [info] = children(readDer(block.bytes)[0]);
  const [, subject, keyInfo, attributes] = children(info);
  if (subject === undefined || keyInfo === undefined)
    throw new InvalidArgumentError("the certificate request is incomplete");
  const extensions = new Map<string, Buffer>();
  for (const attribute of attributes === undefined ? [] : children(attributes)) {
    const [type, values] = children(attribute);
    if (readOid(type) !== oids.extensionRequest) continue;
    for (const [key, value] of readExtensions(children(values)[0])) extensions.set(key, value);
  }
  return {
    subject: readName(subject.bytes),
    ...readAltNames(extensions.get(oids.subjectAltName)),
    publicKey: createPublicKey({ key: keyInfo.bytes, format: "der", type: "spki" }),
  };
}

/** The pieces of a certificate as they stand in it, byte for byte. */
export interface CertificateParts {
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly validity: DerNode;
  readonly subjectKeyId: Buffer | undefined;
  readonly extensions: ReadonlyMap<string, Buffer>;
}

/** Takes the first certificate of a PEM text apart. */
export function readCertificate(pem: string): CertificateParts {
  const [tbs] = children(readDer(parse(pem).raw)[0]);
  const fields = children(tbs);
  if (fields[0]?.tag === 0xa0) fields.shift(); // the version, which old certificates leave out
  const [, , issuer, validity, subject] = fields;
  if (issuer === undefined || validity === undefined || subject === undefined)
    throw new InvalidArgumentError("the certificate is incomplete");
  const wrapped = fields.find((field) => field.tag === 0xa3);
  const extensions = wrapped === undefined ? new Map<string, Buffer>() : readExtensions(children(wrapped)[0]);
  const keyId = extensions.get(oids.subjectKeyIdentifier);
  return {
    issuer: issuer.bytes,
    subject: subject.bytes,
    validity,
    subjectKeyId: keyId === undefined ? undefined : readDer(keyId)[0]?.content,
    extensions,
  };
}

function parse(pem: string): X509Certificate {
  const block = parsePem(pem).find(({ label }) => label === "CERTIFICATE");
  if (block === undefined) throw new InvalidArgumentError("no certificate in the PEM text");
  try {
    return new X509Certificate(encodePem(block.label, block.bytes));
  } catch (cause) {
    throw new InvalidArgumentError("the certificate cannot be read", { cause });
  }
}

function readExtensions(list: DerNode | undefined): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const entry of children(list)) {
    const parts = children(entry);
    const value = parts.at(-1);
    if (value !== undefined) found.set(readOid(parts[0]), value.content);
  }
  return found;
}

function readName(bytes: Buffer): DistinguishedName {
  let commonName = "";
  const organizations: string[] = [];
  for (const set of children(readDer(bytes)[0])) {
    for (const attribute of children(set)) {
      const [type, value] = children(attribute);
      const name = readOid(type);
      if (name === oids.commonName) commonName = readText(value);
      if (name === oids.organization) organizations.push(readText(value));
    }
  }
  return { commonName, organizations };
}

function readAltNames(value: Buffer | undefined): { dnsNames: string[]; ipAddresses: string[] } {
  const dnsNames: string[] = [];
  const ipAddresses: string[] = [];
  for (const name of value === undefined ? [] : children(readDer(value)[0])) {
    if (name.tag === 0x82) dnsNames.push(readText(name));
    if (name.tag === 0x87) ipAddresses.push(bytesToIp(name.content));
  }
  return { dnsNames, ipAddresses };
}

function readUsages(value: Buffer | undefined): string[] {
  const names: Record<string, string> = { [oids.serverAuth]: "server", [oids.clientAuth]: "client" };
  return value === undefined
    ? []
    : children(readDer(value)[0]).map((node) => {
        const dotted = readOid(node);
        return names[dotted] ?? dotted;
      });
}

function readTime(node: DerNode | undefined): Date {
  const text = readText(node);
  const full = text.length === 13 ? `${Number(text.slice(0, 2)) < 50 ? "20" : "19"}${text}` : text;
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full);
  if (match === null) throw new InvalidArgumentError("the certificate has a date that cannot be read");
  const [, year, month, day, hour, minute, second] = match;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
