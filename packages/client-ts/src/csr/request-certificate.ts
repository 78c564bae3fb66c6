/**
 * A certificate from a cluster: a CertificateSigningRequest is created, an approver approves or denies it, a signer
 * signs it, and its status then has the certificate. The private key never leaves this process.
 */
import { createPublicKey } from "node:crypto";
import { CertificateSigningRequest, type KeyUsage } from "../api/certificates/v1.ts";
import {
  type AltNameOptions,
  type CertificateAndKey,
  inspectCsr,
  newCsr,
  newPrivateKey,
  type SubjectOptions,
} from "../certs/index.ts";
import { type Client, waitFor } from "../client/index.ts";
import { ClientError, InvalidArgumentError, isAlreadyExists } from "../errors/index.ts";
import { checkNumber, type Clock, defined, messageOf, systemClock } from "../util/index.ts";
import type { Stored } from "../meta/index.ts";
import { checkPair, hasExpired, isSameKey, requireStrongKey } from "./certificate-pair.ts";

/** Options of {@link requestCertificate}. */
export interface CertificateRequestOptions extends SubjectOptions, AltNameOptions {
  /** The signer: `kubernetes.io/kube-apiserver-client`, or one of your own. */
  readonly signerName: string;
  /**
   * What the certificate is for. Default: `digital signature` and `client auth`, and `key encipherment` for an RSA key.
   */
  readonly usages?: readonly KeyUsage[] | undefined;
  /** The private key as PEM. Default: a new EC P-256 key. */
  readonly key?: string | undefined;
  /**
   * The name of the request. With a `key` of yours, a request of this name that fits (the same key, signer, usages and
   * subject) is used again, so that a program that was restarted waits for its first request. Default: a new name.
   */
  readonly name?: string | undefined;
  /** How long the certificate is to be valid; the signer may shorten it. At least 600. Default: the signer's. */
  readonly expirationSeconds?: number | undefined;
  /** Limit for the whole call; then a TimeoutError. Default 900,000 (15 minutes). */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/** Why there is no certificate. */
export type CertificateRequestProblem =
  | "Denied" // the approver said no
  | "Failed" // the signer could not sign it
  | "Deleted" // the request was deleted before it was signed
  | "Replaced" // another request has its name now
  | "Incompatible"; // the request that exists under its name is not ours

/** A certificate was not issued. `reason` says why, for a `switch`. */
export class CertificateRequestError extends ClientError {
  readonly reason: CertificateRequestProblem;
  /** The name of the CertificateSigningRequest. */
  readonly request: string;

