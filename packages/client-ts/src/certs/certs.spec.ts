import { execFileSync } from "node:child_process";
import { createPublicKey, generateKeyPairSync, verify, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeClock } from "../util/index.ts";
import {
  type CertificateAndKey,
  newCertificateAuthority,
  newCsr,
  newSelfSignedServingCertificate,
  newPrivateKey,
  inspectCertificate,
  inspectCsr,
  issueCertificate,
  splitCertificates,
} from "./index.ts";
import { readCertificate } from "./inspect.ts";

const start = Date.UTC(2026, 0, 1);
const clock = new FakeClock(start);
const day = 86_400_000;

describe("a certificate authority", () => {
  it("signs itself, may sign others and is valid for ten years from one hour ago (B493)", () => {
    const ca = newCertificateAuthority({ commonName: "shop-ca", organizations: ["Shop", "Größe"], clock });
    const facts = inspectCertificate(ca.cert);
    expect(facts).toMatchObject({
      subject: { commonName: "shop-ca", organizations: ["Shop", "Größe"] },
      issuer: { commonName: "shop-ca", organizations: ["Shop", "Größe"] },
      isCa: true,
      notBefore: new Date(start - 3_600_000),
      notAfter: new Date(start + 3650 * day),
    });
    const x509 = new X509Certificate(ca.cert);
    expect(x509.verify(x509.publicKey)).toBe(true);
    expect(x509.publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
  });

  it("writes dates beyond 2049 so that others read them", () => {
    const ca = newCertificateAuthority({ commonName: "old", days: 36_500, clock });
    expect(inspectCertificate(ca.cert).notAfter).toEqual(new Date(start + 36_500 * day));
    expect(new Date(new X509Certificate(ca.cert).validTo)).toEqual(new Date(start + 36_500 * day));
  });

  it("issues certificates with names, addresses, groups and usages (B493)", () => {
    const ca = newCertificateAuthority({ commonName: "ca", clock });
    const leaf = issueCertificate(ca, {
      commonName: "api",
      organizations: ["system:masters", "system:nodes"],
      dnsNames: ["localhost", "*.shop.svc"],
      ipAddresses: ["127.0.0.1", "::1", "2001:db8::ff00:42:8329", "::ffff:10.0.0.1"],
      usages: ["server"],
      days: 30,
      clock,
    });
    const facts = inspectCertificate(leaf.cert);
    expect(facts).toMatchObject({
      subject: { commonName: "api", organizations: ["system:masters", "system:nodes"] },
      issuer: { commonName: "ca", organizations: [] },
      dnsNames: ["localhost", "*.shop.svc"],
      ipAddresses: ["127.0.0.1", "::1", "2001:db8::ff00:42:8329", "::ffff:a00:1"],
      usages: ["server"],
      isCa: false,
      notAfter: new Date(start + 30 * day),
    });
    const x509 = new X509Certificate(leaf.cert);
    const authority = new X509Certificate(ca.cert);
    expect(x509.checkIssued(authority)).toBe(true);
    expect(x509.verify(authority.publicKey)).toBe(true);
    expect(x509.checkHost("web.shop.svc")).toBe("*.shop.svc");
    expect(x509.checkIP("127.0.0.1")).toBe("127.0.0.1");
  });

  it("says what keys may be used for: RSA keys of leaves also encipher, and authorities sign (B493)", async () => {
    const usage = (pem: string) => readCertificate(pem).extensions.get("2.5.29.15")?.toString("hex");
    const ca = newCertificateAuthority({ commonName: "ca", clock });
    const rsa = await newPrivateKey({ type: "rsa" });
    // Bits 0, 2, 5 and 6; bit 0; bits 0 and 2.
    expect(usage(ca.cert)).toBe("030201a6");
    expect(usage(issueCertificate(ca, { commonName: "ec", clock }).cert)).toBe("03020780");
    expect(usage(issueCertificate(ca, { commonName: "rsa", key: rsa, clock }).cert)).toBe("030205a0");
  });

  it("gives each certificate a serial number of its own, positive and 16 bytes long (B493)", () => {
    const ca = newCertificateAuthority({ commonName: "ca", clock });
    const serials = Array.from({ length: 50 }, () => {
      const { serialNumber } = inspectCertificate(issueCertificate(ca, { commonName: "x", key: ca.key, clock }).cert);
      return serialNumber;
    });
    expect(new Set(serials).size).toBe(50);
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/);
  });

  it.each(["P-384", "P-521", "ed25519"] as const)("signs with a key of the type %s", async (type) => {
    const key =
      type === "ed25519"
        ? generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString()
        : await newPrivateKey({ curve: type });
    const ca = newCertificateAuthority({ commonName: "ca", key, clock });
    const { cert } = issueCertificate(ca, { commonName: "x", clock });
    expect(new X509Certificate(cert).verify(createPublicKey(key))).toBe(true);
    expect(new X509Certificate(cert).checkIssued(new X509Certificate(ca.cert))).toBe(true);
  });

  it("never issues a certificate that outlives it, and none from a certificate that may not sign", () => {
    const ca = newCertificateAuthority({ commonName: "ca", days: 10, clock });
    const leaf = issueCertificate(ca, { commonName: "x", days: 365, clock });
    expect(inspectCertificate(leaf.cert).notAfter).toEqual(inspectCertificate(ca.cert).notAfter);
    expect(() => issueCertificate(leaf, { commonName: "y" })).toThrow('the certificate of "x" may not sign others');
  });

  it("refuses what cannot stand in a certificate", () => {
    const ca = newCertificateAuthority({ commonName: "ca", clock });
    expect(() => issueCertificate(ca, { commonName: "x", dnsNames: ["bad name"] })).toThrow(
      '"bad name" is not a DNS name',
    );
    for (const ip of [
      "1.2.3",
      "1.2.3.256",
      "01.2.3.4",
      "::1::",
      "1:2:3:4:5:6:7:8:9",
      "fe80::1%eth0",
      "10.0.0.0/8",
      ":::",
      "1:2:3:4:5:6:7::8:9",
      "1:2:3:4::5:6:7:8",
    ]) {
      expect(() => issueCertificate(ca, { commonName: "x", ipAddresses: [ip] }), ip).toThrow("is not an IP address");
    }
    expect(() => issueCertificate(ca, { commonName: "" })).toThrow("must not be empty");
    expect(() => newCertificateAuthority({ commonName: "x", days: Number.NaN })).toThrow("days");
    expect(() => newCertificateAuthority({ commonName: "x", days: 0 })).toThrow("days");
  });

  it("takes DNS names with a wildcard in front, of up to 253 characters", () => {
    const ca = newCertificateAuthority({ commonName: "ca", clock });
    const issue = (name: string) => () =>
      issueCertificate(ca, { commonName: "x", dnsNames: [name], key: ca.key, clock });
    const long = `${"a".repeat(63)}.`.repeat(4).slice(0, 253);
    for (const name of ["*.shop.svc", "_acme.shop", "a", long])
      expect(inspectCertificate(issue(name)().cert).dnsNames).toEqual([name]);
    for (const name of [`${long}a`, "", "a.*.b", "*", "-a", "a-", "ä.example", "a b", "a\n"])
      expect(issue(name), name).toThrow("is not a DNS name");
  });

  it("makes a serving certificate that names its host, with its authority behind it (B493)", () => {
    const made = newSelfSignedServingCertificate({
      host: "web.shop.svc",
      dnsNames: ["web"],
      ipAddresses: ["10.0.0.1"],
      clock,
    });
    const [leaf = "", ca] = splitCertificates(made.cert);
    expect(ca).toBe(made.ca);
    expect(inspectCertificate(leaf)).toMatchObject({
      dnsNames: ["web.shop.svc", "web"],
      ipAddresses: ["10.0.0.1"],
      usages: ["server"],
      notAfter: new Date(start + 365 * day),
    });
    const sixth = newSelfSignedServingCertificate({ host: "::1", ipAddresses: ["::1", "10.0.0.1"], days: 7, clock });
    const authority = splitCertificates(sixth.cert)[1] ?? "";
    expect(inspectCertificate(sixth.cert)).toMatchObject({
      subject: { commonName: "::1" },
      dnsNames: [],
      ipAddresses: ["::1", "10.0.0.1"],
      notAfter: new Date(start + 7 * day),
    });
    expect(inspectCertificate(authority)).toMatchObject({ isCa: true, notAfter: new Date(start + 7 * day) });
    const { key } = newSelfSignedServingCertificate({ host: "web", key: made.key, clock });
    expect(key).toBe(made.key);
    const byAddress = newSelfSignedServingCertificate({ host: "127.0.0.1", clock });
    expect(inspectCertificate(byAddress.cert)).toMatchObject({ dnsNames: [], ipAddresses: ["127.0.0.1"] });
  });

  it("lets a server and a client know each other over TLS", async () => {
    const ca = newCertificateAuthority({ commonName: "ca" });
    const server = issueCertificate(ca, {
      commonName: "api",
      dnsNames: ["localhost"],
      ipAddresses: ["127.0.0.1"],
      usages: ["server"],
    });
    const client = issueCertificate(ca, { commonName: "jane", organizations: ["dev"], usages: ["client"] });
    const listener = createServer(
      { ...server, ca: ca.cert, requestCert: true, rejectUnauthorized: true },
      (socket: TLSSocket) => {
        socket.end(String(socket.getPeerCertificate().subject.CN));
      },
    );
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { port } = listener.address() as { port: number };
    const said = await new Promise<string>((resolve, reject) => {
      const socket = connect({ ...client, ca: ca.cert, port, host: "127.0.0.1" });
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString();
      });
      socket.on("end", () => resolve(text));
      socket.on("error", reject);
    });
    await new Promise((resolve) => listener.close(resolve));
    expect(said).toBe("jane");
  });
});

