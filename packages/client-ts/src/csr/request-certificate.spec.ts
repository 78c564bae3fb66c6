import { startApiServer } from "client-ts-testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CertificateSigningRequest } from "../api/certificates/v1.ts";
import {
  inspectCertificate,
  issueCertificate,
  newCertificateAuthority,
  newCsr,
  newPrivateKey,
} from "../certs/index.ts";
import { isCredentialError } from "../auth/index.ts";
import { type Client, connect } from "../client/index.ts";
import { isAborted, isClientError } from "../errors/index.ts";
import { FakeClock, systemClock } from "../util/index.ts";
import { incompatibility, requestCertificate } from "./request-certificate.ts";
import { TestSigner } from "./test-support/test-signer.ts";
import { eventually } from "../util/test-support/eventually.ts";

const signerName = "example.com/shop";
let server: Awaited<ReturnType<typeof startApiServer>>;
let client: Client;
let signer: TestSigner;
beforeAll(async () => {
  server = await startApiServer();
  client = await connect({ kubeconfigText: server.kubeconfig });
  signer = new TestSigner(client, systemClock);
});
afterAll(async () => {
  await signer.close();
  await client.close();
  await server.close();
});

describe("a request for a certificate", () => {
  it("gives the certificate and the key once it is approved and signed", async () => {
    const key = await signer.newKey();
    const pair = await requestCertificate(client, {
      signerName,
      commonName: "shop",
      organizations: ["team"],
      dnsNames: ["shop.example"],
      ipAddresses: ["10.0.0.1"],
      usages: ["server auth"],
      expirationSeconds: 86_400,
      key,
    });
    expect(pair.key).toBe(key);
    expect(inspectCertificate(pair.cert)).toMatchObject({
      subject: { commonName: "shop", organizations: ["team"] },
      dnsNames: ["shop.example"],
      ipAddresses: ["10.0.0.1"],
    });
    const { metadata, spec } = signer.seen.at(-1) as CertificateSigningRequest;
    expect(metadata?.name).toMatch(/^csr-/);
    expect(spec).toMatchObject({ signerName, usages: ["server auth"], expirationSeconds: 86_400 });
  });

  it.each([
    ["ec", ["digital signature", "client auth"]],
    ["rsa", ["digital signature", "key encipherment", "client auth"]],
  ] as const)("has the usages of a client with an %s key by default", async (type, usages) => {
    const key = await newPrivateKey({ type });
    signer.keys.push(key);
    await requestCertificate(client, { signerName, commonName: "shop", key });
    expect(signer.seen.at(-1)?.spec.usages).toEqual(usages);
  });

  it.each([
    ["deny", "Denied", /was denied: NotWelcome/],
    ["fail", "Failed", /the signer failed: NoInk/],
    ["delete", "Deleted", /was deleted before it was signed/],
    ["other key", "Failed", /belongs to another key/],
  ] as const)("rejects when the approver or signer does this: %s", async (plan, reason, message) => {
    signer.plans.push(plan);
    const failed = requestCertificate(client, { signerName, commonName: "shop", key: await signer.newKey() });
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toMatchObject({ reason, kind: "Credential" });
    // The guard narrows to the error of plugins and providers, whose fields this one does not have.
    await expect(failed).rejects.not.toSatisfy(isCredentialError);
  });

  it("rejects when another request takes its name", async () => {
    signer.plans.push("wait");
    const request = requestCertificate(client, {
      signerName,
      commonName: "shop",
      name: "taken",
      key: await signer.newKey(),
    });
    const requests = client.resource(CertificateSigningRequest);
    const caught = expect(request).rejects.toMatchObject({ reason: expect.stringMatching(/Replaced|Deleted/) });
    await untilSeen("taken");
    const { spec } = await requests.get("taken");
    await requests.delete("taken");
    signer.plans.push("wait");
    await requests.create({ metadata: { name: "taken" }, spec });
    await caught;
  });

  it("ends with its time and with its signal", async () => {
    const clock = new FakeClock();
    signer.plans.push("wait", "wait");
    const key = await signer.newKey();
    const options = { signerName, commonName: "shop", key, clock };
    const tooLate = requestCertificate(client, { ...options, name: "late" });
    const caught = expect(tooLate).rejects.toSatisfy((error) => isClientError(error, "Timeout"));
    await untilSeen("late");
    await eventually(() => clock.pending > 0);
    await clock.advance(900_000);
    await caught;
    const end = new AbortController();
    const aborted = requestCertificate(client, { ...options, name: "aborted", signal: end.signal });
    const ended = expect(aborted).rejects.toSatisfy(isAborted);
    await untilSeen("aborted");
    end.abort();
    await ended;
  });

  it("uses a request of the same name again when it fits (B492)", async () => {
    const key = await signer.newKey();
    const options = { signerName, commonName: "node-1", name: "node-1", key };
    const [first, second] = [await requestCertificate(client, options), await requestCertificate(client, options)];
    expect(second).toEqual(first);
    const other = requestCertificate(client, { ...options, key: await signer.newKey() });
    await expect(other).rejects.toMatchObject({ reason: "Incompatible" });
    await expect(other).rejects.toThrow(/"node-1": it exists already, and it was made with another key/);
  });

  it.each([
    [{ signerName: "" }, /needs a signerName/],
    [{ usages: [] }, /needs usages/],
    [{ expirationSeconds: 60 }, /expirationSeconds/],
    [{ timeoutMs: 0 }, /timeoutMs/],
    [{ commonName: "" }, /must not be empty/],
  ])("is refused before anything is sent: %j", async (wrong, message) => {
    const before = signer.seen.length;
    await expect(requestCertificate(client, { signerName, commonName: "shop", ...wrong })).rejects.toThrow(message);
    expect(signer.seen).toHaveLength(before);
  });
});