  constructor(request: string, reason: CertificateRequestProblem, message: string) {
    super("Credential", `certificate request ${JSON.stringify(request)}: ${message}`);
    this.name = "CertificateRequestError";
    this.reason = reason;
    this.request = request;
  }
}

/**
 * Requests a certificate and waits until it is approved and signed. Approving it is the task of an administrator
 * (`kubectl certificate approve`) or of a controller. `cert` may hold more certificates after the first: the way to the
 * authority.
 *
 * ```ts
 * const { key, cert } = await requestCertificate(client, {
 *   signerName: "kubernetes.io/kube-apiserver-client",
 *   commonName: "shop",
 *   usages: ["client auth"],
 * });
 * ```
 */
export async function requestCertificate(
  client: Client,
  options: CertificateRequestOptions,
): Promise<CertificateAndKey> {
  const { clock = systemClock, timeoutMs = 900_000, signal } = options;
  checkNumber("timeoutMs", timeoutMs, { least: 1, error: InvalidArgumentError });
  const key = options.key ?? (await newPrivateKey());
  const wanted = requestOf(options, key);
  const beganAt = clock.monotonic();
  const request = await createOrReuse(client, wanted, key, options);
  const { name, uid } = request.metadata;
  const left = Math.max(1, timeoutMs - (clock.monotonic() - beganAt));
  const requests = client.resource(CertificateSigningRequest);
  const issued = await waitFor(requests, name, isIssued(name, uid), { signal, timeoutMs: left, clock });
  const pair = { cert: textOf(issued.status?.certificate ?? ""), key };
  try {
    checkPair(pair);
  } catch (error) {
    const problem = messageOf(error);
    throw new CertificateRequestError(
      name,
      "Failed",
      `the signer issued a certificate that cannot be used: ${problem}`,
    );
  }
  return pair;
}

type StoredRequest = Stored<CertificateSigningRequest, "Cluster">;

/** The object to create. Throws when the options cannot be meant. */
function requestOf(options: CertificateRequestOptions, key: string): CertificateSigningRequest {
  const { signerName, expirationSeconds, name } = options;
  if (typeof signerName !== "string" || signerName === "")
    throw new InvalidArgumentError(
      'a certificate request needs a signerName, for example "kubernetes.io/kube-apiserver-client"',
    );
  if (expirationSeconds !== undefined)
    checkNumber("expirationSeconds", expirationSeconds, { least: 600, whole: true, error: InvalidArgumentError });
  const isRsa = requireStrongKey(key).asymmetricKeyType === "rsa";
  const encipherment: KeyUsage[] = isRsa ? ["key encipherment"] : [];
  const usages: KeyUsage[] = [...(options.usages ?? ["digital signature", ...encipherment, "client auth"])];
  if (usages.length === 0) throw new InvalidArgumentError("a certificate request needs usages, and the list is empty");
  return {
    metadata: name === undefined ? { generateName: "csr-" } : { name },
    spec: {
      request: Buffer.from(newCsr({ ...options, key }).csr).toString("base64"),
      signerName,
      usages,
      ...defined({ expirationSeconds }),
    },
  };
}

async function createOrReuse(
  client: Client,
  wanted: CertificateSigningRequest,
  key: string,
  { name, signal, clock = systemClock }: CertificateRequestOptions,
): Promise<StoredRequest> {
  const requests = client.resource(CertificateSigningRequest);
  try {
    return await requests.create(wanted, { signal });
  } catch (error) {
    if (name === undefined || !isAlreadyExists(error)) throw error;
    const existing = await requests.get(name, { signal });
    const problem = incompatibility(existing, wanted, key, clock.now());
    if (problem !== undefined)
      throw new CertificateRequestError(name, "Incompatible", `it exists already, and ${problem}`);
    return existing;
  }
}

/** Why an existing request cannot serve for the wanted one; `undefined` when it can. */
export function incompatibility(
  existing: CertificateSigningRequest,
  wanted: CertificateSigningRequest,
  key: string,
  nowMs: number,
): string | undefined {
  const [found, asked] = [existing.spec, wanted.spec];
  if (found.signerName !== asked.signerName) return `its signer is ${JSON.stringify(found.signerName)}`;
  const [foundUsages, askedUsages] = [found.usages ?? [], asked.usages ?? []].map((usages) => [...usages].sort());
  if (String(foundUsages) !== String(askedUsages)) return `its usages are ${(found.usages ?? []).join(", ")}`;
  try {
    const [before, now] = [inspectCsr(textOf(found.request)), inspectCsr(textOf(asked.request))];
    if (JSON.stringify(before.subject) !== JSON.stringify(now.subject)) return "it has another subject";
    if (String(before.dnsNames) !== String(now.dnsNames) || String(before.ipAddresses) !== String(now.ipAddresses))
      return "it has other subject alternative names";
    if (!isSameKey(before.publicKey, createPublicKey(requireStrongKey(key)))) return "it was made with another key";
    const certificate = existing.status?.certificate;
    if (certificate && hasExpired(textOf(certificate), nowMs)) return "its certificate has expired";
  } catch {
    return "it cannot be read";
  }
  return undefined;
}

/** Whether the certificate is there. Throws when it will never come. */
function isIssued(name: string, uid: string): (request: StoredRequest | undefined) => request is StoredRequest {
  const issued = (request: StoredRequest | undefined): request is StoredRequest => {
    if (request === undefined)
      throw new CertificateRequestError(name, "Deleted", "it was deleted before it was signed");
    if (request.metadata.uid !== uid)
      throw new CertificateRequestError(name, "Replaced", "it was deleted, and another one has its name");
    const { conditions = [], certificate } = request.status ?? {};
    for (const { type, reason = "", message = "" } of conditions) {
      const why = [reason, message].filter((part) => part !== "").join(": ") || "no reason was given";
      if (type === "Denied") throw new CertificateRequestError(name, "Denied", `it was denied: ${why}`);
      if (type === "Failed") throw new CertificateRequestError(name, "Failed", `the signer failed: ${why}`);
    }
    return Boolean(certificate) && conditions.some(({ type }) => type === "Approved");
  };
  return Object.assign(issued, { description: "an approved request with a certificate" });
}

/** The API has PEM text as base64. */
function textOf(base64: string): string {
  return Buffer.from(base64, "base64").toString("utf8");
}
