import { type Secret, Secret as SecretKind } from "../../api/core/v1.ts";
import type { Client } from "../../client/index.ts";
import { isAlreadyExists, isConflict, isNotFound } from "../../errors/index.ts";
import type { Stored } from "../../meta/index.ts";
import type { OwnCertificate } from "./own-certificate.ts";

/** How often a replica tries again when another one wrote the Secret meanwhile. */
const attempts = 5;

/**
 * Replicas share one certificate in a Secret: the first one makes it, the others take it over, and the first to find
 * that it has to be renewed does so; the version of the Secret decides between two at the same time.
 */
export async function shareCertificate(
  client: Client,
  { name, namespace }: { readonly name: string; readonly namespace: string },
  renew: (present: OwnCertificate | undefined) => OwnCertificate,
  { signal }: { readonly signal: AbortSignal },
): Promise<OwnCertificate> {
  const secrets = client.resource(SecretKind, { namespace });
  for (let attempt = 1; ; attempt++) {
    const secret: Stored<Secret> | undefined = await secrets.get(name, { signal }).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
    const present = secret === undefined ? undefined : certificateIn(secret);
    const wanted = renew(present);
    if (wanted === present) return wanted;
    try {
      if (secret === undefined)
        await secrets.create({ metadata: { name }, type: "kubernetes.io/tls", data: dataOf(wanted) }, { signal });
      else await secrets.update({ ...secret, data: { ...secret.data, ...dataOf(wanted) } }, { signal });
      return wanted;
    } catch (error) {
      if (attempt === attempts || !(isConflict(error) || isAlreadyExists(error))) throw error;
    }
  }
}

const members = { ca: "ca.crt", caKey: "ca.key", cert: "tls.crt", key: "tls.key" } as const;

function certificateIn({ data = {} }: Secret): OwnCertificate | undefined {
  const text = (member: string): string => Buffer.from(data[member] ?? "", "base64").toString("utf8");
  const found = {
    ca: text(members.ca),
    caKey: text(members.caKey),
    cert: text(members.cert),
    key: text(members.key),
  };
  return Object.values(found).includes("") ? undefined : found;
}

function dataOf(certificate: OwnCertificate): Record<string, string> {
  const encoded = (text: string): string => Buffer.from(text).toString("base64");
  return {
    [members.ca]: encoded(certificate.ca),
    [members.caKey]: encoded(certificate.caKey),
    [members.cert]: encoded(certificate.cert),
    [members.key]: encoded(certificate.key),
  };
}