describe("an existing request", () => {
  const ca = newCertificateAuthority({ commonName: "ca" });
  const { csr, key } = newCsr({ commonName: "node-1", organizations: ["nodes"] });
  const encoded = (text: string): string => Buffer.from(text).toString("base64");
  const spec = { request: encoded(csr), signerName, usages: ["digital signature", "client auth"] };
  const wanted = { metadata: { name: "node-1" }, spec };
  const at = Date.now();
  const other = (changes: object): string =>
    encoded(newCsr({ commonName: "node-1", organizations: ["nodes"], key, ...changes }).csr);
  const expired = issueCertificate(ca, { commonName: "node-1", days: 1, clock: { now: () => at - 3 * 86_400_000 } });
  const valid = issueCertificate(ca, { commonName: "node-1", days: 1 });
  it.each([
    ["is the same", {}, undefined],
    ["has the same usages in another order", { usages: ["client auth", "digital signature"] }, undefined],
    ["has another signer", { signerName: "example.com/other" }, /its signer is "example.com\/other"/],
    ["has other usages", { usages: ["server auth"] }, /its usages are server auth/],
    ["has another common name", { request: other({ commonName: "node-2" }) }, /it has another subject/],
    ["has other organizations", { request: other({ organizations: [] }) }, /it has another subject/],
    ["has other names", { request: other({ dnsNames: ["n2"] }) }, /it has other subject alternative names/],
    [
      "has other addresses",
      { request: other({ ipAddresses: ["10.0.0.9"] }) },
      /it has other subject alternative names/,
    ],
    ["has another key", { request: other({ key: newCsr({ commonName: "x" }).key }) }, /another key/],
    ["is not a request", { request: encoded("nothing") }, /cannot be read/],
  ] as [string, object, RegExp | undefined][])(
    "that %s is compared with the wanted one (B492)",
    (_, changes, problem) => {
      const found = incompatibility({ ...wanted, spec: { ...spec, ...changes } }, wanted, key, at);
      if (problem === undefined) expect(found).toBeUndefined();
      else expect(found).toMatch(problem);
    },
  );

  it("is not used when its certificate has expired (B492)", () => {
    const issued = (cert: string) => ({ ...wanted, status: { certificate: encoded(cert) } });
    expect(incompatibility(issued(valid.cert), wanted, key, at)).toBeUndefined();
    expect(incompatibility(issued(valid.cert + expired.cert), wanted, key, at)).toBe("its certificate has expired");
  });
});

async function untilSeen(name: string): Promise<void> {
  await eventually(() => signer.seen.some(({ metadata }) => metadata?.name === name));
}
