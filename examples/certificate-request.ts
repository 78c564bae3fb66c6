// Run: npm run examples -- certificate-request
// Requests a certificate from a signer, which is part of this program.
import { connect } from "client-ts";
import { CertificateSigningRequest } from "client-ts/api/certificates/v1";
import { inspectCertificate, issueCertificate, newCertificateAuthority, newPrivateKey } from "client-ts/certs";
import { requestCertificate } from "client-ts/csr";

const client = await connect();
const signerName = "example.com/shop";
const key = await newPrivateKey();

/** In a cluster, an administrator approves the request and a controller signs it. */
async function approveAndSign(signal: AbortSignal): Promise<void> {
  const authority = newCertificateAuthority({ commonName: "shop-ca" });
  const requests = client.resource(CertificateSigningRequest);
  for await (const event of requests.watch({ signal })) {
    if (event.type !== "ADDED" || event.object.spec.signerName !== signerName) continue;
    const conditions = [{ type: "Approved", status: "True", reason: "Example", message: "approved by the example" }];
    const approved = await requests.updateApproval({ ...event.object, status: { conditions } });
    // A real signer has the request alone; this one knows the key too.
    const { cert } = issueCertificate(authority, { commonName: "shop", usages: ["client"], days: 30, key });
    const certificate = Buffer.from(cert).toString("base64");
    await requests.updateStatus({ ...approved, status: { ...approved.status, certificate } });
    return;
  }
}

const signing = approveAndSign(AbortSignal.timeout(30_000));
const pair = await requestCertificate(client, {
  signerName,
  commonName: "shop",
  usages: ["client auth"],
  key,
  timeoutMs: 30_000,
});
await signing;
const { subject, issuer, notAfter } = inspectCertificate(pair.cert);
console.log(`${subject.commonName}, signed by ${issuer.commonName}, valid until ${notAfter.toISOString()}`);
await client.close();