describe("a signing request", () => {
  it("carries subject, names and addresses, and proves its key (B493)", () => {
    const { csr, key } = newCsr({
      commonName: "system:node:a",
      organizations: ["system:nodes"],
      dnsNames: ["a.shop"],
      ipAddresses: ["10.1.2.3"],
    });
    const facts = inspectCsr(csr);
    expect(facts).toMatchObject({
      subject: { commonName: "system:node:a", organizations: ["system:nodes"] },
      dnsNames: ["a.shop"],
      ipAddresses: ["10.1.2.3"],
    });
    expect(facts.publicKey.equals(createPublicKey(key))).toBe(true);
    // Other programs use this label.
    expect(inspectCsr(csr.replaceAll("CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"))).toEqual(facts);
    expect(() => inspectCsr(key)).toThrow("no certificate request in the PEM text");
    const plain = inspectCsr(newCsr({ commonName: "jane", key }).csr);
    expect([plain.dnsNames, plain.ipAddresses, plain.publicKey.equals(createPublicKey(key))]).toEqual([[], [], true]);
  });
});

describe("what openssl says", () => {
  let openssl: string | undefined;
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "client-ts-certs-"));
    try {
      openssl = execFileSync("openssl", ["version"], { encoding: "utf8" });
    } catch {
      console.log("openssl is not installed: certificates are not checked against it");
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const run = (...args: string[]): string =>
    execFileSync("openssl", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

  it("verifies every kind of authority and certificate (B493)", async (context) => {
    if (openssl === undefined) return context.skip();
    for (const keyOptions of [{}, { curve: "P-384" as const }, { type: "rsa" as const }]) {
      const key = await newPrivateKey(keyOptions);
      const ca: CertificateAndKey = newCertificateAuthority({ commonName: "ca", key });
      const leaf = issueCertificate(ca, {
        commonName: "api",
        organizations: ["o"],
        dnsNames: ["api.shop"],
        ipAddresses: ["::1"],
        key,
      });
      const caFile = file("ca.pem", ca.cert);
      const leafFile = file("leaf.pem", leaf.cert);
      expect(run("verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", caFile, leafFile)).toContain("OK");
      expect(run("verify", "-x509_strict", "-purpose", "sslclient", "-CAfile", caFile, leafFile)).toContain("OK");
      const text = run("x509", "-in", leafFile, "-noout", "-text");
      expect(text).toMatch(/Subject: O\s?=\s?o, CN\s?=\s?api/);
      expect(text).toContain("DNS:api.shop, IP Address:0:0:0:0:0:0:0:1");
      expect(text).toContain("TLS Web Server Authentication, TLS Web Client Authentication");
      expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
    }
  });

  it("accepts requests, RSA ones signed with the hash of their size (B493)", async (context) => {
    if (openssl === undefined) return context.skip();
    for (const [bits, hash] of [
      [2048, "sha256"],
      [3072, "sha384"],
      [4096, "sha512"],
    ] as const) {
      const key = await newPrivateKey({ type: "rsa", bits });
      const { csr } = newCsr({ commonName: "jane", dnsNames: ["a.b"], key });
      const text = run("req", "-in", file("r.csr", csr), "-noout", "-verify", "-text");
      expect(text).toContain(`${hash}WithRSAEncryption`);
      expect(text).toContain("DNS:a.b");
    }
    const { csr } = newCsr({ commonName: "jane" });
    expect(run("req", "-in", file("e.csr", csr), "-noout", "-verify", "-text")).toContain("ecdsa-with-SHA256");
  }, 60_000);

  it("made itself is read here just as well", (context) => {
    if (openssl === undefined) return context.skip();
    const keyFile = join(folder, "own.key");
    run(
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      keyFile,
      "-out",
      join(folder, "own.pem"),
      "-days",
      "3",
      "-subj",
      "/O=a/O=b/CN=own",
      "-addext",
      "subjectAltName=DNS:x.y,IP:1.2.3.4",
    );
    const cert = run("x509", "-in", join(folder, "own.pem"));
    expect(inspectCertificate(cert)).toMatchObject({
      subject: { commonName: "own", organizations: ["a", "b"] },
      dnsNames: ["x.y"],
      ipAddresses: ["1.2.3.4"],
      isCa: true,
    });
    const x509 = new X509Certificate(cert);
    expect(verify(null, Buffer.from("x"), x509.publicKey, Buffer.alloc(256))).toBe(false);
  });
});
