import { createPublicKey } from "node:crypto";
import { CertificateSigningRequest } from "../../api/certificates/v1.ts";
import {
  type CertificateAndKey,
  inspectCsr,
  issueCertificate,
  newCertificateAuthority,
  newPrivateKey,
  parsePrivateKey,
} from "../../certs/index.ts";
import type { Client } from "../../client/index.ts";
import type { Clock } from "../../util/index.ts";
import { isSameKey } from "../certificate-pair.ts";

/** Approves and signs every request with a key that it made, as an approver and a signer would. */
export class TestSigner {
  readonly ca: CertificateAndKey;
  readonly keys: string[] = [];
  /** How long certificates are valid. */
  days = 10;
  /** Whether it leaves the organizations out of the certificates. */
  dropsOrganizations = false;
  /** What it does with the next requests, in order, before it signs. */
  readonly plans: ("deny" | "fail" | "delete" | "other key" | "wait")[] = [];
  readonly seen: CertificateSigningRequest[] = [];
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;

  constructor(client: Client, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
    this.ca = newCertificateAuthority({ commonName: "test-ca", clock });
    this.#ended = this.#run();
  }

  /** Makes a key whose requests it can sign. */
  readonly newKey = async (): Promise<string> => {
    const key = await newPrivateKey();
    this.keys.push(key);
    return key;
  };

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  async #run(): Promise<void> {
    try {
      const requests = this.#client.resource(CertificateSigningRequest);
      for await (const event of requests.watch({ signal: this.#stop.signal }))
        if (event.type === "ADDED") await this.#handle(event.object);
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    }
  }

  async #handle(request: CertificateSigningRequest): Promise<void> {
    this.seen.push(request);
    const plan = this.plans.shift();
    const name = request.metadata?.name ?? "";
    const requests = this.#client.resource(CertificateSigningRequest);
    const condition = (type: string, reason: string) => ({ conditions: [{ type, status: "True", reason }] });
    const named = { ...request, metadata: { ...request.metadata, name } };
    if (plan === "wait") return;
    if (plan === "delete") {
      await requests.delete(name);
      return;
    }
    if (plan === "deny") {
      await requests.updateApproval({ ...named, status: condition("Denied", "NotWelcome") });
      return;
    }
    const approved = await requests.updateApproval({ ...named, status: condition("Approved", "Welcome") });
    const status = { ...approved.status };
    if (plan === "fail")
      status.conditions = [...(status.conditions ?? []), { type: "Failed", status: "True", reason: "NoInk" }];
    else status.certificate = Buffer.from(await this.#sign(request, plan === "other key")).toString("base64");
    await requests.updateStatus({ ...approved, status });
  }

  async #sign({ spec }: CertificateSigningRequest, otherKey: boolean): Promise<string> {
    const facts = inspectCsr(Buffer.from(spec.request, "base64").toString());
    const key = this.keys.find((pem) => isSameKey(createPublicKey(parsePrivateKey(pem)), facts.publicKey));
    const { cert } = issueCertificate(this.ca, {
      commonName: facts.subject.commonName,
      organizations: this.dropsOrganizations ? [] : facts.subject.organizations,
      dnsNames: facts.dnsNames,
      ipAddresses: facts.ipAddresses,
      key: otherKey ? await newPrivateKey() : key,
      days: this.days,
      clock: this.#clock,
    });
    return cert;
  }
}
