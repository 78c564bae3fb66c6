import { createPrivateKey, createPublicKey, generateKeyPair, generateKeyPairSync, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { InvalidArgumentError } from "../errors/index.ts";
import { encodePem, type PemBlock, parsePem } from "./pem.ts";

/** Which private key to make. */
export type KeyOptions =
  /** An elliptic curve key; the default curve is P-256. Made in well under a millisecond. */
  | { readonly type?: "ec" | undefined; readonly curve?: "P-256" | "P-384" | "P-521" | undefined }
  /** An RSA key; 2048 bits by default. */
  | { readonly type: "rsa"; readonly bits?: number | undefined };

/** Makes a private key and gives it as PEM (`EC PRIVATE KEY` or `RSA PRIVATE KEY`). EC P-256 by default. */
export async function newPrivateKey(options: KeyOptions = {}): Promise<string> {
  if (options.type === "rsa") {
    const { bits = 2048 } = options;
    if (!Number.isInteger(bits) || bits < 2048 || bits > 16384) {
      throw new InvalidArgumentError(`an RSA key has 2048 to 16384 bits, not ${bits}`);
    }
    const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: bits });
    return encodePrivateKey(privateKey);
  }
  const { privateKey } = await promisify(generateKeyPair)("ec", { namedCurve: options.curve ?? "P-256" });
  return encodePrivateKey(privateKey);
}

/** Makes an EC P-256 key at once. */
export function generateEcKey(): KeyObject {
  return generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
}

/** Writes a private key as PEM in the form that client-go writes: SEC 1 for EC, PKCS#1 for RSA, PKCS#8 for the rest. */
export function encodePrivateKey(key: KeyObject): string {
  const type = key.asymmetricKeyType === "ec" ? "sec1" : key.asymmetricKeyType === "rsa" ? "pkcs1" : "pkcs8";
  return key.export({ format: "pem", type: type as "pkcs8" }).toString();
}

/** Writes the public half of a key as PEM (`PUBLIC KEY`), from a private or a public key. */
export function encodePublicKey(key: KeyObject | string): string {
  const from = typeof key === "string" ? parsePrivateKey(key) : key;
  const half = from.type === "private" ? createPublicKey(from) : from;
  return half.export({ format: "pem", type: "spki" }).toString();
}

/**
 * The first private key of a PEM text: SEC 1, PKCS#1 or PKCS#8; other blocks (`EC PARAMETERS`, certificates) are
 * skipped. Throws an InvalidArgumentError that repeats nothing of the content when there is none.
 */
export function parsePrivateKey(pem: string): KeyObject {
  for (const block of parsePem(pem)) {
    if (/^(EC |RSA )?PRIVATE KEY$/.test(block.label)) return privateKey(block);
    if (block.label === "ENCRYPTED PRIVATE KEY")
      throw new InvalidArgumentError("the private key is encrypted; decrypt it first");
  }
  throw new InvalidArgumentError("no private key in the PEM text");
}

/**
 * Every public key of a PEM text, in order: public keys, those of certificates, and the public halves of private keys.
 */
export function parsePublicKeys(pem: string): KeyObject[] {
  const keys: KeyObject[] = [];
  for (const block of parsePem(pem)) {
    if (/^(EC |RSA )?PRIVATE KEY$/.test(block.label)) keys.push(createPublicKey(privateKey(block)));
    else if (/^((RSA )?PUBLIC KEY|CERTIFICATE)$/.test(block.label)) keys.push(publicKey(block));
  }
  if (keys.length === 0) throw new InvalidArgumentError("no public key in the PEM text");
  return keys;
}

function privateKey(block: PemBlock): KeyObject {
  try {
    return createPrivateKey(encodePem(block.label, block.bytes));
  } catch {
    throw new InvalidArgumentError(`the PEM block ${block.label} has no readable key`);
  }
}

function publicKey(block: PemBlock): KeyObject {
  try {
    return createPublicKey(encodePem(block.label, block.bytes));
  } catch {
    throw new InvalidArgumentError(`the PEM block ${block.label} has no readable key`);
  }
}
