import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CertificateAndKey, newCertificateAuthority, issueCertificate } from "../../certs/index.ts";
import { newSecretValue } from "../../errors/index.ts";
import { json, serve, type TestServer, testCa } from "../test-support/servers.ts";
import type { TlsConfig } from "../rest-config.ts";
import { newPool } from "../pool.ts";
import { loadTls } from "../test-support/load-tls.ts";

const otherCa = newCertificateAuthority({ commonName: "other-ca" });
const now = Date.now();
const expired: CertificateAndKey = issueCertificate(testCa, {
  commonName: "old",
  ipAddresses: ["127.0.0.1"],
  days: 1,
  clock: { now: () => now - 10 * 86_400_000 },
});
const otherName: CertificateAndKey = issueCertificate(testCa, {
  commonName: "elsewhere",
  dnsNames: ["elsewhere.test"],
});

const right = { ca: testCa.cert };
/** What is wrong or right, with which certificate the server shows up, and what must happen. */
const matrix: readonly [what: string, tls: TlsConfig, certificate: CertificateAndKey | undefined, trusted: boolean][] =
  [
    ["no CA: the system's roots do not know it", {}, undefined, false],
    ["the right CA", right, undefined, true],
    ["another CA", { ca: otherCa.cert }, undefined, false],
    ["an expired certificate", right, expired, false],
    ["a certificate for another name", right, otherName, false],
    ["tls-server-name that the certificate has", { ...right, serverName: "elsewhere.test" }, otherName, true],
    ["tls-server-name that the certificate has not", { ...right, serverName: "api.test" }, otherName, false],
    ["tls-server-name decides, not the address", { ...right, serverName: "nowhere.test" }, undefined, false],
    ["tls-server-name as an address", { ...right, serverName: "127.0.0.1" }, undefined, true],
    ["insecure, said explicitly", { insecure: true }, expired, true],
  ];

describe.each([
  ["without", undefined],
  ["with", "0"],
])("trust %s NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment", (_what, value) => {
  beforeAll(() => {
    if (value !== undefined) process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = value;
  });
  afterAll(() => {
    delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  });

  describe.each(["h2", "https"] as const)("over %s", (protocol) => {
    it.each(matrix)(
      "%s, on a call, a list, a watch and an upgrade (SEC-7, SEC-8, F-C20)",
      async (_case, tls, certificate, trusted) => {
        const server: TestServer = await serve((_request, response) => json(response, {}), {
          protocol,
          certificate,
        });
        const pool = newPool(server.url, { tls });
        try {
          for (const purpose of ["call", "list", "watch"] as const) {
            const outcome = pool.send({
              method: "GET",
              path: "/",
              headers: { authorization: "Bearer canary" },
              purpose,
            });
            if (trusted) expect((await outcome).status).toBe(200);
            else await expect(outcome).rejects.toMatchObject({ kind: "Transport", code: "tls", sent: false });
          }
          if (trusted) (await pool.connect()).destroy();
          else await expect(pool.connect()).rejects.toMatchObject({ code: "tls" });
          // No untrusted server has received a request, let alone the token.
          if (!trusted) expect(server.requests).toEqual([]);
        } finally {
          await pool.close();
          await server.close();
        }
      },
    );
  });
});

describe("a TLS configuration", () => {
  it("is refused with a CA and insecure together, and with half a client certificate (SEC-7)", async () => {
    await expect(loadTls({ insecure: true, ca: testCa.cert })).rejects.toMatchObject({ kind: "Config" });
    await expect(loadTls({ insecure: true, caFile: "/x" })).rejects.toThrow("exclude each other");
    await expect(loadTls({ cert: testCa.cert })).rejects.toThrow("needs its key");
    await expect(loadTls({ key: newSecretValue("x") })).rejects.toThrow("needs its certificate");
  });

  it("never falls back to the system's roots when a CA was named that holds nothing (SEC-7)", async () => {
    for (const text of ["", "\n", "not a certificate"]) {
      await expect(loadTls({ caFile: "/ca.crt" }, async () => text)).rejects.toThrow("holds no certificate");
    }
    await expect(loadTls({ caFile: "/missing/ca.crt" })).rejects.toThrow("/missing/ca.crt cannot be read: ENOENT");
  });

  it("uses a client certificate from data or files; the error of a wrong key hides the key (SEC-4)", async () => {
    const client = issueCertificate(testCa, { commonName: "admin", usages: ["client"] });
    const dir = await mkdtemp(join(tmpdir(), "tls-"));
    const seen: unknown[] = [];
    const server = await serve(
      (_request, response, raw) => {
        seen.push(
          (raw.socket as unknown as { getPeerCertificate(): { subject?: { CN: string } } }).getPeerCertificate().subject
            ?.CN,
        );
        json(response, {});
      },
      { protocol: "https", clientCa: testCa.cert },
    );
    try {
      await writeFile(join(dir, "c.crt"), client.cert);
      await writeFile(join(dir, "c.key"), client.key);
      const files = { certFile: join(dir, "c.crt"), keyFile: join(dir, "c.key") };
      const data = { cert: client.cert, key: newSecretValue(client.key), certFile: "/missing", keyFile: "/missing" };
      for (const tls of [files, data]) {
        const pool = newPool(server.url, { tls: { ...right, ...tls } });
        await pool.send({ method: "GET", path: "/", headers: {}, purpose: "call" });
        await pool.close();
      }
      expect(seen).toEqual(["admin", "admin"]);
      const bad = (await loadTls({ cert: client.cert, key: newSecretValue("-----BEGIN canary-key-----") }).catch(
        (e: unknown) => e,
      )) as Error;
      expect(bad).toMatchObject({ kind: "Config" });
      expect(String(bad.stack)).not.toContain("canary-key");
    } finally {
      await server.close();
      await rm(dir, { recursive: true });
    }
  });
});
