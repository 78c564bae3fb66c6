import { describe, expect, it } from "vitest";
import { inspectCertificate, issueCertificate, newCertificateAuthority } from "../certs/index.ts";
import { newStatus, StatusError, statusErrorFromResponse, TransportError } from "../errors/index.ts";
import { seededRandom } from "../util/index.ts";
import { missingIn, rotationDeadlineMs, showsHealthyServer } from "./rotation.ts";

const ca = newCertificateAuthority({ commonName: "ca" });
const facts = inspectCertificate(
  issueCertificate(ca, {
    commonName: "system:node:n1",
    organizations: ["system:nodes"],
    dnsNames: ["n1", "n1.example"],
    ipAddresses: ["192.168.1.1", "2001:db8::1"],
  }).cert,
);

describe("the moment of rotation", () => {
  const hour = 3_600_000;
  it.each([
    ["just issued, still good", -1 * hour, 23 * hour],
    ["half way expired, still good", -12 * hour, 12 * hour],
    ["mostly expired", -20 * hour, 4 * hour],
    ["just about expired", -22 * hour, 2 * hour],
    ["nearly expired", -23 * hour, hour],
    ["already expired", -48 * hour, -24 * hour],
    ["long lived", -24 * hour, 365 * 24 * hour],
  ])("is between 70 and 90 %% of the lifetime of a certificate that is %s (B483)", (_, from, to) => {
    const random = seededRandom(7);
    const dated = { ...facts, notBefore: new Date(from), notAfter: new Date(to) };
    const moments = Array.from({ length: 200 }, () => (rotationDeadlineMs(dated, random) - from) / (to - from));
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(0.7);
    expect(Math.max(...moments)).toBeLessThanOrEqual(0.9);
    expect(Math.max(...moments) - Math.min(...moments)).toBeGreaterThan(0.15);
  });
});

describe("a certificate and its template", () => {
  const template = { commonName: "system:node:n1" };
  it.each([
    [template, undefined],
    [{ ...template, organizations: ["system:nodes"], dnsNames: ["n1"], ipAddresses: ["192.168.1.1"] }, undefined],
    [{ ...template, ipAddresses: ["2001:DB8:0::1"] }, undefined],
    [{ ...template, ipAddresses: ["no address"] }, "it lacks the IP addresses no address"],
    [{ commonName: "system:node:n2" }, 'its common name is "system:node:n1"'],
    [{ ...template, dnsNames: ["n1", "n2"] }, "it lacks the DNS names n2"],
    [{ ...template, ipAddresses: ["192.168.1.2"] }, "it lacks the IP addresses 192.168.1.2"],
    [{ ...template, organizations: ["system:masters"] }, "it lacks the organizations system:masters"],
  ])("are compared: %j (B484)", (wanted, missing) => {
    expect(missingIn(facts, wanted)).toBe(missing);
  });
});

describe("a failed request", () => {
  const answered = (status: number, body: string): Error =>
    statusErrorFromResponse({ status, headers: {}, body: Buffer.from(body), method: "POST", path: "/" } as never);
  it.each([
    ["a certificate that is not accepted", new StatusError(newStatus("Unauthorized")), true],
    ["an object that the API does not know", new StatusError(newStatus("NotFound")), true],
    ["a request that is not allowed", new StatusError(newStatus("Forbidden")), true],
    ["a 404 that no API server explains", answered(404, "page not found"), false],
    ["a failure inside the server", new StatusError(newStatus("InternalError")), false],
    ["no connection", new TransportError("refused", { code: "refused" }), false],
  ])("with %s shows whether the server works (B487)", (_, error, healthy) => {
    expect(showsHealthyServer(error)).toBe(healthy);
  });
});
